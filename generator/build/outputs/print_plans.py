"""Write the print plans of a game: what to print, cut and make, in the words of a template."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import generator
from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.messages import FALLBACK
from generator.base.records import dataclass, replace
from generator.base.terminal_text import shell_word
from generator.base.user_folders import user_cache
from generator.build.adapted_game import is_cut_square
from generator.build.faces.face_batch import FaceBatch, FaceSet
from generator.build.faces.face_jobs import face_jobs, job_base
from generator.build.faces.typeset_game import TypesetGame, game_cache
from generator.build.file_names import (
    FileNames,
    sheet_words,
)
from generator.build.input_digests import InputDigests
from generator.build.manifest import Manifest, OutputFile
from generator.build.options import BuildOptions
from generator.build.outputs.ink_coverage import with_ink
from generator.build.outputs.pdf_files import PdfFiles, PreparedPdf
from generator.build.outputs.plan_contents import PrintedBatch, plan_data
from generator.build.outputs.print_file import PrintFile
from generator.build.piece_selection import select_pieces
from generator.build.reach.file_part import DrawnFaces, FilePart, parts_of_order
from generator.load.component_reader import PAGE
from generator.load.files.characters import LEFT_TO_RIGHT_MARK
from generator.model.game import Component, Game, Piece, Row, Value
from generator.model.paper import FULL, Paper
from generator.model.prose import MarkdownSource, Prose
from generator.model.text import Text, is_rtl_language
from generator.typeset.text.font_role import RoleStyle

if TYPE_CHECKING:
    from generator.build.faces.booklet_pages import BookletPages

STEM = "print-plan"
"""Beginning of the file names."""
TEMPLATE = "shared/plan.md.j2"
"""Template of the plan, in the Markdown of booklets."""
WORDS = "shared/plan"
"""Folder with the plan's words and diagrams."""
COLUMNS = 2
"""Columns of a page, if they have room for the tables."""

Printed = Sequence[tuple[PrintFile, Sequence[PreparedPdf]]]
"""Groups of faces with their files."""

Effective = Callable[[Iterable[PreparedPdf]], BuildOptions]
"""Function that returns the options of an order that change some files."""


@dataclass(frozen=True, slots=True)
class PreparedPlan:
    """Contents of a plan, and its existing file."""

    stem: str
    paper: Paper
    language: str
    contents: Row
    words: tuple[str, ...]
    """Words that end the file name."""
    key: str
    """Digest of everything that the plan depends on."""
    current: OutputFile | None
    """Existing file, if it need not be made again."""

    @property
    def title(self) -> str:
        """Stem, paper and language, for the line of progress."""
        return f"{self.stem} {self.paper.id} {self.language}"


