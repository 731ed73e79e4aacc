"""QR codes for templates: one path of dark modules on a light ground, large enough to be scanned from paper."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup, escape

from generator.base.units import decimal

SMALLEST_MODULE = 0.4
"""Millimetres: what phones read from print at arm's length."""
QUIET = 4
"""Modules that stay empty on each side (ISO/IEC 18004, 6.3.8)."""
_MOST_QUIET = 20
_LEVELS = ("l", "m", "q", "h")

Point = tuple[int, int]


def qr(
    text: object,
    x: float,
    y: float,
    size: float,
    *,
    error: str = "m",
    quiet: int = QUIET,
    fill: str = "#000000",
    ground: str = "#ffffff",
) -> Markup:
    """Draw a QR code in a square of `size` mm, its quiet zone included; `error` is `l`, `m`, `q` or `h`.

    Raises ValueError where there is no text, too much of it, or where the code would be too small to scan.
    """
    import segno

    words = str(text).strip()
    if not words:
        raise ValueError("qr: there is no text to encode")
    if str(error).lower() not in _LEVELS:
        raise ValueError(f"qr: error={error!r} is unknown; it is one of 'l', 'm', 'q', 'h'")
    if isinstance(quiet, bool) or not isinstance(quiet, int) or not 0 <= quiet <= _MOST_QUIET:
        raise ValueError(f"qr: quiet={quiet!r} is not a number of modules from 0 to {_MOST_QUIET}")
    try:
        # Many phones cannot read Micro QR codes.
        code = segno.make(words, micro=False, error=error)
    except segno.DataOverflowError:
        raise ValueError(f"qr: {len(words):,} characters are too many for a QR code; write a link to them") from None
    # Version and mask are chosen by segno, as small as the text allows.
    rows = [[bool(module) for module in row] for row in code.matrix]
    module = size / (len(rows) + 2 * quiet)
    # A size that is a whole number of smallest modules must pass in spite of rounding.
    if module < SMALLEST_MODULE - 1e-9:
        raise ValueError(_too_small(len(rows), quiet, module))
    place = f'transform="translate({decimal(x)} {decimal(y)}) scale({module:.6f})"'
    side = len(rows) + 2 * quiet
    below = "" if ground == "none" else f'<rect width="{side}" height="{side}" fill="{escape(ground)}"/>'
    return Markup(  # noqa: S704  numbers, and colours that are escaped
        f'<g {place}>{below}<path fill="{escape(fill)}" fill-rule="evenodd" d="{_outline(rows, quiet)}"/></g>'
    )


def _too_small(modules: int, quiet: int, module: float) -> str:
    """Return the fault of a code whose modules (squares) would be too small to scan."""
    least = math.ceil(round((modules + 2 * quiet) * SMALLEST_MODULE * 10, 6)) / 10
    return (
        f"qr: its squares are {module:.2f} mm, too small to scan under {decimal(SMALLEST_MODULE)} mm; "
        f"make it {decimal(least)} mm wide, shorten its text, or lower error="
    )


def _outline(rows: Sequence[Sequence[bool]], shift: int) -> str:
    """Return the outlines of the dark modules as one path, moved by `shift` modules.

    No seams show between neighbours, as there are no lines there.
    """
    following = _edges(rows)
    paths = []
    while following:
        start = next(iter(following))
        paths.append(_traced(start, following, shift))
    return "".join(paths)


def _edges(rows: Sequence[Sequence[bool]]) -> dict[Point, list[Point]]:
    """Return the edges between dark and light modules by the point where they begin, dark to the right of each."""
    following: dict[Point, list[Point]] = {}
    dark = {(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark}
    for x, y in sorted(dark):
        sides = (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        )
        for beside, start, end in sides:
            if beside not in dark:
                following.setdefault(start, []).append(end)
    return following


def _traced(start: Point, following: dict[Point, list[Point]], shift: int) -> str:
    """Take one closed outline out of the edges, and return its path."""
    words, corner = [f"M{start[0] + shift} {start[1] + shift}"], start
    while True:
        # Two outlines may meet in a corner; either way on closes both, as `evenodd` fills them alike.
        ends = following[corner]
        end = ends.pop()
        if not ends:
            del following[corner]
        if end == start:
            return "".join([*words, "Z"])
        words.append(f"L{end[0] + shift} {end[1] + shift}")
        corner = end
