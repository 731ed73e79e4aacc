"""List items, frames and figures: where they are placed and cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.units import MM, to_mm
from generator.model.prose import Prose, TableBlock
from generator.typeset.flow.blocks import (
    CaptionedFigure,
    FramedBlock,
    HeadingBlock,
    ListItemBlock,
    column_widths,
    set_table,
)
from generator.typeset.flow.columns import space_between, stacked_height
from generator.typeset.flow.paragraph_block import TextContext
from generator.typeset.flow.shaped_texts import ShapedTexts

WORDS = "When the horn sounds, every watch on the wall turns out and runs to the gate with a torch in each hand. " * 3
WIDTH = 60 * MM


@pytest.fixture
def context(fonts):
    return TextContext(Prose((), size=9.0), ShapedTexts("x.md", "en", fonts, ()), lambda _: None)


def test_mark_stands_before_its_item(context):
    item = ListItemBlock(context.paragraph("item", WORDS, 1, WIDTH), context.paragraph("mark", "•", 1, 12), 24.0)

    mark, text = item.place(100, 0)

    assert (mark.x, text.x) == pytest.approx((to_mm(112), to_mm(124)), abs=0.02)
    head, tail = item.cut(3 * item.paragraph.line_height)
    assert (len([*head.place(0, 0)]), len([*tail.place(0, 0)])) == (2, 1)


def test_larger_of_two_spaces_counts(context):
    heading, text = HeadingBlock(context.paragraph("h2", "A", 1, WIDTH)), context.paragraph("body", "b", 1, WIDTH)

    assert space_between(heading, text) == max(heading.after, text.before)
    assert stacked_height([heading, text]) == heading.height + space_between(heading, text) + text.height


def test_box_is_cut_only_where_no_column_holds_it(context):
    inside = [context.paragraph("body", WORDS, 1, WIDTH)] * 3
    high = stacked_height(inside) + 10
    box = FramedBlock(inside, WIDTH + 10, 5, high)
    tall = FramedBlock(inside, WIDTH + 10, 5, high / 2)

    assert (box.cut(high / 2), box.min_height) == (None, box.height)
    assert tall.min_height < tall.height
    assert [len([*part.place(0, 0)]) > 1 for part in tall.cut(high / 2)] == [True, True]


def test_drawing_stands_over_its_caption(context):
    caption = context.paragraph("caption", "A fold.", 1, WIDTH)
    figure = CaptionedFigure(("image", "fold.svg"), Size(30 * MM, 20 * MM), caption, WIDTH, (3.0, 5.0))

    image, text = figure.place(0, 0)

    assert (image.kind, image.text, image.x, image.width, image.height) == ("image", "fold.svg", 15, 30, 20)
    assert text.y > 20
    assert figure.cut(1) is None


TABLE_WIDTH, HIGH = 80 * MM, 100 * MM


@pytest.fixture
def table(fonts):
    """A table of one column of numbers and one of words, with some rows."""

    def made(rows=12, text="a word or two", head=("No", "What"), most=HIGH):
        context = TextContext(Prose(()), ShapedTexts("x.md", "en", fonts, ()), lambda _: None)
        cells = tuple((str(at), text) for at in range(rows))
        return set_table(context, TableBlock(("right", "left"), head, cells, 3), TABLE_WIDTH, most)

    return made


def test_names_of_files_are_broken_only_where_there_is_no_room(table):
    names = {
        text: table(2, text, ("File of", "What")) for text in ("rules-booklet-a4-en.pdf", "rules-" * 30 + "a4-en.pdf")
    }
    wide, long = (max(row[1].height for row in made.rows) for made in names.values())
    beside = table(
        2, "rules-booklet-a4-en.pdf", ("Sheets of paper that it needs, with what it is printed on " * 3, "What")
    )

    assert wide == max(row[1].height for row in beside.rows)
    assert long > wide


def test_short_cells_are_broken_before_names_of_files(fonts):
    context = TextContext(Prose(()), ShapedTexts("x.md", "en", fonts, ()), lambda _: None)
    rows = (("rules-booklet-a4-en.pdf", "Card, both sides", "Card, both sides"),) * 2
    block = TableBlock(("left",) * 3, ("File", "On", "Off"), rows, 3)
    wide, close = (set_table(context, block, width * MM, HIGH).rows[0] for width in (110, 70))

    assert [cell.measure.count for cell in wide] == [1, 1, 1]
    assert [cell.measure.count for cell in close] == [1, 2, 2]


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
