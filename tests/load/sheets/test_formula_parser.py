import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.load.sheets.formula_parser import FormulaScope, parse_boxes, parse_formula
from generator.model.formula import (
    ChosenOptions,
    CircledBoxes,
    Constant,
    Difference,
    DifferentNumbers,
    FilledBoxes,
    FullGroups,
    LimitTable,
    MarkedBoxes,
    Maximum,
    Minimum,
    NamedValue,
    NumberSum,
    Product,
    Quotient,
    StepTable,
    Sum,
    WrittenBoxes,
)
from generator.model.game import Row
from generator.model.sheet import Box, Option, Track
from generator.model.text import Text

NO_WORDS = Text(())
OPTIONS = (Option("left", NO_WORDS), Option("right", NO_WORDS))


def boxes(track, kind, count):
    plain = dict.fromkeys(("costs", "needs", "gains", "one_of", "tags"), ())
    return tuple(
        Box(
            f"{track}_{n:02}", kind, None, **plain, start=0, least=int(track == "years"), most=9, track=track, number=n, provenance="",
            options=OPTIONS if kind == "choice" else (),
        )
        for n in range(1, count + 1)
    )  # fmt: skip


TRACKS = {
    track: Track(track, NO_WORDS, "row", (), boxes(track, kind, count))
    for track, kind, count in [
        ("wall", "mark", 6),
        ("favour", "mark2", 3),
        ("goods", "number", 4),
        ("path", "choice", 2),
        ("years", "number", 1),
        ("ann", "mark", 2),
        ("years_of_peace", "mark", 3),
        ("bob", "mark", 2),
        ("cleo", "mark", 2),
    ]
}
ROWS = {
    "cards": {
        "scout": Row("scout", {"strength": 3, "t1": 2, "t2": 4, "name": "x", "comparator": "at_least"}, ""),
        "hermit": Row("hermit", {"t1": 4, "t2": 2, "t3": 0, "comparator": "at_most"}, ""),
        "plain": Row("plain", {"strength": 1, "yes": True}, ""),
    }
}
SCOPE = FormulaScope(
    {box.id: box for track in TRACKS.values() for box in track.boxes},
    TRACKS,
    frozenset({"level"}),
    {"large": ("wall_01", "favour_03")},
    ROWS,
)
WALL = tuple(f"wall_0{n}" for n in range(1, 7))
GOODS = tuple(f"goods_0{n}" for n in range(1, 5))
BETWEEN = "'...' stands between two tracks, or two boxes of one track or one place, in their order"
FAVOURS = ("favour_01", "favour_02", "favour_03")


