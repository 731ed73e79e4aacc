"""The cards of Hadrian's Wall against the facts of the published game."""

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from generator.load.game_loader import load

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "data" / "hadrians-wall"
ITEMS = ("soldier", "builder", "servant", "civilian", "resource")

PLAYER_CARDS = """\
01 engineer    2 4 6   .1..1 2 l
02 merchant    4 6 8   ...11 4 o
03 ranger      1 3 5   1.... 6 i
04 forager     3 6 9   ..1.1 3 t
05 pontiff     1 2 3   ..2.. 2 t
06 trainer     4 8 12  ..1.1 4 s
07 defender    1 2 3   .1..1 1 l
08 fighter     1 2 3   1.... 5 o
09 architect   1 2 3   ....2 2 i
10 aristocrat  4 2 0   .1.1. 1 t
11 planner     2 4 5   ..11. 1 s
12 vanguard    1 2 3   .1.1. 2 s
"""

PATTERNS = {
    "l": "..#\n###",
    "o": "##\n##",
    "i": "####",
    "t": ".#.\n###",
    "s": ".##\n##.",
}


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture(scope="module")
def fate(game):
    """The cells of every fate card, the direction as a plain word."""
    rows = [piece.row.cells for piece in game.component("fate").pieces]
    return [{**cells, "direction": cells["direction"].id} for cells in rows]


@pytest.fixture(scope="module")
def player_cards(game):
    """The twelve cards of the first player's set."""
    return [piece.row for piece in game.component("player_cards").pieces if piece.per.id == "blue"]


def values(card):
    return tuple(card[name] for name in ("direction", "damage", "goods", *ITEMS))


def counted(fate, *names):
    return Counter(tuple(card[name] for name in names) for card in fate)


def table(fate, row, column):
    """How often each value of one column meets each of another: `{left: {1: 4, …}}`, without zeros."""
    cells = {}
    for (one, other), count in counted(fate, row, column).items():
        cells.setdefault(one, {})[other] = count
    return cells


def test_fate_has_48_different_cards(fate):
    assert len(fate) == 48
    assert len({values(card) for card in fate}) == 48


def test_every_fate_card_gives_eight_items(fate):
    assert {sum(card[item] for item in ITEMS) for card in fate} == {8}


def test_fate_cards_are_told_by_number(game):
    pieces = game.component("fate").pieces

    assert [piece.label for piece in pieces] == [f"F{n:02}" for n in range(1, 49)]
    assert {piece.copies for piece in pieces} == {1}


def test_fate_cards_of_a_family_differ_in_goods_only(fate):
    families = [{(*values(card)[:2], *values(card)[3:]) for card in fate[column::12]} for column in range(12)]

    assert [len(family) for family in families] == [1] * 12
    assert len(set.union(*families)) == 12


@pytest.mark.parametrize(
    ("column", "counts"),
    [
        ("direction", {"left": 16, "center": 16, "right": 16}),
        ("goods", {1: 12, 2: 12, 3: 8, 4: 8, 5: 4, 6: 4}),
        ("damage", {1: 16, 2: 20, 3: 12}),
        ("soldier", {1: 20, 2: 28}),
        ("builder", {1: 16, 2: 24, 3: 8}),
        ("servant", {1: 16, 2: 20, 3: 12}),
        ("civilian", {1: 32, 2: 16}),
        ("resource", {0: 4, 1: 24, 2: 20}),
    ],
)
def test_fate_values_are_dealt_out(fate, column, counts):
    assert {value: count for (value,), count in counted(fate, column).items()} == counts


def test_fate_totals_of_items(fate):
    totals = {item: sum(card[item] for card in fate) for item in ITEMS}

    assert totals == {"soldier": 76, "builder": 88, "servant": 92, "civilian": 64, "resource": 64}


def test_fate_directions_by_damage(fate):
    assert table(fate, "direction", "damage") == {
        "left": {1: 4, 2: 4, 3: 8},
        "center": {1: 4, 2: 8, 3: 4},
        "right": {1: 8, 2: 8},
    }


def test_fate_directions_by_goods(fate):
    assert table(fate, "direction", "goods") == {
        "left": {1: 4, 2: 4, 3: 3, 4: 3, 5: 1, 6: 1},
        "center": {1: 4, 2: 4, 3: 3, 4: 2, 5: 2, 6: 1},
        "right": {1: 4, 2: 4, 3: 2, 4: 3, 5: 1, 6: 2},
    }


def test_fate_damage_by_goods(fate):
    assert table(fate, "damage", "goods") == {
        1: {1: 4, 2: 4, 4: 4, 6: 4},
        2: {1: 5, 2: 5, 3: 5, 4: 2, 5: 3},
        3: {1: 3, 2: 3, 3: 3, 4: 2, 5: 1},
    }


def test_player_cards_are_as_published(player_cards):
    lines = []
    for n, row in enumerate(player_cards, 1):
        cells = row.cells
        steps = " ".join(str(cells[step]) for step in ("t1", "t2", "t3"))
        gains = "".join(str(cells[item] or ".") for item in ITEMS)
        lines.append(f"{n:02} {row.id:<12}{steps:<8}{gains} {cells['goods']} {cells['pattern'].id}")

    assert "\n".join(lines) + "\n" == PLAYER_CARDS


