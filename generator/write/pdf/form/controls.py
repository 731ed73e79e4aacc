"""The controls of a form: one for each state of each box that is drawn, and one for each value that is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from generator.base.errors import Fault, Faults, suggestion
from generator.base.geometry import Rect
from generator.base.records import dataclass, replace
from generator.model.face import FormField
from generator.model.formula import Formula, MarkedBoxes, NamedValue
from generator.model.press_sheet import PressSheet
from generator.model.sheet import Book, Box, Rank, Ranks
from generator.write.pdf.form.form_script import FILLED, calculation_script, keystroke_script, rank_mark

Say = Callable[..., str]
"""Return the program's own words for a key and its parameters."""

STATES = {"mark": ("cross",), "mark2": ("circle", "filled")}
"""Looks of a check box, one for each state; boxes of other kinds have one field for all states."""

RANK = "rank_{}"
"""Name of the mark beside a row of the table of ranks; 1 is the lowest."""


@dataclass(frozen=True, slots=True)
class Control:
    """One form field."""

    name: str
    """The box's id, with `_filled` for its second state, or the id of the value shown."""
    look: str
    """`cross`, `circle`, `filled`, `number`, `choice`, `text` or `sum`."""
    label: str
    """What it is, in words, for screen readers."""
    page: int
    rect: Rect
    """On the page, in points, y downwards: the part of the box that is free of print."""
    box: str = ""
    """Id of the box; empty for a calculated field."""
    state: int = 0
    """State of the box when the control is on; 0 where the field holds the state itself."""
    most: int = 0
    """Most characters; 0 for no limit."""
    options: tuple[tuple[str, str], ...] = ()
    """Ids and words of a choice."""
    keystroke: str = ""
    """Script that checks what is typed."""
    calculation: str = ""
    """Script that computes the value."""
    value: str = ""
    """Id of the value or track shown; empty for a mark beside a rank."""


@dataclass(frozen=True, slots=True)
class FormLanguage:
    """The language of a form, and the program's words in it."""

    language: str
    say: Say


def rank_rows(book: Book) -> Mapping[str, tuple[Ranks, Rank]]:
    """Return the rows of tables of ranks, each with its table, by the name of the mark beside it."""
    tables = [sheet.ranks for sheet in book.sheets if sheet.ranks]
    return {RANK.format(number): (ranks, row) for ranks in tables for number, row in enumerate(ranks.rows, 1)}


def controls(pages: Sequence[PressSheet], book: Book, wording: FormLanguage) -> tuple[Control, ...]:
    """Return the controls of some pages in tab order: boxes as the data lists them, then calculated values.

    Raises Faults for a field that is neither a box nor a value of the book, and for a box that is drawn twice.
    """
    drawn = [
        (number, field, placed.matrix.bounding_box(field.free or field.rect))
        for number, sheet in enumerate(pages)
        for placed in sheet.placed
        for field in placed.face.fields
    ]
    drawn_ids = {field.id for _, field, _ in drawn}
    maker = _ControlMaker(book, wording, drawn_ids)
    all_controls = [control for number, field, rect in drawn for control in maker.of(field, number, rect)]
    places = {id_: place for place, id_ in enumerate(book.boxes)}
    # The tab key follows the data, not the order in which a template draws.
    all_controls.sort(key=lambda control: (control.page, places.get(control.box, len(places)), control.state))
    unique = tuple(maker.unique(all_controls))
    if maker.faults:
        raise Faults(maker.faults)
    return unique