class PrintPlans:
    """The plans of one game, one for each paper and language."""

    def __init__(self, typeset: TypesetGame, options: BuildOptions, inputs: InputDigests, manifest: Manifest) -> None:
        """Take the finished game that the plans are about, and the record of files that exist."""
        self._drawn = DrawnFaces(typeset.jobs, typeset.faces.faces, typeset.faces.same_looks)
        self._game, self._renderer, self._cut_sizes = typeset.game, typeset.renderer, typeset.cut_sizes
        self._selection, self._names = typeset.selection, typeset.names
        self._options, self._inputs, self._manifest, self._cache = options, inputs, manifest, Cache(user_cache())
        self._stem = typeset.names.whole(STEM)

    def prepare(self, files: Printed, effective: Effective) -> list[PreparedPlan]:
        """Return every plan with its contents; `files` are the files that it tells how to print."""
        languages = dict.fromkeys(word for file, _ in files for word in file.edition.split("+"))
        # From label sheets pieces are torn off, and a plotter's sheets are as large as the piece.
        papers = [paper for paper in self._options.papers if paper != FULL and not paper.cells]
        plans = (self._prepared(files, paper, language, effective) for paper in papers for language in languages)
        return [plan for plan in plans if plan]

    def _prepared(self, files: Printed, paper: Paper, language: str, effective: Effective) -> PreparedPlan | None:
        """Return the plan for one paper and language; None if no file is printed on that paper in that language."""
        counts = {part.id: self._selection.count(part) for part in self._game.components}
        printed = [(file, pdfs) for file, pdfs in files if file.paper == paper and language in file.edition.split("+")]
        options = effective(pdf for _, pdfs in printed for pdf in pdfs)
        squares = {part.id for part in self._game.components if is_cut_square(part, options)}
        cut_sizes = {part: sizes for part, sizes in self._cut_sizes.items() if part not in squares}
        batches = [
            PrintedBatch(
                tuple(map(self._selection.limit, file.components)),
                tuple(pdf.record for pdf in pdfs),
                cut_sizes,
                counts,
                is_stacked=effective(pdfs).order == "stack",
            )
            for file, pdfs in printed
        ]
        # Not every language has files on every paper.
        if not batches:
            return None
        licences = self._renderer.labels.fonts.licences(self._game.languages)
        parts, name = self._file_parts(paper), self._command_name(language)
        contents = plan_data(self._game, options, batches, paper, fonts=licences, command_name=name, file_parts=parts)
        words, key = self._words(batches, options), self._key(contents, paper, language, options)
        file = PrintFile(self._stem, paper, language, ())
        current = self._pdf_files(self._game, FaceSet(), key, words).find_current(file)
        return PreparedPlan(self._stem, paper, language, contents, words=words, key=key, current=current)

    def write(self, plan: PreparedPlan) -> OutputFile | Faults:
        """Write one print plan; return its record, or the faults of texts that are the game's own.

        Faults are a result: they must cross from a worker, and must not hide other plans.
        """
        try:
            return plan.current or self._written(plan)
        except Faults as faults:
            return faults

    def estimate(self, plan: PreparedPlan) -> OutputFile | None:
        """Return the record that a print plan would have, without writing it; None for a plan with faults."""
        try:
            pdf_files, faces, prepared = self._set_plan(plan)
        except Faults:
            return None
        return self._with_ink(prepared.record, pdf_files, faces)

    def _written(self, plan: PreparedPlan) -> OutputFile:
        """Write a plan and return its record. Raises Faults for texts of the game, OutputError."""
        pdf_files, faces, prepared = self._set_plan(plan)
        return self._with_ink(pdf_files.write(prepared), pdf_files, faces)

    def _with_ink(self, record: OutputFile, pdf_files: PdfFiles, faces: FaceSet) -> OutputFile:
        """Return the record of a plan, which holds no pieces of the game, with its ink if that is asked for."""
        cache = game_cache(self._game)
        (stated,) = with_ink([replace(record, pieces=0)], pdf_files.shares, faces, self._renderer.labels, cache, 0)
        return stated

    def _set_plan(self, plan: PreparedPlan) -> tuple[PdfFiles, FaceSet, PreparedPdf]:
        """Typeset and lay out one plan; return it with its files and faces. Raises Faults for texts of the game."""
        try:
            return self._set_in_columns(plan, COLUMNS)
        except Faults:
            # On narrow paper, or with long names of files, a table may need the width of the page.
            return self._set_in_columns(plan, 1)

    def _set_in_columns(self, plan: PreparedPlan, across: int) -> tuple[PdfFiles, FaceSet, PreparedPdf]:
        """Typeset and lay out a plan in columns; return it with its files and faces. Raises Faults."""
        page_language = self._page_language(plan.language)
        game_with_words = _also_in(page_language, plan.language, self._game)
        renderer = self._renderer if game_with_words is self._game else self._renderer.with_words_of(game_with_words)
        game = replace(game_with_words, components=(self._component(plan, across),))
        options = replace(self._plain_options, papers=(plan.paper,), languages=(page_language,))
        jobs = face_jobs(game, options, self._inputs, self._booklets.pages)
        entry = f"faces/{game.id}-{options.look}/{self._stem}-{plan.paper.id}-{plan.language}"
        # Without workers of its own, as plans are written by workers already.
        faces = FaceBatch(jobs, renderer, self._cache, entry, 0).finish()
        if faces.faults:
            raise Faults(faces.all_faults)
        pdf_files = self._pdf_files(game, faces, plan.key, plan.words)
        (file,) = pdf_files.group(jobs)
        (prepared,) = pdf_files.prepare(replace(file, edition=plan.language))
        return pdf_files, faces, prepared

    def _page_language(self, language: str) -> str:
        """Return the language of a plan's page: English if the program has no words for plans in the game's."""
        return language if self._renderer.labels.has_messages(language, WORDS) else FALLBACK

    @cached_property
    def _booklets(self) -> BookletPages:
        """Typesetter for print plans. Loaded only if a plan has to be written: it costs 30 ms."""
        from generator.build.faces.booklet_pages import BookletPages

        return BookletPages(self._renderer.labels, self._renderer.search_path, self._cache, self._inputs.drawing)

    @cached_property
    def _plain_options(self) -> BuildOptions:
        """Options of the order without those that choose pieces and divide files."""
        return replace(self._options, combined_languages=(), only=(), copies=(), skip=0, split=False)

    def _pdf_files(self, game: Game, faces: FaceSet, key: str, words: Sequence[str]) -> PdfFiles:
        """Return the PDF files of a plan, which is one component of a game."""
        labels, names = self._renderer.labels, FileNames(game, select_pieces(game), self._plain_options)
        return PdfFiles(
            game, self._plain_options, labels, faces, manifest=self._manifest, names=names, words=words, key=key
        )

    def _command_name(self, language: str) -> str:
        """Return the game's name in the commands of a plan: the folder `.` where no font has its characters."""
        # Fonts of the page must show the command; a folder without such a name works in the folder itself.
        name = self._game.id
        return shell_word(name if name.isascii() or self._can_set(name, language) else ".")

    def _can_set(self, text: str, language: str) -> bool:
        """Whether the fonts of a language's texts have all characters of a text."""
        role = self._renderer.labels.fonts.font_role(RoleStyle("text", language))
        return not role.missing_characters(text)

    def _key(self, contents: Row, paper: Paper, language: str, options: BuildOptions) -> str:
        """Return a digest of everything that a plan depends on: also its page, its title and the line on its edge."""
        game = self._game
        about = game.title, game.about, game.designer, game.year, game.version, game.date, game.house_note
        base = job_base(game, options.look, self._inputs)
        settings = options.sheet_settings, self._stem, self._page, paper, language, generator.__version__
        return digest(base, repr((contents, about, settings)))

    def _words(self, batches: Sequence[PrintedBatch], options: BuildOptions) -> tuple[str, ...]:
        """Return the words that end the name of a plan: for options that change its text or its list of files."""
        languages = dict.fromkeys(file.language for batch in batches for file in batch.files if "+" in file.language)
        split = ["split"] if self._options.split else []
        return *languages, *sheet_words(options), *split, *self._names.copies

    def _file_parts(self, paper: Paper) -> list[FilePart]:
        """Return the components that a plan is for, as they are printed on its paper."""
        options = replace(self._options, papers=(paper,))
        return [*parts_of_order(self._game, options, self._selection, self._drawn)]

    @cached_property
    def _page(self) -> str:
        """Template of a page: the one of the game's booklets, else the shared one."""
        return next((part.front for part in self._game.components if part.prose), PAGE)

    def _component(self, plan: PreparedPlan, across: int) -> Component:
        """Return the plan as a component: a text that fills the paper in columns, on pages like the booklets'."""
        language = plan.language
        words = self._renderer.labels.messages(language, WORDS)
        text = self._render(plan.contents, language, words.by_key)
        source = MarkdownSource(f"{self._game.id} → {TEMPLATE}", text, is_rendered=True)
        prose = Prose(((self._page_language(language), source),), across)
        title = Text.of(dict.fromkeys((language, self._page_language(language)), words("title")))
        stem = self._stem
        return Component(
            stem,
            "booklets",
            title,
            None,
            bleed=0.0,
            corner=0.0,
            shape="rect",
            front=self._page,
            back=None,
            file=stem,
            pieces=(),
            prose=prose,
        )

    def _render(self, plan: Row, language: str, words: Mapping[str, str]) -> str:
        """Return the Markdown of a plan, which its template makes of the contents and the words of a language."""
        plan = _in_words(plan, words)
        if is_rtl_language(language) and not is_rtl_language(self._page_language(language)):
            # In a sentence from left to right, a title from right to left would pull signs beside it to its other end.
            plan = _with_marks(plan)
        game = replace(self._game, strings={key: Text(((language, phrase),)) for key, phrase in words.items()})
        part = Component(
            STEM,
            "",
            game.title,
            Size(0.0, 0.0),
            bleed=0.0,
            corner=0.0,
            shape="rect",
            front=TEMPLATE,
            back=None,
            file=STEM,
            pieces=(),
        )
        return self._renderer.template_renderer(game).svg(part, Piece(plan.id, plan.id, 1, plan), "front", language)


