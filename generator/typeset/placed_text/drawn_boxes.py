"""The rectangles that texts of a drawing take: a shape, a width, or the room around the words that were drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from generator.base.errors import suggestion
from generator.base.geometry import Matrix, Rect
from generator.base.units import MM
from generator.typeset.paths.path_geometry import path_box, transform_path
from generator.typeset.paths.shape_paths import Units, lengths, shape_path
from generator.typeset.svg.attribute_values import length, number
from generator.typeset.svg.coordinate_systems import aspect, transform, view_box
from generator.typeset.svg.profile import SHAPES
from generator.typeset.svg.style import FontStyle
from generator.typeset.svg.svg_tree import Element, SvgTree

_ROUND = 0.5**0.5
"""Share of an ellipse's box that the largest rectangle in it takes."""
_EDGE = 1 * MM
"""Room between words and the edge of what they stand in."""
_LETTERS, _OF_HEIGHT = 12.0, 0.65
"""Points of letters in a shape without words, and the most of its height."""
_SAFE = 3 * MM
"""Room between words and the edge of the card."""
_UNEVEN, _UNEVEN_ON_CARD, _MARGIN = 0.08, 0.02, 0.1
"""Shares of a shape, and of the card, by which the blanks beside words in its middle may differ; and their least."""
_BELOW, _ABOVE = 0.5, 0.8
"""Sizes that letters reach below and above a baseline."""
_HIDDEN = frozenset({"defs", "clipPath", "mask", "pattern", "symbol", "marker"})


class DrawnBox(NamedTuple):
    """A rectangle in user units, and how the words stand in it."""

    rect: Rect
    align: str
    valign: str
    lines: int | None
    """The most lines; None for as many as there is room for."""
    size: float = 0.0
    """Size of the letters in user units; 0 for the size in the drawing."""


class DrawnBoxes:
    """The boxes of one drawing."""

    def __init__(self, document: SvgTree, units: Units) -> None:
        """Find the boxes of all that is drawn, in points."""
        self._document, self._units = document, units
        self._trim = _trim(document.root)
        self._areas = list(self._shape_boxes(document.root, Matrix.scaling(MM)))

    def box(self, element: Element, font: FontStyle, inside: Matrix, drawn: float = 0.0) -> DrawnBox:
        """Return the box of a text; `inside` takes its user units to points. Raises ValueError where there is none.

        `drawn` is the width of the words that the drawing shows: programs that write no alignment draw words in the
        middle of a shape as any others.
        """
        kind, _, value = (element.get("pnp:box") or "").partition(" ")
        align = _ALIGNS[font.anchor]
        if kind.startswith("#"):
            return DrawnBox(_inner_rect(self._document, self._units, kind), align, "top", None)
        if kind == "in":
            return self._in_shape(value, inside.mean_scale)
        x, y = lengths(element, self._units, x=0, y=0)
        letters = inside.bounding_box(Rect(x, y - _ABOVE * font.size, 0.0, (_ABOVE + _BELOW) * font.size))
        around, drawn_areas = self._surroundings(element, letters)
        to_user = inside.inverse()
        room = to_user.bounding_box(self._room(around, drawn_areas, letters))
        anchor = font.anchor
        uneven = _UNEVEN if around != self._trim else _UNEVEN_ON_CARD
        if middle := _middle(element, x, drawn, to_user.bounding_box(around), uneven):
            x, anchor, align = middle, "middle", "center"
        # The number of lines that the drawing shows as an example.
        count = int(value) if kind == "lines" and value.isdecimal() else 1
        pitch = number(element.get("pnp:pitch") or "0") or 1.25 * font.size
        height = (count - 1) * pitch + _BELOW * font.size
        if kind == "width":
            width = length(value, self._units)
            rect = Rect(x - _SHARES[font.anchor] * width, y, width, max(room.bottom - y, height))
            return DrawnBox(rect, align, "baseline", None)
        rect = _beside(x, anchor, room)
        rect = Rect(rect.x, y, rect.width, height if count == 1 else max(room.bottom - y, height))
        return DrawnBox(rect, align, "baseline", 1 if count == 1 else None)

    def _in_shape(self, reference: str, scale: float) -> DrawnBox:
        """Return the box of words in the middle of a shape, for letters that the drawing gives no size."""
        rect = _inner_rect(self._document, self._units, reference)
        rect = rect.expand(-min(_EDGE / scale, rect.height / 10, rect.width / 10))
        return DrawnBox(rect, "center", "middle", None, min(_LETTERS / scale, rect.height * _OF_HEIGHT))

    def _room(self, around: Rect, drawn_areas: list[Rect], letters: Rect) -> Rect:
        """Return the room of a text in points: the shape around its first letters, less the areas beside them."""
        edge, safe = min(_EDGE, around.width / 20), self._trim.expand(-_SAFE)
        left_edge, right = max(around.x + edge, safe.x), min(around.right - edge, safe.right)
        bottom = min(around.bottom - edge, safe.bottom)
        size = letters.height / (_ABOVE + _BELOW)
        baseline = letters.y + _ABOVE * size
        for area in drawn_areas:
            if not around.contains(area, slack=size) or area.contains(letters, slack=0.1 * size):
                continue
            # A rule under a title is as near as its descenders, but not beside it.
            if area.y < baseline and area.bottom > letters.y:
                right = min(right, area.x - size / 4) if area.x > letters.x else right
                left_edge = max(left_edge, area.right + size / 4) if area.right < letters.x else left_edge
            elif area.y >= baseline and area.right > letters.x:
                bottom = min(bottom, area.y - edge)
        left_edge, right = min(left_edge, letters.x), max(right, letters.x)
        return Rect(left_edge, around.y, right - left_edge, max(bottom, letters.bottom) - around.y)

    def _surroundings(self, element: Element, letters: Rect) -> tuple[Rect, list[Rect]]:
        """Return the smallest shape below a text that has room for its letters, or the card, in points.

        Returned with it are the boxes of all else that is drawn.
        """
        index = next((number for number, (drawn, _) in enumerate(self._areas) if drawn is element), len(self._areas))
        below = [area for _, area in self._areas[:index]]
        size = letters.height / (_ABOVE + _BELOW)
        # A shape hardly wider than a letter is no field for words.
        holding = [area for area in below if area.contains(letters, slack=0.1 * size) and area.width > 1.5 * size]
        other_areas = [area for drawn, area in self._areas if drawn is not element]
        smallest = min(holding, key=lambda area: area.width * area.height, default=self._trim)
        return smallest.intersection(self._trim) if smallest.overlaps(self._trim) else self._trim, other_areas

    def _shape_boxes(self, parent: Element, matrix: Matrix) -> Iterator[tuple[Element, Rect]]:
        """Yield each thing that is drawn, in the order of the drawing, with its box in points."""
        for element in parent.elements():
            if element.name in _HIDDEN or element.get("display") == "none":
                continue
            inner = matrix
            with suppress(ValueError):  # told where it is drawn
                inner = matrix @ transform(element.get("transform") or "")
                if element.name == "svg":
                    inner = inner @ _nested(element, self._units)
                elif box := _drawn_area(element, self._units, inner):
                    yield element, box
            if element.name in {"svg", "g", "a", "switch"}:
                yield from self._shape_boxes(element, inner)


