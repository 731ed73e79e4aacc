"""Copies of a game's data with single values changed, to study what a value does."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import tomllib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from generator.base.errors import UsageError, suggestion
from generator.load.files.folder import Folder
from generator.load.files.toml_document import key_lines

_HOW = "write it like solo.toml:neutral.cards=1,2,3 or tables/rounds.csv:year_6.hard=10,12"


class DataEdit(NamedTuple):
    """One value of a game's data that is changed."""

    file: str
    """Name of the file below the game's folder, such as `solo.toml` or `tables/rounds.csv`."""
    key: str
    """The dotted key in a TOML file; in a CSV file the id of a row and a column, with a dot between them."""
    value: Any
    """A value that TOML can hold."""

    @property
    def title(self) -> str:
        """Return the edit as text for a report: `key = value`."""
        return f"{self.key} = {self.value if isinstance(self.value, str) else _written(self.value)}"


class Sweep(NamedTuple):
    """A key of a game's data, or a setting where `file` is empty, and the values that it takes one after the other."""

    file: str
    key: str
    values: tuple[Any, ...]


def parse_sweep(text: str) -> Sweep:
    """Return the sweep typed as `FILE:KEY=VALUE,VALUE…` or `SETTING=CHOICE,CHOICE…`; raise UsageError.

    >>> parse_sweep("solo.toml:neutral.cards=1,2,3")
    Sweep(file='solo.toml', key='neutral.cards', values=(1, 2, 3))
    >>> parse_sweep("difficulty=easy,hard")
    Sweep(file='', key='difficulty', values=('easy', 'hard'))
    """
    place, equals, written = text.partition("=")
    file, colon, key = place.rpartition(":")
    if not (equals and key and written.strip(" ,")) or (colon and not file):
        raise UsageError(f"--sweep {text!r} cannot be read; {_HOW}")
    values = _values(written)
    # The same value twice would play the same games twice.
    if len({_written(value) for value in values}) < len(values):
        raise UsageError(f"--sweep {text!r} names a value twice")
    return Sweep(file, key, values)


def _values(written: str) -> tuple[Any, ...]:
    """Return values as TOML writes them; words that are no TOML are texts."""
    try:
        values: list[Any] = tomllib.loads(f"values = [{written}]")["values"]
        json.dumps(values)  # a date is none of the values that a game has
    except (tomllib.TOMLDecodeError, TypeError):
        values = [word.strip() for word in written.split(",")]
    return tuple(values)


@contextmanager
def edited_folder(folder: Path, edits: Sequence[DataEdit]) -> Iterator[Path]:
    """Yield the folder of a game, or while there are edits a temporary copy of it that has them.

    Raises UsageError for a file or key that the game does not have, and Faults for a file that cannot be read.
    """
    if not edits:
        yield folder
        return
    with TemporaryDirectory(prefix="vallum-") as place:
        copy = Path(place, folder.resolve().name)
        # Links stay links: a copy of their targets might be large.
        shutil.copytree(folder, copy, symlinks=True)
        for edit in edits:
            _apply_edit(copy, edit)
        yield copy


def _apply_edit(folder: Path, edit: DataEdit) -> None:
    """Write a change of the data into the file of the copied game; raise UsageError for an unknown file or key."""
    files = Folder(folder)
    names = [*files.names(ending=".toml"), *files.names(ending=".csv")]
    if edit.file not in names:
        raise UsageError(f"--sweep: the game has no file {edit.file!r}{suggestion(edit.file, names) or '; ' + _HOW}")
    text = files.text(edit.file)
    changed = _edited_csv(text, edit) if edit.file.endswith(".csv") else _edited_toml(text, edit)
    (folder / edit.file).write_text(changed, encoding="utf-8", newline="\n")


def _edited_toml(text: str, edit: DataEdit) -> str:
    """Return a TOML file's text with the value of one key replaced on its line.

    Raises UsageError for an unknown key, and where the value reaches over several lines.
    """
    edited = deepcopy(before := tomllib.loads(text))
    *tables, last = edit.key.split(".")
    table: Any = edited
    for name in tables:
        table = table.get(name) if isinstance(table, dict) else None
    if not isinstance(table, dict) or last not in table or isinstance(table[last], dict):
        raise _unknown_key(edit, [".".join(path) for path in _paths(before)])
    table[last] = edit.value
    places = key_lines(text).get((*tables, last), ())
    lines = text.split("\n")
    for number in places[:1]:
        lines[number - 1] = re.sub(
            r"(=\s*).*", lambda match: match[1] + _written(edit.value), lines[number - 1], count=1
        )
    # Only the line is replaced, so that comments and order of the file stay.
    changed = "\n".join(lines)
    with_edit = _parsed(changed)
    # The value may reach over several lines; then the line alone would break the file.
    if with_edit != edited:
        raise UsageError(f"--sweep {edit.file}:{edit.key}: only a key whose value stands on one line can be swept")
    return changed


def _parsed(text: str) -> dict[str, Any] | None:
    """Return the tables of a TOML text; None for a text that is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _paths(table: dict[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the keys of all values that are no tables, each as its chain of table names; `above` leads to `table`."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _paths(value, (*above, key))
        else:
            yield (*above, key)


def _edited_csv(text: str, edit: DataEdit) -> str:
    """Return a CSV file's text with one cell replaced; the row is named by its first cell."""
    # All rows are written back, comments too; they are left out of the search only.
    rows = list(csv.reader(io.StringIO(text), strict=True))
    lines = [row for row in rows if row and not row[0].startswith("#")]
    header = lines[0] if lines else []
    id_, _, column = edit.key.partition(".")
    edited_row = next((row for row in lines[1:] if row[0].strip() == id_), None)
    if edited_row is None or column not in header[1:]:
        keys = [f"{row[0].strip()}.{name}" for row in lines[1:] for name in header[1:]]
        raise _unknown_key(edit, keys)
    edited_row[header.index(column)] = edit.value if isinstance(edit.value, str) else _written(edit.value)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _unknown_key(edit: DataEdit, keys: Collection[str]) -> UsageError:
    """Return the error for a key that the file does not have, with the nearest one."""
    return UsageError(f"--sweep: {edit.file} has no key {edit.key!r}{suggestion(edit.key, keys)}")


def _written(value: Any) -> str:
    """Return a value as TOML writes it; for the values of a game this is the same as JSON."""
    return json.dumps(value, ensure_ascii=False)
