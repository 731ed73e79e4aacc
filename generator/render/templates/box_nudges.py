"""Moves and resizes boxes of a rendered face, and crops its pictures, as one card has them, by the ids of elements.

Only the tags of these elements are changed, as text: all other bytes of the face stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from generator.base.records import NamedTuple
from generator.base.units import decimal
from generator.model.game import Crop, Nudge, Piece

_TAG = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>"
    r"|<(?P<name>[A-Za-z][\w:.-]*)(?P<attributes>(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*/?>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"\s+([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_MOVED = re.compile(r"\s*translate\(\s*([-+]?\d*\.?\d+)[\s,]+([-+]?\d*\.?\d+)\s*\)\s*")
_BOXES = {
    **dict.fromkeys(("rect", "image", "use", "svg"), ("x", "y", "width", "height")),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
}
"""Attributes that place an element, by its name."""
_PLACE = frozenset({"x", "y", "cx", "cy", "x1", "y1", "x2", "y2"})
"""Attributes that are 0 where they are left out."""
_RECT = "pnp:rect"
_FOCUS = "pnp:focus"


class MarkupSplice(NamedTuple):
    """Another text for a range of a face's SVG."""

    start: int
    end: int
    text: str

    def apply(self, svg: str) -> str:
        """Return the SVG with the text in the place of the range."""
        return svg[: self.start] + self.text + svg[self.end :]


class NudgedBoxes(NamedTuple):
    """What the nudges of a piece change on one face."""

    splices: Sequence[MarkupSplice] = ()
    ids: frozenset[str] = frozenset()
    """All ids on the face."""
    faults: Sequence[tuple[str, str]] = ()
    """Heading and fault of each column that cannot be obeyed."""


class _Attribute(NamedTuple):
    """The value of an attribute, and its range in the SVG: of the value, and with its name and quotes."""

    value: str
    start: int
    end: int
    outer: tuple[int, int]


def box_headings(piece: Piece) -> dict[str, str]:
    """Return the ids of the boxes that a piece has otherwise than its template, by the headings of their columns."""
    names = {f"at.{box}": box for box, _ in piece.nudges}
    return names | {f"crop.{box}": box for box, _ in piece.crops}


def nudge_boxes(svg: str, nudges: Mapping[str, Nudge], crops: Mapping[str, Crop] = MappingProxyType({})) -> NudgedBoxes:
    """Return the changes that move and resize the elements with some ids, in the coordinates that they stand in.

    `crops` are other parts of pictures, also by the ids of their elements.
    """
    splices, ids, faults = list[MarkupSplice](), set[str](), list[tuple[str, str]]()
    for tag in _TAG.finditer(svg):
        if not tag["name"] or "id" not in (attributes := _attributes(tag)):
            continue
        box = attributes["id"].value
        ids.add(box)
        if box in nudges:
            try:
                splices += _tag_splices(tag, attributes, nudges[box])
            except ValueError as error:
                faults.append((f"at.{box}", str(error)))
        if box in crops:
            if tag["name"] == "image":
                splices.append(_cropped(tag, attributes.get(_FOCUS), crops[box]))
            else:
                faults.append(
                    (f"crop.{box}", f"{box!r} is a {tag['name']!r}; only an 'image' shows a part of a picture")
                )
    return NudgedBoxes(splices, frozenset(ids), faults)


def spliced(svg: str, splices: Iterable[MarkupSplice]) -> str:
    """Return an SVG with changes of ranges that do not overlap."""
    for splice in sorted(splices, reverse=True):
        svg = splice.apply(svg)
    return svg


def _attributes(tag: re.Match[str]) -> dict[str, _Attribute]:
    """Return the attributes of a tag by name."""
    matches = _ATTRIBUTE.finditer(tag.string, *tag.span("attributes"))
    groups = ((match, 2 if match[2] is not None else 3) for match in matches)
    return {match[1]: _Attribute(match[group], *match.span(group), match.span()) for match, group in groups}


