"""What the projects of other programs have in common: decks with rows, and boxes in which their cells are drawn.

Lengths are millimetres here, as in the templates that are made of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

BUILT_IN = ("id", "copies", "label", "provenance")
"""Columns that mean something to the program."""

PLAIN_FONT = "all text is in the plain font; fonts.toml can add others"
"""What is told of the fonts of every project."""

INCH = 25.4
MOST_DECKS = 50
"""Decks of a project that are taken over."""

_LONGEST = 30  # an id has 41 letters at most, and a number may follow


class Look(NamedTuple):
    """How the content of a box is drawn; colours are `#rrggbb` or `none`."""

    size: float = 9.0
    """Font size in points."""
    bold: bool = False
    italic: bool = False
    align: str = "left"
    valign: str = "top"
    colour: str = "#000000"
    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 0.0
    radius: float = 0.0
    opacity: float = 1.0
    turn: float = 0.0
    """Degrees clockwise."""
    cornered: bool = False
    """Whether a box is turned around its upper left corner, and a picture stands there, and not in the middle."""
    stretched: bool = False
    """Whether a picture is stretched to the proportions of the box."""
    covers: bool = False
    """Whether a picture covers the box, and is cut off where it is larger."""
    dash: str = ""
    """Lengths of the dashes of a line."""
    mirrored: tuple[bool, bool] = (False, False)
    """Whether a picture is mirrored from left to right, and from top to bottom."""
    blend: str = ""
    """How a picture mixes with the things below it, as CSS calls it."""
    tint: str = ""
    """The one colour of a picture, of which only the shape is taken."""
    part: tuple[float, float, float, float] | None = None
    """Left, top, width and height of the part of a picture that its box shows, in shares of the whole."""


class CardGradient(NamedTuple):
    """Colours between two points, or between two circles, in millimetres from the corner of the card."""

    start: tuple[float, float, float]
    """A point, and the radius around it."""
    end: tuple[float, float, float]
    stops: tuple[tuple[float, str, float], ...]
    """Place from 0 to 1, colour and opacity."""
    is_radial: bool = False
    columns: tuple[str, ...] = ()
    """The column with the colour of each stop where it differs from row to row, else empty."""
    stretch: float = 1.0
    """Height of the circles over their width."""


class ForeignBox(NamedTuple):
    """A rectangle of a card."""

    name: str
    kind: str
    """`text`, `picture`, `rect`, `ellipse` or `path`."""
    x: float
    y: float
    width: float
    height: float
    content: tuple[tuple[str, bool], ...] = ()
    """Parts of a text, or the one file of a picture: words, or the name of a column where the second value is true."""
    look: Look = Look()
    path: str = ""
    """Commands of a path, in millimetres from the corner of the card."""
    when: str = ""
    """The column of the rows on which the box is drawn, where that is not all of them."""
    group: str = ""
    """The name of boxes that are drawn only where somebody asks for them."""
    is_rich: bool = False
    """Whether the words of a text are light markup."""
    gradients: Mapping[str, CardGradient] = {}
    """Gradients in the place of the colours `fill` and `stroke`."""
    id: str = ""
    """The name of its gradients and masks in a template."""
    colours: Mapping[str, str] = {}
    """Columns of colours that differ from row to row, by `fill`, `stroke` and `colour`."""


_OVERHANG = 0.1
"""The part of their size by which letters may reach beyond their place."""


def on_card(box: ForeignBox, width: float, height: float) -> ForeignBox | None:
    """Return a text's box cut to a card of a width and height in mm; None if nothing of it lies on the card.

    A turned box stays as it is. Text over the edge would be cut off, and a check here reports it as a fault.
    """
    if box.look.turn:
        return box
    # In a small box the overhang must not use up the room.
    edge = min(_OVERHANG * box.look.size * INCH / 72, box.width / 8, box.height / 8)
    left, top = max(box.x, edge), max(box.y, 0.0)
    right, bottom = min(box.x + box.width, width - edge), min(box.y + box.height, height)
    if right <= left or bottom <= top:
        return None
    return box._replace(x=left, y=top, width=right - left, height=bottom - top)


class CardOriginal(NamedTuple):
    """A picture that the other program has made of a card."""

    row: str
    """The id of the row."""
    data: bytes
    trimmed: float = 0.0
    """Millimetres that were cut off its edges."""
    turns: int = 0
    """Quarters of a circle by which it was turned clockwise."""


class ForeignDeck(NamedTuple):
    """A kind of card of the other program."""

    id: str
    title: str
    width: float
    height: float
    bleed: float
    rows: Sequence[Mapping[str, str]]
    """Cells by column, with `id` and `copies`; all rows have the same columns."""
    boxes: Sequence[ForeignBox]
    """From the lowest to the uppermost."""
    rich_columns: frozenset[str] = frozenset()
    """Columns whose cells are light markup."""
    back: Sequence[ForeignBox] = ()
    """The boxes of the back, where all cards have one template for it."""
    originals: Sequence[CardOriginal] = ()
    """Pictures of the cards as the other program draws them, where they lie in the project."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the ids of the deck's columns, without the columns that the program itself reads."""
        return tuple(name for name in (self.rows[0] if self.rows else ()) if name not in BUILT_IN)


