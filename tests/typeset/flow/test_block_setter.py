"""Blocks become type, one by one."""

import pytest

from generator.base.geometry import Size
from generator.base.units import MM
from generator.model.figure import FigureSize
from generator.model.prose import (
    DONE,
    TO_DO,
    BoxBlock,
    ColumnBreak,
    Definition,
    FigureBlock,
    Heading,
    ListItem,
    PageBreak,
    Paragraph,
    Prose,
    Rule,
    TableBlock,
    Term,
)
from generator.typeset.flow.block_setter import BlockSetter
from generator.typeset.flow.blocks import (
    CaptionedFigure,
    FramedBlock,
    HeadingBlock,
    ListItemBlock,
    RuleBlock,
    TableRows,
)
from generator.typeset.flow.columns import ColumnEnd, PageEnd
from generator.typeset.flow.paragraph_block import ParagraphBlock, TextContext
from generator.typeset.flow.shaped_texts import ShapedTexts

SIZES = {"fold.svg": Size(40 * MM, 20 * MM), "wide.png": Size(400 * MM, 20 * MM), "high.svg": Size(20 * MM, 400 * MM)}
WIDTH, HIGH = 80 * MM, 100 * MM


@pytest.fixture
def setter(fonts):
    return BlockSetter(
        TextContext(Prose(()), ShapedTexts("x.md", "en", fonts, ["coin"]), lambda figure: SIZES.get(figure.file)),
        WIDTH,
        HIGH,
    )


def one(setter, *blocks):
    return next(iter(setter.set(blocks)))


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        (Heading(2, "A", 1), HeadingBlock),
        (Paragraph("a", 1), ParagraphBlock),
        (ListItem("•", 0, "a", 1), ListItemBlock),
        (TableBlock(("left",), ("a",), (("b",),), 1), TableRows),
        (BoxBlock((Paragraph("a", 1),), 1), FramedBlock),
        (FigureBlock("fold", "", None, 1), CaptionedFigure),
        (ColumnBreak(1), ColumnEnd),
        (PageBreak(1), PageEnd),
        (Rule("*", 1), RuleBlock),
        (Heading(4, "A", 1), HeadingBlock),
        (Term("a", 1), HeadingBlock),
        (Definition("a", 1), ListItemBlock),
    ],
    ids=lambda each: each.__class__.__name__,
)
def test_every_block_has_its_type(setter, block, kind):
    assert isinstance(one(setter, block), kind)


def test_task_has_a_box_beside_its_first_line(setter):
    boxes = [next(iter(one(setter, ListItem(mark, 0, "a", 1)).place(0, 0))) for mark in (TO_DO, DONE)]

    assert [(box.kind, box.text, box.width == box.height) for box in boxes] == [("tick", "", True), ("tick", "x", True)]


@pytest.mark.parametrize(
    ("blocks", "stays"),
    [
        ((Heading(3, "A", 1), Paragraph("a", 2)), True),
        ((Paragraph("Do this:", 1), Paragraph("a", 2)), True),
        ((Paragraph("二つある：", 1),), True),
        ((Paragraph("Do this.", 1), ListItem("•", 0, "a", 2)), True),
        ((Paragraph("Do this.", 1), Paragraph("a", 2)), False),
        ((Paragraph("So much of it. " * 60, 1), ListItem("•", 0, "a", 2)), False),
        ((ListItem("1.", 0, "a", 1), ListItem("–", 1, "b", 2)), True),
        ((ListItem("1.", 0, "a", 1), *[ListItem("2.", 0, "b", 2)] * 3), True),
        ((ListItem("1.", 0, "long " * 90, 1), *[ListItem("2.", 0, "b", 2)] * 3), False),
        ((ListItem("1.", 0, "a", 1), Paragraph("b", 2)), False),
    ],
)
def test_what_announces_stays_with_what_follows(setter, blocks, stays):
    assert one(setter, *blocks).keep_with_next is stays