def _also_in(page_language: str, language: str, game: Game) -> Game:
    """Return a game with its title and words also under another language, in which a page is set.

    They are copied from the game's own language.
    """
    if page_language in game.languages:
        return game

    def both(text: Text) -> Text:
        """Return a text with its words also under the language of the page."""
        return text if page_language in text else Text((*text.by, (page_language, text[language])))

    parts = tuple(replace(part, title=both(part.title)) for part in game.components)
    strings = {key: both(text) for key, text in game.strings.items()}
    languages = (*game.languages, page_language)
    title, about = both(game.title), both(game.about)
    return replace(game, title=title, about=about, components=parts, strings=strings, languages=languages)


def _with_marks(row: Row) -> Row:
    """Return the data with a direction mark on either side of each title, which stands in a sentence of English."""

    def marked(value: Value) -> Value:
        """Return a value with a direction mark on either side of each text in it."""
        if isinstance(value, Row):
            return _with_marks(value)
        if isinstance(value, Text):
            mark = LEFT_TO_RIGHT_MARK
            return Text(tuple((language, f"{mark}{words}{mark}") for language, words in value.by))
        return tuple(map(marked, value)) if isinstance(value, tuple) else value

    return replace(row, cells={name: marked(value) for name, value in row.cells.items()})


def _in_words(plan: Row, words: Mapping[str, str]) -> Row:
    """Return the data with columns named by the words `column.*`; columns without such a word are left out."""
    rows = plan.cells["ours"]
    ours: list[Row] = []
    for row in rows if isinstance(rows, tuple) else ():
        if isinstance(row, Row) and isinstance(columns := row.cells["columns"], tuple):
            names = tuple(_named(columns, words))
            if names or row.cells["every"]:
                ours.append(replace(row, cells={**row.cells, "columns": names}))
    return replace(plan, cells={**plan.cells, "ours": tuple(ours)})


def _named(columns: Iterable[object], words: Mapping[str, str]) -> Iterator[Row]:
    """Yield a row for each word for columns: its name, and the labels of its pieces, none where all are meant."""
    pieces: dict[str, list[tuple[str, ...]]] = {}
    for column in columns:
        if isinstance(column, Row) and f"column.{column.id}" in words:
            labels = column.cells["pieces"]
            group = tuple(map(str, labels)) if isinstance(labels, tuple) else ()
            pieces.setdefault(words[f"column.{column.id}"], []).append(group)
    for name, groups in pieces.items():
        # Columns with one word, such as `icon` and `icons`, are one.
        all_labels = tuple(sorted({*chain.from_iterable(groups)})) if all(groups) else ()
        yield Row(name, {"name": name, "pieces": all_labels}, "")
