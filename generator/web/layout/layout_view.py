"""What the layout page shows: the boxes of a face with their places, properties and lines in templates."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from generator.base.geometry import Rect
from generator.base.units import to_mm
from generator.build.layout_edits.drawn_elements import FaceElement
from generator.build.layout_edits.layout_trial import LayoutTrial
from generator.build.layout_edits.row_places import PLACES
from generator.load.tables.table_reader import SEPARATED

FIELDS = ("font-size", "fill", "stroke", "pnp:style", "pnp:fit", "pnp:align", "pnp:valign", "pnp:lines", "font-family")
"""Attributes that the page offers for a box, if its element can have them."""
FOCUS = "pnp:focus"
"""Attribute that says which part of a picture is shown."""
_TEXT_ONLY = frozenset({"font-size", "pnp:fit", "pnp:align", "pnp:valign", "pnp:lines", "font-family"})
_PRINTED = re.compile(r"\{\{\s*(card\.\w+)(?:\.\w+)*(?:\|join\([^{}]*\))?(?: if [^{}]*)?\s*\}\}")
_STRAIGHT = 1e-6


class LayoutBox(NamedTuple):
    """Elements that are moved as one, as the page shows them."""

    number: int
    """Number of the element that the edits of the box are about."""
    name: str
    id: str
    """Id of the element that the edits are about; empty for none."""
    kind: str
    """Name of its SVG element."""
    rect: Rect | None
    """Place on the face in millimetres; None where it has no size of its own."""
    place: str
    """File and line; empty for a box that only the program's templates draw."""
    reason: str
    """Why it has no handles, the key of a message; empty if it has some."""
    can_resize: bool
    is_square: bool
    """Whether one number is both its width and its height, as for icons."""
    members: int
    """Number of elements in it."""
    properties: dict[str, str]
    column: str
    """Column that a text prints, such as `card.name`."""
    focus: tuple[str, ...]
    """Percent from left and top of the middle of what a picture shows, and its enlargement; empty for other boxes."""
    columns: tuple[str, ...] = ()
    """Columns of the table that hold its place; empty for a box whose place stands in a template."""
    within: int | None = None
    """Number of the box of a row that holds all its elements; None for none."""

    @property
    def data(self) -> dict[str, object]:
        """Values of the box for the script; lengths in millimetres."""
        rect = self.rect
        sides = rect and [round(side, 3) for side in (rect.x, rect.y, rect.width, rect.height)]
        flags = {"fixed": bool(self.reason), "square": self.is_square, "grips": self.can_resize}
        return {"n": self.number, "name": self.name, "rect": sides, "within": self.within} | flags


def layout_boxes(trial: LayoutTrial, refusal: str = "") -> list[LayoutBox]:
    """Return the boxes of a face in the order in which they are drawn; with a `refusal`, no box can be moved."""
    numbers: dict[object, list[int]] = {}
    for number, key in enumerate(trial.keys):
        # Elements without a place of their own are named one by one.
        numbers.setdefault(key if key.places else number, []).append(number)
    names: dict[str, int] = {}
    boxes = [_box(trial, members, names, refusal) for members in numbers.values()]
    return boxes + [_row_box(trial, number, refusal) for number in range(len(trial.rows))]


def _row_around(trial: LayoutTrial, members: Sequence[int]) -> int | None:
    """Return the number of the box of the row that places some elements; None if no single one does."""
    rows = (number for number, row in enumerate(trial.rows) if set(members) <= set(row.members))
    number = next(rows, None)
    return None if number is None else len(trial.elements) + number


def _row_box(trial: LayoutTrial, number: int, refusal: str) -> LayoutBox:
    """Return the box of all that a row places, which moves by the cells of the row."""
    row = trial.rows[number]
    path, _, line = row.source.removeprefix(trial.prefix).rpartition(":")
    stem = path.rpartition("/")[2].partition(".")[0]
    is_separated = path.lower().endswith(SEPARATED)
    return LayoutBox(
        number=len(trial.elements) + number,
        # A row may hold the places of several things, each in columns of its own.
        name=f"{stem}: {row.id}" + ("" if row.columns == PLACES[0] else f" ({', '.join(row.columns)})"),
        id="",
        kind="row",
        rect=_union([box for member in row.members if (box := trial.elements[member].box)]) or Rect(*row.point, 0, 0),
        place=f"{path}:{line}",
        reason=refusal or ("" if is_separated else "table"),
        can_resize=False,
        is_square=False,
        members=len(row.members),
        properties={},
        column="",
        focus=(),
        columns=row.columns,
    )


