"""How far around a box a finger reaches it: areas large enough to hit, apart where two boxes can be hit at one time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.base.geometry import Rect

TARGET = 44.0
"""CSS pixels of the sides of what is tapped in play (WCAG 2.2, 2.5.5)."""
_ROUNDS = 60
"""How often areas push each other away until none moves any more, at most."""
_RIM = 1.0
"""CSS pixels of a box that may stick out of its area: as much as its outline."""

Pair = tuple[str, str]


def reaches(boxes: Mapping[str, Rect], rivals: Iterable[Pair]) -> dict[str, Rect]:
    """The areas of some boxes, all in CSS pixels.

    Each holds its box and is no smaller than TARGET; the areas of rivals are moved apart as far as their boxes allow,
    and share what they still both claim.
    """
    areas = {id_: _grown(box) for id_, box in boxes.items()}
    close = [pair for pair in rivals if areas[pair[0]].expand(TARGET / 2).overlaps(areas[pair[1]].expand(TARGET / 2))]
    for _ in range(_ROUNDS):
        moved = [_part(pair, areas, boxes) for pair in close if areas[pair[0]].overlaps(areas[pair[1]])]
        if not any(moved):
            break
    for one, other in close:
        if areas[one].overlaps(areas[other]):
            areas[one], areas[other] = _shared(areas[one], areas[other])
    return areas


def _grown(box: Rect) -> Rect:
    wide, high = max(TARGET, box.width), max(TARGET, box.height)
    x, y = box.centre
    return Rect(x - wide / 2, y - high / 2, wide, high)


def _part(pair: Pair, areas: dict[str, Rect], boxes: Mapping[str, Rect]) -> bool:
    """Push two areas apart, each by half of what they share; whether either of them moved."""
    one, other = (areas[id_] for id_ in pair)
    across, down = _common(one, other)
    along = across <= down
    ahead = one.centre < other.centre if along else one.centre[::-1] < other.centre[::-1]
    step = (across if along else down) / 2 * (-1 if ahead else 1)
    for id_, by in zip(pair, (step, -step), strict=True):
        area, box = areas[id_], boxes[id_]
        areas[id_] = _held(area.translate(by, 0) if along else area.translate(0, by), box)
    return areas[pair[0]] != one or areas[pair[1]] != other


def _common(one: Rect, other: Rect) -> tuple[float, float]:
    """How much two overlapping rectangles share, across and down."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across, down


def _held(area: Rect, box: Rect) -> Rect:
    """The area, moved back as far as its box sticks out."""
    x = min(max(area.x, box.right - _RIM - area.width), box.x + _RIM)
    y = min(max(area.y, box.bottom - _RIM - area.height), box.y + _RIM)
    return Rect(x, y, area.width, area.height)


def _shared(one: Rect, other: Rect) -> tuple[Rect, Rect]:
    """Two areas that meet in the middle of what both claim."""
    across, down = _common(one, other)
    if across <= down:
        left, right = sorted((one, other), key=lambda area: area.x)
        edge = left.right - across / 2
        left, right = (
            Rect(left.x, left.y, edge - left.x, left.height),
            Rect(edge, right.y, right.right - edge, right.height),
        )
        return (left, right) if one.x <= other.x else (right, left)
    turned = _shared(_turned(one), _turned(other))
    return _turned(turned[0]), _turned(turned[1])


def _turned(rect: Rect) -> Rect:
    """The rectangle with its axes exchanged."""
    return Rect(rect.y, rect.x, rect.height, rect.width)
