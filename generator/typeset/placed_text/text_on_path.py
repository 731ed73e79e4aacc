"""Letters along a path: each stands upright on the path at its own middle (SVG 1.1, 10.13.3)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from generator.base.geometry import Matrix
from generator.base.records import replace
from generator.model.face import GlyphRun, Group
from generator.typeset.placed_text.path_track import PathTrack

_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""Share of a line's width that stands before its anchor."""


def room(track: PathTrack, anchor: str, offset: float) -> float:
    """Return the length of the longest line that fits on a track, with its anchor at an offset from the start."""
    if track.is_closed:
        return track.length
    before, after = max(offset, 0.0), max(track.length - offset, 0.0)
    return {"start": after, "middle": 2 * min(before, after), "end": before}[anchor]


def bent(runs: Iterable[GlyphRun], width: float, track: PathTrack, anchor: str, offset: float) -> Iterator[Group]:
    """Yield the letters of a line that begins at x 0 on the baseline 0, each turned and placed on the track."""
    start = offset - _SHARES[anchor] * width
    for run in runs:
        for letter, middle in _letters(run):
            x, y, angle = track.at(start + run.x + middle)
            yield Group((letter,), Matrix.translation(x, y) @ Matrix.rotation(math.degrees(angle)))


def _letters(run: GlyphRun) -> Iterator[tuple[GlyphRun, float]]:
    """Yield each letter with its marks as a run around x 0, and where its middle was in the run."""
    # Glyphs without a character are marks of the letter before them.
    starts = [index for index, source in enumerate(run.sources) if source or not index]
    ends = [*starts[1:], len(run.glyphs)]
    for first, end in zip(starts, ends, strict=True):
        start = run.offsets[first]
        right = run.offsets[end] if end < len(run.offsets) else run.width
        half = (right - start) / 2
        offsets = tuple(offset - start for offset in run.offsets[first:end])
        letter = replace(
            run,
            x=-half,
            glyphs=run.glyphs[first:end],
            offsets=offsets,
            sources=run.sources[first:end],
            width=2 * half,
        )
        yield letter, start + half
