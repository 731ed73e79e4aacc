"""Finds out whether the numbers of a file are written with a decimal point or a decimal comma."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from generator.base.errors import Fault
from generator.base.records import NamedTuple
from generator.load.files.fault_report import FaultReport, quote
from generator.load.keys.game_keys import DECIMAL_KEYS
from generator.load.tables.raw_table import RawRow, RawTable

_FRACTION = re.compile(r"[+-]?[0-9]+([.,])[0-9]+ ?[a-z]*\Z")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}\Z")
"""A number whose sign could also stand between thousands: 1,234 but not 0,125, 12,50 or 1,234mm."""


class _Cell(NamedTuple):
    line: int
    column: str
    text: str
    sign: str


def with_decimal_points(raw: RawTable, columns: Collection[str], report: FaultReport) -> RawTable:
    """Return a table whose numbers in some columns have decimal points, also where the file has commas.

    The sign is the one that all these numbers are written with. Where both signs stand in the file, or where each
    number could as well have thousands, a fault asks for `decimal` in game.toml.
    """
    if not raw.form.decimal and raw.form.separator != ";" and not _has_commas(raw, columns):
        return raw  # points mean what they mean here, as nearly always
    cells = [*_fractions(raw, columns)]
    if raw.form.decimal and raw.form.separator:  # numbers of a workbook are no text, and have a point here
        _check(raw, cells, report)
    elif not raw.form.decimal and (fault := _doubt(raw, cells)):
        report.add(fault)
    if all(cell.sign == "." for cell in cells):
        return raw
    return raw._replace(rows=tuple(_with_points(row, columns) for row in raw.rows))


def _has_commas(raw: RawTable, columns: Collection[str]) -> bool:
    """Whether any cell of some columns has a comma."""
    return any("," in row.cells.get(column, "") for column in columns for row in raw.rows)


def _fractions(raw: RawTable, columns: Collection[str]) -> Iterator[_Cell]:
    """Yield the cells of some columns that are numbers with a decimal sign."""
    for column in columns:
        for row in raw.rows:
            text = row.cells.get(column, "")
            if ("," in text or "." in text) and (match := _FRACTION.match(text)):
                yield _Cell(row.line, column, text, match[1])


def _check(raw: RawTable, cells: list[_Cell], report: FaultReport) -> None:
    """Add a fault for each number that is not written with the sign that game.toml names."""
    sign = raw.form.decimal
    for cell in cells:
        if cell.sign != sign:
            message = (
                f"{quote(cell.text)} has no decimal {DECIMAL_KEYS[sign]}; write it so, or correct decimal in game.toml"
            )
            report.add(Fault(raw.where, message, cell.line, key=cell.column))


def _doubt(raw: RawTable, cells: list[_Cell]) -> Fault | None:
    """Return the fault of numbers whose sign may be decimal or between thousands; None if it is clear."""
    if not cells:
        return None
    first = cells[0]
    advice = 'say beside rows in game.toml which sign is before decimals: decimal = ","'
    if other := next((cell for cell in cells if cell.sign != first.sign), None):
        message = f"{quote(other.text)} and {quote(first.text)} in one file; {advice}"
        return Fault(raw.where, message, other.line, key=other.column)
    # A point means thousands where the comma is the decimal sign; there, semicolons separate the columns.
    may_be_thousands = first.sign == "," or raw.form.separator == ";"
    if may_be_thousands and all(_THOUSANDS.match(cell.text) for cell in cells):
        message = f"{quote(first.text)} may mean thousands or a fraction; {advice}"
        return Fault(raw.where, message, first.line, key=first.column)
    return None


def _with_points(row: RawRow, columns: Collection[str]) -> RawRow:
    """Return a row whose numbers have decimal points in the named columns."""
    changed = {name: text.replace(",", ".") for name in columns if _is_comma(text := row.cells.get(name, ""))}
    return row._replace(cells={**row.cells, **changed}) if changed else row


def _is_comma(text: str) -> bool:
    """Whether a text is a number with a decimal comma."""
    return "," in text and _FRACTION.match(text) is not None
