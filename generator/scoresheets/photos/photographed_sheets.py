"""Scoresheets on paper, read from photos: marks that were seen, questions, and the filled sheet that results."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

from generator.base.errors import UsageError, fault, suggestion
from generator.base.records import dataclass, field, replace
from generator.base.system.regular_file import open_regular
from generator.build.options import PLAIN_THEME
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, data_root, themes
from generator.model.form_stamp import FORMAT, rules_digest
from generator.model.game import Game
from generator.model.sheet import Book, Box
from generator.scoresheets.field_names import box_fields, sheet_fields
from generator.scoresheets.filled_sheet import FilledScoresheet, game_limits, judge_form
from generator.scoresheets.form_extraction import ExtractedForm
from generator.scoresheets.form_filling import SheetMarks, build_blank_forms
from generator.scoresheets.judge.legality import accepts
from generator.scoresheets.pdf_library import UnreadableFormError
from generator.scoresheets.photos.blank_page import BlankPage, blank_pages
from generator.scoresheets.photos.photo_reading import (
    NO_SHEET,
    CutOut,
    Doubt,
    PhotoReading,
    read_photo,
    recognized_page,
)
from generator.write.pdf.form.appearances import ON_NAMES

LARGEST = 64 << 20
"""Bytes of the largest photo that is read."""
_SAME = 0.8
"""Likeness from which a sheet was printed in that theme: one in another theme reaches 0.73, and its own 0.97."""

_OTHER_EDITION = (
    "shows a sheet whose print differs from that of this game; read it with the edition of the game that it was printed"
    " from, or take the photo again with nothing lying on the sheet"
)
_PATTERN = (
    "has a pattern all over the sheet, as photos of screens have; photograph the paper in good light, or save what the"
    " screen shows as a picture"
)

State = Mapping[str, "int | str"]


@dataclass(frozen=True, slots=True)
class PhotographedSheets:
    """The sheets on some photos."""

    marks: SheetMarks
    """Marks that are sure; boxes in doubt are empty in them."""
    paper: str
    sheets: tuple[str, ...]
    """Ids of the sheets that the photos show."""
    cut_outs: tuple[CutOut, ...]
    """Boxes that a person has to tell of."""
    numbers: tuple[CutOut, ...] = ()
    """Boxes whose number was read from handwriting; a person may correct it."""
    rows: Mapping[str, bytes] = field(default_factory=dict)
    """PNGs of rows with several boxes in doubt, by the id of the track."""
    likeness: float = 1.0
    """Likeness of the photo that is least like the print that it was compared with."""
    doubts: tuple[tuple[Path, Doubt], ...] = ()
    """Photos that may not be read, each with the reason."""

    @property
    def is_sure(self) -> bool:
        """Return whether all photos show sheets of the game."""
        return all(doubt != Doubt.SHEET for _, doubt in self.doubts)

    def with_answers(self, answers: State) -> PhotographedSheets:
        """Return the sheets with answers of a person, as states by the ids of boxes that were in doubt."""
        marks = replace(self.marks, state={**self.marks.state, **answers})
        cut_outs = tuple(cut for cut in self.cut_outs if cut.box not in answers)
        # A number that a person has named is no longer one that was read.
        numbers = tuple(cut for cut in self.numbers if cut.box not in answers)
        return replace(self, marks=marks, cut_outs=cut_outs, numbers=numbers)

    def asking(self, boxes: Collection[str]) -> PhotographedSheets:
        """Return the sheets with some boxes asked for whose numbers were read."""
        doubtful = tuple(cut for cut in self.numbers if cut.box in boxes)
        numbers = tuple(cut for cut in self.numbers if cut.box not in boxes)
        return replace(self, cut_outs=self.cut_outs + doubtful, numbers=numbers)

    def filled(self, players: int = 1, *, is_final: bool = False) -> FilledScoresheet:
        """Return the contents, values and flaws; a box that nobody has told of is a flaw."""
        book = self.marks.book
        sheets = [sheet for sheet in book.sheets if sheet.id in self.sheets]
        state = self.marks.state
        fields = {
            name: entry
            for sheet in sheets
            for box in sheet.boxes
            if not box.start
            for name, entry in _fields(box, state.get(box.id, ""))
        }
        stamp = {
            "format": FORMAT,
            "game": self.marks.game.id,
            "language": self.marks.language,
            "sheets": {sheet.id: sheet.version for sheet in book.sheets},
            "rules": rules_digest(book.sheets),
            "fields": {name: [*box] for sheet in sheets for name, box in sheet_fields(sheet).items()},
            # Totals on paper are not read: they are added up anew.
            "values": {},
        }
        form = ExtractedForm("photo", is_form=True, is_xfa=False, fields=fields)
        untold = [cut.box for cut in self.cut_outs]
        return judge_form(self.marks.game, form, stamp, players, is_final=is_final, untold=untold)


def _fields(box: Box, value: int | str) -> Iterator[tuple[str, tuple[str, str, str | None]]]:
    """Yield the form fields of a box with a value."""
    for name, state in box_fields(box):
        if not state:
            kind = "Ch" if box.kind == "choice" else "Tx"
            yield name, (kind, "" if box.is_empty(value) else str(value), None)
        else:
            appearance = ON_NAMES[0] if isinstance(value, int) and value >= state else "/Off"
            yield name, ("Btn", appearance, appearance)


def read_photographed_sheets(
    paths: Sequence[Path], folder: GameFolder, game: Game, papers: Sequence[str], language: str | None = None
) -> PhotographedSheets:
    """Read the photos of one game's sheets; of several papers the first is taken whose sheet is recognized.

    Raises Faults for a photo that is not read, UsageError for an unknown language or paper.
    """
    if language and language not in game.languages:
        raise UsageError(f"{game.id} has no language {language!r}{suggestion(language, game.languages)}")
    languages = (language,) if language else game.languages
    photos = {path: _bytes(path) for path in paths}
    blank = SheetMarks(folder, game, game.sheets, languages[0], Book.of(game.sheets.values()).start())
    best, error = _most_alike(blank, papers, languages, photos)
    if language and best and any(doubt == Doubt.EDITION for _, doubt in best.doubts):
        # The sheet may be printed in another language than the report is wanted in.
        languages = tuple(code for code in game.languages if code != language)
        best = _most_alike(blank, (best.paper,), languages, photos)[0] or best
        best = replace(best, marks=replace(best.marks, language=language))
    if best and not best.doubts:
        return best
    if best:
        path, reason = best.doubts[0][0], _refusal(best.doubts[0][1])
    else:
        path, reason = (error.path, str(error)) if error else (paths[0], NO_SHEET)
    if reason == NO_SHEET and (other := _other_game(photos[path], game, papers[0])):
        reason = f"shows a sheet of {other!r}, not of {game.id!r}; choose that game"
    raise fault(str(path), reason, unreadable=True)


def _most_alike(
    blank: SheetMarks, papers: Sequence[str], languages: Sequence[str], photos: Mapping[Path, bytes]
) -> tuple[PhotographedSheets | None, _UnreadablePhotoError | None]:
    """Return the sheets by the print that photos are most like, and why they were not read by the last that failed."""
    best: PhotographedSheets | None = None
    error: _UnreadablePhotoError | None = None
    first, *others = themes(blank.game_folder)
    for theme, paper in product((first, *others), papers):
        # A sheet on one paper is hardly more like its own print than like that on another paper.
        if error and not best and (theme != first or str(error) == NO_SHEET):
            break
        if best and theme != first and paper != best.paper:
            continue
        try:
            sheets = _PhotoReader(blank, paper, languages, theme).read(photos)
        except _UnreadablePhotoError as unreadable:
            error = unreadable
            continue
        best = max(filter(None, (best, sheets)), key=_likeness)
        if best.likeness >= _SAME:
            break
    return best, error


def _refusal(doubt: Doubt) -> str:
    """Return the sentence about a photo that is in doubt."""
    if doubt == Doubt.PATTERN:
        return _PATTERN
    return _OTHER_EDITION if doubt == Doubt.EDITION else NO_SHEET


def _likeness(sheets: PhotographedSheets) -> tuple[bool, float]:
    """Return whether sheets are sure, and their likeness to their print, to compare readings by."""
    return sheets.is_sure, sheets.likeness


def _other_game(data: bytes, game: Game, paper: str) -> str:
    """Return the id of the shipped game, other than `game`, whose sheet a photo shows; empty where it shows none."""
    pages: list[tuple[str, BlankPage]] = []
    for folder in sorted(file.parent for file in data_root().glob("*/sheets")):
        if folder.name == game.id:
            continue
        other = load(folder, prefix=folder.name)
        start = Book.of(other.sheets.values()).start()
        # One paper and language are enough to recognize a sheet that is not read.
        blank = SheetMarks(GameFolder(folder, folder.name), other, other.sheets, other.languages[0], start)
        pages += [(other.id, page) for form in build_blank_forms(blank, paper).values() for page in blank_pages(form)]
    index = recognized_page(data, [page for _, page in pages])
    return "" if index is None else pages[index][0]


class _UnreadablePhotoError(UnreadableFormError):
    """A photo that is not read, with the reason as its text."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the file and the reason."""
        super().__init__(reason)
        self.path = path


