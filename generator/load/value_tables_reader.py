"""Reads the learned evaluation of the strong player, `learned.toml`, and checks it against the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from generator.base.errors import fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.model.weights import FeatureTables, ValueTables, YearTables

NAME = "learned.toml"
FORMAT = 1
"""The version of the file that this program reads."""


def read_value_tables(files: Folder, years: int, known: Mapping[str, Collection[str]]) -> ValueTables | None:
    """Read the tables of a game with so many years; None if the game has none.

    `known` has the ids that there are for each kind of feature. Raises Faults with everything that is wrong.
    """
    if not files.has(NAME):
        return None
    document = read_toml(files, NAME)
    found = document.data.get("format")
    if found != FORMAT:
        raise fault(files.place(NAME), f"learned tables of format {quote(found)}; this program reads format {FORMAT}")
    with FaultReport() as report:
        top = TomlTable(document, report)
        top.has("format")
        top.text("made_by")
        tables = ValueTables(
            start=_numbers(top, "start", years),
            kept=_kinds(top.table("kept"), known, years),
            playing=_kinds(top.table("playing"), known, years),
        )
        top.close()
    return tables


def _kinds(entry: TomlTable, known: Mapping[str, Collection[str]], years: int) -> FeatureTables:
    """The tables of each kind of feature."""
    found = {kind: _tables(entry, kind, ids, years) for kind, ids in known.items()}
    entry.close()
    return found


def _tables(top: TomlTable, key: str, known: Collection[str], years: int) -> Mapping[str, YearTables]:
    entry = read_table(top, key, known)
    return {id_: _years(entry, id_, years) for id_ in entry.data}


def read_table(top: TomlTable, key: str, known: Collection[str]) -> TomlTable:
    """Return the table at a key, whose own keys are ids of things that are known."""
    entry = top.table(key)
    for id_ in [id_ for id_ in entry.data if id_ not in known]:
        entry.fault(id_, f"{key} has no {quote(id_)}{entry.report.suggestion(id_, known)}")
    return entry


def _years(entry: TomlTable, key: str, years: int) -> YearTables:
    """A list of whole numbers for each year."""
    rows = entry.data[key]
    if isinstance(rows, list) and len(rows) == years and all(map(_is_table, rows)):
        return tuple(map(tuple, rows))
    entry.fault(key, f"must be {years} lists of whole numbers, one for each year, not {quote(rows)}")
    return ((0,),) * years


def _numbers(entry: TomlTable, key: str, years: int) -> tuple[int, ...]:
    """A whole number for each year."""
    entry.has(key)
    row = entry.data.get(key)
    if isinstance(row, list) and len(row) == years and _is_table(row):
        return tuple(row)
    entry.fault(key, f"must be {years} whole numbers, one for each year, not {quote(row)}")
    return (0,) * years


def _is_table(row: object) -> bool:
    return isinstance(row, list) and bool(row) and all(type(number) is int for number in row)
