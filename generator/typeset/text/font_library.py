"""The fonts of fonts.toml: read the file, find and check the fonts, and choose those of a role in a language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import Faults, fault, suggestion
from generator.base.records import replace
from generator.model.face import Font
from generator.typeset.scripts.script_runs import has_italics, script_of_language
from generator.typeset.text.font_config import FontSource, FontStack, display_name, read_font_config
from generator.typeset.text.font_files import (
    FontCache,
    UnusableFontError,
    check_font_file,
    check_own_font,
    check_tables,
    pin_axes,
)
from generator.typeset.text.font_packages import package_folder, wheel_name
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
        """Read the tables of fonts.toml. Raises Faults, which name the file `where`."""
        self._sources, self._stacks, self._scripts = read_font_config(config, where)
        self._read_file, self._where = read_file, where
        self._cache = FontCache(cache_dir)
        self._fonts: dict[str, Font] = {}
        self._typefaces: dict[str, Typeface] = {}
        self._font_roles: dict[RoleStyle, FontRole] = {}
        self._families: dict[str, dict[str, FontStack]] = {}
        """Stacks of families that drawings name, as roles have them."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes to pickle, with no font open."""
        return vars(self) | {"_typefaces": {}, "_font_roles": {}}

    def __getitem__(self, id_: str) -> Font:
        """Return the font of an id, its file checked on first use. Raises Faults where it cannot be used."""
        if id_ not in self._fonts:
            source = self._sources[id_]
            try:
                self._fonts[id_] = Font(id_, str(self._file(source)), source.licence)
            except UnusableFontError as error:
                raise self._fault(id_, f"{source.file!r} {error}") from None
        return self._fonts[id_]

    def __iter__(self) -> Iterator[str]:
        """Yield the ids of all fonts."""
        return iter(self._sources)

    def __len__(self) -> int:
        """Return the number of fonts."""
        return len(self._sources)

    @property
    def opened_files(self) -> tuple[str, ...]:
        """Return the paths of the files of the fonts that were used so far."""
        return tuple(font.path for font in self._fonts.values())

    @property
    def roles(self) -> tuple[str, ...]:
        """Return the names of the roles of fonts.toml, such as `text`."""
        return tuple(self._stacks)

    def named_role(self, names: str, language: str) -> str:
        """Return the role that sets a list of fonts as drawing programs name them; '' where fonts.toml has none.

        A family stands for the role that it is the first of: `Cinzel-Bold, serif` for `title`.
        """
        for name in names.split(","):
            plain = _plain_name(name)
            for role in self._stacks:
                # Templates name a role, drawing programs a family.
                if name.strip(_QUOTES) == role or plain == _plain_name(self._stack(role, language).families[0]):
                    return role
            if plain in _PLAIN:
                # A name for any font is missed by nobody, unless a font is named before it.
                return "text" if name == names else ""
        return ""

    def any_font(self, names: str) -> str:
        """Return the name for any font in a list of fonts, such as `sans-serif`, if it is alone; '' for other lists."""
        name = names.strip(_QUOTES)
        return name if name and _plain_name(name) in _PLAIN and name not in self._stacks else ""

    def licences(self, languages: Iterable[str]) -> tuple[str, ...]:
        """Return each family of some languages with its licence; opens no font."""
        stacks = [self._stack(role, language) for role in self._stacks for language in languages]
        used = {family for stack in stacks for family in (*stack.families, stack.figures)}
        sources = [source for source in self._sources.values() if source.family in used]
        return tuple(dict.fromkeys(f"{display_name(source.family)}: {source.licence}" for source in sources))

    def stack(self, role: str, language: str, *, bold: bool = False, italic: bool = False) -> tuple[str, ...]:
        """Return the ids of the fonts that are tried in turn for each character of a role.

        A family without italics gives its upright font. Raises Faults for a role that fonts.toml does not have.
        """
        stack = self._stack(role, language)
        return tuple(self._nearest(family, stack.weight(bold), italic).id for family in stack.families)

    def typeface(self, id_: str) -> Typeface:
        """Return the font of an id, opened with HarfBuzz on first use. Raises Faults where its file cannot be used."""
        if id_ not in self._typefaces:
            typeface = Typeface(id_, Path(self[id_].path), self._sources[id_].features)
            # HarfBuzz takes any bytes, and finds no glyphs in what is no font.
            if not typeface.font.face.glyph_count:
                raise self._fault(id_, f"{self._sources[id_].file!r} is damaged: it has no glyphs")
            self._typefaces[id_] = typeface
        return self._typefaces[id_]

    def font_role(self, style: RoleStyle) -> FontRole:
        """Return the FontRole of a style, which remembers its words. Raises Faults like `stack`."""
        font_role = self._font_roles.get(style)
        if font_role is None:
            ids = self.stack(style.role, style.language, bold=style.bold, italic=style.italic)
            stack = self._stack(style.role, style.language)
            weight = stack.weight(style.bold)
            figures = self._nearest(stack.figures, weight, style.italic).id if stack.figures else ""
            font_role = FontRole(ids, self.typeface, style, figures, fallback=self._fallback(stack, style))
            self._font_roles[style] = font_role
        return font_role

    def without_italics(self, role: str, language: str) -> str:
        """Return the name of the first family of a role if it has no italics; empty for scripts that know none.

        Raises Faults for a role that fonts.toml does not have.
        """
        family = self._stack(role, language).families[0]
        if not has_italics(language) or self._nearest(family, 400, italic=True).italic:
            return ""
        return display_name(family)

    def family_role(self, name: str) -> str:
        """Return the role for a name that a drawing gives its font: a role, or a family; '' if there is neither.

        Letters that the family lacks are set in those of the role `text`.
        """
        if name in self._stacks or name in self._families:
            return name
        plain = "-".join(name.lower().split())
        if not any(source.family == plain for source in self._sources.values()):
            return ""
        text_stacks = self._stacks.get("text", {})
        self._families.setdefault(plain, {
            ANY: FontStack((plain, *(text_stacks[ANY].families if ANY in text_stacks else ()))),
        })  # fmt: skip
        return plain

    def family_name(self, role: str, language: str = "en") -> str:
        """Return the name of the first family of a role, as people write it."""
        return display_name(self._stack(role, language).families[0])

    def _fallback(self, stack: FontStack, style: RoleStyle) -> Callable[[str], tuple[str, ...]]:
        """Return the function that gives the fonts of a script, for letters that no font of a stack has."""

        def fonts_of(script: str) -> tuple[str, ...]:
            """Return the ids of the fonts of a script; none where fonts.toml names none."""
            families = self._scripts.get(script, ())
            return tuple(self._nearest(family, stack.weight(style.bold), style.italic).id for family in families)

        return fonts_of

    def _stack(self, role: str, language: str) -> FontStack:
        """Return the families of a role in a language, or in any. Raises Faults where there is none."""
        stacks = self._stacks.get(role) or self._families.get(role)
        if stacks is None:
            raise fault(self._where, f"no stack called {role!r}{suggestion(role, self.roles)}", key=f"stacks.{role}")
        # `pt-BR` may have a stack of its own, or share that of `pt`.
        stack = stacks.get(language) or stacks.get(language.partition("-")[0])
        if stack is None and (families := self._scripts.get(script_of_language(language))) and ANY in stacks:
            return replace(stacks[ANY], families=(*families, *stacks[ANY].families), figures="")
        stack = stack or stacks.get(ANY)
        if stack is None:
            raise fault(self._where, f"nothing for language {language!r}; add it, or {ANY!r}", key=f"stacks.{role}")
        return stack

    def _nearest(self, family: str, weight: int, italic: bool) -> FontSource:
        """Return the font of a family that comes nearest to a weight and slope."""
        members = [source for source in self._sources.values() if source.family == family]
        # The slope counts more than the weight: italic words in a bold face would look more wrong.
        return min(members, key=lambda source: (source.italic != italic, abs(source.weight - weight), source.weight))

    def _file(self, source: FontSource) -> Path:
        """Return the file to shape with and to embed. Raises UnusableFontError where it is missing or damaged."""
        if source.package:
            path = _package_file(source.package, source.file)
            # A package that is installed is trusted, so that the directory of its font is enough to tell versions
            # apart.
            digest = check_font_file(path)
        else:
            data = self._read_file(source.file)
            if data is None:
                raise UnusableFontError("is not in the game's folder")
            digest = check_own_font(data)
            path = self._cache.get(f"{digest}.ttf") or self._keep(f"{digest}.ttf", data)
        if not source.axes:
            return path
        # A font at each set of axes is a file of its own.
        name = "-".join([digest, *(f"{tag}{value:g}" for tag, value in source.axes)]) + ".ttf"
        return self._cache.get(name) or self._cache.put(name, pin_axes(path, dict(source.axes)))

    def _keep(self, name: str, data: bytes) -> Path:
        """Put a font of the game into the cache and return its path. Raises UnusableFontError where it is damaged."""
        check_tables(data)
        return self._cache.put(name, data)

    def _fault(self, id_: str, fault_text: str) -> Faults:
        """Return the fault of a font in fonts.toml, to be raised."""
        return fault(self._where, fault_text, key=f"fonts.{id_}")


