"""A game as read from its folder: components, pieces, tables and texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from generator.base.geometry import Size
from generator.base.records import NamedTuple, dataclass, field
from generator.model.card_format import Packing
from generator.model.prose import Prose
from generator.model.text import Text

if TYPE_CHECKING:
    from generator.model.figure import Figure
    from generator.model.sheet import Sheet
    from generator.model.sheet_layout import Layout

# Recursive, hence a text: a cell may refer to rows of other tables, or list values.
Value: TypeAlias = "str | int | float | bool | Text | tuple[Value, ...] | Row"
"""The value of a cell of a data file."""

MATERIALS = ("card", "tag", "board", "paper", "label")
"""Stiff card; light card that folds; paper glued on greyboard; plain paper; self-adhesive paper."""


@dataclass(frozen=True, slots=True)
class Row:
    """One typed row of a data file: a kind of card, a material, a player colour."""

    id: str
    """`^[a-z][a-z0-9_]{0,40}$`, unique in its file."""
    cells: Mapping[str, Value]
    """Values by column; a language column `text.en` is part of the Text under `text`."""
    source: str = field(repr=False)
    """File and line for faults, `cards/orders.csv:7`. Not in the repr, from which the key of a face is made."""
    rich: tuple[str, ...] = ()
    """The columns with light markup; in the others `*` and `{` are plain characters."""


PlayerRange: TypeAlias = tuple[int, int]
"""The least and the greatest number of players."""

NO_PLAYERS: PlayerRange = (0, 0)
"""Where nothing is said about players."""

Nudge: TypeAlias = tuple[float, float, float, float]
"""Millimetres by which a box is moved right and down, and made wider and higher."""
Crop: TypeAlias = tuple[float, float, float]
"""The point of a picture that comes to the middle of its frame, in percent from left and top, and its enlargement."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One kind of piece of a component, printed `copies` times."""

    id: str
    """The row's id, or with `per` `<row>_<per row>`: `engineer_blue`. Names its faces and its marked content."""
    label: str
    """The short name on the card: `F17`."""
    copies: int
    row: Row
    per: Row | None = None
    """The row of the `per` table that this piece is made for, such as one player's set."""
    serial: int = 0
    """The running number of a piece of which there is one copy, from 1; 0 in a component that is not numbered."""
    players: PlayerRange = NO_PLAYERS
    """How many players need it; NO_PLAYERS for any number."""
    nudges: tuple[tuple[str, Nudge], ...] = ()
    """Boxes that stand elsewhere on this piece alone, by the id of their element in the template."""
    crops: tuple[tuple[str, Crop], ...] = ()
    """Pictures of which this piece alone shows another part, by the id of their element."""


SeamRange = tuple[float, float]
"""From and to, in points; equal for a single line."""


@dataclass(frozen=True, slots=True)
class Seams:
    """Where a board larger than the paper may be divided into tiles; anywhere if both are empty."""

    x: tuple[SeamRange, ...] = ()
    """Ranges of the upright seams, from the left edge of the trim."""
    y: tuple[SeamRange, ...] = ()
    """Ranges of the level seams, from the upper edge of the trim."""
    columns: tuple[tuple[SeamRange, ...], ...] = ()
    """Ranges of the level seams for each column of tiles, if their number matches; otherwise `y` holds for all columns.
    """

    def scaled(self, factor: float) -> Seams:
        """Return the seams of the same board at another scale."""

        def scale(ranges: tuple[SeamRange, ...]) -> tuple[SeamRange, ...]:
            """Return ranges at the scale."""
            return tuple((factor * low, factor * high) for low, high in ranges)

        return Seams(scale(self.x), scale(self.y), tuple(map(scale, self.columns)))


NO_SEAMS = Seams()


@dataclass(frozen=True, slots=True)
class DrawnSize:
    """The size at which a component is drawn before it is scaled, in points."""

    trim: Size
    bleed: float
    corner: float


