"""Checks of colours: whether the press has an ink for them, and whether each plate is meant."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import printable
from generator.preflight.content.colour_space import CMYK, GREY, LAB, PATTERN, RGB, SPOT, Colour, ColourSpace
from generator.preflight.content.painted import IMAGE, PATH, TEXT, Painted
from generator.preflight.page_check import PageCheck

_BLACK_PLATE, _GREY_PLATES = 0.85, 0.75
"""Tint of the black plate, or of each of the other three, from which a text is meant to be black, not a dark colour."""


def check_colour(painted: Painted, page: PageCheck) -> None:
    """Check each colour that something is painted with."""
    for space in _spaces(painted):
        _check_space(space, painted, page)
    # A transfer function is made for one device, and changes the colours on every other.
    if painted.state.has_transfer:
        message = "a transfer function changes the colours in print; leave it out and export the file anew"
        page.flaws.fault("transfer-function", message, page.place(painted.bounds))
    for colour, overprints in set_colours(painted):
        if overprints and colour.is_white and colour.space.kind != RGB:
            message = "white that overprints is not seen in print; switch overprinting off for it"
            page.flaws.fault("white-overprint", message, page.place(painted.bounds))
        if painted.kind == TEXT:
            _check_black_text(colour, painted, page)


def set_colours(painted: Painted) -> Iterator[tuple[Colour, bool]]:
    """Yield the colours that an object is painted with, and whether each overprints."""
    state = painted.state
    # The pixels of a stencil are painted in the fill colour (ISO 32000-1, 8.9.6.2).
    is_stencil = painted.kind == IMAGE and painted.image is not None and painted.image.is_stencil
    if painted.is_filled and (painted.kind in {PATH, TEXT} or is_stencil):
        yield state.fill, state.fill_overprint
    if painted.is_stroked:
        yield state.stroke, state.stroke_overprint


def _spaces(painted: Painted) -> Iterator[ColourSpace]:
    """Yield the colour spaces of an object: of its colours, its picture and its shading."""
    yield from (colour.space for colour, _ in set_colours(painted) if colour.space.kind != PATTERN)
    if painted.image and painted.image.space:
        yield painted.image.space
    if painted.shading_space:
        yield painted.shading_space


def _check_space(space: ColourSpace, painted: Painted, page: PageCheck) -> None:
    """Note a colour space in the facts of the file, and report one that the press has no inks for."""
    spots = [printable(name)[:40] for name in space.spots]
    page.facts.colours.update(spots or [space.kind])
    if page.rules.colours is None:
        return
    if space.kind == SPOT and spots and not page.rules.takes_spots:
        message = f"spot colour {', '.join(spots)}; {page.rules.shop} prints with four inks"
        page.flaws.fault("spot-colour", message, page.place(painted.bounds))
    _check_device(space, painted, page)
    # A press without a plate for the spot colour prints its substitute, which has to suit it too.
    if page.rules.pdfx and space.alternate is not None:
        _check_device(space.alternate, painted, page)


def _check_device(space: ColourSpace, painted: Painted, page: PageCheck) -> None:
    """Report a colour space whose inks the press lacks, with or without a profile."""
    rules, place = page.rules, page.place(painted.bounds)
    accepted = rules.colours or frozenset()
    if space.kind in accepted and space.has_profile and rules.pdfx == "pdfx-1a":
        message = f"colour in {space.kind} with a profile; {rules.shop} takes inks alone, so convert the file"
        page.flaws.fault("colour-space", message, place)
    elif space.kind not in accepted | {SPOT}:
        profile = " with a profile" if space.has_profile else ""
        message = f"colour in {space.kind}{profile}; {rules.shop} wants CMYK, so convert the file"
        if CMYK not in accepted:
            intent = RGB if RGB in accepted else GREY
            message = f"colour in {space.kind}; the output intent of the file is for {intent}, so convert the file"
        is_fault = not ((space.has_profile or space.kind == LAB) and rules.takes_profiles)
        page.flaws.tell("colour-space", message, place, is_fault=is_fault)


def _check_black_text(colour: Colour, painted: Painted, page: PageCheck) -> None:
    """Warn of small black text in several inks, whose edges get coloured when plates are out of register."""
    if colour.space.kind != CMYK or len(colour.values) != 4 or colour.pattern is not None:
        return
    size = painted.size * page.boxes.unit
    is_black = colour.values[3] >= _BLACK_PLATE or min(colour.values[:3]) >= _GREY_PLATES
    if is_black and sum(colour.values[:3]) > 0 and size <= page.rules.black_text:
        message = f"black text of {size:.1f} points in several inks gets coloured edges; use black alone"
        page.flaws.warn("black-text", message, page.place(painted.bounds))
