"""A page as pdfium shows it: where its letters are, and its pixels in grey."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from generator.base.errors import HandledError
from generator.base.geometry import Rect
from generator.base.records import dataclass

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_LETTERS = 20_000
"""Letters of a page whose places are checked."""
PAPER = 250
"""Grey from which a pixel is paper."""
# A2 has 3.9 million pixels at 100 dpi; larger posters are drawn coarser.
_MOST_PIXELS = 6_000_000
MOST_SECONDS = 5
"""Seconds of computing for the drawing of a page."""
# A pixel is a quarter of a millimetre, less than the 0.4 mm inside the cut where the art is looked at.
_DPI = 100
_LEAST_PIXELS = 8


class SlowPageError(HandledError):
    """A page takes too long to be drawn."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter on a page."""

    box: Rect
    """Box of the letter, in units of the page."""
    size: float
    """Size of its font."""


class DrawnPage:
    """A page of pdfium; it is drawn when its pixels are first asked for."""

    def __init__(self, page: Any, area: Rect) -> None:
        """Take a page of pdfium, and the area of it that pdfium draws, in units of the page."""
        self._page, self._area = page, area
        # Places are compared with the boxes of the page, which Rotate does not turn.
        page.set_rotation(0)

    @cached_property
    def _text(self) -> Any:
        """Return the text of the page, read at the first call."""
        return self._page.get_textpage()

    @property
    def letter_count(self) -> int:
        """Return the number of letters on the page, also those beyond MOST_LETTERS."""
        return int(self._text.count_chars())

    def letters(self) -> Iterator[Letter]:
        """Yield the letters of the page, also those that are clipped or covered."""
        import pypdfium2

        raw: Any = pypdfium2.raw
        text, matrix = self._text, raw.FS_MATRIX()
        for index in range(min(self.letter_count, MOST_LETTERS)):
            x_min, y_min, x_max, y_max = text.get_charbox(index)
            # pdfium also lists characters that it adds itself, such as line ends, which have no area.
            if x_max <= x_min or y_max <= y_min:
                continue
            raw.FPDFText_GetMatrix(text, index, matrix)
            # Many programs set a font of size 1 and enlarge it by the matrix, which pdfium leaves out of the size.
            scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
            size = raw.FPDFText_GetFontSize(text, index) * scale
            yield Letter(Rect(x_min, y_min, x_max - x_min, y_max - y_min), size)

    @cached_property
    def image(self) -> Image:
        """Return the page in grey, not turned, at 100 dpi or less. Raises SlowPageError."""
        import pypdfium2

        pdfium: Any = pypdfium2
        raw = pdfium.raw
        width, height = self._page.get_size()
        scale = min(_DPI / 72, math.sqrt(_MOST_PIXELS / (width * height)))
        pixels = math.ceil(width * scale), math.ceil(height * scale)
        bitmap = pdfium.PdfBitmap.new_native(*pixels, raw.FPDFBitmap_Gray)
        # pdfium paints no paper of its own.
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, *pixels)
        end = time.process_time() + MOST_SECONDS
        pause = raw.IFSDK_PAUSE(version=1)
        # The clock is asked after some hundred shapes each.
        ask = dict(raw.IFSDK_PAUSE._fields_)["NeedToPauseNow"](lambda _: time.process_time() > end)
        pause.NeedToPauseNow = ask
        flags = raw.FPDF_GRAYSCALE | raw.FPDF_ANNOT
        status = raw.FPDF_RenderPageBitmap_Start(bitmap, self._page, 0, 0, *pixels, 0, flags, pause)
        # pdfium keeps the state of the drawing in the page until this is called, also after a stop.
        raw.FPDF_RenderPage_Close(self._page)
        if status != raw.FPDF_RENDER_DONE:
            raise SlowPageError
        image: Image = bitmap.to_pil().convert("L")
        return image

    def is_drawable(self) -> bool:
        """Return whether both sides of the page's image have enough pixels for them to be judged."""
        return min(self.image.size) >= _LEAST_PIXELS

    def pixels(self, box: Rect) -> bytes:
        """Return the pixels in a box, row by row from the top; for a line, the pixels that it crosses."""
        x_min, y_min, x_max, y_max = self.corners(box)
        across, along = self.image.width / self._area.width, self.image.height / self._area.height
        x_min = x_min if box.width else math.floor((box.x - self._area.x) * across)
        y_min = y_min if box.height else math.floor((self._area.bottom - box.y) * along)
        width, height = self.image.size
        x_min, y_min = min(max(x_min, 0), width - 1), min(max(y_min, 0), height - 1)
        corner = min(max(x_max, x_min + 1), width), min(max(y_max, y_min + 1), height)
        return self.image.crop((x_min, y_min, *corner)).tobytes()

    def corners(self, box: Rect) -> tuple[int, int, int, int]:
        """Return the pixels at the left, upper, right and lower edge of a box."""
        area = self._area
        across, along = self.image.width / area.width, self.image.height / area.height
        x_min, x_max = (round((x - area.x) * across) for x in (box.x, box.right))
        y_min, y_max = (round((area.bottom - y) * along) for y in (box.bottom, box.y))
        return x_min, y_min, x_max, y_max

    @property
    def scale(self) -> float:
        """Return the number of pixels in a unit of the page."""
        return self.image.width / self._area.width

    def inked_rows(self) -> list[bool]:
        """Return whether each row of pixels has ink, from the top."""
        return _inked(self.image)

    def inked_columns(self) -> list[bool]:
        """Return whether each column of pixels has ink, from the left."""
        from PIL.Image import Transpose

        return _inked(self.image.transpose(Transpose.TRANSPOSE))

    def pixel_count(self, length: float) -> int:
        """Return the number of pixels in a length; at least one."""
        return max(round(length * self.image.width / self._area.width), 1)


def _inked(image: Image) -> list[bool]:
    """Return whether each row of a picture has ink."""
    pixels, width = image.tobytes(), image.width
    return [min(pixels[start : start + width]) < PAPER for start in range(0, len(pixels), width)]
