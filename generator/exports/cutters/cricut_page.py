"""The page that Cricut's Design Space prints: where the shapes of a cut file lie on it, and sheets laid over it."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.base.errors import DamagedError
from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass, replace
from generator.base.units import MM, decimal
from generator.impose.imposition_inputs import size_in_mm
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.game_locations import data_root
from generator.model.press_sheet import PlacedFace, PressSheet
from generator.write.png import page_pixels

if TYPE_CHECKING:
    from pikepdf import Page, Pdf
    from PIL.Image import Image

_DPI = 200
"""Eight pixels to the millimetre; the largest page takes 70 MB."""
_CLOSE = 90
"""Largest difference of red, green and blue from the colour of the shapes: printers to PDF convert colours."""


@dataclass(frozen=True, slots=True)
class CricutRules:
    """Limits of Cricut's machines, as data/cutters has them; lengths in points."""

    colour: str
    """Fill colour of the shapes in cut files, `#rrggbb`."""
    margin: float
    """Unprinted strip at each edge of the paper."""
    gap: float
    bleed: float
    """Most that Design Space adds around a shape on each side when it spreads colour beyond the cut."""
    slack: float
    """Largest difference of a printed shape from its cut file, apart from the spread."""
    largest: float
    """Longest side of a page."""
    longer: float
    """Longer side of the area that is printed and cut at once."""
    shorter: float

    def takes(self, box: Rect) -> bool:
        """Return whether shapes in a box can be printed and cut at once, upright or lying."""
        sides = sorted((box.width, box.height))
        return sides[0] <= self.shorter and sides[1] <= self.longer


@lru_cache(maxsize=1)
def cricut_rules() -> CricutRules:
    """Return the rules of data/cutters/cricut.toml, with lengths in points."""
    with FaultReport() as report:
        table = TomlTable(read_toml(Folder(data_root(), "data"), "cutters/cricut.toml"), report)
        # All fields but the first are lengths, and have the names of the file's keys.
        lengths = {key: table.length(key, low=0, high=1000 * MM) for key in CricutRules.__match_args__[1:]}
        rules = CricutRules(table.text("colour"), **lengths)
        table.close()
        return rules


@dataclass(frozen=True, slots=True)
class PrintedShapes:
    """The first page of a PDF that Design Space has printed."""

    page: Size
    box: Rect
    """Rectangle around all shapes."""
    pages: int = 1
    """Number of pages of the PDF; only the first one is used."""

    def cuts(self, box: Rect, rules: CricutRules) -> bool:
        """Return whether the printed shapes belong to a cut file with `box` (points) around its paths.

        Colour spread beyond the cut makes them larger, by the same length in both directions.
        """
        # Design Space adds the same bleed to all sides: other shapes differ more in one direction than in the other.
        wider, higher = self.box.width - box.width, self.box.height - box.height
        return abs(wider - higher) <= 2 * rules.slack and -rules.slack <= wider <= 2 * rules.bleed + rules.slack

    def place(self, sheet: PressSheet, box: Rect) -> PressSheet:
        """Return a sheet as large as the page, with its faces moved so that the paths of its cut file meet the shapes.

        `box` is around those paths on the front, in points. Marks are left out: the page has its own.
        """
        # The middles are compared, because the spread is the same on all sides.
        dx, dy = (one - other for one, other in zip(self.box.centre, box.centre, strict=True))
        if sheet.side == "verso":
            dx, dy = self._behind(sheet, dx, dy)
        return PressSheet(self.page, sheet.side, sheet.number, tuple(_moved(sheet.placed, dx, dy)))

    def _behind(self, sheet: PressSheet, dx: float, dy: float) -> tuple[float, float]:
        """Return the shift of a back from the shift `dx`, `dy` of its front: backs are mirrored about the long edge."""
        # Upright sheets are turned over sideways, lying ones head over foot.
        if sheet.size.height >= sheet.size.width:
            return self.page.width - sheet.size.width - dx, dy
        return dx, self.page.height - sheet.size.height - dy


def _moved(placed: Iterable[PlacedFace], dx: float, dy: float) -> Iterable[PlacedFace]:
    """Yield placed faces moved by `dx` and `dy`, in points."""
    shift = Matrix.translation(dx, dy)
    for face in placed:
        trim, clip = face.trim.translate(dx, dy), face.clip.translate(dx, dy)
        yield replace(face, matrix=shift @ face.matrix, trim=trim, clip=clip)