class _ControlMaker:
    def __init__(self, book: Book, wording: FormLanguage, drawn_ids: set[str]) -> None:
        """Take the sheets, the language, and the ids of all fields that are drawn."""
        self._book, self._wording, self._drawn_ids = book, wording, drawn_ids
        self.faults: list[Fault] = []
        self._ranks = rank_rows(book)

    def of(self, field: FormField, page: int, rect: Rect) -> Iterator[Control]:
        """Yield the controls of one field; none for a box that is printed as marked."""
        box = self._book.boxes.get(field.id)
        if field.kind == "sum":
            yield from self._calculated(field, page, rect)
        elif box is None:
            near = suggestion(field.id, list(self._book.boxes))
            self._note(field.id, f"the field {field.id!r} is no box of the game's sheets{near}")
        # A box that is printed as marked cannot be changed.
        elif not box.start:
            yield from (self._marks if box.kind in STATES else self._typed)(box, field, page, rect)

    def unique(self, drawn: Iterable[Control]) -> Iterator[Control]:
        """Number the names of values that are shown several times.

        A box must not be drawn twice: of two fields with one name, a reader sees only one.
        """
        uses: dict[str, int] = {}
        for control in drawn:
            uses[control.name] = count = uses.get(control.name, 0) + 1
            if count > 1 and control.box:
                self._note(control.box, f"the box {control.box!r} is drawn twice; draw it once")
            yield replace(control, name=f"{control.name}_{count}") if count > 1 else control

    def _note(self, key: str, fault: str) -> None:
        """Add a fault about a field to `faults`; `key` is the id of its box or value."""
        self.faults.append(Fault("sheets", fault, key=key))

    def _marks(self, box: Box, field: FormField, page: int, rect: Rect) -> Iterator[Control]:
        """Yield the check boxes of a box, one for each of its states, side by side."""
        looks = STATES[box.kind]
        for state, look in enumerate(looks, 1):
            label = field.label if len(looks) == 1 else self._wording.say(f"sheet.{look}", box=field.label)
            name = f"{box.id}{FILLED}" if look == "filled" else box.id
            # One beside the other: viewers differ on which of two overlapping fields is clicked.
            width = rect.width / len(looks)
            part = Rect(rect.x + (state - 1) * width, rect.y, width, rect.height)
            yield Control(name, look, label, page, rect=part, box=box.id, state=state)

    def _typed(self, box: Box, field: FormField, page: int, rect: Rect) -> Iterator[Control]:
        """Yield the field of a box that takes a choice, a text or a number."""
        if box.kind == "choice":
            options = tuple((option.id, option.title[self._wording.language]) for option in box.options)
            yield Control(box.id, "choice", field.label, page, rect, box.id, options=options)
        elif box.kind == "text":
            yield Control(box.id, "text", field.label, page, rect, box.id, most=box.most)
        else:
            # A negative least number needs room for its sign.
            digits = max(len(str(box.least)), len(str(box.most)))
            typed = keystroke_script(box.least, box.most)
            yield Control(box.id, "number", field.label, page, rect, box.id, most=digits, keystroke=typed)

    def _calculated(self, field: FormField, page: int, rect: Rect) -> Iterator[Control]:
        """Yield a calculated value.

        A value that depends on boxes of another file has no script: the player fills it in.
        """
        id_, book = field.id, self._book
        if id_ in self._ranks:
            yield self._rank(field, page, rect, *self._ranks[id_])
        elif id_ in book.values or id_ in book.tracks:
            boxes = () if id_ in book.values else tuple(box.id for box in book.tracks[id_].boxes)
            script = self._script(NamedValue(id_) if id_ in book.values else MarkedBoxes(boxes))
            yield Control(id_, "sum", field.label, page, rect, calculation=script, value=id_)
        else:
            near = suggestion(id_, [*book.values, *book.tracks])
            self._note(id_, f"the field {id_!r} is no value of the game's sheets{near}")

    def _rank(self, field: FormField, page: int, rect: Rect, ranks: Ranks, row: Rank) -> Control:
        """Return the mark beside a row of the table of ranks, computed from the score."""
        number = ranks.rows.index(row) + 1
        above = ranks.rows[number:]
        mark = rank_mark(row.least if number > 1 else None, above[0].least if above else None)
        label = self._wording.say("sheet.rank", rank=row.title[self._wording.language])
        return Control(field.id, "sum", label, page, rect, calculation=self._script(NamedValue(ranks.of), mark))

    def _script(self, formula: Formula, display: str = "x") -> str:
        """Return the script that computes a formula; empty if a box of it is in another file.

        `display` is the expression shown for the value `x`.
        """
        is_computable = all(box in self._drawn_ids or self._book.box(box).start for box in self._book.boxes_of(formula))
        return calculation_script(self._book, formula, display=display) if is_computable else ""
