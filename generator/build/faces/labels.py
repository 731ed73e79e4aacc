"""Fonts, and text outside of faces: slug lines, test sheets, typed text of forms."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property

from generator.base.cache import Cache
from generator.base.errors import Faults, fault
from generator.base.hashing import file_stamp
from generator.base.memory.bounded_cache import BoundedCache
from generator.base.messages import FALLBACK, Messages
from generator.base.records import dataclass, replace
from generator.base.text_files.toml_syntax import parse_toml_file
from generator.load.files.folder import SearchPath
from generator.model.face import GlyphRun
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.single_line import LineStyle, label, shape_line
from generator.typeset.text.text_markup import TextOrigin, plain
from generator.write.pdf.font_metrics import has_cubic_outlines


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """How a line of a picture is set; lengths in points."""

    role: str
    size: float
    colour: str
    bold: bool = False


class Labels:
    """Fonts and messages of one search path; files are opened at their first use."""

    def __init__(self, search: SearchPath, cache: Cache) -> None:
        """Take the folders with fonts and words, and the cache that keeps font files."""
        self.search_path, self._cache = search, cache
        self._messages: dict[tuple[str, str], Messages] = {}
        self._set: dict[tuple[object, ...], tuple[GlyphRun, ...]] = BoundedCache(MOST_LABELS)
        """Words set before: the files of a game share most of them, and a slug line is tried in many places."""

    def __reduce__(self) -> tuple[type[Labels], tuple[SearchPath, Cache]]:
        """Pickle the folders alone: another process opens the fonts itself."""
        return Labels, (self.search_path, self._cache)

    @cached_property
    def fonts(self) -> FontLibrary:
        """Fonts of the game and the program, opened at first use; the cache folder keeps their files."""
        folder = self._cache.folder
        files = self.search_path.find_all(FONTS)
        where = files[0][0] if files else FONTS
        return FontLibrary(
            _over(reversed(files)), folder / "fonts" if folder else None, read_file=self._own, where=where
        )

    @property
    def font_stamps(self) -> dict[str, tuple[int, int]]:
        """Stamps (time and size) of the open font files by path; fonts lie outside of the game, mostly in the cache."""
        paths = self.fonts.opened_files if "fonts" in self.__dict__ else ()
        return {path: file_stamp(path) for path in paths}

    def preload(self, languages: Iterable[str]) -> None:
        """Open the fonts of slug lines before workers are forked, so that all workers share them."""
        with suppress(Faults):  # they are told by whoever asks
            for language in languages:
                self.label(language, "1 · 1", 6.0, 0.0, 0.0, anchor="start", fill="#000000")

    def messages(self, language: str, folder: str = "words") -> Messages:
        """Return the program's words in a language. Missing words are English, and a game's own come first."""
        if (folder, language) not in self._messages:
            names = [f"{folder}/{name}.toml" for name in dict.fromkeys((FALLBACK, language))]
            # English first: later files override earlier ones.
            files = [file for name in names for file in reversed(self.search_path.find_all(name))]
            self._messages[folder, language] = Messages.read(files)
        return self._messages[folder, language]

    def has_messages(self, language: str, folder: str = "words") -> bool:
        """Whether the program or the game has any of these words in a language; `messages` has English ones if not."""
        return bool(self.search_path.find_all(f"{folder}/{language}.toml"))

    def label(  # the order is that of imposition's Label
        self, language: str, text: str, size: float, x: float, y: float, anchor: str, fill: str
    ) -> tuple[GlyphRun, ...]:
        """Typeset a few words outside of faces; lengths in points."""
        arguments = language, text, size, x, y, anchor, fill
        if arguments not in self._set:
            self._set[arguments] = label(self.fonts, *arguments)
        return self._set[arguments]

    def fitted(
        self, language: str, text: str, x: float, y: float, style: LabelStyle, room: float, anchor: str = "start"
    ) -> tuple[GlyphRun, ...]:
        """Typeset a line in the font of a role, smaller where it would be wider than the room, in points.

        Raises Faults.
        """
        origin, line_style = (
            TextOrigin("label", key=text[:40]),
            LineStyle(style.role, language, style.size, style.colour),
        )
        line_style = replace(line_style, bold=style.bold)
        shaped = shape_line(plain(text), line_style, self.fonts, origin)
        if shaped.width > room:
            # One step is enough, as width grows with size.
            small = replace(line_style, size=style.size * room / shaped.width)
            shaped = shape_line(plain(text), small, self.fonts, origin)
        return shaped.place(x, y, anchor).runs

    def form_font(self, language: str, characters: str, required: str = "") -> tuple[str, dict[int, str]]:
        """Return the font for typed text, and its glyphs for the characters that it has.

        The font is the first of the stack that has all of `required`, else the first.
        """
        every = [self.fonts.typeface(id_) for id_ in self.fonts.stack("text", language)]
        # A simple font, one byte for each character, is made of quadratic outlines only.
        faces = [face for face in every if not has_cubic_outlines(str(face.path))]
        if not faces:
            message = "typed text of forms needs a TrueType font (.ttf); add one to the role 'text'"
            raise fault(FONTS, message, key="stacks.text")
        face = next((face for face in faces if all(map(face.has, required))), faces[0])
        having = sorted({char for char in characters if face.has(char)}, reverse=True)
        shaped = FIGURES if face is faces[0] else ""
        # Sorted downwards, so that a glyph which several characters share stands for the lowest of them.
        glyphs = {face.font.get_nominal_glyph(ord(char)): char for char in having if char not in shaped}
        for run in self.label(language, FIGURES, 6.0, 0.0, 0.0, anchor="start", fill="#000000"):
            glyphs |= dict(zip(run.glyphs, run.sources, strict=True)) if run.font == face.id else {}
        return face.id, glyphs

    def _own(self, name: str) -> bytes | None:
        """Return the bytes of a file on the search path; None if there is none."""
        file = self.search_path.find(name)
        return file[1] if file else None


MOST_LABELS = 4096
"""Most words outside of faces that are remembered."""

FIGURES = "0123456789"
"""Digits, which are shaped like words: a font's default ones may be old-style, its lining ones other glyphs."""

FONTS = "fonts.toml"
"""File with fonts and font stacks; a game's own file is merged over it."""


def _over(files: Iterable[tuple[str, bytes]]) -> dict[str, object]:
    """Return font files merged section by section; later ones replace entries of earlier ones. Raises Faults."""
    merged: dict[str, dict[str, object]] = {}
    for where, data in files:
        for section, entries in parse_toml_file(data, where).items():
            if not isinstance(entries, dict):
                raise fault(where, f"{section!r} is no table; write it like [{section}.title]", key=section)
            merged[section] = merged.get(section, {}) | entries
    return dict(merged)
