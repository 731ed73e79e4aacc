"""Appearance streams of form fields: shared by check boxes of one mark and size, one for each field with text."""

from __future__ import annotations

import zlib

from generator.base.geometry import Size
from generator.write.pdf.container import PdfContainer, stream
from generator.write.pdf_syntax import array, number

INK = "0.11 0.14 0.38"
"""Blue-black of a pen: told apart from print, and dark where ink is saved."""

ON = "/#20"
"""The on state, as written in PDF. Okular prints its name beside the box, so it is a space."""

ON_NAMES = ("/ ", "/x")
"""Names of the on state in forms made now, and in forms made before."""

_TALL = 1.3
"""Longest ratio of a ring's two radii."""

_ROUND = 0.5523
"""Length of the Bézier handles of a quarter circle, in radii."""


class Appearances:
    """The appearance streams of one form."""

    def __init__(self, container: PdfContainer, fonts: str) -> None:
        """Take the font resources of typed text, as a PDF dictionary."""
        self._container, self._fonts = container, fonts
        self._known: dict[tuple[str, str, str], str] = {}

    def typed(self, size: Size) -> str:
        """Return a reference to the empty appearance of one text or choice field.

        No two fields share one: pypdf and others write what is typed into the stream that they find. It is empty marked
        content, between which they write (ISO 32000-1, 12.7.3.3), and so short that it is not compressed.
        """
        head = f"/Type/XObject/Subtype/Form/BBox{_bounds(size)}/Resources<</Font{self._fonts}>>"
        return self._container.add(stream(head, b"/Tx BMC EMC\n", filter_=""))

    def of(self, look: str, size: Size) -> str:
        """Return a reference to the appearance of a mark: `cross`, `circle`, `filled` or `blank`."""
        key = (look, number(size.width), number(size.height))
        if key not in self._known:
            # poppler loses an operator at the very end of a stream that pypdf wrote anew
            head = f"/Type/XObject/Subtype/Form/BBox{_bounds(size)}/Resources<<>>"
            words = zlib.compress(f"{_DRAWN[look](size.width, size.height)}\n".encode("ascii"))
            self._known[key] = self._container.add(stream(head, words))
        return self._known[key]


def _bounds(size: Size) -> str:
    """Return the box of an appearance in PDF syntax."""
    return array((0, 0, size.width, size.height))


def _cross(width: float, height: float) -> str:
    """Return the operators of a cross in the middle of a box, as a pen draws it."""
    reach, x, y = 0.31 * min(width, height), width / 2, height / 2
    words = [f"{number(x - reach)} {number(y - up)} m {number(x + reach)} {number(y + up)} l" for up in (reach, -reach)]
    return f"{_pen(_thickness(width, height))} {' '.join(words)} S"


def ring(width: float, height: float) -> str:
    """Return the operators of a ring in half a box; the other half has the disc."""
    pen = _thickness(width, height)
    rx, ry = _radii(width, height, 0.8 * pen)
    return f"{_pen(pen)} {_oval(width / 2, height / 2, rx, ry)} s"


def disc(width: float, height: float) -> str:
    """Return the operators of a disc as large as the ring, for a circle that is filled in."""
    rx, ry = _radii(width, height, 0.3 * _thickness(width, height))
    return f"{INK} rg {_oval(width / 2, height / 2, rx, ry)} f"


def _blank(_width: float, _height: float) -> str:
    """Return nothing: the appearance of an empty box."""
    return ""


_DRAWN = {"cross": _cross, "circle": ring, "filled": disc, "blank": _blank}


def _pen(thickness: float) -> str:
    """Return the operators for lines of a pen with round ends."""
    return f"{INK} RG {number(thickness)} w 1 J 1 j"


def _thickness(width: float, height: float) -> float:
    """Return the line width in points: a felt pen's in boxes of 6 mm."""
    return min(1.7, max(0.9, 0.08 * min(width, height)))


def _radii(width: float, height: float, inset: float) -> tuple[float, float]:
    """Return the two radii of a ring in a box, `inset` points from its edge."""
    short = min(width, height) / 2 - inset
    return min(width / 2 - inset, _TALL * short), min(height / 2 - inset, _TALL * short)


def _oval(x: float, y: float, rx: float, ry: float) -> str:
    """Return an ellipse as two curves, from its lowest point."""
    return f"{number(x)} {number(y - ry)} m {_arc(x, y, rx, ry)} {_arc(x, y, -rx, -ry)}"


def _arc(x: float, y: float, rx: float, ry: float) -> str:
    """Return half an ellipse, from its lowest point by the right.

    With negative radii it goes from its highest point by the left.
    """
    kx, ky = _ROUND * rx, _ROUND * ry
    first = (x + kx, y - ry, x + rx, y - ky, x + rx, y)
    second = (x + rx, y + ky, x + kx, y + ry, x, y + ry)
    return " ".join(f"{' '.join(map(number, curve))} c" for curve in (first, second))
