"""Rules for a print: general ones, and the further ones of a shop. Lengths are in points."""

from __future__ import annotations

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.preflight.content.colour_space import CMYK, GREY


@dataclass(frozen=True, slots=True)
class PrintRules:
    """Rules for a print. Defaults are usual in print, for shops that state nothing else."""

    shop: str = ""
    """Its name; empty for general rules of print."""
    least_dpi: float = 150
    """Coarser pictures are faults. With `good_dpi`: GWG 2015 as albionsp.com/wiki/upload-guidelines gives it."""
    good_dpi: float = 225
    """Coarser pictures are warned of."""
    least_line_art_dpi: float = 550
    """Lowest resolution of one-bit pictures."""
    least_line: float = 0.25
    """Points; senkousya.net/pockettissue/howto6.html, consolidatedpress.net/helpful-info/lines-and-fills."""
    least_text: float = 4
    """Points; peakprint.ca: 4 points, and 6 for text that is left white."""
    black_text: float = 18
    """Points up to which text of several inks is seen to be out of register."""
    edge: float = 0.0
    """Points that a text must keep from the cut; at 0 it may only not be cut."""
    bleed: float | None = None
    """Bleed that the pages must have; None where any will do."""
    sizes: tuple[Size, ...] = ()
    """Trims that are taken; empty for any."""
    papers: tuple[Size, ...] = ()
    """Papers to one of which a page is scaled; empty for no such thing."""
    smallest: Size | None = None
    largest: Size | None = None
    """Between which the pages may lie, either way up."""
    most_ink: float | None = 320
    """Per cent of all inks together, in CMYK; None for printers that convert everything. colorfxweb.com."""
    is_press: bool = False
    """Whether the rules are those of a print shop: what general rules warn of, it may send back."""
    colours: frozenset[str] | None = None
    """Kinds of colour that are taken; None for all."""
    asks_ink: bool = False
    """Whether the shop itself names the limit of ink."""
    takes_spots: bool = False
    """Whether spot colours are taken where not all kinds of colour are."""
    takes_profiles: bool = True
    """Whether RGB with an ICC profile counts as colour that can be printed."""
    takes_transparency: bool = True
    takes_fonts: bool = True
    """Whether text may be text; else its letters have to be outlines."""
    takes_marks: bool = True
    """Whether there may be ink beyond the bleed."""
    order: tuple[str, ...] = ()
    """Sides in the order of pages, `front` and `back`; empty where any order will do."""
    takes_sheets: bool = True
    """Whether a page may hold several cards."""
    card_sizes: tuple[Size, ...] = ()
    """Sizes by which cards on a sheet are known."""
    target: str = ""
    """Name of the exports that keep the rules."""
    is_one_size: bool = False
    """Whether all pages of a file have to have one size."""
    least_pages: int = 1
    most_pages: int | None = None
    most_bytes: int | None = None
    versions: tuple[str, ...] = ()
    """Versions of PDF that are taken; empty for all."""
    pdfx: str = ""
    """Standard that the file must keep: `pdfx-1a`, `pdfx-4`, or empty for any PDF."""
    checks: frozenset[str] | None = None
    """The checks whose faults count, where the rules are those of a standard alone; None for all checks."""
    condition: str = ""
    """Output condition that the file should be made for."""


# Grey is printed with the black plate.
PROCESS_COLOURS = frozenset({GREY, CMYK})
"""Colour spaces that a press with four plates prints."""
