"""Readings of rows: what the order settles, and what it puts in doubt."""

import numpy as np
import pytest

from generator.scoresheets.photos.box_reading import BoxInk, box_ink, read_boxes
from generator.scoresheets.photos.ink_map import InkMap

INKS = {"1": BoxInk(0.2, 0.2, 0.3), "0": BoxInk(0, 0, 0), "?": BoxInk(0.02, 0.02, 0)}

DOUBTS = {
    "filled in with pale pencil": ("mark", BoxInk(0.11, 0.003, 0.31)),
    "print laid beside itself": ("mark", BoxInk(0.001, 0.082, 0.0)),
    "ring in pale pencil": ("mark2", BoxInk(0.03, 0.0066, 0.0)),
    "thin ring of pencil in bad light": ("mark", BoxInk(0.006, 0.003, 0.0, is_faint=True)),
    "edge of a shadow in a circle": ("mark2", BoxInk(0.106, 0.038, 0.0)),
    "mark of a neighbour": ("mark", BoxInk(0.1, 0.1, 0, is_aside=True)),
    "ring of a neighbour": ("mark2", BoxInk(0.1, 0.1, 0, is_aside=True)),
    "print that a copy made dark": ("mark", BoxInk(0.04, 0.06, 0.0, is_print=True)),
    "shadow over a corner": ("mark", BoxInk(0.13, 0.0, 0.0)),
}


@pytest.mark.parametrize("case", DOUBTS)
def test_what_is_neither_empty_nor_marked_is_asked_for(book, case):
    kind, ink = DOUBTS[case]
    box = next(box for box in book.boxes.values() if box.kind == kind)

    assert read_boxes(book, {box.id: ink}).questions == (box.id,)


@pytest.mark.parametrize(
    ("inks", "states", "questions"),
    [
        ("111000", "111000", ""),
        ("1?1000", "111000", ""),
        ("1110?0", "111000", ""),
        ("11?000", "11.000", "2"),
        ("110001", "11000.", "5"),
        ("110111", "11.111", "2"),
    ],
)
def test_order_of_a_row_settles_doubts_and_raises_them(book, inks, states, questions):
    boxes = [box.id for box in book.track("cohort_left").boxes]

    readings = read_boxes(book, {id_: INKS[sign] for id_, sign in zip(boxes, inks, strict=True)})

    assert "".join(str(readings.states.get(id_, ".")) for id_ in boxes) == states
    assert "".join(str(boxes.index(id_)) for id_ in readings.questions) == questions


@pytest.mark.parametrize(
    ("left", "right", "is_aside"), [(0, 14, True), (66, 80, True), (30, 50, False), (0, 60, False), (8, 20, False)]
)
def test_lines_from_beyond_an_edge_are_those_of_a_neighbour(left, right, is_aside):
    darkness = np.zeros((60, 80), np.float32)
    darkness[10:50, left:right] = 0.7

    nothing = np.zeros_like(darkness)
    ink = box_ink(InkMap(darkness, darkness, nothing + 1, nothing, nothing, nothing > 0), (0, 0, 80, 60))

    assert ink.is_aside is is_aside


@pytest.mark.parametrize(
    ("strength", "width", "is_faint"),
    [(0.13, 2, True), (0.11, 3, True), (0.11, 1, False), (0.09, 4, False), (0, 0, False)],
)
def test_lines_too_pale_for_a_mark_are_faint_where_they_are_long(strength, width, is_faint):
    strokes = np.zeros((60, 80), np.float32)
    strokes[20 : 20 + width, 10:70] = strength

    nothing = np.zeros_like(strokes)
    ink = box_ink(InkMap(nothing, strokes, nothing + 1, nothing, nothing, nothing > 0), (0, 0, 80, 60))

    assert (ink.strokes, ink.is_faint) == (0, is_faint)


@pytest.mark.parametrize("kind", ["mark", "mark2"])
def test_lines_that_lie_on_the_print_are_asked_for(book, kind):
    """A copy with hard contrast makes the pale outlines of a print dark."""
    rows, columns = np.mgrid[:60, :80]
    radius = np.hypot((rows - 30) / 27, (columns - 40) / 36)
    lines = np.where(abs(radius - 0.9) < 0.06, 0.5, 0).astype(np.float32)
    nothing = np.zeros_like(lines)
    box = next(box for box in book.boxes.values() if box.kind == kind)
    for is_near_line, questions in ((lines > 0, (box.id,)), (nothing > 0, ())):
        ink = box_ink(InkMap(lines, lines, nothing + 1, nothing, nothing, is_near_line), (0, 0, 80, 60))

        assert read_boxes(book, {box.id: ink}).questions == questions
