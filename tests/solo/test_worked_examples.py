"""The 39 examples worked out by hand from the rules, each told once more here and played from the data."""

import pytest

from generator.solo import hadrians_wall as rules
from generator.solo.attack import gaps, outcome
from generator.solo.scoring import PathScore
from generator.solo.state_draft import StateDraft

ATTRIBUTES = ("renown", "piety", "valour", "discipline")
COHORTS = ("cohort_left", "cohort_center", "cohort_right")
PLENTY = dict.fromkeys(("soldier", "builder", "servant", "civilian", "resource"), 20)
DIPLOMAT_LEFT = {"diplomat_1": 1, "diplomat_1_serves": 1, "diplomat_1_favours_01": 1, "diplomat_1_favours_02": 1}


# A. attacks: cohorts and attacks are left, center, right


def raided(table, year, difficulty, attack, cohorts, *, levels=None, **more):
    standing = dict(zip(COHORTS, cohorts, strict=True)) | (levels or {})
    state = table.at(year=year, settings={"difficulty": difficulty}, levels=standing, **more)
    return table.raid(state, **dict(zip(("left", "center", "right"), attack, strict=True)))


@pytest.mark.parametrize(
    ("cohorts", "disdain", "valour"),
    [
        pytest.param((0, 1, 2), 0, 2, id="WE-01 all held"),
        pytest.param((0, 1, 1), 1, 1, id="WE-02 one through"),
        pytest.param((6, 1, 0), 2, 0, id="WE-03 a full cohort helps no other side"),
        pytest.param((0, 0, 0), 2, 0, id="WE-04 capped by the flag"),
    ],
)
def test_attack_of_three_cards(table, cohorts, disdain, valour):
    state = raided(table, 3, "easy", (0, 1, 2), cohorts)

    assert table.levels(state, "disdain", "valour") == [disdain, valour]
    assert state.year == 4  # three cards were all


def test_we_05_temple_favour(table):
    state = raided(table, 3, "easy", (0, 1, 2), (0, 1, 1), levels={"temple_favours": 1})
    state = table.do(state, "favour right")

    assert table.levels(state, "disdain", "valour") == [0, 2]


def test_we_06_favour_of_another_side(table):
    state = raided(table, 3, "easy", (0, 1, 2), (0, 1, 1), boxes=DIPLOMAT_LEFT)

    assert table.levels(state, "disdain", "valour") == [1, 1]
    assert table.boxes(state)["diplomat_1_favours_01"] == 1  # it was not even asked for


def test_we_07_favours_of_both_kinds(table):
    state = raided(table, 6, "hard", (5, 4, 3), (3, 4, 1), levels={"temple_favours": 1}, boxes=DIPLOMAT_LEFT)
    state = table.do(state, "favour left diplomat", "favour left diplomat", "favour right temple")

    assert table.levels(state, "disdain") == [1]
    assert state.phase == "over"


def test_we_07_valour(table):
    assert outcome(gaps((5, 4, 3), (3, 4, 1), (2, 0, 1)), 4) == (1, 1, 3)


def test_we_08_favours_without_effect(table):
    state = raided(table, 5, "normal", (6, 1, 1), (0, 0, 0), levels={"temple_favours": 3}, boxes=DIPLOMAT_LEFT)

    assert table.levels(state, "disdain", "valour") == [3, 0]
    assert outcome((2, 0, 0), 3) == (2, 2, 1)


def test_we_09_tokens_on_neutral_cards(table):
    neutral = [["ranger", 2, 0], ["trainer", 0, 1]]
    state = raided(table, 4, "normal", (3, 3, 3), (3, 2, 3), neutral=neutral)

    assert table.levels(state, "disdain", "valour") == [1, 2]
    assert (state.year, state.neutral) == (5, ())


def test_we_10_cascade_after_an_attack(table):
    levels = {"valour": 14, "discipline": 2}
    state = raided(table, 4, "easy", (2, 1, 1), (6, 6, 6), levels=levels)

    assert table.levels(state, *ATTRIBUTES) == [0, 0, 17, 3]
    assert (state.year, table.items(state)) == (5, {"soldier": 1, "builder": 1})


