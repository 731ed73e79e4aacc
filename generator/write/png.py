"""Write PNG files, and render the pages of a PDF with pdfium."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import SpooledTemporaryFile, gettempdir
from typing import TYPE_CHECKING, Any

from generator.base.errors import OutputError
from generator.base.records import dataclass
from generator.base.units import MM
from generator.model.face import EncodedPixels, Raster

if TYPE_CHECKING:
    from PIL.Image import Image

Pdf = bytes | Path | Iterator[bytes]
"""A PDF in memory, on the disk, or in pieces."""
LARGE = 32_000_000
"""Bytes of a PDF up to which it is kept in memory."""

_LEVEL = 4
"""Level 3 of zlib takes two thirds of the time, and makes the back of a card a third larger."""
_FASTER_LEVEL = 2
"""Level of ISA-L, which packs a card of 300 dpi in 1 ms where zlib takes 8 and libdeflate 4. Its files are 15 % larger
than theirs, and their bytes, not their pixels, may differ from one kind of processor to the next.
"""
_COLOUR_TYPES = {1: 0, 3: 2, 4: 6}


def encode_png(width: int, height: int, pixels: bytes, *, channels: int = 3, dpi: float = 0.0) -> bytes:
    r"""Return a PNG file from 8-bit rows, top row first: grey (1 channel), RGB (3) or RGBA (4).

    >>> encode_png(1, 1, b"\xff\x00\x00")[:8]
    b'\x89PNG\r\n\x1a\n'
    """
    # Filter 0 for every row: flat art is smaller without filters, and Pillow takes three times as long to choose them.
    row = channels * width
    rows = b"".join([b"\0" + pixels[start : start + row] for start in range(0, row * height, row)])
    return _png(width, height, rows, channels, dpi)


def image_png(image: Image, dpi: float = 0.0) -> bytes:
    """Return a picture of Pillow, grey, RGB or RGBA, as a PNG file."""
    return encode_png(*image.size, image.tobytes(), channels=len(image.getbands()), dpi=dpi)


def _png(width: int, height: int, rows: bytes | memoryview, channels: int, dpi: float) -> bytes:
    """Return a PNG file from uncompressed rows, each behind the byte of its filter."""
    extra: list[tuple[bytes, bytes]] = []
    if dpi:
        # pHYs counts pixels per metre.
        metre = round(dpi * 1000 * MM / 72)
        extra = [(b"pHYs", struct.pack(">2IB", metre, metre, 1))]
    return _file((width, height, 8, _COLOUR_TYPES[channels]), _compress(rows), extra)


def _compress(rows: bytes | memoryview) -> bytes:
    """Return compressed rows, by ISA-L where it is installed."""
    try:
        from isal import isal_zlib  # from the extra `png`
    except ImportError:
        return zlib.compress(rows, _LEVEL)
    return isal_zlib.compress(rows, _FASTER_LEVEL)


def png_of_rows(width: int, height: int, pixels: EncodedPixels) -> bytes:
    """Return the PNG file of rows that are encoded already. Raises LostDataError."""
    # PNG specification, 11.2.2.
    colour_type = {"grey": 0, "rgb": 2, "palette": 3}[pixels.colours]
    palette = [(b"PLTE", pixels.palette)] if pixels.palette else []
    return _file((width, height, pixels.bits, colour_type), pixels.data.read(), palette)


def raster_file(raster: Raster) -> bytes:
    """Return a picture without its mask as a JPEG or PNG file. Raises LostDataError."""
    pixels = raster.pixels
    return pixels.data.read() if pixels.is_jpeg else png_of_rows(raster.width, raster.height, pixels)


def _file(header: tuple[int, int, int, int], rows: bytes, extra: Sequence[tuple[bytes, bytes]]) -> bytes:
    """Return a file of compressed rows and extra chunks; the header has width, height, bits and colour type."""
    head = [(b"IHDR", struct.pack(">2I5B", *header, 0, 0, 0)), (b"sRGB", b"\0")]
    chunks = [*head, *extra, (b"IDAT", rows), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of PNG: its length, kind, data and checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@dataclass(frozen=True, slots=True)
class PagePixels:
    """A page in RGB, 8 bits a channel, on white."""

    width: int
    height: int
    rows: bytearray
    """From the top, a byte 0 before each and after the last one: PNG takes 0 for a row without a filter."""

    def rgb(self) -> bytes:
        """Return the rows without the bytes between them."""
        return b"".join(self._lines())

    def _lines(self) -> list[bytearray]:
        """Return each row of the page without its leading byte."""
        row = 3 * self.width + 1
        return [self.rows[start + 1 : start + row] for start in range(0, row * self.height, row)]

    def image(self) -> Image:
        """Return the page as a picture of Pillow."""
        from PIL.Image import frombytes

        size, row = (self.width, self.height), 3 * self.width + 1
        return frombytes("RGB", size, self.rows[1:], "raw", "RGB", row, 1)

    def paste(self, other: PagePixels, x: int, y: int) -> None:
        """Draw another page over this page, with its left top corner at (x, y).

        The other page must not reach over the edges.
        """
        row, other_row = 3 * self.width + 1, 3 * other.width + 1
        for line in range(other.height):
            start, source = (y + line) * row + 1 + 3 * x, line * other_row + 1
            self.rows[start : start + other_row - 1] = other.rows[source : source + other_row - 1]

    def extend(self, x: int, y: int) -> PagePixels:
        """Return the page with `x` more pixels at both sides and `y` above and below, which repeat its edge."""
        if not (x or y):
            return self
        wide = [line[:3] * x + line + line[-3:] * x for line in self._lines()]
        rows = b"\0".join([b"", *[wide[0]] * y, *wide, *[wide[-1]] * y, b""])
        return PagePixels(self.width + 2 * x, self.height + 2 * y, bytearray(rows))

    def png(self, dpi: float = 0.0) -> bytes:
        """Return the page as a PNG file, which says how many dots it has to an inch."""
        return _png(self.width, self.height, memoryview(self.rows)[:-1], 3, dpi)


def plain_page(width: int, height: int, colour: tuple[int, int, int]) -> PagePixels:
    """Return a page of one colour: red, green and blue, 0 to 255."""
    rows = bytearray(b"\0" + bytes(colour) * width) * height
    # A byte 0 after the last row too, as after every other: pdfium takes it for the end of a row.
    rows.append(0)
    return PagePixels(width, height, rows)


def page_png(pdf: Pdf, dpi: float, *, page: int = 0) -> bytes:
    """Render one page of a PDF as PNG; its size in pixels is rounded."""
    return next(page_pngs(pdf, dpi, start=page))


def page_pngs(pdf: Pdf, dpi: float, *, start: int = 0) -> Iterator[bytes]:
    """Yield every page of a PDF from `start` on as a PNG file, `dpi` pixels to an inch."""
    return map(partial(PagePixels.png, dpi=dpi), drawn_pages(pdf, dpi, start=start))  # holds no page while it draws


def page_pixels(pdf: Pdf, dpi: float, *, start: int = 0) -> Iterator[tuple[int, int, bytes]]:
    """Yield width, height and RGB rows of each page of a PDF, on white. Raises the errors of `drawn_pages`."""
    for pixels in drawn_pages(pdf, dpi, start=start):
        yield pixels.width, pixels.height, pixels.rgb()


def drawn_pages(pdf: Pdf, dpi: float, *, size: tuple[int, int] | None = None, start: int = 0) -> Iterator[PagePixels]:
    """Yield the pages of a PDF from `start` on as pixels: `dpi` to an inch, rounded, or as many as `size` says.

    Raises OutputError where there is no room for a large PDF, and the errors of its pieces.
    """
    import pypdfium2

    pdfium: Any = pypdfium2  # its C half has no types
    with _readable(pdf) as file, pdfium.PdfDocument(file) as document:
        for index in range(start, len(document)):
            page = document[index]
            width, height = size or [max(1, round(side * dpi / 72)) for side in page.get_size()]
            yield PagePixels(width, height, _draw(pdfium.raw, page, width, height))
            page.close()


def page_bands(pdf: Pdf, dpi: float, most: int, overlap: int) -> Iterator[tuple[int, int, PagePixels]]:
    """Yield the first page of a PDF in bands of at most `most` pixels, from the top.

    Each band overlaps the next by `overlap` rows. Yields the number of its first row, the number of all rows of the
    page, and the band. Raises as `drawn_pages`.
    """
    import pypdfium2

    pdfium: Any = pypdfium2
    with _readable(pdf) as file, pdfium.PdfDocument(file) as document:
        page = document[0]
        width, height = (max(1, round(side * dpi / 72)) for side in page.get_size())
        step = max(1, most // width)
        for top in range(0, height, step):
            rows = min(step + overlap, height - top)
            yield top, height, PagePixels(width, rows, _draw(pdfium.raw, page, width, rows, top, height))
        page.close()


def _draw(raw: Any, page: Any, width: int, height: int, top: int = 0, whole: int = 0) -> bytearray:
    """Draw a page of pdfium on white; return the rows of PagePixels.

    Where `whole` is the height of the page, only the rows from `top` on are drawn. The bytes 0 are for pdfium the ends
    of rows.
    """
    import ctypes

    rows = plain_page(width, height, (255, 255, 255)).rows
    memory = (ctypes.c_ubyte * len(rows)).from_buffer(rows)
    bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGR, ctypes.byref(memory, 1), 3 * width + 1)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, -top, width, whole or height, 0, raw.FPDF_REVERSE_BYTE_ORDER)
    raw.FPDFBitmap_Destroy(bitmap)
    return rows


def page_rgba(pdf: bytes) -> Image:
    """Render the first page of a PDF on nothing, a pixel to a point, as an RGBA picture of Pillow."""
    import pypdfium2

    pdfium: Any = pypdfium2
    with pdfium.PdfDocument(pdf) as document:
        bitmap = document[0].render(scale=1, fill_color=(0, 0, 0, 0), maybe_alpha=True, rev_byteorder=True)
        image: Image = bitmap.to_pil().convert("RGBA")
        return image


@contextmanager
def _readable(pdf: Pdf) -> Iterator[bytes | Path | SpooledTemporaryFile[bytes]]:
    """Give a PDF as pdfium can read it; the pieces of a large one go into a file, not into memory."""
    if isinstance(pdf, bytes | Path):
        yield pdf
        return
    with SpooledTemporaryFile(LARGE) as file:
        try:
            file.writelines(pdf)
        except OSError as error:
            raise OutputError(f"{gettempdir()}: cannot be written ({(error.strerror or str(error)).lower()})") from None
        yield file
