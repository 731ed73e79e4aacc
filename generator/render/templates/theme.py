"""Themes: the colours, line widths and flags that templates draw with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from generator.base.errors import Fault, Faults, UsageError, suggestion
from generator.base.records import dataclass, field
from generator.base.text_files.toml_syntax import parse_toml_file
from generator.model.keys.key_table import Key, KeyTable, allows

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
# A flag is read as `theme.<name>`, where these names are taken.
_RESERVED = ("name", "colour", "line", "ids")

_VALUES = {"colour": Key("colour"), "line": Key("number", low=0, high=100), "flag": Key("flag")}
"""The values of each part of a theme."""
_EXPECTED = {
    "colour": "colour; write it like '#a03020'",
    "line": "line width; give millimetres as a number",
    "flag": "flag; write true or false",
}
"""For each part, what its values should be."""
THEME = KeyTable(
    "theme",
    {
        part: Key("table", inner=KeyTable(f"{part}s", {}, other_key=value, pattern="^[a-z][a-z0-9_]*$"))
        for part, value in _VALUES.items()
    },
)
"""The parts of a theme, each with values by name."""


@dataclass(frozen=True, slots=True)
class Theme:
    """What a template sees as `theme`: `theme.colour.ink`, `theme.line.thin`, and each flag by its name."""

    name: str
    colour: Mapping[str, str] = field(default_factory=dict)
    """`#rrggbb` by name."""
    line: Mapping[str, float] = field(default_factory=dict)
    """Line widths in millimetres by name."""
    flag: Mapping[str, bool] = field(default_factory=dict)
    ids: bool = True
    """Whether faces show ids, marks of house values, and where values come from."""


def read_theme(name: str, files: Sequence[tuple[str, bytes]], theme_names: Sequence[str] = ()) -> Theme:
    """Merge all files of a theme; `files` are (path as shown, content), the nearest first.

    A game's own file needs only what it changes or adds. `theme_names` are the names of all themes, for the suggestion.
    Raises UsageError if there is no file, Faults if one holds anything but colours, lines and flags.
    """
    if not files:
        raise UsageError(f"no theme called {name!r}{suggestion(name, theme_names)}")
    parts: dict[str, dict[str, object]] = {part: {} for part in THEME.keys}
    faults: list[Fault] = []
    # The nearest file comes last, so that its values win.
    for path, content in reversed(files):
        for part, values in parse_toml_file(content, path).items():
            faults += _faults(path, part, values)
            if part in parts and isinstance(values, dict):
                parts[part] |= values
    if faults:
        raise Faults(faults)
    return Theme(name, **parts)  # type: ignore[arg-type]  # each value has been checked


def _faults(path: str, part: str, values: object) -> list[Fault]:
    """Return the faults of one part of a theme file: unknown parts, wrong values, wrong names."""
    if part not in THEME.keys:
        return [Fault(path, f"unknown part {part!r}{suggestion(part, list(THEME.keys))}")]
    if not isinstance(values, dict):
        return [Fault(path, f"a table was expected; write [{part}]", key=part)]
    noun = _EXPECTED[part]
    faults = [
        Fault(path, f"{value!r} is no {noun}", key=f"{part}.{name}")
        for name, value in values.items()
        if not allows(_VALUES[part], value)
    ]
    for name in values:
        if not _NAME.match(name):
            faults.append(Fault(path, f"{name!r} is no name; use small letters, digits and _", key=part))
        elif part == "flag" and name in _RESERVED:
            faults.append(Fault(path, f"a flag cannot be called {name!r}", key=part))
    return faults