def read(text):
    faults = []
    return parse_formula(text, SCOPE, faults.append), faults


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", Constant(7)),
        ("-7", Constant(-7)),
        ("level", NamedValue("level")),
        ("wall", MarkedBoxes(WALL)),
        ("wall_02", MarkedBoxes(("wall_02",))),
        ("wall[2:4]", MarkedBoxes(WALL[1:4])),
        ("wall[2:6:2]", MarkedBoxes(("wall_02", "wall_04", "wall_06"))),
        ("goods_02", NumberSum(("goods_02",))),
        ("goods", MarkedBoxes(GOODS)),
        ("sum(goods)", NumberSum(GOODS)),
        ("sum(goods[1:2], level)", Sum((NumberSum(GOODS[:2]), NamedValue("level")))),
        ("sum(wall, 2)", Sum((MarkedBoxes(WALL), Constant(2)))),
        ("count(wall, favour, wall_01)", MarkedBoxes(WALL + FAVOURS)),
        ("count(large)", MarkedBoxes(("wall_01", "favour_03"))),
        ("circled(favour)", CircledBoxes(FAVOURS)),
        ("filled(favour[1:2])", FilledBoxes(FAVOURS[:2])),
        ("full(wall[1:3], wall[4:6])", FullGroups((WALL[:3], WALL[3:]))),
        ("different(goods)", DifferentNumbers(GOODS)),
        ("written(goods)", WrittenBoxes(GOODS)),
        ("written(goods[1:2], years)", Sum((WrittenBoxes(GOODS[:2]), MarkedBoxes(("years_01",))))),
        ("count(wall_02, ..., wall_04)", MarkedBoxes(WALL[1:4])),
        ("sum(goods_01, ..., goods_03, level)", Sum((*(NumberSum((box,)) for box in GOODS[:3]), NamedValue("level")))),
        ("count(wall, ..., goods)", MarkedBoxes(WALL + FAVOURS + GOODS)),
        ("best(ann_02, ..., cleo_02)", Maximum(tuple(MarkedBoxes((f"{who}_02",)) for who in ("ann", "bob", "cleo")))),
        ("level + 2 + 3", Sum((NamedValue("level"), Constant(2), Constant(3)))),
        ("level - 2 + 3 - 4", Difference(Sum((NamedValue("level"), Constant(3))), Sum((Constant(2), Constant(4))))),
        ("-level", Difference(Constant(0), NamedValue("level"))),
        ("2 * level * 3", Product((Constant(2), NamedValue("level"), Constant(3)))),
        ("sum(goods) // 10 * 2", Product((Quotient(NumberSum(GOODS), 10), Constant(2)))),
        ("min(level, 2)", Minimum((NamedValue("level"), Constant(2)))),
        ("best(level, 2)", Maximum((NamedValue("level"), Constant(2)))),
        ("product(level, 2)", Product((NamedValue("level"), Constant(2)))),
        ("steps(wall, {3: 2, 1: 1})", StepTable(MarkedBoxes(WALL), ((1, 1), (3, 2)))),
        ("at_most(level, {4: 1, 0: 3, -2: -1})", LimitTable(NamedValue("level"), ((-2, -1), (0, 3), (4, 1)))),
        ("chosen(path, {left: 2, right: level})", ChosenOptions(("path_01", "path_02"), (("left", Constant(2)), ("right", NamedValue("level"))))),
        ("cards.scout.strength", Constant(3)),
        ("steps(wall, {cards.scout.t1: 5})", StepTable(MarkedBoxes(WALL), ((2, 5),))),
        ("points(wall, cards.scout)", StepTable(MarkedBoxes(WALL), ((2, 1), (4, 2)))),
        ("points(level, cards.hermit)", LimitTable(NamedValue("level"), ((0, 3), (2, 2), (4, 1)))),
        ("level\n  + 1", Sum((NamedValue("level"), Constant(1)))),
    ],
)  # fmt: skip
def test_formula_is_read(text, expected):
    assert read(text) == (expected, [])


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "'' is not a formula; write it like 'count(wall) + 2 * fort'"),
        ("wall +", "'wall +' is not a formula; write it like 'count(wall) + 2 * fort'"),
        ("wall; wall", "'wall; wall' is not a formula; write it like 'count(wall) + 2 * fort'"),
        ("1if 2else 3", "'1if 2else 3' is not a formula; write it like 'count(wall) + 2 * fort'"),
        ("'text'", "\"'text'\" is not a formula; write it like 'count(wall) + 2 * fort'"),
        ("walk", "no track, box or value called 'walk'; did you mean 'wall'?"),
        ("count(level)", "'level' is a value; only a track, a box, a tag or a slice can stand here"),
        ("count(2)", "'2' does not name boxes; name a track, a box, a tag or a slice like 'wall[1:7]'"),
        ("wall[0:3]", "'wall[0:3]' is out of range; its boxes are 1 to 6"),
        ("wall[1:7]", "'wall[1:7]' is out of range; its boxes are 1 to 6"),
        ("wall[:3]", "a slice of 'wall' has two whole numbers, like 'wall[1:6]'; a third skips"),
        ("max(wall, 2)", "no function called 'max'; did you mean 'best'?"),
        ("cuont(wall)", "no function called 'cuont'; did you mean 'count'?"),
        ("sum(goods_03, ..., goods_01)", BETWEEN),
        ("sum(goods, ..., level)", BETWEEN),
        ("sum(..., goods)", BETWEEN),
        ("count(ann_01, ..., cleo_02)", BETWEEN),
        ("written(wall)", "written() takes boxes of kind 'number'; 'wall_01' is of kind 'mark'"),
        ("count()", "count() has nothing in its brackets"),
        ("circled(wall)", "circled() takes boxes of kind 'mark2'; 'wall_01' is of kind 'mark'"),
        ("different(favour)", "different() takes boxes of kind 'number'; 'favour_01' is of kind 'mark2'"),
        ("steps(wall)", "steps() takes a formula and a table, like 'steps(fort, {1: 1, 3: 2})'"),
        ("steps(wall, {1: level})", "a table has whole numbers only, like '{1: 1, 3: 2}'"),
        ("steps(wall, {1: 1, 1: 2})", "1 stands twice in the table of steps()"),
        ("chosen(path, {lift: 1})", "no option called 'lift'; did you mean 'left'?"),
        ("chosen({left: 1})", "chosen() takes choice boxes and a table, like 'chosen(path, {left: 1, right: 2})'"),
        ("cards.scout.strenght", "no whole number called 'strenght' in that row; did you mean 'strength'?"),
        ("cards.plain.yes", "no whole number called 'yes' in that row; it is one of 'strength'"),
        ("points(wall, cards.plain)", "row 'plain' has no whole number in a column 't1'; points() reads t1, t2, t3 …"),
        ("points(wall)", "points() takes a formula and a row, like 'points(fort, cards.scout)'"),
        ("wall // level", "'level' cannot divide; only a whole number above 0 can, like 'x // 10'"),
        ("wall // 0", "'0' cannot divide; only a whole number above 0 can, like 'x // 10'"),
        ("wall / 2", "'wall / 2' cannot stand in a formula; it has names, whole numbers, + - * and functions"),
        ("wall > 2", "'wall > 2' cannot stand in a formula; it has names, whole numbers, + - * and functions"),
        ("1.5", "'1.5' cannot stand in a formula; it has names, whole numbers, + - * and functions"),
        ("True", "'True' cannot stand in a formula; it has names, whole numbers, + - * and functions"),
        ("1000000001", "'1000000001' cannot stand in a formula; it has names, whole numbers, + - * and functions"),
        ("[wall for wall in wall]", "'[wall for wall in wall]' cannot stand in a formula; it has names, whole numbers, + - * and functions"),
        ("(lambda: 1)()", "'(lambda: 1)()' cannot stand in a formula; it has names, whole numbers, + - * and functions"),
        ("-" * 30 + "wall", "nested deeper than 24; name a part of it as a value"),
    ],
)  # fmt: skip
def test_wrong_formula_is_told(text, what):
    assert read(text)[1] == [what]


