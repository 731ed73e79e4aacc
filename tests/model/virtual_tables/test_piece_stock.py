"""What is taken of a game's pieces, and in which order."""

import pytest

from generator.load.game_loader import load
from generator.load.game_locations import data_root, sample
from generator.model.virtual_tables.piece_stock import PieceStock
from generator.model.virtual_tables.table_setup import Selection


@pytest.fixture
def stock():
    return PieceStock(load(sample()).components, seed=1)


def ids(copies):
    return [f"{it.piece}:{it.copy}" for it in copies]


def test_pieces_are_taken_once_and_in_the_order_of_the_data(stock):
    raid = Selection(("raid",), count=3)

    assert ids(stock.take(raid)) == ["scouts:1", "scouts:2", "war_chief:1"]
    assert ids(stock.take(raid)) == ["torch_bearers:1", "torch_bearers:2", "torch_bearers:3"]
    assert [len(copies) for component, copies in stock.left() if component.id == "raid"] == [3]


def test_named_pieces_come_in_the_order_of_their_names(stock):
    chosen = Selection(("raid",), pieces=("climber", "scouts"))

    assert ids(stock.take(chosen)) == ["climber:1", "scouts:1", "scouts:2"]


def test_some_of_each_kind_are_taken(stock):
    chosen = Selection(("raid",), pieces=("torch_bearers", "scouts"), per_kind=2)

    assert ids(stock.take(chosen)) == ["torch_bearers:1", "torch_bearers:2", "scouts:1", "scouts:2"]


def test_shuffled_order_depends_on_the_seed_alone():
    def shuffled(seed):
        return ids(PieceStock(load(sample()).components, seed).take(Selection(("raid",), shuffled=True)))

    assert shuffled(1) == shuffled(1) != shuffled(2)
    assert sorted(shuffled(1)) == sorted(shuffled(2))


def test_player_takes_the_pieces_made_for_that_row():
    stock = PieceStock(load(data_root() / "hadrians-wall").components, seed=1)
    taken = stock.take(Selection(("player_cards",)), "green")

    assert len(taken) == 12
    assert all(copy.piece.endswith("_green") for copy in taken)


def test_sheets_and_booklets_are_never_used_up(stock):
    for name in ("score", "rules"):
        first = stock.take(Selection((name,)))
        assert first == stock.take(Selection((name,)))


def test_more_sheets_are_laid_than_are_printed_at_first(stock):
    assert ids(stock.take(Selection(("score",), count=3))) == ["nights:1", "nights:2", "nights:3"]

    wall = PieceStock(load(data_root() / "hadrians-wall").components, seed=1)
    assert ids(wall.take(Selection(("sheets",), per_kind=2))) == ["left:1", "left:2", "right:1", "right:2"]


def test_more_than_there_are_is_refused(stock):
    with pytest.raises(ValueError, match="10 of raid are asked for, 9 are left"):
        stock.take(Selection(("raid",), count=10))