def find_shapes(pdf: Path, rules: CricutRules) -> PrintedShapes | None:
    """Return the place of a cut file's shapes on the first page of a PDF; None if nothing has their colour.

    Raises DamagedError for a file that cannot be read, and for a page larger than any mat.
    """
    import pypdfium2

    pdfium: Any = pypdfium2  # its C half has no types
    try:
        with pdfium.PdfDocument(pdf) as document:
            page, pages = Size(*document[0].get_size()), len(document)
        # Before it is drawn: the pixels of a poster would fill the memory.
        if max(page.width, page.height) > rules.largest:
            raise DamagedError(f"the page is {size_in_mm(page)} mm, larger than any mat")
        width, height, rows = next(page_pixels(pdf, _DPI))
    except (pdfium.PdfiumError, OSError, IndexError) as error:
        # pdfium raises one kind of error for all, and names a missing password in its message.
        raise DamagedError(PROTECTED if "password" in str(error) else UNREADABLE) from None
    box = _box_of_colour(width, height, rows, rules.colour)
    if box is None:
        return None
    left, top, right, bottom = (value * 72 / _DPI for value in box)
    return PrintedShapes(page, Rect(left, top, right - left, bottom - top), pages)


def _box_of_colour(width: int, height: int, rows: bytes, colour: str) -> tuple[int, int, int, int] | None:
    """Return left, top, right and bottom (pixels) of all that has nearly a colour `#rrggbb`; None if nothing has.

    `rows` are the pixels of a picture, three bytes each.
    """
    from PIL import Image, ImageChops

    rgb = bytes.fromhex(colour.removeprefix("#"))
    channels = Image.frombytes("RGB", (width, height), rows).split()
    # A pixel has the colour only where all three channels are near it.
    masks = [_near(channel, value) for channel, value in zip(channels, rgb, strict=True)]
    return ImageChops.multiply(ImageChops.multiply(masks[0], masks[1]), masks[2]).getbbox()


def _near(channel: Image, value: int) -> Image:
    """Return a mask of the pixels whose level in one colour channel is near a value."""
    return channel.point([255 if abs(level - value) <= _CLOSE else 0 for level in range(256)])


def lay_over(sheets: bytes, base: Path, shapes: PrintedShapes) -> bytes:
    """Return the PDF `sheets` with its fronts laid over the first page of the PDF `base`.

    The shapes of the base are covered with white, as they would show between the pieces. Raises DamagedError for a
    base that cannot be read.
    """
    import pikepdf

    out = io.BytesIO()
    try:
        with pikepdf.open(io.BytesIO(sheets)) as file, pikepdf.open(base) as under:
            _lay_pages(file, under.pages[0], _cover(shapes))
            # Otherwise the id of the file, and with it its bytes, differ from export to export.
            file.save(out, deterministic_id=True)
    except pikepdf.PdfError:
        raise DamagedError(UNREADABLE) from None
    return out.getvalue()


def _lay_pages(file: Pdf, printed: Page, cover: bytes) -> None:
    """Put a printed page under each front of a PDF, with `cover`, drawing operators, between the two."""
    from pikepdf import Rectangle

    for box in ("/TrimBox", "/ArtBox", "/BleedBox"):  # pikepdf would take one of them for the page
        if box in printed:
            del printed[box]
    for page in file.pages:
        if b"/Side(front)" in page.Contents.read_bytes():
            # The cover first: the underlay then goes below it, as it is put before all that the page has.
            page.contents_add(cover, prepend=True)
            page.add_underlay(printed, Rectangle(page.mediabox))


def _cover(shapes: PrintedShapes) -> bytes:
    """Return the PDF operators that cover the shapes with white, half a millimetre beyond them."""
    white = shapes.box.expand(0.5 * MM)
    # PDF counts from the lower left corner.
    lengths = (white.x, shapes.page.height - white.bottom, white.width, white.height)
    return f"q 1 g {' '.join(map(decimal, lengths))} re f Q".encode()


PROTECTED = "opens with a password only; print the page of Design Space to a PDF without one"
UNREADABLE = "cannot be read as a PDF; print the page of Design Space to a PDF again"
