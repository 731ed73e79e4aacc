"""The parts of a sheet that can be asked about: its areas and the spots of its layout, with the addresses of links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.base.geometry import Rect
from generator.model.game import Game
from generator.model.sheet import Sheet
from generator.model.sheet_layout import Cells
from generator.model.solo.short_rules import ShortRule, ShortRules
from generator.model.text import Text

AREA, SPOT, ICON = "area", "spot", "icon"
"""Kinds of parts; their links end in `area-wall`, `spot-left-years`, `icon-renown`. The link of a box ends in its id.
"""


class SheetPart(NamedTuple):
    """A part of a sheet that has a short rule."""

    id: str
    """End of its links."""
    title: Text
    rule: ShortRule
    place: Rect
    """Place on the sheet, in points."""


def sheet_parts(game: Game, sheet: Sheet, rules: ShortRules, width: float, height: float) -> tuple[SheetPart, ...]:
    """Return the parts of a sheet that have a short rule, large ones first, as small ones lie on them.

    Width and height of the sheet are in points. Empty for a sheet without a layout.
    """
    layout = game.layouts.get(sheet.id)
    if layout is None:
        return ()
    # Layouts count in cells of a grid, drawings in points.
    wide, high = width / layout.columns, height / layout.rows

    def rect(cells: Cells) -> Rect:
        """Return the rectangle of some cells of the layout, in points."""
        return Rect(cells[0] * wide, cells[1] * high, cells[2] * wide, cells[3] * high)

    def parts() -> Iterator[SheetPart]:
        """Yield the areas, then the spots."""
        for area in [
            sheet_area for sheet_area in sheet.areas if sheet_area.id in layout.areas and sheet_area.id in rules.areas
        ]:
            rule = rules.areas[area.id]
            yield SheetPart(f"{AREA}-{area.id}", rule.title or area.title, rule, rect(layout.areas[area.id]))
        for name, place in layout.spots.items():
            if spot_rule := rules.spots.get((sheet.id, name)):
                yield SheetPart(f"{SPOT}-{sheet.id}-{name}", spot_rule.title or sheet.title, spot_rule, rect(place))

    # A link over a small part must lie above one over a large part.
    return tuple(sorted(parts(), key=lambda part: -part.place.width * part.place.height))
