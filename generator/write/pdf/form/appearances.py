"""What the marks of a form look like: one drawing for each look and size, used by every box of that size."""

from __future__ import annotations

import zlib

from generator.base.geometry import Size
from generator.write.pdf.container import PdfContainer, stream
from generator.write.pdf.syntax import array, number

INK = "0.11 0.14 0.38"
"""The blue-black of a pen: a mark is told from what is printed, and darker than it where ink is spared."""

ON = "/x"
"""The name of a box's state when it is on: Okular prints it beside small boxes, so it is one letter."""

_TALL = 1.3
"""How much longer one way than the other a ring may be."""

_ROUND = 0.5523
"""How far the handles of a quarter circle reach, in radii."""


class Appearances:
    """The drawings of one form."""

    def __init__(self, container: PdfContainer) -> None:
        self._container = container
        self._known: dict[tuple[str, str, str], str] = {}

    def of(self, look: str, size: Size) -> str:
        """A reference to what a control shows when it is on; `blank` is what all of them show when they are not."""
        key = (look, number(size.width), number(size.height))
        if key not in self._known:
            box = array((0, 0, size.width, size.height))
            # poppler loses an operator at the very end of a stream that pypdf wrote anew
            words = zlib.compress(f"{_DRAWN[look](size.width, size.height)}\n".encode("ascii"))
            self._known[key] = self._container.add(stream(f"/Type/XObject/Subtype/Form/BBox{box}/Resources<<>>", words))
        return self._known[key]


def _cross(width: float, height: float) -> str:
    """Two strokes across the middle."""
    reach, x, y = 0.31 * min(width, height), width / 2, height / 2
    words = [f"{number(x - reach)} {number(y - up)} m {number(x + reach)} {number(y + up)} l" for up in (reach, -reach)]
    return f"{_pen(_thickness(width, height))} {' '.join(words)} S"


def ring(width: float, height: float) -> str:
    """A ring, a little taller than wide at most: beside it stands the disc for what fills it in."""
    pen = _thickness(width, height)
    rx, ry = _radii(width, height, 0.8 * pen)
    return f"{_pen(pen)} {_oval(width / 2, height / 2, rx, ry)} s"


def disc(width: float, height: float) -> str:
    """A disc as large as the ring."""
    rx, ry = _radii(width, height, 0.3 * _thickness(width, height))
    return f"{INK} rg {_oval(width / 2, height / 2, rx, ry)} f"


def _typed(_width: float, _height: float) -> str:
    """Nothing yet: viewers write what is typed between these marks (ISO 32000-1, 12.7.3.3)."""
    return "/Tx BMC EMC"


def _blank(_width: float, _height: float) -> str:
    return ""


_DRAWN = {"cross": _cross, "circle": ring, "filled": disc, "typed": _typed, "blank": _blank}


def _pen(thickness: float) -> str:
    return f"{INK} RG {number(thickness)} w 1 J 1 j"


def _thickness(width: float, height: float) -> float:
    """Points: a felt pen's in boxes of 6 mm."""
    return min(1.7, max(0.9, 0.08 * min(width, height)))


def _radii(width: float, height: float, inset: float) -> tuple[float, float]:
    """Of what is round in a box: whole in each half of one, without being drawn out to its full height."""
    short = min(width, height) / 2 - inset
    return min(width / 2 - inset, _TALL * short), min(height / 2 - inset, _TALL * short)


def _oval(x: float, y: float, rx: float, ry: float) -> str:
    """All around an ellipse, from its lowest point."""
    return f"{number(x)} {number(y - ry)} m {_arc(x, y, rx, ry)} {_arc(x, y, -rx, -ry)}"


def _arc(x: float, y: float, rx: float, ry: float) -> str:
    """Half an ellipse, from its lowest point round by the right; by the left from the top with radii below 0."""
    kx, ky = _ROUND * rx, _ROUND * ry
    first = (x + kx, y - ry, x + rx, y - ky, x + rx, y)
    second = (x + rx, y + ky, x + kx, y + ry, x, y + ry)
    return " ".join(f"{' '.join(map(number, curve))} c" for curve in (first, second))