def _bytes(path: Path) -> bytes:
    """Return the content of a photo. Raises Faults where it cannot be read or is too large."""
    try:
        with open_regular(path) as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise fault(str(path), f"cannot be read: {reason}", unreadable=True) from None
    if len(data) > LARGEST:
        raise fault(str(path), f"is larger than {LARGEST >> 20} MB; save the photo as JPEG", unreadable=True)
    return data


class _PhotoReader:
    """Reader of photos of sheets that were printed on one paper, in one of several languages."""

    def __init__(self, blank: SheetMarks, paper: str, languages: Sequence[str], theme: str = PLAIN_THEME) -> None:
        """Draw the blank pages of all languages in a theme on a paper, to compare photos with."""
        self._blank, self._paper = blank, paper
        limits = game_limits(blank.game, 1)
        self._free = limits.tracks_in_any_order if limits else frozenset[str]()
        self._pages = [
            (language, page)
            for language in languages
            for form in build_blank_forms(replace(blank, language=language), paper, theme=theme).values()
            for page in blank_pages(form)
        ]

    def read(self, photos: Mapping[Path, bytes]) -> PhotographedSheets:
        """Return the sheets on photos, given by their paths. Raises _UnreadablePhotoError."""
        readings = {path: self._read(path, data) for path, data in photos.items()}
        by_sheet: dict[str, Path] = {}
        for path, reading in readings.items():
            sheet = self._sheet(reading)
            if sheet in by_sheet:
                raise _UnreadablePhotoError(path, f"shows the same sheet as {by_sheet[sheet]}; give one photo of each")
            by_sheet[sheet] = path
        # All photos are taken for sheets of one language.
        language = self._pages[next(iter(readings.values())).page][0]
        states = {id_: state for reading in readings.values() for id_, state in reading.states.items()}
        numbers = tuple(cut for reading in readings.values() for cut in reading.numbers)
        # A box of writing that holds none keeps the empty state of its kind; a 0 that was read is a number.
        read = {cut_out.box for cut_out in numbers}
        marked = {id_: state for id_, state in states.items() if state or id_ in read}
        marks = replace(self._blank, language=language, state={**self._blank.state, **marked}, name=_stem(photos))
        cut_outs = tuple(cut for reading in readings.values() for cut in reading.cut_outs)
        rows = {id_: picture for reading in readings.values() for id_, picture in reading.rows.items()}
        likeness = min(reading.likeness for reading in readings.values())
        doubts = tuple((path, reading.doubt) for path, reading in readings.items() if reading.doubt)
        return PhotographedSheets(
            marks, self._paper, tuple(by_sheet), cut_outs, numbers, rows, likeness=likeness, doubts=doubts
        )

    def _read(self, path: Path, data: bytes) -> PhotoReading:
        """Return the marks on one photo. Raises _UnreadablePhotoError, which names the file."""
        try:
            return read_photo(data, self._blank_pages, self._blank.book, self._free)
        except UnreadableFormError as error:
            raise _UnreadablePhotoError(path, str(error)) from None

    @property
    def _blank_pages(self) -> list[BlankPage]:
        """Return the blank pages of all languages, in the order of their indexes."""
        return [page for _, page in self._pages]

    def _sheet(self, reading: PhotoReading) -> str:
        """Return the id of the sheet that a photo shows."""
        boxes = self._blank_pages[reading.page].boxes
        return next(sheet.id for sheet in self._blank.book.sheets if any(box.id in boxes for box in sheet.boxes))


def _stem(photos: Mapping[Path, bytes]) -> str:
    """Return the name of the first photo without its ending, for the names of files."""
    return next(iter(photos)).stem


def parse_answer(box: Box, text: str, language: str) -> int | str | None:
    """Return the state that a person names for a box; None if the box cannot have it.

    An empty answer is an empty box. A choice is named by its words or its id.
    """
    typed = unicodedata.normalize("NFKC", text).strip()
    if not typed:
        return box.empty
    if box.kind == "text":
        return typed if accepts(box, typed) else None
    if box.kind == "choice":
        words = {option.title[language].casefold(): option.id for option in box.options}
        ids = {option.id: option.id for option in box.options}
        return (ids | words).get(typed.casefold())
    is_number = typed.isascii() and typed.isdecimal() and len(typed) < 10
    return int(typed) if is_number and accepts(box, int(typed)) else None
