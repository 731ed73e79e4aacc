"""Checks of colours: whether the press has an ink for them, and whether each plate is meant."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import printable
from generator.exchange.preflight.content.colour_space import ALL, CMYK, PATTERN, RGB, SPOT, Colour, ColourSpace
from generator.exchange.preflight.content.painted import IMAGE, PATH, SHADING, TEXT, Painted
from generator.exchange.preflight.content.shading_colours import shading_space
from generator.exchange.preflight.page_check import PageCheck

_BLACK_PLATE, _GREY_PLATES = 0.85, 0.75
"""Tint of the black plate, or of each of the other three, from which a text is meant to be black, not a dark colour."""


def check_colour(painted: Painted, page: PageCheck) -> None:
    """Check each colour that something is painted with."""
    for space in _spaces(painted):
        _check_space(space, painted, page)
    for colour, overprints in _colours(painted):
        _check_registration(colour, painted, page)
        if overprints and colour.is_white and colour.space.kind != RGB:
            what = "white that overprints is not seen in print; switch overprinting off for it"
            page.flaws.fault("white-overprint", what, page.place(painted.bounds))
        if painted.what == TEXT:
            _check_black_text(colour, painted, page)


def _colours(painted: Painted) -> Iterator[tuple[Colour, bool]]:
    """Yield the colours of something, and whether they overprint."""
    state = painted.state
    is_stencil = painted.what == IMAGE and painted.image is not None and painted.image.is_stencil
    if painted.is_filled and (painted.what in {PATH, TEXT} or is_stencil):
        yield state.fill, state.fill_overprint
    if painted.is_stroked:
        yield state.stroke, state.stroke_overprint


def _spaces(painted: Painted) -> Iterator[ColourSpace]:
    yield from (colour.space for colour, _ in _colours(painted) if colour.space.kind != PATTERN)
    if painted.image and painted.image.space:
        yield painted.image.space
    shaded = shading_space(painted.shading) if painted.what == SHADING else None
    if shaded is not None:
        yield shaded


def _check_space(space: ColourSpace, painted: Painted, page: PageCheck) -> None:
    spots = [printable(name)[:40] for name in space.spots]
    page.facts.colours.update(spots or [space.kind])
    taken, shop = page.rules.colours, page.rules.shop
    if taken is None:
        return
    if space.kind == SPOT:
        if spots:
            what = f"spot colour {', '.join(spots)}; {shop} prints with four inks"
            page.flaws.fault("spot-colour", what, page.place(painted.bounds))
    elif space.kind not in taken:
        profile = " with a profile" if space.has_profile else ""
        what = f"colour in {space.kind}{profile}; {shop} wants CMYK, so convert the file"
        is_fault = not (space.has_profile and page.rules.takes_profiles)
        page.flaws.tell("colour-space", what, page.place(painted.bounds), is_fault=is_fault)


def _check_registration(colour: Colour, painted: Painted, page: PageCheck) -> None:
    if ALL in colour.space.inks and any(cut.overlaps(painted.bounds, slack=0) for cut in page.boxes.cuts):
        what = "registration colour, which prints all inks at once; use black, and this for crop marks only"
        page.flaws.fault("registration-colour", what, page.place(painted.bounds))


def _check_black_text(colour: Colour, painted: Painted, page: PageCheck) -> None:
    if colour.space.kind != CMYK or len(colour.values) != 4 or colour.pattern is not None:
        return
    size = painted.size * page.boxes.unit
    is_black = colour.values[3] >= _BLACK_PLATE or min(colour.values[:3]) >= _GREY_PLATES
    if is_black and sum(colour.values[:3]) > 0 and size <= page.rules.black_text:
        what = f"black text of {size:.1f} points in several inks gets coloured edges; use black alone"
        page.flaws.warn("black-text", what, page.place(painted.bounds))
