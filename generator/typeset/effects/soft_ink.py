"""Filters on ink: shadows and glows become small soft pictures, and what a filter passes unchanged stays a drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import replace
from generator.base.units import MM
from generator.model.face import Group, Image, Ink
from generator.typeset.effects.filter_steps import Filter, Step, read_filter
from generator.typeset.ink.areas import area_of, in_box_units
from generator.typeset.ink.clip import rect_clip
from generator.typeset.ink.compiler import Compiler
from generator.typeset.ink.picture_files import PaintInk
from generator.typeset.paths.path_geometry import extent
from generator.typeset.svg.svg_tree import Element

if TYPE_CHECKING:
    from generator.typeset.effects.filter_pixels import SoftPicture
    from generator.typeset.effects.filter_results import Layers

DPI = 300.0
"""Resolution of soft pictures in templates."""
PICTURE_PIXELS = 1200
"""Pixels along the longer side of a picture file, whose printed size is not known: 300 dpi at 100 mm."""
MOST_PAINTED = 150_000_000
"""Pixels of all filters of one drawing: some ten seconds."""
_LEAST_PIXELS = 500_000
"""Pixels that the smallest filter counts as, for it takes a moment too."""
_CUT = 0.02
"""Share of a region by which a shadow may leave it unseen."""
_FAINT = 16
"""Opacity, of 255, below which nobody sees that the edge of a shadow is missing."""
_LARGER = "write x='-50%' y='-50%' width='200%' height='200%' on it"
MOST_PIXELS = 12_000_000
"""Most pixels of one effect; a larger one is coarser. An A4 page at 300 dpi has 9 million."""


def filtered(compiler: Compiler, name: str, user: Element, ink: tuple[Ink, ...], inside: Matrix) -> tuple[Ink, ...]:
    """Return the ink of an element with the filter of an id `name`.

    `inside` is the matrix from the coordinates of `user`, the element, to those of the ink. Raises ValueError where
    there is no such filter, or where it cannot be drawn.
    """
    element = compiler.definition("filter", "filter", name)
    filter_ = read_filter(element)
    box = extent(ink, IDENTITY, compiler.extras.parts, strokes=True)
    paint = compiler.pictures.paint
    if box is None or paint is None:
        return ink
    bare = extent(ink, inside.inverse(), compiler.extras.parts) or Rect(0, 0, 0, 0)
    return _Filtered(compiler, user, ink, inside, box).layers(filter_, bare, paint)


class _Filtered:
    """One element with its filter."""

    def __init__(self, compiler: Compiler, user: Element, ink: tuple[Ink, ...], inside: Matrix, box: Rect) -> None:
        """Take the element, its ink and the box of that ink.

        `inside` leads from the element's coordinates to those of the ink.
        """
        self._compiler, self._user, self._ink, self._inside, self._box = compiler, user, ink, inside, box
        self._seen: list[Rect] = []
        """Boxes of what is clearly seen of soft pictures, but of those that fill everything."""

    def layers(self, filter_: Filter, bare: Rect, paint: PaintInk) -> tuple[Ink, ...]:
        """Return the ink of all layers; `bare` is the element's box in its own coordinates, without strokes."""
        from generator.typeset.effects.filter_results import Scale, filtered_layers, reach

        steps = _in_user_units(filter_, bare)
        fine = _pixels_per_unit(self._compiler)
        region = area_of(self._compiler, filter_.element.get, "filterUnits", bare)
        if region.width <= 0 or region.height <= 0:
            return ()
        around = reach(steps, Scale(self._inside, fine)) / fine
        area = self._area(steps, region, around)
        if area is None:
            return ()
        # A larger effect gets fewer pixels to a unit, rather than a fault.
        fine = min(fine, math.sqrt(MOST_PIXELS / max(area.width * area.height, 1e-9)))
        # A filter takes time even where it paints next to nothing.
        self._compiler.painted_pixels += max(_LEAST_PIXELS, area.width * area.height * fine * fine)
        if self._compiler.painted_pixels > MOST_PAINTED:
            raise ValueError(
                "the filters of this drawing take too long; put one filter on a group of what has the same"
            )
        # The region cuts the source as well as the result.
        within = (Group(self._ink, clip=rect_clip(region, self._inside, self._compiler.decimals)),)
        source = paint(within, tuple(self._compiler.extras.parts.values()), area, fine)
        whole = self._inside.bounding_box(region)
        sides = (whole.x - area.x, whole.y - area.y, whole.right - area.x, whole.bottom - area.y)
        left_side, top, right, bottom = (round(side * fine) for side in sides)
        layers = filtered_layers(steps, source, Scale(self._inside, fine), (left_side, top, right, bottom))
        return self._clipped(tuple(self._placed(layers, area, fine)), region)

    def _area(self, steps: Sequence[Step], region: Rect, around: float) -> Rect | None:
        """Return the area to paint: as far as shadows reach within the filter's region; None where nothing is seen.

        `around` is that reach. A flood is painted in the whole region.
        """
        whole, near = self._inside.bounding_box(region), self._box.expand(around)
        # A flood covers the region, however far the element reaches.
        if any(step.fills_region for step in steps):
            return whole.expand(around)
        visible = whole.intersection(near)
        return visible.expand(around) if visible.width and visible.height else None

    def _placed(self, layers: Layers, area: Rect, fine: float) -> Iterator[Ink]:
        """Yield the ink of layers, pixels as pictures in an area; `fine` is the number of pixels in a unit."""
        for layer in layers:
            if isinstance(layer, str):
                yield from self._ink
            else:
                yield from self._picture(layer, area, fine)

    def _picture(self, layer: SoftPicture, area: Rect, fine: float) -> Iterator[Ink]:
        """Yield one layer of pixels as a picture, cropped to its ink; nothing for an empty one."""
        box = layer.alpha.getbbox()
        if box is None:
            return
        # Cropped, as most of a layer is transparent.
        raster = self._compiler.pictures.soft(layer.rgba.crop(box))
        self._compiler.extras.add_parts(self._user, (raster,), 1)
        yield Image(raster.key, _in_units(box, area, fine))
        clear = layer.alpha.point(lambda value: 255 if value > _FAINT else 0).getbbox()
        if clear and clear != (0, 0, *layer.alpha.size):
            self._seen.append(_in_units(clear, area, fine))

    def _clipped(self, ink: tuple[Ink, ...], region: Rect) -> tuple[Ink, ...]:
        """Return the ink within the region of the filter, with a warning where the region cuts a shadow off."""
        seen_boxes = [self._inside.inverse().bounding_box(box) for box in self._seen]
        if any(not region.contains(box, slack=_CUT * max(region.width, region.height)) for box in seen_boxes):
            self._compiler.findings.warn(
                self._user, f"a shadow or glow is cut off at the edge of its filter; {_LARGER}"
            )
        ink_box = extent(ink, self._inside.inverse(), self._compiler.extras.parts, strokes=True)
        if ink_box is None or region.contains(ink_box):
            return ink
        return (Group(ink, clip=rect_clip(region, self._inside, self._compiler.decimals)),)