def test_we_11_workers_of_the_last_attack(table):
    levels = {"valour": 14, "discipline": 2}
    state = raided(table, 6, "easy", (3, 3, 2), (6, 6, 6), levels=levels)

    assert table.levels(state, *ATTRIBUTES) == [0, 0, 18, 3]
    assert (state.phase, table.items(state)) == ("over", {})


# B. rewards and waste


def test_we_12_attributes_above_the_last_box(table, book):
    state = table.at(year=5, levels={"renown": 24, "piety": 9, "valour": 2, "discipline": 4})
    turn = StateDraft(book, state)
    turn.gain(*book.boxes.effect("renown"), 3)
    turn.run()

    assert table.levels(turn.freeze(), *ATTRIBUTES) == [25, 9, 3, 4]
    assert table.items(turn.freeze()) == {"soldier": 1}


def test_we_13_chain_of_the_fort(table):
    levels = {"fort": 13, "cohort_left": 2, "cohort_center": 4, "renown": 7, "piety": 3, "valour": 5, "discipline": 16}
    state = table.at(levels=levels, boxes={"medium_granary": 1}, items={"builder": 1})
    state = table.do(state, "mark fort_14 builder", "choose center")

    assert table.levels(state, "fort", *COHORTS, *ATTRIBUTES) == [14, 2, 5, 0, 7, 3, 7, 17]
    assert table.items(state) == {"soldier": 1}


def test_we_14_what_the_fort_opens(table):
    state = table.at(levels={"fort": 6, "wall": 4, "cippi": 2}, items=PLENTY)

    assert table.marks(state) >= {"wall_05", "fort_07"}
    assert "cippi_03" not in table.marks(state)
    assert "wall_06" in table.marks(table.do(state, "mark wall_05"))
    assert "wall_07" not in table.marks(table.do(state, "mark wall_05", "mark wall_06"))
    after = table.do(state, "mark fort_07 builder")
    assert "cippi_03" in table.marks(after)
    assert not {"fort_07", "fort_08"} & table.marks(after)
    assert "wall_07" in table.marks(table.do(after, "mark wall_05", "mark wall_06"))
    assert table.book.boxes.book.value("infrastructure", table.boxes(state)) == 3


def test_we_15_large_gardens(table):
    citizens = {"traders": 9, "performers": 8, "priests": 7, "apparitores": 0, "patricians": 2}
    items = {"servant": 1, "builder": 1, "resource": 2}
    state = table.at(levels=citizens | {"piety": 4}, boxes={"small_gardens": 1}, items=items)
    state = table.do(state, "mark large_gardens")

    assert table.levels(state, *citizens, *ATTRIBUTES) == [9, 9, 8, 1, 3, 0, 6, 0, 0]
    assert table.items(state) == {"servant": 1, "builder": 2, "soldier": 1}


def test_we_16_rulings_feed_each_other(table):
    state = table.at(year=4, levels={"apparitores": 7}, boxes={"courthouse": 1})
    state = table.do(state, "mark rulings_1_03", "mark rulings_3_02", "mark rulings_2_03")

    assert table.items(state) == {"servant": 2}
    assert not any(box.startswith("rulings") for box in table.marks(state))


def test_we_17_income(table):
    levels = {"production": 3, "hotel": 2, "workshop": 1, "road": 1, "renown": 5}
    pending = [["reveal", "fate", "income", 1]]
    state = table.at(year=3, phase="fate", pending=pending, levels=levels, items={"soldier": 1})
    state = table.do(
        state, "F01", "reveal engineer", "reveal ranger", "path ranger", "reveal trainer", "reveal planner"
    )
    state = table.do(state, "choose renown")

    assert table.items(state) == {"soldier": 2, "builder": 4, "servant": 2, "civilian": 5, "resource": 5}
    assert table.levels(state, *ATTRIBUTES) == [6, 0, 0, 0]


def test_we_18_bribes(table):
    boxes = {"baths": 1, "disdain_01": 2, "disdain_02": 1, "disdain_03": 1, "bribes_01": 3}
    state = table.at(year=5, levels={"apparitores": 5}, boxes=boxes, items={"resource": 4})
    state = table.do(state, "mark bribes_02", "mark bribes_03")

    assert [table.boxes(state)[f"disdain_{number:02}"] for number in (1, 2, 3)] == [2, 2, 2]
    assert table.items(state) == {"resource": 1}
    assert not any(box.startswith("bribes") for box in table.marks(state))


