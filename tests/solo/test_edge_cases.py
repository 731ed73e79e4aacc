"""The edge cases of the rules, each with the ruling that we play by; the open ones with their other choice too."""

import pytest

from generator.base.errors import UsageError
from generator.solo import hadrians_wall as rules
from generator.solo.action import Action
from generator.solo.reasons import IllegalActionError

ATTRIBUTES = ("renown", "piety", "valour", "discipline")
CITIZENS = ("traders", "performers", "priests", "apparitores", "patricians")
RED = {"ludus": 1, "gladiator_red_01": 1, "gladiator_red_02": 1}


def last_of_the_deck(table, **changes):
    """A fate deck of one card; the others are discards."""
    names = list(table.book.decks[0].names)
    unseen = {"fate": names[:1], "own": ["engineer"], "neutral": ["engineer"]}
    own = list(table.book.decks[1].names[1:])
    return table.at(unseen=unseen, discards={"fate": names[1:], "own": own, "neutral": own}, **changes)


def test_ec_01_discards_are_shuffled_when_a_card_is_needed(table):
    state = table.do(last_of_the_deck(table, year=2), "stop", "reveal F01")

    assert state.awaits == ("fate", "shuffle", 0)
    assert table.legal(state) == ["shuffle fate"]
    after = table.do(state, "shuffle fate")
    assert after.awaits == ("fate", "attack", 1)
    assert (after.shuffles, after.discards[0]) == ((2, 1, 1), 0)
    assert "reveal F01" not in table.legal(after)  # it is part of the attack


def test_ec_01_every_card_is_shuffled_by_choice(table):
    state = last_of_the_deck(table, year=2, settings={"reshuffle": "all"})
    state = table.do(state, "stop", "reveal F01", "shuffle fate")

    assert len(table.legal(state, "reveal")) == 48


def test_ec_01_nothing_is_shuffled_before_it_must_be(table):
    state = table.do(last_of_the_deck(table), "stop", "reveal F01")

    assert state.shuffles == (1, 1, 1)
    assert state.awaits == ("fate", "shuffle", 0)
    assert state.year == 2  # for the card of the new year


def test_ec_02_battle_without_training(table):
    boxes = RED | {"gladiator_red_01": 1}
    free = table.at(levels={"performers": 9}, boxes=boxes)
    bound = table.at(levels={"performers": 9}, boxes=boxes, settings={"battle": "trained"}, items={"servant": 1})

    assert "battles_red_01" in table.marks(free)
    assert "battles_red_01" not in table.marks(bound)
    assert "battles_red_01" in table.marks(table.do(bound, "mark gladiator_red_03 servant"))


def test_ec_02_one_battle_a_year(table):
    state = table.at(levels={"performers": 9}, boxes=RED | {"gladiator_red_03": 1})
    state = table.do(state, "mark battles_red_01", f"reveal {table.cards('damage', 1)[0]}")

    assert "battles_red_02" not in table.marks(state)


def test_ec_04_citizen_for_a_full_track(table):
    state = table.at(levels={"traders": 9, "performers": 1}, boxes={"theatre": 1}, items={"resource": 1})
    after = table.do(state, "mark performances_01")

    assert table.levels(after, *CITIZENS) == table.levels(state, *CITIZENS)


def test_ec_06_sword_for_a_closed_column(table):
    refused = table.at(levels={"wall_guard": 6}, items={"builder": 1})
    lost = table.at(levels={"wall_guard": 6}, items={"builder": 1}, settings={"sword": "lost"})

    assert not {"training_grounds_01", "wall_guard_07"} & table.marks(refused)
    after = table.do(lost, "mark training_grounds_01")
    assert table.levels(after, "training_grounds", "wall_guard") == [1, 6]


def test_ec_06_sword_for_an_open_column(table):
    state = table.at(levels={"wall_guard": 6, "granaries": 2}, items={"builder": 1})
    after = table.do(state, "mark training_grounds_01")

    assert table.level(after, "wall_guard") == 7


def test_ec_07_full_cohorts_are_not_offered(table):
    state = table.at(levels={"cohort_left": 6}, items={"soldier": 1})
    after = table.do(state, "mark wall_guard_01")

    assert table.legal(after) == ["choose cohort_center", "choose cohort_right"]


