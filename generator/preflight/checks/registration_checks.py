"""Checks what is painted in the registration colour, which every plate prints: crop marks may be, art may not."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from generator.base.geometry import Rect
from generator.preflight.card_grid import SMALLEST
from generator.preflight.checks.colour_checks import set_colours
from generator.preflight.content.colour_space import ALL
from generator.preflight.content.painted import IMAGE, Painted
from generator.preflight.crop_marks import find_crop_marks
from generator.preflight.page_check import PageCheck
from generator.preflight.register_targets import find_targets

MOST_PLACES = 20_000
"""Lines and shapes in the registration colour that are kept of a page."""
_MOST_CARDS = 5_000
"""Large things in other colours that are kept of a page."""
_SLACK = 0.25
"""Points by which a mark may reach into what it marks."""


class RegistrationCheck:
    """Collects what a page paints in the registration colour, and judges it once the whole page is read.

    A line outside of the cut is a mark. Where no box says what is cut out of the page, crop marks do; targets for the
    register beside the cards are marks too.
    """

    def __init__(self, page: PageCheck) -> None:
        """Start the check of a page for ink in the registration colour, which every plate prints."""
        self._page = page
        self._painted: list[list[Rect]] = []
        """Bounds of the parts of each object in registration colour."""
        self._count = 0
        self._cards: set[Rect] = set()
        """Bounds of what is large enough to be a card, in other colours."""

    def collect(self, painted: Painted) -> None:
        """Keep the place of an object in the registration colour, or the bounds of a large one in other colours."""
        if not _is_registration(painted):
            if min(painted.bounds.width, painted.bounds.height) >= SMALLEST and len(self._cards) < _MOST_CARDS:
                self._cards.add(painted.bounds)
        elif self._count < MOST_PLACES:
            places = painted.places()
            self._painted.append(places)
            self._count += len(places)

    def finish(self) -> None:
        """Report registration colour inside the printed area, unless it belongs to a crop mark or a target."""
        marks: Collection[Rect] = ()
        areas: Sequence[Rect] = self._page.cuts
        if self._painted and not _tells_cut(self._page):
            places = [place for parts in self._painted for place in parts]
            crop_marks = find_crop_marks(places)
            areas = [crop_marks.frame] if crop_marks else areas
            marks = crop_marks.lines if crop_marks else find_targets(places, self._cards)
        printed = [area.expand(-_SLACK) for area in areas]
        for places in self._painted:
            art = (place for place in places if place not in marks)
            first = next((place for place in art if any(area.overlaps(place, slack=0) for area in printed)), None)
            if first is not None:
                message = "registration colour, which prints all inks at once; use black, and this for crop marks only"
                self._page.flaws.fault("registration-colour", message, self._page.place(first))


def _is_registration(painted: Painted) -> bool:
    """Return whether an object is painted in the registration colour, which prints on all plates."""
    if painted.kind == IMAGE and painted.image is not None and painted.image.space is not None:
        return ALL in painted.image.space.inks
    # A tint of 0 prints on no plate.
    return any(ALL in colour.space.inks and any(colour.values) for colour, _ in set_colours(painted))


def _tells_cut(page: PageCheck) -> bool:
    """Return whether the place of the cut on the page is known, and not only the page's size."""
    return bool(page.boxes.pieces) or not page.area.cut.contains(page.boxes.crop, slack=1)
