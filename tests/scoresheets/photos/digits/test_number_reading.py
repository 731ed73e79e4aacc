"""Numbers written by hand: read where they are sure, never out of the range of their box, never against the rules."""

import numpy as np
import pytest
from PIL import Image, ImageDraw

from generator.base.records import replace
from generator.load.game_locations import templates_root
from generator.scoresheets.photos.digits import number_reading
from generator.scoresheets.photos.digits.digit_model import FILE
from generator.scoresheets.photos.digits.number_reading import read_digit, read_number, read_numbers
from generator.scoresheets.photos.ink_map import InkMap
from tests.scoresheets.photos.digit_strokes import computed
from tests.scoresheets.photos.photographer import number

FINE = 4
RECT = (4, 4, 64, 44)
WIDE_RECT = (14, 14, 74, 54)
"""The same, farther from the edges of the page."""


def ink_of(strokes, width=2.0, size=(68, 48)):
    """The ink of strokes in a box, as a pen leaves it."""
    image = Image.new("L", (size[0] * FINE, size[1] * FINE))
    draw = ImageDraw.Draw(image)
    for stroke in strokes:
        draw.line([*map(tuple, np.asarray(stroke) * FINE)], fill=200, width=round(width * FINE), joint="curve")
    darkness = np.asarray(image.resize(size, Image.Resampling.BOX), np.float32) / 255
    nothing = np.zeros_like(darkness)
    return InkMap(darkness, darkness, nothing + 1, nothing, nothing, nothing > 0)


@pytest.fixture
def counts(book):
    """A box for counts up to 99."""
    box = next(box for box in book.boxes.values() if box.kind == "number")
    return replace(box, least=0, most=99)


def test_sure_years_that_fall_stay_where_a_track_is_filled_in_any_order(book, monkeypatch):
    track = next(track for track in book.tracks.values() if track.order == "row" and track.boxes[0].kind == "year")
    first, second, *_ = (box.id for box in track.boxes)
    sure = {first: 5, second: 2}
    monkeypatch.setattr(number_reading, "read_number", lambda ink, rect, box: sure[box.id])

    assert read_numbers(book, ink_of([]), dict.fromkeys(sure, RECT), {track.id}) == sure
    assert read_numbers(book, ink_of([]), dict.fromkeys(sure, RECT)) == {}


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


def beyond(strokes, across, down):
    """Strokes moved over the line of their box."""
    return [np.add(stroke, (across, down)) for stroke in strokes]


@pytest.mark.parametrize(("across", "down"), [(0, 7), (0, -7), (0, 0)])
def test_digit_that_runs_over_the_line_of_its_box_is_read(across, down):
    rng = np.random.default_rng(81)
    years = rng.integers(1, 7, 40).tolist()
    inks = [ink_of(beyond(number(rng, WIDE_RECT, year, computed), across, down), size=(88, 68)) for year in years]
    read = [read_digit(ink, WIDE_RECT, range(1, 7)) for ink in inks]

    sure = [(year, is_read) for year, is_read in zip(years, read, strict=True) if is_read is not None]
    assert [pair for pair in sure if pair[0] != pair[1]] == []
    assert len(sure) > 0.5 * len(years)


@pytest.mark.parametrize(("across", "down"), [(0, 14), (0, -14), (26, 0)])
def test_digit_that_lies_beside_its_box_or_goes_on_far_from_it_is_not_read(across, down):
    rng = np.random.default_rng(82)
    inks = [ink_of(beyond(number(rng, WIDE_RECT, year, computed), across, down), size=(88, 68)) for year in range(1, 7)]

    assert {read_digit(ink, WIDE_RECT, range(1, 7)) for ink in inks} == {None}


def test_digit_that_the_line_of_its_box_cuts_in_two_is_never_read_wrong():
    rng, bottom = np.random.default_rng(83), WIDE_RECT[3]
    for year in [*range(1, 7)] * 10:
        ink = ink_of(beyond(number(rng, WIDE_RECT, year, computed), 0, 7), size=(88, 68))
        ink.darkness[bottom - 1 : bottom + 2] = 0

        assert read_digit(ink, WIDE_RECT, range(1, 7)) in (None, year)


def test_digit_that_is_not_allowed_is_in_doubt_and_puts_no_other_in_doubt():
    rng = np.random.default_rng(84)
    inks = [(digit, ink_of(number(rng, WIDE_RECT, digit, computed), size=(88, 68))) for digit in [*range(10)] * 6]
    few, every = (
        [(digit, read_digit(ink, WIDE_RECT, allowed)) for digit, ink in inks] for allowed in (range(1, 7), range(10))
    )

    assert {number for digit, number in few if digit not in range(1, 7)} == {None}
    assert all(number in (None, digit) for digit, number in (*few, *every))
    years = [[number for digit, number in read if digit in range(1, 7)] for read in (few, every)]
    assert years[0].count(None) < years[1].count(None)
    assert all(one is None or one == other for other, one in zip(*years, strict=True))


def test_mark_is_no_digit_even_where_the_rules_leave_one():
    inks = [ink_of(beyond(strokes, 10, 10), size=(88, 68)) for strokes in MARKS.values()]
    read = {read_digit(ink, WIDE_RECT, [year]) for ink in inks for year in range(2, 7)}

    assert read == {None}


def test_model_is_small():
    assert (templates_root() / FILE).stat().st_size <= 60_000
