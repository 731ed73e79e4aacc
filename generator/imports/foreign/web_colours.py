"""Colours of CSS in the form in which they are printed here."""

from __future__ import annotations


def hex_colour(text: str) -> str:
    """Return a colour of CSS as `#rrggbb`; an empty text if it is none, or is not seen.

    >>> hex_colour("Maroon"), hex_colour("hsl(0, 0%, 40%)"), hex_colour("nothing")
    ('#800000', '#666666', '')
    """
    from PIL import ImageColor

    try:
        red, green, blue, *alpha = ImageColor.getrgb(text.strip().lower())
    except ValueError:
        return ""
    return "" if alpha == [0] else f"#{red:02x}{green:02x}{blue:02x}"
