"""Lay the faces of files on sheets, and tell which options of the order change them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, islice, zip_longest

from generator.base.errors import UsageError
from generator.base.records import replace
from generator.build.adapted_game import is_cut_square
from generator.build.faces.face_batch import FaceSet
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.labels import Labels
from generator.build.faces.piece_titles import piece_title
from generator.build.file_names import BOOKLET, READING
from generator.build.options import BOARDS, BuildOptions
from generator.build.outputs.print_file import PdfTarget, PrintFile, jobs_of
from generator.build.papers import find_paper
from generator.build.piece_selection import PieceSelection
from generator.build.reach.file_part import FilePart, unadapted
from generator.build.reach.option_rules import asked_rules, effective_options, without_options
from generator.build.reach.sheet_looks import look_alike
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords
from generator.impose.layout.tiles import is_too_large
from generator.impose.press_sheets import ImposedSheets, impose, split_sides
from generator.model.card_format import scale_factor
from generator.model.face import Face
from generator.model.game import Game
from generator.model.paper import FULL
from generator.model.text import is_rtl_language

_Key = tuple[str, str, str, str]
"""Stem, paper, edition and variant of a file: the key of its sheets."""


class FileImposer:
    """The sheets of the files of one order."""

    def __init__(
        self,
        game: Game,
        options: BuildOptions,
        labels: Labels,
        faces: FaceSet,
        selection: PieceSelection,
        *,
        may_restart: bool = False,
    ) -> None:
        """Take whether a file whose sheets have too few places for `--skip` starts a new sheet."""
        self._game, self._options, self._faces = game, options, faces
        self._labels, self._selection, self._may_restart = labels, selection, may_restart
        self._is_special = bool(asked_rules(options))
        self._measured: dict[_Key, tuple[BuildOptions, tuple[str, ...]]] = {}
        """Options that change a file, and the warnings that came with the others."""
        self._last: tuple[tuple[_Key, bool], ImposedSheets] | None = None
        """Sheets of the last layout, and whether their sides are split: the same file is asked for several times."""

    def effective(self, file: PrintFile, variant: str) -> BuildOptions:
        """Return the options that change a file of a variant; all others have their defaults.

        Raises UsageError where `--skip` leaves no place in the only file.
        """
        if not self._is_special:
            return self._options
        key = _key(file, variant)
        if key not in self._measured:
            self._measured[key] = self._measure(file, variant, self._likely(file, variant))
        return self._measured[key][0]

    def idle_options(self, file: PrintFile, variant: str) -> set[str]:
        """Return the names of the options that could change a file, but leave its sheets as they are."""
        if not self._is_special:
            return set()
        effective = {rule.name for rule in asked_rules(self.effective(file, variant))}
        return {rule.name for rule in asked_rules(self._likely(file, variant))} - effective

    def _likely(self, file: PrintFile, variant: str) -> BuildOptions:
        """Return the options that could change a file, as its kinds of components tell; others have their defaults."""
        return effective_options(self._options, self.file_parts(file, variant))

    def _measure(self, file: PrintFile, variant: str, options: BuildOptions) -> tuple[BuildOptions, tuple[str, ...]]:
        """Return the options that change a file's sheets, and the warnings that are lost with the others.

        The sheets are laid out with and without each option that is asked for, and compared.
        """
        target, warnings = PdfTarget.of_variant(variant), list[str]()
        rules = [] if target.is_for_screen else [rule for rule in asked_rules(options) if rule.is_measured]
        imposed = self._impose(file, target, options) if rules else None
        for rule in rules:
            # Options are taken away one by one; what changes nothing is left at its default, so that file names stay
            # short.
            fewer = without_options(options, rule)
            plain = replace(file, paper=find_paper(file.paper.id)) if rule.name == "margin" else file
            if imposed and (bare := self._same_sheets(imposed, plain, target, fewer)):
                warnings += (warning for warning in imposed.warnings if warning not in bare.warnings)
                options, imposed = fewer, bare
        if imposed:
            self._last = (_key(file, variant), False), imposed
        return options, tuple(warnings)

    def _same_sheets(
        self, imposed: ImposedSheets, file: PrintFile, target: PdfTarget, options: BuildOptions
    ) -> ImposedSheets | None:
        """Return the sheets of a file laid out with other options; None if they look different."""
        if options.margin != self._options.margin and any(job.paper for job in file.jobs):
            return None  # pages that fill the paper are set anew
        other = self._impose(file, target, options)
        return other if look_alike(imposed.sheets, other.sheets) else None

    def file_parts(self, file: PrintFile, variant: str) -> list[FilePart]:
        """Return the components of a file as a variant of it prints them."""
        jobs: dict[str, list[FaceJob]] = {}
        for job in jobs_of(file, is_own_size=variant in {BOOKLET, READING}):
            jobs.setdefault(job.component.id, []).append(job)
        faces = self._faces.faces
        return [
            FilePart(
                group[0].component,
                file.paper,
                variant,
                group,
                faces=faces,
                combined=bool(group[0].languages),
                same_looks=self._faces.same_looks.get(group[0].component.id, frozenset()),
                unadapted=unadapted(self._game, group[0].component.id),
            )
            for group in jobs.values()
        ]

    def sheets(self, file: PrintFile, target: PdfTarget) -> ImposedSheets:
        """Return the press sheets of one PDF, all of them or one side. Raises UsageError if `--skip` leaves no room."""
        options, key = self.effective(file, target.variant), (_key(file, target.variant), bool(target.side))
        if self._last is None or self._last[0] != key:
            self._last = key, self._impose(file, target, options)
        imposed, lost = self._last[1], self._measured.get(key[0], (options, ()))[1]
        imposed = replace(imposed, warnings=(*imposed.warnings, *lost))
        if not target.side:
            return imposed
        sheets = dict(zip(("fronts", "backs"), split_sides(imposed.sheets), strict=True))[target.side]
        return replace(imposed, sheets=sheets)

    def _impose(self, file: PrintFile, target: PdfTarget, options: BuildOptions) -> ImposedSheets:
        """Lay the pieces of a PDF on sheets, with marks and slug lines, as the options say."""
        label = partial(self._labels.label, file.language)
        slug, pieces = self._slug(file, target), [*self.pieces(file, target)]
        has_photo_marks = options.marks != "none" and all(part.has_photo_marks for part in file.components)
        if target.fillable:
            from generator.build.outputs.fillable_forms import form_pages

            return form_pages(pieces, file.paper, slug, label, has_photo_marks=has_photo_marks)
        if target.reading:
            from generator.impose.own_pages import pages_of_own_size

            return pages_of_own_size(pieces)
        flip = self.flip(target)
        # What fills the paper is not cut.
        jobs = jobs_of(file, is_own_size=target.is_own_size)
        marks = "none" if all(job.paper for job in jobs) else options.marks
        # Books in Arabic or Hebrew open from the other side.
        binding = "right" if is_rtl_language(file.language) else "left"
        layout = ImpositionOptions(
            options.backs,
            flip,
            marks,
            options.bleed,
            gap=options.gap,
            skip=options.skip,
            overlap=options.overlap,
            order=options.order,
            binding=binding,
            has_photo_marks=has_photo_marks,
        )
        imposed = self._impose_skipping(
            partial(_imposer(target), pieces, file.paper, slug=slug, set_text=label), layout
        )
        sheets = imposed.sheets
        if options.printer:
            from generator.impose.printer_calibration import adjust_both_sides, adjust_versos

            adjust = adjust_both_sides if file.paper.cells else adjust_versos
            sheets = adjust(sheets, options.printer, flip=flip)
        return ImposedSheets(sheets, imposed.grids, imposed.duplex, (*imposed.warnings, *_scale_warnings(file)))

    def _impose_skipping(self, lay: Callable[..., ImposedSheets], layout: ImpositionOptions) -> ImposedSheets:
        """Impose with `--skip`. A file whose sheets have too few places starts a new sheet, with a warning.

        Raises UsageError if it is the only file.
        """
        try:
            return lay(options=layout)
        except UsageError as error:
            # With one file only, the user must choose.
            if not layout.skip or not self._may_restart:
                raise
            imposed = lay(options=replace(layout, skip=0))
            return replace(imposed, warnings=(*imposed.warnings, f"printed from the first place: {error}"))

    def flip(self, target: PdfTarget) -> str:
        """Return the edge over which the paper of a PDF is turned."""
        return self._options.booklet_flip if target.folded else self._options.flip

    def pieces(self, file: PrintFile, target: PdfTarget) -> Iterator[PieceToPrint]:
        """Yield the pieces of a PDF with their faces, copy by copy; pages to read once."""
        jobs = jobs_of(file, is_own_size=target.is_own_size)
        pieces = self._single_pieces(file, jobs)
        # Pages to read keep their own size.
        if target.reading:  # once, however often it is printed
            # Copies of a booklet are for paper.
            return islice(pieces, len(jobs))
        # On whole sheets each page of a text is a face, and two of them share a sheet of paper.
        is_paired = self._options.backs == "duplex" and all(job.component.is_full_pages for job in jobs)
        return _back_to_back(pieces) if is_paired else pieces

    def _single_pieces(self, file: PrintFile, jobs: Sequence[FaceJob]) -> Iterator[PieceToPrint]:
        """Yield the pieces with their fronts and backs, copy by copy, without pairing pages of text."""
        fronts = {(job.component.id, job.piece.id): job for job in jobs if job.side == "front"}
        backs = {(job.component.id, job.piece.id): job for job in jobs if job.side == "back"}
        large = {trim: is_too_large(trim, file.paper) for trim in {job.trim for job in fronts.values()}}
        for job, copy in _with_copies(list(fronts.values()), self._selection):
            name = job.component.id, job.piece.id
            front = self._faces.faces[job.key]
            back = self._faces.faces[backs[name].key] if name in backs else None
            # Only tiles of a poster have a heading on their sheets.
            title = piece_title(job) if large[job.trim] else ""
            seams = job.component.seams_of(job.piece.id)
            edge = self._edge(file, job, front, back)
            yield PieceToPrint(
                f"{'/'.join(name)}#{copy}", front, back, title, job.component.gap, seams=seams, edge=edge
            )

    def _edge(self, file: PrintFile, job: FaceJob, front: Face, back: Face | None) -> str:
        """Return the colours of the edges of a token that is printed as a square, or of a card that shares its cuts.

        Empty for other pieces.
        """
        is_square = front.cut and is_cut_square(job.component, self._options)
        if not (is_square or job.component.shared_cuts) or file.paper.cells or file.paper == FULL:
            return ""
        return f"{front.edge}/{back.edge if back else ''}"

    def _slug(self, file: PrintFile, target: PdfTarget) -> SlugWords:
        """Return the words of the slug lines of a PDF, and of its other marks, in the language of the file."""
        words = self._labels.messages(file.language)
        front = back = ""
        edge = words(self.flip(target))
        if target.side:
            front, back = words("fronts", edge=edge), words("backs", edge=edge)
        elif self._options.backs == "fold" and not target.folded and file.paper != FULL and file.is_backed:
            front = words("fold")
        titles = self.titles(file)
        if scale := _scale(file):
            titles = words("scaled", title=titles, percent=f"{100 * scale:.4g}")
        version = words("version", version=self._game.version)
        if self._game.house_note:
            version = words("dot").join((version, self._game.house_note[file.language]))
        notes = front, back, words("poster.tab"), words("poster.join"), words("booklet.fold", edge=edge)
        title, language = self._game.title[file.language], file.language
        return SlugWords(title, titles, version, lambda n, m: words("sheet", n=n, m=m), language, *notes, words("dot"))

    def titles(self, file: PrintFile) -> str:
        """Return the titles of the components of a file."""
        between = self._labels.messages(file.language)("between")
        return between.join(part.title[file.language] for part in file.components)


def _scale(file: PrintFile) -> float:
    """Return the scale of the boards in a file; 0 where there are none, or at their own size."""
    scaled = ((part.trim, part.drawn) for part in file.components if part.kind == BOARDS)
    return next((scale_factor(drawn.trim, trim) for trim, drawn in scaled if trim and drawn), 0.0)


def _scale_warnings(file: PrintFile) -> list[str]:
    """Return a warning that pieces at their own size may not fit boards at another."""
    scale = _scale(file)
    fault = "hold it against your pieces, or print the board at 100 %"
    return [f"spaces for pieces are {100 * scale:.4g} % of their size; {fault}"] if scale else []


def _imposer(target: PdfTarget) -> Callable[..., ImposedSheets]:
    """Return the function that lays pieces on sheets: sheets to fold and staple, or to cut."""
    if not target.folded:
        return impose
    from generator.impose.saddle_stitch import impose_booklets

    return impose_booklets


def _key(file: PrintFile, variant: str) -> _Key:
    """Return the key of a file's sheets."""
    return file.stem, file.paper.id, file.edition, variant


def _back_to_back(pages: Iterable[PieceToPrint]) -> Iterator[PieceToPrint]:
    """Yield the pages of texts in pairs: each second page is the back of the page before."""
    for _, group in groupby(pages, key=lambda page: page.id.rpartition("#")[2]):
        members = list(group)
        for front, back in zip_longest(members[::2], members[1::2]):
            yield replace(front, back=back.front if back else None)


def _with_copies(jobs: Sequence[FaceJob], selection: PieceSelection) -> Iterator[tuple[FaceJob, int]]:
    """Yield each job with the number of each copy to print.

    Cards come copy by copy, of texts all pages of a copy together.
    """
    for part, group in groupby(jobs, key=lambda job: job.component):
        members = list(group)
        numbers = {job.piece.id: selection.numbers(part, job.piece.id) for job in members}
        if part.prose:
            yield from ((job, copy) for copy in numbers[members[0].piece.id] for job in members)
        else:
            yield from ((job, copy) for job in members for copy in numbers[job.piece.id])
