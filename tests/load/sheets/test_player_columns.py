"""Columns of a sheet: said once, made for each player."""

import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load
from generator.model.formula import Constant, Difference, MarkedBoxes, Maximum, NamedValue, NumberSum, Sum
from generator.model.sheet import Book, Need

PAD = """\
title = { en = "Pad", ja = "表" }
version = "1"

[columns]
p1 = { en = "Ann", ja = "甲" }
p2 = { en = "Bob", ja = "乙" }
p3 = { en = "Cleo", ja = "丙" }

[areas.points]
title = { en = "Points", ja = "得点" }
kind = "number"
most = 20
[[areas.points.tracks]]
id = "vestals"
title = { en = "Vestals", ja = "巫女" }
[[areas.points.tracks]]
id = "veil"
title = { en = "Veil", ja = "ベール" }
kind = "mark"

[areas.days]
title = { en = "Days", ja = "日" }
boxes = 4

[values.lead]
is = "vestals - rivals(vestals)"
[values.total]
title = { en = "Total", ja = "合計" }
is = "3 * vestals + 10 * veil + lead + days"

[[scores]]
value = "total"
"""
LAYOUT = """\
grid = [40, 30]
[tracks]
vestals = { at = [2, 1], size = [4, 3], pitch = 5 }
veil = { at = [2, 6], size = [4, 3], pitch = 5 }
days = { at = [2, 11], size = [4, 3] }
[values]
total = { at = [2, 20], size = [4, 3], pitch = 5 }
lead = { at = [20, 1], size = [4, 3], line = 1, down = 4 }
"""


@pytest.fixture
def made(game):
    """A small game with the pad, one passage of it replaced."""

    def load_with(old="", new="", layout=LAYOUT):
        assert old in PAD
        return load(game({"sheets/pad.toml": PAD.replace(old, new, 1), "sheets/pad.layout.toml": layout}))

    return load_with


@pytest.fixture
def faults(made):
    def told(*arguments, **how):
        with pytest.raises(Faults) as caught:
            made(*arguments, **how)
        return [fault.what for fault in caught.value.faults]

    return told


def test_track_has_a_box_in_every_column(made):
    vestals, veil, _ = made().sheets["pad"].tracks

    assert [(box.id, box.kind, box.most) for box in vestals.boxes] == [
        (f"vestals_p{n}", "number", 20) for n in (1, 2, 3)
    ]
    assert [box.title["en"] for box in vestals.boxes] == ["Vestals · Ann", "Vestals · Bob", "Vestals · Cleo"]
    assert [box.title["ja"] for box in veil.boxes] == ["ベール · 甲", "ベール · 乙", "ベール · 丙"]
    assert vestals.order == "any"


def test_track_with_boxes_of_its_own_is_shared(made):
    *_, days = made().sheets["pad"].tracks

    assert [box.id for box in days.boxes] == ["days_01", "days_02", "days_03", "days_04"]
    assert days.order == "row"


def test_value_is_reckoned_for_every_column(made):
    sheet = made().sheets["pad"]
    values = {value.id: value for value in sheet.values}

    assert [*values] == ["lead_p1", "lead_p2", "lead_p3", "total_p1", "total_p2", "total_p3"]
    assert (values["total_p2"].title["en"], values["total_p2"].row["en"]) == ("Total · Bob", "Total")
    assert [(score.value, score.title["en"]) for score in sheet.scores][1:] == [
        ("total_p2", "Total · Bob"),
        ("total_p3", "Total · Cleo"),
    ]


def test_name_means_its_own_column_and_rivals_the_others(made):
    values = {value.id: value for value in made().sheets["pad"].values}

    rivals = Maximum((NumberSum(("vestals_p1",)), NumberSum(("vestals_p3",))))
    assert values["lead_p2"].formula == Difference(NumberSum(("vestals_p2",)), rivals)
    assert NamedValue("lead_p2") in values["total_p2"].formula.parts


def test_columns_are_added_up_apart(made):
    book = Book.of(made().sheets.values())

    values = book.calculate({"vestals_p1": 4, "vestals_p2": 6, "veil_p2": 1, "days_01": 1})

    assert (values["total_p1"], values["total_p2"], values["total_p3"]) == (12 - 2 + 1, 18 + 10 + 2 + 1, -6 + 1)


