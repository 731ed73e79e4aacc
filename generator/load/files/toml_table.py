"""Reads a table of a TOML file key by key: each value is checked, and keys that nothing reads are faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, TypeGuard, TypeVar

from generator.base import units
from generator.base.errors import Fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.toml_document import TomlDocument
from generator.model.keys.key_table import ANY, Key, KeyTable
from generator.model.text import Text

T = TypeVar("T")

ID = re.compile(r"[a-z][a-z0-9_]{0,40}\Z")
"""An id of a row, column, table, component, sheet, track or box."""

GREATEST = 2000 * units.MM
"""The longest length of anything printed, 2 m, in points."""


class TomlTable:
    """A table of a TOML document.

    Each method that reads a key adds what is wrong to the report and returns a value of the right type to go on with.
    `keys` describes what may stand in the table: limits, known words and defaults that a method is not given.
    A key that it lacks cannot be asked for, so that schemas made of it are complete.
    """

    __slots__ = ("data", "document", "keys", "path", "report", "used")

    def __init__(
        self,
        document: TomlDocument,
        report: FaultReport,
        path: tuple[str | int, ...] = (),
        data: Mapping[str, Any] | None = None,
        keys: KeyTable | None = None,
    ) -> None:
        """Take a document, and the path and data of a table in it; without them it is the top of the document."""
        self.document = document
        self.keys = keys
        self.report = report
        self.path = path
        self.data = document.data if data is None else data
        self.used: dict[str, None] = {}
        """The keys that were asked for; a dict keeps their order for suggestions."""

    def fault(self, key: str | None, message: str, *, unreadable: bool = False) -> None:
        """Add a fault at a key, or at the table itself for None.

        `unreadable` says that the file could not be checked because of it.
        """
        self.report.add(self._fault(key, message, unreadable=unreadable))

    def add_secondary(self, key: str | None, message: str) -> None:
        """Add a fault at a key that is dropped if its file has any other fault."""
        self.report.add_secondary(self._fault(key, message))

    def _fault(self, key: str | None, message: str, *, unreadable: bool = False) -> Fault:
        """Return the fault at a key, or at the table itself for None, with its line."""
        path = self.path if key is None else (*self.path, key)
        line, dotted = self.document.line(*path), ".".join(map(str, path))[:80] or None
        return Fault(self.document.where, message, line, key=dotted, unreadable=unreadable)

    def unknown(self, key: str | None, noun: str, word: str, names: Collection[str]) -> None:
        """Add the fault of an unknown word at a key, with the nearest of `names` as a suggestion."""
        self.fault(key, f"no {noun} called {quote(word)}{self.report.suggestion(word, names)}")

    def check_id(self, key: str | None, text: str, noun: str = "an id") -> bool:
        """Whether a text is an id; if not, add a fault at a key, which calls the text `noun`."""
        problem = id_fault(text, noun)
        if problem:
            self.fault(key, problem)
        return not problem

    def has(self, key: str) -> bool:
        """Whether the table has a key; from now on the key counts as read, so that `close` does not call it unknown."""
        self._key(key)
        self.used[key] = None
        return key in self.data

    def text(self, key: str, default: str | None = None) -> str:
        """Return the text at a key, which is not empty; required if there is no default."""
        default = self._key(key).default if default is None else default
        value = self._value(key, str, "text in quotes", default)
        # Chained: empty, and not because the default is empty.
        if value == "" != default:
            self.fault(key, f"{key} is empty")
        return value or ""

    def flag(self, key: str) -> bool:
        """Return the true or false at a key; False by default."""
        return bool(self._value(key, bool, "true or false", False))

    def integer(self, key: str, low: int | None = None, high: int | None = None, default: int | None = None) -> int:
        """Return a whole number from `low` to `high`, required if there is no default; 0 after a fault."""
        least, most = self._limits(key, low, high)
        default = self._key(key).default if default is None else default
        if default is not None and not self.has(key):
            return default
        value: int | None = self._value(key, int, "a whole number", None)
        if value is not None and not least <= value <= most:
            self.fault(key, f"{value} is out of range; it is {least} to {most}")
        return value or 0

    def number(self, key: str) -> float | None:
        """Return the number at a key; None without the key or after a fault."""
        # The default is False, which no number is: None would mean that the key is required.
        value = self._value(key, (int, float), "a number", False)
        return None if value is False else value

    def choice(
        self, key: str, words: Collection[str] | None = None, default: str | None = None, *, noun: str = ""
    ) -> str:
        """Return one of the known words; faults call them by `noun`, or by the key.

        `words` and `default` are taken from the key's description if not given.
        """
        words = self._key(key).words if words is None else words
        value = self.text(key, default)
        if value and value not in words:
            self.unknown(key, noun or key, value, words)
        return value

    def text_list(self, key: str) -> tuple[str, ...]:
        """Return the list of texts at a key; empty by default and after a fault."""
        value = self._value(key, list, 'a list of texts, like ["en", "ja"]', [])
        if not all(isinstance(item, str) for item in value):
            self.fault(key, 'must be a list of texts, like ["en", "ja"]')
            return ()
        return tuple(value)

    def parsed_list(self, key: str, parse: Callable[[str], T]) -> tuple[T, ...]:
        """Return a list of texts, parsed; a text for which `parse` raises ValueError is a fault and left out."""
        parsed = []
        for text in self.text_list(key):
            try:
                parsed.append(parse(text))
            except ValueError as error:
                self.fault(key, str(error))
        return tuple(parsed)

    def phrase(self, key: str, languages: tuple[str, ...]) -> Text:
        """Return a required phrase in every language of the game: `{ en = "…", ja = "…" }`."""
        sample = ", ".join(f'{language} = "…"' for language in languages)
        value = self._value(key, dict, f"a phrase in each language, like {{ {sample} }}", None)
        if value is None:
            return Text(())
        for language in [language for language in languages if not value.get(language)]:
            self.fault(key, f"no words in {language!r}")
        for language, words in value.items():
            if language not in languages:
                self.fault(key, f"{quote(language)} is not a language of the game; add it to languages")
            elif not isinstance(words, str):
                self.fault(key, f"must be text in quotes, not {quote(words)}")
        return Text(tuple((language, value[language]) for language in languages if language in value))

    def length(
        self, key: str, default: str | None = None, *, low: float | None = None, high: float | None = None
    ) -> float:
        """Return a length such as `"63mm"`, in points, from `low` to `high` points; 0 after a fault."""
        text = self.text(key, default)
        return self.measure(key, text, *self._limits(key, low, high)) if text else 0.0

    def measure(self, key: str, text: str, low: float, high: float) -> float:
        """Return the points of a length that stands at a key; 0 after a fault."""
        try:
            return parse_length(text, low, high)
        except ValueError as error:
            self.fault(key, str(error))
            return 0.0

    def entries(self, key: str) -> dict[str, TomlTable]:
        """Return the tables below a key by their ids; none by default. Names that are no ids are faults."""
        parent = self.table(key)
        return {id_: parent.table(id_) for id_ in parent.data if parent._is_table(id_)}

    def table(self, key: str) -> TomlTable:
        """Return the table at a key; an empty one without the key or after a fault."""
        data = self._value(key, dict, "a table", {})
        # The document and the report are shared, so faults of inner tables have lines too.
        return TomlTable(self.document, self.report, (*self.path, key), data, self._key(key).inner)

    def table_list(self, key: str) -> tuple[TomlTable, ...]:
        """Return the tables of a list, written `[[key]]` or `key = [{ … }]`; none by default."""
        items = self._value(key, list, f"a list of tables, like [[{key}]]", [])
        for item in [item for item in items if not isinstance(item, dict)]:
            self.fault(key, f"must be a list of tables, not {quote(item)}")
        data = ((index, item) for index, item in enumerate(items) if isinstance(item, dict))
        inner = self._key(key).inner
        return tuple(
            TomlTable(self.document, self.report, (*self.path, key, index), item, inner) for index, item in data
        )

    def section(self, key: str, read: Callable[[TomlTable], T]) -> T:
        """Read the table below a key by a function; keys of the table that `read` does not ask for are faults."""
        return _read_all(read, self.table(key))

    def sections(self, key: str, read: Callable[[TomlTable], T]) -> tuple[T, ...]:
        """Read each table of a list by a function; keys of a table that `read` does not ask for are faults."""
        return tuple(_read_all(read, table) for table in self.table_list(key))

    def named_sections(self, key: str, read: Callable[[str, TomlTable], T]) -> tuple[T, ...]:
        """Read each table below a key by a function, with its id; keys that `read` does not ask for are faults."""
        return tuple(_read_all(partial(read, id_), table) for id_, table in self.entries(key).items())

    def with_data(self, data: Mapping[str, Any]) -> TomlTable:
        """Return a table at the same place with other data, none of whose keys have been read."""
        return TomlTable(self.document, self.report, self.path, data, self.keys)

    def close(self, *also: str) -> None:
        """Add a fault for each key that was not asked for; `also` are further keys for suggestions."""
        for key in [key for key in self.data if key not in self.used]:
            self.fault(key, f"unknown key {quote(key)}{self.report.suggestion(key, (*self.used, *also))}")

    def _key(self, key: str) -> Key:
        """Return the description of a key. Raises KeyError, a bug of the reader, for an undescribed one."""
        return self.keys.key(key) if self.keys else ANY

    def _limits(self, key: str, low: float | None, high: float | None) -> tuple[Any, Any]:
        """Return the given limits; a missing one is taken from the key's description."""
        described = self._key(key)
        return described.low if low is None else low, described.high if high is None else high

    def _is_table(self, id_: str) -> bool:
        """Whether an id is well written and has a table; a fault if not."""
        if not self.check_id(id_, id_):
            return False
        if not isinstance(self.data[id_], dict):
            self.fault(id_, f"must be a table, not {quote(self.data[id_])}")
            return False
        return True

    def _value(self, key: str, kind: type | tuple[type, ...], expected: str, default: Any) -> Any:
        """Return the value at a key if it is of type `kind`, else add a fault and return `default`.

        A default of None means that the key is required; `expected` describes the value in faults.
        """
        if not self.has(key):
            if default is None:
                self.fault(key, f"{key} is missing; it is {expected}")
            return default
        value = self.data[key]
        # bool is a subclass of int, but `true` is no number in TOML.
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.fault(key, f"must be {expected}, not {quote(value)}")
            return default
        return value


