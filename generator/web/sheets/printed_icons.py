"""The icons that are printed on a sheet, each with its place: as the drawing has them, in words and beside boxes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.model.face import Composite, Face, Group, Ink, Part, Raster, Use
from generator.web.sheets.sheet_parts import SheetPart


class PrintedIcon(NamedTuple):
    """One icon on a face."""

    name: str
    """Name of the icon in templates."""
    place: Rect
    """Place in points, from the corner of the trim."""


class PartIcons(NamedTuple):
    """The icons of one part of a sheet that stand in none of its boxes."""

    part: SheetPart | None
    """Part of the sheet; None for icons outside all parts."""
    places: Mapping[str, tuple[Rect, ...]]
    """Places by the names of the icons."""


def printed_icons(face: Face) -> tuple[PrintedIcon, ...]:
    """Return all icons on a face in drawing order, also those that stand in a text."""
    ink, parts = face.ink.unpack()
    return tuple(_icons(ink, IDENTITY, {part.key: part for part in parts}))


def _icons(ink: Iterable[Ink], matrix: Matrix, parts: Mapping[str, Part | Raster]) -> Iterator[PrintedIcon]:
    """Yield the icons of drawn things; `matrix` places them on the face, `parts` are shared drawings by key."""
    for item in ink:
        # A group moves its content; a composite only blends it.
        if isinstance(item, Group):
            yield from _icons(item.ink, matrix @ item.matrix, parts)
        elif isinstance(item, Composite):
            yield from _icons(item.ink, matrix, parts)
        elif isinstance(item, Use) and isinstance(part := parts[item.part], Part):
            inside = matrix @ item.matrix
            if part.icon:
                yield PrintedIcon(part.icon, inside.bounding_box(part.box))
            else:
                yield from _icons(part.ink, inside, parts)


def icons_by_part(
    icons: Iterable[PrintedIcon], parts: Sequence[SheetPart], boxes: Collection[Rect], names: Collection[str]
) -> tuple[PartIcons, ...]:
    """Group the icons in `names` by the smallest part of the sheet around each; icons in boxes are left out.

    `parts` are in the order of `sheet_parts`. An icon in a box belongs to the box, which explains it.
    """
    by_part: dict[int, dict[str, list[Rect]]] = {}
    for name, place in icons:
        if name in names and not any(_holds(box, place) for box in boxes):
            # Parts come large ones first, so the last one around is the smallest.
            around = [number for number, part in enumerate(parts) if _holds(part.place, place)]
            by_part.setdefault(around[-1] if around else -1, {}).setdefault(name, []).append(place)
    return tuple(
        PartIcons(parts[number] if number >= 0 else None, {name: tuple(rects) for name, rects in places.items()})
        for number, places in sorted(by_part.items())
    )


def _holds(rect: Rect, other: Rect) -> bool:
    """Return whether the middle of a rectangle, `other`, is in a rectangle."""
    x, y = other.centre
    return rect.x <= x <= rect.right and rect.y <= y <= rect.bottom
