"""Split a glyph run into clusters: the smallest groups of glyphs that stand for a piece of text."""

from __future__ import annotations

from generator.model.face import GlyphRun


def clusters(run: GlyphRun) -> list[tuple[int, int, str]]:
    """Return (first glyph, end, text) of each cluster; `end` is the glyph after its last.

    A glyph with an empty source belongs to the cluster before it.

    >>> clusters(GlyphRun("f", 9, 0, 0, (7, 8, 9), (0, 4, 5), ("fi", "é", ""), 9))
    [(0, 1, 'fi'), (1, 3, 'é')]
    """
    heads = [index for index, source in enumerate(run.sources) if source or not index]
    ends = [*heads[1:], len(run.glyphs)]
    return [(first, end, run.sources[first]) for first, end in zip(heads, ends, strict=True)]
