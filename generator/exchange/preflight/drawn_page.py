"""A page as pdfium shows it: where its letters are, and its pixels in grey."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.exchange.preflight.page_boxes import PageBoxes

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_LETTERS = 20_000
"""Of a page whose places are looked at."""
PAPER = 250
"""Grey from which a pixel is paper."""
_MOST_PIXELS = 6_000_000
_DPI = 100
_LEAST_PIXELS = 8


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter on a page."""

    box: Rect
    """In units of the page."""
    size: float
    """Of its font."""


class DrawnPage:
    """A page of pdfium; it is drawn when its pixels are first asked for."""

    def __init__(self, page: Any, boxes: PageBoxes) -> None:
        self._page, self._crop = page, boxes.crop
        page.set_rotation(0)

    def letters(self) -> Iterator[Letter]:
        """Yield the letters, also those that are clipped or covered."""
        import pypdfium2

        raw: Any = pypdfium2.raw
        text, matrix = self._page.get_textpage(), raw.FS_MATRIX()
        for index in range(min(text.count_chars(), MOST_LETTERS)):
            left, bottom, right, top = text.get_charbox(index)
            if right <= left or top <= bottom:
                continue
            raw.FPDFText_GetMatrix(text, index, matrix)
            scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
            size = raw.FPDFText_GetFontSize(text, index) * scale
            yield Letter(Rect(left, bottom, right - left, top - bottom), size)

    @cached_property
    def image(self) -> Image:
        """The page in grey, not turned, at 100 dpi or less."""
        width, height = self._page.get_size()
        scale = min(_DPI / 72, math.sqrt(_MOST_PIXELS / (width * height)))
        image: Image = self._page.render(scale=scale, may_draw_forms=False, grayscale=True).to_pil().convert("L")
        return image

    def is_drawable(self) -> bool:
        """Whether the page is large enough, and not so long and narrow, that its pixels tell something."""
        return min(self.image.size) >= _LEAST_PIXELS

    def pixels(self, box: Rect) -> bytes:
        """Return the pixels in a box, row by row from the top; at least one."""
        left, top, right, bottom = self.corners(box)
        width, height = self.image.size
        left, top = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
        corner = min(max(right, left + 1), width), min(max(bottom, top + 1), height)
        return self.image.crop((left, top, *corner)).tobytes()

    def corners(self, box: Rect) -> tuple[int, int, int, int]:
        """Return the pixels of the left, upper, right and lower edge of a box."""
        across, along = self.image.width / self._crop.width, self.image.height / self._crop.height
        left, right = (round((each - self._crop.x) * across) for each in (box.x, box.right))
        top, bottom = (round((self._crop.bottom - each) * along) for each in (box.bottom, box.y))
        return left, top, right, bottom