def test_ec_07_the_only_cohort_is_not_asked_for(table):
    state = table.at(levels={"cohort_left": 6, "cohort_right": 6}, items={"soldier": 1})
    after = table.do(state, "mark wall_guard_01")

    assert table.level(after, "cohort_center") == 1
    assert after.pending == ()


def test_ec_07_as_many_icons_as_boxes(book):
    icons = [icon for box in book.boxes.boxes for icon in box.gains]

    assert icons.count("cohort") == 18
    assert icons.count("production") == 8


def test_ec_09_as_much_disdain_as_circles(book):
    assert sum(year.potential for year in book.years) == book.boxes.lengths[book.disdain]


def test_ec_13_items_are_not_kept(table):
    state = table.raid(table.at(items={"soldier": 3, "resource": 2}), left=1)

    assert table.items(state) == {}


def test_ec_14_no_civilian_into_a_full_track(table):
    state = table.at(levels={"traders": 9}, items={"civilian": 1})

    assert table.marks(state) == {"performers_01", "priests_01", "apparitores_01", "patricians_01"}


def test_ec_15_no_favour_for_what_a_cohort_stops(table):
    state = table.at(year=3, levels={"cohort_left": 1, "temple_favours": 1})
    state = table.raid(state, left=1, center=1, right=1)

    assert table.legal(state) == ["favour center temple_favours", "favour right temple_favours", "stop"]


def test_ec_15_favours_may_be_kept(table):
    state = table.raid(table.at(levels={"temple_favours": 1}), left=1)
    state = table.do(state, "stop")

    assert table.boxes(state)["temple_favours_01"] == 1
    assert table.levels(state, "disdain", "valour") == [1, 0]


def test_ec_16_useless_favours_are_not_asked_for(table):
    state = table.at(year=3, levels={"temple_favours": 1})
    state = table.raid(state, left=3)

    assert table.levels(state, "disdain", "valour") == [2, 0]
    assert table.boxes(state)["temple_favours_01"] == 1


def test_ec_17_no_battle_without_strength(table):
    state = table.at(levels={"performers": 9}, boxes={"ludus": 1})

    assert "battles_red_01" not in table.marks(state)


def test_ec_20_repeated_good_counts_for_the_box_alone(table):
    state = table.at(levels={"traders": 4}, boxes={"market": 1, "goods_02": 3}, items={"resource": 1})
    state = table.do(state, "mark goods_01", f"reveal {table.cards('goods', 3)[0]}")

    assert table.levels(state, "goods", "renown") == [2, 0]


def test_ec_21_no_scout_without_a_place(table):
    free = {(0, 0), (0, 2), (0, 4), (2, 0), (2, 2), (2, 4)}
    cells = {
        f"scout_map_{row * 5 + column + 1:02}": 1
        for row in range(4)
        for column in range(5)
        if (row, column) not in free
    }
    state = table.at(levels={"patricians": 9}, boxes=cells, items={"soldier": 1}, prospect="merchant")

    assert not any(box.startswith("scouts") for box in table.marks(state))
    with pytest.raises(IllegalActionError, match=r": no_place$"):
        rules.apply(table.book, state, Action("mark", ("scouts_01",)))


def test_ec_22_negative_totals_have_the_lowest_rank(table, book):
    score = rules.score(book, table.at(phase="over", levels={"disdain": 9}))

    assert (score.total, score.rank["en"]) == (-22, "Miles")


def test_ec_24_two_goods_of_one_neutral_card(table):
    neutral = [["merchant", 0, 0], ["planner", 0, 0]]
    state = table.at(levels={"traders": 9}, boxes={"market": 1}, items={"resource": 3}, neutral=neutral)
    state = table.do(
        state, "mark goods_01", "from merchant", "mark goods_02", "from merchant", "mark goods_03", "from planner"
    )

    assert [(each.goods, each.scouts) for each in state.neutral] == [(2, 0), (1, 0)]
    assert table.levels(state, "goods", "renown") == [3, 2]
    assert table.do(state, "stop").awaits == ("fate", "attack", 1 + 3)


