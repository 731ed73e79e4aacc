"""Fonts: where their files are, and which of them speak for a role in a language."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import Fault, Faults, fault, suggestion
from generator.base.records import dataclass
from generator.model.face import Font
from generator.typeset.text.font_files import FontCache, UnusableFont, check_font, check_font_file, pin_axes
from generator.typeset.text.font_role import FontRole
from generator.typeset.text.typeface import Typeface

_TAG = re.compile("[A-Za-z0-9]{4}")

ANY = "any"
"""The language of a stack for all languages that have none of their own."""


@dataclass(frozen=True, slots=True)
class FontSource:
    """One `[fonts.<id>]` table: a file, or one weight of a variable file."""

    id: str
    file: str
    licence: str
    package: str = ""
    """The importable package that carries the file; empty for a file of the game's own."""
    family: str = ""
    weight: int = 400
    italic: bool = False
    axes: tuple[tuple[str, float], ...] = ()
    features: tuple[str, ...] = ()
    """OpenType features that are always on, such as lining figures."""


@dataclass(frozen=True, slots=True)
class FontStack:
    """The families a role tries in turn in one language, and what regular and bold mean there."""

    families: tuple[str, ...]
    regular: int = 400
    bold: int = 700
    figures: str = ""
    """The family that sets its figures, where it is not the first that has them."""


class FontLibrary(Mapping[str, Font]):
    """The fonts of fonts.toml by id, each found, checked and pinned when it is first asked for.

    `own` reads a file of the game's, by the path that fonts.toml gives. Variable fonts are pinned into `cache_dir`,
    or into a passing folder where there is none. Asking for a font raises Faults where its file cannot be used.
    """

    def __init__(
        self,
        config: Mapping[str, Any],
        cache_dir: Path | None = None,
        *,
        own: Callable[[str], bytes | None] = lambda _: None,
        where: str = "fonts.toml",
    ) -> None:
        self._sources, self._stacks = _read(config, where)
        self._own, self._where = own, where
        self._kept = FontCache(cache_dir)
        self._fonts: dict[str, Font] = {}
        self._typefaces: dict[str, Typeface] = {}
        self._voices: dict[tuple[object, ...], FontRole] = {}

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
    def roles(self) -> tuple[str, ...]:
        """The words font-family may say."""
        return tuple(self._stacks)

    @property
    def licences(self) -> tuple[str, ...]:
        """Each family with its licence; no font is opened for that."""
        return tuple(dict.fromkeys(f"{_called(source.family)}: {source.licence}" for source in self._sources.values()))

    @property
    def fingerprint(self) -> str:
        """A hash of the fonts, the stacks and the content of the files: part of the key of a cached face."""
        parts = [repr(self._sources), repr(self._stacks), *map(self._content, self._sources.values())]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]

    def stack(self, role: str, language: str, *, bold: bool = False, italic: bool = False) -> tuple[str, ...]:
        """Ids of the fonts that are tried in turn for each character; a family without italics lends its upright.

        Raises Faults for a role that fonts.toml does not have.
        """
        stack = self._stack(role, language)
        weight = stack.bold if bold else stack.regular
        return tuple(self._nearest(family, weight, italic).id for family in stack.families)

    def figures(self, role: str, language: str, *, bold: bool = False, italic: bool = False) -> str:
        """Id of the font that sets a role's figures; empty where no font is named for them. Raises like `stack`."""
        stack = self._stack(role, language)
        weight = stack.bold if bold else stack.regular
        return self._nearest(stack.figures, weight, italic).id if stack.figures else ""

    def typeface(self, id_: str) -> Typeface:
        """A font, opened for shaping."""
        if id_ not in self._typefaces:
            typeface = Typeface(id_, Path(self[id_].path), self._sources[id_].features)
            if not typeface.font.face.glyph_count:
                raise self._fault(id_, f"{self._sources[id_].file!r} is damaged: it has no glyphs")
            self._typefaces[id_] = typeface
        return self._typefaces[id_]

    def voice(
        self,
        role: str,
        language: str,
        *,
        bold: bool = False,
        italic: bool = False,
        small_caps: bool = False,
        features: tuple[str, ...] = (),
        spacing: float = 0.0,
    ) -> FontRole:
        """One way of setting words, which remembers every word it has shaped; `spacing` (ems) follows each letter."""
        key = (role, language, bold, italic, small_caps, features, spacing)
        voice = self._voices.get(key)
        if voice is None:
            ids = self.stack(role, language, bold=bold, italic=italic)
            figures = self.figures(role, language, bold=bold, italic=italic)
            voice = self._voices[key] = FontRole(
                ids,
                self.typeface,
                language,
                figures=figures,
                small_caps=small_caps,
                features=features,
                spacing=spacing,
            )
        return voice

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
        """The file to shape with and to embed; raises Unusable."""
        if not source.package:
            return self._own_copy(source)
        path = _inside(source)
        content = check_font_file(path)
        return self._pinned(source, path, content) if source.axes else path

    def _own_copy(self, source: FontSource) -> Path:
        data = self._own(source.file)
        if data is None:
            raise UnusableFont("is not in the game's folder")
        content = check_font(io.BytesIO(data), len(data))
        path = self._kept.find(f"{content}.ttf") or self._kept.keep(f"{content}.ttf", data)
        return self._pinned(source, path, content) if source.axes else path

    def _pinned(self, source: FontSource, path: Path, content: str) -> Path:
        name = "-".join([content, *(f"{tag}{value:g}" for tag, value in source.axes)]) + ".ttf"
        return self._kept.find(name) or self._kept.keep(name, pin_axes(path, dict(source.axes)))

    def _content(self, source: FontSource) -> str:
        try:
            return check_font_file(_inside(source)) if source.package else self._own_hash(source)
        except UnusableFont as error:
            return str(error)

    def _own_hash(self, source: FontSource) -> str:
        return hashlib.sha256(self._own(source.file) or b"").hexdigest()

    def _fault(self, id_: str, what: str) -> Faults:
        return fault(self._where, what, key=f"fonts.{id_}")


