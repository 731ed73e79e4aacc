"""Numbers written by hand: read where they are sure, never out of the range of their box, never against the rules."""

import numpy as np
import pytest
from PIL import Image, ImageDraw

from generator.base.records import replace
from generator.load.game_locations import templates_root
from generator.scoresheets.photos.digits.digit_model import FILE
from generator.scoresheets.photos.digits.number_reading import _contradicted, read_number
from generator.scoresheets.photos.ink_map import InkMap
from tests.scoresheets.photos.digit_strokes import computed
from tests.scoresheets.photos.photographer import number

FINE = 4
RECT = (4, 4, 64, 44)


def ink_of(strokes, width=2.0):
    """The ink of strokes in a box, as a pen leaves it."""
    image = Image.new("L", (68 * FINE, 48 * FINE))
    draw = ImageDraw.Draw(image)
    for stroke in strokes:
        draw.line([*map(tuple, np.asarray(stroke) * FINE)], fill=200, width=round(width * FINE), joint="curve")
    darkness = np.asarray(image.resize((68, 48), Image.Resampling.BOX), np.float32) / 255
    nothing = np.zeros_like(darkness)
    return InkMap(darkness, darkness, nothing + 1, nothing, nothing)


@pytest.fixture
def counts(book):
    """A box for counts up to 99."""
    box = next(box for box in book.boxes.values() if box.kind == "number")
    return replace(box, least=0, most=99)


def test_numbers_of_one_and_two_digits_are_read_and_none_wrong(counts):
    rng = np.random.default_rng(77)
    values = rng.integers(0, 100, 120).tolist()
    read = [read_number(ink_of(number(rng, RECT, value, computed)), RECT, counts) for value in values]

    sure = [(value, is_read) for value, is_read in zip(values, read, strict=True) if is_read is not None]
    assert [pair for pair in sure if pair[0] != pair[1]] == []
    assert len(sure) > 0.4 * len(values)


def test_numbers_out_of_the_range_of_their_box_are_not_read(counts):
    rng = np.random.default_rng(78)
    year = replace(counts, kind="year", least=1, most=6)
    inks = [ink_of(number(rng, RECT, value, computed)) for value in (0, 7, 8, 9, 12) * 8]

    assert {read_number(ink, RECT, year) for ink in inks} == {None}


MARKS = {
    "slash": [[(20, 40), (48, 8)]],
    "cross": [[(20, 8), (48, 40)], [(48, 8), (20, 40)]],
    "tick": [[(22, 24), (30, 38), (50, 8)]],
    "stroke across": [[(10, 24), (58, 22)]],
    "line from a neighbour": [[(4, 10), (20, 30)]],
    "small dot": [[(30, 24), (33, 25)]],
}


@pytest.mark.parametrize("name", MARKS)
def test_marks_are_no_numbers(counts, name):
    assert read_number(ink_of(MARKS[name]), RECT, counts) is None


def test_empty_box_has_no_number(counts):
    assert read_number(ink_of([]), RECT, counts) is None


def test_digits_that_touch_or_are_struck_out_are_not_read(counts):
    rng = np.random.default_rng(79)
    ones = [[(28, 8), (28, 40)], [(34, 8), (34, 40)], [(28, 24), (34, 24)]]
    struck = [[*number(rng, RECT, 8, computed), [(18, 12), (50, 36)], [(18, 36), (50, 12)]] for _ in range(10)]

    assert {read_number(ink_of(strokes), RECT, counts) for strokes in (ones, *struck)} == {None}


def test_digit_that_hides_in_the_line_of_its_box_puts_the_number_in_doubt(counts):
    box, rng = replace(counts, most=999), np.random.default_rng(80)
    hidden = [[(5, 12), (5, 34)]]
    numbers = [number(rng, RECT, value, computed) for value in range(20, 60)]
    read = [strokes for strokes in numbers if read_number(ink_of(strokes), RECT, box) is not None]

    assert len(read) > 5
    assert {read_number(ink_of([*strokes, *hidden]), RECT, box) for strokes in read} == {None}


def test_wide_ink_is_one_digit_in_a_box_for_one_alone(counts):
    angles = np.linspace(0, 2 * np.pi, 40)
    ring = [(34 + 13 * np.cos(angle), 24 + 13 * np.sin(angle)) for angle in angles]

    assert read_number(ink_of([ring]), RECT, replace(counts, most=9)) == 0
    assert read_number(ink_of([ring]), RECT, counts) is None


def test_years_that_fall_along_a_row_contradict_each_other(book):
    sheet, track = next(
        (sheet, track)
        for sheet in book.sheets
        for track in sheet.tracks
        if track.order == "row" and track.boxes[0].kind == "year"
    )
    first, second, third = (box.id for box in track.boxes[:3])

    assert {*_contradicted(sheet, {first: 2, second: 5, third: 4})} == {second, third}
    assert {*_contradicted(sheet, {first: 2, second: 4, third: 5})} == set()


def test_more_boxes_of_a_year_than_the_rules_allow_contradict_each_other(book):
    sheet, limit = next((sheet, limit) for sheet in book.sheets for limit in sheet.limits)
    alike = dict.fromkeys(limit.boxes[: limit.most + 1], 3)
    # A row of years would contradict for another reason.
    assert {*_contradicted(sheet, alike)} == alike.keys()
    assert {*_contradicted(sheet, dict.fromkeys(limit.boxes[: limit.most], 3))} == set()


def test_model_is_small():
    assert (templates_root() / FILE).stat().st_size <= 60_000