def test_ec_24_a_soldier_on_a_neutral_card(table):
    state = table.at(levels={"patricians": 2}, items={"soldier": 1}, prospect="ranger", neutral=[["merchant", 0, 0]])
    own = table.do(state, "mark scouts_01", "place prospect 01 02 03 04")
    other = table.do(state, "mark scouts_01", "place merchant 01 02 06 07")

    assert [each.scouts for each in own.neutral + other.neutral] == [0, 1]


def test_ec_25_landmark_for_a_full_track(table):
    state = table.at(levels={"renown": 15, "valour": 24}, items={"builder": 1, "resource": 2})
    after = table.do(state, "mark archway")

    assert table.levels(after, "landmarks", "valour") == [1, 25]


def test_ec_27_two_bribes_a_year(table):
    boxes = {"baths": 1, **{f"disdain_{number:02}": 1 for number in (1, 2, 3)}}
    state = table.at(levels={"apparitores": 9}, boxes=boxes, items={"resource": 9})
    state = table.do(state, "mark bribes_05", "mark bribes_01")

    assert not any(box.startswith("bribes") for box in table.marks(state))
    assert table.boxes(state)["disdain_03"] == 1


def test_ec_28_a_dead_gladiator_does_nothing(table):
    boxes = {"ludus": 1, "gladiator_red_01": 2}
    state = table.at(levels={"performers": 9}, boxes=boxes, items={"servant": 1})

    assert table.marks(state) & {"gladiator_red_02", "battles_red_01"} == set()
    with pytest.raises(IllegalActionError, match=r": dead$"):
        rules.apply(table.book, state, Action("mark", ("gladiator_red_02", "servant")))


def test_ec_29_favour_of_the_same_year(table):
    boxes = {"small_temple": 1, "small_worship_01": 1}
    state = table.at(levels={"priests": 1}, boxes=boxes, items={"soldier": 1})
    state = table.raid(table.do(state, "mark small_worship_02 soldier"), left=1)

    assert table.legal(state) == ["favour left temple_favours", "stop"]


def test_ec_30_tokens_stay_through_the_clean_up(table):
    state = table.do(table.at(neutral=[["merchant", 2, 1]]), "stop")

    assert state.awaits == ("fate", "attack", 4)


def test_three_diplomats_serve_three_cohorts(table):
    items = {"servant": 3, "soldier": 3, "resource": 6}
    state = table.at(levels={"patricians": 6}, items=items)
    state = table.do(state, "mark diplomat_2", "choose center", "mark diplomat_1")
    assert table.legal(state) == ["choose left", "choose right"]
    state = table.do(state, "choose right", "mark diplomat_3")

    served = [table.boxes(state)[f"diplomat_{number}_serves"] for number in (1, 2, 3)]
    assert served == [3, 2, 1]
    assert table.levels(state, "diplomat_3_favours", "temple_favours", "valour") == [2, 0, 3]


def test_both_roads_pay_a_choice_each(table):
    pending = [["choose", "small_road", *ATTRIBUTES], ["choose", "large_road", *ATTRIBUTES]]
    state = table.at(phase="income", pending=pending, levels={"road": 2})
    state = table.do(state, "choose piety", "choose piety")

    assert (table.level(state, "piety"), state.phase) == (2, "actions")


def test_first_year_pays_one_resource(book, table):
    state = rules.setup(book)
    state = table.do(
        state, "F11", "reveal fighter", "reveal ranger", "path fighter", "reveal trainer", "reveal planner"
    )

    assert table.items(state) == {"soldier": 3, "builder": 2, "servant": 3, "civilian": 1, "resource": 1}


def test_a_year_in_its_order(book, table):
    state = rules.setup(book)
    seen = [state.awaits]
    for line in ("F01", "reveal fighter", "reveal ranger", "path fighter", "reveal trainer", "reveal planner", "stop"):
        state = table.do(state, line)
        seen.append(state.awaits)

    hand, neutral = ("own", "hand", 1), ("neutral", "neutral", 1)
    assert seen[:3] == [("fate", "income", 1), ("own", "hand", 2), hand]
    assert seen[3:] == [None, ("neutral", "neutral", 2), neutral, None, ("fate", "attack", 1)]


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"difficulty": "mild"}, "no difficulty called 'mild'"), ({"mode": "x"}, "no setting called 'mode'")],
)
def test_unknown_settings_are_refused(book, settings, words):
    with pytest.raises(UsageError, match=words):
        rules.setup(book, settings)