_PLAIN = frozenset({"", "sans", "sansserif", "systemui"})
"""Names that stand for any font; a font that is named before them is missed."""
_QUOTES = " \t\"'"
_FACE = re.compile(
    r"(?:-|\s)(?:regular|roman|book|medium|semibold|bold|black|light|italic|oblique|mt|ps)+\Z", re.IGNORECASE
)


def _plain_name(name: str) -> str:
    """Return the name of a family in small letters, without spaces, quotes and words for a weight.

    >>> _plain_name("'AlegreyaSans-BoldItalic'") == _plain_name("alegreya-sans")
    True
    """
    return re.sub(r"[\s_-]", "", _FACE.sub("", name.strip(_QUOTES))).lower()


def _package_file(package: str, file: str) -> Path:
    """Return the path of a file in an installed package. Raises UnusableFontError where there is none."""
    wheel = wheel_name(package)
    if not package.isidentifier():
        raise UnusableFontError(f"comes with {package!r}, which is no package's name")
    if ".." in file or file.startswith("/") or "\\" in file:
        raise UnusableFontError(f"lies outside the package {wheel!r}")
    folder = package_folder(package)
    if folder is None:
        from generator.base.system.install_command import install_own

        advice = install_own(wheel) or "; name a font that is installed"
        raise UnusableFontError(f"comes with the package {wheel!r}, which is not installed{advice}")
    return folder / file
