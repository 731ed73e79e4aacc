"""The style sheet that puts a control over each box of a sheet, large enough for a finger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from generator.base.geometry import Matrix, Rect
from generator.model.sheet import Sheet
from generator.web.play.hit_areas import hit_areas
from generator.web.play.sheet_svg import SheetSvg

SHEET_WIDTH = 1416
"""CSS pixels, the least that a sheet is shown in: boxes that are legal at the same time then have 44 px each."""
IN_ORDER, TEXT = "row", "text"


def places_css(svg: SheetSvg, sheet: Sheet) -> str:
    """Return a rule `.at-BOX` for each box that can be marked, and `.at-area-AREA` for each area's first corner."""
    scale = SHEET_WIDTH / svg.width
    to_pixels = Matrix.scaling(scale).bounding_box
    boxes = {box.id: to_pixels(svg.boxes[box.id]) for box in sheet.boxes if box.id in svg.boxes}
    tapped = {box.id: boxes[box.id] for box in sheet.boxes if box.kind != TEXT and box.id in boxes}
    rules = {f"at-{id_}": area for id_, area in hit_areas(tapped, _rivals(sheet, tapped)).items()}
    for area in sheet.areas:
        own = [boxes[box.id] for track in area.tracks for box in track.boxes if box.id in boxes]
        rules |= {f"at-area-{area.id}": Rect(min(each.x for each in own), min(each.y for each in own), 0, 0)}
    height = svg.height * scale
    return "".join(f".{name}{{{_percentages(rect, height)}}}\n" for name, rect in rules.items())


def _rivals(sheet: Sheet, boxes: Mapping[str, Rect]) -> Iterator[tuple[str, str]]:
    """Pairs of boxes that can be legal at the same time: all but two of a track that is filled in order."""
    ordered = {box.id: track.id if track.order == IN_ORDER else "" for track in sheet.tracks for box in track.boxes}
    pairs = combinations(boxes, 2)
    return ((one, other) for one, other in pairs if not ordered[one] or ordered[one] != ordered[other])


def _percentages(rect: Rect, height: float) -> str:
    sides = {
        "left": rect.x / SHEET_WIDTH,
        "top": rect.y / height,
        "width": rect.width / SHEET_WIDTH,
        "height": rect.height / height,
    }
    return ";".join(f"{side}:{share * 100:.3f}%" for side, share in sides.items())
