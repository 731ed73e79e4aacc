"""Reads the files of another program's project: its tables, and its pictures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from generator.base.errors import Faults
from generator.exchange.imports.project import BUILT_IN, NewIds, as_id, column_ids
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import PIXELS, Folder
from generator.load.tables.raw_table import MOST_ROWS
from generator.load.tables.separator import split_separator
from generator.load.tables.table_reader import read_table

_READY = (*PIXELS, ".svg")
_CONVERTED = (".bmp", ".gif")
MOST_COPIES = 999
_MOST_PIXELS = 50_000_000


class ForeignTable(NamedTuple):
    """The names of columns as the other program has them, and the cells below them."""

    names: Sequence[str]
    rows: Sequence[Sequence[str]]


def read_foreign_table(folder: Folder, name: str) -> ForeignTable:
    """Read a .csv, .xlsx or .ods file; cells that a row lacks are empty. Raises Faults if it cannot be read."""
    if not name.lower().endswith((".csv", ".tsv", ".txt")):
        with FaultReport() as report:
            table = read_table(folder, name, report)
        return ForeignTable(table.header, [[row.cells[column] for column in table.header] for row in table.rows])
    separator, text = split_separator(folder.text(name), folder.place(name))
    lines = [line for line in csv.reader(io.StringIO(text), delimiter=separator) if any(cell.strip() for cell in line)]
    names, rows = (lines or [[]])[0], lines[1 : MOST_ROWS + 1]
    return ForeignTable(names, [[*row, *[""] * len(names)][: len(names)] for row in rows])


class ForeignRows(NamedTuple):
    """The rows of a deck: their values by the names of the other program, and those of the table that is written."""

    values: list[dict[str, str]]
    written: list[dict[str, str]]
    columns: dict[str, str]
    """Ids of columns by their names in small letters."""

    @staticmethod
    def single(copies: int = 1) -> ForeignRows:
        """One card, for a project without a table."""
        return ForeignRows([{}], [{"id": "card", "copies": str(min(copies, MOST_COPIES))}], {})

    def add_column(self, name: str) -> str:
        """Add an empty column to the table that is written; return its id."""
        id_ = as_id(name, {*self.columns.values(), *self.written[0], *BUILT_IN}, otherwise="text")
        self.fill_column(id_, [""] * len(self.written))
        return id_

    def fill_column(self, id_: str, cells: Iterable[str]) -> None:
        """Give a column of the table that is written a cell for each row."""
        for row, cell in zip(self.written, cells, strict=True):
            row[id_] = cell


def read_rows_of(folder: Folder, name: str, counts: Sequence[str]) -> ForeignRows:
    """Read a table whose copies stand in a column of one of these names, in small letters. Raises Faults."""
    table = read_foreign_table(folder, name)
    names = [each.strip() for each in table.names]
    lower = [each.lower() for each in names]
    counted = next((each for each in counts if each in lower), None)
    kept = [each for each in names if each.lower() != counted]
    rows = ForeignRows([], [], dict(zip(map(str.lower, kept), column_ids(kept), strict=True)))
    named = next((each for each in ("name", "title", "id") if each in rows.columns), next(iter(rows.columns), ""))
    ids = NewIds()
    for cells in table.rows:
        values = dict(zip(lower, (cell.strip() for cell in cells), strict=True))
        id_ = ids.add(values.get(named, ""), otherwise="card")
        written = {column: values[each] for each, column in rows.columns.items()}
        rows.values.append(values)
        rows.written.append({"id": id_, "copies": copies_of(values.get(counted or "", "")), **written})
    return rows if rows.written else ForeignRows.single()


def copies_of(text: str) -> str:
    """A number of copies as it is written in a table; one if a text is no number."""
    number = text.strip().removesuffix(".0")
    return str(min(int(number[:6]), MOST_COPIES)) if number.isdecimal() else "1"


class ForeignPictures:
    """Collects the pictures that cells name, with the names that they get in the game."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._spelt = {name.casefold(): name for name in folder.names()}
        """Names as they are written: the programs run on Windows, where capitals do not matter."""
        self._names: dict[str, str] = {}
        self._ids = NewIds()
        self.data: dict[str, bytes] = {}
        self.lost: list[str] = []

    def take(self, path: str) -> str:
        """Return the name that a picture gets in the game; an empty text if there is none, or it cannot be printed."""
        path = path.strip().replace("\\", "/").removeprefix("./")
        if path and path not in self._names:
            self._names[path] = self._copy(path)
        return self._names.get(path, "")

    def _copy(self, path: str) -> str:
        ending = PurePosixPath(path).suffix.lower()
        if ending not in _READY + _CONVERTED:
            return self._lose(path, "is no picture that is printed here; save it as PNG")
        try:
            data = self._folder.read(self._spelt.get(path.casefold(), path))
        except Faults as faults:
            return self._lose(path, faults.faults[0].what)
        if ending in _CONVERTED:
            data, ending = _as_png(data), ".png"
        if not data:
            return self._lose(path, "cannot be converted; save it as PNG")
        name = f"art/{self._ids.add(PurePosixPath(path).stem, otherwise='picture')}{ending}"
        self.data[name] = data
        return name

    def _lose(self, path: str, why: str) -> str:
        self.lost.append(f"picture {quote(path)}: {why}")
        return ""


def _as_png(data: bytes) -> bytes:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("BMP", "GIF")) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                return b""
            packed = io.BytesIO()
            picture.convert("RGBA").save(packed, "PNG")
            return packed.getvalue()
    except (OSError, ValueError, SyntaxError):
        return b""
