"""Which kind of value something of a PDF is; values of pikepdf have the methods of all kinds."""

from __future__ import annotations

from typing import Any


def is_array(value: Any) -> bool:
    """Whether something is an array."""
    import pikepdf

    return isinstance(value, pikepdf.Array)


def is_stream(value: Any) -> bool:
    """Whether something is a stream: a dictionary with data."""
    import pikepdf

    return isinstance(value, pikepdf.Stream)


def has_entries(value: Any) -> bool:
    """Whether something is a dictionary or a stream."""
    import pikepdf

    return isinstance(value, pikepdf.Dictionary | pikepdf.Stream)


def name_text(value: Any) -> str:
    """Return a name without its slash, or a text; one that is not in UTF-8 with its bytes as `#e9`."""
    try:
        text = str(value)
    except UnicodeDecodeError:
        text = value.unparse().decode("latin-1")
    return text.removeprefix("/")