def test_no_item_of_a_list_is_left_alone(setter):
    items = [ListItem("•", 0, "a", 1)] * 6

    assert [each.keep_with_next for each in setter.set((*items, Paragraph("b", 2)))] == [
        True,
        *[False] * 3,
        True,
        False,
        False,
    ]
    assert [each.keep_with_next for each in setter.set(items)] == [True, *[False] * 3, True, False]


@pytest.mark.parametrize(
    ("name", "width", "size"),
    [
        ("fold", None, (40, 20)),
        ("fold", 20 * MM, (20, 10)),
        ("fold", 300 * MM, (80, 40)),
        ("wide.png", None, (80, 4)),
        ("high.svg", None, (4.25, 85)),
    ],
)
def test_drawing_is_no_larger_than_its_column(setter, name, width, size):
    drawn = one(setter, FigureBlock(name, "", width, 1))

    assert (drawn.size.width / MM, drawn.size.height / MM) == pytest.approx(size)


def test_faults_of_all_blocks_are_noted(setter):
    blocks = (
        Paragraph("**a", 1),
        Paragraph("{cion}", 2),
        FigureBlock("lost", "", None, 3),
        BoxBlock((Paragraph("\ue000", 4),), 4),
        Paragraph("fine", 5),
    )

    assert len([*setter.set(blocks)]) == 2
    assert [fault.line for fault in setter.faults] == [1, 2, 3, 4]
    assert "no drawing 'lost.svg'" in str(setter.faults[2])


@pytest.fixture
def faces(fonts):
    """A setter for whom every figure is one of faces, of a size."""

    def made(**size):
        context = TextContext(Prose(()), ShapedTexts("x.md", "en", fonts, ()), lambda _: FigureSize(**size))
        return BlockSetter(context, WIDTH, HIGH, page_width=2 * WIDTH)

    return made


@pytest.mark.parametrize(
    ("size", "width", "fitted"),
    [
        ({"width": 40, "height": 20}, None, (40, 20)),
        ({"width": 40, "height": 20}, 20, (20, 10)),
        ({"width": 40, "height": 20, "beside": 14}, None, (54, 20)),
        ({"width": 40, "height": 20, "beside": 14}, 34, (34, 10)),
        ({"width": 40, "height": 20, "above": 7, "requested": 60}, None, (60, 37)),
        ({"width": 40, "height": 20, "requested": 150}, None, (80, 40)),
        ({"width": 40, "height": 170, "above": 5}, None, (80 / 170 * 40, 85)),
        ({"width": 10, "height": 5, "least_height": 30}, None, (10, 30)),
    ],
)
def test_room_for_numbers_is_not_scaled_with_the_faces(faces, size, width, fitted):
    points = {name: length * MM for name, length in size.items()}
    block = FigureBlock("card", "", None if width is None else width * MM, 1)

    figure = one(faces(**points), block)
    assert (figure.size.width / MM, figure.size.height / MM) == pytest.approx(fitted)


def test_figure_wider_than_the_page_is_a_fault(faces):
    setter = faces(width=40 * MM, height=20 * MM)

    assert list(setter.set([FigureBlock("card", "", 170 * MM, 7)])) == []
    (fault,) = setter.faults
    assert (fault.line, fault.what) == (
        7,
        "figure 'card' is to be 170.0 mm wide, on a page with room for 160.0 mm; give it a smaller width",
    )


def test_list_below_a_figure_has_its_numbers_in_circles(faces):
    setter = faces(width=40 * MM, height=20 * MM, numbers=2)
    blocks = FigureBlock("card", "", None, 1), *(ListItem(f"{n}.", 0, "a", 2) for n in (1, 2))
    figure, *items = setter.set([*blocks, Paragraph("b", 3), ListItem("1.", 0, "c", 4)])

    assert figure.keep_with_next
    marks = [next(iter(item.place(0, 0))) for item in (*items[:2], items[3])]
    assert [(mark.kind, mark.text) for mark in marks] == [("number", "1"), ("number", "2"), ("text", "1.")]
