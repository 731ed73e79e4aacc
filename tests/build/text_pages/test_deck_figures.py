"""Counts of cards by their columns, and the chances to draw one."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from generator.build.text_pages.deck_figures import DRAWN, deck_figures
from generator.load.game_loader import load
from generator.load.game_locations import data_root
from generator.model.game import Piece, Row


@pytest.fixture
def figures():
    """Figures of a deck of cards, each given by its copies and its cells."""
    picket = load(data_root() / "picket", prefix="picket")

    def deck(*cards):
        rows = [(copies, Row(f"r{line}", cells, f"raid.csv:{line}")) for line, (copies, cells) in enumerate(cards, 2)]
        pieces = tuple(Piece(row.id, row.id, copies, row) for copies, row in rows)
        return deck_figures(replace(picket, components=(replace(picket.components[0], pieces=pieces),)), "en")

    return deck


def test_kinds_and_copies_of_each_value_are_counted(figures):
    lines = figures((2, {"cost": 10}), (1, {"cost": 9}), (3, {"cost": 10}))

    assert [(line.value, line.kinds, line.copies, line.total) for line in lines] == [("9", 1, 1, 6), ("10", 2, 5, 6)]


def test_items_of_a_list_are_counted_one_by_one(figures):
    lines = figures((1, {"icons": ("sun", "sun", "rain")}), (1, {"icons": ("rain",)}), (1, {"icons": ()}))

    assert [(line.value, line.copies) for line in lines] == [("rain", 2), ("sun", 1)]


@pytest.mark.parametrize("drawn", DRAWN)
def test_chances_are_those_of_all_hands(figures, drawn):
    (line, _) = figures((2, {"suit": "a"}), (3, {"suit": "b"}), (3, {"suit": "b"}))

    hands = [*combinations("aabbbbbb", drawn)]
    assert line.chance(drawn) == pytest.approx(float(Fraction(sum("a" in hand for hand in hands), len(hands))))
    assert line.chance(100) == 1


def test_columns_that_tell_nothing_are_left_out(figures):
    assert figures((1, {"name": "a", "same": "x"}), (1, {"name": "b", "same": "x"})) == []
