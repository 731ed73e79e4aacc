"""Cut and bleed of a page: as its boxes say, or as the shop takes pages without boxes."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.base.units import MM
from generator.preflight.page_boxes import PageBoxes
from generator.preflight.print_rules import PrintRules

_ALIKE = 1 * MM
"""Tolerance between a page and a size that a shop makes."""
_SLACK = 0.1 * MM
"""Tolerance for equal sizes: programs round them to whole points or tenths of a millimetre."""


@dataclass(frozen=True, slots=True)
class CutArea:
    """The cut of a page and the area of its bleed, in units of the page."""

    cut: Rect
    bleed: Rect
    is_stated: bool = True
    """Whether a trim or art box says where the cut is."""

    @property
    def margin(self) -> float:
        """Return the bleed on the side that has least of it, in units of the page."""
        cut, bleed = self.cut, self.bleed
        return min(cut.x - bleed.x, cut.y - bleed.y, bleed.right - cut.right, bleed.bottom - cut.bottom)


def cut_area(boxes: PageBoxes, rules: PrintRules) -> CutArea:
    """Return the cut and the bleed of a page.

    Without a bleed box the bleed reaches to the crop box (ISO 32000-1, 14.11.2). A page without a trim or art box is
    taken to be a card with the bleed that the shop asks for.
    """
    if boxes.trim or boxes.art:
        return CutArea(boxes.cut, boxes.bleed or boxes.crop)
    # General rules know no bleed that could be taken off, so the page itself is the cut.
    if not rules.bleed:
        return CutArea(boxes.crop, boxes.bleed or boxes.media, is_stated=False)
    bleed = rules.bleed / boxes.unit
    for area in _of_products(boxes, rules, bleed):
        return area
    # A crop box that leaves the bleed out shows in viewers the card as it is cut.
    if min(_inset(boxes.crop, boxes.media)) >= bleed - _SLACK / boxes.unit:
        return CutArea(boxes.crop, boxes.media, is_stated=False)
    return CutArea(boxes.crop.expand(-bleed), boxes.crop, is_stated=False)


def _of_products(boxes: PageBoxes, rules: PrintRules, bleed: float) -> Iterator[CutArea]:
    """Yield the cut areas that make a page without a trim box a product of the shop.

    `bleed` is in units of the page.
    """
    for box in (boxes.crop, boxes.media):
        size = boxes.size(box)
        if any(size.difference(trim.expand(rules.bleed or 0)) <= _ALIKE for trim in rules.sizes):
            yield CutArea(box.expand(-bleed), box, is_stated=False)
        elif any(size.difference(trim) <= _ALIKE for trim in rules.sizes):
            yield CutArea(box, boxes.media, is_stated=False)


def _inset(inner: Rect, outer: Rect) -> tuple[float, ...]:
    """Return the distances from each edge of an outer rectangle to the inner one: left, top, right, bottom."""
    return inner.x - outer.x, inner.y - outer.y, outer.right - inner.right, outer.bottom - inner.bottom