class ImportCount(NamedTuple):
    """How many things of a kind a project has, and how many of them came over."""

    imported: int
    whole: int

    @property
    def is_lost(self) -> bool:
        """Return whether the project has things of this kind, and none was imported."""
        return self.whole > 0 and self.imported == 0

    def __str__(self) -> str:
        """Return the count as words: `3 of 5`."""
        return f"{self.imported} of {self.whole}"


class ForeignProject(NamedTuple):
    """Everything that could be read of a project."""

    title: str
    decks: Sequence[ForeignDeck]
    pictures: Mapping[str, bytes]
    """Picture files, by the names that they get in the game."""
    lost: Sequence[str]
    """What could not be taken over, a line each."""
    boxes: ImportCount = ImportCount(0, 0)
    tables: ImportCount = ImportCount(0, 0)
    pictures_named: ImportCount = ImportCount(0, 0)

    @property
    def lost_kinds(self) -> list[str]:
        """Return the kinds of things that were all lost ("boxes", "tables", "pictures").

        A project without any thing gives "boxes".
        """
        counts = {"boxes": self.boxes, "tables": self.tables, "pictures": self.pictures_named}
        kinds = [name for name, count in counts.items() if count.is_lost]
        return kinds or ([] if any(count.imported for count in counts.values()) else ["boxes"])


class NewIds:
    """Makes ids of words, each of them new."""

    def __init__(self, taken_ids: Iterable[str] = ()) -> None:
        """Take the ids that are in use already."""
        self._taken = set(taken_ids)
        self._numbers: dict[str, int] = {}
        """The last number that was tried behind an id: many rows may have the same name, or none."""

    def add(self, words: str, *, otherwise: str = "item") -> str:
        """Return a new id made of `words`, with a number behind it if the id is taken.

        `otherwise` is used for words without Latin letters.
        """
        # NFKD parts letters from their accents, so that `é` becomes `e` instead of vanishing.
        plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:_LONGEST].strip("_") or otherwise
        stem = stem if stem[0].isalpha() else f"{otherwise}_{stem}"
        number, id_ = self._numbers.get(stem, 1), stem
        while id_ in self._taken:
            number += 1
            id_ = f"{stem}_{number}"
        self._numbers[stem] = number
        self._taken.add(id_)
        return id_


def as_id(words: str, taken_ids: Iterable[str] = (), *, otherwise: str = "item") -> str:
    """Make an id of words, with a number behind it if it is taken.

    >>> as_id("High Templar!"), as_id("High Templar!", {"high_templar"}), as_id("騎士", otherwise="card")
    ('high_templar', 'high_templar_2', 'card')
    """
    return NewIds(taken_ids).add(words, otherwise=otherwise)


def column_ids(names: Sequence[str], taken_ids: Iterable[str] = ()) -> list[str]:
    """Make a unique id of each column's name, distinct from the ids in `taken_ids` and from built-in columns."""
    ids = NewIds({*taken_ids, *BUILT_IN, "in_lang"})
    return [ids.add(name, otherwise=f"column_{number}") for number, name in enumerate(names, 1)]
