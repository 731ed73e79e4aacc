"""What the rules say of the number of a box: bounds, years that rise, numbers that others have."""

import random

import pytest

from generator.scoresheets.photos.digits.number_rules import allowed_numbers, contradicted


@pytest.fixture
def row(book):
    """A sheet, and the boxes of a row of years that rise on it."""
    return next(
        (sheet, track)
        for sheet in book.sheets
        for track in sheet.tracks
        if track.order == "row" and track.boxes[0].kind == "year"
    )


def test_years_that_fall_along_a_row_contradict_each_other(row):
    sheet, track = row
    first, second, third = (box.id for box in track.boxes[:3])

    assert {*contradicted(sheet, {first: 2, second: 5, third: 4})} == {second, third}
    assert {*contradicted(sheet, {first: 2, second: 4, third: 5})} == set()


def test_more_boxes_of_a_year_than_the_rules_allow_contradict_each_other(book):
    sheet, limit = next((sheet, limit) for sheet in book.sheets for limit in sheet.limits)
    alike = dict.fromkeys(limit.boxes[: limit.most + 1], 3)
    # A row of years would contradict for another reason.
    assert {*contradicted(sheet, alike)} == alike.keys()
    assert {*contradicted(sheet, dict.fromkeys(limit.boxes[: limit.most], 3))} == set()


def test_year_lies_between_its_neighbours(row):
    sheet, track = row
    first, second, third, fourth, _ = (box.id for box in track.boxes)

    assert allowed_numbers(sheet, first, {}) == {1, 2, 3, 4, 5, 6}
    assert allowed_numbers(sheet, third, {}) == {3, 4, 5, 6}
    assert allowed_numbers(sheet, second, {first: 2, third: 4}) == {3}
    assert allowed_numbers(sheet, second, {first: 1, fourth: 5}) == {2, 3}
    assert allowed_numbers(sheet, second, {first: 4, third: 5}) == set()


def test_years_of_a_track_that_is_filled_in_any_order_need_not_rise(row):
    sheet, track = row
    first, second, third = (box.id for box in track.boxes[:3])

    assert allowed_numbers(sheet, second, {first: 5, third: 2}, {track.id}) == {1, 3, 4, 6}
    assert {*contradicted(sheet, {first: 5, third: 2}, {track.id})} == set()


def test_year_that_enough_other_boxes_have_is_not_allowed(book):
    for sheet in book.sheets:
        for limit in sheet.limits:
            first, *others = limit.boxes
            track = book.track(book.box(first).track)
            alike = dict.fromkeys(others[: limit.most], 4)
            assert 4 not in allowed_numbers(sheet, first, alike, {track.id})
            del alike[others[0]]
            assert 4 in allowed_numbers(sheet, first, alike, {track.id})


@pytest.mark.parametrize("seed", range(8))
def test_years_of_legal_games_are_allowed(book, limits, legal, seed):
    state, chance = legal(seed), random.Random(seed)
    for sheet in book.sheets:
        years = {box.id: state[box.id] for box in sheet.boxes if box.kind == "year" and state[box.id]}
        for id_, year in years.items():
            read = {other: number for other, number in years.items() if chance.random() < 0.6}
            assert year in allowed_numbers(sheet, id_, read, limits.tracks_in_any_order)
        assert {*contradicted(sheet, years, limits.tracks_in_any_order)} == set()