def test_row_that_is_not_there_is_told():
    assert read("crads.scout.strength")[1][0] == "no table or component called 'crads'; did you mean 'cards'?"
    assert read("cards.scuot.strength")[1][0] == "no row called 'scuot' in 'cards'; did you mean 'scout'?"


def test_everything_wrong_is_told_at_once():
    assert read("walk + count(favor) + 1.5")[1] == [
        "'1.5' cannot stand in a formula; it has names, whole numbers, + - * and functions",
        "no track, box or value called 'favor'; did you mean 'favour'?",
        "no track, box or value called 'walk'; did you mean 'wall'?",
    ]


@pytest.mark.parametrize(
    "text",
    ["(" * 1_000, "-" * 3_000 + "1", "not " * 900 + "1", "9" * 3_999, "a" * 4_001, "1\n" * 1_000, "１", "\\d", "#", "[" * 90],
)  # fmt: skip
def test_hostile_formula_is_one_fault(text):
    found, faults = read(text)

    assert (found, len(faults)) == (Constant(0), 1)


def test_long_row_of_additions_is_not_deep():
    found, faults = read(" + ".join(["wall"] * 500))

    assert (len(found.parts), faults) == (500, [])


def test_boxes_are_named_without_a_formula():
    assert parse_boxes("wall[1:2]", SCOPE, pytest.fail) == ("wall_01", "wall_02")


NUMBERS = st.integers(0, 20).map(str)
SUMS = st.recursive(
    st.one_of(NUMBERS, st.sampled_from(["wall", "count(favour)", "level"])),
    lambda parts: st.one_of(
        st.tuples(parts, st.sampled_from(["+", "-", "*"]), parts).map(lambda three: f"({' '.join(three)})"),
        st.tuples(parts, st.sampled_from(["+", "-", "*"]), parts).map(" ".join),
        parts.map(lambda part: f"-{part}" if part[0] == "(" else f"-({part})"),
        st.lists(parts, min_size=1, max_size=3).map(lambda some: f"min({', '.join([*some, '3'])})"),
    ),
    max_leaves=8,
)


@given(text=SUMS, marked=st.integers(0, 6), circled=st.integers(0, 3), level=st.integers(-5, 5))
def test_sums_are_those_of_python(text, marked, circled, level):
    found, faults = read(text)
    state = {**dict.fromkeys(WALL[:marked], 1), **dict.fromkeys(FAVOURS[:circled], 1)}
    names = {"wall": marked, "favour": circled, "count": lambda number: number, "level": level, "min": min}

    assert faults == []
    assert found.value(state, {"level": level}) == eval(text, {"__builtins__": {}}, names)
