"""The learned evaluation aimed at the goals of a fort: what is worth more, and that the player then reaches them."""

import pytest

from generator.load.weights_reader import read_weights
from generator.model.weights import ValueTables
from generator.play.game_data import fort_rulebook, load_rulebook
from generator.solo import hadrians_wall as rules
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.goal_tables import GoalAim, aimed_tables
from tests.play.campaigns.fort_player import play_fort

AIM = GoalAim(met=12_000, needed=1_000, feared=10_000, early=20, soon=50)


@pytest.fixture(scope="module")
def at_fort():
    return lambda fort: fort_rulebook(*load_rulebook("hadrians-wall"), fort)[0]


@pytest.fixture(scope="module")
def added(at_fort):
    """The tables of a fort on top of empty ones."""
    return lambda fort: aimed_tables(at_fort(fort), ValueTables((0,) * 6, {}, {}), AIM).kept


def test_each_box_on_the_way_to_a_goal_is_worth_its_share(added):
    wall = added("segedunum")["tracks"]["wall"]

    assert wall[-1][::7] == (0, 4_000, 8_000, 12_000)
    assert wall[-1][:3] == (0, 560, 1_120)
    assert wall[0][::7] == (0, 2_000, 4_000, 6_000)


def test_what_the_boxes_of_a_goal_need_is_worth_its_price(added):
    tracks = added("brocolitia")["tracks"]

    assert tracks["temples"][-1] == (0, 3_000, 7_000, 12_000)
    assert tracks["priests"][-1][-1] == 9_000
    assert "performers" not in tracks


def test_total_is_left_to_the_learned_tables(added):
    assert added("vindobala") == {}


def test_disdain_is_feared_most_in_the_last_year_and_favours_are_kept_for_it(added):
    circled, tracks = (added("coggabata")[kind] for kind in ("circled", "tracks"))

    assert [year[1] for year in circled["disdain"]] == [-2_000, -3_600, -5_200, -6_800, -8_400, -10_000]
    assert [year[-1] for year in circled["temple_favours"]] == [7_500] * 5 + [0]
    assert tracks["baths_building"][-1][1] == 5_000


def test_plain_game_stays_as_it_is(book):
    learned = read_weights(book.game, book.solo).learned
    evaluation = Evaluation(book, read_weights(book.game, book.solo), AIM)

    assert aimed_tables(book, learned, AIM) == learned
    assert not evaluation.has_goals
    assert evaluation.goal_points(rules.setup(book, {})) == 0


def test_end_of_a_game_is_worth_its_progress_too(at_fort):
    book = at_fort("segedunum")
    evaluation = Evaluation(book, read_weights(book.game, book.solo), AIM)
    start = rules.setup(book, {"difficulty": "normal"})._replace(phase="over", year=6)
    first = book.boxes.starts[book.boxes.track_index["wall"]]
    boxes = bytes(1 if first <= at < first + 7 else mark for at, mark in enumerate(start.boxes))
    walled = start._replace(boxes=boxes, levels=book.boxes.levels(boxes))

    assert evaluation.goal_points(walled) - evaluation.goal_points(start) == 4


def test_aimed_player_fills_what_the_other_leaves(at_fort):
    book = at_fort("brocolitia")

    def temples(aim):
        return play_fort(book, "temples", aim, strength=1).goals[0].reached

    assert temples(GoalAim()) == 3
    assert temples(None) < 3
