"""The score pads of four games: worked examples of their rules, and everything in its place, large enough to write in."""

from pathlib import Path

import pytest

from generator.base.geometry import Rect
from generator.base.units import to_mm
from generator.load.game_loader import load
from generator.model.sheet import Book
from generator.scoresheets.judge.legality import find_flaws

DATA = Path(__file__).parents[2] / "data"
GAMES = {"glory-to-rome": ["score"], "concordia": ["score"], "aquileia": ["score"], "arena": ["score"]}
PLAYERS = {"glory-to-rome": 5, "concordia": 5, "aquileia": 5, "arena": 2}
SMALLEST = 5.5
"""Sides of a box that a pencil needs, in millimetres."""


@pytest.fixture(scope="module")
def games():
    return {name: load(DATA / name) for name in GAMES}


@pytest.fixture(scope="module")
def reckon(games):
    """The values of a game's sheets on a state that no rule forbids."""

    def of(name, **state):
        book = Book.of(games[name].sheets.values())
        assert find_flaws(book, state) == ()
        return book.calculate(state)

    return of


@pytest.mark.parametrize("name", GAMES)
def test_pad_has_a_column_for_every_player(games, name):
    sheet = games[name].sheets["score"]

    assert [piece.id for piece in games[name].component("score_pad").pieces] == GAMES[name]
    assert [column.id for column in sheet.columns] == [f"p{n}" for n in range(1, PLAYERS[name] + 1)]
    assert all(len(track.boxes) == PLAYERS[name] for track in sheet.tracks)


@pytest.mark.parametrize("name", GAMES)
def test_every_box_is_large_enough_to_write_in(games, name):
    pad = games[name].component("score_pad")

    for id_ in GAMES[name]:
        sheet, layout = games[name].sheets[id_], games[name].layouts[id_]
        assert (layout.columns, layout.rows) == (round(to_mm(pad.trim.width)), round(to_mm(pad.trim.height)))
        places = [Rect(*place) for place in (*layout.boxes.values(), *layout.values.values())]
        assert min(min(place.width, place.height) for place in places) >= SMALLEST
        assert {*layout.values} == {value.id for value in sheet.values}


def test_glory_to_rome_example_of_the_rules(reckon):
    mine = {"influence_p1": 9, "marble_p1": 2, "stone_p1": 1, "wood_p1": 1, "statue_p1": 1, "wall_p1": 5}

    values = reckon("glory-to-rome", **mine, marble_p2=1, stone_p3=1, wood_p4=1)

    assert (values["vault_p1"], values["chips_p1"], values["total_p1"]) == (10, 3, 27)
    assert (values["vault_p2"], values["chips_p2"]) == (3, 0)


@pytest.mark.parametrize(
    ("cards", "chips"),
    [((0, 0, 0), (0, 0, 0)), ((1, 0, 0), (3, 0, 0)), ((2, 2, 1), (0, 0, 0)), ((1, 2, 4), (0, 0, 3))],
)
def test_chip_goes_to_the_most_cards_and_to_nobody_in_a_tie(reckon, cards, chips):
    values = reckon("glory-to-rome", **{f"brick_p{n}": count for n, count in enumerate(cards, 1)})

    assert tuple(values[f"chips_p{n}"] for n in (1, 2, 3)) == chips


@pytest.mark.parametrize(("cards", "points"), [(0, 0), (1, 0), (2, 1), (5, 2), (30, 15)])
def test_wall_gives_a_point_for_every_two_cards(reckon, cards, points):
    assert reckon("glory-to-rome", wall_p5=cards)["total_p5"] == points


def test_concordia_example_of_the_rules(reckon):
    worth = {
        "vesta_sestertii": 27,
        "jupiter_houses": 9,
        "saturnus_provinces": 8,
        "mercurius_kinds": 4,
        "mars_colonists": 5,
    }
    cards = {"vesta": 1, "jupiter": 5, "saturnus": 4, "mercurius": 2, "mars": 3}
    state = worth | {f"{god}_cards": count for god, count in cards.items()} | {"smith": 3, "concordia": 1}

    values = reckon("concordia", **{f"{id_}_p3": count for id_, count in state.items()})

    gods = ("vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva", "total")
    assert [values[f"{god}_p3"] for god in gods] == [2, 45, 32, 16, 30, 9, 141]
    assert values["total_p1"] == 0


@pytest.mark.parametrize(
    ("specialist", "points"), [("mason", 3), ("farmer", 3), ("smith", 3), ("vintner", 4), ("weaver", 5)]
)
def test_minerva_gives_for_each_specialist_by_itself(reckon, specialist, points):
    assert reckon("concordia", **{f"{specialist}_p2": 4})["total_p2"] == 4 * points


def test_aquileia_example_of_the_rules(reckon):
    values = reckon("aquileia", blue_villas_p4=16, blue_laurels_p4=2, stadium_p4=5, white_villas_p4=8, track_p4=60)

    assert (values["blue_p4"], values["white_p4"], values["total_p4"]) == (32, 0, 60 + 37)


def test_arena_counts_what_the_supply_still_owes(reckon):
    values = reckon("arena", vp_1_p1=20, owed_1_p1=3, vp_1_p2=16, vp_2_p1=5, vp_2_p2=5, vp_3_p2=1)

    assert (values["points_1_p1"], values["points_1_p2"]) == (23, 16)
    assert (values["wins_p1"], values["wins_p2"]) == (1, 1)


@pytest.mark.parametrize(
    ("die", "modifier", "defence", "result", "out"), [(4, 1, 5, 5, 1), (3, 1, 5, 4, 0), (6, -2, 3, 4, 1)]
)
def test_battle_discards_at_the_defence(reckon, die, modifier, defence, result, out):
    values = reckon("arena", die_b2=die, modifier_b2=modifier, defence_b2=defence, card_b2="FORUM")

    assert (values["result_b2"], values["discarded_b2"]) == (result, out)
    assert (values["result_b1"], values["discarded_b1"]) == (0, 0)


@pytest.mark.parametrize(
    ("name", "state", "box"),
    [
        ("glory-to-rome", {"marble_p1": 20, "marble_p4": 5}, "marble_p4"),
        ("concordia", {"concordia_p1": 1, "concordia_p2": 1}, "concordia_p2"),
        ("concordia", {"saturnus_provinces_p1": 13}, "saturnus_provinces_p1"),
        ("aquileia", {"stadium_p1": 17, "stadium_p2": 10}, "stadium_p2"),
        ("aquileia", {"purple_villas_p1": 18, "purple_villas_p2": 14}, "purple_villas_p2"),
        ("arena", {"vp_2_p1": 30, "vp_2_p2": 10}, "vp_2_p2"),
    ],
)  # fmt: skip
def test_more_than_there_is_is_told(games, name, state, box):
    (flaw,) = find_flaws(Book.of(games[name].sheets.values()), state)

    assert flaw.boxes == (box,)
