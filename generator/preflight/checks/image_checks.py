"""Checks of pictures: whether they can be unpacked, and have pixels enough for their size in print."""

from __future__ import annotations

import math
from typing import Any

from generator.base.units import MM
from generator.preflight.content.image_data import ImageDamageError, UnknownFilterError, check_image_data
from generator.preflight.content.painted import IMAGE, Painted, PlacedImage
from generator.preflight.content.pdf_values import MISREAD, is_stream
from generator.preflight.page_check import PageCheck
from generator.preflight.print_flaw import Place

_TINY = 5 * MM
"""Points of the longer side up to which a picture is an ornament."""
_MASKS = ("/Mask", "/SMask")
_ROUNDING = 0.985
"""A picture that was made for 300 dpi may lack a pixel, or be shown a little larger to cover the bleed."""


class ImageDataCheck:
    """Checks the data of pictures; a picture that is shown often is unpacked once."""

    def __init__(self) -> None:
        """Start without any picture checked."""
        self._flaws: dict[tuple[int, int], Exception | None] = {}
        """What is wrong with the data, by the number of the picture; None if nothing is."""

    def check(self, painted: Painted, page: PageCheck) -> bool:
        """Report a picture or mask that cannot be unpacked; return whether all can be."""
        image = painted.image
        if image is None or image.stream is None:
            return True
        masks = [mask for mask in map(image.stream.get, _MASKS) if is_stream(mask)]
        parts = [(image.stream, _components(image)), *((mask, 1) for mask in masks)]
        are_sound = [self._check(part, components, page, page.place(painted.bounds)) for part, components in parts]
        return all(are_sound)

    def _check(self, stream: Any, components: int | None, page: PageCheck, place: Place) -> bool:
        """Report the data of one picture or mask if they cannot be unpacked; return whether they can be."""
        key = stream.objgen
        if key not in self._flaws:
            self._flaws[key] = _data_flaw(stream, components)
        flaw = self._flaws[key]
        if isinstance(flaw, ImageDamageError):
            page.flaws.fault("damage", f"picture cannot be decoded ({flaw}); export it anew", place)
        elif flaw is not None:
            message = f"a picture is packed in a way that is not known here ({flaw}); look at a proof"
            page.flaws.leave_unchecked("unknown", message)
        return flaw is None


def _data_flaw(stream: Any, components: int | None) -> Exception | None:
    """Return the error that unpacking a picture raises; None if it is sound."""
    try:
        check_image_data(stream, components)
    except (ImageDamageError, UnknownFilterError) as flaw:
        return flaw
    except MISREAD as error:  # entries of the wrong kinds
        return UnknownFilterError(type(error).__name__)
    return None


def _components(image: PlacedImage) -> int | None:
    """Return the number of components of a pixel; None if the file does not state it."""
    if image.is_stencil:
        return 1
    if image.space is None:
        return None
    return 1 if image.space.palette is not None else image.space.components or None


def check_image(painted: Painted, page: PageCheck) -> None:
    """Report a picture that is too coarse where it is shown, or packed in a way that a press refuses."""
    if painted.kind != IMAGE or painted.image is None:
        return
    image, place = painted.image, page.place(painted.bounds)
    _check_compression(image, place, page)
    if image.is_smoothed and page.rules.pdfx:
        page.flaws.fault("interpolation", "picture that the printer is to smooth, which PDF/X forbids", place)
    # A picture of a single row is stretched on purpose, as a gradient or a plain ground.
    if not page.boxes.printed.overlaps(painted.bounds, slack=0) or min(image.width, image.height) < 2:
        return
    dpi, longest = _resolution(image, page.boxes.unit)
    if longest <= _TINY:
        return
    page.facts.least_dpi = min(page.facts.least_dpi or math.inf, dpi)
    rules = page.rules
    if image.bits == 1 and dpi < rules.least_line_art_dpi * _ROUNDING and dpi >= rules.least_dpi * _ROUNDING:
        message = (
            f"black and white picture of {dpi:.0f} dpi shows its pixels; {rules.least_line_art_dpi:g} dpi are sharp"
        )
        page.flaws.warn("image-resolution", message, place, dpi)
    elif dpi < rules.least_dpi * _ROUNDING:
        message = f"picture of {dpi:.0f} dpi is too coarse; {max(rules.least_dpi, rules.good_dpi):g} dpi are sharp"
        page.flaws.fault("image-resolution", message, place, dpi)
    elif dpi < rules.good_dpi * _ROUNDING:
        message = f"picture of {dpi:.0f} dpi is somewhat coarse; {rules.good_dpi:g} dpi are sharp"
        page.flaws.warn("image-resolution", message, place, dpi)


def _check_compression(image: PlacedImage, place: Place, page: PageCheck) -> None:
    """Report compressions of a picture or its masks that a press may not unpack."""
    parts = [image.stream, *(image.stream.get(key) for key in _MASKS)] if image.stream is not None else []
    packed = " ".join(str(part.get("/Filter", "")) for part in parts if is_stream(part))
    # PDF/X-4 alone does not forbid it.
    is_refused = page.rules.pdfx == "pdfx-1a" or page.rules.checks is None
    if "/JBIG2Decode" in packed:
        message = "picture packed as JBIG2, which may swap small letters, and which many presses refuse; save it anew"
        page.flaws.tell("image-compression", message, place, is_fault=is_refused)
    # JPEG 2000 came with PDF 1.5, and PDF/X-1a is PDF 1.4 at most.
    if "/JPXDecode" in packed and page.rules.pdfx == "pdfx-1a":
        page.flaws.fault("image-compression", "picture in JPEG 2000, which PDF/X-1a does not have; save it anew", place)


def _resolution(image: PlacedImage, unit: float) -> tuple[float, float]:
    """Return the dots per inch in the direction that has fewer, and the longer side in points.

    `unit` is points a unit.
    """
    matrix = image.matrix
    width, height = (math.hypot(*side) * unit for side in ((matrix.a, matrix.b), (matrix.c, matrix.d)))
    resolutions = [72 * pixels / side for pixels, side in ((image.width, width), (image.height, height)) if side > 0]
    return min(resolutions, default=math.inf), max(width, height)
