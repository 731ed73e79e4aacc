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
    """Of text, in points."""
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
    """Of a picture: it fills the box, whatever its proportions."""


class ForeignBox(NamedTuple):
    """A rectangle of a card."""

    name: str
    kind: str
    """`text`, `picture`, `rect` or `ellipse`."""
    x: float
    y: float
    width: float
    height: float
    content: tuple[tuple[str, bool], ...] = ()
    """Of a text its parts, of a picture its one file: words, or the name of a column where the second value is true."""
    look: Look = Look()


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

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(name for name in (self.rows[0] if self.rows else ()) if name not in BUILT_IN)


class ForeignProject(NamedTuple):
    """Everything that could be read of a project."""

    title: str
    decks: Sequence[ForeignDeck]
    pictures: Mapping[str, bytes]
    """Picture files, by the names that they get in the game."""
    lost: Sequence[str]
    """What could not be taken over, a line each."""


class NewIds:
    """Makes ids of words, each of them new."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}
        """The last number that was tried behind an id: many rows may have the same name, or none."""

    def add(self, words: str, *, otherwise: str = "item") -> str:
        """Return an id of words, with a number behind it if it is taken, and take it."""
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


def as_id(words: str, taken: Iterable[str] = (), *, otherwise: str = "item") -> str:
    """Make an id of words, with a number behind it if it is taken.

    >>> as_id("High Templar!"), as_id("High Templar!", {"high_templar"}), as_id("騎士", otherwise="card")
    ('high_templar', 'high_templar_2', 'card')
    """
    return NewIds(taken).add(words, otherwise=otherwise)


def column_ids(names: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Make an id of the name of each column; none is taken, or that of a column with a meaning of its own."""
    ids = NewIds({*taken, *BUILT_IN, "in_lang"})
    return [ids.add(name, otherwise=f"column_{number}") for number, name in enumerate(names, 1)]
