"""Pages of PDF files as pictures of pixels: `art.pdf` is the first one, `art.pdf#2` the second."""

from __future__ import annotations

import io
import math
import re
import threading
from typing import Any

from generator.base.records import NamedTuple
from generator.base.units import MM, to_mm
from generator.typeset.ink.raster import UnusablePictureError

_DPI = 600
"""Pixels are then reduced to the resolution that a build asks for."""
_MOST_PIXELS = 40_000_000
_LARGEST = 2000 * MM
_NAME = re.compile(r"(.+\.pdf)(?:#([1-9][0-9]{0,3}))?", re.IGNORECASE)
_PASSWORD = 4
"""The number of pdfium's error for a file that needs a password."""
_ONE_AT_A_TIME = threading.Lock()  # pdfium draws in no two threads of a process


class PdfPage(NamedTuple):
    """A page of a file."""

    file: str
    number: int
    """Counted from 1."""


def pdf_page(name: str) -> PdfPage | None:
    """Return the page that the name of a picture stands for; None for the name of any other picture.

    >>> pdf_page("art/fox.pdf#2")
    PdfPage(file='art/fox.pdf', number=2)
    """
    match = _NAME.fullmatch(name)
    return PdfPage(match[1], int(match[2] or 1)) if match else None


def page_picture(data: bytes, number: int) -> bytes:
    """Return a page as PNG, on white. Raises UnusablePictureError if the file cannot be used, or has no such page."""
    import pypdfium2

    pdfium: Any = pypdfium2  # its C half has no types
    try:
        with _ONE_AT_A_TIME, pdfium.PdfDocument(data) as document:
            if number > len(document):
                count = "1 page" if len(document) == 1 else f"{len(document)} pages"
                raise UnusablePictureError(f"has no page {number}; it has {count}")
            return _png(document[number - 1])
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", 0) == _PASSWORD:
            raise UnusablePictureError("needs a password; save it without one") from None
        raise UnusablePictureError("cannot be read as a PDF; save it anew, or as PNG") from None


def _png(page: Any) -> bytes:
    """Return a page drawn by pdfium as a PNG file. Raises UnusablePictureError for one without size or too large."""
    width, height = page.get_size()
    if not (0 < width <= _LARGEST and 0 < height <= _LARGEST):
        size = f"{to_mm(width):.0f} × {to_mm(height):.0f} mm"
        raise UnusablePictureError(f"has a page of {size}; the limit is {to_mm(_LARGEST):.0f} mm a side")
    # A large page gets fewer dots to the inch, rather than too many pixels.
    scale = min(_DPI / 72, math.sqrt(_MOST_PIXELS / (width * height)))
    picture = page.render(scale=scale).to_pil().convert("RGB")
    page.close()
    packed = io.BytesIO()
    # Level 1, as the picture is encoded anew for the face.
    picture.save(packed, "PNG", dpi=(72 * scale, 72 * scale), compress_level=1)
    return packed.getvalue()
