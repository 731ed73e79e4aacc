"""Gradients of CSS as gradients of a card: their line or ellipse in a box, and their colours."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from generator.imports.foreign.project import CardGradient
from generator.imports.foreign.web_colours import colour_and_alpha

_CALL = re.compile(r"\s*(linear|radial)-gradient\(", re.IGNORECASE)
_STOP = re.compile(r"(.*?)(?:\s+(-?\d*\.?\d+)%)?\Z", re.DOTALL)
_ANGLE = re.compile(r"(-?\d*\.?\d+)(deg|turn|rad|grad)\Z")
_DEGREES = {"deg": 1.0, "turn": 360.0, "rad": 180 / math.pi, "grad": 0.9}
_SIDES = {"top": 0.0, "right": 90.0, "bottom": 180.0, "left": 270.0}
"""Degrees of `to top` and so on, clockwise from the top."""
_CENTRED = re.compile(r"(?:(?:circle|ellipse|farthest-corner)\s*)*(?:at\s+(?:center|50%)(?:\s+(?:center|50%))?)?\Z")
"""The form of a radial gradient around the middle, which reaches into the corners."""
_CORNER = math.sqrt(2)

Area = tuple[float, float, float, float]
"""Left, top, width and height in mm."""


def css_gradient(text: str, area: Area, colour: Callable[[str], tuple[str, str]]) -> CardGradient | None:
    """Return the first gradient of a CSS background that fills an area; None for a form that is not known.

    `colour` returns a colour as `#rrggbb`, and the column that holds it where cards differ, else an empty text.
    """
    call = _CALL.match(text)
    parts = _arguments(text[call.end() :]) if call else []
    is_radial = bool(call and call[1].lower() == "radial")
    form = parts[0] if parts and _is_form(parts[0], is_radial=is_radial) else ""
    stops = [_STOP.fullmatch(part) for part in (parts[1:] if form else parts)]
    written = [(match[1], match[2]) for match in stops if match]
    if len(written) < 2 or (is_radial and not _CENTRED.match(form)):
        return None
    # The opacity of a stop is taken from the text: where cards differ in colour, they have it in common.
    painted = [(*colour(words), colour_and_alpha(words)[1]) for words, _ in written]
    if not all(value for value, _, _ in painted):
        return None
    offsets = _offsets([place for _, place in written])
    ends = _radial(area, is_circle="circle" in form) if is_radial else (*_linear(area, form), 1.0)
    return CardGradient(
        ends[0],
        ends[1],
        tuple((offset, value, alpha) for offset, (value, _, alpha) in zip(offsets, painted, strict=True)),
        is_radial,
        tuple(column for _, column, _ in painted),
        ends[2],
    )


def _arguments(text: str) -> list[str]:
    """Return the arguments of a call, up to its closing bracket; commas in inner brackets part none."""
    parts, depth = [""], 0
    for char in text:
        if char == ")" and not depth:
            return [part.strip() for part in parts]
        depth += (char == "(") - (char == ")")
        if char == "," and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return []  # without its end it is no call


def _is_form(part: str, *, is_radial: bool) -> bool:
    """Return whether the first argument is a direction, a shape or a place, and no colour."""
    return bool(re.match(r"(circle|ellipse|closest|farthest|at\s)" if is_radial else r"(to\s|-?[\d.]+[a-z])", part))


def _offsets(places: Sequence[str | None]) -> list[float]:
    """Return the places of stops from 0 to 1; those that are not written are spread evenly between their neighbours."""
    fixed = [None if place is None else min(max(float(place) / 100, 0.0), 1.0) for place in places]
    fixed[0] = fixed[0] or 0.0
    fixed[-1] = 1.0 if fixed[-1] is None else fixed[-1]
    offsets: list[float] = []
    for number, place in enumerate(fixed):
        last = offsets[-1] if offsets else 0.0
        after = next(index for index in range(number, len(fixed)) if fixed[index] is not None)
        even = last + ((fixed[after] or 0.0) - last) / (after - number + 1)
        offsets.append(max(even if place is None else place, last))  # by CSS no stop lies before an earlier one
    return offsets


def _linear(area: Area, form: str) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Return the ends of the line of a linear gradient, as long as CSS makes it: it reaches the corners."""
    x, y, width, height = area
    angle = math.radians(_direction(form, width, height))
    across, down = math.sin(angle), -math.cos(angle)
    half = (abs(width * across) + abs(height * down)) / 2
    middle_x, middle_y = x + width / 2, y + height / 2
    start = (middle_x - half * across, middle_y - half * down, 0.0)
    return start, (middle_x + half * across, middle_y + half * down, 0.0)


def _direction(form: str, width: float, height: float) -> float:
    """Return the direction of a linear gradient in degrees clockwise from the top; CSS goes down without one."""
    if angle := _ANGLE.match(form):
        return float(angle[1]) * _DEGREES[angle[2]]
    sides = [side for side in form.split()[1:] if side in _SIDES]
    if len(sides) < 2:
        return _SIDES[sides[0]] if sides else 180.0
    # Towards a corner the middle colour joins the two other corners.
    slope = math.degrees(math.atan2(height, width)) * (1 if "right" in sides else -1)
    return slope if "top" in sides else 180.0 - slope


def _radial(area: Area, *, is_circle: bool) -> tuple[tuple[float, float, float], tuple[float, float, float], float]:
    """Return the middle, the middle with the radius, and the stretch of a radial gradient that reaches the corners."""
    x, y, width, height = area
    middle = (x + width / 2, y + height / 2)
    # `farthest-corner`, which CSS takes where no size is written.
    if is_circle or not width:
        return (*middle, 0.0), (*middle, math.hypot(width, height) / 2), 1.0
    return (*middle, 0.0), (*middle, width / 2 * _CORNER), height / width
