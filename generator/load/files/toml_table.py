"""One table of a TOML file, read key by key; a key that nobody asks for is a fault."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from generator.base import units
from generator.base.errors import Fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.toml_document import TomlDocument
from generator.model.text import Text

ID = re.compile(r"[a-z][a-z0-9_]{0,40}\Z")
"""What rows, columns, tables and components are called."""

GREATEST = 2000 * units.MM
"""The longest length of anything printed, 2 m, in points."""


class TomlTable:
    """A table of a document; each reader notes what is wrong in the report and gives a value to go on with."""

    __slots__ = ("_asked", "data", "document", "path", "report")

    def __init__(
        self,
        document: TomlDocument,
        report: FaultReport,
        path: tuple[str | int, ...] = (),
        data: Mapping[str, Any] | None = None,
    ) -> None:
        self.document = document
        self.report = report
        self.path = path
        self.data = document.data if data is None else data
        self._asked: dict[str, None] = {}

    def fault(self, key: str | None, what: str, *, unreadable: bool = False) -> None:
        """Note a fault at one of the keys, or at the table itself."""
        self.report.add(self._made(key, what, unreadable=unreadable))

    def doubt(self, key: str | None, what: str) -> None:
        """Note a fault that may only follow from another one in the file, and is then not told."""
        self.report.doubt(self._made(key, what))

    def _made(self, key: str | None, what: str, *, unreadable: bool = False) -> Fault:
        path = self.path if key is None else (*self.path, key)
        line, dotted = self.document.line(*path), ".".join(map(str, path))[:80] or None
        return Fault(self.document.where, what, line, key=dotted, unreadable=unreadable)

    def has(self, key: str) -> bool:
        """Whether the key is given."""
        self._asked[key] = None
        return key in self.data

    def text(self, key: str, default: str | None = None) -> str:
        """Text that is not empty; required where there is no default."""
        value = self._value(key, str, "text in quotes", default)
        if value == "" != default:
            self.fault(key, f"{key} is empty")
        return value or ""

    def yes(self, key: str) -> bool:
        """True or false; false where it is not given."""
        return bool(self._value(key, bool, "true or false", False))

    def whole(self, key: str, low: int, high: int) -> int:
        """A required whole number from `low` to `high`."""
        value: int | None = self._value(key, int, "a whole number", None)
        if value is not None and not low <= value <= high:
            self.fault(key, f"{value} is out of range; it is {low} to {high}")
        return value or 0

    def number(self, key: str) -> float | None:
        """A number, or None where it is not given."""
        value = self._value(key, (int, float), "a number", False)
        return None if value is False else value

    def choice(self, key: str, known: Collection[str], default: str | None = None, *, noun: str = "") -> str:
        """One of the known words; `noun` says what they are where the key does not."""
        value = self.text(key, default)
        if value and value not in known:
            self.fault(key, f"no {noun or key} called {quote(value)}{self.report.nearest(value, known)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty where it is not given."""
        value = self._value(key, list, 'a list of texts, like ["en", "ja"]', [])
        if not all(isinstance(item, str) for item in value):
            self.fault(key, 'must be a list of texts, like ["en", "ja"]')
            return ()
        return tuple(value)

    def words(self, key: str, languages: tuple[str, ...]) -> Text:
        """A required phrase in every language of the game: `{ en = "…", ja = "…" }`."""
        sample = ", ".join(f'{language} = "…"' for language in languages)
        value = self._value(key, dict, f"a phrase in each language, like {{ {sample} }}", None)
        if value is None:
            return Text(())
        for language in [language for language in languages if not value.get(language)]:
            self.fault(key, f"no words in {language!r}")
        for language, words in value.items():
            self._word(key, language, words, languages)
        return Text(tuple((language, value[language]) for language in languages if language in value))

    def length(self, key: str, low: float, high: float, default: str | None = None) -> float:
        """A length such as `"63mm"`, in points, between two lengths in points."""
        text = self.text(key, default)
        return self.measure(key, text, low, high) if text else 0.0

    def measure(self, key: str, text: str, low: float, high: float) -> float:
        """Points in a text that stands at a key, between two lengths in points."""
        try:
            return parse_length(text, low, high)
        except ValueError as error:
            self.fault(key, str(error))
            return 0.0

    def entries(self, key: str) -> dict[str, TomlTable]:
        """The tables below a key by their ids; empty where it is not given."""
        within = self.table(key)
        return {id_: within.table(id_) for id_ in within.data if within._names_table(id_)}

    def table(self, key: str) -> TomlTable:
        """The table below a key; an empty one where it is not given."""
        data = self._value(key, dict, "a table", {})
        return TomlTable(self.document, self.report, (*self.path, key), data)

    def listed(self, key: str) -> tuple[TomlTable, ...]:
        """The tables in a list below a key, `[[key]]` or `key = [{ … }]`; none where it is not given."""
        items = self._value(key, list, f"a list of tables, like [[{key}]]", [])
        for item in [item for item in items if not isinstance(item, dict)]:
            self.fault(key, f"must be a list of tables, not {quote(item)}")
        data = ((index, item) for index, item in enumerate(items) if isinstance(item, dict))
        return tuple(TomlTable(self.document, self.report, (*self.path, key, index), item) for index, item in data)

    def close(self, *also: str) -> None:
        """Note the keys that nobody asked for; `also` are keys that it might have had and nobody needed to ask for."""
        unknown = [key for key in self.data if key not in self._asked]
        for key in unknown:
            self.fault(key, f"unknown key {quote(key)}{self.report.nearest(key, (*self._asked, *also))}")

    def _names_table(self, id_: str) -> bool:
        if not ID.match(id_):
            self.fault(id_, f"{quote(id_)} is not an id; write it with a-z, 0-9 and _, a letter first")
        elif not isinstance(self.data[id_], dict):
            self.fault(id_, f"must be a table, not {quote(self.data[id_])}")
        else:
            return True
        return False

    def _value(self, key: str, kind: type | tuple[type, ...], expected: str, default: Any) -> Any:
        if not self.has(key):
            if default is None:
                self.fault(key, f"{key} is missing; it is {expected}")
            return default
        value = self.data[key]
        # True is an int to Python, and no number to anyone else.
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.fault(key, f"must be {expected}, not {quote(value)}")
            return default
        return value

    def _word(self, key: str, language: str, words: object, languages: tuple[str, ...]) -> None:
        if language not in languages:
            self.fault(key, f"{quote(language)} is not a language of the game; add it to languages")
        elif not isinstance(words, str):
            self.fault(key, f"must be text in quotes, not {quote(words)}")


def parse_length(text: str, low: float, high: float) -> float:
    """Points in a text such as `63mm`; ValueError where it is no length or not between two others (points)."""
    if len(text) > 40:
        raise ValueError(f"{quote(text)} is not a length; write it like '63mm', '2.5in' or '9pt'")
    points = units.parse_length(text)
    if not low <= points <= high:
        raise ValueError(f"{quote(text)} is out of range; it is {_millimetres(low)} to {_millimetres(high)}")
    return points


def _millimetres(points: float) -> str:
    if points == GREATEST:
        return "2 m"
    return f"{'-2 m' if points == -GREATEST else units.decimal(round(units.to_mm(points), 2)) + ' mm'}"
