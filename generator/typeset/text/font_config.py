"""Read fonts.toml: the fonts, the families of each role in each language, and those of the other scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.base.errors import Fault, Faults, suggestion
from generator.base.records import NamedTuple, dataclass
from generator.model.keys.key_table import Key, KeyTable, allows
from generator.typeset.text.font_packages import PackagedFont, fontpkg_package, installed_family, wheel_name

_TAG = "[A-Za-z0-9]{4}"


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

    def weight(self, bold: bool) -> int:
        """Return the bold or the regular weight of the stack."""
        return self.bold if bold else self.regular


class FontConfig(NamedTuple):
    """The content of a fonts.toml."""

    sources: dict[str, FontSource]
    """The fonts by id."""
    stacks: dict[str, dict[str, FontStack]]
    """The families of each role by language."""
    scripts: dict[str, tuple[str, ...]]
    """The families of each script, by its ISO 15924 code, for letters that no font of a role has."""


_WEIGHT = Key("integer", low=1, high=1000)
_STACK = {"regular": _WEIGHT, "bold": _WEIGHT, "figures": Key("text")}

FONT = KeyTable(
    "font",
    {
        "package": Key("text"),
        "file": Key("text"),
        "family": Key("text"),
        "weight": _WEIGHT,
        "weights": Key("list", low=1, either=(_WEIGHT,)),
        "italic": Key("flag"),
        "axes": Key("table", inner=KeyTable("axes", {}, other_key=Key("number"), pattern=".")),
        "licence": Key("text"),
        "features": Key("texts"),
    },
)
STACK = KeyTable("stack", {"families": Key("texts", required=True, low=1), **_STACK})
_ROLE = KeyTable(
    "role", _STACK, other_key=Key("texts", low=1, either=(Key("table", inner=STACK),)), pattern="^[A-Za-z-]+$"
)
_BY_NAME = "^[A-Za-z0-9_-]+$"
FONTS = KeyTable(
    "fonts",
    {
        "fonts": Key("table", inner=KeyTable("font_ids", {}, other_key=Key("table", inner=FONT), pattern=_BY_NAME)),
        "stacks": Key("table", inner=KeyTable("roles", {}, other_key=Key("table", inner=_ROLE), pattern=_BY_NAME)),
        "scripts": Key(
            "table", inner=KeyTable("scripts", {}, other_key=Key("texts", low=1), pattern="^[A-Z][a-z]{3}$")
        ),
    },
)
"""What may stand in fonts.toml."""


def read_font_config(config: Mapping[str, Any], where: str) -> FontConfig:
    """Read the tables of fonts.toml; raises Faults, which name the file `where`."""
    faults = [
        Fault(where, f"{key!r} is not known here{suggestion(key, [*FONTS.keys])}", key=key)
        for key in config
        if key not in FONTS.keys
    ]
    reader = _ConfigReader(where, faults)
    for id_, table in config.get("fonts", {}).items():
        reader.add_font(id_, table)
    stacks = {role: reader.stacks(role, table) for role, table in config.get("stacks", {}).items()}
    scripts = {code: reader.script(code, families) for code, families in config.get("scripts", {}).items()}
    if faults:
        raise Faults(faults)
    return FontConfig(reader.sources, stacks, scripts)


class _ConfigReader:
    """Reads the tables of fonts.toml, and appends what is wrong with them to `faults`."""

    def __init__(self, where: str, faults: list[Fault]) -> None:
        """Take the name of the file, and the list that faults are appended to."""
        self._where, self._faults = where, faults
        self.sources: dict[str, FontSource] = {}
        self._families: set[str] = set()

    def add_font(self, id_: str, table: Any) -> None:
        """Read one `[fonts.<id>]` table: a font, some weights of one, or all fonts of a package of fontpkg."""
        before = len(self._faults)
        key = f"fonts.{id_}"
        if not isinstance(table, Mapping):
            self._fault(key, f"{table!r} is not a table")
            return
        for name, value in table.items():
            if name not in FONT.keys:
                self._fault(key, f"{name!r} is not known here{suggestion(name, [*FONT.keys])}")
            elif not allows(FONT.keys[name], value) or (name == "features" and not _are_tags(value)):
                self._fault(key, f"{name} is {value!r}; {_EXPECTED[name]}")
        # A package of fontpkg lists its fonts itself.
        if "file" not in table and "package" in table:
            self._add_package(id_, table, key)
            return
        for name in ("file", "licence"):
            if name not in table:
                self._fault(key, f'{name} is missing; write {name} = "…"')
        if len(self._faults) == before:
            self._add(*_sources(id_, table))

    def _add(self, *sources: FontSource) -> None:
        """Remember fonts by their ids, and the names of their families."""
        self.sources |= {source.id: source for source in sources}
        self._families |= {source.family for source in sources}

    def _add_package(self, family: str, table: Mapping[str, Any], key: str) -> None:
        """Add the fonts that an installed package of fontpkg lists; a fault where it is not installed."""
        package = str(table["package"]).replace("-", "_")
        fonts = installed_family(package)
        if not fonts:
            wheel = wheel_name(package)
            from generator.base.system.install_command import install_own

            advice = install_own(wheel) or "; name a font that is installed"
            self._fault(key, f"the package {wheel!r} is not installed, or lists no fonts{advice}")
        self._families.add(family)
        self._add(*_packaged_sources(family, fonts, tuple(table.get("features", ()))))

    def _knows(self, family: str) -> bool:
        """Return whether a family is in fonts.toml, or in an installed package of fontpkg.

        The fonts of such a package are added.
        """
        if family not in self._families:
            self._add(*_packaged_sources(family, installed_family(fontpkg_package(family)), ()))
        return family in self._families

    def script(self, code: str, families: Any) -> tuple[str, ...]:
        """Return the families of a `[scripts]` line; `code` is the ISO 15924 code of a script."""
        key = f"scripts.{code}"
        if not re.fullmatch("[A-Z][a-z]{3}", code):
            self._fault(key, f"{code!r} is no script; write its ISO 15924 code, like 'Hebr' or 'Arab'")
        return self._stack(key, families, {}).families

    def stacks(self, role: str, table: Any) -> dict[str, FontStack]:
        """Return the stacks of a role by language; empty for an invalid table, with a fault."""
        key = f"stacks.{role}"
        if not isinstance(table, Mapping):
            self._fault(key, f"{table!r} is not a table")
            return {}
        defaults = {name: table[name] for name in ("regular", "bold", "figures") if name in table}
        languages = {name: value for name, value in table.items() if name not in defaults}
        return {name: self._stack(f"{key}.{name}", value, defaults) for name, value in languages.items()}

    def _stack(self, key: str, value: Any, defaults: Mapping[str, Any]) -> FontStack:
        """Return the stack of one language of a role; `defaults` are the weights and figures of all languages."""
        table = {**defaults, **(value if isinstance(value, Mapping) else {"families": value})}
        for name in [name for name in table if name not in STACK.keys]:
            self._fault(key, f"{name!r} is not known here{suggestion(name, [*STACK.keys])}")
        names = table.get("families")
        if not isinstance(names, list) or not names:
            self._fault(key, f"{names!r} is not a list of families")
            return FontStack(())
        figures = str(table.get("figures", ""))
        for family in (*names, *([figures] if figures else ())):
            if not self._knows(str(family)):
                self._fault(key, self._unknown_family(str(family)))
        weights = {name: table.get(name, default) for name, default in (("regular", 400), ("bold", 700))}
        for name, weight in weights.items():
            if not allows(_WEIGHT, weight):
                self._fault(key, f"{name} is {weight!r}; it is a number from 1 to 1000")
        return FontStack(tuple(map(str, names)), **weights, figures=figures)

    def _unknown_family(self, family: str) -> str:
        """Return the fault of a family that no font has, with advice."""
        near = suggestion(family, sorted(self._families))
        advice = near if "did you mean" in near else "; name a font that is installed"
        return f"no family called {family!r}{advice}"

    def _fault(self, key: str, fault: str) -> None:
        """Add a fault of a key of fonts.toml."""
        self._faults.append(Fault(self._where, fault, key=key))


def _sources(id_: str, table: Mapping[str, Any]) -> list[FontSource]:
    """Return the font of a table, or one for each of its `weights`."""
    axes = {tag: float(value) for tag, value in table.get("axes", {}).items()}
    plain = {name: value for name, value in table.items() if name != "weights"}
    # Packages are imported with underscores, and named with hyphens on PyPI.
    plain |= {"package": str(table.get("package", "")).replace("-", "_"), "features": tuple(table.get("features", ()))}
    sources = []
    for number, weight in enumerate(table.get("weights", [None])):
        weight_axes = axes if weight is None else {**axes, "wght": float(weight)}
        fields = {
            "family": id_,
            **plain,
            "id": f"{id_}-{weight}" if number else id_,
            "axes": tuple(sorted(weight_axes.items())),
        }
        sources.append(FontSource(**(fields if weight is None else {**fields, "weight": weight})))
    return sources


def _packaged_sources(family: str, fonts: Sequence[PackagedFont], features: tuple[str, ...]) -> Iterator[FontSource]:
    """Yield the fonts of a package as fonts of a family, with OpenType features that are always on."""
    for font in fonts:
        id_ = f"{family}-{font.weight}{'-italic' if font.is_italic else ''}"
        yield FontSource(
            id_,
            font.file,
            font.licence,
            font.package,
            family=family,
            weight=font.weight,
            italic=font.is_italic,
            axes=font.axes,
            features=features,
        )


def _are_tags(texts: Iterable[str]) -> bool:
    """Return whether all texts are tags of OpenType features, of four letters or digits."""
    return all(re.fullmatch(_TAG, text) for text in texts)


_EXPECTED: Mapping[str, str] = {
    "package": "it is the name of a Python package",
    "file": "it is the path of a .ttf or .otf file",
    "family": "it is a name",
    "weight": "it is a number from 1 to 1000",
    "weights": "write weights = [400, 700], those of a variable font",
    "italic": "it is true or false",
    "axes": "write axes = { wght = 400 }",
    "licence": "it is the name of a licence",
    "features": "write four-letter tags like 'lnum'",
}
"""Hint on valid values, for each key of a `[fonts.<id>]` table."""


def display_name(family: str) -> str:
    """Return a family's name as people write it: `Noto Sans JP` for `noto-sans-jp`."""
    return " ".join(word.upper() if len(word) < 3 else word.capitalize() for word in family.split("-"))
