"""Colours of CSS in the form in which they are printed here."""

from __future__ import annotations

import re


def hex_colour(text: str) -> str:
    """Return a colour of CSS as `#rrggbb`; an empty text if it is none, or is not seen.

    >>> hex_colour("Maroon"), hex_colour("hsl(0, 0%, 40%)"), hex_colour("nothing")
    ('#800000', '#666666', '')
    """
    colour, alpha = colour_and_alpha(text)
    return colour if alpha else ""


def colour_and_alpha(text: str) -> tuple[str, float]:
    """Return a colour of CSS as `#rrggbb`, empty if it is none, and how opaque it is, 0 to 1.

    >>> colour_and_alpha("rgba(0, 0, 0, 0.4)"), colour_and_alpha("#f008"), colour_and_alpha("transparent")
    (('#000000', 0.4), ('#ff0000', 0.533), ('#000000', 0.0))
    """
    from PIL import ImageColor

    plain, alpha = _opaque(text.strip().lower())
    try:
        red, green, blue, *share = ImageColor.getrgb(plain)
    except ValueError:
        return "", 1.0
    return f"#{red:02x}{green:02x}{blue:02x}", round(share[0] / 255, 3) if share else alpha


def _opaque(text: str) -> tuple[str, float]:
    """Return a colour without its opacity, and the opacity; Pillow reads none but whole numbers of 255."""
    if text == "transparent":
        return "#000", 0.0
    name, bracket, inner = text.partition("(")
    if not bracket or name not in {"rgb", "rgba", "hsl", "hsla"}:
        return text, 1.0
    # Both `rgba(0, 0, 0, 0.4)` and the newer `rgb(0 0 0 / 40%)`.
    parts = re.split(r"[\s,/]+", inner.rstrip(") "))
    share = parts[3] if len(parts) > 3 else "1"
    try:
        alpha = float(share.removesuffix("%")) / (100 if share.endswith("%") else 1)
    except ValueError:
        return text, 1.0
    return f"{name.rstrip('a')}({', '.join(parts[:3])})", min(max(alpha, 0.0), 1.0)
