"""Read fonts.toml: the font files, and for each role and language the families that are tried in turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.base.errors import Fault, Faults, suggestion
from generator.base.records import dataclass

_TAG = re.compile("[A-Za-z0-9]{4}")


@dataclass(frozen=True, slots=True)
class FontSource:
    """One `[fonts.<id>]` table: a font file, or one weight of a variable font file."""

    id: str
    file: str
    licence: str
    package: str = ""
    """The importable package that carries the file; empty for a file of the game."""
    family: str = ""
    weight: int = 400
    italic: bool = False
    axes: tuple[tuple[str, float], ...] = ()
    features: tuple[str, ...] = ()
    """OpenType features that are always on, such as lining figures."""


@dataclass(frozen=True, slots=True)
class FontStack:
    """The families of a role in one language, tried in turn, and its regular and bold weights."""

    families: tuple[str, ...]
    regular: int = 400
    bold: int = 700
    figures: str = ""
    """The family that sets its digits, where it is not the first that has them."""


def read_font_config(
    config: Mapping[str, Any], where: str
) -> tuple[dict[str, FontSource], dict[str, dict[str, FontStack]]]:
    """The fonts by id, and the stacks by role and language; raises Faults, which name the file `where`."""
    faults = [
        Fault(where, f"{key!r} is not known here{suggestion(key, ['fonts', 'stacks'])}", key=key)
        for key in config
        if key not in {"fonts", "stacks"}
    ]
    reader = _ConfigReader(where, faults)
    sources = {id_: reader.source(id_, table) for id_, table in config.get("fonts", {}).items()}
    families = {source.family for source in sources.values() if source}
    stacks = {role: reader.stacks(role, table, families) for role, table in config.get("stacks", {}).items()}
    if faults:
        raise Faults(faults)
    return {id_: source for id_, source in sources.items() if source}, stacks


class _ConfigReader:
    """Reads the tables of fonts.toml, and appends what is wrong with them to `faults`."""

    def __init__(self, where: str, faults: list[Fault]) -> None:
        self._where, self._faults = where, faults

    def source(self, id_: str, table: Any) -> FontSource | None:
        """One font; None where the table is invalid."""
        before = len(self._faults)
        key = f"fonts.{id_}"
        if not isinstance(table, Mapping):
            self._fault(key, f"{table!r} is not a table")
            return None
        for name, value in table.items():
            if name not in _CHECKS:
                self._fault(key, f"{name!r} is not known here{suggestion(name, list(_CHECKS))}")
            elif not _CHECKS[name][0](value):
                self._fault(key, f"{name} is {value!r}; {_CHECKS[name][1]}")
        for name in ("file", "licence"):
            if name not in table:
                self._fault(key, f'{name} is missing; write {name} = "…"')
        return None if len(self._faults) > before else _source(id_, table)

    def stacks(self, role: str, table: Any, families: set[str]) -> dict[str, FontStack]:
        """One role's stacks by language."""
        key = f"stacks.{role}"
        if not isinstance(table, Mapping):
            self._fault(key, f"{table!r} is not a table")
            return {}
        defaults = {name: table[name] for name in ("regular", "bold", "figures") if name in table}
        languages = {name: value for name, value in table.items() if name not in defaults}
        return {name: self._stack(f"{key}.{name}", value, defaults, families) for name, value in languages.items()}

    def _stack(self, key: str, value: Any, defaults: Mapping[str, Any], families: set[str]) -> FontStack:
        table = {**defaults, **(value if isinstance(value, Mapping) else {"families": value})}
        names = table.get("families")
        if not isinstance(names, list) or not names:
            self._fault(key, f"{names!r} is not a list of families")
            return FontStack(())
        figures = str(table.get("figures", ""))
        for family in (*names, *([figures] if figures else ())):
            if family not in families:
                self._fault(key, f"no family called {family!r}{suggestion(str(family), sorted(families))}")
        weights = {name: table.get(name, default) for name, default in (("regular", 400), ("bold", 700))}
        for name, weight in weights.items():
            if not _is_weight(weight):
                self._fault(key, f"{name} is {weight!r}; it is a number from 1 to 1000")
        return FontStack(tuple(map(str, names)), **weights, figures=figures)

    def _fault(self, key: str, what: str) -> None:
        self._faults.append(Fault(self._where, what, key=key))


def _source(id_: str, table: Mapping[str, Any]) -> FontSource:
    axes = tuple(sorted((tag, float(value)) for tag, value in table.get("axes", {}).items()))
    features = tuple(table.get("features", ()))
    return FontSource(**{"family": id_, **table, "id": id_, "axes": axes, "features": features})


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_weight(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1000


def _are_axes(value: Any) -> bool:
    numbers = value.values() if isinstance(value, Mapping) else [None]
    return all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers)


def _are_features(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(tag, str) and _TAG.fullmatch(tag) for tag in value)


_CHECKS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "package": (_is_text, "it is the name of a Python package"),
    "file": (_is_text, "it is the path of a .ttf file"),
    "family": (_is_text, "it is a name"),
    "weight": (_is_weight, "it is a number from 1 to 1000"),
    "italic": (lambda value: isinstance(value, bool), "it is true or false"),
    "axes": (_are_axes, "write axes = { wght = 400 }"),
    "licence": (_is_text, "it is the name of a licence"),
    "features": (_are_features, "write four-letter tags like 'lnum'"),
}
"""For each key of a `[fonts.<id>]` table: whether a value is valid, and what would be."""
