"""HarfBuzz, imported when the first text is shaped or the first font is pinned."""

from __future__ import annotations

from typing import Any


def harfbuzz() -> Any:
    """The uharfbuzz module. It has no types; importing it takes 25 ms, which a build without new text saves."""
    import uharfbuzz

    return uharfbuzz
