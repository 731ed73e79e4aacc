"""The cards and tokens of Arena: Roma II against the facts of the published game, and our values against each other."""

import re
from collections import Counter
from pathlib import Path

import pytest

from generator.base.units import MM
from generator.load.game_loader import load

FOLDER = Path(__file__).parents[2] / "data" / "arena"

# Cost / defence, with a star where the value is ours; dice to act; copies, which are ours throughout.
CARDS = """\
DECURIO              6*/3*  1  x2
TUBA                 4*/4*  0  x2
VENEFICUS            8*/2*  1  x1
ELEPHANTUS MILITARIS 8*/5*  1  x1
MAECENAS             7*/3*  1  x2
MAGISTER             5 /3   1  x2
PICTOR               4*/4*  1  x2
PHILOSOPHUS          5*/4*  1  x1
PRAEDATOR            4*/4*  1  x2
EQUITATUS            6*/4*  1  x1
RESTAURATOR          4*/3*  1  x2
MERCENARIUS          5*/5*  1  x2
SPECULATOR           5*/2*  1  x2
TEMPLARIUS           6*/2*  1  x2
BESTIA               6*/3*  1  x2
AQUAEDUCTUS          4*/5*  1  x2
ARENA                8*/5*  1  x1
FONS BACCHI          4 /4   0  x2
BALLISTA             6 /4   1  x2
FORTUNA              2*/3*  1  x2
FORUM                5 /5   2  x3
TRIREMIS             3 /5   1  x2
PORTUS               4*/4*  1  x2
CASTRA               3*/5*  1  x2
STATUA JOVIS         5*/4*  1  x1
CARRUS BOVINUS       5*/3*  1  x1
OFFERTORIUM          4*/5*  1  x2
ARIES                8*/3*  1  x1
TABERNA              7 /3*  1  x2
VIA CASSIA           4*/3*  1  x2
TELONIUM             3*/3*  0  x2
"""


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture(scope="module")
def deck(game):
    return [*game.component("characters").pieces, *game.component("buildings").pieces]


def sources(piece):
    """Where each column of a row comes from, by column; the row's own source under ''."""
    default, *others = piece.row.cells["provenance"].split()
    return {"": default, **dict(other.split("=") for other in others)}


def test_every_component_has_its_pieces(game):
    counts = {component.id: component.count for component in game.components if component.kind in {"cards", "tokens"}}

    assert counts == {
        "characters": 26,
        "buildings": 29,
        "bar_end": 1,
        "bar": 4,
        "victory_points": 36,
        "money": 44,
    }


def test_deck_has_15_characters_and_16_buildings(game, deck):
    assert [len(game.component(id_).pieces) for id_ in ("characters", "buildings")] == [15, 16]
    assert sum(piece.copies for piece in deck) == 55


@pytest.mark.parametrize("type_", ["character", "building"])
def test_type_is_that_of_the_component(game, type_):
    assert {piece.row.cells["type"] for piece in game.component(f"{type_}s").pieces} == {type_}


def test_cards_have_known_values_and_mark_ours(deck):
    lines = []
    for piece in deck:
        cells = piece.row.cells
        star = {name: "*" if sources(piece).get(name) == "house" else " " for name in ("cost", "defence")}
        values = f"{cells['cost']}{star['cost']}/{cells['defence']}{star['defence']}"
        lines.append(f"{cells['latin']:<21}{values}  {cells['dice']}  x{piece.copies}")

    assert "\n".join(lines) + "\n" == CARDS


def test_copies_are_marked_as_ours(deck):
    assert {sources(piece)["copies"] for piece in deck} == {"house"}


def test_means_are_near_those_of_the_first_roma(deck):
    costs, defences = (
        sum(piece.row.cells[column] * piece.copies for piece in deck) / 55 for column in ("cost", "defence")
    )

    assert (round(costs, 2), round(defences, 2)) == (4.87, 3.73)


def test_no_defence_is_beyond_the_die(deck):
    assert max(piece.row.cells["defence"] for piece in deck) == 5


@pytest.mark.parametrize(
    ("character", "building"),
    [("decurio", "ballista"), ("veneficus", "aries"), ("praedator", "offertorium")],
)
def test_twins_cost_the_same_and_stone_is_tougher(deck, character, building):
    cells = {piece.id: piece.row.cells for piece in deck}

    assert cells[character]["cost"] == cells[building]["cost"]
    assert cells[character]["defence"] + 1 == cells[building]["defence"]


