"""Write PNG files, and render the pages of a PDF with pdfium."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile, gettempdir
from typing import TYPE_CHECKING, Any

from generator.base.errors import OutputError
from generator.base.units import MM
from generator.model.face import EncodedPixels

if TYPE_CHECKING:
    from PIL.Image import Image

Pdf = bytes | Path | Iterator[bytes]
"""A PDF in memory, on the disk, or in pieces."""
LARGE = 32_000_000
"""Bytes of a PDF up to which it is kept in memory."""

_LEVEL = 4
"""Level 3 of zlib takes two thirds of the time, and makes the back of a card a third larger."""
_FASTER_LEVEL = 5
"""Level of libdeflate, which takes half the time of zlib for files 5 % smaller, and gives the same bytes on every
processor (its author in https://github.com/ebiggers/libdeflate/issues/400); those of ISA-L depend on it.
"""
_COLOUR_TYPES = {1: 0, 3: 2, 4: 6}


def encode_png(width: int, height: int, pixels: bytes, *, channels: int = 3, dpi: float = 0.0) -> bytes:
    r"""Return a PNG file from 8-bit rows, top row first: grey (1 channel), RGB (3) or RGBA (4).

    >>> encode_png(1, 1, b"\xff\x00\x00")[:8]
    b'\x89PNG\r\n\x1a\n'
    """
    # Filter 0 for every row: flat art is smaller without filters, and Pillow takes three times as long to choose them.
    row = channels * width
    rows = b"".join([b"\0" + pixels[at : at + row] for at in range(0, row * height, row)])
    return _png(width, height, rows, channels, dpi)


def _png(width: int, height: int, rows: bytes, channels: int, dpi: float) -> bytes:
    """Return a PNG file from rows that begin with their filter."""
    extra: list[tuple[bytes, bytes]] = []
    if dpi:
        # pHYs counts pixels per metre.
        metre = round(dpi * 1000 * MM / 72)
        extra = [(b"pHYs", struct.pack(">2IB", metre, metre, 1))]
    return _file((width, height, 8, _COLOUR_TYPES[channels]), _compress(rows), extra)


def _compress(rows: bytes) -> bytes:
    try:
        import deflate  # from the extra `png`
    except ImportError:
        return zlib.compress(rows, _LEVEL)
    return bytes(deflate.zlib_compress(rows, _FASTER_LEVEL))


def png_of_rows(width: int, height: int, pixels: EncodedPixels) -> bytes:
    """Return the PNG file of rows that are encoded already. Raises LostDataError."""
    colour_type = {"grey": 0, "rgb": 2, "palette": 3}[pixels.colours]
    palette = [(b"PLTE", pixels.palette)] if pixels.palette else []
    return _file((width, height, pixels.bits, colour_type), pixels.data.read(), palette)


def _file(header: tuple[int, int, int, int], rows: bytes, extra: Sequence[tuple[bytes, bytes]]) -> bytes:
    """Return a file of compressed rows and extra chunks; the header has width, height, bits and colour type."""
    head = [(b"IHDR", struct.pack(">2I5B", *header, 0, 0, 0)), (b"sRGB", b"\0")]
    chunks = [*head, *extra, (b"IDAT", rows), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def page_png(pdf: Pdf, dpi: float, *, page: int = 0) -> bytes:
    """Render one page of a PDF as PNG; its size in pixels is rounded."""
    return next(page_pngs(pdf, dpi, start=page))


def page_pngs(pdf: Pdf, dpi: float, *, start: int = 0) -> Iterator[bytes]:
    """Render every page of a PDF from `start` on as PNG."""
    for bitmap in _bitmaps(pdf, dpi, start, spare=1):
        # The spare byte at the end of each row is 0: the filter of the next row.
        yield _png(bitmap.width, bitmap.height, b"\0" + memoryview(bitmap.buffer)[:-1], 3, dpi)


def page_pixels(pdf: Pdf, dpi: float, *, start: int = 0) -> Iterator[tuple[int, int, bytes]]:
    """Yield width, height and RGB rows of each page of a PDF, on white.

    Raises OutputError where there is no room for a large one, and what its pieces raise.
    """
    for bitmap in _bitmaps(pdf, dpi, start):
        yield bitmap.width, bitmap.height, bytes(bitmap.buffer)


def _bitmaps(pdf: Pdf, dpi: float, start: int, *, spare: int = 0) -> Iterator[Any]:
    """Yield each page of a PDF from `start` on as an RGB bitmap, with spare bytes at the end of each row."""
    import pypdfium2

    pdfium: Any = pypdfium2  # its C half has no types
    raw = pdfium.raw
    with _readable(pdf) as file, pdfium.PdfDocument(file) as document:
        for index in range(start, len(document)):
            page = document[index]
            width, height = (max(1, round(side * dpi / 72)) for side in page.get_size())
            bitmap = pdfium.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, stride=3 * width + spare)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
            raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER)
            yield bitmap
            page.close()


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
