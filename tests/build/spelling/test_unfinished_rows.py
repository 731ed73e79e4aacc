"""Cards that repeat another one, and texts that are blank on a card alone."""

from dataclasses import replace

import pytest

from generator.build.spelling.unfinished_rows import unfinished_rows
from generator.load.game_loader import load
from generator.load.game_locations import data_root
from generator.model.game import Piece, Row
from generator.model.text import Text


@pytest.fixture
def warned():
    """Warnings about the texts of the cards of a deck."""
    picket = load(data_root() / "picket", prefix="picket")

    def cards(*texts, **more):
        cells = [{"text": Text.of({"en": text})} | more for text in texts]
        rows = [Row(f"r{line}", cell, f"raid.csv:{line}") for line, cell in enumerate(cells, 2)]
        pieces = tuple(Piece(row.id, row.id, 1, row) for row in rows)
        return unfinished_rows(replace(picket, components=(replace(picket.components[0], pieces=pieces),)))

    return cards


def test_a_card_that_repeats_another_one_is_named(warned):
    assert warned("Draw one.", "Draw two.", "Draw one.", number=2) == [
        "raid.csv:4: repeats 'r2' but for its id; the column copies prints a card more than once"
    ]


def test_rows_without_words_may_be_alike(warned):
    assert warned("", "", number=2) == []


@pytest.mark.parametrize(
    ("blank", "count"), [(1, 10), (0, 10), (2, 10), (1, 9), (2, 20)], ids=["one", "none", "a fifth", "few cards", "two"]
)
def test_a_text_that_nearly_all_others_fill_is_told(warned, blank, count):
    texts = [f"text {number}" for number in range(count - blank)] + [" "] * blank
    told = [
        f"raid.csv:{line} [text]: blank here, and filled on {count - blank} other cards" for line in range(2, count + 2)
    ]

    lines = warned(*texts)

    assert lines == (told[-blank:] if blank and blank <= count / 10 else [])
