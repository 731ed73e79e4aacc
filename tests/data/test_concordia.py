"""The cards, tokens and maps of Concordia against the facts of the published game."""

import math
import re
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from generator.base.units import MM
from generator.load.game_loader import load

FOLDER = Path(__file__).parents[2] / "data" / "concordia"
GOODS = ("brick", "food", "tool", "wine", "cloth")
PLAYERS = ("red", "green", "yellow", "blue", "black")

STACKS = """\
I    architect prefect mercator colonist diplomat mason farmer smith
II   architect prefect mercator colonist consul vintner weaver
III  architect prefect mercator colonist consul diplomat
IV   architect prefect colonist consul diplomat
V    prefect mercator consul diplomat
"""

COSTS = """\
architect  tool
prefect    wine
mercator   wine
colonist   food
diplomat   tool food
mason      food
farmer     brick+food
smith      brick+tool
consul     cloth
vintner    brick+wine
weaver     brick+cloth
"""

GODS_OF_THE_MARKET = """\
            2 3 4 5
vesta       0 0 0 0
jupiter     3 5 7 8
saturnus    3 5 6 7
mercurius   2 3 4 5
mars        2 3 4 5
minerva     5 5 5 5
"""

HOUSES = """\
brick  food        1 2 3 4 5
food   brick+food  2 4 6 8 10
tool   brick+tool  3 6 9 12 15
wine   brick+wine  4 8 12 16 20
cloth  brick+cloth 5 10 15 20 25
"""

TOKENS = """\
a  2 2 1 1 1
b  2 2 2 1 1
c  3 2 2 2 1
d  1 1 1 1 1
"""

IMPERIUM = """\
I     britannia   a  2
II    gallia      b  3
III   hispania    b  3
IV    germania    a  2
V     italia      d  3
VI    mauretania  b  2
VII   dacia       a  3
VIII  hellas      d  2
IX    lybia       c  2
X     asia        c  3
XI    syria       c  2
XII   aegyptus    c  3
"""

ITALIA = """\
I     venetia     a  3
II    transpadana a  2
III   liguria     a  2
IV    aemilia     b  2
V     etruria     b  2
VI    corsica     b  2
VII   umbria      c  3
VIII  campania    b  2
IX    apulia      c  2
X     lucania     c  2
XI    sicilia     c  3
"""

INLAND = {
    "imperium": "lutetia memphis napoca novaria petra sirmium vindobona",
    "italia": "bauzanum casinum comum florentia luceria mutina potentia segusio spoletum verona",
}


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture(scope="module")
def market(game):
    return [piece.row.cells for piece in game.component("market").pieces]


def of_map(game, table, map_):
    return [row for row in game.tables[table] if row.cells["map"].id == map_]


def ids(rows):
    return [row.id for row in rows]


def joined(rows):
    return "+".join(ids(rows))


PIECES = {"cards", "tokens", "standees"}


def test_every_component_has_its_pieces(game):
    counts = {component.id: component.count for component in game.components if component.kind in PIECES}

    assert counts == {
        "market": 30,
        "start": 35,
        "concordia_card": 1,
        "great_prefect": 1,
        "aids": 5,
        "city_tokens": 30,
        "bonus_markers": 24,
        "coins": 72,
        "goods": 80,
        "houses": 75,
        "land_colonists": 15,
        "sea_colonists": 15,
        "score_markers": 5,
    }


def test_game_has_72_cards_of_which_65_personalities(game):
    cards = {component.id: component.count for component in game.components if component.kind == "cards"}

    assert cards["market"] + cards["start"] == 65
    assert sum(cards.values()) == 72


def test_stacks_hold_their_cards(game, market):
    lines = []
    for stack in game.tables["stacks"]:
        cards = [card["profession"].id for card in market if card["stack"] == stack]
        lines.append(f"{stack.cells['numeral']:<5}{' '.join(cards)}")
        assert len(cards) == stack.cells["cards"]

    assert "\n".join(lines) + "\n" == STACKS


def test_market_cards_cost_their_goods(market):
    costs = {}
    for card in market:
        costs.setdefault(card["profession"].id, {})[joined(card["cost"])] = None

    assert "".join(f"{profession:<11}{' '.join(each)}\n" for profession, each in costs.items()) == COSTS


def test_everyone_begins_with_the_same_seven_cards(game):
    hands = {}
    for piece in game.component("start").pieces:
        hands.setdefault(piece.per.id, []).extend([piece.row.cells["profession"].id] * piece.copies)

    assert tuple(hands) == PLAYERS
    for hand in hands.values():
        assert hand == ["tribune", "architect", "prefect", "prefect", "mercator", "diplomat", "senator"]