def _box(trial: LayoutTrial, members: Sequence[int], names: dict[str, int], refusal: str) -> LayoutBox:
    """Return a box made of some elements of a face; `names` counts the names that are used so far."""
    elements = [trial.elements[number] for number in members]
    sized = [number for number in members if trial.elements[number].box]
    # Edits act on an element that has a place; the others move along.
    number = next(iter(sized), members[0])
    element, places = trial.elements[number], trial.keys[number].places
    path, start = places[-1] if places else ("", 0)
    elsewhere = _shared_place(element)
    source = trial.template_source(path) if path else None
    is_ground = _covers(element, trial)
    # The ground would lie under every other box and catch each click.
    program = "drawing" if ".svg:" in elsewhere else "program"
    reason = refusal or ("ground" if is_ground else program if not places or trial.is_frame(number) else "")
    # A rotated or skewed box has no sides along which a handle could resize it.
    is_upright = abs(element.matrix.b) < _STRAIGHT and abs(element.matrix.c) < _STRAIGHT
    rect, rects = element.rect, [box for member in elements if (box := member.box)]
    return LayoutBox(
        number=number,
        name=_name(element, names),
        id=element.id,
        kind=element.name,
        rect=_union(rects) if len(members) > 1 else element.box,
        place=f"{path.removeprefix(trial.prefix)}:{source.line(start)}"
        if source
        else elsewhere.removeprefix(trial.prefix),
        reason=reason,
        can_resize=len(members) == 1 and is_upright and rect is not None and _has_size(element),
        is_square=element.name in {"use", "circle"} and rect is not None and abs(rect.width - rect.height) < _STRAIGHT,
        members=len(members),
        # Properties are those of the first sized element; an edit of the box starts from it.
        properties=_properties(element),
        column=_column(trial, element),
        focus=_focus(element),
        within=_row_around(trial, members),
    )


def _covers(element: FaceElement, trial: LayoutTrial) -> bool:
    """Return whether an element covers the whole face, as a background does."""
    trim = trial.job.trim
    return element.box is not None and element.box.contains(Rect(0, 0, to_mm(trim.width), to_mm(trim.height)))


def _union(rects: Sequence[Rect]) -> Rect | None:
    """Return the smallest rectangle around some others; None for none."""
    if not rects:
        return None
    x, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
    return Rect(x, top, max(rect.right for rect in rects) - x, max(rect.bottom for rect in rects) - top)


def _shared_place(element: FaceElement) -> str:
    """Return file and line of an element that only templates of the program draw; empty if unknown."""
    mark = element.source.tag or next(iter(reversed(element.source.frames)), None)
    return f"{mark.place.path}:{mark.place.line}" if mark else ""


def _has_size(element: FaceElement) -> bool:
    """Return whether an element has a size of its own, which can be changed."""
    sized = {"rect", "image", "use", "circle", "ellipse", "line", "path", "polygon", "polyline"}
    return "pnp:rect" in element.attributes or element.name in sized


def _name(element: FaceElement, names: dict[str, int]) -> str:
    """Return an element's id, else the file, words or kind that it draws, with a number if the name is taken."""
    if element.id:
        return element.id
    href = element.attributes.get("href", "").removeprefix("#")
    words = element.text.split()
    stem = href or (" ".join(words)[:24] if words else element.name)
    names[stem] = names.get(stem, 0) + 1
    # Two boxes with the same words must have different names in the list.
    return stem if names[stem] == 1 else f"{stem} {names[stem]}"


def _properties(element: FaceElement) -> dict[str, str]:
    """Return the attributes that the page offers for an element, with their values; empty texts for absent ones."""
    names = [name for name in FIELDS if element.name == "text" or name not in _TEXT_ONLY]
    return {name: element.attributes.get(name, "") for name in names}


def _focus(element: FaceElement) -> tuple[str, ...]:
    """Return the three numbers that say which part of a picture is shown; none for an element that is no picture."""
    numbers = element.attributes.get(FOCUS, "").split()
    return (*numbers, *("50", "50", "1")[len(numbers) :]) if element.name == "image" else ()


def _column(trial: LayoutTrial, element: FaceElement) -> str:
    """Return the column whose cell a text prints, such as `card.name`; empty if it prints something else."""
    mark = element.source.tag
    source = trial.template_source(mark.place.path) if mark and trial.is_own(mark.place.path) else None
    tag = source.tag(mark.start) if source and mark else None
    whole = source.element(tag) if source and tag else None
    inside = source.text[tag.span.end : whole.end] if source and tag and whole else ""
    printed = _PRINTED.match(inside)
    return printed[1] if printed else ""


def script_data(boxes: Sequence[LayoutBox], trial: LayoutTrial) -> str:
    """Return the boxes and the size of the face, in millimetres, as JSON for the script."""
    trim = trial.job.trim
    return json.dumps(
        {"boxes": [box.data for box in boxes], "size": [round(to_mm(trim.width), 3), round(to_mm(trim.height), 3)]},
        ensure_ascii=False,
    )