@pytest.mark.parametrize(
    ("paid", "results"),
    [("servant servant", {"builder", "civilian"}), ("servant civilian", {"builder"}), ("builder soldier", set())],
)
def test_we_19_forum(table, paid, results):
    state = table.at(items=PLENTY)
    lines = [line for line in table.legal(state, "mark") if line.startswith("mark forum_01")]
    line = f"mark forum_01 {paid}"

    if line not in lines:
        assert not results
        return
    after = table.do(state, line)
    offered = {line.removeprefix("choose ") for line in table.legal(after, "choose")}
    gained = {item for item, count in table.items(after).items() if count > 20}
    assert offered or gained == results
    assert not offered or offered == results


def test_we_20_worship(table):
    boxes = {"small_temple": 1, "medium_temple": 1}
    levels = {"priests": 5, "small_worship": 2, "medium_worship": 3, "piety": 4}
    state = table.at(levels=levels, boxes=boxes, items={"soldier": 2})
    state = table.do(state, "mark medium_worship_04 soldier")

    assert table.levels(state, "small_worship", "medium_worship", *ATTRIBUTES) == [2, 4, 0, 5, 0, 0]
    assert table.items(state) == {"soldier": 1}
    assert "medium_worship_05" not in table.marks(state)


# C. gladiators: strength, wounds before, damage; then wounds, whether it lives, piety, renown, resource

FIGHTS = [
    pytest.param((4, 0, 3), (3, True, 0, 2, 0), id="WE-21"),
    pytest.param((5, 3, 3), (5, False, 0, 0, 0), id="WE-22"),
    pytest.param((1, 0, 1), (1, False, 2, 0, 0), id="WE-23 a"),
    pytest.param((1, 0, 3), (1, False, 2, 0, 0), id="WE-23 b"),
    pytest.param((2, 0, 1), (1, True, 0, 1, 0), id="WE-23 c"),
    pytest.param((2, 0, 2), (2, False, 2, 0, 0), id="WE-23 d"),
    pytest.param((3, 0, 2), (2, True, 0, 1, 0), id="WE-23 e"),
    pytest.param((3, 0, 3), (3, False, 1, 0, 0), id="WE-23 f"),
    pytest.param((4, 3, 1), (4, False, 1, 0, 0), id="WE-23 g"),
    pytest.param((5, 2, 2), (4, True, 0, 2, 0), id="WE-23 h"),
    pytest.param((6, 0, 3), (3, True, 0, 2, 1), id="WE-23 i"),
    pytest.param((6, 5, 1), (6, False, 0, 0, 0), id="WE-23 j"),
]


@pytest.mark.parametrize(("before", "after"), FIGHTS)
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_battle(table, before, after, colour):
    strength, wounds, damage = before
    boxes = {f"gladiator_{colour}_{number:02}": 2 if number <= wounds else 1 for number in range(1, strength + 1)}
    state = table.at(levels={"performers": 9}, boxes=boxes | {"ludus": 1})
    state = table.do(state, f"mark battles_{colour}_01", f"reveal {table.cards('damage', damage)[0]}")
    filled = sum(table.boxes(state)[box] == 2 for box in boxes)
    is_alive = any(table.boxes(state)[box] == 1 for box in boxes)

    resource = table.items(state).get("resource", 0)
    assert (filled, is_alive, *table.levels(state, "piety", "renown"), resource) == after


# D. market and scouts


def test_we_24_market(table):
    state = table.at(levels={"traders": 9}, boxes={"market": 1}, items={"resource": 8})
    goods = (1, 1, 2, 3, 4, 5, 6, 2)
    renown = []
    for box, card in zip((1, 2, 3, 4, 7, 5, 6, 8), table.cards("goods", *goods), strict=True):
        before = table.level(state, "renown")
        state = table.do(state, f"mark goods_{box:02}", f"reveal {card}")
        renown.append(table.level(state, "renown") - before)

    assert renown == [1, 0, 1, 1, 2, 2, 3, 0]
    assert table.level(state, "goods") == 8
    assert table.items(state) == {"servant": 1, "builder": 1, "civilian": 3}  # civilians of renown boxes 3, 6 and 9