def test_starting_cards_cost_nothing(game):
    assert {piece.row.cells["cost"] for piece in game.component("start").pieces} == {()}


def test_gods_of_the_market_by_players(game, market):
    lines = ["            2 3 4 5"]
    for god in game.tables["gods"]:
        cards = [card["stack"].cells["players"] for card in market if card["god"] == god]
        lines.append(
            f"{god.id:<12}{' '.join(str(sum(least <= players for least in cards)) for players in (2, 3, 4, 5))}"
        )

    assert "\n".join(lines) + "\n" == GODS_OF_THE_MARKET


def test_panel_on_the_maps_counts_the_market(game, market):
    for row in game.tables["pantheon"]:
        cards = [card["stack"].cells["players"] for card in market if card["god"] == row.cells["god"]]
        counted = tuple(sum(least <= players for least in cards) for players in row.cells["players"])

        assert row.cells["counts"] == counted, row.id


def test_gods_of_a_starting_hand(game):
    counts = Counter()
    for piece in game.component("start").pieces:
        counts[piece.row.cells["god"].id] += piece.copies

    assert counts == {"vesta": 5, "jupiter": 10, "saturnus": 10, "mercurius": 5, "mars": 5}


def test_gods_have_their_value_and_limit(game):
    rows = {god.id: god.cells for god in game.tables["gods"]}
    values = {id_: (cells["points"], cells["most_imperium"], cells["most_italia"]) for id_, cells in rows.items()}

    assert values == {
        "vesta": (1, 0, 0),
        "jupiter": (1, 15, 15),
        "saturnus": (1, 12, 11),
        "mercurius": (2, 10, 10),
        "mars": (2, 12, 12),
        "minerva": (0, 0, 0),
    }


def test_limit_of_saturn_is_the_number_of_provinces(game):
    saturn = {god.id: god.cells for god in game.tables["gods"]}["saturnus"]

    for map_ in ("imperium", "italia"):
        assert saturn[f"most_{map_}"] == len(of_map(game, "provinces", map_))


def test_specialists_score_for_their_good(market):
    specialists = [card for card in market if card["god"].id == "minerva"]
    points = {card["profession"].id: (card["good"].id, card["points"]) for card in specialists}

    assert points == {
        "mason": ("brick", 3),
        "farmer": ("food", 3),
        "smith": ("tool", 3),
        "vintner": ("wine", 4),
        "weaver": ("cloth", 5),
    }
    assert all(card["points"] == card["good"].cells["minerva"] for card in specialists)


def test_only_merchants_have_an_income(game, market):
    start = [piece.row.cells for piece in game.component("start").pieces]

    for cards, income in ((market, 5), (start, 3)):
        assert {card["profession"].id for card in cards if card["income"]} == {"mercator"}
        assert {card["income"] for card in cards} == {0, income}


def test_goods_cost_three_to_seven(game):
    assert {good.id: good.cells["price"] for good in game.tables["goods"]} == dict(zip(GOODS, range(3, 8), strict=True))


def test_houses_cost_more_in_fuller_cities(game):
    lines = []
    for row in game.tables["costs"]:
        cells = row.cells
        times = " ".join(map(str, cells["times"]))
        lines.append(f"{cells['good'].id:<7}{joined(cells['goods']):<12}{times}")
        assert cells["times"] == tuple(cells["money"] * houses for houses in range(1, 6))

    assert "\n".join(lines) + "\n" == HOUSES


def test_city_tokens_by_letter(game):
    counts = Counter()
    for piece in game.component("city_tokens").pieces:
        cells = piece.row.cells
        counts[cells["letter"], cells["good"].id] = piece.copies
        assert cells["cost"].cells["good"] == cells["good"]

    lines = [f"{letter}  {' '.join(str(counts[letter, good]) for good in GOODS)}\n" for letter in "abcd"]
    assert "".join(lines) == TOKENS


@pytest.mark.parametrize(("map_", "letters"), [("imperium", "abcd"), ("italia", "abc")])
def test_every_city_has_its_token(game, map_, letters):
    cities = Counter(row.cells["letter"] for row in of_map(game, "cities", map_) if not row.cells["capital"])
    tokens = Counter()
    for piece in game.component("city_tokens").pieces:
        tokens[piece.row.cells["letter"]] += piece.copies

    assert cities == {letter: tokens[letter] for letter in letters}


