"""Readings of rows: what the order settles, and what it puts in doubt."""

import pytest

from generator.scoresheets.photos.box_reading import BoxInk, read_boxes

INKS = {"1": BoxInk(0.2, 0.2, 0.3), "0": BoxInk(0, 0, 0), "?": BoxInk(0.02, 0.02, 0)}


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
