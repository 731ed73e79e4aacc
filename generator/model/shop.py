"""What a print shop asks of the files that it is sent. Lengths are points, ink is per cent of one colour.

Where each figure was read, and on which day, stands beside it in `data/shops`.

A shop is also a standard alone, such as PDF/X-4, that a file is to keep for whoever prints it.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.geometry import Size
from generator.base.records import dataclass

Inks = tuple[int, int, int, int]
"""Per cent of cyan, magenta, yellow and black."""
SHORT_NAMES: Mapping[str, str] = {"dtc": "drivethrucards"}
"""Names by which people call some shops."""


@dataclass(frozen=True, slots=True)
class ShopProduct:
    """A size that a shop cuts, upright or lying, as the shop names it."""

    id: str
    title: str
    trim: Size
    bleed: float
    safe: float
    """Width of the zone inside the trim that text and important art must stay out of."""
    pixels: tuple[int, int] | None = None
    """Width and height with the bleed, where the shop gives them."""
    shape: str = "rect"
    """`rect`, `round` or `hex`."""
    most: int = 0
    """Largest order, in copies; 0 if unknown."""
    sides: int = 2
    kind: str = "cards"
    """Kind of the components that it is for, as in `game.toml`."""


@dataclass(frozen=True, slots=True)
class FileLimits:
    """What one file may be; 0 or empty where the shop sets no limit."""

    megabytes: float = 0
    least_pages: int = 0
    most_pages: int = 0
    versions: tuple[str, ...] = ()
    """Versions of PDF, `1.4`."""
    pages: tuple[Size, ...] = ()
    """Sizes of pages, upright, that are printed as they are."""
    smallest: Size | None = None
    largest: Size | None = None
    """Smallest and largest page that is printed at all, upright."""
    counts: tuple[int, ...] = ()
    """Numbers of cards that an order may have, rising."""


@dataclass(frozen=True, slots=True)
class Shop:
    """A print shop, or a standard that its file says it keeps."""

    id: str
    title: str
    takes: str
    """`pdf` or `pictures`."""
    standard: str
    """`pdfx-1a`, `pdfx-4`, or empty for any PDF."""
    order: tuple[str, ...]
    """Sides of a card in the order of pages: `front`, `back`; only one where only that side is sent."""
    kinds: tuple[str, ...]
    """Kinds of components that it makes; empty for all."""
    file: str
    """Content of one file: `deck`, `size` (all cards of one size) or `face`."""
    pictures: str
    """Pictures that lie beside the PDF files: `jpeg`, or empty for none."""
    bleed: float
    safe: float
    colours: str
    """`cmyk`, `rgb`, or empty where both will do."""
    condition: str
    """The output condition, by its name in `data/profiles/conditions.toml`; empty for none."""
    ink: int
    """Most ink of one spot, all colours together, in per cent; 0 for no limit."""
    rich_black: Inks | None
    """Ink of large black areas, as the shop recommends it; None for plain black."""
    outlines: bool
    """Whether letters must be outlines, without fonts."""
    transparency: bool
    """Whether transparency may be in the file."""
    marks: bool
    """Whether there may be crop marks."""
    dpi: int
    """Least resolution of pictures; 0 for none."""
    limits: FileLimits
    products: Mapping[str, ShopProduct]
    advised: frozenset[str] = frozenset()
    """Keys that are our choice: files are made so, and no file is wrong for being otherwise."""
    target: str = ""
    """Target of exports whose files keep the rules, if it has another name."""
    tool: str = ""
    """The one product that the desktop tool of the shop's buyers can order; empty where there is no such tool."""
    stock: str = ""
    """The card stock that an order names, as the shop calls it, until somebody chooses another."""
