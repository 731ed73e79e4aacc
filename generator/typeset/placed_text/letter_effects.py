"""Outlined letters, and lines below or through words: drawn beside the glyphs, which stay text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.base.geometry import Rect
from generator.base.records import replace
from generator.model.face import GlyphRun, Ink, Shape, Stroke
from generator.typeset.glyph_outlines import GlyphOutlines
from generator.typeset.paths.shape_paths import rect_path
from generator.typeset.text.font_library import FontLibrary

UNDERLINE, STRIKE = "underline", "line-through"
DECORATIONS = (UNDERLINE, STRIKE)
_THICKNESS = 0.06
_BELOW = 0.1
"""Sizes between the baseline and a line below the words."""


def decorations(text: str) -> frozenset[str]:
    """Return the lines that a `text-decoration` names. Raises ValueError for a word that names no line.

    >>> sorted(decorations("underline line-through")), decorations("none")
    (['line-through', 'underline'], frozenset())
    """
    words = frozenset(text.split()) - {"none", "solid"}
    if wrong := sorted(words - {*DECORATIONS}):
        raise ValueError(f"text-decoration: {wrong[0]!r} is not drawn; write 'underline' or 'line-through'")
    return words


def outlined(ink: Sequence[Ink], stroke: Stroke, glyphs: GlyphOutlines, *, is_first: bool) -> list[Ink]:
    """Return ink with an outline around its letters; with `is_first` all letters lie over it."""
    runs = [item for item in ink if isinstance(item, GlyphRun)]
    shapes = [Shape(path, stroke=stroke) for run in runs if (path := glyphs.path(run))]
    return [*shapes, *ink] if is_first else [*ink, *shapes]


def with_lines(ink: Sequence[Ink], line_names: Iterable[str], fonts: FontLibrary) -> list[Ink]:
    """Return ink with lines below and through the words of each baseline, as far as `line_names` has them."""
    runs = [item for item in ink if isinstance(item, GlyphRun)]
    below = list(_rules(runs, fonts, is_through=False)) if UNDERLINE in line_names else []
    through = list(_rules(runs, fonts, is_through=True)) if STRIKE in line_names else []
    return [*below, *ink, *through]


def _rules(runs: Sequence[GlyphRun], fonts: FontLibrary, *, is_through: bool) -> Iterator[Shape]:
    """Yield one line for each baseline, through the letters or below them."""
    for y in dict.fromkeys(run.y for run in runs):
        line = [run for run in runs if run.y == y]
        left_edge, right = min(run.x for run in line), max(run.x + run.width for run in line)
        # One line for all words of a baseline, as thick as the largest letters ask for.
        largest = max(line, key=lambda run: run.size)
        size = largest.size
        top = y - 0.5 * fonts.typeface(largest.font).x_height * size if is_through else y + _BELOW * size
        path = rect_path(Rect(left_edge, top, right - left_edge, _THICKNESS * size))
        yield Shape(path, largest.fill, largest.opacity)


def scaled(stroke: Stroke, scale: float) -> Stroke:
    """Return a stroke whose lengths are multiplied by a scale."""
    dash = tuple(length * scale for length in stroke.dash)
    return replace(stroke, width=stroke.width * scale, dash=dash, offset=stroke.offset * scale)
