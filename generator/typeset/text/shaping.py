"""Shaping: characters to glyphs of one font, with kerning, ligatures and the source text of every glyph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.typeset.text.harfbuzz import harfbuzz
from generator.typeset.text.line_breaks import CLOSING, OPENING

if TYPE_CHECKING:
    from generator.typeset.text.typeface import Typeface

StripFont = tuple[str, float, float]
"""Font id, size as a part of the text's, rise of the baseline in ems: strips in one hand can share a glyph run."""

_SOLID = {(a, b) for a in CLOSING for b in CLOSING} | {(a, b) for a in OPENING for b in OPENING}
"""Full-width pairs whose blank halves meet or repeat: the first takes half an em (JIS X 4051)."""


FULL = 0.9
"""Ems from which a character counts as full-width; proportional fonts have no blank halves to take away."""


class Strip(NamedTuple):
    """Glyphs in one hand, in ems of that hand: `steps` leads from each glyph's origin to the next, or to the end.

    A named tuple, as justified lines make new ones by the thousand.
    """

    hand: StripFont
    glyphs: tuple[int, ...]
    steps: tuple[float, ...]
    sources: tuple[str, ...]
    lead: float = 0.0
    """From the end of what stands before to the first glyph's origin; not 0 where a mark is moved."""

    @property
    def advance(self) -> float:
        """How far the strip moves the pen."""
        return self.lead + sum(self.steps)


def shape(
    typeface: Typeface,
    text: str,
    *,
    features: Mapping[str, bool],
    language: str,
    spacing: float = 0.0,
    scale: float = 1.0,
    says: str = "",
) -> tuple[Strip, ...]:
    """The strips of a text; one, unless marks stand above or below the baseline of their letters.

    `spacing` (ems) follows every character; `says` is the source of each character where it is not `text` itself.
    """
    infos, places = _shaped(typeface, text, features, language)
    if not infos:
        return ()
    sources = _sources([info.cluster for info in infos], says or text)
    em = typeface.em
    steps = [place.x_advance / em for place in places]
    if spacing:
        steps = [step + (spacing if after else 0.0) for step, after in zip(steps, [*sources[1:], "."], strict=True)]
    if not text.isascii():
        steps = [
            step - (0.5 if step > FULL and pair in _SOLID else 0.0)
            for step, pair in zip(steps, pairwise([*sources, ""]), strict=True)
        ]
    glyphs = [info.codepoint for info in infos]
    if not any(place.x_offset or place.y_offset for place in places):
        return (Strip((typeface.id, scale, 0.0), tuple(glyphs), tuple(steps), tuple(sources)),)
    offsets = [(place.x_offset / em, place.y_offset / em) for place in places]
    return _moved((typeface.id, scale), list(zip(glyphs, steps, sources, offsets, strict=True)))


def _shaped(
    typeface: Typeface, text: str, features: Mapping[str, bool], language: str
) -> tuple[Sequence[Any], Sequence[Any]]:
    """HarfBuzz's glyphs and their positions; nothing where no character can be seen."""
    hb = harfbuzz()
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    if buffer.script is None:
        buffer.script = "Latn"
    buffer.language = language
    buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    hb.shape(typeface.font, buffer, features)
    return buffer.glyph_infos, buffer.glyph_positions


def _sources(starts: list[int], text: str) -> list[str]:
    """The characters each glyph stands for; all those of a cluster belong to its first glyph."""
    if starts == list(range(len(text))):
        return list(text)
    if starts:
        starts[0] = 0
    ends = {start: end for start, end in pairwise([*starts, len(text)]) if end > start}
    return [text[start : ends[start]] if last != start else "" for last, start in pairwise([-1, *starts])]


def _moved(font: tuple[str, float], glyphs: Sequence[tuple[int, float, str, tuple[float, float]]]) -> tuple[Strip, ...]:
    """Strips of glyphs some of which are moved off the pen: one for each stretch at the same height."""
    strips = []
    for rise, group in groupby(glyphs, key=lambda glyph: glyph[3][1]):
        ids, steps, sources, moves = zip(*group, strict=True)
        shifts = [dx for dx, _ in moves]
        between = [step + after - dx for step, dx, after in zip(steps, shifts, [*shifts[1:], 0.0], strict=True)]
        strips.append(Strip((*font, rise), ids, tuple(between), sources, shifts[0]))
    return tuple(strips)
