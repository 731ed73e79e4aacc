from dataclasses import replace

import pytest

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.units import MM
from generator.impose.marks.cut_marks import (
    HAIRLINE,
    OFFSET,
    corner_ticks,
    crop_marks,
    cut_lines,
    draw_lines,
    piece_outlines,
)

PAGE = Rect(0, 0, 100, 100)
REACH = 10.0


def rounded(segments):
    return sorted(tuple(round(number, 3) for number in line) for line in segments)


def test_single_piece_has_eight_marks():
    trim, clip = Rect(40, 40, 20, 20), Rect(35, 35, 30, 30)

    marks = crop_marks([trim], [clip], PAGE, REACH)

    low, high = 35 - OFFSET, 65 + OFFSET
    assert rounded(marks) == rounded(
        [(x, start, x, end) for x in (40, 60) for start, end in ((low, low - REACH), (high, high + REACH))]
        + [(start, y, end, y) for y in (40, 60) for start, end in ((low, low - REACH), (high, high + REACH))]
    )


def test_shared_cut_has_one_mark_at_each_end():
    trims = [Rect(30, 40, 20, 20), Rect(50, 40, 20, 20)]

    marks = crop_marks(trims, trims, PAGE, REACH)

    assert sum(line[0] == line[2] == 50 for line in marks) == 2
    assert len(marks) == 2 * 3 + 2 * 2


def test_full_block_is_marked_on_its_outside_only():
    trims = [Rect(x, y, 20, 20) for x in (20, 40, 60) for y in (20, 40, 60)]

    marks = crop_marks(trims, trims, PAGE, REACH)

    block = Rect(20, 20, 60, 60)
    assert len(marks) == 16
    assert not any(block.overlaps(Rect(min(a, c), min(b, d), abs(c - a), abs(d - b))) for a, b, c, d in marks)


def test_marks_stop_at_the_edge_of_the_page():
    marks = crop_marks([Rect(4, 40, 20, 20)], [Rect(4, 40, 20, 20)], PAGE, REACH)

    assert min(min(line[0], line[2]) for line in marks) == 0


def test_marks_in_a_gutter_stop_before_the_neighbour():
    trims = [Rect(40, 10, 20, 20), Rect(40, 38, 20, 20)]

    marks = crop_marks(trims, trims, PAGE, REACH)

    between = {round(line[3], 3) for line in marks if line[0] == line[2] == 40 and 30 < line[1] < 38}
    assert between == {round(38 - OFFSET, 3), round(30 + OFFSET, 3)}


def test_no_mark_where_a_gutter_is_full_of_bleed():
    trims = [Rect(30, 40, 20, 20), Rect(60, 40, 20, 20)]
    walls = [trim.expand(5) for trim in trims]

    marks = crop_marks(trims, walls, PAGE, REACH)

    assert not any(40 <= line[1] <= 60 and 50 < line[0] < 60 for line in marks if line[1] == line[3])


def test_lines_run_through_all_the_waste():
    trims = [Rect(30, 40, 20, 20), Rect(50, 40, 20, 20)]
    walls = [Rect(25, 35, 25, 30), Rect(50, 35, 25, 30)]

    lines = cut_lines(trims, walls, PAGE)

    above = [(x, 0, x, 35 - OFFSET) for x in (30, 50, 70)]
    below = [(x, 65 + OFFSET, x, 100) for x in (30, 50, 70)]
    assert rounded(line for line in lines if line[0] == line[2]) == rounded(above + below)


def test_pieces_without_bleed_are_hemmed_on_the_outside():
    trim = Rect(40, 40, 20, 20)

    lines = cut_lines([trim], [trim], PAGE)

    hems = [line for line in lines if 40 <= line[1] <= 60 and line[0] == line[2]]
    assert rounded(hems) == rounded(
        [(40 - HAIRLINE / 2, 40, 40 - HAIRLINE / 2, 60), (60 + HAIRLINE / 2, 40, 60 + HAIRLINE / 2, 60)]
    )


def test_shared_cut_is_never_drawn_between_its_pieces():
    trims = [Rect(30, 40, 20, 20), Rect(50, 40, 20, 20)]

    lines = cut_lines(trims, trims, PAGE)

    assert not any(line[0] == line[2] and abs(line[0] - 50) < 1 and 40 < (line[1] + line[3]) / 2 < 60 for line in lines)


def test_lines_are_one_hairline_shape():
    (shape,) = draw_lines([(1, 2, 3, 4), (5, 6, 7, 8)])

    assert shape.path == "M 1 2 L 3 4 M 5 6 L 7 8"
    assert shape.stroke.width == pytest.approx(0.15 * MM)
    assert shape.fill is None
    assert draw_lines([]) == ()


def test_round_piece_shows_its_outline(face):
    matrix = Matrix.translation(9, 9)
    (group,) = piece_outlines(face("chip", cut="M 0 0 L 5 0 L 5 5 Z"), matrix)

    assert group.matrix == matrix
    assert group.ink[0].path == "M 0 0 L 5 0 L 5 5 Z"
    assert piece_outlines(face("card"), IDENTITY) == ()


def test_folds_show_on_dark_art_too(face):
    (group,) = piece_outlines(replace(face("net"), folds=("M 0 0 L 9 0",)), IDENTITY)
    under, over = group.ink

    assert (under.path, under.stroke.paint, under.stroke.dash) == ("M 0 0 L 9 0", "#ffffff", ())
    assert (over.path, over.stroke.paint, len(over.stroke.dash)) == ("M 0 0 L 9 0", "#000000", 2)


def test_ticks_are_short_and_end_in_the_corners():
    white, black = corner_ticks([Rect(40, 40, 100, 50)])

    assert white.path == black.path
    points = [
        tuple(map(float, point.split())) for point in black.path.removeprefix("M ").replace(" M ", " L ").split(" L ")
    ]
    assert len(points) == 16
    corners = [(x, y) for x in (40, 140) for y in (40, 90)]
    assert all(min(abs(x - a) + abs(y - b) for a, b in corners) <= 1.2 * MM + 0.01 for x, y in points)
    assert corner_ticks([]) == ()
