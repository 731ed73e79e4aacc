"""Fill in scoresheets by program: marks in JSON become a filled form, or the same as plain ink."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name

from generator.base.errors import Fault, Faults, UsageError, fault, suggestion
from generator.base.records import dataclass
from generator.base.system.output_file import write_file
from generator.build.options import PLAIN_THEME, BuildOptions, check_output_folder
from generator.build.outputs.pdf_files import SHEETS
from generator.build.papers import find_paper
from generator.build.pipeline import build
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.model.game import Game
from generator.model.sheet import Book, Box, Sheet
from generator.scoresheets.judge.legality import accepts
from generator.scoresheets.text_appearances import TextAppearances
from generator.write.pdf.form.appearances import ON_NAMES, disc, ring
from generator.write.pdf.form.controls import rank_rows
from generator.write.pdf.form.form_fields import ATTACHED

_LARGEST = 4 << 20
"""Bytes of a file of marks."""
_LINES = 1 << 12
"""Flag of a multi-line text field (ISO 32000-1, table 228)."""
_FORM = "-fillable-"
_EXAMPLE = 'write it like {"box_01": 1, "box_02": "answer"}'


@dataclass(frozen=True, slots=True)
class SheetMarks:
    """Marks for the sheets of a game."""

    game_folder: GameFolder
    game: Game
    sheets: Mapping[str, Sheet]
    """The sheets of one book of the game, by id: its scoresheets, or its logs."""
    language: str
    state: Mapping[str, int | str]
    """State of every box."""
    name: str = ""
    """Stem of the file of marks, for the names of the filled files."""

    @property
    def book(self) -> Book:
        """Return the sheets as one book, which computes values from the marks of all."""
        return Book.of(self.sheets.values())

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the ids of the components that print the sheets."""
        parts = [part for part in self.game.components if part.kind == SHEETS and part.pieces]
        return tuple(part.id for part in parts if {piece.id for piece in part.pieces} <= self.sheets.keys())


def read_marks(path: Path, named: str | None = None, language: str | None = None) -> SheetMarks:
    """Read marks from a file: `{box: state}`, or the output of `vallum sheet read --json`, which names the game.

    Raises Faults for whatever is not a mark of the game's sheets, UsageError if game or language is unknown.
    """
    document = _document(path)
    # Without marks only a plain object of boxes is read, and these words belong to a report.
    if "marks" not in document and not document.keys().isdisjoint({"schema", "game", "language"}):
        raise fault(str(path), f"has no 'marks'; {_EXAMPLE}", unreadable=True)
    box_values = document.get("marks", document)
    game_folder = _game_folder(path, named, document.get("game"))
    game = load(game_folder.folder, prefix=game_folder.shown)
    if language and language not in game.languages:
        raise UsageError(f"{game.id} has no language {language!r}{suggestion(language, game.languages)}")
    stated = document.get("language")
    sheet_language = language or (stated if stated in game.languages else game.languages[0])
    sheets = _sheets(document, box_values, game)
    book = Book.of(sheets.values())
    faults = [*_faults(str(path), box_values, book), *_unprinted(str(path), box_values, game, sheet_language)]
    if faults:
        raise Faults(faults)
    state = book.start() | {id_: value for id_, value in box_values.items() if not book.box(id_).is_empty(value)}
    return SheetMarks(game_folder, game, sheets, sheet_language, state, path.stem)


def _sheets(document: Mapping[str, Any], box_values: Mapping[str, object], game: Game) -> Mapping[str, Sheet]:
    """Return the logs of a game if the file says so, or names a box that only a log has; else its scoresheets."""
    stated = document.get("sheets")
    if isinstance(stated, dict) and "marks" in document:
        return game.book_sheets(stated)
    boxes = {box.id for log in game.logs.values() for box in log.boxes}
    return game.sheets if boxes.isdisjoint(box_values) else game.logs


def _game_folder(path: Path, named: str | None, stated: object) -> GameFolder:
    """Return the game named by the command, else by the file. A wrong name in the file is a fault of the file."""
    if named is not None:
        return GameFolder(find_game(named), named)
    if stated is None:
        raise UsageError(f"{path} names no game; add --game GAME")
    if not isinstance(stated, str):
        # A value of any length may stand there, and a message has room for a part of it.
        raise fault(str(path), f"must be the name of a game, not {stated!r}"[:200], key="game", unreadable=True)
    try:
        return GameFolder(find_game(stated), stated)
    except UsageError as error:
        raise fault(str(path), str(error), key="game", unreadable=True) from None


def _document(path: Path) -> dict[str, Any]:
    """Return the JSON object of a file of marks. Raises Faults for any other content."""
    try:
        with path.open("rb") as file:
            # One byte beyond the limit shows that a file is too large without reading all of it.
            data = file.read(_LARGEST + 1)
        # Some editors on Windows begin a file with a byte order mark.
        document = json.loads(data.decode("utf-8-sig")) if len(data) <= _LARGEST else None
    except OSError as error:
        raise fault(str(path), f"cannot be read: {(error.strerror or str(error)).lower()}", unreadable=True) from None
    # JSON that is nested thousands deep exhausts the stack.
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or not isinstance(document.get("marks", {}), dict):
        raise fault(str(path), f"is no JSON of marks; {_EXAMPLE}", unreadable=True)
    return document