def test_bonus_markers_show_good_and_coins(game):
    markers = {
        piece.row.cells["good"].id: (piece.copies, piece.row.cells["coins"])
        for piece in game.component("bonus_markers").pieces
    }

    assert markers == {"brick": (3, 2), "food": (6, 2), "tool": (6, 2), "wine": (5, 2), "cloth": (4, 1)}


def test_coins_come_in_four_values(game):
    pieces = game.component("coins").pieces

    assert [piece.row.cells["value"] for piece in pieces] == [1, 2, 5, 10]
    assert sum(piece.row.cells["value"] * piece.copies for piece in pieces) == 300


def test_goods_are_enough_to_begin_with(game):
    pieces = {piece.row.cells["good"].id: piece.copies for piece in game.component("goods").pieces}

    assert sum(pieces.values()) == 80
    for good in GOODS:
        assert pieces[good] - 5 * (2 if good == "food" else 1) >= 9, good


def test_coins_are_larger_the_more_they_are_worth(game):
    coins = [piece.row.cells for piece in game.component("coins").pieces]
    colours = tomllib.loads((FOLDER.parents[1] / "templates/concordia/themes/colour.toml").read_text("utf-8"))["colour"]
    faces = [colours[f"metal_{coin['metal']}_light"] for coin in coins]

    assert [coin["across"] for coin in coins] == sorted({coin["across"] for coin in coins})
    assert coins[-1]["across"] * MM == pytest.approx(game.component("coins").trim.width)
    assert all(far_apart(one, other) for one, other in combinations(faces, 2))


