"""Impose finished faces and write them: one PDF for each file name, paper and language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cached_property, partial
from itertools import groupby, islice, zip_longest
from pathlib import Path

import generator
from generator.base.errors import UsageError
from generator.base.hashing import digest
from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.base.records import replace as changed
from generator.base.system.output_file import write_chunks
from generator.build.faces.face_batch import FaceSet
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.labels import Labels
from generator.build.faces.piece_titles import piece_title
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
from generator.build.outputs.fillable_forms import FillableForms, form_key, form_pages, is_form
from generator.build.outputs.headings import outline_entries
from generator.build.outputs.ink_coverage import PaperShares, paper_shares
from generator.build.papers import DEFAULT_PAPERS
from generator.build.piece_selection import PieceSelection
from generator.build.reach.file_part import FilePart, is_plotted, may_show_ids
from generator.build.reach.option_rules import asked_rules, effective_options
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords
from generator.impose.layout.tiles import is_too_large
from generator.impose.own_pages import pages_of_own_size
from generator.impose.press_sheets import ImposedSheets, impose, split_sides
from generator.impose.printer_calibration import adjust_both_sides, adjust_versos
from generator.impose.saddle_stitch import impose_booklets
from generator.model.game import NO_SEAMS, Component, Game
from generator.model.paper import FULL, Paper
from generator.model.press_sheet import OutlineEntry, PressDocument, PressSheet
from generator.model.text import is_rtl_language
from generator.write.pdf.document import pdf_chunks


@dataclass(frozen=True, slots=True)
class PrintFile:
    """The faces that share one PDF, or two if fronts and backs are split."""

    stem: str
    paper: Paper
    edition: str
    """Language in its name, or several: `en+ja`."""
    jobs: tuple[FaceJob, ...]

    @property
    def language(self) -> str:
        return self.edition.partition("+")[0]

    @property
    def title(self) -> str:
        return f"{self.stem} {self.paper.id} {self.language}"

    @property
    def is_backed(self) -> bool:
        return any(job.side == "back" for job in self.jobs)

    @property
    def components(self) -> tuple[Component, ...]:
        """Return each once: a booklet as such, and not as the text on whole sheets that is also made of it."""
        found: dict[str, Component] = {}
        for job in self.jobs:
            found.setdefault(job.component.id, job.component)
        return tuple(found.values())


@dataclass(frozen=True, slots=True)
class PdfTarget:
    """One PDF of a PrintFile."""

    path: Path
    side: str = ""
    """`fronts` or `backs` if they are split, else empty."""
    folded: bool = False
    """Imposed as a booklet, to be folded and stapled."""
    fillable: bool = False
    reading: bool = False
    """Pages of their own size, for the screen."""

    @property
    def is_own_size(self) -> bool:
        """Whether a text is on pages of its own size, not on whole sheets of paper."""
        return self.folded or self.reading

    @property
    def variant(self) -> str:
        return BOOKLET if self.folded else FILLABLE if self.fillable else READING if self.reading else ""


@dataclass(frozen=True, slots=True)
class PreparedPdf:
    """One PDF, imposed and ready to be written."""

    record: OutputFile
    file: PrintFile
    target: PdfTarget
    imposed: ImposedSheets | None = None
    """None for a file that is current."""

    @property
    def pages(self) -> int:
        """Pages to write."""
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
        """Take `words`: those that end the names of the files, instead of those of the options.

        `key` tells whether a file is current; without it the faces and their places do.
        """
        self._game, self._options, self._faces, self._manifest = game, options, faces, manifest
        self._labels, self._selection, self._names = labels, names.selection, names
        self._words = words
        self._key = key
        self._is_special = bool(asked_rules(options))
        self._effective_by_file: dict[tuple[str, str, str, str], BuildOptions] = {}
        self._read: dict[Path, PreparedPdf] = {}
        """Files for the screen, which are the same for all papers."""
        self.shares: dict[Path, PaperShares] = {}
        """Share of the paper of each face, for every file whose ink is to be measured."""

    def group(self, jobs: Sequence[FaceJob]) -> list[PrintFile]:
        """Group the selected faces by file. A file with a failed face is left out."""
        stems: dict[tuple[str, str], list[FaceJob]] = {}
        for job in jobs:
            part = job.component
            if self._selection.includes(part, job.piece.id):
                stems.setdefault((self._stem(part), job.edition), []).append(job)
        return [
            PrintFile(stem, paper, edition, some)
            for (stem, edition), all_ in stems.items()
            for paper in self._options.papers
            if (some := tuple(job for job in all_ if self._goes_on(job, paper)))
            and not any(job.key in self._faces.faults for job in all_)
        ]

    def _stem(self, part: Component) -> str:
        return self._names.stem(part, self._is_alone)

    def _is_alone(self, part: Component) -> bool:
        """Whether a component shares no sheets with others of its material."""
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
        if paper == FULL:
            return is_plotted(job.component) or job.component.is_booklet
        return job.paper in {"", paper.id}

    def prepare(self, file: PrintFile) -> list[PreparedPdf]:
        """Impose a file's faces for each of its PDF files, unless it is current.

        Raises UsageError if `--skip` leaves no room.
        """
        words = self._labels.messages(file.language)
        prepared = []
        for target in self._targets(file):
            if target.path in self._read:
                prepared.append(self._read[target.path])
                continue
            pieces = list(self._pieces(file, target))
            key = self._key or self._contents_key(file, target, pieces)
            current = self._manifest.find_file(target.path, key)
            imposed = None if current and self._has_ink(current) else self._impose(file, target, pieces, words)
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
        contents = [
            f"{each.id} {each.title} {each.front.key} {each.back.key if each.back else ''} {each.gap} "
            f"{each.seams if each.seams is not NO_SEAMS else ''}"
            for each in pieces
        ]
        settings = self._effective(file, target.variant).sheet_settings
        about = target.path.name, settings, self._slug_key(file), generator.__version__
        form = (form_key(self._game),) if target.fillable else ()
        return digest(*about, *form, *contents)

    def _has_ink(self, file: OutputFile) -> bool:
        """Whether a file states its ink, if that is asked for."""
        return bool(file.inks) or not self._options.ink

    def find_current(self, file: PrintFile) -> OutputFile | None:
        """Return the record of the one PDF of a file, by the key of these files, if it need not be made again."""
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
        write_chunks(target.path, pdf_chunks(document, self._faces.forms, self._labels.fonts, form), settle=False)
        return prepared.record.with_stamp()

    def _record(self, file: PrintFile, target: PdfTarget, key: str, imposed: ImposedSheets) -> OutputFile:
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
        )

    def _impose(
        self, file: PrintFile, target: PdfTarget, pieces: Sequence[PieceToPrint], words: Messages
    ) -> ImposedSheets:
        slug, label = self._slug(file, target, words), partial(self._labels.label, file.language)
        if target.fillable:
            return form_pages(pieces, file.paper, slug, label)
        if target.reading:
            return pages_of_own_size(pieces)
        options, flip = self._options, self._flip(target)
        # What fills the paper is not cut.
        jobs = _jobs_of(file, is_own_size=target.is_own_size)
        marks = "none" if all(job.paper for job in jobs) else options.marks
        binding = "right" if is_rtl_language(file.language) else "left"
        layout = ImpositionOptions(
            options.backs,
            flip,
            marks,
            options.bleed,
            gap=options.gap,
            skip=self._effective(file, target.variant).skip,
            overlap=options.overlap,
            order=options.order,
            binding=binding,
        )
        imposer = impose_booklets if target.folded else impose
        imposed = self._impose_skipping(partial(imposer, pieces, file.paper, slug=slug, set_text=label), layout)
        sheets = imposed.sheets
        if options.printer:
            adjust = adjust_both_sides if file.paper.cells else adjust_versos
            sheets = adjust(sheets, options.printer, flip=flip)
        if target.side:
            sheets = dict(zip(("fronts", "backs"), split_sides(sheets), strict=True))[target.side]
        return ImposedSheets(sheets, imposed.grids, imposed.duplex, imposed.warnings)

    def _impose_skipping(self, lay: Callable[..., ImposedSheets], layout: ImpositionOptions) -> ImposedSheets:
        """Impose with `--skip`. A file whose sheets have too few places starts a new sheet, with a warning.

        Raises UsageError if it is the only file.
        """
        try:
            return lay(options=layout)
        except UsageError as error:
            if not layout.skip or len(self._stems) == 1:
                raise
            imposed = lay(options=changed(layout, skip=0))
            return changed(imposed, warnings=(*imposed.warnings, f"printed from the first place: {error}"))

    def _forms(self, file: PrintFile) -> FillableForms:
        """The forms of the scoresheets, or of the logs, which are a book of their own."""
        return self._log_forms if all(not part.sheets for part in file.components) else self._sheet_forms

    @cached_property
    def _sheet_forms(self) -> FillableForms:
        return FillableForms(self._game, self._game.sheets, self._labels, self._options.form_characters)

    @cached_property
    def _log_forms(self) -> FillableForms:
        return FillableForms(self._game, self._game.logs, self._labels, self._options.form_characters)

    @cached_property
    def _stems(self) -> set[str]:
        return {self._stem(part) for part in self._selection.components(self._game)}

    def _flip(self, target: PdfTarget) -> str:
        return self._options.booklet_flip if target.folded else self._options.flip

    def _pieces(self, file: PrintFile, target: PdfTarget) -> Iterator[PieceToPrint]:
        jobs = _jobs_of(file, is_own_size=target.is_own_size)
        pieces = self._single_pieces(file, jobs)
        if target.reading:  # once, however often it is printed
            return islice(pieces, len(jobs))
        is_paired = self._options.backs == "duplex" and all(job.component.is_full_pages for job in jobs)
        return _back_to_back(pieces) if is_paired else pieces

    def _single_pieces(self, file: PrintFile, jobs: Sequence[FaceJob]) -> Iterator[PieceToPrint]:
        fronts = {(job.component.id, job.piece.id): job for job in jobs if job.side == "front"}
        backs = {(job.component.id, job.piece.id): job for job in jobs if job.side == "back"}
        large = {trim: is_too_large(trim, file.paper) for trim in {job.trim for job in fronts.values()}}
        for job, copy in _with_copies(list(fronts.values()), self._selection):
            name = job.component.id, job.piece.id
            front = self._faces.faces[job.key]
            back = self._faces.faces[backs[name].key] if name in backs else None
            title = piece_title(job) if large[job.trim] else ""
            seams = job.component.seams_of(job.piece.id)
            yield PieceToPrint(f"{'/'.join(name)}#{copy}", front, back, title, job.component.gap, seams)

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
        if is_form(self._game, file.components, (self._faces.faces[job.key] for job in file.jobs)):
            return [*plain, *self._split(file, split=False, variant=FILLABLE)]
        return plain

    def _effective(self, file: PrintFile, variant: str) -> BuildOptions:
        """Return the options with those at their defaults that change nothing in a file."""
        if not self._is_special:
            return self._options
        known = self._effective_by_file.get((file.stem, file.paper.id, file.edition, variant))
        if known is None:
            known = effective_options(self._options, self._file_parts(file, variant))
            self._effective_by_file[file.stem, file.paper.id, file.edition, variant] = known
        return known

    def _file_parts(self, file: PrintFile, variant: str) -> list[FilePart]:
        jobs: dict[str, list[FaceJob]] = {}
        for job in _jobs_of(file, is_own_size=variant in {BOOKLET, READING}):
            jobs.setdefault(job.component.id, []).append(job)
        faces = self._faces.faces
        return [
            FilePart(
                own[0].component,
                file.paper,
                variant,
                own,
                faces=faces,
                combined=bool(own[0].languages),
                shows_ids=self._shows_ids(own[0].component),
            )
            for own in jobs.values()
        ]

    def _shows_ids(self, part: Component) -> bool:
        return self._options.ids or may_show_ids(part, self._labels.search_path)

    def _reading(self, file: PrintFile) -> PdfTarget:
        return PdfTarget(self._names.reading(file.stem, file.edition, self._effective(file, READING)), reading=True)

    def _split(self, file: PrintFile, *, split: bool, variant: str = "") -> list[PdfTarget]:
        """Return one target, or one for each side of the paper."""
        words = sheet_words(self._effective(file, variant)) if self._words is None else self._words
        parts = file.stem, variant, file.paper.id, file.edition
        copied = file.components if variant != FILLABLE else ()
        sides = ("fronts", "backs") if split else ("",)
        paths = [(self._names.pdf(parts, words, copied, side), side) for side in sides]
        return [PdfTarget(path, side, variant == BOOKLET, variant == FILLABLE) for path, side in paths]

    def _slug(self, file: PrintFile, target: PdfTarget, words: Messages) -> SlugWords:
        front = back = ""
        edge = words(self._flip(target))
        if target.side:
            front, back = words("fronts", edge=edge), words("backs", edge=edge)
        elif self._options.backs == "fold" and not target.folded and file.paper != FULL and file.is_backed:
            front = words("fold")
        titles = self._titles(file)
        version = words("version", version=self._game.version)
        if self._game.house_note:
            version = f"{version} · {self._game.house_note[file.language]}"
        notes = front, back, words("poster.tab"), words("poster.join"), words("booklet.fold", edge=edge)
        title, language = self._game.title[file.language], file.language
        return SlugWords(title, titles, version, lambda n, m: words("sheet", n=n, m=m), language, *notes)

    def _slug_key(self, file: PrintFile) -> str:
        """Return what slug lines and metadata depend on, for the key of the file."""
        game = self._game
        about = (game.title, game.version, game.house_note, game.date, game.designer, file.paper, file.language)
        return repr((about, [part.title for part in file.components]))

    def _titles(self, file: PrintFile) -> str:
        between = self._labels.messages(file.language)("between")
        return between.join(part.title[file.language] for part in file.components)

    def _origin(self, file: PrintFile, target: PdfTarget) -> dict[str, str]:
        """Return what the file is a print of, by which a later build knows what to compare it with."""
        options, game, effective = self._options, self._game, self._effective(file, target.variant)
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
        game, sheets = self._game, imposed.sheets
        two_sided = {sheet.side for sheet in sheets} == {"recto", "verso"}
        return PressDocument(
            title=f"{game.title[file.language]}: {self._titles(file)}",
            author=game.designer,
            subject=game.about[file.language],
            language=file.jobs[0].language,  # that of its words: a print plan may be in another than its name says
            date=self._options.date or game.date,
            sheets=sheets,
            duplex=imposed.duplex if two_sided else None,
            origin=self._origin(file, target),
            outline=() if target.folded else tuple(self._outline(file, target, sheets)),
        )

    def _outline(self, file: PrintFile, target: PdfTarget, sheets: Sequence[PressSheet]) -> Iterator[OutlineEntry]:
        jobs = [job for job in _jobs_of(file, is_own_size=target.is_own_size) if job.component.prose]
        return outline_entries(((job.piece, self._faces.faces[job.key]) for job in jobs), sheets)


def _jobs_of(file: PrintFile, *, is_own_size: bool) -> tuple[FaceJob, ...]:
    """Return the faces of one PDF: a booklet's pages at their own size, or its text on whole sheets."""
    if not any(part.is_booklet for part in file.components):
        return file.jobs
    return tuple(job for job in file.jobs if job.component.is_full_pages != is_own_size)


