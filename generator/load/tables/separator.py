"""Finds out which sign separates the columns of a .csv or .tsv file."""

from __future__ import annotations

import csv
import io
import re

from generator.base.errors import fault
from generator.load.files.fault_report import quote
from generator.load.tables.raw_table import TableForm
from generator.load.tables.row_collector import known_headings

SEPARATORS = {",": "','", ";": "';'", "\t": "a tab", "|": "'|'"}
"""Column separators, with their names in faults."""

_UNKNOWN = TableForm()
_HEAD = 100_000
"""Characters at the start of a file that are searched for the column names."""

_EXCEL = re.compile(r'"?sep=([^\n]?)"?[,;\t|]*(?:\n|\Z)', re.IGNORECASE)
"""First line that tells Excel the separator; programs that save the file again add empty cells to it."""


def split_separator(text: str, where: str, form: TableForm = _UNKNOWN) -> tuple[str, str]:
    """Return the separator of a file and its text without Excel's line `sep=;`, whose place an empty line takes.

    The separator is the sign of `,`, `;`, tab and `|` that makes most of the headings that are looked for, or the only
    one that stands between the column names; `sep=;` and the form come before that. Raises Faults where several signs
    stand there: then `separator` in game.toml is to say which.

    >>> split_separator("id;name.en;x", "cards.csv")
    (';', 'id;name.en;x')
    """
    match, forced = _EXCEL.match(text), form.separator
    if not match:
        return forced or _of_headings(text[:_HEAD], form) or _between_names(text[:_HEAD], where), text
    if match[1] not in SEPARATORS:
        message = f"{quote(match[1])} cannot separate columns; write sep=; or take the line out"
        raise fault(where, message, line=1, unreadable=True)
    # An empty line in its place keeps the numbers of all lines.
    return forced or match[1], "\n" + text[match.end() :]


def check_names(where: str, line: int, names: tuple[str, ...], separator: str) -> None:
    """Raise Faults if the column names are separated by another sign than game.toml or `sep=` says."""
    for other, called in SEPARATORS.items():
        if len(names) == 1 and other != separator and other in names[0]:
            message = f"the column names are separated by {called}, and not by {SEPARATORS[separator]} as is said"
            raise fault(where, f"{message}; correct separator in game.toml, or sep=", line=line, unreadable=True)


def _of_headings(text: str, form: TableForm) -> str:
    """Return the sign that makes the most of the expected headings, at least two.

    Empty if no sign does, or several do.
    """
    if not form.headings:
        return ""
    counts = {sign: _known_headings(text, sign, form) for sign in SEPARATORS if sign in text}
    best = [sign for sign, number in counts.items() if number == max(counts.values())]
    # One heading alone may match with any sign.
    return best[0] if len(best) == 1 and counts[best[0]] > 1 else ""


def _known_headings(text: str, sign: str, form: TableForm) -> int:
    """Return how many expected headings a text has if a sign separates its columns; 0 for wrong quotes."""
    reader = csv.reader(io.StringIO(text), delimiter=sign)
    try:
        return known_headings(((reader.line_num, cells) for cells in reader), form)
    except csv.Error:
        return 0


def _between_names(text: str, where: str) -> str:
    """Return the only sign that stands between the column names, a comma if none does.

    Raises Faults if several do.
    """
    lines = {sign: line for sign in SEPARATORS if sign in text and (line := _header_line(text, sign))}
    if len(lines) > 1:
        signs = " and ".join(SEPARATORS[sign] for sign in lines)
        message = (
            f"{signs} stand between the column names; "
            'say beside rows in game.toml which of them separates columns: separator = ";"'
        )
        raise fault(where, message, line=min(lines.values()), key="separator", unreadable=True)
    return next(iter(lines), ",")


def _header_line(text: str, sign: str) -> int:
    """Return the line of the column names if a sign makes several of them, else 0."""
    reader = csv.reader(io.StringIO(text), delimiter=sign)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not cells[0].startswith("#"):
                return reader.line_num if len(cells) > 1 else 0
    except csv.Error:  # a quote that is not closed: reading the whole file tells where
        pass
    return 0
