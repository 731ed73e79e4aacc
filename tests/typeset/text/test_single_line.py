"""Single lines: anchored, spaced, in several styles."""

import pytest

from generator.base.errors import Faults
from generator.typeset.text.single_line import LineStyle, label, set_line
from generator.typeset.text.text_markup import Span, TextOrigin, parse, plain

HERE = TextOrigin("card.svg.j2", 7, "title")


@pytest.fixture
def setter(fonts):
    def set_(spans, x=0.0, y=10.0, *, anchor="start", **style):
        spans = plain(spans) if isinstance(spans, str) else spans
        return set_line(spans, x, y, LineStyle(**style), fonts, HERE, anchor=anchor)

    return set_


def words(line):
    return [run.text for run in line.runs]


def test_line_starts_at_x_on_the_baseline(setter):
    (run,) = setter("Forum", 5, 20, size=10).runs

    assert (run.x, run.y, run.size, run.font) == (5, 20, 10, "alegreya-sans")
    assert run.offsets[0] == 0
    assert list(run.offsets) == sorted(run.offsets)
    assert run.offsets[-1] < run.width


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_anchor_says_which_point_is_at_x(setter, anchor, share):
    line = setter("Forum", 50, anchor=anchor)

    assert line.runs[0].x == pytest.approx(50 - share * line.rect.width)
    assert line.runs[0].width == pytest.approx(line.rect.width)


def test_letter_spacing_is_between_the_letters(setter):
    tight, wide = setter("ABC", letter_spacing=0), setter("ABC", letter_spacing=2)

    assert wide.rect.width == pytest.approx(tight.rect.width + 4, abs=0.2)
    assert wide.runs[0].width == pytest.approx(wide.rect.width)


def test_rect_holds_capitals_and_descenders(setter):
    rect = setter("Forum", y=20, size=10).rect

    assert rect.y == pytest.approx(20 - 7.04)
    assert rect.bottom == pytest.approx(20 + 1.93, abs=0.03)


def test_accents_make_the_rect_higher(setter):
    assert setter("Á").rect.y < setter("A").rect.y


def test_styles_of_spans_make_runs(setter):
    spans = (*parse("a **b** *c*", HERE), Span(" d", colour="#cc0000", scale=0.5, role="title"))
    line = setter(spans, size=10, opacity=0.5)

    assert words(line) == ["a ", "b", " ", "c", " d"]
    assert [run.font.rsplit("-", 1)[-1] for run in line.runs] == ["sans", "bold", "sans", "italic", "cinzel"]
    assert (line.runs[-1].fill, line.runs[-1].size) == ("#cc0000", 5)
    assert all(run.opacity == 0.5 for run in line.runs)


def test_runs_follow_each_other(setter):
    line = setter(parse("AVA **bold** *slanted* 城壁 end", HERE), size=10)

    for before, after in zip(line.runs, line.runs[1:], strict=False):
        assert after.x == pytest.approx(before.x + before.width)
    assert line.runs[-1].x + line.runs[-1].width == pytest.approx(line.rect.right)


def test_spaces_at_the_ends_are_dropped(setter):
    assert words(setter("  Forum  ", 3)) == ["Forum"]


def test_newline_in_a_line_is_a_space(setter):
    assert words(setter((Span("one\ntwo"),))) == ["one two"]


def test_icon_has_its_place_between_words(setter):
    line = setter(parse("a {coin} b", HERE), size=10, colour="#111111", tone="#cc0000")
    (icon,) = line.icons

    assert (icon.id, icon.colour, icon.tone) == ("coin", "#111111", "#cc0000")
    assert icon.rect.width == icon.rect.height == 10
    assert line.runs[0].x + line.runs[0].width < icon.rect.x < icon.rect.right < line.runs[1].x + 2
    assert icon.rect.centre[1] == pytest.approx(10 - 6.41 / 2)


def test_icon_is_close_to_a_stop_and_free_of_a_word(setter):
    gaps = {}
    for text in ("{coin}.", "{coin}兵", "{coin}Coin"):
        line = setter(parse(text, HERE), size=10)
        gaps[text[-1]] = line.runs[0].x - line.icons[0].rect.right

    assert gaps == pytest.approx({".": 0.0, "兵": 1.0, "n": 2.2})


def test_raised_marks_are_drawn_higher(setter):
    line = setter("x\u0301\u0301y")

    assert [run.y < 10 for run in line.runs] == [False, True, False]
    assert "".join(words(line)) == "x\u0301\u0301y"


def test_empty_line_has_no_ink(setter):
    line = setter("   ", 4, 5)

    assert line.runs == ()
    assert (line.rect.x, line.rect.width) == (4, 0)


def test_missing_characters_are_one_fault_a_reason(setter):
    with pytest.raises(Faults) as caught:
        setter("שa\x07 😀 😀")

    assert [str(fault) for fault in caught.value.faults] == [
        "card.svg.j2:7 [title]: control characters cannot be set: '\\x07' (U+0007); write it another way",
        "card.svg.j2:7 [title]: no font of this role has '😀' (U+1F600 GRINNING FACE); "
        "write it another way, or name a font that has it in fonts.toml",
    ]


def test_many_missing_characters_are_counted(setter):
    with pytest.raises(Faults, match="4 more; write it another way"):
        setter("".join(map(chr, range(0x13A0, 0x13AA))))


def test_label_is_ready_to_place(fonts):
    (run,) = label(fonts, "en", "F17", 6, 10, 20, "end", "#888888")

    assert (run.text, run.fill, run.size, run.y) == ("F17", "#888888", 6, 20)
    assert run.x + run.width == pytest.approx(10)


def test_label_faults_name_the_label(fonts):
    with pytest.raises(Faults, match=r"label \[ꙮ\]"):
        label(fonts, "en", "ꙮ", 6, 0, 0, "start", "#000000")
