"""Resolve linear and radial gradients to the paints of finished shapes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import accumulate

from generator.base.errors import suggestion
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import dataclass
from generator.model.face import LinearGradient, RadialGradient, Stop
from generator.typeset.svg.attribute_values import colour, keyword, length, number, share
from generator.typeset.svg.coordinate_systems import transform
from generator.typeset.svg.svg_tree import Element, SvgFindings, SvgTree

_COORDINATES = {
    "linearGradient": {"x1": 0.0, "y1": 0.0, "x2": 1.0, "y2": 0.0},
    "radialGradient": {"cx": 0.5, "cy": 0.5, "r": 0.5},
}
MOST_REPEATS = 500
"""Repetitions of a gradient on one shape."""
_EDGE = 0.999
"""Greatest distance of circles that lie in one another, in that at which they touch: there readers of PDF differ."""
_TOUCH = 1 / 4096
"""Distance beyond which circles no longer touch but make a cone, in radii, as in Chromium and resvg."""


@dataclass(frozen=True, slots=True)
class Gradient:
    """A gradient, with the attributes that it takes from the gradients it refers to."""

    kind: str
    stops: tuple[Stop, ...]
    coordinates: Mapping[str, float]
    matrix: Matrix
    in_box_units: bool
    """Whether coordinates are shares of the painted shape's box."""
    spread: str = "pad"
    """How it goes on beyond its ends: `pad`, `reflect` or `repeat`."""

    def paint(self, box: Rect) -> tuple[LinearGradient | RadialGradient | str, float]:
        """Return the paint of a shape with this box, and its opacity; one colour for a gradient without length.

        Raises ValueError where the box has no area for its units.
        """
        if self.in_box_units and (not box.width or not box.height):
            raise ValueError("has no area for a gradient in objectBoundingBox units; use gradientUnits=userSpaceOnUse")
        # A gradient without extent is its last colour (SVG 1.1, 13.2.2).
        if len(self.stops) == 1 or self._is_flat():
            return self.stops[-1][1], self.stops[-1][2]
        fit = Matrix(a=box.width, d=box.height, e=box.x, f=box.y) if self.in_box_units else IDENTITY
        matrix = fit @ self.matrix
        # Shadings of PDF do not repeat: the stops are written as often as the shape needs.
        if self.spread != "pad":
            return self._spread_over(box, matrix).paint(box)
        numbers = self.coordinates
        if self.kind == "linearGradient":
            return LinearGradient(numbers["x1"], numbers["y1"], numbers["x2"], numbers["y2"], self.stops, matrix), 1.0
        return RadialGradient(
            numbers["cx"], numbers["cy"], numbers["r"], *self._focus(), self.stops, matrix, numbers["fr"]
        ), 1.0

    def _spread_over(self, box: Rect, matrix: Matrix) -> Gradient:
        """Return the gradient with its stops repeated as often as a box needs.

        Raises ValueError where that is too often.
        """
        inside = matrix.inverse()
        corners = [inside.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        numbers = self.coordinates
        if self.kind == "linearGradient":
            across, down = numbers["x2"] - numbers["x1"], numbers["y2"] - numbers["y1"]
            length = across**2 + down**2
            shares = [((x - numbers["x1"]) * across + (y - numbers["y1"]) * down) / length for x, y in corners]
            # From the repetition at the nearest corner to the one at the farthest.
            first, last = math.floor(min(shares)), math.ceil(max(shares))
            ends = {"x1": first, "y1": first, "x2": last, "y2": last}
            moved = {
                name: numbers[f"{name[0]}1"] + times * (across if name[0] == "x" else down)
                for name, times in ends.items()
            }
        else:
            fx, fy = self._focus()
            away = numbers["r"] - math.hypot(numbers["cx"] - fx, numbers["cy"] - fy)
            if away <= 0 or numbers["fr"]:
                raise ValueError(f"a cone or a gradient with fr is drawn once, not with spreadMethod={self.spread!r}")
            first, last = 0, math.ceil(max(math.hypot(x - fx, y - fy) for x, y in corners) / away)
            moved = {
                "cx": fx + last * (numbers["cx"] - fx),
                "cy": fy + last * (numbers["cy"] - fy),
                "r": last * numbers["r"],
            }
            moved |= {"fx": fx, "fy": fy, "fr": 0.0}
        if last - first > MOST_REPEATS:
            raise ValueError(f"gradient repeats {last - first:,} times on it; make it longer")
        stops = tuple(_repeated(self.stops, first, max(last, first + 1), reflects=self.spread == "reflect"))
        return Gradient(self.kind, stops, moved, self.matrix, self.in_box_units)

    def _is_flat(self) -> bool:
        """Return whether the gradient has no length, so that it is one colour."""
        numbers = self.coordinates
        if self.kind == "linearGradient":
            return numbers["x1"] == numbers["x2"] and numbers["y1"] == numbers["y2"]
        return numbers["r"] <= 0

    def _focus(self) -> tuple[float, float]:
        """Return the focal point, moved a little inwards where the two circles of a radial gradient touch."""
        numbers = self.coordinates
        cx, cy = numbers["cx"], numbers["cy"]
        fx, fy = numbers.get("fx", cx), numbers.get("fy", cy)
        away, touching = _distances(numbers)
        if away <= touching * _EDGE or away > touching + numbers["r"] * _TOUCH:
            return fx, fy
        share = touching * _EDGE / away
        return cx + (fx - cx) * share, cy + (fy - cy) * share


class Gradients:
    """The gradients of one document, each resolved on first use."""

    def __init__(self, document: SvgTree, findings: SvgFindings, units: Mapping[str, float]) -> None:
        """Take the document; invalid gradients become faults in `findings`."""
        self._document = document
        self._findings = findings
        self._units = units
        self._known: dict[str, Gradient | None] = {}

    def get(self, name: str, user: Element) -> Gradient | None:
        """Return the gradient of an id; None where it is missing or invalid, which becomes a fault of `user`."""
        if name not in self._document.ids:
            near = [id_ for id_, element in self._document.ids.items() if element.name in _COORDINATES]
            self._findings.fault(user, f"there is no gradient '#{name}'{suggestion(name, near)}")
            return None
        if name not in self._known:
            self._known[name] = self._resolve(self._document.ids[name], user)
        return self._known[name]

    def _resolve(self, element: Element, user: Element) -> Gradient | None:
        """Return the gradient of an element; None where it is invalid, with a fault."""
        if element.name not in _COORDINATES:
            self._findings.fault(user, f"'#{element.id}' is <{element.name}>, not a gradient")
            return None
        try:
            return self._read(self._chain(element))
        except ValueError as error:
            self._findings.fault(element, *map(str, error.args))
            return None

    def _chain(self, element: Element) -> list[Element]:
        """Return the gradient and those it refers to by href, nearest first.

        Raises ValueError for a circle or a wrong href.
        """
        chain = [element]
        while href := chain[-1].get("href"):
            if not href.startswith("#"):
                raise ValueError(f"href {href!r} leads outside; only '#id' is allowed")
            following = self._document.ids.get(href[1:])
            if following is None or following.name not in _COORDINATES:
                raise ValueError(f"there is no gradient {href!r}")
            if following in chain:
                raise ValueError(f"{href!r} refers to itself")
            chain.append(following)
        return chain

    def _read(self, chain: list[Element]) -> Gradient:
        """Return the gradient with the attributes of the nearest in a chain that has them. Raises ValueError."""
        kind = chain[0].name
        _check_kinds(chain)
        unit_kinds = ("objectBoundingBox", "userSpaceOnUse")
        in_box_units = keyword("gradientUnits:", _get(chain, "gradientUnits"), unit_kinds) == "objectBoundingBox"
        spread = keyword("spreadMethod:", _get(chain, "spreadMethod"), ("pad", "reflect", "repeat"))
        # Stops and matrix come from any gradient, coordinates from one of the same kind (SVG 1.1, 13.2.2).
        same_kind = [element for element in chain if element.name == kind]
        names = [*_COORDINATES[kind], *(("fx", "fy", "fr") if kind == "radialGradient" else ())]
        coordinates = {**_COORDINATES[kind], "fr": 0.0}
        for name in names:
            if (text := _get(same_kind, name)) is not None:
                coordinates[name] = self._coordinate(name, text, in_box_units=in_box_units)
        needed = ("x2",) if kind == "linearGradient" else tuple(_COORDINATES[kind])
        if not in_box_units and (missing := [name for name in needed if _get(same_kind, name) is None]):
            raise ValueError(f"gradientUnits=userSpaceOnUse needs {', '.join(missing)}")
        if kind == "radialGradient":
            self._check_circles(chain[0], coordinates)
        # Without a transform of its own a gradient takes that of the nearest it refers to.
        steps = _get(chain, "gradientTransform")
        matrix = transform(steps) if steps else IDENTITY
        return Gradient(kind, self._stops(chain), coordinates, matrix, in_box_units, spread)

    def _check_circles(self, element: Element, coordinates: Mapping[str, float]) -> None:
        """Warn of a focal point on the circle. Raises ValueError for a focal circle that cannot be drawn."""
        if coordinates["fr"] < 0 or coordinates["fr"] > coordinates["r"] > 0:
            raise ValueError(
                f"fr: {coordinates['fr']:g} is not from 0 to r={coordinates['r']:g}, where readers of PDF agree"
            )
        away, touching = _distances(coordinates)
        if away and abs(away - touching) <= coordinates["r"] * _TOUCH:
            warning = "fx, fy lie on the circle, beside which other viewers paint nothing"
            self._findings.warn(element, f"{warning}; here it is the last colour")

    def _coordinate(self, name: str, text: str, *, in_box_units: bool) -> float:
        """Return a coordinate in user units, or as a share of a box. Raises ValueError that names the attribute."""
        percent = text.strip().removesuffix("%") if text.strip().endswith("%") else None
        if percent is not None and not in_box_units:
            raise ValueError(f"{name}: {text!r} is a percentage; in user space write user units")
        try:
            return length(text, self._units) if percent is None else number(percent) / 100
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    def _stops(self, chain: list[Element]) -> tuple[Stop, ...]:
        """Return the stops of the nearest gradient that has any, with offsets that never fall."""
        stop_lists = ([child for child in element.elements() if child.name == "stop"] for element in chain)
        stops = [self._stop(stop) for stop in next(filter(None, stop_lists), [])]
        if not stops:
            raise ValueError("gradient has no stops")
        # Offsets that fall are raised to the one before (SVG 1.1, 13.2.4).
        offsets = accumulate([offset for offset, _, _ in stops], max)
        return tuple((offset, tint, opacity) for offset, (_, tint, opacity) in zip(offsets, stops, strict=True))

    def _stop(self, stop: Element) -> Stop:
        """Return offset, colour and opacity of a `<stop>`; black for an invalid one, with a fault."""
        try:
            offset, tint = share(stop.get("offset") or "0"), colour(stop.get("stop-color") or "black")
            return offset, tint, share(stop.get("stop-opacity") or "1")
        except ValueError as error:
            self._findings.fault(stop, *map(str, error.args))
            return 0.0, "#000000", 1.0


def _repeated(stops: tuple[Stop, ...], first: int, after: int, *, reflects: bool) -> Iterator[Stop]:
    """Yield the stops of the repetitions numbered `first` up to `after`, with offsets from 0 to 1 over all of them.

    The gradient itself has the number 0; with `reflects` every second repetition is turned round.
    """
    start = ((0.0, *stops[0][1:]),) if stops[0][0] > 0 else ()
    end = ((1.0, *stops[-1][1:]),) if stops[-1][0] < 1 else ()
    whole = (*start, *stops, *end)
    for times in range(first, after):
        turned = reflects and times % 2
        for offset, tint, opacity in reversed(whole) if turned else whole:
            yield (times - first + (1 - offset if turned else offset)) / (after - first), tint, opacity


def _distances(coordinates: Mapping[str, float]) -> tuple[float, float]:
    """Return the distance of the two centres of a radial gradient, and the distance at which its circles touch."""
    away = math.hypot(
        coordinates.get("fx", coordinates["cx"]) - coordinates["cx"],
        coordinates.get("fy", coordinates["cy"]) - coordinates["cy"],
    )
    return away, coordinates["r"] - coordinates["fr"]


def _check_kinds(chain: list[Element]) -> None:
    """Raise ValueError where a gradient takes a transform from one of another kind, which viewers leave out or not."""
    for element in chain:
        if element.name != chain[0].name and element.get("gradientTransform"):
            fault = f"gradientTransform of <{element.name}> '#{element.id}' is used by a <{chain[0].name}>"
            raise ValueError(f"{fault}; viewers differ in what they draw: write it on both")


def _get(chain: list[Element], name: str) -> str | None:
    """Return an attribute of the nearest gradient in a chain that has it; None where none has."""
    return next((text for element in chain if (text := element.get(name)) is not None), None)
