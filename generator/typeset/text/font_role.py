"""A voice: one role in one language, weight and slope, which remembers the words it has shaped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import groupby

from generator.base.records import dataclass, replace
from generator.typeset.text.line_breaks import CJK, CLOSING, ICON, NOT_FIRST, NOT_LAST, OPENING, SHY, units
from generator.typeset.text.shaping import FULL, Strip, shape
from generator.typeset.text.typeface import EM_BOX, Typeface

_UNSEEN = frozenset("\u200c\u200d\u2060\ufeff") | {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}
"""Joiners and variation selectors: they change what stands before them, and are not seen."""
_BLANKS = frozenset(" \t\u00a0\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B))))
_DROPPED = {ord(SHY): None, 0x200B: None}
_NEUTRAL = frozenset("“”‘’…‥—―×÷±→←↑↓○●◎□■△▲▽▼◇◆☆★※")
"""Signs that most Latin fonts have too, but which are full-width among Japanese."""
ICON_MARGIN = 0.1
"""Ems left free on either side of an inline icon."""
_BEFORE_WORD = 0.12
"""Ems more before the word that an icon is written to; on its other side it has the space between words."""
_SMALL = 0.8
"""Size of a small capital where the font has none of its own."""
_FIGURES = frozenset("0123456789")
_EAST_ASIAN = {"ja", "zh", "ko"}


_STOPS = frozenset(".,;:!?)]’”")
"""After an icon, these stand as close as after a letter."""
_TIED, _CLINGING, _CLOSERS, _OPENERS = map(frozenset, (NOT_FIRST, NOT_LAST, CLOSING, OPENING))


class MissingGlyph(ValueError):  # noqa: N818  it reads as what it says of a character
    """No font of a voice has some character."""


@dataclass(frozen=True, slots=True)
class ShapedPiece:
    """The smallest part of a text that stays on one line, shaped; lengths in ems of the voice."""

    text: str
    strips: tuple[Strip, ...]
    width: float
    """Without the spaces at its end."""
    space: float
    """Those spaces."""
    trim: float
    """Blank at its end that a line need not hold: half of a full-width closing mark, and letter spacing."""
    ascent: float
    descent: float
    """How far it reaches above and below (negative) the baseline."""
    crown: float
    foot: float
    """The top and bottom that the eye takes it to have: height of capitals and baseline, or the em box."""
    tied: bool = False
    """No line may begin with it."""
    clings: bool = False
    """No line may end with it."""


class FontRole:
    """Shapes words with the first font of a stack that has each character; `figures` is tried first for those.

    `pieces` raises Missing where none has; `lacking` then says which.
    """

    def __init__(
        self,
        ids: Sequence[str],
        typeface: Callable[[str], Typeface],
        language: str,
        *,
        figures: str = "",
        small_caps: bool = False,
        features: Sequence[str] = (),
        spacing: float = 0.0,
    ) -> None:
        self._ids, self._typeface, self._figures = ids, typeface, figures
        self.language = language
        self._small_caps, self._spacing = small_caps, spacing
        self._features = {feature.lstrip("-"): not feature.startswith("-") for feature in features}
        self.known: dict[str, tuple[ShapedPiece, ...]] = {}
        """Every word set so far, for those who ask often."""
        self._switches: dict[str, dict[str, bool]] = {}
        self._units: dict[str, ShapedPiece] = {}
        self._speakers: dict[str, Typeface | None] = {}

    def pieces(self, word: str) -> tuple[ShapedPiece, ...]:
        """A word and the spaces after it, in pieces between which a line may end."""
        found = self.known.get(word)
        if found is None:
            found = self.known[word] = self._made(units(word))
        return found

    def piece(self, unit: str) -> ShapedPiece:
        """A unit that stays on one line."""
        found = self._units.get(unit)
        if found is None:
            found = self._units[unit] = self._shaped(unit)
        return found

    def lacking(self, text: str) -> tuple[str, ...]:
        """The characters of a text that it cannot set, each once, in order."""
        clusters = _clusters(text.translate(_DROPPED))
        lost = [cluster for cluster in clusters if cluster not in _BLANKS and self._speaker(cluster) is None]
        return tuple(dict.fromkeys(char for cluster in lost for char in self._lost(cluster)))

    def divided(self, start: str) -> ShapedPiece:
        """The first part of a divided word: it ends in a hyphen, whose source is a soft one."""
        found = self._units.get(start + SHY)
        if found is None:
            whole = self.piece(start + "-")
            last = whole.strips[-1]
            strips = (*whole.strips[:-1], last._replace(sources=(*last.sources[:-1], SHY)))
            found = self._units[start + SHY] = replace(whole, strips=strips)
        return found

    @cached_property
    def icon(self) -> ShapedPiece:
        """Room for an inline icon one em high, centred on the capitals, or in the em box among Japanese."""
        middle = sum(EM_BOX) / 2 if self.language in _EAST_ASIAN else self.first.cap_height / 2
        top, bottom = middle + 0.5, middle - 0.5
        return _roomy(1 + 2 * ICON_MARGIN, top, bottom)

    def icon_before(self, char: str) -> ShapedPiece:
        """Room for an icon with a character right after it: none is left before a stop, and more before a word."""
        room = 1 + 2 * ICON_MARGIN
        if char in _STOPS:
            return _roomy(room - ICON_MARGIN, self.icon.ascent, self.icon.descent)
        if char.isalpha() and not _is_full(char):
            return _roomy(room + _BEFORE_WORD, self.icon.ascent, self.icon.descent)
        return self.icon

    @cached_property
    def first(self) -> Typeface:
        """The font that speaks where no character decides."""
        return self._typeface(self._ids[0])

    def _made(self, parts: list[str]) -> tuple[ShapedPiece, ...]:
        pieces = [self.piece(part) for part in parts]
        for at, part in enumerate(parts[1:]):
            if part[0] in _OPENERS and parts[at][-1] in _CLOSERS and pieces[at].trim >= 0.5:
                pieces[at] = _tightened(pieces[at])
        return tuple(pieces)

    def _shaped(self, unit: str) -> ShapedPiece:
        runs = self._runs(unit if unit.isascii() else unit.translate(_DROPPED))
        strips = tuple(strip for typeface, text in runs for strip in self._strips(typeface, text))
        blank = _blank_end(strips)
        advance = sum(strip.advance * strip.hand[1] for strip in strips)
        full = _is_full(unit)
        last = unit.rstrip()[-1:]
        trim = 0.5 if full and last in _CLOSERS and _last_step(strips) > FULL else 0.0
        top, bottom = self._ink(strips)
        typefaces = [typeface for typeface, _ in runs] or [self.first]
        return ShapedPiece(
            unit,
            strips,
            advance - blank,
            blank,
            trim + self._spacing,
            max(top, *(EM_BOX[0] if full else typeface.ascent for typeface in typefaces)),
            min(bottom, *(EM_BOX[1] if full else typeface.descent for typeface in typefaces)),
            EM_BOX[0] if full else _crown(typefaces[0], top),
            EM_BOX[1] if full else 0.0,
            unit[0] in _TIED,
            last in _CLINGING,
        )

    def _runs(self, text: str) -> list[tuple[Typeface, str]]:
        """The text cut where another font has to speak; spaces go with what stands before them."""
        if text.isascii() and self.first.has_ascii and text.isprintable() and not self._has_figures(text):
            return [(self.first, text)]
        runs: list[tuple[Typeface, str]] = []
        for cluster in _clusters(text):
            if runs and cluster in _BLANKS:
                runs[-1] = runs[-1][0], runs[-1][1] + cluster
                continue
            typeface = self.first if cluster in _BLANKS else self._speaker(cluster)
            if typeface is None:
                raise MissingGlyph(cluster)
            if runs and runs[-1][0] is typeface:
                runs[-1] = typeface, runs[-1][1] + cluster
            else:
                runs.append((typeface, cluster))
        return runs

    def _has_figures(self, text: str) -> bool:
        """Whether figures of another font stand in it."""
        return self._figures != "" and not _FIGURES.isdisjoint(text)

    def _speaker(self, cluster: str) -> Typeface | None:
        """The first font that has a character with its marks, or can compose it."""
        if cluster not in self._speakers:
            known = map(self._typeface, self._order(cluster))
            self._speakers[cluster] = next((face for face in known if _says(face, cluster)), None)
        return self._speakers[cluster]

    def _lost(self, cluster: str) -> Sequence[str]:
        """What is to blame: the characters no font has, or the marks that no font has with their letter."""
        return [char for char in cluster if self._speaker(char) is None] or cluster[1:]

    def _order(self, cluster: str) -> Iterable[str]:
        if not _settable(cluster):
            return ()
        if self._figures and cluster in _FIGURES:
            return (self._figures, *self._ids)
        if self.language in _EAST_ASIAN and cluster in _NEUTRAL:
            return sorted(self._ids, key=lambda id_: not self._typeface(id_).has("あ"))
        return self._ids

    def _strips(self, typeface: Typeface, text: str) -> Iterable[Strip]:
        features = self._features_of(typeface)
        if _is_full(text):
            features = {**features, "kern": False}
        if self._small_caps and not typeface.has_small_caps:
            return self._reduced(typeface, text, features)
        return shape(typeface, text, features=features, language=self.language, spacing=self._spacing)

    def _features_of(self, typeface: Typeface) -> Mapping[str, bool]:
        known = self._switches.get(typeface.id)
        if known is None:
            known = dict.fromkeys(typeface.features, True) | self._features
            if self._spacing:
                known = {"liga": False, "clig": False} | known
            if self._small_caps:
                known["smcp"] = True
            self._switches[typeface.id] = known
        return known

    def _reduced(self, typeface: Typeface, text: str, features: Mapping[str, bool]) -> Iterable[Strip]:
        """Small capitals made of large ones."""
        for _, group in groupby(text, str.islower):
            part = "".join(group)
            upper = "".join(char.upper() if len(char.upper()) == 1 else char for char in part)
            scale = 1.0 if upper == part else _SMALL
            yield from shape(
                typeface,
                upper,
                features=features,
                language=self.language,
                spacing=self._spacing / scale,
                scale=scale,
                says=part,
            )

    def _ink(self, strips: Sequence[Strip]) -> tuple[float, float]:
        top = bottom = 0.0
        for strip in strips:
            id_, scale, rise = strip.hand
            inks = list(map(self._typeface(id_).ink, strip.glyphs))
            top = max(top, (max([ink[0] for ink in inks]) + rise) * scale)
            bottom = min(bottom, (min([ink[1] for ink in inks]) + rise) * scale)
        return top, bottom


def _roomy(room: float, top: float, bottom: float) -> ShapedPiece:
    """An icon's place, so many ems wide."""
    return ShapedPiece(ICON, (Strip(("", 1.0, top), (), (room,), ()),), room, 0.0, 0.0, top, bottom, top, bottom)


