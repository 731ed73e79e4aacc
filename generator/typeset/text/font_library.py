"""The fonts of fonts.toml: find and check their files, and choose the fonts of a role in a language."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import Faults, fault, suggestion
from generator.model.face import Font
from generator.typeset.text.font_config import FontSource, FontStack, read_font_config
from generator.typeset.text.font_files import FontCache, UnusableFont, check_font, check_font_file, pin_axes
from generator.typeset.text.font_role import FontRole, RoleStyle
from generator.typeset.text.typeface import Typeface

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
    def roles(self) -> tuple[str, ...]:
        """The values that font-family may have."""
        return tuple(self._stacks)

    @property
    def licences(self) -> tuple[str, ...]:
        """Each family with its licence; opens no font."""
        return tuple(
            dict.fromkeys(f"{_display_name(source.family)}: {source.licence}" for source in self._sources.values())
        )

    def stack(self, role: str, language: str, *, bold: bool = False, italic: bool = False) -> tuple[str, ...]:
        """Ids of the fonts that are tried in turn for each character; a family without italics gives its upright font.

        Raises Faults for a role that fonts.toml does not have.
        """
        stack = self._stack(role, language)
        weight = stack.bold if bold else stack.regular
        return tuple(self._nearest(family, weight, italic).id for family in stack.families)

    def typeface(self, id_: str) -> Typeface:
        """A font, opened for shaping."""
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
            figures = self._figures(style)
            font_role = self._font_roles[style] = FontRole(ids, self.typeface, style, figures)
        return font_role

    def _figures(self, style: RoleStyle) -> str:
        """Id of the font that sets the digits of a role; '' where fonts.toml names none."""
        stack = self._stack(style.role, style.language)
        weight = stack.bold if style.bold else stack.regular
        return self._nearest(stack.figures, weight, style.italic).id if stack.figures else ""

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
        if not source.package:
            return self._game_file(source)
        path = _package_file(source)
        digest = check_font_file(path)
        return self._pinned(source, path, digest) if source.axes else path

    def _game_file(self, source: FontSource) -> Path:
        data = self._read_file(source.file)
        if data is None:
            raise UnusableFont("is not in the game's folder")
        digest = check_font(io.BytesIO(data), len(data))
        path = self._cache.get(f"{digest}.ttf") or self._cache.put(f"{digest}.ttf", data)
        return self._pinned(source, path, digest) if source.axes else path

    def _pinned(self, source: FontSource, path: Path, digest: str) -> Path:
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
