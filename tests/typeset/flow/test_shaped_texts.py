"""The texts of a manuscript are shaped once, whatever the sizes and widths they are tried in."""

import pytest

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.units import MM
from generator.model.prose import Manuscript, Paragraph, Prose, TableBlock
from generator.typeset.flow import shaped_texts
from generator.typeset.flow.page_flow import set_pages
from generator.typeset.flow.shaped_texts import ShapedTexts
from generator.typeset.text.text_markup import parse

PAGE = Size(100 * MM, 140 * MM)
BLOCKS = Paragraph("Turn a **card**.", 3), Paragraph("Score.", 5), TableBlock(("left",), ("No",), (("1",), ("1",)), 7)


@pytest.fixture
def shapes(monkeypatch):
    """What is shaped, in order."""
    shaped, shape = [], shaped_texts.shape_paragraph
    monkeypatch.setattr(shaped_texts, "shape_paragraph", lambda *given: shaped.append(given[0]) or shape(*given))
    return shaped


def test_no_text_is_shaped_twice(fonts, shapes):
    texts, text = ShapedTexts("x.md", "en", fonts, ()), Manuscript("x.md", "T", 1, BLOCKS)
    for size in (9.0, 8.5, 7.5):
        for across in (1, 2):
            set_pages(text, Prose((), across, size, 10 * MM), texts, PAGE, head=0.0, drawing=lambda _: None)

    assert len(shapes) == 4  # the two paragraphs, the head of the table, and the word of both of its rows


def test_text_is_shaped_for_each_role_and_weight(fonts, shapes):
    texts = ShapedTexts("x.md", "en", fonts, ())
    made = {texts.shaped("a", 1, role, bold=bold) for role in ("text", "heading") for bold in (False, True)}

    assert len(made) == len(shapes) == 4


def test_markup_is_kept(fonts):
    texts = ShapedTexts("x.md", "en", fonts, ["coin"])

    assert texts.shaped("a **b** {coin} ", 1, "text", bold=False).markup == "a **b** {coin}"


def test_faults_name_their_own_line_each_time(fonts):
    texts = ShapedTexts("x.md", "en", fonts, ())
    for line in (3, 8):
        with pytest.raises(Faults, match=rf"x\.md:{line}: "):
            texts.shaped("a \U000f0000", line, "text", bold=False)


def test_part_is_shaped_like_the_whole(fonts):
    texts = ShapedTexts("x.md", "en", fonts, ())
    whole = texts.shaped("Turn a card.", 4, "heading", bold=True)
    part = texts.part(parse("Turn", whole), whole)

    assert part.style == whole.style
    assert part.paragraph.pieces[0].strips[0].font == whole.paragraph.pieces[0].strips[0].font
