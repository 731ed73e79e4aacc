"""HarfBuzz, loaded by the first text that has to be shaped or font that has to be pinned."""

from __future__ import annotations

from typing import Any


def harfbuzz() -> Any:
    """The uharfbuzz module, which comes without types; loading it takes 25 ms."""
    import uharfbuzz

    return uharfbuzz
