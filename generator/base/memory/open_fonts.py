"""Font files that are open: each is mapped into memory once, however many games, themes and pages use it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from generator.base.hashing import file_stamp

MOST_OPEN = 64
"""Files that are open while nobody uses them."""


def open_font(path: str) -> Any:
    """Return the HarfBuzz face of a font file, opened anew once the file has changed.

    Raises HarfBuzzError or OSError for a file that cannot be read.
    """
    return _open(path, file_stamp(path))


@lru_cache(MOST_OPEN)
def _open(path: str, _: tuple[int, int]) -> Any:
    """Return the HarfBuzz face of a font file; the second argument, its stamp, tells whether it was changed."""
    import uharfbuzz

    hb: Any = uharfbuzz  # a C library without types
    return hb.Face(hb.Blob.from_file_path(path))
