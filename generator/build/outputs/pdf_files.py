"""Impose finished faces and write them: one PDF for each file name, paper and language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import generator
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.base.system.output_file import write_chunks
from generator.build.faces.face_batch import FaceSet
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.labels import Labels
from generator.build.file_names import (
    BOOKLET,
    FILLABLE,
    READING,
    FileNames,
    face_variant,
    sheet_words,
)
from generator.build.manifest import Manifest, OutputFile
from generator.build.options import BuildOptions
from generator.build.outputs.file_imposer import FileImposer
from generator.build.outputs.headings import outline_entries
from generator.build.outputs.ink_coverage import PaperShares, paper_shares
from generator.build.outputs.print_file import PdfTarget, PrintFile, jobs_of
from generator.build.papers import DEFAULT_PAPERS
from generator.build.reach.file_part import is_plotted
from generator.build.reach.option_rules import asked_rules, joint_options
from generator.impose.cutting.cut_lengths import knife_work
from generator.impose.imposition_inputs import PieceToPrint
from generator.impose.layout.tiles import is_too_large
from generator.impose.press_sheets import ImposedSheets
from generator.model.cutting.knife_work import NO_WORK
from generator.model.game import NO_SEAMS, Component, Game
from generator.model.paper import FULL, Paper
from generator.model.press_sheet import OutlineEntry, PressDocument, PressSheet
from generator.write.pdf.document import pdf_chunks

if TYPE_CHECKING:
    from generator.build.outputs.fillable_forms import FillableForms
    from generator.model.sheet import Sheet

SHEETS = "sheets"
"""Kind of component that has a form."""

OF_PLANS = ("theme", "margin")
"""Options that print plans obey, whatever is printed."""


@dataclass(frozen=True, slots=True)
class PreparedPdf:
    """One PDF, imposed and ready to be written."""

    record: OutputFile
    file: PrintFile
    target: PdfTarget
    imposed: ImposedSheets | None = None
    """Sheets; None for a file that is current."""

    @property
    def pages(self) -> int:
        """Number of pages to write; 0 for a file that is current."""
        return len(self.imposed.sheets) if self.imposed else 0


class PdfFiles:
    """The PDF files of one game."""

    def __init__(
        self,
        game: Game,
        options: BuildOptions,
        labels: Labels,
        faces: FaceSet,
        manifest: Manifest,
        names: FileNames,
        words: Sequence[str] | None = None,
        key: str = "",
    ) -> None:
        """Take `words` that end the file names; None for the words of the options.

        `key` tells whether a file is current; without it the faces and their places do.
        """
        self._game, self._options, self._faces, self._manifest = game, options, faces, manifest
        self._labels, self._selection, self._names = labels, names.selection, names
        self._words = words
        self._key = key
        # Only files with stems of their own can start anew without hiding that a place is missing.
        may_restart = bool(options.skip) and len(set(map(self._stem, self._selection.components(game)))) > 1
        self._imposer = FileImposer(game, options, labels, faces, self._selection, may_restart=may_restart)
        self._read: dict[Path, PreparedPdf] = {}
        """Files for the screen, which are the same for all papers."""
        self.shares: dict[Path, PaperShares] = {}
        """Share of the paper per face, for every file whose ink is to be measured."""

    def group(self, jobs: Sequence[FaceJob]) -> list[PrintFile]:
        """Group the selected faces by file. A file with a failed face is left out."""
        stems: dict[tuple[str, str], list[FaceJob]] = {}
        for job in jobs:
            part = job.component
            if self._selection.includes(part, job.piece.id):
                stems.setdefault((self._stem(part), job.edition), []).append(job)
        return [
            PrintFile(stem, paper, edition, file_jobs)
            for (stem, edition), all_ in stems.items()
            for paper in self._options.papers
            if (file_jobs := tuple(job for job in all_ if self._goes_on(job, paper)))
            # A file with a missing face would look complete.
            and not any(job.key in self._faces.faults for job in all_)
        ]

    def _stem(self, part: Component) -> str:
        """Return the beginning of the name of the file that a component is in."""
        return self._names.stem(part, self._is_alone)

    def _is_alone(self, part: Component) -> bool:
        """Whether a component has press sheets of its own, and shares none with others of its material."""
        return part.prose is not None or part.trim is None or is_plotted(part)

    def skipped_components(self) -> list[str]:
        """Return a warning for each component that is not printed because only full size is asked for."""
        if self._options.papers != (FULL,):
            return []
        return [
            f"{part.id} fits on common paper and is not printed at full size; add --paper {DEFAULT_PAPERS[0]}"
            for part in self._selection.components(self._game)
            if not (is_plotted(part) or part.is_booklet)
        ]

    def _goes_on(self, job: FaceJob, paper: Paper) -> bool:
        """Whether a face is printed on a paper; at full size only boards to be plotted and booklets are."""
        if paper == FULL:
            return is_plotted(job.component) or job.component.is_booklet
        return job.paper in {"", paper.id}

    def prepare(self, file: PrintFile) -> list[PreparedPdf]:
        """Impose a file's faces for each of its PDF files, unless it is current.

        Raises UsageError if `--skip` leaves no room.
        """
        prepared = []
        for target in self._targets(file):
            if target.path in self._read:
                prepared.append(self._read[target.path])
                continue
            pieces = list(self._imposer.pieces(file, target))
            key = self._key or self._contents_key(file, target, pieces)
            current = self._manifest.find_file(target.path, key)
            # Imposed also where only its ink was never measured.
            imposed = None if current and self._has_ink(current) else self._imposer.sheets(file, target)
            if imposed and self._options.ink:
                self.shares[target.path] = paper_shares(imposed.sheets)
            if current:
                prepared.append(PreparedPdf(current, file, target))
            else:
                assert imposed  # noqa: S101  a file that is not current was imposed
                prepared.append(PreparedPdf(self._record(file, target, key, imposed), file, target, imposed))
            if target.reading:
                self._read[target.path] = prepared[-1]
        return prepared

    def _contents_key(self, file: PrintFile, target: PdfTarget, pieces: Sequence[PieceToPrint]) -> str:
        """Return a digest of a PDF's contents: its faces in order, their places, the options, words and program."""
        contents = [
            f"{piece.id} {piece.title} {piece.front.key} {piece.back.key if piece.back else ''} {piece.gap} "
            f"{piece.edge} {piece.seams if piece.seams is not NO_SEAMS else ''}"
            for piece in pieces
        ]
        settings = self._imposer.effective(file, target.variant).sheet_settings
        # The version of the program: another one may impose otherwise.
        about = target.path.name, settings, self._slug_key(file), generator.__version__
        form = (self._form_key,) if target.fillable else ()
        return digest(*about, *form, *contents)

    def _has_ink(self, file: OutputFile) -> bool:
        """Whether the record of a file states its ink coverage, or none is asked for."""
        return bool(file.inks) or not self._options.ink

    def idle_components(self, prepared: Iterable[PreparedPdf]) -> dict[str, Set[str]]:
        """Return by option the ids of the components whose sheets the option could change, and does not."""
        idle, changed = dict[str, set[str]](), dict[str, set[str]]()
        for pdf in prepared:
            parts, variant = {part.id for part in pdf.file.components}, pdf.target.variant
            for name in self._imposer.idle_options(pdf.file, variant):
                idle.setdefault(name, set()).update(parts)
            for rule in asked_rules(self._imposer.effective(pdf.file, variant)):
                changed.setdefault(rule.name, set()).update(parts)
        return {name: parts - changed.get(name, set()) for name, parts in idle.items()}

    def effective(self, prepared: Iterable[PreparedPdf]) -> BuildOptions:
        """Return the options that change any of the files, or a plan of them; all others at their defaults."""
        effective = (self._imposer.effective(pdf.file, pdf.target.variant) for pdf in prepared)
        return joint_options(self._options, effective, OF_PLANS)

    def find_current(self, file: PrintFile) -> OutputFile | None:
        """Return the record of the only PDF of a group of faces; None if it must be written again."""
        (target,) = self._split(file, split=False)
        current = self._manifest.find_file(target.path, self._key)
        return current if current and self._has_ink(current) else None

    def write(self, prepared: PreparedPdf) -> OutputFile:
        """Write a PDF that is not current; return its record. Raises OutputError."""
        file, target, imposed = prepared.file, prepared.target, prepared.imposed
        if imposed is None:
            return prepared.record
        document = self._document(file, target, imposed)
        form = self._forms(file).form(document) if target.fillable else None
        # The disk is waited for once, when all files of the game are written.
        write_chunks(target.path, pdf_chunks(document, self._faces.forms, self._labels.fonts, form), settle=False)
        return prepared.record.with_stamp()

    def _record(self, file: PrintFile, target: PdfTarget, key: str, imposed: ImposedSheets) -> OutputFile:
        """Return the record of a PDF that is about to be written; its stamp is added then."""
        path, sheets, warnings = target.path, imposed.sheets, imposed.warnings
        papers = {sheet.number for sheet in sheets}
        paper = "" if target.reading else file.paper.id
        parts = tuple(part.id for part in file.components)
        texts = {part.id for part in file.components if part.prose}
        counted = len({_counted_id(placed.piece, texts) for sheet in sheets for placed in sheet.placed})
        return OutputFile(
            path,
            parts,
            paper,
            file.edition,
            pages=len(sheets),
            pieces=counted,
            sheets=len(papers),
            key=key,
            warnings=warnings,
            grids=tuple(dict.fromkeys(imposed.grids)),
            work=NO_WORK if target.is_for_screen or _is_uncut(file) else knife_work(sheets),
        )

    def _forms(self, file: PrintFile) -> FillableForms:
        """Return the forms of the scoresheets, or of the logs, which are a book of their own."""
        return self._log_forms if all(not part.sheets for part in file.components) else self._sheet_forms

    @cached_property
    def _sheet_forms(self) -> FillableForms:
        """Forms of the game's scoresheets."""
        return self._forms_of(self._game.sheets)

    @cached_property
    def _log_forms(self) -> FillableForms:
        """Forms of the game's logs."""
        return self._forms_of(self._game.logs)

    def _forms_of(self, sheets: Mapping[str, Sheet]) -> FillableForms:
        """Return the forms of the sheets of one book."""
        from generator.build.outputs.fillable_forms import FillableForms

        return FillableForms(self._game, sheets, self._labels, self._options.form_characters)

    @cached_property
    def _form_key(self) -> str:
        """Digest of all that the game's forms depend on besides their faces."""
        from generator.build.outputs.fillable_forms import form_key

        return form_key(self._game)

    def _is_form(self, file: PrintFile) -> bool:
        """Return whether a file has anything to fill in."""
        if not (self._game.sheets or self._game.logs):
            return False
        are_sheets = all(part.kind == SHEETS for part in file.components)
        return are_sheets and any(self._faces.faces[job.key].fields for job in file.jobs)

    def _targets(self, file: PrintFile) -> list[PdfTarget]:
        """Return the PDF files to write.

        A booklet is written to be read, on whole sheets and on sheets to fold; a form to be printed and filled in.
        """
        booklet = any(part.is_booklet for part in file.components)
        backed = any(job.side == "back" and not is_too_large(job.trim, file.paper) for job in file.jobs)
        has_pages = len({job.piece.id for job in file.jobs if job.component.is_full_pages}) > 1
        split = self._options.split and self._options.backs == "duplex" and (backed or has_pages)
        plain = self._split(file, split=split)
        # What is read or filled in on a screen is no print that could have changed.
        reading = [] if self._options.changed_since else [self._reading(file)]
        if booklet and file.paper == FULL:
            return reading
        if booklet:
            plain = plain if any(job.component.is_full_pages for job in file.jobs) else []
            return [*reading, *plain, *self._split(file, split=self._options.split, variant=BOOKLET)]
        if self._options.changed_since:
            return plain
        if self._is_form(file):
            return [*plain, *self._split(file, split=False, variant=FILLABLE)]
        return plain

    def _reading(self, file: PrintFile) -> PdfTarget:
        """Return the target of a booklet's pages to read on a screen: a PDF with pages of their own size."""
        return PdfTarget(
            self._names.reading(file.stem, file.edition, self._imposer.effective(file, READING)), reading=True
        )

    def _split(self, file: PrintFile, *, split: bool, variant: str = "") -> list[PdfTarget]:
        """Return the PDF files to write for a group of faces: one, or with `split` one for fronts and one for backs."""
        words = sheet_words(self._imposer.effective(file, variant)) if self._words is None else self._words
        parts = file.stem, variant, file.paper.id, file.edition
        # A form has each piece once, so no word for copies.
        copied = file.components if variant != FILLABLE else ()
        sides = ("fronts", "backs") if split else ("",)
        paths = [(self._names.pdf(parts, words, copied, side), side) for side in sides]
        return [PdfTarget(path, side, variant == BOOKLET, variant == FILLABLE) for path, side in paths]

    def _slug_key(self, file: PrintFile) -> str:
        """Return a text of everything that slug lines and metadata depend on, for the file's key."""
        game = self._game
        about = (game.title, game.version, game.house_note, game.date, game.designer, file.paper, file.language)
        return repr((about, [part.title for part in file.components]))

    def _origin(self, file: PrintFile, target: PdfTarget) -> dict[str, str]:
        """Return metadata about the print, with which a later build finds a matching print to compare."""
        options, game, effective = self._options, self._game, self._imposer.effective(file, target.variant)
        pieces = any(":" in name for name in options.only)
        return {
            "game": game.id,
            "language": file.edition,
            "theme": effective.theme,
            "variant": face_variant(effective),
            "version": game.version,
            "program": generator.__version__,
            "sides": target.side or ("fronts" if effective.backs == "none" else "both"),
            "paper": "" if target.reading else file.paper.id,
            "part": "changes" if options.changed_since else "pieces" if pieces else "",
        }

    def _document(self, file: PrintFile, target: PdfTarget, imposed: ImposedSheets) -> PressDocument:
        """Return the sheets of a PDF with its title, metadata and outline."""
        game, sheets = self._game, imposed.sheets
        two_sided = {sheet.side for sheet in sheets} == {"recto", "verso"}
        return PressDocument(
            title=f"{game.title[file.language]}: {self._imposer.titles(file)}",
            author=game.designer,
            subject=game.about[file.language],
            language=file.jobs[0].language,  # that of its words: a print plan may be in another than its name says
            date=self._options.date or game.date,
            sheets=sheets,
            duplex=imposed.duplex if two_sided else None,
            origin=self._origin(file, target),
            # The pages of a booklet do not follow each other on its sheets.
            outline=() if target.folded else tuple(self._outline(file, target, sheets)),
        )

    def _outline(self, file: PrintFile, target: PdfTarget, sheets: Sequence[PressSheet]) -> Iterator[OutlineEntry]:
        """Yield the headings of the texts in a PDF, for its outline."""
        jobs = [job for job in jobs_of(file, is_own_size=target.is_own_size) if job.component.prose]
        return outline_entries(((job.piece, self._faces.faces[job.key]) for job in jobs), sheets)


def _is_uncut(file: PrintFile) -> bool:
    """Whether nothing is cut out of a file's sheets: they are texts, filled by their pages, or torn apart."""
    return bool(file.paper.cells) or all(job.paper or job.component.prose for job in file.jobs)


def _counted_id(piece: str, texts: Set[str]) -> str:
    """Return the id under which a placed piece is counted. Tiles and backs share it; all pages of a text are one.

    `texts` has the ids of the components that are texts.
    """
    part = piece.partition("/")[0]
    return f"{part}#{piece.rpartition('#')[2]}" if part in texts else piece
