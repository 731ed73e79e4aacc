"""Reads the files of another program's project: its tables, and its pictures."""

from __future__ import annotations

import csv
import io
import posixpath
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from generator.base.errors import Faults
from generator.imports.foreign.drawing_parts import drawing_size
from generator.imports.foreign.project import BUILT_IN, ImportCount, NewIds, as_id, column_ids
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import PIXELS, Folder
from generator.load.tables.raw_table import MOST_ROWS, TableForm
from generator.load.tables.separator import split_separator
from generator.load.tables.table_reader import read_table

_ELSEWHERE = re.compile(r"(?:[A-Za-z]:)?/")
_READY = (*PIXELS, ".svg")
_FRAME = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40" preserveAspectRatio="none">'
    b'<rect x="1" y="1" width="38" height="38" fill="none" stroke="#b0b0b0" stroke-width="0.5" stroke-dasharray="2 2"/>'
    b"</svg>"
)
"""What stands where a picture did not come over."""
# Three digits are enough for every game, and a mistyped count must not make a million cards.
MOST_COPIES = 999


class ForeignTable(NamedTuple):
    """The names of columns as the other program has them, and the cells below them."""

    names: Sequence[str]
    rows: Sequence[Sequence[str]]


def read_foreign_table(folder: Folder, name: str, sheet: str = "") -> ForeignTable:
    """Read a table of a project from a .csv, .tsv, .txt, .xlsx or .ods file.

    `sheet` names a sheet of a workbook. Missing cells are empty. Raises Faults if the file cannot be read.
    """
    if not name.lower().endswith((".csv", ".tsv", ".txt")):
        with FaultReport() as report:
            table = read_table(folder, name, report, TableForm(sheet=sheet))
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
        """Return the rows of a single card, for a project without a table."""
        return ForeignRows([{}], [{"id": "card", "copies": str(min(copies, MOST_COPIES))}], {})

    @staticmethod
    def numbered(count: int) -> ForeignRows:
        """Return the rows of `count` cards without words, for a project that holds the words of its cards itself."""
        ids = NewIds()
        count = min(max(count, 1), MOST_ROWS)
        return ForeignRows(
            [{} for _ in range(count)], [{"id": ids.add("card"), "copies": "1"} for _ in range(count)], {}
        )

    def add_column(self, name: str) -> str:
        """Add an empty column to the written table; return its id, made of `name`."""
        id_ = as_id(name, {*self.columns.values(), *self.written[0], *BUILT_IN}, otherwise="text")
        self.fill_column(id_, [""] * len(self.written))
        return id_

    def fill_column(self, id_: str, cells: Iterable[str]) -> None:
        """Set the cells of a column of the written table, one for each row."""
        for row, cell in zip(self.written, cells, strict=True):
            row[id_] = cell


def rows_of(table: ForeignTable, counts: Sequence[str]) -> ForeignRows:
    """Return the rows of a table.

    `counts` are names in small letters that a column of copies may have; without such a column there is one of each.
    """
    names = [name.strip() for name in table.names]
    lower = [name.lower() for name in names]
    counted = next((name for name in counts if name in lower), None)
    column_names = [name for name in names if name.lower() != counted]
    rows = ForeignRows([], [], dict(zip(map(str.lower, column_names), column_ids(column_names), strict=True)))
    named = next((name for name in ("name", "title", "id") if name in rows.columns), next(iter(rows.columns), ""))
    ids = NewIds()
    for cells in table.rows:
        values = dict(zip(lower, (cell.strip() for cell in cells), strict=True))
        id_ = ids.add(values.get(named, ""), otherwise="card")
        written = {column: values[name] for name, column in rows.columns.items()}
        rows.values.append(values)
        rows.written.append({"id": id_, "copies": copies_of(values.get(counted or "", "")), **written})
    return rows if rows.written else ForeignRows.single()


def copies_of(text: str) -> str:
    """Return a number of copies as a table writes it; "1" if a text is no number."""
    number = text.strip().removesuffix(".0")
    return str(min(int(number[:6]), MOST_COPIES)) if number.isdecimal() else "1"


