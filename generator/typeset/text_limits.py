"""Hold every text of a face to its limits: the trim, the safe area that it starts in, and clips that cut it off."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.units import MM, to_mm
from generator.model.face import GlyphRun, Group, Ink, Part, TextExcess, Use
from generator.typeset.face_size import FaceSize
from generator.typeset.glyph_outlines import GlyphOutlines
from generator.typeset.ink.compiler import DrawingExtras, DrawnText
from generator.typeset.paths.outlines import outlines
from generator.typeset.paths.path_geometry import extent
from generator.typeset.paths.shape_paths import lengths
from generator.typeset.svg.svg_tree import SvgFindings

TOLERANCE = 0.1 * MM
"""By how much text may leave its limits: less than any cut is off, and slanted letters overhang where they begin."""

_ABOVE, _BELOW, _BESIDE = 1.3, 0.6, 0.5
"""Sizes that no letter with its accents reaches beyond its baseline and advance: only nearer texts are measured."""

_ADVICE = "move it, shorten it, or let it shrink with pnp:rect and pnp:fit"

MeasureItem = Callable[[Ink, Matrix], Rect | None]


class TextLimits:
    """The rectangles of one face that its texts are held to, in points."""

    def __init__(self, size: FaceSize, extras: DrawingExtras, glyphs: GlyphOutlines) -> None:
        """Take the size of a face, and the texts, cut lines and safe areas of its drawing."""
        self._trim = size.rect
        self._face = self._trim.expand(size.bleed)
        self._outlines = outlines(" ".join(extras.cuts) or size.outline)
        self._safe_areas: Sequence[Rect] = extras.safe_areas
        self._texts, self._parts, self._glyphs = extras.texts, extras.parts, glyphs
        self._overflows = extras.overflows
        self._left: list[TextExcess] = []

    def excesses(self) -> list[TextExcess]:
        """Return the texts that do not fit where they should, once they were checked."""
        excesses = list(self._left)
        for text in self._overflows:
            box = self._around(_items(text.ink, IDENTITY), self._ink_box)
            if box is not None:
                excesses.append(TextExcess(box, text.rect, text.matrix))
        return excesses

    def check(self, findings: SvgFindings) -> None:
        """Add a fault or a warning for every text that leaves its limits."""
        for text in self._texts:
            rough, before = self._box(text, self._rough_box), len(findings.faults)
            if rough is None:
                continue
            # Most texts are far from any edge, and exact boxes take long.
            if not self._is_well_inside(text, rough):
                box = self._box(text, self._ink_box)
                if box is not None:
                    self._check(text, box, findings)
            # One fault for a text is enough.
            if self._outlines and not text.bleeds and len(findings.faults) == before:
                self._check_outlines(text, rough, findings)

    def _is_well_inside(self, text: DrawnText, box: Rect) -> bool:
        """Return whether a roomy box around a text lies inside its limits, so that no letter need be measured."""
        if not any(area.contains(box) for area in self._safe_areas or (self._trim,)):
            return False
        limits = (*text.viewports, *text.clips)
        return not limits or all(area.contains(box) for area in limits)

    def _check(self, text: DrawnText, box: Rect, findings: SvgFindings) -> None:
        """Report a text whose exact box leaves its clips, its safe area or the trim."""
        if cut_off := _largest_excess(box, text.viewports):
            self._left.append(TextExcess(box, max(text.viewports, key=lambda area: _excess(box, area))))
            findings.fault(text.element, f"text is cut off by {cut_off} at its <svg> or <symbol>; {_ADVICE}")
            return
        if cut_off := _largest_excess(box, text.clips):
            findings.warn(text.element, f"text is cut off by {cut_off} at its clip path")
        visible = self._seen(box, text)
        # A face may have several safe areas, and one of them has to hold the text.
        if any(area.contains(visible, slack=TOLERANCE) for area in self._safe_areas):
            return
        start = _start(text)
        # A layer that may reach over the trim has no safe area.
        around = [] if text.bleeds else [area for area in self._safe_areas if area.contains(start)]
        if around:
            excess = min(_excess(box, area) for area in around)
            self._left.append(TextExcess(box, min(around, key=lambda area: _excess(box, area))))
            findings.fault(text.element, f"text leaves the safe area that it starts in by {_mm(excess)}; {_ADVICE}")
        elif not self._trim.contains(visible, slack=TOLERANCE):
            self._check_trim(text, visible, findings)
        elif self._safe_areas:
            excess = min(_excess(visible, area) for area in self._safe_areas)
            findings.warn(text.element, f"text leaves the safe area by {_mm(excess)}")

    def _check_trim(self, text: DrawnText, box: Rect, findings: SvgFindings) -> None:
        """Report a text that reaches over the trim; a warning where it stands in the bleed."""
        excess = _mm(_excess(box, self._trim))
        if self._trim.overlaps(box) and not text.bleeds:
            self._left.append(TextExcess(box, self._trim))
            findings.fault(text.element, f"text reaches {excess} over the trim; {_ADVICE}")
        elif self._face.contains(box, slack=TOLERANCE):
            findings.warn(text.element, f"text in the bleed reaches {excess} over the trim, where it is cut off")
        else:
            beyond = _mm(_excess(box, self._face))
            self._left.append(TextExcess(box, self._face))
            findings.fault(text.element, f"text reaches {beyond} over the bleed; {_ADVICE}")

    def _check_outlines(self, text: DrawnText, rough: Rect, findings: SvgFindings) -> None:
        """Report a text that starts on a piece and reaches over the outline that the piece is cut along."""
        start = _start(text)
        piece = next((outline for outline in self._outlines if outline.holds((start.x, start.y))), None)
        if piece is None or piece.surrounds(rough):
            return
        items = _items(text.ink, text.matrix)
        points = (
            point for run, matrix in items if isinstance(run, GlyphRun) for point in self._glyphs.points(run, matrix)
        )
        excess = piece.excess(point for point in points if all(_holds(clip, point) for clip in text.clips))
        if excess > TOLERANCE:
            self._left.append(TextExcess(rough, None))
            findings.fault(text.element, f"text reaches {_mm(excess)} over the outline of its piece; {_ADVICE}")

    def _box(self, text: DrawnText, measure: MeasureItem) -> Rect | None:
        """Return the bounding box of a text on the face; None where it has no ink."""
        return self._around(_items(text.ink, text.matrix), measure)

    def _around(self, items: Iterable[tuple[Ink, Matrix]], measure: MeasureItem) -> Rect | None:
        """Return the box around items of ink, each measured by a function; None where none has ink."""
        whole: Rect | None = None
        for item, matrix in items:
            box = measure(item, matrix)
            if box is not None:
                whole = box if whole is None else whole.union(box)
        return whole

    def _rough_box(self, item: Ink, matrix: Matrix) -> Rect | None:
        """Return a box that holds all ink of an item with any letters."""
        if isinstance(item, GlyphRun):
            return _roomy_box(item, matrix)
        part = self._parts[item.part] if isinstance(item, Use) else None
        if isinstance(item, Use) and isinstance(part, Part):
            return (matrix @ item.matrix).bounding_box(part.box)
        return extent([item], matrix, self._parts)

    def _ink_box(self, item: Ink, matrix: Matrix) -> Rect | None:
        """Return the box around the outlines of the glyphs of a run, or around the visible part of an icon."""
        if isinstance(item, GlyphRun):
            return self._glyphs.box(item, matrix)
        box, part = extent([item], matrix, self._parts), self._rough_box(item, matrix)
        return box.intersection(part) if box and part else None

    def _seen(self, box: Rect, text: DrawnText) -> Rect:
        """Return the part of a box that the clip paths around its text let through."""
        for clip in text.clips:
            box = box.intersection(clip)
        return box


def _items(ink: Iterable[Ink], matrix: Matrix) -> Iterator[tuple[Ink, Matrix]]:
    """Yield each item of ink outside of groups, with the matrix from its coordinates to the face's."""
    for item in ink:
        if isinstance(item, Group):
            yield from _items(item.ink, matrix @ item.matrix)
        else:
            yield item, matrix


