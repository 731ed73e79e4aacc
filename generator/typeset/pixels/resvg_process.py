"""Draws an SVG file with resvg, in a child process: a hostile one can ask for all memory, or never end."""

from __future__ import annotations

import base64
from typing import Any, NamedTuple

from generator.base.system.limited_child import Send


class ResvgOrder(NamedTuple):
    """An SVG file with its size in pixels, and the fonts of its text."""

    svg: str
    family: str
    """The font of text whose font is not among the files."""
    font_files: tuple[str, ...]


def draw_with_resvg(order: ResvgOrder, send: Send) -> None:
    """Draw a file with resvg, and send a `png` in base64 or a `fault` to the parent process."""
    import resvg_py

    # Without the fonts of the system every generic family has to be named.
    names = ("font_family", "serif_family", "sans_serif_family", "cursive_family", "fantasy_family", "monospace_family")
    families: dict[str, Any] = dict.fromkeys(names, order.family) if order.family else {}
    try:
        png = resvg_py.svg_to_bytes(
            svg_string=order.svg, skip_system_fonts=True, font_files=list(order.font_files), **families
        )
    except ValueError as error:
        send({"fault": str(error).split("\n")[0][:80]})
    else:
        send({"png": base64.b64encode(bytes(png)).decode("ascii")})
