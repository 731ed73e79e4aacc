"""Write the print plans of a game: what to print, cut and make, in the words of a template."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.records import replace
from generator.base.user_folders import user_cache
from generator.base.workers import WorkerPool
from generator.build.faces.booklet_pages import BookletPages
from generator.build.faces.face_batch import FaceBatch
from generator.build.faces.face_jobs import FaceJob, face_jobs
from generator.build.options import BuildOptions
from generator.build.outputs.ink_coverage import InkCoverage
from generator.build.outputs.manifest import Manifest, OutputFile
from generator.build.outputs.pdf_files import PdfFiles, PrintFile
from generator.build.outputs.print_plan_data import PrintedBatch, plan_data
from generator.load.prose_reader import PAGE
from generator.model.game import Component, Game, Piece, Row
from generator.model.paper import FULL, Paper
from generator.model.prose import MarkdownSource, Prose
from generator.model.text import Text

if TYPE_CHECKING:
    from generator.base.errors import Fault
    from generator.build.faces.face_batch import FaceSet
    from generator.build.faces.typeset_game import TypesetGame
    from generator.build.input_digests import InputDigests

STEM = "print-plan"
"""Beginning of the file names."""
TEMPLATE = "shared/plan.md.j2"
"""Template of the plan, in the Markdown of booklets."""
WORDS = "shared/plan"
"""Folder with the plan's words and diagrams."""
PARTS = f"{STEM}-parts"
"""Beginning of the file names of a plan for some components, which does not overwrite the plan of the whole game."""
COLUMNS = 2
"""Columns of a page."""

Printed = Sequence[tuple[PrintFile, Sequence[OutputFile]]]
"""Each group of faces with the files written of it."""


class PrintPlans:
    """The plans of one game, one for each paper and language."""

    def __init__(self, typeset: TypesetGame, options: BuildOptions, inputs: InputDigests, manifest: Manifest) -> None:
        self._game, self._renderer, self._outlined = typeset.game, typeset.renderer, typeset.outlined
        self._options, self._inputs, self._manifest, self._cache = options, inputs, manifest, Cache(user_cache())
        self.faults: dict[str, tuple[Fault, ...]] = {}
        """What is wrong in the texts that are the game's own, by the plan that could not be made."""
        self._stem = PARTS if options.only else STEM
        renderer = typeset.renderer
        self._booklets = BookletPages(renderer.labels, renderer.search_path, self._cache, inputs.drawing)

    def write(self, files: Printed) -> list[OutputFile]:
        """Write every plan that is out of date, several at a time if processes are allowed; return a record of all."""
        languages = dict.fromkeys(word for file, _ in files for word in file.edition.split("+"))
        asked = [(paper, language) for paper in self._options.papers if paper != FULL for language in languages]
        workers = min(self._options.jobs, len(asked), os.cpu_count() or 1)
        pool = WorkerPool(lambda each: self._outcome(files, *each), asked, workers if workers > 1 else 0)
        written: list[OutputFile] = []
        for (paper, language), outcome in zip(asked, pool.results(), strict=True):
            if isinstance(outcome, Faults):
                self.faults[f"{self._stem}-{paper.id}-{language}"] = outcome.faults
            else:
                written += outcome
        return written

    def _outcome(self, files: Printed, paper: Paper, language: str) -> list[OutputFile] | Faults:
        """Write one plan. Faults are a result: they must cross from a worker, and must not hide other plans."""
        try:
            return self._plan(files, paper, language)
        except Faults as faults:
            return faults

    def _plan(self, files: Printed, paper: Paper, language: str) -> list[OutputFile]:
        batches = [
            PrintedBatch(file.components, tuple(records), self._outlined)
            for file, records in files
            if file.paper == paper and language in file.edition.split("+")
        ]
        if not batches:
            return []
        plan = plan_data(self._game, self._options, batches, paper, self._renderer.labels.fonts.licences)
        game = replace(self._game, components=(self._component(plan, language),))
        own = replace(self._options, papers=(paper,), languages=(language,))
        options = replace(own, combined_languages=(), only=(), skip=0, split=False)
        jobs = face_jobs(game, options, self._inputs, self._booklets.pages)
        entry = f"faces/{game.id}-{options.theme}/{self._stem}-{paper.id}"
        faces = FaceBatch(jobs, self._renderer, self._cache, entry, 0).finish()
        if faces.faults:
            raise Faults(faces.all_faults)
        return [replace(file, pieces=0) for file in self._write_pages(game, options, jobs, faces)]

    def _write_pages(
        self, game: Game, options: BuildOptions, jobs: Sequence[FaceJob], faces: FaceSet
    ) -> list[OutputFile]:
        """Write the finished pages and measure their ink."""
        labels, kept = self._renderer.labels, self._cache.below(f"{game.id}/{self._stem}")
        pdf_files = PdfFiles(game, options, labels, faces, self._manifest)
        written = [each for file in pdf_files.group(jobs) for each in pdf_files.write(file)]
        keys = [job.key for job in jobs] if pdf_files.shares else []
        return InkCoverage(faces, keys, labels, kept, 0).add_to(written, pdf_files.shares)

    def _component(self, plan: Row, language: str) -> Component:
        """Return the plan as a component: a text that fills the paper, on pages like those of the game's booklets."""
        title, text = self._text(plan, language)
        front = next((part.front for part in self._game.components if part.prose), PAGE)
        prose = Prose(((language, MarkdownSource(f"{self._game.id} → {TEMPLATE}", text)),), COLUMNS)
        words = Text(((language, title),))
        stem = self._stem
        return Component(stem, "booklets", words, None, 0.0, 0.0, "rect", front, None, stem, (), prose=prose)

    def _text(self, plan: Row, language: str) -> tuple[str, str]:
        """Return the plan's title and Markdown, from the cache if its data has not changed."""
        name = f"{self._stem}s/{self._game.id}-{plan.cells['paper']}-{language}"
        game = self._game
        about = game.title, game.designer, game.year, game.version, game.date
        key = digest(self._inputs.drawing, repr((plan, about)))
        kept = self._cache.get(name)
        if kept is None or kept[0] != key:
            words = self._renderer.labels.messages(language, WORDS)
            kept = key, words("title"), self._render(plan, language, words.by_key)
            self._cache.put(name, kept)
        return kept[1], kept[2]

    def _render(self, plan: Row, language: str, words: Mapping[str, str]) -> str:
        """Render the template with the data; `t` in it is `words`."""
        plan = _in_words(plan, words)
        game = replace(self._game, strings={key: Text(((language, phrase),)) for key, phrase in words.items()})
        part = Component(STEM, "", game.title, Size(0.0, 0.0), 0.0, 0.0, "rect", TEMPLATE, None, STEM, ())
        return self._renderer.template_renderer(game).svg(part, Piece(plan.id, plan.id, 1, plan), "front", language)


def _in_words(plan: Row, words: Mapping[str, str]) -> Row:
    """Return the data with columns named by the words `column.*`; columns without such a word are left out."""
    rows = plan.cells["ours"]
    ours: list[Row] = []
    for row in rows if isinstance(rows, tuple) else ():
        if isinstance(row, Row) and isinstance(columns := row.cells["columns"], tuple):
            said = tuple(dict.fromkeys(words[f"column.{name}"] for name in columns if f"column.{name}" in words))
            if said or row.cells["every"]:
                ours.append(replace(row, cells={**row.cells, "columns": said}))
    return replace(plan, cells={**plan.cells, "ours": tuple(ours)})
