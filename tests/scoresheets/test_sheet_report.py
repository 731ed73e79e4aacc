"""A filled sheet in words, in the language asked for."""

import re
from pathlib import Path

import pytest

import generator.scoresheets
from generator.base.errors import UsageError
from generator.base.records import replace
from generator.model.text import Text
from generator.scoresheets.flaw import Flaw
from generator.scoresheets.judge.legality import find_flaws
from generator.scoresheets.sheet_report import SheetReport


@pytest.fixture
def filled(blank_reading, book, limits):
    """A reading with other marks; `judged` by the solo rules too."""

    def one(marks, *, judged=False):
        state = book.start() | marks
        return replace(blank_reading, state=state, flaws=find_flaws(book, state, limits if judged else None))

    return one


@pytest.mark.parametrize(
    ("marks", "where", "what", "rule"),
    [
        (
            {"wall_guard_02": 1},
            "Wall guard, section 1, box 2 of 6",
            "is marked, but not Wall guard, section 1, box 1 of 6",
            "this track is filled from left to right without gaps",
        ),
        (
            {"scouts_01": 1},
            "Scouts, box 1 of 5",
            "needs Patricians 2; it is 0",
            "a box is filled once its level is reached, and levels never fall",
        ),
        (
            {"path_1": "fighter", "path_2": "fighter"},
            "Path of year 2",
            "has the answer of Path of year 1",
            "these answers all differ",
        ),
        (
            {"training_grounds_01": 2, "training_grounds_02": 2},
            "Training grounds, box 2 of 5",
            "is number 2 of these boxes with the year 2",
            "at most 1 of these boxes may bear the same year",
        ),
        (
            {"renown_01": 1},
            "Renown",
            "1 filled, but what the sheet shows gives 0 at most",
            "these boxes are not paid for: they are filled only when something gives them",
        ),
        (
            {"disdain_01": 2},
            "Disdain, row 1, box 1 of 5",
            "disdain filled in without a bribe: 1, where 0 is the most",
            "what else is marked allows no more",
        ),
    ],
)
def test_flaw_is_told_with_its_rule(filled, marks, where, what, rule):
    told = SheetReport(filled(marks)).flaws()[0]

    assert (told.where, told.what, told.rule) == (where, what, rule)


def test_flaw_is_told_in_japanese(filled):
    guards = {"wall_guard_01": 1, "wall_guard_02": 1, "cohort_left_01": 1, "discipline_01": 1}
    (told,) = SheetReport(filled({"training_grounds_01": 4, "training_grounds_02": 3} | guards), "ja").flaws()

    assert told.where == "訓練場 5枠中2番"
    assert told.what == "訓練場 5枠中1番の4年目のあとに3年目と書かれている"


def test_every_flaw_of_a_random_sheet_has_its_words(filled, spoiled):
    for seed in range(12):
        for language in ("en", "ja"):
            for told in SheetReport(filled(spoiled(seed), judged=True), language).flaws():
                assert not re.search(r"[{}]|\w_\w", told.where + told.what + told.rule)


def test_boxes_are_called_as_in_the_form(filled, blank, book, changed):
    report = SheetReport(filled({}))
    labels = {}
    changed(blank, lambda pdf: labels.update({str(each.T): str(each.TU) for each in pdf.Root.AcroForm.Fields}))

    for id_ in book.boxes.keys() & labels.keys():
        assert labels[id_].startswith(report.box_name(id_)), id_


def test_marks_are_told_track_by_track(filled):
    marks = {
        "fort_01": 1,
        "fort_02": 1,
        "disdain_01": 2,
        "disdain_02": 1,
        "forum_01": 3,
        "path_1": "fighter",
        "name": "Ann",
    }
    told = dict(SheetReport(filled(marks)).marks())

    assert (told["Fort"], told["Disdain"], told["Forum"]) == ("2 of 21", "2 of 15, 1 filled in", "1 of 4, 3")
    assert (told["Path of year 1"], told["Player"], "Mining & foresting" in told) == ("Fighter", "Ann", False)


def test_boxes_marked_are_told_by_their_names(filled):
    told = dict(SheetReport(filled({"medium_granary": 1})).marks())

    assert told["Granaries"] == "2 of 3, Small granary, Medium granary"


@pytest.mark.parametrize(
    ("box", "held", "rule"),
    [
        ("diplomat_1_serves", "up", "it takes one of its answers: Left, Centre, Right"),
        ("goods_01", 9, "it takes a whole number from 1 to 6"),
        ("name", "x" * 50, "it takes at most 40 letters"),
        ("fort_01", 2, "it takes a mark or nothing"),
    ],
)
def test_what_a_box_takes_is_told_by_its_kind(filled, box, held, rule):
    assert [told.rule for told in SheetReport(filled({box: held})).flaws() if told.flaw.rule == "range"] == [rule]


@pytest.mark.parametrize(
    ("marks", "what"),
    [
        ({"fort_08": 1}, "needs Medium granary, which is not marked"),
        ({"mining_01": 1, "mining_02": 1}, "0 filled, but the boxes marked give 1"),
        ({"battles_red_01": 1}, "more battles of the red gladiator than wounds: 1, where 0 is the most"),
        ({"diplomat_1": 1}, "more diplomats than cohorts that they serve: 1, where 0 is the most"),
    ],
)
def test_flaws_read_as_sentences(filled, marks, what):
    assert what in [told.what for told in SheetReport(filled(marks)).flaws()]