def _tightened(piece: ShapedPiece) -> ShapedPiece:
    """A piece without the half em of blank at its end: before an opening bracket, which brings its own."""
    last = piece.strips[-1]
    last = last._replace(steps=(*last.steps[:-1], last.steps[-1] - 0.5))
    return replace(piece, strips=(*piece.strips[:-1], last), width=piece.width - 0.5, trim=piece.trim - 0.5)


def _last_step(strips: Sequence[Strip]) -> float:
    """The advance of the last character that is seen."""
    steps = [
        step for strip in strips for source, step in zip(strip.sources, strip.steps, strict=True) if source.strip()
    ]
    return steps[-1] if steps else 0.0


def _blank_end(strips: Sequence[Strip]) -> float:
    blank = 0.0
    for strip in reversed(strips):
        for source, step in zip(reversed(strip.sources), reversed(strip.steps), strict=True):
            if source.strip():
                return blank
            blank += step * strip.hand[1]
    return blank


def _crown(typeface: Typeface, top: float) -> float:
    """Small letters alone are centred by their own height, all else by that of capitals."""
    low = 0 < top < (typeface.x_height + typeface.cap_height) / 2
    return typeface.x_height if low else typeface.cap_height


def _says(typeface: Typeface, cluster: str) -> bool:
    if all(typeface.has(char) or char in _UNSEEN for char in cluster):
        return True
    composed = unicodedata.normalize("NFC", cluster)
    return len(composed) == 1 and typeface.has(composed)


@cache
def _cluster() -> re.Pattern[str]:
    return re.compile(f".[\u0300-\u036f\u20d0-\u20ff\u3099\u309a{''.join(sorted(_UNSEEN))}]*", re.DOTALL)


def _clusters(text: str) -> Sequence[str]:
    """Characters, each with the marks that follow it."""
    return text if text.isascii() else _cluster().findall(text)


@cache
def _full() -> re.Pattern[str]:
    return re.compile(f"[{CJK}]")


def _is_full(text: str) -> bool:
    """Whether there is a Japanese character in it."""
    return not text.isascii() and _full().search(text) is not None


def _settable(cluster: str) -> bool:
    return cluster != ICON and why_unsettable(cluster[0]) == ""


def why_unsettable(char: str) -> str:
    """Why a character can be set by no font at all; empty where a font decides."""
    if unicodedata.category(char) in {"Cc", "Cs"}:
        return "control characters cannot be set:"
    if unicodedata.bidirectional(char) in {"R", "AL", "RLE", "LRE", "RLO", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"}:
        return "right-to-left writing cannot be set:"
    return ""
