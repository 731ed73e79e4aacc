"""Which pieces are shown, and in which order."""

import pytest
from starlette.datastructures import QueryParams

from generator.load.game_loader import load
from generator.load.game_locations import sample
from generator.web.gallery.column_counts import column_counts, crossed_counts
from generator.web.gallery.column_values import columns_of
from generator.web.gallery.piece_filter import PieceFilter


@pytest.fixture(scope="module")
def part():
    return load(sample()).component("raid")


def found(part, query, language="en"):
    columns = columns_of(part, language)
    return [piece.label for piece in PieceFilter.of(QueryParams(query), columns).pieces(part, columns)]


ALL = ["R1", "R2", "R3", "R4", "R5", "R6"]


@pytest.mark.parametrize(
    ("query", "labels"),
    [
        ("", ALL),
        ("q=SHADOWS", ["R1"]),
        ("q=影", ["R1"]),
        ("q=ｃｈｉｅｆ", ["R2"]),
        ("q=ladder+stone", ["R5"]),
        ("q=nothing+of+this", []),
        ("is.suit=swords", ["R1", "R2"]),
        ("is.suit=swords&is.strength=4", ["R2"]),
        ("is.strength=2…4", ["R2", "R3", "R5", "R6"]),
        ("is.strength=…", []),
        ("is.gone=1&is.suit=", ALL),
        ("sort=gone&only=gone", ALL),
        ("sort=strength", ["R1", "R4", "R3", "R5", "R6", "R2"]),
        ("sort=-strength", ["R2", "R6", "R3", "R5", "R1", "R4"]),
        ("sort=name", ["R4", "R5", "R1", "R6", "R3", "R2"]),
        ("sort=-copies&is.suit=ladders", ["R4", "R5", "R6"]),
    ],
)
def test_pieces_that_match_in_order(part, query, labels):
    assert found(part, query) == labels


def test_address_of_a_filter_reads_as_the_same(part):
    columns = columns_of(part, "en")
    wanted = PieceFilter.of(QueryParams("q=a b&is.suit=swords&sort=-name&only=tight"), columns)

    assert PieceFilter.of(QueryParams(wanted.fields), columns) == wanted


def counts(part):
    return {each.column.name: each for each in column_counts(columns_of(part, "en"), part.pieces)}


def test_columns_that_group_pieces_are_counted(part):
    known = counts(part)

    assert [*known] == ["copies", "suit", "strength"]
    assert [(each.value, each.kinds, each.copies) for each in known["suit"].counts] == [
        ("swords", 2, 3),
        ("torches", 1, 3),
        ("ladders", 3, 3),
    ]
    assert [each.value for each in known["strength"].counts] == ["1", "2", "3", "4"]
    assert max(each.share for each in known["strength"].counts) == 100


def test_two_columns_are_crossed(part):
    known = counts(part)
    crossed = crossed_counts(known["suit"], known["strength"], part.pieces)

    assert crossed.rows == (("swords", (2, 0, 0, 1)), ("torches", (0, 3, 0, 0)), ("ladders", (1, 1, 1, 0)))
    assert crossed.most == 3


def test_many_numbers_are_counted_in_ranges():
    part = load(sample()).component("raid")
    many = [
        part.pieces[0].__class__(f"p{number}", f"P{number}", 1 + number, part.pieces[0].row) for number in range(40)
    ]
    (copies,) = [each for each in column_counts(columns_of(part, "en"), many) if each.column.name == "copies"]

    assert len(copies.counts) == 10
    assert copies.counts[0].value == "1…4"
    assert sum(each.kinds for each in copies.counts) == 40
