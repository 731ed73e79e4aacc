import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    box_ids,
    children,
    value_names,
)

MARKS = ("m1", "m2", "m3")
STATE = {"m1": 1, "m2": 2, "m3": 0, "n1": 4, "n2": 4, "n3": 0, "n4": 7, "c1": "left", "c2": "right", "c3": ""}
KNOWN = {"level": 5}
SPANS = {"level": (-3, 9), "n1": (1, 6), "n2": (-2, 8)}


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (Constant(-3), -3),
        (NamedValue("level"), 5),
        (MarkedBoxes(MARKS), 2),
        (CircledBoxes(MARKS), 1),
        (FilledBoxes(MARKS), 1),
        (Quotient(NamedValue("level"), 2), 2),
        (Quotient(Difference(Constant(0), NamedValue("level")), 2), -3),
        (FullGroups((("m1", "m2"), ("m2", "m3"), ("n1",))), 2),
        (NumberSum(("n1", "n2", "n3", "n4")), 15),
        (DifferentNumbers(("n1", "n2", "n3", "n4")), 2),
        (Sum((Constant(2), NamedValue("level"))), 7),
        (Difference(Constant(2), NamedValue("level")), -3),
        (Product((Constant(2), Constant(3), NamedValue("level"))), 30),
        (Minimum((Constant(2), NamedValue("level"))), 2),
        (Maximum((Constant(2), NamedValue("level"))), 5),
        (ChosenOptions(("c1", "c2", "c3"), (("left", Constant(2)), ("right", NamedValue("level")))), 7),
        (ChosenOptions(("c1", "c2"), (("center", Constant(2)),)), 0),
    ],
)
def test_formula_has_its_value(formula, expected):
    assert formula.value(STATE, KNOWN) == expected


@pytest.mark.parametrize("noun", [MarkedBoxes, CircledBoxes, FilledBoxes, DifferentNumbers])
def test_boxes_that_nobody_touched_are_empty(noun):
    assert noun(("a", "b")).value({}, {}) == 0


@pytest.mark.parametrize("nothing", [0, "", None])
def test_empty_number_box_counts_nothing(nothing):
    assert NumberSum(("a",)).value({"a": nothing}, {}) == 0
    assert DifferentNumbers(("a",)).value({"a": nothing}, {}) == 0


@pytest.mark.parametrize(("reached", "expected"), [(-5, 0), (0, 0), (1, 1), (2, 1), (3, 5), (99, 5)])
def test_steps_give_for_the_highest_reached(reached, expected):
    assert StepTable(Constant(reached), ((1, 1), (3, 5))).value({}, {}) == expected


@pytest.mark.parametrize(("reached", "expected"), [(-5, 3), (0, 3), (1, 2), (2, 2), (3, 1), (4, 1), (5, 0)])
def test_at_most_gives_for_the_lowest_kept(reached, expected):
    assert LimitTable(Constant(reached), ((0, 3), (2, 2), (4, 1))).value({}, {}) == expected


@pytest.mark.parametrize(
    ("formula", "span"),
    [
        (Constant(4), (4, 4)),
        (NamedValue("level"), (-3, 9)),
        (MarkedBoxes(MARKS), (0, 3)),
        (FullGroups((MARKS, MARKS)), (0, 2)),
        (NumberSum(("n1", "n2")), (-2, 14)),
        (Sum((NamedValue("level"), Constant(1))), (-2, 10)),
        (Difference(Constant(0), NamedValue("level")), (-9, 3)),
        (Product((NamedValue("level"), NamedValue("level"))), (-27, 81)),
        (Minimum((NamedValue("level"), Constant(2))), (-3, 2)),
        (Maximum((NamedValue("level"), Constant(2))), (2, 9)),
        (StepTable(NamedValue("level"), ((1, 7), (2, -1))), (-1, 7)),
        (ChosenOptions(("c1", "c2"), (("left", NamedValue("level")),)), (-6, 18)),
    ],
)
def test_span_is_from_least_to_greatest(formula, span):
    assert formula.span(SPANS) == span


def test_formula_knows_what_it_is_made_of():
    formula = Difference(
        StepTable(NamedValue("a"), ((1, 1),)),
        ChosenOptions(("c1",), (("left", Product((NamedValue("b"), MarkedBoxes(MARKS)))),)),
    )

    assert [*value_names(formula)] == ["a", "b"]
    assert [*box_ids(formula)] == ["c1", *MARKS]
    assert children(formula)[0] == formula.left


LEAVES = st.one_of(
    st.integers(-20, 20).map(Constant),
    st.just(NamedValue("level")),
    st.sampled_from([MarkedBoxes, CircledBoxes, FilledBoxes]).map(lambda noun: noun(MARKS)),
    st.just(NumberSum(("n1", "n2"))),
    st.just(DifferentNumbers(("n1", "n2"))),
)
TABLES = st.dictionaries(st.integers(-9, 9), st.integers(-9, 9), max_size=4).map(
    lambda table: tuple(sorted(table.items()))
)
FORMULAS = st.recursive(
    LEAVES,
    lambda parts: st.one_of(
        st.lists(parts, min_size=1, max_size=3).flatmap(
            lambda some: st.sampled_from([Sum, Product, Minimum, Maximum]).map(lambda noun: noun(tuple(some)))
        ),
        st.builds(Difference, parts, parts),
        st.builds(StepTable, parts, TABLES),
        st.builds(LimitTable, parts, TABLES),
        st.builds(lambda part: ChosenOptions(("c1", "c2"), (("left", part),)), parts),
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


def test_written_zero_counts_as_written():
    state = {"n1": 0, "n2": "", "n3": 4}

    assert WrittenBoxes(("n1", "n2", "n3", "n4")).value(state, {}) == 2
    assert MarkedBoxes(("n1", "n2", "n3", "n4")).value(state, {}) == 1