def test_only_the_aristocrat_counts_down(player_cards):
    assert [row.id for row in player_cards if row.cells["comparator"] == "at_most"] == ["aristocrat"]


def test_player_thresholds_rise_to_three_points(player_cards):
    for row in player_cards:
        steps = [row.cells[step] for step in ("t1", "t2", "t3")]

        assert len(set(steps)) == 3, row.id
        assert steps == sorted(steps, reverse=row.cells["comparator"] == "at_most"), row.id


def test_player_patterns_and_goods_are_dealt_out(player_cards):
    patterns = Counter(row.cells["pattern"].id for row in player_cards)
    goods = Counter(row.cells["goods"] for row in player_cards)

    assert patterns == {"l": 2, "o": 2, "i": 2, "t": 3, "s": 3}
    assert goods == {1: 3, 2: 4, 3: 1, 4: 2, 5: 1, 6: 1}


def test_player_cards_give_two_items_or_one(player_cards):
    totals = {item: sum(row.cells[item] for row in player_cards) for item in ITEMS}
    single = [row.id for row in player_cards if sum(row.cells[item] for item in ITEMS) == 1]

    assert totals == {"soldier": 2, "builder": 4, "servant": 5, "civilian": 4, "resource": 7}
    assert single == ["ranger", "fighter"]


def test_six_players_hold_the_same_twelve_cards(game, player_cards):
    pieces = game.component("player_cards").pieces
    sets = {}
    for piece in pieces:
        sets.setdefault(piece.per.id, []).append(piece.row.id)

    assert list(sets) == ["blue", "green", "red", "orange", "yellow", "black"]
    assert all(held == [row.id for row in player_cards] for held in sets.values())


def test_player_cards_are_told_by_set_and_number(game):
    labels = [piece.label for piece in game.component("player_cards").pieces]

    assert sorted(labels) == [f"{letter}{n:02}" for letter in "ABCDEG" for n in range(1, 13)]


def test_each_kind_of_player_card_has_a_picture_of_its_own(player_cards):
    template = (ROOT / "templates/hadrians-wall/player-card.svg.j2").read_text("utf-8")
    block = re.search(r"set pictures = (\{.*?\}) %\}", template, re.DOTALL)[1]
    pictures = json.loads(block)

    assert set(pictures) == {row.id for row in player_cards}
    assert len(set(pictures.values())) == len(pictures) == 12


def test_fate_cards_show_six_scenes(fate):
    template = (ROOT / "templates/hadrians-wall/fate.svg.j2").read_text("utf-8")
    block = re.search(r"lands = (\{.*?\})\[card", template, re.DOTALL)[1]
    scenes = ast.literal_eval(block)

    # No third of a card holds two of the cohort that is struck, the warriors and the land.
    assert all(sorted(scene[:3]) == [-1, 0, 1] for scene in scenes.values())
    assert [scenes[name][0] for name in ("left", "center", "right")] == [-1, 0, 1]
    shown = Counter(scenes[card["direction"]][3][card["goods"] % 2] for card in fate)
    assert len(shown) == 6
    assert min(shown.values()) >= 6


def test_sets_are_told_apart_without_colour(game):
    players = [row.cells for row in game.tables["players"]]

    for column in ("label", "emblem"):
        assert len({cells[column] for cells in players}) == 6


def test_patterns_are_drawn_right(game):
    drawn = {}
    for row in game.tables["patterns"]:
        cells = {tuple(map(int, cell.split(","))) for cell in row.cells["cells"].split()}
        box = range(row.cells["rows"]), range(row.cells["columns"])
        drawn[row.id] = "\n".join("".join("#" if (y, x) in cells else "." for x in box[1]) for y in box[0])

    assert drawn == PATTERNS


def test_cards_have_a_column_for_every_item(game):
    assert tuple(row.id for row in game.tables["items"]) == ITEMS


def test_years_attack_as_published(game):
    columns = ("number", "potential", "easy", "normal", "hard")
    rows = [tuple(row.cells[column] for column in columns) for row in game.tables["rounds"]]

    assert rows == [
        (1, 1, 1, 1, 1),
        (2, 2, 2, 2, 3),
        (3, 2, 3, 4, 5),
        (4, 3, 4, 6, 7),
        (5, 3, 6, 8, 9),
        (6, 4, 8, 10, 12),
    ]
    assert [sum(column) for column in zip(*rows, strict=True)][1:] == [15, 24, 31, 37]


def test_difficulties_are_columns_of_the_years(game):
    levels = [row.id for row in game.tables["difficulties"]]

    assert levels == ["easy", "normal", "hard"]
    assert all(set(levels) < row.cells.keys() for row in game.tables["rounds"])


def test_every_player_has_a_board_with_all_years_items_and_phases(game):
    boards = game.component("player_boards").pieces

    assert [(board.per.id, board.label, board.copies) for board in boards] == [
        (row.id, f"{row.cells['label']}00", 1) for row in game.tables["players"]
    ]
    for column, table in (("years", "rounds"), ("items", "items"), ("phases", "phases")):
        assert all(board.row.cells[column] == game.tables[table] for board in boards)


def test_workers_and_resources_are_all_there(game):
    counts = {}
    for item in ITEMS:
        (piece,) = game.component(f"{item}s").pieces
        counts[piece.row.cells["item"].id] = piece.copies

    assert counts == {"soldier": 18, "builder": 24, "servant": 24, "civilian": 24, "resource": 50}