class FoldUpSize(NamedTuple):
    """The size of a component that is folded; lengths in points."""

    trim: Size | None
    """The size of its net; None after a fault."""
    measures: Mapping[str, float]
    """The lengths that its net is computed from, by their names in templates."""
    form: str = ""
    packing: Packing | None = None
    """Contents of a box; None for dice and standees."""


@dataclass(frozen=True, slots=True)
class Component:
    """Anything printed: a deck, tokens, a sheet."""

    id: str
    kind: str
    """`cards`, `tokens`, `sheets`, `boards`, `booklets`, or folded from a net: `dice`, `standees`, `boxes`."""
    title: Text
    trim: Size | None
    """Points; None for a face that fills the paper inside the printer's margins."""
    bleed: float
    corner: float
    """Radius of the rounded corners, for proof outlines and cutting files."""
    shape: str
    """Outline of the finished piece: `rect`, `round` or `hex`."""
    front: str
    """Template of the front, looked up in the game's templates and then in the shared ones."""
    back: str | None
    """Template of the back; None for pieces with one side."""
    file: str
    """Stem of the PDF's name; components with the same stem share press sheets."""
    pieces: tuple[Piece, ...]
    measures: Mapping[str, float] = field(default_factory=dict)
    """Lengths of a net, in points: `edge` of a die; inner `width`, `height` and `depth` of a box."""
    form: str = ""
    """How a die is made, `net` or `stickers`; `tent` for a standee that is a folded strip; else empty."""
    material: str = ""
    """The material that the print plan recommends, one of MATERIALS."""
    sheets: bool = False
    """Whether its pieces are the game's scoresheets, by id."""
    turned: bool = False
    """Whether a face that fills the paper is landscape."""
    gap: float = 0.0
    """The least space between its pieces on a press sheet, in points: for edges that cannot share a cut."""
    seams: tuple[tuple[str, Seams], ...] = ()
    """Seams by the id of a piece; an empty id stands for all pieces."""
    packing: Packing | None = None
    """Contents of a tuck box, from which its measures follow; None for other components."""
    drawn: DrawnSize | None = None
    """The size that its templates draw at, if it is printed at another."""
    headings: tuple[tuple[str, str], ...] = ()
    """Columns whose heading in the file differs from their name, with that heading."""
    prose: Prose | None = None
    """The text of a booklet; such a component has no pieces of its own."""
    copies_for: int = 0
    """How many players share its copies: fewer need fewer; 0 if the number of players does not matter."""
    spare_set: PlayerRange = NO_PLAYERS
    """Numbers of players that need one more of its sets than they are."""
    shared_cuts: bool = False
    """Whether its pieces have one hue along all edges, so that those of one ground need no gap between them."""
    light_back: bool = False
    """Whether its backs hide what they are of and are no second face: they are printed in little ink."""

    def seams_of(self, piece: str) -> Seams:
        """Return the seams at which a piece may be divided into tiles."""
        # Seams of one piece come before those of the whole component.
        seams = dict(self.seams)
        return seams.get(piece) or seams.get("", NO_SEAMS)

    @property
    def has_photo_marks(self) -> bool:
        """Whether the pages have corner marks for photos, as scoresheets that fill the paper do."""
        return self.sheets and self.trim is None

    @property
    def is_sheet_of_text(self) -> bool:
        """Whether the component is a text on full sheets of paper, and not a booklet to be stapled."""
        # A text without a size of its own fills the paper.
        return self.prose is not None and self.trim is None

    @property
    def is_booklet(self) -> bool:
        """Whether the component is a text on pages of its own size, to be stapled."""
        return self.kind == "booklets" and self.trim is not None

    @property
    def is_full_pages(self) -> bool:
        """Whether the component is the text of a booklet, set on whole sheets of paper."""
        return self.prose is not None and self.prose.full_pages

    @property
    def is_reference(self) -> bool:
        """Whether the component is a reference sheet: a text on one whole sheet of paper."""
        return self.is_sheet_of_text and not self.is_full_pages

    @property
    def count(self) -> int:
        """Number of pieces to print; a text counts as one."""
        return 1 if self.prose else sum(piece.copies for piece in self.pieces)


