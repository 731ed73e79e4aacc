"""Questions about boxes in doubt: one for a row of which several are in doubt, and what its answers set."""

from pathlib import Path

import pytest

from generator.load.game_locations import GameFolder
from generator.scoresheets.form_filling import SheetMarks
from generator.scoresheets.photos.photo_reading import CutOut
from generator.scoresheets.photos.photographed_sheets import PhotographedSheets
from generator.scoresheets.photos.questions import open_questions, states_of


@pytest.fixture
def sheets(game, book):
    """Sheets of which a row has `signs`: 1 for a mark, 0 for none, ? for a box in doubt; and others in doubt."""

    def make(signs, *others):
        boxes = [box.id for box in book.track("cohort_left").boxes]
        asked = [id_ for id_, sign in zip(boxes, signs, strict=True) if sign == "?"]
        state = book.start() | {id_: 1 for id_, sign in zip(boxes, signs, strict=True) if sign == "1"}
        marks = SheetMarks(GameFolder(Path(), "x"), game, game.sheets, "en", state)
        cut_outs = tuple(CutOut(id_, b"") for id_ in (*asked, *others))
        return PhotographedSheets(marks, "a4", ("left",), cut_outs, rows={"cohort_left": b"row"})

    return make


@pytest.mark.parametrize(
    ("signs", "least", "most"), [("1??000", 1, 3), ("????00", 0, 4), ("11????", 2, 6), ("??????", 0, 6)]
)
def test_row_with_several_boxes_in_doubt_is_one_question(sheets, signs, least, most):
    first, second = open_questions(sheets(signs, "archway"))

    assert (first.name, first.picture, first.least, first.most) == ("row.cohort_left", b"row", least, most)
    assert (second.name, second.row) == ("archway", ())


@pytest.mark.parametrize("signs", ["11?000", "1?0?10", "0??100"])
def test_one_box_and_a_row_with_a_gap_are_asked_box_by_box(sheets, signs):
    assert [question.row for question in open_questions(sheets(signs))] == [()] * signs.count("?")


@pytest.mark.parametrize("signs", ["1??000", "????00", "1?0?10"])
def test_questions_name_the_boxes_that_their_answers_tell_of(sheets, signs):
    photographed = sheets(signs)

    boxes = [box for question in open_questions(photographed) for box in question.boxes]

    assert boxes == [cut_out.box for cut_out in photographed.cut_outs]


@pytest.mark.parametrize(("typed", "states"), [("1", [0, 0]), (" 2", [1, 0]), ("３", [1, 1])])
def test_count_of_a_row_sets_the_boxes_in_doubt(sheets, typed, states):
    photographed = sheets("1??000")
    (question,) = open_questions(photographed)

    assert states_of(question, typed, photographed) == dict(zip(question.row[1:3], states, strict=True))


@pytest.mark.parametrize("typed", ["", "0", "4", "many", "-1", "1000"])
def test_count_that_contradicts_the_sure_boxes_is_refused(sheets, typed):
    photographed = sheets("1??000")
    (question,) = open_questions(photographed)

    assert states_of(question, typed, photographed) is None


def test_box_that_a_program_has_answered_is_no_longer_in_the_row(sheets):
    photographed = sheets("1??000").with_answers({"cohort_left_02": 1})

    (question,) = open_questions(photographed)

    assert (question.name, question.row) == ("cohort_left_03", ())