@pytest.mark.parametrize(
    ("marks", "where", "what"),
    [
        (
            {"path_1": "fighter", "training_grounds_01": 2},
            "Training grounds, box 1 of 5",
            "bears the year 2, but Path of year 2 is empty",
        ),
        (
            {"path_1": "fighter", "bribes_01": 1},
            "Bribes, box 1 of 6",
            "Disdain: 1 filled in by year 1, where attacks before it can have brought 0 at most",
        ),
        (
            {"path_1": "fighter", "path_2": "ranger", "path_3": "architect"},
            "Disdain",
            "0 marked, but attacks of 2 years bring at least 3",
        ),
        (
            {"path_1": "fighter", "path_2": "ranger", "path_3": "architect", "disdain_01": 1, "cohort_left_01": 1},
            "Disdain and Valour",
            "1 from attacks; it is 3 after year 2, 5 after year 3",
        ),
        (
            {"path_1": "fighter", "scout_map_01": 1},
            "Map, row 1, box 1 of 5",
            "no patterns fill the marked cells; these are left over",
        ),
        (
            {"path_1": "pontiff"} | {f"wall_guard_{number:02}": 1 for number in range(1, 7)},
            "Wall guard, section 1, box 6 of 6",
            "Soldier: 6 paid by year 1, where cards, income and rewards give 3 at most",
        ),
    ],
)
def test_flaw_by_the_years_is_told(filled, marks, where, what):
    told = [(each.where, each.what) for each in SheetReport(filled(marks, judged=True)).flaws()]

    assert (where, what) in told


def test_wrong_total_is_told_by_its_name(filled):
    reading = replace(filled({}), flaws=(Flaw("total", ("total",), {"value": "total", "printed": "4", "reckoned": 0}),))
    (told,) = SheetReport(reading).flaws()

    assert (told.where, told.document()["boxes"]) == ("Total", ("total",))


def test_false_rank_is_told_by_its_name(filled):
    facts = {"title": Text.of({"en": "Legatus"}), "reckoned": 4, "right": Text.of({"en": "Miles"})}
    (told,) = SheetReport(replace(filled({}), flaws=(Flaw("rank", ("rank_5",), facts),))).flaws()

    assert (told.where, told.what) == ("Legatus legionis", "is marked as rank; a total of 4 is Miles")


def test_scores_and_rank_are_told(filled):
    marks = {f"renown_{number:02}": 1 for number in range(1, 26)} | {f"piety_{number:02}": 1 for number in range(1, 26)}
    report = SheetReport(filled(marks | {"disdain_01": 1}))

    assert list(report.scores())[-1] == ("Total", 49, False)
    assert ("Disdain", 1, True) in report.scores()
    assert report.rank() == "Centurion"


def test_unknown_language_is_refused(filled):
    with pytest.raises(UsageError, match="hadrians-wall has no language 'fr'"):
        SheetReport(filled({}), "fr")


def test_every_rule_has_its_words():
    code = "".join(file.read_text("utf-8") for file in Path(generator.scoresheets.__file__).parent.rglob("*.py"))
    rules = set(re.findall(r'Flaw\(\s*"(\w+)"', code))
    words = (Path(__file__).parents[2] / "templates/words/en.toml").read_text("utf-8")

    assert len(rules) == 27
    assert all(f"\n{rule}.what = " in words and f"\n{rule}.rule = " in words for rule in rules)


def test_notes_are_told(reading, form):
    filled = reading(form({"forum_01": 2}))

    assert SheetReport(filled).notes() == ["paths not written: their points are not checked"]
    assert SheetReport(filled, "ja").document()["notes"][0] == {
        "kind": "pathless",
        "what": "方針が書かれていない：その点数は確かめていない",
    }


@pytest.mark.parametrize(
    ("boxes", "language", "where", "what"),
    [
        (("scouts_01", "scouts_02"), "en", "Scouts, box 1 of 5 and Scouts, box 2 of 5", "need Patricians 2; it is 0"),
        (
            ("scouts_01", "scouts_02", "wall_01", "wall_02"),
            "en",
            "Scouts (2) and Wall (2)",
            "need Patricians 2; it is 0",
        ),
        (("scouts_01", "scouts_02", "wall_01", "wall_02"), "ja", None, "貴族 2が必要だが、0しかない"),
    ],
)
def test_boxes_behind_one_need_are_named_together(blank_reading, boxes, language, where, what):
    flaw = Flaw("level", boxes, {"value": "patricians", "least": 2, "has": 0})
    (text,) = SheetReport(replace(blank_reading, flaws=(flaw,)), language).flaws()

    assert where in {text.where, None}
    assert text.what == what
    assert text.document()["boxes"] == boxes


@pytest.mark.parametrize(
    ("language", "box", "states", "typed"),
    [
        (
            "en",
            "disdain_02",
            [(0, "empty"), (1, "circled"), (2, "circled and filled in")],
            "1 if it is circled, 2 if it is circled and filled in; Enter alone if it is empty",
        ),
        (
            "ja",
            "disdain_02",
            [(0, "空"), (1, "丸で囲んである"), (2, "囲んで塗りつぶしてある")],
            "丸で囲んであるなら1、囲んで塗りつぶしてあるなら2。空ならEnterだけ",
        ),
        ("en", "wall_02", [(0, "empty"), (1, "marked")], "1 if it is marked; Enter alone if it is empty"),
        ("en", "forum_01", [], "it takes a whole number from 1 to 6; Enter alone if it is empty"),
    ],
)
def test_question_says_what_each_number_means(reading, form, language, box, states, typed):
    report = SheetReport(reading(form({})), language)

    assert report.states(box) == states
    assert report.typed_question(box, (), 0, 0)[1] == typed
