"""QR codes: as text for the terminal, as a drawing for the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from segno import QRCode

_HALF_BLOCKS = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""Block characters by the two modules (1 dark) above each other; printed light on dark."""


def qr_code(link: str, *, colour: bool = False) -> str:
    """Return a QR code of half blocks, light on dark as most terminals are.

    With `colour`, it is black on white in every terminal: some scanners refuse inverted codes.
    """
    rows = [list(row) for row in _symbol(link, "l").matrix_iter(border=4)]
    # An odd number of rows gets an empty one: each character shows two.
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ["".join(_HALF_BLOCKS[top, low] for top, low in zip(*pair, strict=True)) for pair in pairs]
    return "\n".join(f"\x1b[38;5;231;48;5;16m{line}\x1b[0m" if colour else line for line in lines)


def qr_svg(link: str) -> str:
    """Return a QR code as an `<svg>` element, black on white in light and dark pages."""
    # Error correction M for screens, which are photographed at an angle; L in the terminal, where space is short.
    return _symbol(link, "m").svg_inline(border=4, light="#fff", svgclass="qr", lineclass=None, omitsize=True)


def _symbol(link: str, error: Literal["l", "m"]) -> QRCode:
    """Return the QR code of a link; `error` is the level of error correction, `l` or `m`."""
    # The library takes a twentieth of the start of `vallum serve`, which shows no code unless phones are to connect.
    import segno

    return segno.make(link, micro=False, error=error)