def _in_units(box: tuple[int, int, int, int], area: Rect, fine: float) -> Rect:
    """Return a box of left, top, right and bottom in pixels of an area as a rectangle in units of the canvas."""
    left_side, top, right, bottom = (side / fine for side in box)
    return Rect(area.x + left_side, area.y + top, right - left_side, bottom - top)


def _pixels_per_unit(compiler: Compiler) -> float:
    """Return the pixels in a unit of the canvas.

    The unit is a point on a face, and a millimetre in parts that are drawn once for several places.
    """
    if compiler.is_picture:
        return PICTURE_PIXELS / max(compiler.view.width, compiler.view.height)
    return DPI / 72 * (MM if compiler.extras.is_shared else 1.0)


def _in_user_units(filter_: Filter, bare: Rect) -> tuple[Step, ...]:
    """Return the steps of a filter with their lengths in user units; `bare` is the box that shares are taken of."""
    if not in_box_units(filter_.element.get, "primitiveUnits", otherwise=False):
        return filter_.steps
    if any(step.name == "feFlood" for step in filter_.steps):
        raise ValueError("primitiveUnits: viewers differ in where feFlood ends with 'objectBoundingBox'; leave it out")
    return tuple(replace(step, across=step.across * bare.width, down=step.down * bare.height) for step in filter_.steps)