def far_apart(one, other):
    """Whether two colours differ at a glance, lying beside each other."""
    channels = ([int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in (one, other))
    return math.dist(*channels) > 75


def test_tokens_of_one_file_share_their_upright_cuts(game):
    assert {part.trim.width / MM for part in game.components if part.file == "tokens"} == {16}


def test_houses_stand(game):
    houses = game.component("houses")

    assert (houses.kind, houses.form) == ("standees", "tent")
    assert houses.trim.height == 2 * houses.measures["height"]


def test_every_player_has_22_pieces(game):
    pieces = Counter()
    for id_ in ("houses", "land_colonists", "sea_colonists", "score_markers"):
        for piece in game.component(id_).pieces:
            pieces[piece.per.id] += piece.copies

    assert pieces == dict.fromkeys(PLAYERS, 22)


def test_players_are_told_apart_without_colour(game):
    players = [row.cells for row in game.tables["players"]]

    for column in ("label", "emblem"):
        assert len({cells[column] for cells in players}) == 5


def test_later_seats_begin_richer(game):
    assert [row.cells["money"] for row in game.tables["seats"]] == [5, 6, 7, 8, 9]


@pytest.mark.parametrize(("map_", "table"), [("imperium", IMPERIUM), ("italia", ITALIA)])
def test_provinces_have_their_cities(game, map_, table):
    members = Counter(city.cells["province"].id for city in of_map(game, "cities", map_) if not city.cells["capital"])
    lines = []
    for province in of_map(game, "provinces", map_):
        cells = province.cells
        lines.append(f"{cells['numeral']:<6}{province.id:<12}{cells['letter']}  {members[province.id]}")

    assert "\n".join(lines) + "\n" == table


def test_cities_have_the_letter_of_their_province(game):
    cities = [city.cells for city in game.tables["cities"] if not city.cells["capital"]]

    assert len(cities) == 30 + 25
    assert all(city["letter"] == city["province"].cells["letter"] for city in cities)
    assert all(city["map"] == city["province"].cells["map"] for city in cities)


def test_rome_has_no_province_and_no_letter(game):
    capitals = [city for city in game.tables["cities"] if city.cells["capital"]]

    assert ids(capitals) == ["imperium_roma", "italia_roma"]
    assert {(city.cells["province"], city.cells["letter"]) for city in capitals} == {("", "")}


def test_boxes_of_the_province_panel_are_one_each(game):
    for map_ in ("imperium", "italia"):
        provinces = [row.cells for row in of_map(game, "provinces", map_)]
        boxes = [(row["panel_column"], row["panel_row"]) for row in provinces]

        assert len(set(boxes)) == len(boxes)
        assert boxes == sorted(boxes)
        assert [row["number"] for row in provinces] == list(range(1, len(boxes) + 1))


@pytest.mark.parametrize(("map_", "land", "sea"), [("imperium", 44, 35), ("italia", 40, 23)])
def test_routes_are_as_many_as_on_the_board(game, map_, land, sea):
    routes = of_map(game, "routes", map_)
    ends = [(row.cells["kind"], frozenset((row.cells["start"].id, row.cells["end"].id))) for row in routes]

    assert Counter(kind for kind, _ in ends) == {"land": land, "sea": sea}
    assert len(set(ends)) == len(ends)
    assert all(len(pair) == 2 for _, pair in ends)


def test_routes_join_cities_of_their_map(game):
    for row in game.tables["routes"]:
        cells = row.cells

        assert cells["start"].cells["map"] == cells["end"].cells["map"] == cells["map"], row.id


@pytest.mark.parametrize("map_", ["imperium", "italia"])
def test_every_city_is_reached_from_rome(game, map_):
    near = {}
    for row in of_map(game, "routes", map_):
        start, end = row.cells["start"].id, row.cells["end"].id
        near.setdefault(start, set()).add(end)
        near.setdefault(end, set()).add(start)
    reached, ahead = set(), [f"{map_}_roma"]
    while ahead:
        city = ahead.pop()
        reached.add(city)
        ahead += near[city] - reached

    assert reached == set(ids(of_map(game, "cities", map_)))


@pytest.mark.parametrize("map_", ["imperium", "italia"])
def test_inland_cities_have_no_sea_route(game, map_):
    ports = set()
    for row in of_map(game, "routes", map_):
        if row.cells["kind"] == "sea":
            ports |= {row.cells["start"].id, row.cells["end"].id}
    inland = sorted(set(ids(of_map(game, "cities", map_))) - ports)

    assert inland == [f"{map_}_{city}" for city in INLAND[map_].split()]


def distance(one, other):
    """Kilometres between two cities over the globe."""
    here, there = ((math.radians(city.cells["lat"]), math.radians(city.cells["lon"])) for city in (one, other))
    across = math.cos(here[0]) * math.cos(there[0]) * math.sin((there[1] - here[1]) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(math.sin((there[0] - here[0]) / 2) ** 2 + across))


@pytest.mark.parametrize(("map_", "farthest"), [("imperium", 1250), ("italia", 460)])
def test_routes_join_places_that_are_near(game, map_, farthest):
    for row in of_map(game, "routes", map_):
        assert 40 < distance(row.cells["start"], row.cells["end"]) < farthest, row.id


def test_cities_of_both_maps_lie_in_one_place(game):
    places = {}
    for city in game.tables["cities"]:
        name = city.id.removeprefix("imperium_").removeprefix("italia_")
        places.setdefault(name, set()).add((city.cells["lat"], city.cells["lon"]))

    assert all(len(place) == 1 for place in places.values())
    assert len(places) == 54


def test_places_of_the_display_cost_more_to_the_right(game):
    places = [row.cells["surcharge"] for row in game.tables["market_places"]]

    assert places == [(), ("any",), ("any",), ("cloth",), ("cloth",), ("any", "cloth"), ("cloth", "cloth")]


def test_storehouse_has_twelve_slots(game):
    slots = [row.cells for row in game.tables["slots"]]

    assert {(cells["row"], cells["column"]) for cells in slots} == {(y, x) for y in (1, 2) for x in range(1, 7)}
    assert Counter(cells["colonist"] for cells in slots) == {"land": 2, "sea": 2, "": 8}


def test_two_slots_are_empty_to_begin_with(game):
    storehouses = game.component("storehouses").pieces
    (cells,) = {piece.row.source: piece.row.cells for piece in storehouses}.values()

    assert tuple(piece.per.id for piece in storehouses) == PLAYERS
    assert ids(cells["setup"]) == ["brick", "food", "food", "tool", "wine", "cloth"]
    assert sum(not slot.cells["colonist"] for slot in cells["slots"]) - len(cells["setup"]) == 2


def test_score_track_turns_at_its_corners(game):
    (track,) = (row.cells for row in game.tables["tracks"])
    sides = [after - before for before, after in zip(track["corners"], (*track["corners"][1:], 100), strict=True)]

    assert (track["first"], track["last"]) == (0, 99)
    assert sides == [20, 30, 20, 30]


def test_short_ids_never_repeat(game):
    labels = [piece.label for component in game.components for piece in component.pieces]

    assert len(set(labels)) == len(labels)
    assert [piece.label for piece in game.component("market").pieces] == [f"M{n:02}" for n in range(1, 31)]


def test_effects_show_the_same_icons_in_both_languages(game):
    for component in game.components:
        for piece in component.pieces:
            for column in piece.row.rich:
                text = piece.row.cells[column]
                icons = {language: Counter(re.findall(r"\{\w+\}", text[language])) for language in text}

                assert icons["en"] == icons["ja"], piece.id
