"""Checks of pictures: whether they have pixels enough for their size in print."""

from __future__ import annotations

import math

from generator.base.units import MM
from generator.exchange.preflight.content.painted import IMAGE, Painted, PlacedImage
from generator.exchange.preflight.page_check import PageCheck

_TINY = 5 * MM
"""Points of the longer side up to which a picture is an ornament."""
_ROUNDING = 0.985
"""A picture that was made for 300 dpi may lack a pixel, or be shown a little larger to cover the bleed."""


def check_image(painted: Painted, page: PageCheck) -> None:
    """Check the resolution of a picture where it is shown."""
    if painted.what != IMAGE or painted.image is None:
        return
    image, place = painted.image, page.place(painted.bounds)
    if image.is_smoothed and page.rules.pdfx:
        page.flaws.fault("interpolation", "picture that the printer is to smooth, which PDF/X forbids", place)
    if not page.boxes.printed.overlaps(painted.bounds, slack=0) or min(image.width, image.height) < 2:
        return
    dpi, longest = _resolution(image, page.boxes.unit)
    if longest <= _TINY:
        return
    page.facts.least_dpi = min(page.facts.least_dpi or math.inf, dpi)
    rules = page.rules
    if image.bits == 1 and dpi < rules.least_line_art_dpi * _ROUNDING and dpi >= rules.least_dpi * _ROUNDING:
        what = f"black and white picture of {dpi:.0f} dpi shows its pixels; {rules.least_line_art_dpi:g} dpi are sharp"
        page.flaws.warn("image-resolution", what, place, dpi)
    elif dpi < rules.least_dpi * _ROUNDING:
        what = f"picture of {dpi:.0f} dpi is too coarse; {max(rules.least_dpi, rules.good_dpi):g} dpi are sharp"
        page.flaws.fault("image-resolution", what, place, dpi)
    elif dpi < rules.good_dpi * _ROUNDING:
        what = f"picture of {dpi:.0f} dpi is somewhat coarse; {rules.good_dpi:g} dpi are sharp"
        page.flaws.warn("image-resolution", what, place, dpi)


def _resolution(image: PlacedImage, unit: float) -> tuple[float, float]:
    """Return the dots per inch in the direction that has fewer, and the length of the longer side in points."""
    matrix = image.matrix
    width, height = (math.hypot(*side) * unit for side in ((matrix.a, matrix.b), (matrix.c, matrix.d)))
    each = [72 * pixels / side for pixels, side in ((image.width, width), (image.height, height)) if side > 0]
    return min(each, default=math.inf), max(width, height)
