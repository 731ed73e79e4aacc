"""Type goes down columns and over pages: nothing is lost, and nothing torn that belongs together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.units import MM
from generator.model.figure import FigureSize
from generator.model.prose import (
    BoxBlock,
    ColumnBreak,
    FigureBlock,
    Heading,
    ListItem,
    Manuscript,
    PageBreak,
    Paragraph,
    Prose,
    TableBlock,
)
from generator.typeset.flow.page_flow import set_pages
from generator.typeset.flow.shaped_texts import ShapedTexts

PAGE = Size(100 * MM, 140 * MM)
MARGIN = 10 * MM
WORDS = "the horn sounds and every watch on the wall turns out to run "


def paragraph(count):
    return Paragraph((WORDS * count).strip(), 1)


def table(rows):
    return TableBlock(("left", "left"), ("No", "What"), tuple((str(at), "word") for at in range(rows)), 1)


@pytest.fixture
def flow(fonts):
    """The pages of some blocks."""

    def made(*blocks, across=1, head=0.0, size=PAGE, language="en"):
        prose, texts = Prose((), across, 9.0, MARGIN), ShapedTexts("x.md", language, fonts, ())
        text = Manuscript("x.md", "T", 1, blocks)
        return [*set_pages(text, prose, texts, size, head=head, drawing=lambda _: None)]

    return made


def said(made):
    return " ".join(placed.text for page in made for placed in page if placed.kind == "text")


def columns(page):
    """The placed things of a page by the left edge of their column."""
    middle = PAGE.width / MM / 2
    sides = [], []
    for placed in page:
        sides[placed.x >= middle].append(placed)
    return [side for side in sides if side]


def depth(side):
    return max(placed.y + placed.height for placed in side)


def test_text_goes_over_as_many_pages_as_it_takes(flow):
    made = flow(*[paragraph(12)] * 9)

    assert len(made) == 4
    assert said(made) == " ".join(paragraph(12).text for _ in range(9))


def test_empty_text_is_one_empty_page(flow):
    assert list(flow()) == [()]


def test_page_break_ends_all_columns_of_its_page(flow):
    made = flow(PageBreak(1), paragraph(4), PageBreak(2), PageBreak(3), paragraph(4), PageBreak(4), across=2)

    assert [len(columns(page)) for page in made] == [2, 2]
    assert [said([page]) for page in made] == [paragraph(4).text] * 2


def test_first_page_leaves_room_for_its_title(flow):
    (made,) = flow(paragraph(1), head=30 * MM)

    assert made[0].y == pytest.approx(40, abs=1)


def test_heading_is_never_last_in_a_column(flow):
    for count in range(20):
        for page in flow(*[ListItem("•", 0, "line", 1)] * (20 + count), Heading(2, "Head", 1), paragraph(3)):
            assert page[-1].style != "h2"


def test_headings_and_what_announces_stay_together(flow):
    for count in range(24):
        blocks = Heading(2, "Two", 1), Heading(3, "Three", 1), Paragraph("Now:", 1), *[ListItem("•", 0, "x", 1)] * 3
        for page in flow(*[ListItem("•", 0, "line", 1)] * (16 + count), *blocks):
            styles = [placed.style for placed in page]
            assert ("h2" in styles) is ("body" in styles)
            assert styles[-1] == "item"


def test_right_to_left_page_is_the_mirror_of_another(flow):
    pytest.importorskip("icu")
    pytest.importorskip("justmytype_intl_rtl")
    blocks = Heading(2, "1", 1), ListItem("•", 0, "2", 2), TableBlock(("left", "right"), ("3", "4"), (("5", "6"),), 3)
    (page,), (mirrored,) = flow(*blocks, across=2), flow(*blocks, across=2, language="he")
    width = PAGE.width / MM
    opposite = {"left": "start", "right": "end", "center": "center"}

    assert [each.text for each in mirrored] == [each.text for each in page]
    assert [each.align for each in mirrored] == [opposite[each.align] for each in page]
    for one, other in zip(page, mirrored, strict=True):
        assert other.x + other.width == pytest.approx(width - one.x, abs=2)
    assert mirrored[0].x > width / 2


def test_break_begins_a_page(flow):
    first, second = flow(paragraph(1), ColumnBreak(1), paragraph(1))

    assert first[0].y == second[0].y


def test_break_begins_a_column_where_there_are_several(flow):
    (page,) = flow(paragraph(1), ColumnBreak(1), paragraph(1), across=2)

    assert [len(side) for side in columns(page)] == [1, 1]


def test_breaks_at_the_ends_say_nothing(flow):
    assert len(flow(ColumnBreak(1), ColumnBreak(1), paragraph(1), ColumnBreak(1))) == 1


def test_list_that_no_page_could_hold_is_divided(fonts):
    items = [ListItem(f"{n}.", 0, "What it is", 2) for n in range(1, 61)]
    text = Manuscript("x.md", "T", 1, (paragraph(3), FigureBlock("card", "", None, 1), *items))
    texts = ShapedTexts("x.md", "en", fonts, ())
    made = set_pages(text, Prose((), 1, 9.0, MARGIN), texts, PAGE, head=0.0, drawing=lambda _: FACES)

    assert [placed.text for page in made for placed in page if placed.kind == "number"] == [
        str(n) for n in range(1, 61)
    ]
    assert len(made) == 4


def test_columns_of_the_last_page_are_of_one_length(flow):
    (page,) = flow(*[paragraph(2)] * 7, across=2)

    left, right = columns(page)
    assert depth(left) - depth(right) < 10
    assert depth(left) < 110


def test_columns_of_full_pages_are_filled_in_turn(flow):
    first, *_, last = flow(*[paragraph(6)] * 30, across=2)

    assert all(depth(side) > 115 for side in columns(first))
    assert said([last]).endswith(paragraph(6).text[-20:])


def test_table_goes_on_under_its_head(flow):
    made = flow(paragraph(20), table(30))

    heads = [sum(placed.style == "head" for placed in page) for page in made]
    assert heads == [2, 2, 2]


def test_box_moves_to_the_next_page_whole(flow):
    first, second = flow(paragraph(25), BoxBlock((paragraph(4),), 1))

    assert [placed.kind for placed in first] == ["text"]
    assert [placed.kind for placed in second] == ["box", "text"]


def test_box_longer_than_a_page_is_cut(flow):
    made = flow(BoxBlock(tuple([paragraph(20)] * 5), 1))

    assert len(made) > 1
    assert all(page[0].kind == "box" for page in made)


def test_what_no_column_holds_is_named(flow):
    cell = TableBlock(("left",), ("A",), (((WORDS * 90).strip(),),), 1)

    with pytest.raises(Faults, match=r"x\.md: what begins with 'A' is [\d.]+ mm longer than a column"):
        flow(cell)


BLOCKS = st.one_of(
    st.builds(paragraph, st.integers(1, 14)),
    st.builds(lambda level: Heading(level, "Head", 1), st.sampled_from([2, 3])),
    st.builds(lambda depth, count: ListItem("•", depth, WORDS * count, 1), st.integers(0, 1), st.integers(1, 5)),
    st.builds(table, st.integers(1, 12)),
    st.builds(lambda count: BoxBlock((paragraph(count),), 1), st.integers(1, 10)),
)


@given(st.lists(BLOCKS, max_size=24), st.sampled_from([1, 2]))
def test_whatever_the_blocks_all_stand_inside_the_page(flow, blocks, across):
    made = flow(*blocks, across=across)

    for page in made:
        for placed in page:
            assert 9.9 <= placed.x <= placed.x + placed.width <= 90.1
            assert 9 <= placed.y <= placed.y + placed.height <= 131.5
    words = " ".join(said(made).split())
    assert words.count("watch") == sum(_watches(block) for block in blocks)


def _watches(block):
    if isinstance(block, BoxBlock):
        return sum(map(_watches, block.blocks))
    return getattr(block, "text", "").count("watch")


FACES = FigureSize(80 * MM, 60 * MM, beside=0.0, above=7 * MM, numbers=2)
LEGEND = tuple(ListItem(f"{number}.", 0, "What it is", 2) for number in range(1, 7))


@pytest.fixture
def figures(fonts):
    """The pages of some lines and a figure of faces with its list."""

    def made(lines, across=1):
        blocks = *[ListItem("•", 0, "line", 1)] * lines, FigureBlock("card", "A card", None, 1), *LEGEND
        prose, text = Prose((), across, 9.0, MARGIN), Manuscript("x.md", "T", 1, blocks)
        return [*set_pages(text, prose, ShapedTexts("x.md", "en", fonts, ()), PAGE, head=0.0, drawing=lambda _: FACES)]

    return made


def figure_of(page):
    return next((placed for placed in page if placed.kind == "figure"), None)


def test_figure_is_drawn_smaller_where_that_brings_it_onto_the_page(figures):
    sizes = {}
    for lines in range(22):
        at, found = next((at, found) for at, page in enumerate(figures(lines)) if (found := figure_of(page)))
        sizes.setdefault((at, found.height), []).append((found.width, lines))

    heights = sorted(height for _, height in sizes)
    assert heights[-1] == 67
    assert 7 + 0.7 * 60 <= heights[0] < 67
    for (page, height), (first, *_) in sizes.items():
        assert first[0] == pytest.approx(80 * (height - 7) / 60, abs=0.02)
        assert page == 0 or height == 67


def test_figure_stands_with_its_list(figures):
    for lines in range(30):
        page = next(page for page in figures(lines) if figure_of(page))

        assert [placed.text for placed in page if placed.kind == "number"] == [*"123456"]
        assert all(placed.y + placed.height <= 130.1 for placed in page)


def test_columns_of_the_last_page_are_not_balanced_by_small_figures(figures):
    figure = figure_of(figures(4, across=2)[0])

    assert figure.width == pytest.approx((80 - 6) / 2, abs=0.02)