def test_values_are_laid_like_tracks(made):
    values = made().layouts["pad"].values

    assert [values[f"total_p{n}"] for n in (1, 2, 3)] == [(2, 20, 4, 3), (7, 20, 4, 3), (12, 20, 4, 3)]
    assert [values[f"lead_p{n}"] for n in (1, 2, 3)] == [(20, 1, 4, 3), (20, 5, 4, 3), (20, 9, 4, 3)]


def test_wrong_name_is_told_once(faults):
    assert faults("3 * vestals +", "3 * vestal +") == [
        "no track, box or value called 'vestal'; did you mean 'vestals'?"
    ]
    assert faults("rivals(vestals)", "rivals(vestal)") == [
        "no track, box or value called 'vestal'; did you mean 'vestals'?"
    ]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("[columns]\n", "[columns]\n" + "".join(f"q{n} = {{ en = 'Q', ja = 'Q' }}\n" for n in range(10)), "13 columns; a sheet has 1 to 12, or no such table"),
        ("p2 =", "P2 =", "'P2' is not an id; write it with a-z, 0-9 and _, a letter first"),
        (', ja = "乙"', "", "no words in 'ja'"),
        ('value = "total"', 'value = "totl"', "no track, box or value called 'totl'; did you mean 'total'?"),
        ('id = "veil"', 'id = "lead"', "'lead_p1' is an id of sheet 'pad' already; choose another"),
    ],
)  # fmt: skip
def test_faulty_columns_are_told(faults, old, new, what):
    assert any(what in told for told in faults(old, new))


def test_row_of_an_unknown_value_is_told(faults):
    assert faults(layout=LAYOUT.replace("total =", "totals =")) == [
        "no value called 'totals' in the columns of this sheet"
    ]


def test_range_stays_in_its_column(made):
    values = {
        value.id: value for value in made("vestals - rivals(vestals)", "sum(vestals, ..., veil)").sheets["pad"].values
    }

    assert values["lead_p2"].formula == Sum((NumberSum(("vestals_p2",)), MarkedBoxes(("veil_p2",))))


def test_need_speaks_of_its_own_column(made):
    _, veil, _ = (
        made('kind = "mark"\n', 'kind = "mark"\nneeds = ["vestals 3"]\nwhen = ["total 1", "days 2"]\n')
        .sheets["pad"]
        .tracks
    )

    assert [box.needs for box in veil.boxes] == [(Need(f"vestals_p{n}", 3),) for n in (1, 2, 3)]
    assert veil.boxes[1].when == (Need("total_p2", 1), Need("days", 2))


def bound(of, most, more="each_column = true"):
    title = 'title = { en = "Too many", ja = "多い" }'
    return f'[[bounds]]\n{title}\nof = "{of}"\nmost = "{most}"\n{more}\n\n[[scores]]\n'


def test_bound_holds_for_every_column(made):
    bounds = made("[[scores]]\n", bound("vestals", "2 * days")).sheets["pad"].bounds

    assert [each.title["en"] for each in bounds] == ["Too many · Ann", "Too many · Bob", "Too many · Cleo"]
    assert [each.of for each in bounds] == [NumberSum((f"vestals_p{n}",)) for n in (1, 2, 3)]
    assert len({each.most for each in bounds}) == 1


def test_track_in_a_bound_of_the_sheet_means_all_columns(made):
    (one,) = made("[[scores]]\n", bound("sum(vestals)", "3", more="")).sheets["pad"].bounds

    assert one.title["en"] == "Too many"
    assert one.of == NumberSum(("vestals_p1", "vestals_p2", "vestals_p3"))


def test_wrong_name_in_a_bound_is_told_once(faults):
    assert faults("[[scores]]\n", bound("vestals", "2 * dais")) == [
        "no track, box or value called 'dais'; did you mean 'days'?"
    ]


def test_one_column_has_no_rivals(made):
    alone = made('p2 = { en = "Bob", ja = "乙" }\np3 = { en = "Cleo", ja = "丙" }\n').sheets["pad"]

    assert [value.id for value in alone.values] == ["lead_p1", "total_p1"]
    assert alone.values[0].formula == Difference(NumberSum(("vestals_p1",)), Constant(0))