class ForeignPictures:
    """Collects the pictures that cells name, with the names that they get in the game."""

    def __init__(self, folder: Folder, places: Sequence[str] = (), contents: Mapping[str, bytes] | None = None) -> None:
        """Take the project's folder, and further folders in it (`places`) from which paths may start.

        `contents` are files inside the project file itself, by their names.
        """
        self._folder, self._places, self._contents = folder, places, contents or {}
        self._spelt = {name.casefold(): name for name in folder.names()}
        """Names as they are written: the programs run on Windows, where capitals do not matter."""
        self._names: dict[str, str] = {}
        self._ids, self._icon_ids = NewIds(), NewIds()
        self._drawn: dict[bytes, str] = {}
        """Names of drawings that were made, by their contents."""
        self._lost_paths: set[str] = set()
        self._sizes: dict[str, tuple[float, float]] = {}
        self.data: dict[str, bytes] = {}
        self.lost: list[str] = []

    def take(self, path: str) -> str:
        """Return the name that a picture gets in the game, and copy it at the first call; empty for an empty path.

        A picture that is missing or cannot be printed becomes a dashed frame.
        """
        path = _plain_path(path)
        if path and path not in self._names:
            self._names[path] = self._copy(path)
        return self._names.get(path, "")

    def read(self, path: str) -> bytes:
        """Return the bytes of a picture; empty if it cannot be read."""
        path = _plain_path(path)
        return self._contents.get(path) or self._folder.read_or_none(self._located(path)) or b""

    def add(self, data: bytes, stem: str, path: str = "") -> str:
        """Add a drawing that was made from the project; return its name in the game.

        `path` is a name under which the project may ask for it; equal drawings are kept once.
        """
        if data not in self._drawn:
            self._drawn[data] = f"art/{self._ids.add(stem, otherwise='picture')}.svg"
            self.data[self._drawn[data]] = data
        self._names[path or self._drawn[data]] = self._drawn[data]
        return self._drawn[data]

    def as_icon(self, name: str) -> str:
        """Make an icon of a picture in the game; return the name that texts use for the icon."""
        stem = self._icon_ids.add(PurePosixPath(name).stem, otherwise="icon")
        data = self.data.get(name, _FRAME)
        self.data[f"icons/{stem}.svg"] = data if name.endswith(".svg") else _in_drawing(name, data, self.size(name))
        return stem

    def lose(self, path: str, reason: str = "") -> str:
        """Note a picture that could not be imported; return the name of the dashed frame in its place.

        Without a reason no line is added to `lost`, as another reader reports it.
        """
        if path not in self._lost_paths:
            self._lost_paths.add(path)
            self.lost += [f"picture {quote(path)}: {reason}"] if reason else []
            name = f"art/{self._ids.add(PurePosixPath(path).stem, otherwise='picture')}.svg"
            self.data[name] = _FRAME
            self._names[path] = name
        return self._names[path]

    def is_lost(self, name: str) -> bool:
        """Return whether a picture of the game is the dashed frame in place of a lost one."""
        return self.data.get(name) is _FRAME

    def size(self, name: str) -> tuple[float, float]:
        """Return width and height of a picture of the game in pixels; 0 where they are not known."""
        if name not in self._sizes:
            self._sizes[name] = _size(name, self.data.get(name, b""))
        return self._sizes[name]

    def _copy(self, path: str) -> str:
        """Copy a picture file into the game; return its new name.

        A file that cannot be read or printed becomes a dashed frame.
        """
        ending = PurePosixPath(path).suffix.lower()
        if ending not in _READY:
            return self.lose(path, "is no picture that is printed here; save it as PNG")
        try:
            data = self._contents.get(path) or self._folder.read(self._located(path))
        except Faults as faults:
            return self.lose(path, faults.faults[0].what)
        if ending in PIXELS and not any(_size("", data)):
            return self.lose(path, "cannot be read as a picture")
        name = f"art/{self._ids.add(PurePosixPath(path).stem, otherwise='picture')}{ending}"
        self.data[name] = data
        return name

    def _located(self, path: str) -> str:
        """Return the path of a file in the project's folder, spelt as on the disk.

        Further folders are searched too; a path of another computer is matched by its end. An unknown path comes back.
        """
        for place in ("", *self._places):
            name = posixpath.normpath(f"{place}/{path}" if place else path)
            if name.casefold() in self._spelt:
                return self._spelt[name.casefold()]
        if _ELSEWHERE.match(path):  # a path on the computer of its author: the longest end of it that is here
            parts = path.split("/")[1:]
            ends = ("/".join(parts[start:]).casefold() for start in range(len(parts)))
            return next((self._spelt[end] for end in ends if end in self._spelt), path)
        return path

    @property
    def count(self) -> ImportCount:
        """Return how many pictures the project names, and how many were imported."""
        return ImportCount(len(self._names.keys() - self._lost_paths), len(self._names))


def _plain_path(path: str) -> str:
    """Return a path with single forward slashes, as Windows and Ruby read it."""
    return re.sub(r"/{2,}", "/", path.strip().replace("\\", "/")).removeprefix("./")


def _in_drawing(name: str, data: bytes, size: tuple[float, float]) -> bytes:
    """Return an SVG drawing that holds a picture of pixels of a given width and height."""
    width, height = size[0] or 1, size[1] or 1
    # The media type of both endings is image/jpeg.
    kind = "jpeg" if name.endswith((".jpg", ".jpeg")) else PurePosixPath(name).suffix.removeprefix(".")
    frame = f'width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {frame} viewBox="0 0 {width:g} {height:g}">'
    return f'{head}<image {frame} href="data:image/{kind};base64,{b64encode(data).decode()}"/></svg>'.encode()


def _size(name: str, data: bytes) -> tuple[float, float]:
    """Return width and height of a picture's data in pixels.

    0 if it cannot be read. `name` tells drawings from pixels.
    """
    if name.endswith(".svg"):
        return drawing_size(data)
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as picture:
            return float(picture.width), float(picture.height)
    # Pillow raises SyntaxError for a broken PNG.
    except (OSError, ValueError, SyntaxError):
        return 0.0, 0.0