def test_cards_that_always_act_say_so(deck):
    for piece in deck:
        effect, dice = piece.row.cells["effect"], piece.row.cells["dice"]

        assert effect["en"].startswith("Always active:") == (dice == 0), piece.id
        assert effect["ja"].startswith("常時有効。") == (dice == 0), piece.id


def test_effects_settled_by_us_are_marked(deck):
    marked = {piece.id for piece in deck if sources(piece).get("effect") == "house"}

    assert marked == {"tuba", "mercenarius", "portus", "praedator"}


def test_every_ruling_on_a_card_has_a_note(game):
    rulings = {row.id for row in game.tables["notes"] if row.cells["kind"] == "ruling"}

    assert rulings >= {"tuba", "mercenarius", "portus", "praedator", "magister", "tie"}


def test_names_and_short_ids_never_repeat(game, deck):
    labels = [piece.label for component in game.components for piece in component.pieces]

    assert len(set(labels)) == len(labels)
    for language in ("en", "ja"):
        assert len({piece.row.cells["name"][language] for piece in deck}) == 31


def test_effects_show_the_same_icons_in_both_languages(deck):
    for piece in deck:
        effect = piece.row.cells["effect"]
        icons = {language: Counter(re.findall(r"\{\w+\}", effect[language])) for language in effect}

        assert icons["en"] == icons["ja"], piece.id


def test_bar_shows_nine_icons_on_five_parts(game):
    parts = [piece.row.cells["icons"] for id_ in ("bar_end", "bar") for piece in game.component(id_).pieces]

    assert [icon for part in parts for icon in part] == list(game.tables["bar_icons"])
    assert [len(part) for part in parts] == [1, 2, 2, 2, 2]


def test_seven_icons_hold_a_card(game):
    places = [row.id for row in game.tables["bar_icons"] if row.cells["place"]]

    assert places == ["bribery", "one", "two", "three", "four", "five", "six"]


def test_icons_of_the_bar_are_as_wide_as_a_card(game):
    card, end, bar = (game.component(id_).trim.width for id_ in ("characters", "bar_end", "bar"))

    assert end == card
    assert bar == pytest.approx(2 * card)


def test_points_in_play_are_36(game):
    pieces = game.component("victory_points").pieces
    play = {piece.row.cells["value"]: piece.copies for piece in pieces if not piece.row.cells["change"]}
    change = [(piece.row.cells["value"], piece.copies) for piece in pieces if piece.row.cells["change"]]

    assert play == {1: 20, 2: 8}
    assert sum(value * copies for value, copies in play.items()) == 36
    assert change == [(1, 8)]


def test_money_comes_in_three_metals(game):
    coins = {
        piece.row.cells["metal"]: (piece.row.cells["value"], piece.copies) for piece in game.component("money").pieces
    }

    assert coins == {"bronze": (1, 20), "silver": (2, 12), "gold": (5, 12)}
    assert sum(value * copies for value, copies in coins.values()) == 104


def test_dice_are_three_each_and_one_of_battle(game):
    dice = {piece.id: (piece.copies, piece.row.cells["pip"]) for piece in game.component("dice").pieces}

    assert dice == {"action_red": (3, "round"), "action_blue": (3, "square"), "battle": (1, "diamond")}


def test_opposite_sides_of_a_die_make_seven(game):
    for piece in game.component("dice").pieces:
        sides = [piece.row.cells[f"face{n}"].cells["number"] for n in range(1, 7)]

        assert sorted(sides) == [1, 2, 3, 4, 5, 6]
        assert [one + other for one, other in zip(sides[:3], sides[:2:-1], strict=True)] == [7, 7, 7]


def test_tiles_and_coins_differ_in_shape(game):
    assert game.component("victory_points").shape != game.component("money").shape


@pytest.mark.parametrize(
    ("card", "language", "names"),
    [("arena", "en", ["ARENA"]), ("forum", "en", ["FORUM"]), ("forum", "ja", ["議事堂", "FORUM"])],
)
def test_name_that_both_languages_spell_alike_stands_once(draw_face, runs, card, language, names):
    face = draw_face("arena", "buildings", card, language)

    assert [text for text, rect in runs(face) if 48 * MM < rect.y < 59 * MM] == names


def test_die_that_stands_for_any_number_is_blank():
    icon = (FOLDER.parents[1] / "templates" / "icons" / "die.svg").read_text("utf-8")

    assert "<circle" not in icon
    assert 'fill="currentColor"' not in icon