def _faults(file: str, box_values: Mapping[str, object], book: Book) -> Iterator[Fault]:
    """Yield a fault for each id that is no box of the sheets, and for each value that its box cannot hold."""
    for id_, value in box_values.items():
        box = book.boxes.get(id_)
        if box is None:
            yield Fault(file, f"no box called {id_[:80]!r}{suggestion(id_[:80], list(book.boxes))}")
        elif not isinstance(value, int | str) or not accepts(box, value) or not _can_be_written(value):
            yield Fault(file, f"{str(value)[:80]!r} cannot stand in this box; {_takes(box)}", key=id_)
        # A circle that is printed may still be filled in.
        elif box.start and value != box.start and not (box.kind == "mark2" and value == 2):
            yield Fault(file, f"is printed as marked and holds {box.start}, not {value!r}; leave it out", key=id_)


def _unprinted(file: str, box_values: Mapping[str, object], game: Game, language: str) -> Iterator[Fault]:
    """Yield a fault for each box of a sheet that the game still reads from older forms, but no longer prints."""
    printed = {piece.id for part in game.components if part.sheets for piece in part.pieces}
    for sheet in game.sheets.values() if printed else ():
        if sheet.id not in printed:
            message = f"stands on the sheet {sheet.title[language]!r}, which is not printed; leave it out"
            yield from (Fault(file, message, key=box.id) for box in sheet.boxes if box.id in box_values)


def _can_be_written(value: int | str) -> bool:
    """Return whether a text has only printable characters and line ends, and no lone surrogates."""
    text = str(value)
    # Python does not call the space of full width printable.
    return text.isprintable() or all(char.isprintable() or char in "\n\u3000" for char in text)


def _takes(box: Box) -> str:
    """Return words for the values that a box of a sheet takes, for a fault."""
    if box.kind == "choice":
        return f"it takes one of {', '.join(repr(option.id) for option in box.options)}"
    if box.kind == "text":
        return f"it takes a text of {box.most} letters at most" if box.most else "it takes a text"
    low, high = (box.least, box.most) if box.kind in {"year", "number"} else (0, box.states)
    return f"it takes a whole number from {low} to {high}"


def write_filled_sheets(marks: SheetMarks, paper_name: str, out: Path, *, flat: bool = False) -> list[Path]:
    """Write the sheets of a game with marks in them, and return the files; `flat` turns the fields into ink.

    Raises UsageError if the game has no sheets, Faults if they cannot be built, OutputError.
    """
    check_output_folder([marks.game_folder], out)
    # The font of a form has the letters that can be typed in it; kanji of the marks are embedded besides.
    typed = "".join(sorted({char for text in _texts(marks).values() for char in text if not char.isspace()}))
    blank = build_blank_forms(marks, paper_name, typed)
    # No sheet is written before the letters of all are known to be there.
    for data in blank.values():
        _check_letters(data, marks)
    files = []
    # The name of the marks, as it can be part of a file name.
    plain = "".join(char if char.isalnum() or char in "-_" else "-" for char in marks.name[:60]).strip("-")
    infix = "-".join(filter(None, ("-filled", plain, "flat" if flat else ""))) + "-"
    for name, data in blank.items():
        files.append(out / marks.game.id / name.replace(_FORM, infix))
        write_file(files[-1], fill_form(data, marks, flat=flat))
    return files


def build_blank_forms(
    marks: SheetMarks, paper_name: str, characters: str = "", theme: str = PLAIN_THEME
) -> dict[str, bytes]:
    """Return the fillable forms of a game's sheets by the names of their files; `characters` can be typed besides.

    Raises UsageError if the game has no sheets or the paper is unknown, Faults if they cannot be built.
    """
    if not marks.parts:
        raise UsageError(f"{marks.game.id} has no scoresheets to fill in")
    with tempfile.TemporaryDirectory() as folder:
        papers = (find_paper(paper_name),)
        options = BuildOptions(
            papers, (marks.language,), theme=theme, only=marks.parts, out=Path(folder), form_characters=characters
        )
        result = build(marks.game_folder, options)
        if result.faults:
            raise Faults(result.faults)
        return {file.path.name: file.path.read_bytes() for file in result.files if _FORM in file.path.name}


def _texts(marks: SheetMarks) -> dict[str, str]:
    """Return the texts that are to be written, by the ids of their boxes."""
    texts = [box.id for box in marks.book.boxes.values() if box.kind == "text"]
    return {id_: text for id_ in texts if isinstance(text := marks.state.get(id_), str)}