def _back_to_back(pages: Iterable[PieceToPrint]) -> Iterator[PieceToPrint]:
    """Put each second page of a text behind the one before."""
    for _, some in groupby(pages, key=lambda page: page.id.rpartition("#")[2]):
        own = list(some)
        for front, back in zip_longest(own[::2], own[1::2]):
            yield changed(front, back=back.front if back else None)


def _with_copies(jobs: Sequence[FaceJob], selection: PieceSelection) -> Iterator[tuple[FaceJob, int]]:
    """Yield each job with the numbers of its copies: pieces copy by copy, texts page by page."""
    for part, some in groupby(jobs, key=lambda job: job.component):
        own = list(some)
        numbers = {job.piece.id: selection.numbers(part, job.piece.id) for job in own}
        if part.prose:
            yield from ((job, copy) for copy in numbers[own[0].piece.id] for job in own)
        else:
            yield from ((job, copy) for job in own for copy in numbers[job.piece.id])


def _counted_id(piece: str, texts: Set[str]) -> str:
    """Return the id under which a placed piece is counted. Tiles and backs share it; all pages of a text are one.

    `texts` has the ids of the components that are texts.
    """
    part = piece.partition("/")[0]
    return f"{part}#{piece.rpartition('#')[2]}" if part in texts else piece
