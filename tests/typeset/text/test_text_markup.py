"""Light markup becomes styled spans; what is not markup stays as written."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.model.markup import GUARDED, guard
from generator.typeset.text.text_markup import PLAIN, Span, TextOrigin, parse, plain, split_spans, to_markup

HERE = TextOrigin("card.svg.j2", 7, "rule")


def read(text, base=PLAIN):
    """Spans as words with the first letters of their styles."""
    marks = {"bold": "b", "italic": "i", "small_caps": "s"}
    spans = parse(text, HERE, base)
    return [
        (span.text or f"<{span.icon}>", "".join(mark for name, mark in marks.items() if getattr(span, name)))
        for span in spans
    ]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("plain", [("plain", "")]),
        ("", []),
        ("a **b** c", [("a ", ""), ("b", "b"), (" c", "")]),
        ("*a **b** c*", [("a ", "i"), ("b", "bi"), (" c", "i")]),
        ("***x***", [("x", "bi")]),
        ("^^Forum^^", [("Forum", "s")]),
        ("take {coin}, {ring-2}", [("take ", ""), ("<coin>", ""), (", ", ""), ("<ring-2>", "")]),
        ("**{coin}**", [("<coin>", "b")]),
        (r"2 \* 3 \{a\} \^\^ \\ ", [("2 * 3 {a} ^^ \\ ", "")]),
        (r"a\b ^ } one", [(r"a\b ^ } one", "")]),
        ("one\ntwo", [("one\ntwo", "")]),
        ("****", []),
    ],
)
def test_markup_reads_as(text, spans):
    assert read(text) == spans


def test_markup_inside_bold_text_stays_bold():
    assert read("a **b** c", Span("", bold=True)) == [("a ", "b"), ("b", "b"), (" c", "b")]


def test_spans_keep_what_they_stand_in():
    base = Span("", colour="#cc0000", tone="#00cc00", role="title", scale=0.5)

    assert parse("a {b}", HERE, base)[1] == Span(
        "", icon="b", colour="#cc0000", tone="#00cc00", role="title", scale=0.5
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a **b", r"'**' at character 3 is never closed; write '\*\*' for the sign itself"),
        ("2 * 3", r"'*' at character 3 is never closed; write '\*' for the sign itself"),
        ("^^a", r"'^^' at character 1 is never closed; write '\^\^' for the sign itself"),
        ("a {coin", r"'{' at character 3 is never closed; write '\{' for the sign itself"),
        ("{Two words}", r"{Two words} at character 1 is no icon's name; write '\{' for the sign itself"),
        ("{}", r"{} at character 1 is no icon's name; write '\{' for the sign itself"),
    ],
)
def test_open_markers_are_faults(text, says):
    with pytest.raises(Faults) as caught:
        parse(text, HERE)

    assert str(caught.value) == f"card.svg.j2:7 [rule]: {says}"


def test_all_faults_of_a_text_at_once():
    with pytest.raises(Faults) as caught:
        parse("**a {B} *c", HERE)

    assert len(caught.value.faults) == 3


@given(st.text(st.characters(exclude_characters=GUARDED, exclude_categories=["Cs"])))
def test_guarded_text_is_read_as_written(text):
    assert "".join(span.text for span in parse(guard(text), HERE)) == text


@given(st.text(st.sampled_from("*^{}\\ab \n")))
def test_odd_markup_is_read_or_refused(text):
    with contextlib.suppress(Faults):
        assert "".join(span.text + span.icon for span in parse(text, HERE)).count("a") == text.count("a")


def test_plain_text_has_no_markup_and_single_spaces():
    assert plain("  2 * 3\n\t{x} ") == (Span(" 2 * 3 {x} "),)
    assert plain("") == ()


@pytest.mark.parametrize(
    "text",
    [r"2 \* 3 \{x\} \^ \\", "**a *b* c** {coin} *d***e**", "^^a^^b", "**{coin}**"],
)
def test_spans_are_written_as_they_were_read(text):
    assert to_markup(parse(text, HERE)) == text


@given(st.lists(st.tuples(st.text("ab *^{}\\", min_size=1), st.booleans(), st.booleans()), max_size=5))
def test_any_spans_survive_their_markup(parts):
    spans = [Span(text, bold=bold or None, italic=italic or None) for text, bold, italic in parts]

    again = parse(to_markup(spans), HERE)

    assert [(char, bool(span.bold), bool(span.italic)) for span in again for char in span.text] == [
        (char, bool(span.bold), bool(span.italic)) for span in spans for char in span.text
    ]


@pytest.mark.parametrize(
    ("signs", "head", "tail"),
    [
        (0, "", "**a b** {coin} c"),
        (1, "**a**", "** b** {coin} c"),
        (2, "**a b**", " {coin} c"),
        (3, "**a b** {coin}", " c"),
        (4, "**a b** {coin} c", ""),
        (9, "**a b** {coin} c", ""),
    ],
)
def test_spans_are_parted_after_some_signs(signs, head, tail):
    assert tuple(map(to_markup, split_spans(parse("**a b** {coin} c", HERE), signs))) == (head, tail)