def _check_letters(data: bytes, marks: SheetMarks) -> None:
    """Check that the form's font has every letter of the texts; a viewer would draw gaps. Raises Faults."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        letters = TextAppearances(pdf).letters
    faults = [
        Fault(marks.game.id, f"no font here has {', '.join(map(repr, lacks[:9]))}; write it otherwise", key=id_)
        for id_, text in _texts(marks).items()
        if (lacks := sorted({char for char in text if not char.isspace()} - letters))
    ]
    if faults:
        raise Faults(faults)


def fill_form(data: bytes, marks: SheetMarks, *, flat: bool = False) -> bytes:
    """Return a blank form with marks in it. Values and appearances are written together."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        filling = _Filling(pdf, marks)
        filling.fill()
        if flat:
            filling.widen()
            _flatten(pdf)
        written = io.BytesIO()
        pdf.save(written, deterministic_id=True)  # the same marks give the same bytes
    return written.getvalue()


class _Filling:
    def __init__(self, pdf: pikepdf.Pdf, marks: SheetMarks) -> None:
        """Take a blank form and the marks to write into it."""
        self._pdf, self._state = pdf, marks.state
        self._book = marks.book
        self._texts = TextAppearances(pdf)
        self._language = marks.language
        self._stamp = json.loads(pdf.attachments[ATTACHED].get_file().read_bytes())

    def fill(self) -> None:
        """Write all marks, totals and ranks into the fields of the form."""
        stamp = self._stamp
        texts = {name: str(self._book.value(id_, self._state)) for name, id_ in stamp["values"].items()}
        texts |= self._ranks()
        form = self._pdf.Root.AcroForm
        for field in form.Fields:
            name = str(field.T)
            if name in texts:
                self._type(field, texts[name], texts[name])
            elif name in stamp["fields"]:
                self._box(field, *stamp["fields"][name])

    def widen(self) -> None:
        """Draw circles over their whole boxes: in plain ink nothing is clicked, so the two halves need no room."""
        form = self._pdf.Root.AcroForm
        fields = {str(field.T): field for field in form.Fields}
        halves: dict[str, list[pikepdf.Object]] = {}
        for name, (id_, state) in self._stamp["fields"].items():
            if state and self._book.box(id_).kind == "mark2":
                halves.setdefault(id_, []).append(fields[name])
        for pair in halves.values():
            rects = [[float(end) for end in half.Rect] for half in pair]
            whole = [*map(min, *(rect[:2] for rect in rects)), *map(max, *(rect[2:] for rect in rects))]
            for field, draw in zip(pair, (ring, disc), strict=True):
                field.Rect = whole
                field.AP = self._whole(draw, whole[2] - whole[0], whole[3] - whole[1])

    def _whole(self, draw: Callable[[float, float], str], width: float, height: float) -> pikepdf.Object:
        """Return the appearances of a circle over a whole box, on and off."""
        box = [0, 0, round(width, 3), round(height, 3)]
        on, off = (
            self._pdf.make_stream(drawn.encode("ascii"), Type=Name.XObject, Subtype=Name.Form, BBox=box)
            for drawn in (f"{draw(width, height)}\n", "")
        )
        return Dictionary(N=Dictionary({ON_NAMES[0]: on, "/Off": off}))

    def _ranks(self) -> dict[str, str]:
        """Return an X for each field beside the rank that the total of the marks reaches."""
        rows = rank_rows(self._book).items()
        return {name: "X" for name, (ranks, row) in rows if row == ranks.rank(self._book.value(ranks.of, self._state))}

    def _box(self, field: pikepdf.Object, id_: str, state: int) -> None:
        """Write the state of a box into one of its fields; `state` is the one that the field sets, 0 for a text."""
        box, value = self._book.box(id_), self._state.get(id_, "")
        if state:
            # A box that is filled in is circled too.
            is_on = isinstance(value, int) and value >= state
            # Programs read V and viewers draw AS, so one without the other would deceive (ISO 32000-1, 12.7.4.2.3).
            field.V = field.AS = Name(ON_NAMES[0] if is_on else "/Off")
        elif not box.is_empty(value):
            words = {option.id: option.title[self._language] for option in box.options}
            self._type(field, str(value), words.get(str(value), str(value)))

    def _type(self, field: pikepdf.Object, value: str, text: str) -> None:
        """Write a value into a text field of the form; viewers show `text` in it."""
        field.V = pikepdf.String(value)
        lines = bool(int(field.get("/Ff", 0)) & _LINES) and field.FT == "/Tx"
        field.AP = Dictionary(N=self._texts.make(field, text, lines=lines))


def _flatten(pdf: pikepdf.Pdf) -> None:
    """Turn every field of a form into ink, and remove the entries that only a form needs; the metadata stays."""
    pdf.flatten_annotations("print")
    # The structure of a form refers to fields that are gone.
    needless = {"/AcroForm", "/StructTreeRoot", "/MarkInfo", "/Annots", "/Tabs", "/StructParents"}
    for holder in (pdf.Root, *(page.obj for page in pdf.pages)):
        for key in needless & holder.keys():
            del holder[key]
