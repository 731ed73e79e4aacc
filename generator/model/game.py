"""What a game is, as its folder says: components, pieces, tables, words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from generator.base.geometry import Size
from generator.base.records import dataclass, field
from generator.model.prose import Prose
from generator.model.text import Text

if TYPE_CHECKING:
    from generator.model.sheet import Sheet
    from generator.model.sheet_layout import Layout

Value: TypeAlias = "str | int | float | bool | Text | tuple[Value, ...] | Row"
"""What a cell of a data file can be once it is read."""


MATERIALS = ("card", "tag", "board", "paper", "label")
"""Stiff card, light card that folds, paper on greyboard, paper, sticky paper."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a data file, typed: a kind of card, a material, a player colour."""

    id: str
    """`^[a-z][a-z0-9_]{0,40}$`, unique in its file."""
    cells: Mapping[str, Value]
    """Column name to value; a language column `text.en` is part of the Text under `text`."""
    source: str = field(repr=False)
    """File and line, `cards/orders.csv:7`, as faults quote it; not part of what a face is drawn from."""
    rich: tuple[str, ...] = ()
    """The columns whose light markup is live; in the others `*` and `{` are plain characters."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One kind of piece of a component, printed `copies` times; its id names its faces and its marked content."""

    id: str
    """The row's id; with `per`, `<row>_<per row>`: `engineer_blue`."""
    label: str
    """The short name a player reads on the card: `F17`."""
    copies: int
    row: Row
    per: Row | None = None
    """The row of the `per` table that this piece was made for: one player's set."""


@dataclass(frozen=True, slots=True)
class Component:
    """Something printed: a deck, tokens, a sheet."""

    id: str
    kind: str
    """`cards`, `tokens`, `sheets`, `boards`, `booklets`, or what is folded up: `dice`, `standees`, `boxes`."""
    title: Text
    trim: Size | None
    """The finished piece in points; None for a face that fills the paper inside the printer's margins."""
    bleed: float
    corner: float
    """Radius of the rounded corners, drawn by proof outlines and cutting files."""
    shape: str
    """Outline of the finished piece: `rect`, `round` or `hex`."""
    front: str
    """Template of the front, looked up in the game's templates and then in ours."""
    back: str | None
    """Template of the back; None where the piece has one side."""
    file: str
    """Stem of the PDF; components with the same stem share sheets."""
    pieces: tuple[Piece, ...]
    measures: Mapping[str, float] = field(default_factory=dict)
    """What a net is computed from, in points: `edge` of a die, `width`, `height` and `depth` of a box's inside."""
    form: str = ""
    """How a die is made: `net` or `stickers`; empty for everything else."""
    material: str = ""
    """What it is best printed on, one of MATERIALS: advice for the print plan."""
    sheets: bool = False
    """Whether its pieces are the game's scoresheets of the same ids."""
    turned: bool = False
    """Whether a face that fills the paper lies on its side."""
    gap: float = 0.0
    """The least space between its pieces on a sheet, in points: for those whose edges would clash in a common cut."""

    prose: Prose | None = None
    """What the pages of a booklet are set from; such a component has no pieces of its own."""

    @property
    def is_sheet_of_text(self) -> bool:
        """Whether it is a text that fills the paper, and not a booklet to be stapled."""
        return self.prose is not None and self.trim is None

    @property
    def count(self) -> int:
        """How many pieces are printed; a booklet is one."""
        if self.prose:
            return 1
        return sum(piece.copies for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Game:
    """One game's folder, read and checked."""

    id: str
    folder: Path
    title: Text
    about: Text
    designer: str
    year: int
    version: str
    """Version of the data, printed in the slug line."""
    date: str
    """ISO day of the data's version; the date that PDFs carry."""
    languages: tuple[str, ...]
    components: tuple[Component, ...]
    tables: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    strings: Mapping[str, Text] = field(default_factory=dict)
    """Words of the templates that belong to no row, by dotted key: `strings.<lang>.toml`."""
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    """Its scoresheets by id: `sheets/<id>.toml`."""
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    """Where the boxes of a scoresheet stand, by the sheet's id; a sheet without one is laid out as it comes."""
    sample: bool = False
    """Whether it is there to be copied, and not printed unless it is named."""

    house: Text | None = None
    """Which values are ours because no source gives them; said on the waste edge of every sheet."""
    rights: Text | None = None
    """Whose game it is; said in the print plan."""

    def component(self, id_: str) -> Component:
        """The component with this id; KeyError where there is none."""
        return {component.id: component for component in self.components}[id_]
