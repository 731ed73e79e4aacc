"""Hit areas: where the control over each box of a sheet is, large enough for a finger, and a style sheet of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from generator.base.geometry import Matrix, Rect
from generator.model.sheet import Sheet
from generator.web.sheets.sheet_svg import SheetSvg

SHEET_WIDTH = 1416
"""Least width of a sheet on the screen, in CSS pixels: boxes that are legal together then have 44 px each."""
IN_ORDER, TEXT = "row", "text"
TARGET = 44.0
"""CSS pixels, the smallest side of a target (WCAG 2.2, success criterion 2.5.5)."""
_MAX_ROUNDS = 60
_OUTLINE = 1.0
"""Most CSS pixels by which a box may stick out of its area."""

Pair = tuple[str, str]


def places_css(svg: SheetSvg, sheet: Sheet) -> str:
    """Return CSS that places the controls over a sheet's boxes.

    It has a rule `.at-BOX` for each box that can be marked, and `.at-area-AREA` for each area's first corner.
    """
    scale = SHEET_WIDTH / svg.width
    to_pixels = Matrix.scaling(scale).bounding_box
    boxes = {box.id: to_pixels(svg.boxes[box.id]) for box in sheet.boxes if box.id in svg.boxes}
    tapped = {box.id: boxes[box.id] for box in sheet.boxes if box.kind != TEXT and box.id in boxes}
    rules = {f"at-{id_}": area for id_, area in hit_areas(tapped, _rivals(sheet, tapped)).items()}
    for area in sheet.areas:
        area_boxes = [boxes[box.id] for box in area.boxes if box.id in boxes]
        # Links to an area scroll to its corner, so the place needs no size.
        rules |= {f"at-area-{area.id}": Rect(min(box.x for box in area_boxes), min(box.y for box in area_boxes), 0, 0)}
    height = svg.height * scale
    return "".join(f".{name}{{{_percentages(rect, height)}}}\n" for name, rect in rules.items())


def _rivals(sheet: Sheet, boxes: Mapping[str, Rect]) -> Iterator[Pair]:
    """Yield the pairs of boxes that can be legal at the same time.

    Only two boxes of one track that is filled in order cannot.
    """
    ordered = {box.id: track.id if track.order == IN_ORDER else "" for track in sheet.tracks for box in track.boxes}
    pairs = combinations(boxes, 2)
    return ((one, other) for one, other in pairs if not ordered[one] or ordered[one] != ordered[other])


def _percentages(rect: Rect, height: float) -> str:
    """Return the CSS properties that place a rectangle, in per cent of the sheet's width and height."""
    sides = {"left": rect.x, "top": rect.y, "width": rect.width, "height": rect.height}
    shares = {side: length / (height if side in ("top", "height") else SHEET_WIDTH) for side, length in sides.items()}
    return ";".join(f"{side}:{share * 100:.3f}%" for side, share in shares.items())


def hit_areas(boxes: Mapping[str, Rect], rivals: Iterable[Pair]) -> dict[str, Rect]:
    """Return the area of each box, all in CSS pixels.

    An area contains its box and is at least TARGET wide and high. Areas of rivals, which can be legal at the same time,
    are moved apart as far as their boxes allow, then cut in the middle of what still overlaps.

    >>> hit_areas({"a": Rect(0, 0, 20, 20)}, [])
    {'a': Rect(x=-12.0, y=-12.0, width=44.0, height=44.0)}
    """
    areas = {id_: _enlarge(box) for id_, box in boxes.items()}
    # Only neighbours can meet when they are moved; a sheet has thousands of pairs.
    close = [pair for pair in rivals if areas[pair[0]].expand(TARGET / 2).overlaps(areas[pair[1]].expand(TARGET / 2))]
    # Each push may bring an area against another one; in practice a few rounds are enough.
    for _ in range(_MAX_ROUNDS):
        moved = [_push_apart(pair, areas, boxes) for pair in close if areas[pair[0]].overlaps(areas[pair[1]])]
        if not any(moved):
            break
    for one, other in close:
        if areas[one].overlaps(areas[other]):
            areas[one], areas[other] = _split(areas[one], areas[other])
    return areas


def _enlarge(box: Rect) -> Rect:
    """Return a box enlarged to at least TARGET pixels on both sides, around the same middle."""
    wide, high = max(TARGET, box.width), max(TARGET, box.height)
    x, y = box.centre
    return Rect(x - wide / 2, y - high / 2, wide, high)


def _push_apart(pair: Pair, areas: dict[str, Rect], boxes: Mapping[str, Rect]) -> bool:
    """Move the areas of two boxes apart by half of their overlap each; return whether either moved."""
    one, other = (areas[id_] for id_ in pair)
    across, down = _overlap(one, other)
    along = across <= down
    # Moving along the shorter overlap moves the areas least.
    ahead = one.centre < other.centre if along else one.centre[::-1] < other.centre[::-1]
    step = (across if along else down) / 2 * (-1 if ahead else 1)
    for id_, distance in zip(pair, (step, -step), strict=True):
        moved = areas[id_].translate(distance, 0) if along else areas[id_].translate(0, distance)
        areas[id_] = _keep_around(moved, boxes[id_])
    return areas[pair[0]] != one or areas[pair[1]] != other


def _overlap(one: Rect, other: Rect) -> tuple[float, float]:
    """Return width and height of the overlap of two rectangles; negative where they are apart."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across, down


def _keep_around(area: Rect, box: Rect) -> Rect:
    """Return an area moved back as far as needed to cover its box but for _OUTLINE."""
    # An area may be moved aside, but still covers its box.
    x = min(max(area.x, box.right - _OUTLINE - area.width), box.x + _OUTLINE)
    y = min(max(area.y, box.bottom - _OUTLINE - area.height), box.y + _OUTLINE)
    return Rect(x, y, area.width, area.height)


def _split(one: Rect, other: Rect) -> tuple[Rect, Rect]:
    """Return two areas cut in the middle of their overlap, along its shorter side."""
    across, down = _overlap(one, other)
    # The cut halves the shorter side of the overlap, so that the areas keep most of their size.
    if across > down:
        first, second = map(_transpose, _split(_transpose(one), _transpose(other)))
        return first, second
    if one.x > other.x:
        second, first = _split(other, one)
        return first, second
    edge = one.right - across / 2
    return Rect(one.x, one.y, edge - one.x, one.height), Rect(edge, other.y, other.right - edge, other.height)


def _transpose(rect: Rect) -> Rect:
    """Return a rectangle with its axes exchanged."""
    return Rect(rect.y, rect.x, rect.height, rect.width)
