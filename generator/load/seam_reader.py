"""Reads where the seams of a large board may lie."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from generator.base.geometry import Size
from generator.base.units import MM, decimal, to_mm
from generator.load.files.fault_report import quote
from generator.load.files.toml_table import TomlTable
from generator.model.game import SeamRange, Seams

_KEYS = ("x", "y", "columns")
_SAMPLE = "a list of places in mm, like [180, [240, 260]]"


def read_seams(entry: TomlTable, trim: Size, pieces: Collection[str]) -> tuple[tuple[str, Seams], ...]:
    """Read `seams` of a component, `x` and `y` for all of its pieces or for each by its id.

    Faults go to the entry's report.
    """
    if not entry.has("seams"):
        return ()
    table = entry.table("seams")
    if any(map(table.has, _KEYS)):
        return (("", _of_piece(table, trim)),)
    # A list of `x` or `y` for all pieces was handled above; other keys are ids of pieces.
    for id_ in [id_ for id_ in table.data if id_ not in pieces]:
        table.unknown(id_, "piece", id_, (*pieces, *_KEYS))
    return tuple((id_, _of_piece(table, trim)) for id_, table in entry.entries("seams").items() if id_ in pieces)


def _of_piece(table: TomlTable, trim: Size) -> Seams:
    x, y = (table.data[key] if table.has(key) else [] for key in ("x", "y"))
    columns = table.data["columns"] if table.has("columns") else []
    if not isinstance(columns, list):
        table.fault("columns", f"must be a list, for each column of tiles {_SAMPLE}, not {quote(columns)}")
        columns = []
    seams = Seams(
        tuple(_ranges(table, "x", x, trim.width)),
        tuple(_ranges(table, "y", y, trim.height)),
        tuple(tuple(_ranges(table, "columns", places, trim.height)) for places in columns),
    )
    table.close()
    return seams


def _ranges(table: TomlTable, key: str, places: Any, end: float) -> Iterator[SeamRange]:
    if not isinstance(places, list):
        table.fault(key, f"must be {_SAMPLE}, not {quote(places)}")
        return
    for place in places:
        pair = place if isinstance(place, list) else [place, place]
        if len(pair) != 2 or not all(map(_is_number, pair)):
            table.fault(key, f"must be {_SAMPLE}, not with {quote(place)}")
        elif not 0 < pair[0] <= pair[1] < to_mm(end):
            most = decimal(round(to_mm(end), 2))
            table.fault(
                key, f"{quote(place)} is not inside the board; give places from 0 to {most}, the lower one first"
            )
        else:
            yield pair[0] * MM, pair[1] * MM


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
