import pytest

from generator.base.errors import Faults
from generator.base.geometry import Rect


def test_every_state_has_a_control(whole):
    names = [control.name for control in whole.controls]

    assert names == [
        "wall_02", "wall_03", "fear_01", "fear_01_filled", "fear_02", "fear_02_filled", "train_01", "train_02",
        "goods_01", "goods_02", "goods_03", "path_01", "name_01", "total", "wall", "rank_1", "rank_2",
    ]  # fmt: skip


def test_tabs_follow_the_tracks_and_not_the_drawing(form):
    found = form(("total", "goods_02", "wall_03", "goods_01", "wall_02", "goods_03")).controls

    assert [control.name for control in found] == ["wall_02", "wall_03", "goods_01", "goods_02", "goods_03", "total"]


def test_controls_of_one_box_lie_beside_each_other(form):
    circle, filled = form(("fear_01",)).controls

    assert (circle.rect, filled.rect) == (Rect(10, 25, 10, 16), Rect(20, 25, 10, 16))
    assert (circle.label, filled.label) == ("the fear_01, circled", "the fear_01, filled in")


def test_choices_speak_the_language_of_the_sheet(form):
    (control,) = form(("path_01",), language="ja").controls

    assert control.options == (("baker", "パン屋"), ("monk", "修道士"))


def test_only_numbers_that_fit_go_in(form):
    (year,) = form(("train_01",)).controls

    assert (year.most, "[1-6]" in year.keystroke) == (1, True)


def test_a_value_shown_twice_has_two_names(form):
    found = form(("wall_02", "wall_03", "wall"), ("wall",)).controls

    assert [control.name for control in found if control.look == "sum"] == ["wall", "wall_2"]
    assert all(control.calculation for control in found if control.look == "sum")


def test_values_of_absent_boxes_are_left_to_the_player(form):
    (control,) = form(("total",)).controls

    assert control.calculation == ""


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ([("wal_02",)], "sheets [wal_02]: the field 'wal_02' is no value of the game's sheets"),
        ([("wall_02",), ("wall_02",)], "sheets [wall_02]: the box 'wall_02' is drawn twice; draw it once"),
    ],
)
def test_fields_that_mean_nothing_are_faults(form, pages, expected):
    with pytest.raises(Faults) as caught:
        form(*pages)

    assert str(caught.value.faults[0]).startswith(expected)
