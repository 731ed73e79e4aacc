"""Checks how much ink lies on one spot: too much does not dry, and marks the next sheet.

What is painted over something else takes its place; a colour that is see-through lies between both. So no spot has more
ink than the colour with the most. Only overprinting and some blend modes add inks up.
"""

from __future__ import annotations

from generator.preflight.content.colour_space import ALL
from generator.preflight.content.image_pixels import UnreadPixelsError, pixel_ink
from generator.preflight.content.painted import GROUP, IMAGE, SHADING, Painted, PlacedImage
from generator.preflight.content.pdf_values import ObjectMemory
from generator.preflight.content.shading_colours import shading_ink
from generator.preflight.page_check import PageCheck

_SLACK = 1.0
"""Per cent by which 8-bit rounding may exceed a limit."""


class InkCheck:
    """Checks the ink of what is painted; pictures and shadings that are shown often are looked into once."""

    def __init__(self) -> None:
        """Start without any picture or shading looked into."""
        self._pictures: dict[tuple[int, int], tuple[float, float] | None] = {}
        self._shadings = ObjectMemory(shading_ink)

    def check(self, painted: Painted, page: PageCheck) -> None:
        """Report an object that is painted with more ink than the press takes."""
        if painted.kind == GROUP or page.rules.most_ink is None:
            return
        most_and_share = self._ink(painted, page)
        if most_and_share is None:
            return
        ink, share = most_and_share
        page.facts.most_ink = max(page.facts.most_ink, ink)
        if ink <= page.rules.most_ink + _SLACK:
            return
        where = f" in {max(100 * share, 0.1):.3g} % of a picture" if painted.kind == IMAGE else ""
        takes = f"{page.rules.shop} takes" if page.rules.asks_ink else "presses take"
        message = f"{ink:.0f} % of ink{where}; {takes} {page.rules.most_ink:.0f} % at most"
        page.flaws.tell("ink", message, page.place(painted.bounds), -ink, is_fault=page.rules.asks_ink)

    def _ink(self, painted: Painted, page: PageCheck) -> tuple[float, float] | None:
        """Return the most ink of an object in per cent, and the share of its area above the limit.

        None where the ink is not known.
        """
        if painted.kind == IMAGE and painted.image and not painted.image.is_stencil:
            return self._picture_ink(painted, page)
        if painted.kind == SHADING:
            ink = self._shadings.get(painted.shading)
            return None if ink is None else (ink, 1.0)
        # The registration colour is all inks by its nature, and has a check of its own.
        inks = [colour.ink for colour in painted.colours if ALL not in colour.space.inks]
        amounts = [ink for ink in inks if ink is not None]
        return (max(amounts), 1.0) if amounts else None

    def _picture_ink(self, painted: Painted, page: PageCheck) -> tuple[float, float] | None:
        """Return the same two figures for a picture, computed once for each."""
        image = painted.image
        if image is None or image.stream is None:
            return None
        key = image.stream.objgen
        if key not in self._pictures:
            self._pictures[key] = self._pixel_ink(image, page)
        return self._pictures[key]

    def _pixel_ink(self, image: PlacedImage, page: PageCheck) -> tuple[float, float] | None:
        """Return the same two figures from the pixels of a picture; one that cannot be read is noted as unchecked."""
        try:
            ink = pixel_ink(image, (page.rules.most_ink or 400) + _SLACK)
        except UnreadPixelsError:
            message = f"the ink of a picture of {image.width} × {image.height} pixels is not added up"
            page.flaws.leave_unchecked("ink", message)
            return None
        return (ink.most, ink.share) if ink else None
