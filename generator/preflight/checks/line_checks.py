"""Checks of lines: whether they are thick enough to be printed."""

from __future__ import annotations

from generator.base.units import MM
from generator.preflight.content.painted import PATH, TEXT, Painted
from generator.preflight.page_check import PageCheck

_LONG = 1 * MM
"""Shorter shapes are dots, which need not be seen."""
_SLACK = 0.01
_NOTHING = 0.001
"""A filled path without any area has no ink."""


def check_line(painted: Painted, page: PageCheck) -> None:
    """Report a line, or a filled shape as thin as a line, that is too thin to be printed."""
    if painted.kind not in {PATH, TEXT} or page.flaws.is_full("hairline"):
        return
    least, state = page.rules.least_line, painted.state
    # Printers that cut take thin lines in a spot colour for the path of the knife.
    if painted.is_stroked and not state.stroke.space.spots:
        width = state.least_stroke_width * page.boxes.unit
        if width < least - _SLACK and _is_printed(painted, page):
            _tell_of(width, least, painted, page)
    elif painted.kind == PATH and painted.is_filled and not state.fill.is_white:
        thickness = painted.thickness * page.boxes.unit
        is_thin = _NOTHING < thickness < least - _SLACK and not state.fill.space.spots
        longest = max(painted.bounds.width, painted.bounds.height) * page.boxes.unit
        if is_thin and longest > _LONG and _is_printed(painted, page):
            message = f"filled shape {thickness:.2f} points thick; make it {least:g} points or more"
            page.flaws.warn("hairline", message, page.place(painted.bounds), thickness)


def _is_printed(painted: Painted, page: PageCheck) -> bool:
    """Return whether an object lies on the printed area."""
    return page.boxes.printed.overlaps(painted.bounds, slack=0)


def _tell_of(width: float, least: float, painted: Painted, page: PageCheck) -> None:
    """Report a line of some width (points); one without width is a fault, others are warnings."""
    place = page.place(painted.bounds)
    # A width of 0 is the thinnest line of the device, which hardly shows on a press (ISO 32000-1, 8.4.3.2).
    if not width:
        message = f"line of no width, drawn as thin as the printer can; make it {least:g} points or more"
        page.flaws.fault("hairline", message, place)
        return
    message = f"line of {width:.2f} points; make it {least:g} points or more"
    page.flaws.warn("hairline", message, place, width)