def shape_box(document: SvgTree, units: Units, reference: str) -> Rect:
    """Return the box around the shape of a reference such as `#field`, in its own coordinates. Raises ValueError."""
    shape = document.ids.get(reference.removeprefix("#"))
    if shape is None or shape.name not in SHAPES:
        near = [f"#{id_}" for id_, shape_ in document.ids.items() if shape_.name in SHAPES]
        raise ValueError(f"pnp:box: there is no shape {reference!r}{suggestion(reference, near)}")
    box = path_box(shape_path(shape, units))
    if box is None or not (box.width and box.height):
        raise ValueError(f"pnp:box: {reference!r} has no outline")
    return box


def _inner_rect(document: SvgTree, units: Units, reference: str) -> Rect:
    """Return the rectangle that words take in a shape, in the coordinates around the shape."""
    shape, box = document.ids.get(reference[1:]), shape_box(document, units, reference)
    if shape is not None and shape.name in {"circle", "ellipse"}:
        width, height = box.width * _ROUND, box.height * _ROUND
        box = Rect(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)
    return transform((shape and shape.get("transform")) or "").bounding_box(box)


def _drawn_area(element: Element, units: Units, matrix: Matrix) -> Rect | None:
    """Return the box of the ink of an element in points, for a text its first point; None for one not seen."""
    if element.name == "image" and "pnp:box" not in element.form.positions:
        return matrix.bounding_box(Rect(*lengths(element, units, x=0, y=0, width=0, height=0)))
    if element.name == "text" and "pnp:box" in element.form.positions:
        x, y = lengths(element, units, x=0, y=0)
        # How far another text will reach is not known yet.
        return matrix.bounding_box(Rect(x, y, 0.0, 0.001))
    # What is not painted leaves room for words.
    if element.name not in SHAPES or (element.get("fill") == "none" and element.get("stroke") in {None, "none"}):
        return None
    return path_box(transform_path(shape_path(element, units), matrix))


def _middle(element: Element, left_edge: float, width: float, around: Rect, uneven: float) -> float:
    """Return the x of the middle of a shape where drawn words stand in its middle; 0 for other words."""
    is_centred = element.get("pnp:align") == "center" and (element.get("text-anchor") or "start") == "start"
    before, after = left_edge - around.x, around.right - left_edge - width
    # Words in the middle by eye: programs that write no alignment place them only nearly so.
    is_in_middle = abs(before - after) <= uneven * around.width and min(before, after) >= _MARGIN * around.width
    return around.centre[0] if is_centred or (width and is_in_middle) else 0.0


def _beside(x: float, anchor: str, room: Rect) -> Rect:
    """Return the part of a room that words at an anchor take, from an x to its edges."""
    if anchor == "middle":
        half = max(min(x - room.x, room.right - x), 0.0)
        return Rect(x - half, room.y, 2 * half, room.height)
    left_edge, right = (room.x, x) if anchor == "end" else (x, room.right)
    return Rect(left_edge, room.y, max(right - left_edge, 0.0), room.height)


_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The share of its width that a text has before its anchor."""
_ALIGNS = {"start": "start", "middle": "center", "end": "end"}


def _trim(root: Element) -> Rect:
    """Return the face without its bleed in points, by the viewBox that a face has."""
    view = view_box(root.get("viewBox") or "")
    return Rect(0.0, 0.0, (view.width + 2 * view.x) * MM, (view.height + 2 * view.y) * MM)


def _nested(element: Element, units: Units) -> Matrix:
    """Return the matrix that fits a nested `<svg>` into its rectangle."""
    into = Rect(*lengths(element, units, x=0, y=0, width=0, height=0))
    if view := element.get("viewBox"):
        return aspect(element.get("preserveAspectRatio")).fit(view_box(view), into)
    return Matrix.translation(into.x, into.y)
