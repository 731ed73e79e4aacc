"""Tables: the widths of columns, and where rows are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.base.units import MM
from generator.model.prose import Prose, TableBlock
from generator.typeset.flow.flow_tables import column_widths, set_table
from generator.typeset.flow.paragraph_block import TextContext

WIDTH, HIGH = 80 * MM, 100 * MM


@pytest.fixture
def table(fonts):
    """A table of one column of numbers and one of words, with some rows."""

    def made(rows=12, text="a word or two", head=("No", "What"), most=HIGH):
        context = TextContext(Prose(()), "en", "x.md", fonts, lambda _: None, ())
        cells = tuple((str(at), text) for at in range(rows))
        return set_table(context, TableBlock(("right", "left"), head, cells, 3), WIDTH, most)

    return made


def texts(rows):
    return [placed.text for placed in rows.place(0, 0) if placed.kind == "text"]


@pytest.mark.parametrize(
    ("natural", "narrowest", "room", "widths"),
    [
        ([10, 20], [5, 5], 100, [10, 20]),
        ([40, 40], [5, 5], 100, [50, 50]),
        ([100, 100], [20, 20], 100, [50, 50]),
        ([20, 180], [20, 20], 100, [20, 80]),
    ],
)
def test_columns_share_the_room(natural, narrowest, room, widths):
    assert column_widths(natural, narrowest, room) == pytest.approx(widths)


@given(st.lists(st.tuples(st.floats(1, 50), st.floats(0, 200)), min_size=1, max_size=8))
def test_columns_are_never_too_narrow_nor_together_too_wide(columns):
    narrowest = [low for low, _ in columns]
    natural = [low + more for low, more in columns]
    room = max(300.0, sum(narrowest))

    widths = column_widths(natural, narrowest, room)

    assert sum(widths) <= room * 1.0001
    assert all(width >= low * 0.9999 for width, low in zip(widths, narrowest, strict=True))


def test_words_that_fit_nowhere_are_a_fault(table):
    with pytest.raises(Faults, match=r"x\.md:3: the table is [\d.]+ mm wider than its column"):
        table(text="x" * 90)


def test_head_is_repeated_where_the_table_is_cut(table):
    rows = table()

    first, second = rows.cut(rows.height / 2)

    assert texts(first)[:2] == texts(second)[:2] == ["No", "What"]
    assert texts(first)[2:] + texts(second)[2:] == texts(rows)[2:]


def test_short_table_is_not_cut(table):
    rows = table(rows=5)

    assert rows.cut(rows.height / 2) is None
    assert rows.min_height == rows.height


def test_no_row_is_left_alone(table):
    rows = table()
    head = rows.height - 12 * (row := (rows.height - table(rows=11).height))

    assert rows.cut(head + 1.5 * row) is None
    assert [len(part.rows) for part in rows.cut(head + 11.5 * row)] == [10, 2]


def test_row_is_as_high_as_its_longest_cell(table):
    short, long = table(rows=1), table(rows=1, text="many words " * 20)

    assert long.height > 2 * short.height


def test_empty_head_takes_no_room(table):
    rows = table(head=("", ""))

    assert not any(placed.kind == "band" for placed in rows.place(0, 0))
    assert rows.height < table().height
