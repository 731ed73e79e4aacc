"""Markdown becomes blocks, and what has no place on a page is named with its line."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.base.units import MM
from generator.load.markdown_reader import parse_markdown
from generator.model.prose import (
    BoxBlock,
    ColumnBreak,
    FigureBlock,
    Heading,
    ListItem,
    MarkdownSource,
    Paragraph,
    TableBlock,
)

MEND = r"give it as many, empty ones too; a pipe within a cell is written '\|'"
HEAD = "a table is a head, below it a line like '|---|---|' with as many cells, then its rows"
HEAD += r"; a pipe is written '\|'"


def read(text, title="# Rules\n"):
    return parse_markdown(MarkdownSource("rules/rules.en.md", title + text)).blocks


def inline(text):
    (paragraph,) = read(text)
    return paragraph.text


def refused(text, title="# Rules\n"):
    with pytest.raises(Faults) as caught:
        read(text, title)
    return [str(fault).removeprefix("rules/rules.en.md:") for fault in caught.value.faults]


def test_title_is_the_first_heading():
    text = parse_markdown(MarkdownSource("x.md", "# The *rules*\n\nGo.\n"))

    assert (text.where, text.title, text.line) == ("x.md", "The *rules*", 1)
    assert text.blocks == (Paragraph("Go.", 3),)


def test_blocks_are_told_apart():
    text = "## Two\n### Three\ntext\n\n- item\n\n> box\n\n---\n\n![cap](shared/plan/fold)\n"

    assert read(text) == (
        Heading(2, "Two", 2),
        Heading(3, "Three", 3),
        Paragraph("text", 4),
        ListItem("•", 0, "item", 6),
        BoxBlock((Paragraph("box", 8),), 8),
        ColumnBreak(10),
        FigureBlock("shared/plan/fold", "cap", None, 12),
    )


def test_lists_are_numbered_from_their_first_number():
    assert [(item.mark, item.depth) for item in read("3. a\n4. b\n   - c\n   - d\n5. e\n")] == [
        ("3.", 0),
        ("4.", 0),
        ("–", 1),
        ("–", 1),
        ("5.", 0),
    ]


def test_item_goes_on_in_another_paragraph():
    assert [(item.mark, item.text) for item in read("- one\n\n  more\n- two\n")] == [
        ("•", "one"),
        ("", "more"),
        ("•", "two"),
    ]


def test_table_has_head_rows_and_alignment():
    (table,) = read("| a | b | c |\n|:--|:-:|--:|\n| **1** | {coin} | x \\| y |\n")

    assert table == TableBlock(("left", "center", "right"), ("a", "b", "c"), (("**1**", "{coin}", "x | y"),), 2)


def test_table_needs_no_outer_pipes_and_may_have_empty_cells():
    (table,) = read("a | b\n--|--\n| | x \\| y |\n||2|\n")

    assert table.rows == (("", "x | y"), ("", "2"))


def test_pipe_within_a_line_is_a_sign():
    assert inline("one | two") == "one | two"
    assert inline(r"\| one") == "| one"


def test_outline_counts_what_stands_in_boxes_too():
    text = parse_markdown(
        MarkdownSource("x.md", "# T\n\n## A\n\n- a\n\n  more\n- b\n\n> ### B\n>\n> | c |\n> |---|\n> | 1 |\n")
    )

    assert text.outline == {
        "headings": 2,
        "tables": 1,
        "rows of tables": 1,
        "items of lists": 2,
        "figures": 0,
        "boxes": 1,
    }


def test_figure_names_its_file():
    files = [read(f"![]({name})\n")[0].file for name in ("fold", "art/a.svg", "art/b.PNG", "c.jpeg", "d.gif", "v1.2")]

    assert files == ["fold.svg", "art/a.svg", "art/b.PNG", "c.jpeg", "d.gif", "v1.2.svg"]


def test_figure_can_have_a_width():
    assert read('![](fold "60mm")\n') == (FigureBlock("fold", "", 60 * MM, 2),)


@pytest.mark.parametrize(
    ("written", "markup"),
    [
        ("**a** and *b*", "**a** and *b*"),
        ("***both***", "***both***"),
        ("{soldier} stands", "{soldier} stands"),
        ("^^caps^^", "^^caps^^"),
        ("2 * 3", r"2 \* 3"),
        (r"2 \* 3 \{x\} \^\^ \\", r"2 \* 3 \{x\} \^\^ \\"),
        ("one\ntwo", "one two"),
        ("日本語の\n文章", "日本語の文章"),
        ("a\nと", "a と"),
        ("AT&amp;T &lt;", "AT&T <"),
        ("snake_case_word", "snake_case_word"),
    ],
)
def test_inline_becomes_light_markup(written, markup):
    assert inline(written) == markup


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<b>bold</b>\n", "2: HTML has no place here; write it in Markdown"),
        ("a <i>b\n", "2: HTML has no place here; write it in Markdown"),
        ("a [b](c.html)\n", "2: a link has no place on paper; write the words alone"),
        ("<https://example.org>\n", "2: a link has no place on paper; write the words alone"),
        ("a `b`\n", "2: code between backticks has no place here; take them away"),
        ("```\nx\n```\n", "2: a block of code has no place here; write it as a paragraph"),
        ("\n    x\n", "3: lines indented by four spaces are code, which has no place here; indent them less"),
        ("a ![b](c) d\n", "2: a figure is a paragraph of its own; put empty lines around it"),
        ("a  \nb\n", "2: a line cannot be broken by hand; begin a paragraph with an empty line"),
        ("{Big Icon}\n", "2: '{Big Icon}' has a brace that names no icon; write '\\{' for the sign itself"),
        ("**a\n", "2: '**a' has a '*' that pairs with none; write '\\*' for the sign itself"),
        ("**「a」**b\n", "2: '**「a」**b' has a '*' that pairs with none; write '\\*' for the sign itself"),
        ("# Again\n", "2: a second title; a text has one, write '##' for a heading"),
        ("#### Four\n", "2: a heading of level 4 has no place here; write '###', or bold words"),
        ("> ## Big\n", "2: a heading of level 2 has no place here; write '###', or bold words"),
        ("> > a\n", "2: a box has no place inside another block; write a paragraph"),
        ("- > a\n", "2: a box has no place inside another block; write a paragraph"),
        ("> a\n>\n> ---\n", "4: a break has no place inside another block; write a paragraph"),
        ("- a\n  - b\n    - c\n", "4: a list inside a list inside a list; two levels are all there is room for"),
        ("- # a\n", "2: a heading has no place inside another block; write a paragraph"),
        ('![](x "wide")\n', "2: 'wide' is not a length; write it like '63mm', '2.5in' or '9pt'"),
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n", f"4: a row of 3 cells in a table of 2 columns; {MEND}"),
        ("| a | b |\n|---|---|\n| 1 |\n", f"4: a row of 1 cell in a table of 2 columns; {MEND}"),
        ("> | a | b |\n> |---|---|\n> | 1 |\n", f"4: a row of 1 cell in a table of 2 columns; {MEND}"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\nwords\n", f"5: a row of 1 cell in a table of 2 columns; {MEND}"),
        ("| a | b |\n|---|\n| 1 | 2 |\n", f"2: '| a | b |' is a row of no table; {HEAD}"),
        ("a | b\n--|--|--\n", f"3: '--|--|--' is a row of no table; {HEAD}"),
        ("words\n| a |\n", f"3: '| a |' is a row of no table; {HEAD}"),
        ("- | a |\n", f"2: '| a |' is a row of no table; {HEAD}"),
        (f"|{'a|' * 9}\n|{'-|' * 9}\n", "2: a table of 9 columns; 8 are the most"),
    ],
)
def test_what_has_no_place_is_named(text, fault):
    assert refused(text)[0] == fault


def test_text_without_title_is_told_how_to_begin():
    assert refused("Go.\n", title="") == [
        "1: the text begins with no title; write one, like '# Rules', in the first line",
    ]
    assert refused("", title="")


def test_all_faults_are_told_at_once_in_order():
    faults = refused("`a`\n\n[b](c)\n\n#### d\n", title="")

    assert [fault.partition(":")[0] for fault in faults] == ["1", "1", "3", "5"]


@given(st.text(alphabet=st.sampled_from("ab #-*_>|`[](){}^\\\n!1.日。&;<~:\t"), max_size=80))
@example("\n: -\n|")
def test_any_text_is_read_or_refused(text):
    faults = ()
    try:
        read(text)
    except Faults as error:
        faults = error.faults

    assert all(fault.line for fault in faults)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "# T\n\na\n\n" + "word " * 5000,
            "5: a paragraph of more than 10,000 characters; divide it with an empty line",
        ),
        (
            "# T\n\n- a\n- " + "word " * 5000,
            "4: a paragraph of more than 10,000 characters; divide it with an empty line",
        ),
        ("# T\n \n- a\n\n" + "- a\n" * 15_000, "5: more than 50,000 characters without an empty line; divide them"),
        ("# T\n\n" + "*a " * 100_000, "longer than 200,000 characters; divide it into several texts"),
        ("# T\n" + "\n- a\n" * 10_000, "more than 20,000 lines; divide it into several texts"),
        ("# T\n\n|a|\n|-|\n" + "|a|\n" * 3000, "more than 5,000 cells of tables; divide it into several texts"),
        ("# T\n\n" + "[a" * 30_000, "3: more than 50,000 characters without an empty line; divide them"),
    ],
)
def test_text_that_would_take_long_is_a_fault(text, line):
    with pytest.raises(Faults) as caught:
        parse_markdown(MarkdownSource("rules.md", text))

    assert [str(fault).removeprefix("rules.md:").strip() for fault in caught.value.faults] == [line]


def test_long_text_in_paragraphs_is_read():
    text = parse_markdown(MarkdownSource("rules.md", "# T\n\n" + ("word " * 1900 + "\n\n") * 20))

    assert len(text.blocks) == 20
