"""The sample game: small, whole, and a fair game."""

from collections import Counter
from pathlib import Path

import pytest

from generator.load.game_loader import load
from generator.model.sheet import Book

FOLDER = Path(__file__).parents[2] / "data" / "picket"


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


def test_nine_cards_one_token_one_sheet_two_texts(game):
    assert [(c.id, c.kind, c.count) for c in game.components] == [
        ("raid", "cards", 9),
        ("watch", "tokens", 1),
        ("score", "sheets", 1),
        ("rules", "booklets", 1),
        ("reference", "booklets", 1),
    ]


def test_every_band_has_three_cards_of_six_strength(game):
    cards = Counter()
    strength = Counter()
    for piece in game.component("raid").pieces:
        suit = piece.row.cells["suit"].id
        cards[suit] += piece.copies
        strength[suit] += piece.copies * piece.row.cells["strength"]

    assert cards == {"swords": 3, "torches": 3, "ladders": 3}
    assert strength == {"swords": 6, "torches": 6, "ladders": 6}


def test_sheet_has_all_steps_and_nights(game):
    (piece,) = game.component("score").pieces
    (nights,) = game.sheets[piece.id].tracks

    assert piece.row.cells["steps"] == game.tables["steps"]
    assert len(game.tables["steps"]) == len(nights.boxes) == 5


def test_nights_are_added_up_and_ranked(game):
    book = Book.of(game.sheets.values())
    ranks = game.sheets["nights"].ranks

    totals = [book.value("total", {f"night_{n}": each for n in range(1, 6)}) for each in (3, 4, 5)]

    assert totals == [15, 20, 25]
    assert [ranks.rank(total).least for total in totals] == [0, 18, 25]


def test_every_line_of_its_manifest_is_explained():
    lines = (FOLDER / "game.toml").read_text(encoding="utf-8").splitlines()
    blocks = "\n".join(lines).split("\n\n")

    assert [block for block in blocks if block and "#" not in block] == []


def test_page_fills_the_paper_and_token_is_round(game):
    assert game.component("score").trim is None
    assert game.component("score").back is None
    assert game.component("watch").shape == "round"