def _roomy_box(run: GlyphRun, matrix: Matrix) -> Rect:
    """Return a box that no letters of a run leave, with their accents."""
    size = run.size
    width = run.width + 2 * _BESIDE * size
    box = Rect(run.x - _BESIDE * size, run.y - _ABOVE * size, width, (_ABOVE + _BELOW) * size)
    return box if matrix is IDENTITY else matrix.bounding_box(box)


def _start(text: DrawnText) -> Rect:
    """Return the point that a text is placed at, on the face: its anchor, or the middle of its rectangle."""
    if text.rect:
        x, y = text.rect.centre
    else:
        x = y = 0.0
        for element in text.starts:
            own_x, top, dx, dy = lengths(element, text.units, x=0, y=0, dx=0, dy=0)
            x = (own_x if element.get("x") else x) + dx
            y = (top if element.get("y") else y) + dy
    return Rect(*text.inside.apply(x, y), 0.0, 0.0)


def _holds(rect: Rect, point: tuple[float, float]) -> bool:
    """Return whether a rectangle contains a point."""
    return rect.x <= point[0] <= rect.right and rect.y <= point[1] <= rect.bottom


def _largest_excess(box: Rect, areas: Iterable[Rect]) -> str:
    """Return how far a box leaves the worst of some areas, as words; '' where it leaves none."""
    excess = max((_excess(box, area) for area in areas), default=0.0)
    return _mm(excess) if excess > TOLERANCE else ""


def _excess(box: Rect, area: Rect) -> float:
    """Return how far a box reaches beyond an area, in points; negative for one inside."""
    return max(area.x - box.x, area.y - box.y, box.right - area.right, box.bottom - area.bottom)


def _mm(length: float) -> str:
    """Return a length in millimetres for people, rounded up, so that it is never 0."""
    # Less half a step first, so that an exact tenth is not rounded up to the next one.
    return f"{max(math.ceil(to_mm(length) * 10 - 0.05) / 10, 0.1):.1f} mm"