def _tag_splices(tag: re.Match[str], attributes: Mapping[str, _Attribute], nudge: Nudge) -> Iterator[MarkupSplice]:
    """Yield the changes of a tag that move and resize its element.

    Raises ValueError, in words about the element, if it has no size or none would be left.
    """
    name, box, (dx, dy, dw, dh) = tag["name"], attributes["id"].value, nudge
    numbers = _numbers(name, attributes)
    if numbers is None and (dw or dh):
        raise ValueError(f"{box!r} is a {name!r} without a width and height of its own; leave out the last two numbers")
    # Within a transform of its own, x and y would lead another way than on the card.
    if (dx or dy) and (numbers is None or "transform" in attributes):
        yield _translated(tag, attributes.get("transform"), dx, dy)
        dx = dy = 0.0
    if numbers is None or not any((dx, dy, dw, dh)):
        return
    goals = [number + step for number, step in zip(numbers, _steps(name, attributes, dx, dy, dw, dh), strict=False)]
    if any(goal <= 0 < number for goal, number in zip(goals[2:], numbers[2:], strict=True) if name != "line"):
        raise ValueError(f"{box!r} would have no width or height left; take less from it")
    for slot, value, goal in _slot_values(name, attributes, numbers, goals):
        if value == goal:
            continue
        if slot in attributes:
            yield MarkupSplice(attributes[slot].start, attributes[slot].end, goal)
        else:
            yield MarkupSplice(tag.end("name"), tag.end("name"), f' {slot}="{goal}"')


def _numbers(name: str, attributes: Mapping[str, _Attribute]) -> list[float] | None:
    """Return the numbers that place an element; None if it has none, or some that are no plain numbers."""
    if _RECT in attributes:
        texts = attributes[_RECT].value.split()
    else:
        defaults = dict.fromkeys(_PLACE, "0")
        texts = [
            attributes[slot].value if slot in attributes else defaults.get(slot, "") for slot in _BOXES.get(name, ())
        ]
    is_plain = len(texts) >= 3 and all(map(_NUMBER.fullmatch, texts))
    return [*map(float, texts)] if is_plain and (_RECT not in attributes or len(texts) == 4) else None


def _steps(
    name: str, attributes: Mapping[str, _Attribute], dx: float, dy: float, dw: float, dh: float
) -> tuple[float, ...]:
    """Return by how much each number of an element changes; the centre of a circle moves by half of its growth."""
    if _RECT in attributes:
        return dx, dy, dw, dh
    return {
        "circle": (dx + dw / 2, dy + dw / 2, dw / 2),
        "ellipse": (dx + dw / 2, dy + dh / 2, dw / 2, dh / 2),
        "line": (dx, dy, dx + dw, dy + dh),
    }.get(name, (dx, dy, dw, dh))


def _slot_values(
    name: str, attributes: Mapping[str, _Attribute], numbers: Sequence[float], goals: Sequence[float]
) -> Iterator[tuple[str, str, str]]:
    """Yield each attribute that places an element, with its text before and after."""
    before, after = [*map(decimal, numbers)], [*map(decimal, goals)]
    if _RECT in attributes:
        yield _RECT, " ".join(before), " ".join(after)
        return
    yield from zip(_BOXES[name], before, after, strict=True)


def _cropped(tag: re.Match[str], now: _Attribute | None, crop: Crop) -> MarkupSplice:
    """Return the change that shows another part of a picture."""
    value = " ".join(map(decimal, crop))
    return MarkupSplice(now.start, now.end, value) if now else _new(tag, value, _FOCUS)


def _translated(tag: re.Match[str], now: _Attribute | None, dx: float, dy: float) -> MarkupSplice:
    """Return the change that moves an element by its transform; a movement that stands there first is added to."""
    written = now.value if now else ""
    if moved := _MOVED.match(written):
        dx, dy, written = dx + float(moved[1]), dy + float(moved[2]), written[moved.end() :]
    place = f"{decimal(dx)} {decimal(dy)}"
    value = written if place == "0 0" else f"translate({place}) {written}".strip()
    if now and not value:
        return MarkupSplice(*now.outer, "")
    return MarkupSplice(now.start, now.end, value) if now else _new(tag, value)


def _new(tag: re.Match[str], value: str, name: str = "transform") -> MarkupSplice:
    """Return the change that gives a tag another attribute, as its first one."""
    return MarkupSplice(tag.end("name"), tag.end("name"), f' {name}="{value}"')
