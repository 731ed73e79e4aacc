"""The cards of Glory to Rome against the facts of the I.V edition."""

import re
from collections import Counter
from pathlib import Path

import pytest

from generator.base.geometry import Rect
from generator.base.units import MM
from generator.load.game_loader import load

FOLDER = Path(__file__).parents[2] / "data" / "glory-to-rome"

COLOURS = """\
yellow  rubble    laborer    1  4 kinds x 6
brown   wood      craftsman  1  4 kinds x 6
grey    concrete  architect  2  8 kinds x 3
red     brick     legionary  2  8 kinds x 3
blue    stone     merchant   3  8 kinds x 3
purple  marble    patron     3  8 kinds x 3
"""

BUILDINGS = """\
rubble: Bar, Insula, Latrine, Road
wood: Circus, Dock, Market, Palisade
concrete: Amphitheatre, Aqueduct, Bridge, Senate, Storeroom, Tower, Vomitorium, Wall
brick: Academy, Archway, Atrium, Bath, Foundry, Gate, School, Shrine
stone: Catacomb, Circus Maximus, Coliseum, Garden, Prison, Scriptorium, Sewer, Villa
marble: Basilica, Forum, Fountain, Ludus Magna, Palace, Stairway, Statue, Temple
"""


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture(scope="module")
def orders(game):
    return game.component("orders").pieces


def kinds(orders, material):
    return [piece for piece in orders if piece.row.cells["material"].id == material]


def test_deck_has_187_cards(game):
    counts = {component.id: component.count for component in game.components}

    ours = [counts.pop(id_) for id_ in ("rules", "reference", "score_pad", "order_box", "site_box")]
    assert (ours, counts.pop("player_boards")) == ([1, 1, 4, 1, 1], 5)
    assert counts == {"orders": 144, "sites": 36, "jacks": 6, "leader": 1, "rome_demands": 1, "chips": 6}
    assert counts["orders"] + counts["sites"] + counts["jacks"] + counts["leader"] == 187


def test_every_colour_has_its_kinds_and_copies(game, orders):
    lines = []
    for material in game.tables["materials"]:
        cells, pieces = material.cells, kinds(orders, material.id)
        (copies,) = {piece.copies for piece in pieces}
        head = f"{cells['colour']:<8}{material.id:<10}{cells['role'].id:<11}{cells['value']}"
        lines.append(f"{head}  {len(pieces)} kinds x {copies}")

    assert "\n".join(lines) + "\n" == COLOURS


def test_every_material_has_its_buildings(game, orders):
    lines = [
        f"{material.id}: {', '.join(piece.row.cells['name']['en'] for piece in kinds(orders, material.id))}"
        for material in game.tables["materials"]
    ]

    assert "\n".join(lines) + "\n" == BUILDINGS


@pytest.mark.parametrize("language", ["en", "ja"])
def test_forty_buildings_have_forty_names(orders, language):
    names = {piece.row.cells["name"][language] for piece in orders}

    assert len(names) == 40


def test_every_colour_has_24_cards(orders):
    cards = Counter()
    coins = Counter()
    for piece in orders:
        colour = piece.row.cells["material"].cells["colour"]
        cards[colour] += piece.copies
        coins[colour] += piece.copies * piece.row.cells["value"]

    assert set(cards.values()) == {24}
    assert coins == {"yellow": 24, "brown": 24, "grey": 48, "red": 48, "blue": 72, "purple": 72}


@pytest.mark.parametrize("component", ["orders", "sites"])
def test_value_is_that_of_the_material(game, component):
    for piece in game.component(component).pieces:
        assert piece.row.cells["value"] == piece.row.cells["material"].cells["value"], piece.id


@pytest.mark.parametrize(("component", "copies"), [("sites", 6), ("chips", 1)])
def test_every_material_has_its_sites_and_chip(game, component, copies):
    counts = {piece.row.cells["material"].id: piece.copies for piece in game.component(component).pieces}

    assert counts == {material.id: copies for material in game.tables["materials"]}


def test_chips_are_worth_three_points(game):
    assert {piece.row.cells["points"] for piece in game.component("chips").pieces} == {3}


def test_jacks_come_in_two_kinds_of_three(game):
    assert [piece.copies for piece in game.component("jacks").pieces] == [3, 3]


