"""Paragraphs are measured as a template will set them, and cut between lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.units import MM, to_mm
from generator.model.prose import Prose
from generator.typeset.flow.paragraph_block import STYLES, TextContext, round_down
from generator.typeset.flow.shaped_texts import ShapedTexts
from generator.typeset.text.paragraph import ParagraphStyle, fit_paragraph
from generator.typeset.text.single_line import LineStyle
from generator.typeset.text.text_markup import TextOrigin, parse

WORDS = "When the horn sounds, every watch on the wall turns out and runs to the gate with a torch in each hand. " * 3
WIDTH = 60 * MM


@pytest.fixture(scope="module")
def context(fonts):
    def at(language="en", size=9.0):
        return TextContext(Prose((), size=size), ShapedTexts("x.md", language, fonts, ["coin"]), lambda _: None)

    return at


def drawn(placed, fonts, language="en"):
    """A placed text, set as a template's text in its rect would be."""
    line = LineStyle(role=placed.role, language=language, size=placed.size, bold=placed.weight == "bold")
    style = ParagraphStyle(line, leading=placed.leading, align=placed.align)
    place = TextOrigin("x")
    fitted = fit_paragraph(parse(placed.text, place), Size(placed.width * MM, placed.height * MM), style, fonts, place)
    return fitted, fitted.place(placed.x * MM, placed.y * MM)[0]


def lines(paragraph):
    return paragraph.measure.count


def test_lengths_are_whole_hundredths_of_millimetres():
    assert to_mm(round_down(10.0)) == pytest.approx(3.52)
    assert round_down(10.0) <= 10.0


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("language", "text"), [("en", WORDS), ("ja", "城壁の見張りは角笛を吹いて夜を終えます。" * 4)])
def test_text_is_drawn_as_it_was_measured(context, fonts, style, language, text):
    paragraph = context(language).paragraph(style, text, 1, WIDTH)
    (placed,) = paragraph.place(10 * MM, 20 * MM)

    fitted, runs = drawn(placed, fonts, language)

    assert not fitted.overflow
    assert fitted.fit.lines == lines(paragraph)
    assert len({run.y for run in runs}) == lines(paragraph)


@given(st.text("aber **nun* {coin}", max_size=120), st.floats(20, 120))
def test_any_text_is_drawn_as_it_was_measured(context, fonts, text, width):
    try:
        paragraph = context().paragraph("body", text, 1, width * MM)
    except Faults:
        return
    for placed in paragraph.place(0, 0):
        assert drawn(placed, fonts)[0].fit.lines == lines(paragraph)


def test_lines_stand_in_the_middle_of_their_pitch(context, fonts):
    paragraph = context().paragraph("body", WORDS, 1, WIDTH)
    (placed,) = paragraph.place(0, 0)
    ys = sorted({run.y for run in drawn(placed, fonts)[1]})

    assert paragraph.height == pytest.approx(lines(paragraph) * paragraph.line_height)
    assert ys[0] == pytest.approx(paragraph.line_height / 2 + 0.33 * paragraph.size, abs=0.05)
    assert ys[1] - ys[0] == pytest.approx(paragraph.line_height)


def test_paragraph_is_cut_between_lines(context):
    paragraph = context().paragraph("body", WORDS, 1, WIDTH)

    head, tail = paragraph.cut(3.5 * paragraph.line_height)

    assert (lines(head), lines(tail)) == (3, lines(paragraph) - 3)
    (first,), (second,) = head.place(0, 0), tail.place(0, 0)
    assert f"{first.text} {second.text}" == WORDS.strip()


@pytest.mark.parametrize(("room", "parts"), [(1.9, None), (2.0, (2, 3)), (3.9, (3, 2)), (4.5, (3, 2))])
def test_no_line_is_left_alone(context, room, parts):
    paragraph = context().paragraph("body", WORDS[:200], 1, WIDTH)
    assert lines(paragraph) == 5

    cut = paragraph.cut(room * paragraph.line_height)

    assert (cut and tuple(map(lines, cut))) == parts


def test_three_lines_stay_together(context):
    paragraph = context().paragraph("body", WORDS[:110], 1, WIDTH)

    assert (lines(paragraph), paragraph.cut(2 * paragraph.line_height), paragraph.min_height) == (
        3,
        None,
        paragraph.height,
    )


def test_cut_keeps_the_markup(context):
    paragraph = context().paragraph("body", f"**{WORDS}** {{coin}} *{WORDS}*", 1, WIDTH)

    head, tail = paragraph.cut(4 * paragraph.line_height)

    assert all(text.count("**") == 2 for text in (next(head.place(0, 0)).text, next(tail.place(0, 0)).text))


def test_japanese_is_smaller_and_airier(context):
    english, japanese = (context(language).paragraph("body", "1", 1, WIDTH) for language in ("en", "ja"))

    assert japanese.size < english.size
    assert japanese.leading > english.leading


def test_unknown_icon_is_a_fault(context):
    with pytest.raises(Faults, match=r"x\.md:7: no icon 'cion'; did you mean 'coin'\?"):
        context().paragraph("body", "a {cion}", 7, WIDTH)


JAPANESE = "城壁の見張りは角笛を吹いて夜を終えます。兵士は門に走り、松明を掲げて敵を待ちます。" * 4 + "夜が明けます。"


def right_ends(paragraph, fonts, language="ja"):
    """The right end of the ink of each line, in points from the left of the column."""
    (placed,) = paragraph.place(0.0, 0.0)
    ends = {}
    for run in drawn(placed, fonts, language)[1]:
        ends[run.y] = max(ends.get(run.y, 0.0), run.x + run.width)
    return [ends[y] for y in sorted(ends)]


@pytest.mark.parametrize("style", ["body", "item", "cell"])
def test_running_text_without_spaces_is_as_wide_as_its_column(context, fonts, style):
    paragraph = context("ja").paragraph(style, JAPANESE, 1, WIDTH)
    *full, last = right_ends(paragraph, fonts)

    assert full == pytest.approx([paragraph.width] * len(full), abs=0.02)
    assert last < paragraph.width - 9


def test_headings_narrow_cells_and_languages_with_spaces_stay_ragged(context):
    ragged = [
        context("ja").paragraph("h3", JAPANESE, 1, WIDTH),
        context("ja").paragraph("cell", JAPANESE, 1, WIDTH).narrow(30 * MM),
        context("en").paragraph("body", WORDS, 1, WIDTH),
    ]

    assert {paragraph.align for paragraph in ragged} == {"left"}
    assert context("ja").paragraph("cell", JAPANESE, 1, WIDTH, "right").align == "right"


def test_line_before_a_cut_is_as_wide_as_its_column(context, fonts):
    paragraph = context("ja").paragraph("body", JAPANESE, 1, WIDTH)
    head, tail = paragraph.cut(3 * paragraph.line_height)

    assert right_ends(head, fonts) == pytest.approx([head.width] * 3, abs=0.02)
    assert right_ends(tail, fonts)[-1] < tail.width - 9
