"""Parts of a Markdown page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""Return a table in Markdown; `|` is escaped in cells, and their line ends become spaces.

    >>> print(table(("a", "b"), [("1", "x|y")]))
    | a | b |
    |---|---|
    | 1 | x\|y |
    """
    lines = [_line(head), "|" + "---|" * len(head), *map(_line, rows)]
    return "\n".join(lines)


def code(text: str) -> str:
    """Return a text as code; empty for an empty text."""
    return f"`{text}`" if text else ""


def listed(names: Iterable[str]) -> str:
    """Return names as code, with commas between them."""
    return ", ".join(map(code, names))


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |"
