"""Paragraphs with right-to-left words: order, alignment, lines, faults."""

import sys

import pytest

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.system.install_command import install_extra
from generator.typeset.text.paragraph import ParagraphStyle, fit_paragraph
from generator.typeset.text.single_line import LineStyle, set_line
from generator.typeset.text.text_markup import TextOrigin, parse, plain

pytest.importorskip("icu")
pytest.importorskip("fontpkg_ibm_plex_sans_arabic")
pytest.importorskip("justmytype_intl_rtl")
ORIGIN = TextOrigin("card.svg.j2", 7)


@pytest.fixture
def words(fonts):
    """The characters of one line from left to right."""

    def seen(text, language="en", **style):
        line = set_line(parse(text, ORIGIN), 0, 0, LineStyle(language=language, **style), fonts, ORIGIN)
        runs = sorted(line.runs, key=lambda run: run.x)
        return "".join([source for run in runs for source in run.sources])

    return seen


@pytest.fixture
def lines(fonts):
    """The lines of a paragraph, each with its words from left to right and its left and right end."""

    def broken(text, width, language="he", **style):
        line = LineStyle(language=language, size=10, direction=style.pop("direction", ""))
        fitted = fit_paragraph(parse(text, ORIGIN), Size(width, 400), ParagraphStyle(line, **style), fonts, ORIGIN)
        found = {}
        for run in fitted.place(0, 0)[0]:
            found.setdefault(run.y, []).append(run)
        return [
            ("".join(run.text for run in runs), runs[0].x, runs[-1].x + runs[-1].width)
            for _, runs in sorted(found.items())
        ]

    return broken


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("say שלום לך now", "en", "say " + "שלום לך"[::-1] + " now"),
        ("קח 12 קלפים", "he", "קלפים"[::-1] + " 12 " + "קח"[::-1]),
        ("קח (2), עכשיו!", "he", "קח (2), עכשיו!"[::-1]),  # the sources of brackets stay, their glyphs are mirrored
        ("קח Vallum 2.0 עכשיו", "he", "עכשיו"[::-1] + " Vallum 2.0 " + "קח"[::-1]),
        ("**קח** *שני* קלפים", "he", "קח שני קלפים"[::-1]),
        ("השער 3–5", "he", "5–3 " + "השער"[::-1]),
        ("שלום world", "en", "world " + "שלום"[::-1]),
        ("\u2068world\u2069 שלום", "en", "שלום"[::-1] + " world"),
    ],
)
def test_characters_stand_in_the_order_of_the_standard(words, text, language, expected):
    assert words(text, language) == expected


def test_direction_decides_the_order_of_a_line(words):
    assert words("a! ב", direction="ltr").startswith("a!")
    assert words("a! ב", direction="rtl").endswith("a")


def test_lines_are_broken_before_they_are_ordered(lines):
    (first, _, right), *_, (last, left, end) = lines("אחת שתיים שלוש ארבע חמש", 70)

    assert first.startswith("אחת")
    assert last.endswith("חמש")
    assert right == end == pytest.approx(70)
    assert left > 0


@pytest.mark.parametrize(
    ("align", "at_left", "at_right"),
    [("start", False, True), ("left", True, False), ("end", True, False), ("right", False, True)],
)
def test_alignment_follows_the_direction(lines, align, at_left, at_right):
    ((_, left, right),) = lines("שלום", 100, align=align)

    assert (left == pytest.approx(0), right == pytest.approx(100)) == (at_left, at_right)


def test_last_justified_line_ends_at_the_right(lines):
    (_, left, right), *_, (_, last, end) = lines("אחת שתיים שלוש ארבע חמש שש שבע", 79, align="justify")

    assert (left, right) == (pytest.approx(0), pytest.approx(79))
    assert last > 0
    assert end == pytest.approx(79)


def test_spaces_at_the_end_of_a_line_take_no_room(lines):
    ((_, plain_left, _),) = lines("שלום", 100)

    assert lines("שלום  ", 100)[0][1] == pytest.approx(plain_left)


def test_empty_paragraphs_are_dropped(lines, words):
    assert len(lines("\nשלום\n\nשלום\n", 100)) == 2
    assert words("  ", "he") == ""


def test_icons_are_ordered_like_letters(fonts):
    fitted = fit_paragraph(
        parse("קח {coin} זהב", ORIGIN), Size(200, 40), ParagraphStyle(LineStyle(language="he", size=10)), fonts, ORIGIN
    )
    runs, (icon,) = fitted.place(0, 0)
    by_word = {run.text.strip(): run for run in runs}

    assert by_word["זהב"].x < icon.rect.x < by_word["קח"].x


def test_without_the_library_the_fault_says_what_to_install(fonts, monkeypatch):
    monkeypatch.setitem(sys.modules, "icu", None)

    with pytest.raises(Faults, match=r"card.svg.j2:7: right-to-left writing ") as caught:
        set_line(plain("שלום"), 0, 0, LineStyle(), fonts, ORIGIN)
    assert str(caught.value).endswith(f"; install it with: {install_extra('languages')}")
