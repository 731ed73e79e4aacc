"""Reads the columns that game.toml declares for a data file."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from generator.load.files.fault_report import quote
from generator.load.files.toml_table import TomlTable
from generator.load.keys.game_keys import COLUMN, TYPES
from generator.load.tables.cell_reader import cell_parser
from generator.load.tables.column import PLAIN, Column
from generator.load.tables.raw_table import cell_text

_DEFAULTED = COLUMN.keys["default"].kinds


def read_columns(entry: TomlTable, tables: Collection[str], built_in: tuple[Column, ...]) -> tuple[Column, ...]:
    """Read the columns of a table or component, after its `built_in` ones. Adds faults to the entry's report."""
    for name in [column.name for column in built_in if isinstance(entry.data.get(column.name), dict)]:
        entry.used[name] = None  # else it would be an unknown key too
        entry.fault(name, f"the heading of a column stands in columns: columns.{name} = {{ from = … }}")
    entries = entry.entries("columns")
    names = {column.name for column in built_in}
    had = (_built_in(column, entries[column.name]) if column.name in entries else column for column in built_in)
    return (*had, *(_column(id_, column, tables) for id_, column in entries.items() if id_ not in names))


def _built_in(column: Column, entry: TomlTable) -> Column:
    """Return a column that every file of rows may have, with its heading in the file, all that may be said of it."""
    if "from" not in entry.data:
        message = 'has a meaning of its own; say nothing of it but its heading in the file, from = "…", or rename it'
        entry.fault(None, f"{quote(column.name)} {message}")
        return column
    heading = entry.text("from")
    entry.close()
    return column._replace(sources=((column.name, heading),))


def _column(name: str, entry: TomlTable, tables: Collection[str]) -> Column:
    """Read the declaration of a column in game.toml: its type, limits, default and heading in the file."""
    # `in_lang` would hide the method with which templates ask for a row's words in a language.
    if name == "in_lang":  # rows have a property of that name in templates
        entry.fault(None, f"{quote(name)} has a meaning of its own and is not declared; take it out or rename it")
    kind = entry.choice("type", default="text" if "from" in entry.data else None)
    has_html = kind in {"words", "text"} and entry.choice("markup") == "html"
    column = Column(
        name,
        kind,
        optional=entry.flag("optional"),
        rich=(kind in {"words", "text"} and entry.flag("rich")) or has_html,
        has_html=has_html,
        decimals=kind == "number" and entry.flag("decimals"),
        of=_of(entry, kind, tables),
        default=_default(entry) if kind in _DEFAULTED else None,
        sources=_sources(name, entry, kind) if entry.has("from") else (),
        **_limits(entry, kind),
    )
    if kind in TYPES:
        _check_default(entry, column)
        entry.close()
    return column


def _sources(name: str, entry: TomlTable, kind: str) -> tuple[tuple[str, str], ...]:
    """Return the headings of a column in the file: one, or for words one in each language."""
    if kind == "words" and isinstance(entry.data["from"], dict):
        headings = entry.data["from"].items()
        if not all(isinstance(heading, str) and heading for _, heading in headings):
            entry.fault("from", 'must be a heading in each language, like { en = "Name", ja = "名前" }')
            return ()
        return tuple((f"{name}.{language}", heading) for language, heading in headings)
    return ((name, entry.text("from")),)


def _limits(entry: TomlTable, kind: str) -> dict[str, Any]:
    """Return the fields of a column for its limits: least and greatest number, or the list of its words."""
    listed = entry.data.get("of") if kind == "list" else kind
    if listed == "number":
        return {"least": entry.number("min"), "most": entry.number("max")}
    if listed == "word" or (kind == "list" and listed is None):
        return {"one_of": _words(entry)}
    return {}


def _words(entry: TomlTable) -> tuple[str, ...]:
    """Return the words that a column may hold; a text that is no word is a fault."""
    words = entry.text_list("one_of")
    for word in words:
        entry.check_id("one_of", word, "a word")
    return words


def _of(entry: TomlTable, kind: str, tables: Collection[str]) -> str:
    """Return the table, or the type of list items, that a column names under `of`; empty for other types."""
    if kind == "row":
        return _table(entry, entry.text("of"), tables)
    if kind == "list":
        item_type = entry.text("of", "word")
        return item_type if item_type in PLAIN else _table(entry, item_type, tables)
    return ""


def _table(entry: TomlTable, name: str, tables: Collection[str]) -> str:
    """Return the name of a table; an unknown one is a fault."""
    if name and name not in tables:
        entry.unknown("of", "table", name, tables)
    return name


def _default(entry: TomlTable) -> str | None:
    """Return the text of empty cells of a column; None without a default or after a fault."""
    if not entry.has("default"):
        return None
    try:
        return cell_text(entry.data["default"])
    except ValueError as error:
        entry.fault("default", str(error))
        return None


def _check_default(entry: TomlTable, column: Column) -> None:
    """Add a fault if a column could not hold its own default."""
    try:
        if column.default is not None:
            cell_parser(column, {})(column.default)
    except ValueError as error:
        entry.fault("default", str(error))
