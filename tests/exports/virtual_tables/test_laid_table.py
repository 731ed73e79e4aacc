"""Where the pieces of a game lie."""

from collections import Counter

import pytest

from generator.base.records import replace
from generator.exports.virtual_tables.laid_table import bounds, lay_table
from generator.load.game_loader import load
from generator.load.game_locations import data_root, sample, shipped_games
from generator.load.virtual_tables.table_setup_reader import read_table_setup
from generator.model.virtual_tables.piece_stock import LAID_KINDS
from generator.model.virtual_tables.table_setup import Seat, Selection, SetupEntry, TableSetup


@pytest.fixture(scope="module")
def tables():
    """Every shipped game, set up."""
    games = [load(data_root() / name) for name in shipped_games()]
    return {game.id: (game, lay_table(game, read_table_setup(game))) for game in games}


def counted(game, table):
    """The pieces that lie on a table, of the kinds that are counted."""
    kinds = {it.id: it.kind for it in game.components}
    copies = (copy for laid in table.objects for copy in laid.copies)
    return Counter((it.component, it.piece) for it in copies if kinds[it.component] in LAID_KINDS)


def of_data(game):
    laid = [it for it in game.components if it.kind in LAID_KINDS]
    return Counter({(it.id, piece.id): piece.copies for it in laid for piece in it.pieces})


def test_every_piece_of_each_game_lies_on_its_table_once(tables):
    for game, table in tables.values():
        assert counted(game, table) == of_data(game), game.id


def test_default_table_has_every_piece_and_nothing_lies_on_anything():
    game = load(sample())
    table = lay_table(game, None)
    edges = [bounds(it) for it in table.objects]

    assert counted(game, table) == of_data(game)
    assert {it.form for it in table.objects} == {"pile", "piece"}
    lefts, tops, rights, feet = zip(*edges, strict=True)
    assert (min(lefts), min(tops)) == pytest.approx((-max(rights), -max(feet)), abs=0.01)
    assert not [
        (one, other)
        for at, one in enumerate(edges)
        for other in edges[at + 1 :]
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]


def test_a_game_of_which_nothing_can_be_laid_has_an_empty_table():
    game = replace(load(sample()), components=())
    assert lay_table(game, None).objects == ()


def test_what_a_game_says_of_its_setup_is_so(tables):
    _, table = tables["glory-to-rome"]
    hands = [it for it in table.objects if it.form == "hand"]
    piles = [it for it in table.objects if it.form == "pile"]

    assert [Counter(copy.component for copy in hand.copies) for hand in hands] == [{"jacks": 1, "orders": 4}] * 5
    assert {hand.seat for hand in hands} == {0, 1, 2, 3, 4}
    # 144 order cards less five hands of four and five cards of the pool
    assert [len(it.copies) for it in piles if it.copies[0].component == "orders"] == [119]
    assert [(len(it.copies), it.face_up) for it in piles if it.copies[0].component == "sites"] == [(5, True)] * 6


def test_places_on_a_board_are_measured_from_its_corner(tables):
    _, table = tables["aquileia"]
    city = next(it for it in table.objects if it.copies[0].component == "city")
    deck = next(it for it in table.objects if it.copies[0].component == "servi")

    assert (city.x, city.y) == (0, 0)
    assert (deck.x, deck.y) == pytest.approx((-280 + 409 + 22, -200 + 177.6 + 34))


def test_objects_turn_with_their_seat():
    game = load(sample())
    setup = TableSetup(
        seats=(Seat((100, 0), 90), Seat((0, -100), 180)),
        each_player=(SetupEntry((Selection(("raid",), count=1),), "spread", ((0, 0),)),),
    )
    one, other = [it for it in lay_table(game, setup).objects if it.seat is not None]

    assert (one.x, one.y, one.turn) == (100 - 44, 31.5, 90)
    assert (other.x, other.y, other.turn) == (-31.5, -100 - 44, 180)
    assert bounds(one) == pytest.approx((100 - 88, 0, 100, 63))


def test_objects_of_an_entry_lie_in_lines(tables):
    game, _ = tables["glory-to-rome"]
    entry = SetupEntry((Selection(("orders",), count=4),), "spread", ((10, 20),), step=(7, 9), across=3)
    laid = [
        it
        for it in lay_table(game, TableSetup(middle=(entry,))).objects
        if (it.form, it.copies[0].component) == ("piece", "orders")
    ]
    x, y = laid[0].x, laid[0].y

    assert [(round(it.x - x, 3), round(it.y - y, 3)) for it in laid] == [(0, 0), (7, 0), (14, 0), (0, 9)]
