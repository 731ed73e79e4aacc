"""Targets beside the cards of a sheet, by which a press aligns its plates: a cross, often with a circle."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import reduce

from generator.base.geometry import Rect
from generator.base.units import MM

_LEAST, _MOST = 2 * MM, 20 * MM
"""Sides of a target."""
_THICKEST = 0.5 * MM
_MOST_PARTS = 400
"""Lines and shapes among which targets are sought."""


def find_targets(parts: Iterable[Rect], cards: Collection[Rect]) -> set[Rect]:
    """Return the parts that belong to register targets, which lie beside the cards; none where no card is seen.

    `parts` are rectangles around lines and shapes.
    """
    distinct = [*dict.fromkeys(parts)]
    # Without a card a cross may be art, and grouping compares each part with all others.
    if not cards or len(distinct) > _MOST_PARTS:
        return set()
    targets: set[Rect] = set()
    for group in _groups(distinct):
        frame = reduce(Rect.union, group)
        if _is_target(group, frame) and not any(card.overlaps(frame) for card in cards):
            targets.update(group)
    return targets


def _groups(parts: Sequence[Rect]) -> list[list[Rect]]:
    """Return the parts in groups that touch each other."""
    groups: list[list[Rect]] = []
    for part in parts:
        touching = [group for group in groups if any(_touch(part, other) for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([part, *(other for group in touching for other in group)])
    return groups


def _touch(one: Rect, other: Rect) -> bool:
    """Return whether two parts touch, within the thickness of a line."""
    return one.expand(_THICKEST / 2).overlaps(other.expand(_THICKEST / 2))


def _is_target(parts: Sequence[Rect], frame: Rect) -> bool:
    """Return whether parts are as large as a target, and a level and an upright line cross through their middle."""
    shorter, longer = sorted((frame.width, frame.height))
    if shorter < _LEAST or longer > _MOST:
        return False
    middle = Rect(*frame.centre, 0, 0)
    lines = [part for part in parts if part.expand(_THICKEST).contains(middle)]
    level = any(line.height <= _THICKEST and 2 * line.width >= frame.width for line in lines)
    upright = any(line.width <= _THICKEST and 2 * line.height >= frame.height for line in lines)
    return level and upright
