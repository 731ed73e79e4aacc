"""List items, frames and figures: where they are placed and cut."""

import pytest

from generator.base.geometry import Size
from generator.base.units import MM, to_mm
from generator.model.prose import Prose
from generator.typeset.flow.blocks import CaptionedFigure, FramedBlock, HeadingBlock, ListItemBlock
from generator.typeset.flow.columns import space_between, stacked_height
from generator.typeset.flow.paragraph_block import TextContext

WORDS = "When the horn sounds, every watch on the wall turns out and runs to the gate with a torch in each hand. " * 3
WIDTH = 60 * MM


@pytest.fixture
def context(fonts):
    return TextContext(Prose((), size=9.0), "en", "x.md", fonts, lambda _: None, ())


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
    figure = CaptionedFigure("fold.svg", Size(30 * MM, 20 * MM), caption, WIDTH, 3.0, 5.0)

    image, text = figure.place(0, 0)

    assert (image.kind, image.text, image.x, image.width, image.height) == ("image", "fold.svg", 15, 30, 20)
    assert text.y > 20
    assert figure.cut(1) is None
