"""Shape words for one font role in one language, weight and slope, and remember every shaped word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from generator.base.errors import HandledError
from generator.base.records import NamedTuple, dataclass, replace
from generator.typeset.scripts.script_runs import CURSIVE, has_complex_script, iso_script, marked_letters, script_of
from generator.typeset.scripts.writing_direction import BIDI_CONTROLS
from generator.typeset.text.line_breaks import CJK, CLOSING, ICON, NOT_FIRST, NOT_LAST, OPENING, SHY, units
from generator.typeset.text.shaping import EM_BOX, FULL_WIDTH, Strip, Typeface, shape

_INVISIBLE = frozenset("\u200c\u200d\u2060\ufeff") | {
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
"""Joiners and variation selectors: they only change the character before them, so a font need not have them."""
# Patterns are text: `re` compiles them at their first use, and remembers them.
_CLUSTER = f"(?s:.)[\u0300-\u036f\u20d0-\u20ff\u3099\u309a{''.join(sorted(_INVISIBLE))}]*"
_CJK = f"[{CJK}]"
_BLANKS = frozenset(" \t\u00a0\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B))))
_DROPPED = dict.fromkeys(map(ord, (SHY, "\u200b", *BIDI_CONTROLS)))
_AMBIGUOUS = frozenset("“”‘’…‥—―×÷±→←↑↓○●◎□■△▲▽▼◇◆☆★※")
"""Characters that most Latin fonts have too, but which are full-width in Japanese text."""
ICON_MARGIN = 0.1
"""Ems left free on either side of an inline icon."""
_BEFORE_WORD = 0.12
"""Ems added between an icon and a word right after it; before the icon there is a word space."""
_SMALL_CAPITAL = 0.8
"""Size of a small capital where the font has none of its own."""
_FIGURES = frozenset("0123456789")
_EAST_ASIAN = {"ja", "zh", "ko"}

_STOPS = frozenset(".,;:!?)]’”")
"""Characters set as close to an icon as to a letter."""
_NOT_FIRST, _NOT_LAST, _CLOSING, _OPENING = map(frozenset, (NOT_FIRST, NOT_LAST, CLOSING, OPENING))


class MissingGlyphError(HandledError, ValueError):
    """No font of a role has some character."""


@dataclass(frozen=True, slots=True)
class ShapedPiece:
    """A shaped unit of text that stays on one line; lengths in ems of the paragraph."""

    text: str
    strips: tuple[Strip, ...]
    width: float
    """Width without the spaces at its end."""
    space: float
    """Width of the spaces at its end."""
    trim: float
    """Blank at its end that may stick out of a line: half of a full-width closing mark, and letter spacing."""
    ascent: float
    descent: float
    """Top and bottom of its ink or font, above the baseline; the descent is negative."""
    optical_top: float
    optical_bottom: float
    """Top and bottom used for centring: capital height and baseline, or the em box of Japanese characters."""
    not_first: bool = False
    """No line may begin with it."""
    not_last: bool = False
    """No line may end with it."""


class RoleStyle(NamedTuple):
    """The properties that tell one FontRole from another."""

    role: str
    language: str
    bold: bool = False
    italic: bool = False
    small_caps: bool = False
    features: tuple[str, ...] = ()
    """OpenType features to switch on, or off with a `-` before them."""
    spacing: float = 0.0
    """Ems after every letter."""


class FontRole:
    """Shapes each character with the first font of a stack that has it; `figures` is tried first for digits.

    `pieces` raises MissingGlyphError where no font has a character; `missing_characters` then says which.
    """

    def __init__(
        self,
        ids: Sequence[str],
        typeface: Callable[[str], Typeface],
        style: RoleStyle,
        figures: str = "",
        *,
        fallback: Callable[[str], Sequence[str]] = lambda _: (),
    ) -> None:
        """Take the ids of the fonts in the order in which they are tried, and the function that opens one.

        `fallback` gives the fonts of a script by its ISO 15924 code, for letters that no font of `ids` has.
        """
        self._ids, self._typeface, self._figures, self._fallback = ids, typeface, figures, fallback
        self.language = style.language
        self._is_east_asian = style.language.partition("-")[0] in _EAST_ASIAN
        self._small_caps, self._spacing = style.small_caps, style.spacing
        self._features = {feature.lstrip("-"): not feature.startswith("-") for feature in style.features}
        self.shaped: dict[str, tuple[ShapedPiece, ...]] = {}
        """Pieces of every word so far; callers in a hot loop look here first."""
        self._feature_sets: dict[str, dict[str, bool]] = {}
        self._units: dict[str, ShapedPiece] = {}
        self._rtl_units: dict[str, ShapedPiece] = {}
        self._typefaces: dict[str, Typeface | None] = {}
        """The typeface that sets each cluster; None where no font has it."""

    def pieces(self, word: str) -> tuple[ShapedPiece, ...]:
        """Return the pieces of a word and the spaces after it: glyphs between the places where a line may end."""
        pieces = self.shaped.get(word)
        if pieces is None:
            pieces = self.shaped[word] = self._shape_units(units(word))
        return pieces

    def piece(self, unit: str) -> ShapedPiece:
        """Return a unit that no line may divide, such as a word, as shaped glyphs; remembered."""
        piece = self._units.get(unit)
        if piece is None:
            piece = self._units[unit] = self._shape_unit(unit)
        return piece

    def directed_piece(self, unit: str, *, is_rtl: bool) -> ShapedPiece:
        """Return the shaped piece of a unit whose characters all run one way."""
        if not is_rtl:
            return self.piece(unit)
        piece = self._rtl_units.get(unit)
        if piece is None:
            piece = self._rtl_units[unit] = self._shape_unit(unit, is_rtl=True)
        return piece

    def missing_characters(self, text: str) -> tuple[str, ...]:
        """Return the characters of a text that no font has, each once, in order."""
        clusters = _clusters(text.translate(_DROPPED))
        missing = [cluster for cluster in clusters if cluster not in _BLANKS and self._typeface_for(cluster) is None]
        return tuple(dict.fromkeys(char for cluster in missing for char in self._missing_in(cluster)))

    def hyphenated(self, start: str) -> ShapedPiece:
        """Return the first part of a divided word with a hyphen at its end.

        The source of that hyphen is a soft one, so that copied text has none.
        """
        piece = self._units.get(start + SHY)
        if piece is None:
            whole = self.piece(start + "-")
            last = whole.strips[-1]
            strips = (*whole.strips[:-1], last._replace(sources=(*last.sources[:-1], SHY)))
            piece = self._units[start + SHY] = replace(whole, strips=strips)
        return piece

    @cached_property
    def icon(self) -> ShapedPiece:
        """Return the space for an inline icon one em high.

        It is centred on the capitals, or in the em box in East Asian text.
        """
        middle = sum(EM_BOX) / 2 if self._is_east_asian else self.first_typeface.cap_height / 2
        top, bottom = middle + 0.5, middle - 0.5
        return _icon_piece(1 + 2 * ICON_MARGIN, top, bottom)

    def icon_before(self, char: str) -> ShapedPiece:
        """Return the space for an icon with a character right after it: less before a stop, more before a word."""
        width = 1 + 2 * ICON_MARGIN
        if char in _STOPS:
            return _icon_piece(width - ICON_MARGIN, self.icon.ascent, self.icon.descent)
        if char.isalpha() and not _has_cjk(char):
            return _icon_piece(width + _BEFORE_WORD, self.icon.ascent, self.icon.descent)
        return self.icon

    @cached_property
    def first_typeface(self) -> Typeface:
        """Return the first font of the stack, which sets blanks and gives the line its height."""
        return self._typeface(self._ids[0])

    def _shape_units(self, texts: list[str]) -> tuple[ShapedPiece, ...]:
        """Return shaped pieces for units that follow one another, with one blank less between two brackets."""
        pieces = [self.piece(text) for text in texts]
        for number, text in enumerate(texts[1:]):
            # A closing mark and an opening one have a blank half each, and one of them is enough (JIS X 4051).
            if text[0] in _OPENING and texts[number][-1] in _CLOSING and pieces[number].trim >= 0.5:
                pieces[number] = _without_blank_half(pieces[number])
        return tuple(pieces)

    def _shape_unit(self, unit: str, *, is_rtl: bool = False) -> ShapedPiece:
        """Return a unit shaped with the first fonts that have its characters. Raises MissingGlyphError."""
        is_ascii = unit.isascii()
        runs = self._runs(unit if is_ascii else unit.translate(_DROPPED))
        strips: tuple[Strip, ...] = ()
        for typeface, text in runs[::-1] if is_rtl else runs:
            strips += tuple(self._strips(typeface, text, is_rtl=is_rtl))
        blank = _trailing_blank(strips)
        advance = sum([strip.total_advance * strip.font[1] for strip in strips])
        full = not is_ascii and _has_cjk(unit)
        last = unit.rstrip()[-1:]
        trim = 0.5 if full and last in _CLOSING and _last_visible_advance(strips) > FULL_WIDTH else 0.0
        top, bottom = self._ink(strips)
        typefaces = [typeface for typeface, _ in runs] or [self.first_typeface]
        return ShapedPiece(
            unit,
            strips,
            advance - blank,
            blank,
            trim + self._spacing,
            max(top, EM_BOX[0] if full else max([typeface.ascent for typeface in typefaces])),
            min(bottom, EM_BOX[1] if full else min([typeface.descent for typeface in typefaces])),
            EM_BOX[0] if full else _optical_top(typefaces[0], top),
            EM_BOX[1] if full else 0.0,
            unit[0] in _NOT_FIRST,
            last in _NOT_LAST,
        )

    def _runs(self, text: str) -> list[tuple[Typeface, str]]:
        """Return the text split where the font or the script changes.

        Spaces keep both of the character before them, and punctuation keeps its script. Raises MissingGlyphError.
        """
        is_plain = text.isascii() and self.first_typeface.has_ascii and text.isprintable()
        # Most words: one font has all of their characters.
        if is_plain and not (self._figures and not _FIGURES.isdisjoint(text)):
            return [(self.first_typeface, text)]
        runs: list[tuple[Typeface, str]] = []
        last = ""
        for cluster in _clusters(text):
            if runs and cluster in _BLANKS:
                runs[-1] = runs[-1][0], runs[-1][1] + cluster
                continue
            script = script_of(cluster[0]) or ("" if cluster[0].isalpha() else last)
            typeface = self.first_typeface if cluster in _BLANKS else self._typeface_for(cluster)
            if typeface is None:
                raise MissingGlyphError(cluster)
            if runs and runs[-1][0] is typeface and script == last:
                runs[-1] = typeface, runs[-1][1] + cluster
            else:
                runs.append((typeface, cluster))
            last = script
        return runs

    def _typeface_for(self, cluster: str) -> Typeface | None:
        """Return the first font that has a character with all its marks, or the character composed of them.

        None where no font has it.
        """
        if cluster not in self._typefaces:
            candidates = map(self._typeface, self._candidates(cluster))
            self._typefaces[cluster] = next((face for face in candidates if _has_cluster(face, cluster)), None)
        return self._typefaces[cluster]

    def _candidates(self, cluster: str) -> Iterator[str]:
        """Yield the fonts to try for a character: the fonts of the role, then the fonts of its script."""
        yield from self._order(cluster)
        if cluster != ICON and not why_unsettable(cluster[0]):
            yield from self._fallback(iso_script(cluster[0]))

    def _missing_in(self, cluster: str) -> Sequence[str]:
        """Return the characters no font has, or the marks that no font has together with their letter."""
        return [char for char in cluster if self._typeface_for(char) is None] or cluster[1:]

    def _order(self, cluster: str) -> Iterable[str]:
        """Return the fonts of the role in the order in which they are tried for a character.

        Empty for an icon and for characters that no font can set.
        """
        if cluster == ICON or why_unsettable(cluster[0]):
            return ()
        if self._figures and cluster in _FIGURES:
            return (self._figures, *self._ids)
        if self._is_east_asian and cluster in _AMBIGUOUS:
            return sorted(self._ids, key=lambda id_: not self._typeface(id_).has("あ"))
        return self._ids

    def _strips(self, typeface: Typeface, text: str, *, is_rtl: bool = False) -> Iterable[Strip]:
        """Return the glyphs of a text in one font, shaped with the features of the role."""
        features = self._features_of(typeface)
        if _has_cjk(text):
            features = {**features, "kern": False}  # Japanese is set solid: every character in its em box
        if self._small_caps and not typeface.has_small_caps and not is_rtl:
            return self._small_capitals(typeface, text, features)
        spacing = self._spacing
        if spacing and script_of(text[0]) in CURSIVE:
            spacing = 0.0
        if is_rtl:
            from generator.typeset.text.rtl_shaping import shape_rtl

            return shape_rtl(typeface, text, features=features, language=self.language, spacing=spacing)
        return shape(typeface, text, features=features, language=self.language, spacing=spacing)

    def _features_of(self, typeface: Typeface) -> Mapping[str, bool]:
        """Return the OpenType features to switch on or off in a font."""
        features = self._feature_sets.get(typeface.id)
        if features is None:
            features = dict.fromkeys(typeface.features, True) | self._features
            if self._spacing:  # letters that are spaced out must not stand joined
                features = {"liga": False, "clig": False} | features
            if self._small_caps:
                features["smcp"] = True
            self._feature_sets[typeface.id] = features
        return features

    def _small_capitals(self, typeface: Typeface, text: str, features: Mapping[str, bool]) -> Iterable[Strip]:
        """Yield the glyphs of a text whose small letters are capitals at a smaller size."""
        for _, group in groupby(text, str.islower):
            part = "".join(group)
            # `ß` has two capitals and stays, as a glyph stands for a single character.
            upper = "".join(char.upper() if len(char.upper()) == 1 else char for char in part)
            scale = 1.0 if upper == part else _SMALL_CAPITAL
            yield from shape(
                typeface,
                upper,
                features=features,
                language=self.language,
                # The distance of letters is not scaled with them.
                spacing=self._spacing / scale,
                scale=scale,
                sources=part,
            )

    def _ink(self, strips: Sequence[Strip]) -> tuple[float, float]:
        """Return top and bottom of the ink of some glyphs, in ems; 0 where it does not reach beyond the baseline."""
        top = bottom = 0.0
        for strip in strips:
            id_, scale, rise = strip.font
            extents = list(map(self._typeface(id_).vertical_extent, strip.glyphs))
            top = max(top, (max([extent[0] for extent in extents]) + rise) * scale)
            bottom = min(bottom, (min([extent[1] for extent in extents]) + rise) * scale)
        return top, bottom


def _icon_piece(width: float, top: float, bottom: float) -> ShapedPiece:
    """Return the space for an icon, in ems; its strip has no glyphs and rises to the icon's top."""
    return ShapedPiece(
        ICON,
        (Strip(("", 1.0, top), (), (width,), ()),),
        width,
        0.0,
        trim=0.0,
        ascent=top,
        descent=bottom,
        optical_top=top,
        optical_bottom=bottom,
    )