class PixelChoice(NamedTuple):
    """The drawings that are printed as pixels instead of as vectors."""

    refused: bool = False
    """Whether every drawing with features that the program cannot draw becomes pixels."""
    names: tuple[str, ...] = ()
    """Names as templates write them; `*` stands for any letters."""


@dataclass(frozen=True, slots=True)
class PictureCredit:
    """Who made a picture of a game."""

    file: str
    """Path in the game's folder."""
    words: str
    """Maker and licence; empty while nobody has written them."""
    source: str = field(repr=False)
    """File and line, for warnings."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game, read from its folder and checked."""

    id: str
    folder: Path
    title: Text
    about: Text
    """A sentence about it; empty if nothing is said."""
    designer: str
    """Who made it; empty if nothing is said."""
    year: int
    """When it was made; 0 if nothing is said."""
    version: str
    """Version of the data, printed in the slug line."""
    date: str
    """ISO date of the data's version, which is also the date of its PDFs; empty if nothing is said."""
    languages: tuple[str, ...]
    components: tuple[Component, ...]
    tables: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    strings: Mapping[str, Text] = field(default_factory=dict)
    """Texts for templates that belong to no row, by dotted key: `strings.<lang>.toml`."""
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    """Its scoresheets by id: `sheets/<id>.toml`."""
    logs: Mapping[str, Sheet] = field(default_factory=dict)
    """Logs over many games, `logs/<id>.toml`: sheets that are no part of the book of its scoresheets."""
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    """Layouts of scoresheets, by the sheet's id; a sheet without one is stacked automatically."""
    figures: Mapping[str, Figure] = field(default_factory=dict)
    """Figures of the rules by id: `rules/figures.toml`."""
    pixels: PixelChoice = PixelChoice()
    sample: bool = False
    """Whether it is a sample to copy, which is built only when it is named."""
    house_note: Text | None = None
    """Which values are our own because no source gives them; printed in the slug of every sheet."""
    rights: Text | None = None
    """Whose game it is; printed in the print plan."""
    credits: tuple[PictureCredit, ...] = ()
    """Who made its pictures, `credits.toml`; printed in the print plan and in the rules."""
    players: PlayerRange = NO_PLAYERS
    """For how many players it is."""
    unadapted: tuple[Component, ...] = ()
    """Components as in the folder, if an order changed any; else empty."""
    notes: tuple[str, ...] = ()
    """Notes on how files were understood, for guesses that may surprise the author."""

    @property
    def makers(self) -> tuple[str, ...]:
        """Designer and year, as far as the game names them."""
        # Year 0 stands for none, and must not be shown.
        return tuple(filter(None, (self.designer, str(self.year or ""))))

    @property
    def texts(self) -> tuple[Component, ...]:
        """Components that are texts to read, each once: the text of a booklet repeated on whole sheets is left out."""
        return tuple(part for part in self.components if part.prose and not part.is_full_pages)

    def book_sheets(self, ids: Collection[str]) -> Mapping[str, Sheet]:
        """Return the logs if `ids` are the ids of the logs, else the scoresheets."""
        # Logs are a book of their own.
        return self.logs if self.logs and self.logs.keys() == set(ids) else self.sheets

    @property
    def own_components(self) -> tuple[Component, ...]:
        """Components as they are in the game's folder, before an order changed their size."""
        # An order that changes no component keeps no second list.
        return self.unadapted or self.components

    def rows(self, id_: str) -> tuple[Row, ...]:
        """Return the rows of a table, or of a component, each once; raises KeyError for an unknown id."""
        if id_ in self.tables:
            return self.tables[id_]
        # A row that is made for each player gives several pieces; a dict keeps the first of each id, in order.
        return tuple({piece.row.id: piece.row for piece in self.component(id_).pieces}.values())

    def component(self, id_: str) -> Component:
        """Return the component of this id; raises KeyError for an unknown one."""
        return {component.id: component for component in self.components}[id_]