CARD_OF = {"S": "trainer", "I": "ranger", "O": "merchant", "L": "engineer", "T": "forager"}
SCOUTS = [
    pytest.param([], "S", [(0, 1), (0, 2), (1, 0), (1, 1)], {"servant": 1}, 0, id="WE-25"),
    pytest.param([], "S", [(0, 0), (0, 1), (1, 1), (1, 2)], {"resource": 1, "servant": 1}, 0, id="WE-26 mirrored"),
    pytest.param(
        [(3, 0), (3, 1), (3, 2), (3, 3)], "I", [(0, 4), (1, 4), (2, 4), (3, 4)], {"resource": 2}, 1, id="WE-27"
    ),
    pytest.param(
        [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2)],
        "O",
        [(2, 3), (2, 4), (3, 3), (3, 4)],
        {"resource": 1},
        2,
        id="WE-28",
    ),
    pytest.param([(0, 0)], "L", [(0, 0), (1, 0), (1, 1), (1, 2)], None, 0, id="WE-29 on a filled cell"),
    pytest.param([], "T", [(0, 0), (0, 1), (1, 0), (1, 1)], None, 0, id="WE-30 not that shape"),
]


@pytest.mark.parametrize(("filled", "pattern", "cells", "items", "valour"), SCOUTS)
def test_scout(table, filled, pattern, cells, items, valour):
    boxes = {f"scout_map_{row * 5 + column + 1:02}": 1 for row, column in filled}
    state = table.at(levels={"patricians": 2}, boxes=boxes, items={"soldier": 1}, prospect=CARD_OF[pattern])
    state = table.do(state, "mark scouts_01")
    line = "place prospect " + " ".join(f"{row * 5 + column + 1:02}" for row, column in cells)

    assert (line in table.legal(state)) is (items is not None)
    if items is not None:
        after = table.do(state, line)
        assert table.items(after) == items
        assert table.level(after, "valour") == valour


def test_we_29_is_legal_on_an_empty_map(table):
    state = table.at(levels={"patricians": 2}, items={"soldier": 1}, prospect="engineer")

    assert "place prospect 01 06 07 08" in table.legal(table.do(state, "mark scouts_01"))


# E. scoring

LARGE = (
    "large_granary",
    "large_hotel",
    "large_workshop",
    "large_road",
    "large_precinct",
    "large_gardens",
    "large_temple",
)
CITIZENS = ("traders", "performers", "priests", "apparitores", "patricians")
WORSHIP = {"small_worship": 2, "medium_worship": 6, "large_worship": 6}


def fulfilled(card, value):
    """Levels and boxes with which a path card counts so much."""
    levels = {
        "architect": {"landmarks": value},
        "aristocrat": {"disdain": value},
        "defender": {"wall": 7 * value},
        "fighter": dict.fromkeys(COHORTS[:value], 6),
        "forager": {"production": value},
        "merchant": {"goods": value},
        "planner": dict.fromkeys(CITIZENS[:value], 9),
        "pontiff": dict(list(WORSHIP.items())[:value]),
        "trainer": {"gladiator_red": min(6, value), "gladiator_blue": max(0, value - 6)},
        "vanguard": {"wall_guard": 6 * value},
    }
    columns = {f"scout_map_{row * 5 + column + 1:02}": 1 for row in range(4) for column in range(value)}
    boxes = {"engineer": dict.fromkeys(LARGE[:value], 1), "ranger": columns}
    return levels.get(card, {}), boxes.get(card, {})


PATHS = """architect 4 3, architect 0 0, aristocrat 0 3, aristocrat 1 2, aristocrat 3 1, aristocrat 5 0, defender 2 2,
engineer 5 2, engineer 7 3, fighter 1 1, forager 9 3, forager 2 0, merchant 7 2, planner 4 2, planner 5 3, pontiff 3 3,
ranger 4 2, ranger 5 3, trainer 11 2, vanguard 3 3"""


@pytest.mark.parametrize("case", PATHS.replace("\n", " ").split(", "))
def test_we_31_path(table, book, case):
    card, value, points = case.split()
    option = [option.id for option in book.boxes.book.boxes["path_1"].options].index(card) + 1
    levels, boxes = fulfilled(card, int(value))
    state = table.at(levels=levels, boxes=boxes | {"path_1": option})

    assert rules.score(book, state).paths == ((card, int(value), int(points)),)