def _without_blank_half(piece: ShapedPiece) -> ShapedPiece:
    """Return a piece without the blank half of its closing mark, for an opening mark after it has one of its own."""
    last = piece.strips[-1]
    last = last._replace(advances=(*last.advances[:-1], last.advances[-1] - 0.5))
    return replace(piece, strips=(*piece.strips[:-1], last), width=piece.width - 0.5, trim=piece.trim - 0.5)


def _last_visible_advance(strips: Sequence[Strip]) -> float:
    """Return the width of the last character that is no space, in ems; 0 without one."""
    pairs = (pair for strip in strips for pair in zip(strip.sources, strip.advances, strict=True))
    advances = [advance for source, advance in pairs if source.strip()]
    return advances[-1] if advances else 0.0


def _trailing_blank(strips: Sequence[Strip]) -> float:
    """Return the width of the spaces at the end of some glyphs, in ems of the paragraph."""
    blank = 0.0
    for strip in reversed(strips):
        for source, advance in zip(reversed(strip.sources), reversed(strip.advances), strict=True):
            if not source.isspace():
                return blank
            blank += advance * strip.font[1]
    return blank


def _optical_top(typeface: Typeface, top: float) -> float:
    """Return the height that text is centred with: x-height for small letters alone, capital height for all else."""
    low = 0 < top < (typeface.x_height + typeface.cap_height) / 2
    return typeface.x_height if low else typeface.cap_height


def _has_cluster(typeface: Typeface, cluster: str) -> bool:
    """Return whether a font has a character with its marks, or the character composed of them."""
    if all(typeface.has(char) or char in _INVISIBLE for char in cluster):
        return True
    composed = unicodedata.normalize("NFC", cluster)
    return len(composed) == 1 and typeface.has(composed)


def _clusters(text: str) -> Sequence[str]:
    """Return the characters of a text, each with the marks after it."""
    if has_complex_script(text):
        return list(marked_letters(text))
    return text if text.isascii() else re.findall(_CLUSTER, text)


def _has_cjk(text: str) -> bool:
    """Return whether a text has Chinese, Japanese or Korean characters."""
    # Compared first: compiling the expression takes 1.5 ms, and the texts of many games have no such characters.
    return not text.isascii() and max(text) >= CJK[0] and re.search(_CJK, text) is not None


def why_unsettable(char: str) -> str:
    """Return why no font can set a character, as a fault begins; empty where it depends on the font."""
    return "control characters cannot be set:" if unicodedata.category(char) in {"Cc", "Cs"} else ""