def test_leader_lists_every_role_and_rome_every_material(game):
    leader, demands = (game.component(id_).pieces[0].row.cells for id_ in ("leader", "rome_demands"))

    assert leader["roles"] == game.tables["roles"]
    assert demands["materials"] == game.tables["materials"]


def test_board_has_a_zone_at_each_edge_and_every_role(game):
    (board,) = (piece.row.cells for piece in game.component("player_boards").pieces)

    assert {zone.id: zone.cells["side"] for zone in board["zones"]} == {
        "influence": "top",
        "clientele": "left",
        "stockpile": "bottom",
        "vault": "right",
        "played": "middle",
    }
    roles = {board["thinker"].id, *(material.cells["role"].id for material in board["materials"])}
    assert roles == {role.id for role in game.tables["roles"]}


def test_board_reminds_of_the_right_numbers(game):
    (board,) = (piece.row.cells for piece in game.component("player_boards").pieces)

    assert {each.id: each.cells["number"] for each in board["reminders"]} == {"influence": 2, "hand": 5, "petition": 3}
    assert [step.cells["number"] for step in board["turn"]] == [1, 2, 3, 4]


def test_every_role_but_thinker_has_a_colour(game):
    roles = {role.id for role in game.tables["roles"]}
    with_colour = {material.cells["role"].id for material in game.tables["materials"]}

    assert roles - with_colour == {"thinker"}


def test_cards_of_other_editions_are_left_out(orders):
    names = {piece.row.cells["name"]["en"] for piece in orders}

    assert names >= {"Circus", "Coliseum", "Forum", "Senate"}
    assert not names & {"Crane", "Domus Aurea", "Forum Romanum", "Tribunal", "Castra", "Domus", "Watch Post"}


def test_short_ids_run_in_order_and_never_repeat(game, orders):
    labels = [piece.label for component in game.components for piece in component.pieces]

    assert [piece.label for piece in orders] == [f"O{n:02}" for n in range(1, 41)]
    assert len(set(labels)) == len(labels)


def test_completion_effects_say_so(orders):
    for piece in orders:
        effect, trigger = piece.row.cells["effect"], piece.row.cells["trigger"].id

        assert effect["en"].startswith("When finished:") == (trigger == "completion"), piece.id
        assert effect["ja"].startswith("完成時：") == (trigger == "completion"), piece.id


@pytest.mark.parametrize("language", ["en", "ja"])
def test_effects_name_roles_by_icon_and_word(game, orders, language):
    roles = {role.id: role.cells["caps"] for role in game.tables["roles"]}
    for piece in orders:
        effect = piece.row.cells["effect"][language]
        marked = re.findall(r"\{role_(\w+)\}\*\*(\w+?)\*\*", effect)

        assert all(roles[id_] == word for id_, word in marked), piece.id
        assert Counter(re.findall(r"\{role_|\*\*[A-Z]+\*\*", effect)).total() == 2 * len(marked), piece.id


def test_effects_show_the_same_icons_in_both_languages(orders):
    for piece in orders:
        effect = piece.row.cells["effect"]
        icons = {language: Counter(re.findall(r"\{\w+\}", effect[language])) for language in effect}

        assert icons["en"] == icons["ja"], piece.id


@pytest.mark.parametrize("language", ["en", "ja"])
def test_played_card_covers_only_what_names_its_place(game, draw_face, runs, language):
    card = Rect(115.1 * MM, 27 * MM, 63 * MM, 88 * MM)
    board = draw_face("glory-to-rome", "player_boards", "camp", language)
    (place,) = (zone.cells for zone in game.tables["zones"] if zone.cells["side"] == "middle")

    covered = [text.strip() for text, rect in runs(board) if rect.overlaps(card)]

    said = f"{place['name'][language].upper()} {place['text'][language]} B1"
    assert covered
    assert [text for text in covered if text not in said] == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_letters_of_the_player_board_never_touch(draw_face, overlapping_letters, language):
    assert overlapping_letters(draw_face("glory-to-rome", "player_boards", "camp", language)) == []


@pytest.mark.parametrize("box", ["order_box", "site_box"])
def test_signs_of_a_box_leave_the_number_of_its_cards_in_view(draw_face, runs, icons, box):
    face = draw_face("glory-to-rome", box, box, "en")
    numbers = [rect for text, rect in runs(face) if re.match(r"\d+ ", text)]

    assert len(numbers) == 2
    assert [rect for rect in numbers if any(rect.overlaps(sign) for sign in icons(face))] == []
