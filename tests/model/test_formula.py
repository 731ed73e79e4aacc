import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.formula import (
    Below,
    Best,
    Chosen,
    CircledBoxes,
    DifferentNumbers,
    FilledBoxes,
    Full,
    Least,
    Less,
    MarkedBoxes,
    NamedValue,
    Product,
    Share,
    Steps,
    Sum,
    Whole,
    Written,
    boxes,
    inner,
    names,
)

MARKS = ("m1", "m2", "m3")
STATE = {"m1": 1, "m2": 2, "m3": 0, "n1": 4, "n2": 4, "n3": 0, "n4": 7, "c1": "left", "c2": "right", "c3": ""}
KNOWN = {"level": 5}
SPANS = {"level": (-3, 9), "n1": (1, 6), "n2": (-2, 8)}


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (Whole(-3), -3),
        (NamedValue("level"), 5),
        (MarkedBoxes(MARKS), 2),
        (CircledBoxes(MARKS), 1),
        (FilledBoxes(MARKS), 1),
        (Share(NamedValue("level"), 2), 2),
        (Share(Less(Whole(0), NamedValue("level")), 2), -3),
        (Full((("m1", "m2"), ("m2", "m3"), ("n1",))), 2),
        (Written(("n1", "n2", "n3", "n4")), 15),
        (DifferentNumbers(("n1", "n2", "n3", "n4")), 2),
        (Sum((Whole(2), NamedValue("level"))), 7),
        (Less(Whole(2), NamedValue("level")), -3),
        (Product((Whole(2), Whole(3), NamedValue("level"))), 30),
        (Least((Whole(2), NamedValue("level"))), 2),
        (Best((Whole(2), NamedValue("level"))), 5),
        (Chosen(("c1", "c2", "c3"), (("left", Whole(2)), ("right", NamedValue("level")))), 7),
        (Chosen(("c1", "c2"), (("center", Whole(2)),)), 0),
    ],
)
def test_formula_has_its_value(formula, expected):
    assert formula.value(STATE, KNOWN) == expected


@pytest.mark.parametrize("noun", [MarkedBoxes, CircledBoxes, FilledBoxes, DifferentNumbers])
def test_boxes_that_nobody_touched_are_empty(noun):
    assert noun(("a", "b")).value({}, {}) == 0


@pytest.mark.parametrize("nothing", [0, "", None])
def test_empty_number_box_counts_nothing(nothing):
    assert Written(("a",)).value({"a": nothing}, {}) == 0
    assert DifferentNumbers(("a",)).value({"a": nothing}, {}) == 0


@pytest.mark.parametrize(("reached", "expected"), [(-5, 0), (0, 0), (1, 1), (2, 1), (3, 5), (99, 5)])
def test_steps_give_for_the_highest_reached(reached, expected):
    assert Steps(Whole(reached), ((1, 1), (3, 5))).value({}, {}) == expected


@pytest.mark.parametrize(("reached", "expected"), [(-5, 3), (0, 3), (1, 2), (2, 2), (3, 1), (4, 1), (5, 0)])
def test_at_most_gives_for_the_lowest_kept(reached, expected):
    assert Below(Whole(reached), ((0, 3), (2, 2), (4, 1))).value({}, {}) == expected


@pytest.mark.parametrize(
    ("formula", "span"),
    [
        (Whole(4), (4, 4)),
        (NamedValue("level"), (-3, 9)),
        (MarkedBoxes(MARKS), (0, 3)),
        (Full((MARKS, MARKS)), (0, 2)),
        (Written(("n1", "n2")), (-2, 14)),
        (Sum((NamedValue("level"), Whole(1))), (-2, 10)),
        (Less(Whole(0), NamedValue("level")), (-9, 3)),
        (Product((NamedValue("level"), NamedValue("level"))), (-27, 81)),
        (Least((NamedValue("level"), Whole(2))), (-3, 2)),
        (Best((NamedValue("level"), Whole(2))), (2, 9)),
        (Steps(NamedValue("level"), ((1, 7), (2, -1))), (-1, 7)),
        (Chosen(("c1", "c2"), (("left", NamedValue("level")),)), (-6, 18)),
    ],
)
def test_span_is_from_least_to_greatest(formula, span):
    assert formula.span(SPANS) == span


def test_formula_knows_what_it_is_made_of():
    formula = Less(
        Steps(NamedValue("a"), ((1, 1),)), Chosen(("c1",), (("left", Product((NamedValue("b"), MarkedBoxes(MARKS)))),))
    )

    assert [*names(formula)] == ["a", "b"]
    assert [*boxes(formula)] == ["c1", *MARKS]
    assert inner(formula)[0] == formula.left


LEAVES = st.one_of(
    st.integers(-20, 20).map(Whole),
    st.just(NamedValue("level")),
    st.sampled_from([MarkedBoxes, CircledBoxes, FilledBoxes]).map(lambda noun: noun(MARKS)),
    st.just(Written(("n1", "n2"))),
    st.just(DifferentNumbers(("n1", "n2"))),
)
TABLES = st.dictionaries(st.integers(-9, 9), st.integers(-9, 9), max_size=4).map(
    lambda table: tuple(sorted(table.items()))
)
FORMULAS = st.recursive(
    LEAVES,
    lambda parts: st.one_of(
        st.lists(parts, min_size=1, max_size=3).flatmap(
            lambda some: st.sampled_from([Sum, Product, Least, Best]).map(lambda noun: noun(tuple(some)))
        ),
        st.builds(Less, parts, parts),
        st.builds(Steps, parts, TABLES),
        st.builds(Below, parts, TABLES),
        st.builds(lambda part: Chosen(("c1", "c2"), (("left", part),)), parts),
    ),
    max_leaves=8,
)
STATES = st.fixed_dictionaries(
    {
        **{box: st.integers(0, 2) for box in MARKS},
        "n1": st.sampled_from([0, 1, 6]),
        "n2": st.integers(-2, 8),
        "c1": st.sampled_from(["", "left", "right"]),
        "c2": st.sampled_from(["", "left", "right"]),
    }
)


@given(formula=FORMULAS, state=STATES, level=st.integers(-3, 9))
def test_value_lies_in_its_span(formula, state, level):
    low, high = formula.span(SPANS)

    assert low <= formula.value(state, {"level": level}) <= high