def _called(family: str) -> str:
    """A family's name for readers: `Noto Sans JP`."""
    return " ".join(word.upper() if len(word) < 3 else word.capitalize() for word in family.split("-"))


def _inside(source: FontSource) -> Path:
    """Where an installed package keeps the file; the package itself is not imported."""
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


def _read(config: Mapping[str, Any], where: str) -> tuple[dict[str, FontSource], dict[str, dict[str, FontStack]]]:
    """The two halves of fonts.toml, checked; raises Faults with all that is wrong."""
    faults = [
        Fault(where, f"{key!r} is not known here{suggestion(key, ['fonts', 'stacks'])}", key=key)
        for key in config
        if key not in {"fonts", "stacks"}
    ]
    reader = _Reader(where, faults)
    sources = {id_: reader.source(id_, table) for id_, table in config.get("fonts", {}).items()}
    families = {source.family for source in sources.values() if source}
    stacks = {role: reader.stacks(role, table, families) for role, table in config.get("stacks", {}).items()}
    if faults:
        raise Faults(faults)
    return {id_: source for id_, source in sources.items() if source}, stacks


class _Reader:
    """Reads the tables of fonts.toml and notes what is wrong with them."""

    _KEYS = ("package", "file", "family", "weight", "italic", "axes", "licence", "features")

    def __init__(self, where: str, faults: list[Fault]) -> None:
        self._where, self._faults = where, faults

    def source(self, id_: str, table: Any) -> FontSource | None:
        """One font, or None where the table cannot be one."""
        before = len(self._faults)
        key = f"fonts.{id_}"
        if not isinstance(table, Mapping):
            self._wrong(key, f"{table!r} is not a table")
            return None
        for name in table:
            if name not in self._KEYS:
                self._wrong(key, f"{name!r} is not known here{suggestion(name, self._KEYS)}")
        for name in ("file", "licence"):
            if not isinstance(table.get(name), str):
                self._wrong(key, f'{name} is missing; write {name} = "…"')
        self._check(key, table)
        return None if len(self._faults) > before else _source(id_, table)

    def stacks(self, role: str, table: Any, families: set[str]) -> dict[str, FontStack]:
        """One role's stacks by language."""
        key = f"stacks.{role}"
        if not isinstance(table, Mapping):
            self._wrong(key, f"{table!r} is not a table")
            return {}
        usual = {name: table[name] for name in ("regular", "bold", "figures") if name in table}
        languages = {name: value for name, value in table.items() if name not in usual}
        return {name: self._stack(f"{key}.{name}", value, usual, families) for name, value in languages.items()}

    def _stack(self, key: str, value: Any, usual: Mapping[str, Any], families: set[str]) -> FontStack:
        table = {**usual, **(value if isinstance(value, Mapping) else {"families": value})}
        named = table.get("families")
        if not isinstance(named, list) or not named:
            self._wrong(key, f"{named!r} is not a list of families")
            return FontStack(())
        figures = str(table.get("figures", ""))
        for family in (*named, *([figures] if figures else ())):
            if family not in families:
                self._wrong(key, f"no family called {family!r}{suggestion(str(family), sorted(families))}")
        weights = {name: table.get(name, default) for name, default in (("regular", 400), ("bold", 700))}
        for name, weight in weights.items():
            if not _is_weight(weight):
                self._wrong(key, f"{name} is {weight!r}; it is a number from 1 to 1000")
        return FontStack(tuple(map(str, named)), **weights, figures=figures)

    def _check(self, key: str, table: Mapping[str, Any]) -> None:
        kinds = {"package": str, "family": str, "italic": bool, "axes": Mapping, "features": list}
        for name, kind in kinds.items():
            if name in table and not isinstance(table[name], kind):
                self._wrong(key, f"{name} is {table[name]!r}, which is of the wrong kind")
        if not _is_weight(table.get("weight", 400)):
            self._wrong(key, f"weight is {table['weight']!r}; it is a number from 1 to 1000")
        features = table.get("features", [])
        if isinstance(features, list) and not all(isinstance(tag, str) and _TAG.fullmatch(tag) for tag in features):
            self._wrong(key, f"features is {features!r}; write four-letter tags like 'lnum'")
        axes = table.get("axes", {})
        if isinstance(axes, Mapping) and not all(_is_number(value) for value in axes.values()):
            self._wrong(key, f"axes is {dict(axes)!r}; write axes = {{ wght = 400 }}")

    def _wrong(self, key: str, what: str) -> None:
        self._faults.append(Fault(self._where, what, key=key))


def _source(id_: str, table: Mapping[str, Any]) -> FontSource:
    return FontSource(
        id_,
        table["file"],
        table["licence"],
        table.get("package", ""),
        table.get("family", id_),
        table.get("weight", 400),
        table.get("italic", False),
        tuple(sorted((tag, float(value)) for tag, value in table.get("axes", {}).items())),
        tuple(table.get("features", ())),
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_weight(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1000