PENALTIES = {0: 0, 1: 1, 2: 3, 3: 5, 4: 7, 5: 9, 6: 12, 7: 15, 8: 18, 9: 22, 10: 22, 15: 22}


@pytest.mark.parametrize(("circled", "lost"), [*PENALTIES.items()])
def test_we_32_penalty(table, book, circled, lost):
    assert dict(rules.score(book, table.at(levels={"disdain": circled})).rows)["penalty"] == lost


def finished(table, book, attributes, paths, circled, removed):
    """A game at its end, and its score."""
    options = [option.id for option in book.boxes.book.boxes["path_1"].options]
    levels, boxes = dict(zip(ATTRIBUTES, attributes, strict=True)), {}
    for year, (card, value) in enumerate(paths.items(), 1):
        more_levels, more_boxes = fulfilled(card, value)
        levels |= {} if card == "aristocrat" else more_levels
        boxes |= more_boxes | {f"path_{year}": options.index(card) + 1}
    boxes |= {f"disdain_{number:02}": 2 if number <= removed else 1 for number in range(1, circled + 1)}
    return rules.score(book, table.at(phase="over", levels=levels, boxes=boxes))


def test_we_33_final_score(table, book):
    paths = {"architect": 2, "aristocrat": 3, "defender": 2, "engineer": 5, "planner": 3, "ranger": 4}
    score = finished(table, book, (18, 12, 15, 20), paths, 5, 2)

    assert (score.path_points, score.disdain, dict(score.rows)["penalty"], score.total) == (10, 3, 5, 70)
    assert score.rank["en"] == "Legatus legionis"


def test_we_34_final_score(table, book):
    paths = {"fighter": 3, "vanguard": 2, "forager": 9, "trainer": 3, "merchant": 6, "pontiff": 0}
    score = finished(table, book, (25, 7, 9, 16), paths, 10, 0)

    assert (score.path_points, score.disdain, dict(score.rows)["penalty"], score.total) == (10, 10, 22, 45)
    assert score.rank["en"] == "Centurion"


RANKS = ["Miles", "Centurion", "Primus Pilus", "Praefectus castrorum", "Legatus legionis"]


def test_we_35_ranks(game):
    ranks = game.sheets["left"].ranks
    found = [RANKS.index(ranks.rank(total).title["en"]) for total in (0, 39, 40, 49, 50, 59, 60, 69, 70, 118)]

    assert found == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_we_36_tie(table, book):
    scored = rules.score(book, table.at())
    totals = {"a": (64, 2, 9), "b": (64, 2, 11), "c": (64, 3, 15), "d": (63, 0, 18)}
    standings = {
        name: scored._replace(total=total, disdain=disdain, paths=(PathScore("", 0, points),)).standing
        for name, (total, disdain, points) in totals.items()
    }

    assert max(standings, key=standings.get) == "b"


def test_we_37_large_buildings(table, book):
    built = (
        "medium_granary",
        "large_granary",
        "small_hotel",
        "large_hotel",
        "large_temple",
        "market",
        "theatre",
        "archway",
    )
    state = table.at(boxes=dict.fromkeys(built, 1) | {"path_1": 1})

    assert rules.score(book, state).paths == (("engineer", 3, 1),)


def test_we_38_sections(table, book):
    levels = {"wall": 15, "wall_guard": 12, "production": 6, "gladiator_red": 5, "gladiator_blue": 3}
    columns = {f"scout_map_{row * 5 + column + 1:02}": 1 for row in range(4) for column in range(2)}
    values = book.boxes.book.calculate(table.boxes(table.at(levels=levels, boxes=columns)))
    cards = ("defender", "vanguard", "forager", "ranger", "trainer")

    assert [values[f"count_{card}"] for card in cards] == [2, 2, 6, 2, 8]
    assert [values[f"points_{card}"] for card in cards] == [2, 2, 2, 1, 2]


def test_we_39_fate_deck_budget(book):
    normal = rules.setup(book, {"difficulty": "normal"}).settings
    fixed = len(book.years) + sum(book.attack_size(normal, year) for year in range(1, 7))
    optional = 4 + 3 + 2 + 4

    assert (fixed, fixed + optional, fixed + optional - len(book.deck("fate").names)) == (37, 50, 2)