def _read_all(read: Callable[[TomlTable], T], table: TomlTable) -> T:
    """Return the result of `read` for a table; keys that it did not ask for are faults."""
    value = read(table)
    table.close()
    return value


def id_fault(text: str, noun: str = "an id") -> str | None:
    """Return why a text cannot be an id; None if it can. The fault calls the text `noun`."""
    if ID.match(text):
        return None
    return f"{quote(text)} is not {noun}; write it with a-z, 0-9 and _, a letter first, at most 41 long"


def are_numbers(value: object, count: int) -> TypeGuard[list[float]]:
    """Whether a value is a list of exactly `count` numbers; true and false are no numbers."""
    return isinstance(value, list) and [type(item) in {int, float} for item in value] == [True] * count


def parse_length(text: str, low: float, high: float) -> float:
    """Return the points of a text such as `63mm`. Raises ValueError if it is no length from `low` to `high` points."""
    # A text of thousands of characters would be quoted in the fault of the parser.
    if len(text) > 40:
        raise ValueError(f"{quote(text)} is not a length; write it like '63mm', '2.5in' or '9pt'")
    points = units.parse_length(text)
    if not low <= points <= high:
        raise ValueError(f"{quote(text)} is out of range; it is {_millimetres(low)} to {_millimetres(high)}")
    return points


def _millimetres(points: float) -> str:
    """Return a length in points as text for faults, in millimetres; the greatest is `2 m`."""
    if abs(points) == GREATEST:
        return "2 m" if points > 0 else "-2 m"
    return f"{units.decimal(round(units.to_mm(points), 2))} mm"
