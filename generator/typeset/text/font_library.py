"""The fonts of fonts.toml: read the file, find and check the fonts, and choose those of a role in a language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import Fault, Faults, fault, suggestion
from generator.base.records import dataclass
from generator.model.face import Font
from generator.typeset.text.font_files import FontCache, UnusableFont, check_font_file, check_own_font, pin_axes
from generator.typeset.text.font_role import FontRole, RoleStyle
from generator.typeset.text.shaping import Typeface

ANY = "any"
"""The language of a stack for all languages without a stack of their own."""


class FontLibrary(Mapping[str, Font]):
    """The fonts of fonts.toml by id, each found, checked and pinned on first use.

    `read_file` reads a file of the game by the path that fonts.toml gives. Variable fonts are pinned into `cache_dir`,
    or into a temporary folder where there is none. Raises Faults for a font whose file cannot be used.
    """

    def __init__(
        self,
        config: Mapping[str, Any],
        cache_dir: Path | None = None,
        *,
        read_file: Callable[[str], bytes | None] = lambda _: None,
        where: str = "fonts.toml",
    ) -> None:
        self._sources, self._stacks = read_font_config(config, where)
        self._read_file, self._where = read_file, where
        self._cache = FontCache(cache_dir)
        self._fonts: dict[str, Font] = {}
        self._typefaces: dict[str, Typeface] = {}
        self._font_roles: dict[RoleStyle, FontRole] = {}

    def __getitem__(self, id_: str) -> Font:
        if id_ not in self._fonts:
            source = self._sources[id_]
            try:
                self._fonts[id_] = Font(id_, str(self._file(source)), source.licence)
            except UnusableFont as error:
                raise self._fault(id_, f"{source.file!r} {error}") from None
        return self._fonts[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)

    @property
    def opened_files(self) -> tuple[str, ...]:
        """The paths of the files of the fonts that were used."""
        return tuple(font.path for font in self._fonts.values())

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(self._stacks)

    @property
    def licences(self) -> tuple[str, ...]:
        """Each family with its licence; opens no font."""
        sources = self._sources.values()
        return tuple(dict.fromkeys(f"{_display_name(source.family)}: {source.licence}" for source in sources))

    def stack(self, role: str, language: str, *, bold: bool = False, italic: bool = False) -> tuple[str, ...]:
        """Ids of the fonts that are tried in turn for each character; a family without italics gives its upright font.

        Raises Faults for a role that fonts.toml does not have.
        """
        stack = self._stack(role, language)
        return tuple(self._nearest(family, stack.weight(bold), italic).id for family in stack.families)

    def typeface(self, id_: str) -> Typeface:
        if id_ not in self._typefaces:
            typeface = Typeface(id_, Path(self[id_].path), self._sources[id_].features)
            if not typeface.font.face.glyph_count:
                raise self._fault(id_, f"{self._sources[id_].file!r} is damaged: it has no glyphs")
            self._typefaces[id_] = typeface
        return self._typefaces[id_]

    def font_role(self, style: RoleStyle) -> FontRole:
        """The FontRole of a style, which remembers its words; raises Faults like `stack`."""
        font_role = self._font_roles.get(style)
        if font_role is None:
            ids = self.stack(style.role, style.language, bold=style.bold, italic=style.italic)
            stack = self._stack(style.role, style.language)
            weight = stack.weight(style.bold)
            figures = self._nearest(stack.figures, weight, style.italic).id if stack.figures else ""
            font_role = self._font_roles[style] = FontRole(ids, self.typeface, style, figures)
        return font_role

    def _stack(self, role: str, language: str) -> FontStack:
        stacks = self._stacks.get(role)
        if stacks is None:
            raise fault(self._where, f"no stack called {role!r}{suggestion(role, self.roles)}", key=f"stacks.{role}")
        stack = stacks.get(language) or stacks.get(ANY)
        if stack is None:
            raise fault(self._where, f"nothing for language {language!r}; add it, or {ANY!r}", key=f"stacks.{role}")
        return stack

    def _nearest(self, family: str, weight: int, italic: bool) -> FontSource:
        members = [source for source in self._sources.values() if source.family == family]
        return min(members, key=lambda source: (source.italic != italic, abs(source.weight - weight), source.weight))

    def _file(self, source: FontSource) -> Path:
        """The file to shape with and to embed; raises UnusableFont."""
        if source.package:
            path = _package_file(source)
            digest = check_font_file(path)
        else:
            data = self._read_file(source.file)
            if data is None:
                raise UnusableFont("is not in the game's folder")
            digest = check_own_font(data)
            path = self._cache.get(f"{digest}.ttf") or self._cache.put(f"{digest}.ttf", data)
        if not source.axes:
            return path
        name = "-".join([digest, *(f"{tag}{value:g}" for tag, value in source.axes)]) + ".ttf"
        return self._cache.get(name) or self._cache.put(name, pin_axes(path, dict(source.axes)))

    def _fault(self, id_: str, what: str) -> Faults:
        return fault(self._where, what, key=f"fonts.{id_}")


def _display_name(family: str) -> str:
    """A family's name as people write it: `Noto Sans JP` for `noto-sans-jp`."""
    return " ".join(word.upper() if len(word) < 3 else word.capitalize() for word in family.split("-"))


def _package_file(source: FontSource) -> Path:
    """The file in an installed package, which is not imported; raises UnusableFont."""
    from importlib.util import find_spec

    wheel = source.package.replace("_", "-")
    if not source.package.isidentifier():
        raise UnusableFont(f"comes with {source.package!r}, which is no package's name")
    if ".." in source.file or source.file.startswith("/") or "\\" in source.file:
        raise UnusableFont(f"lies outside the package {wheel!r}")
    spec = find_spec(source.package)
    if spec is None or not spec.submodule_search_locations:
        raise UnusableFont(f"comes with the package {wheel!r}, which is not installed; pip install {wheel}")
    return Path(spec.submodule_search_locations[0], source.file)


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
        return self.bold if bold else self.regular


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


def _is_weight(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1000


def _are_axes(value: Any) -> bool:
    numbers = value.values() if isinstance(value, Mapping) else [None]
    return all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers)


def _are_features(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(tag, str) and re.fullmatch(_TAG, tag) for tag in value)


_CHECKS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "package": (lambda value: isinstance(value, str), "it is the name of a Python package"),
    "file": (lambda value: isinstance(value, str), "it is the path of a .ttf file"),
    "family": (lambda value: isinstance(value, str), "it is a name"),
    "weight": (_is_weight, "it is a number from 1 to 1000"),
    "italic": (lambda value: isinstance(value, bool), "it is true or false"),
    "axes": (_are_axes, "write axes = { wght = 400 }"),
    "licence": (lambda value: isinstance(value, str), "it is the name of a licence"),
    "features": (_are_features, "write four-letter tags like 'lnum'"),
}
"""For each key of a `[fonts.<id>]` table: whether a value is valid, and what would be."""
