"""Markdown becomes blocks, and what has no place on a page is named with its line."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.base.units import MM
from generator.load.markdown_reader import parse_markdown
from generator.model.prose import (
    BOX_KINDS,
    DONE,
    TO_DO,
    BoxBlock,
    ColumnBreak,
    FigureBlock,
    Heading,
    ListItem,
    MarkdownSource,
    PageBreak,
    Paragraph,
    Rule,
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
    text = "## Two\n### Three\ntext\n\n- item\n\n> box\n\n***\n\n<!-- column -->\n\n<!-- page -->\n\n![cap](shared/plan/fold)\n"

    assert read(text) == (
        Heading(2, "Two", 2),
        Heading(3, "Three", 3),
        Paragraph("text", 4),
        ListItem("•", 0, "item", 6),
        BoxBlock((Paragraph("box", 8),), 8),
        Rule("*", 10),
        ColumnBreak(12),
        PageBreak(14),
        FigureBlock("shared/plan/fold", "cap", None, 16),
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
        ("##### Five\n", "2: a heading of level 5 has no place here; write '###', or bold words"),
        ("> ## Big\n", "2: a heading of level 2 has no place here; write '###', or bold words"),
        ("> > a\n", "2: a box has no place inside another block; write a paragraph"),
        ("- > a\n", "2: a box has no place inside another block; write a paragraph"),
        ("> a\n>\n> <!-- page -->\n", "4: a break of a page has no place inside another block; put it between two"),
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
    faults = refused("`a`\n\n[b](c)\n\n##### d\n", title="")

    assert [fault.partition(":")[0] for fault in faults] == ["1", "1", "3", "5"]


SET = {
    "footnote": ("a[^b] c\n\n[^b]: note", ("Paragraph", "Rule", "ListItem"), "a¹ c"),
    "footnote in the line": ("a^[note] c", ("Paragraph", "Rule", "ListItem"), "a¹ c"),
    "task": ("- [ ] shuffle", ("ListItem",), "shuffle"),
    "task that is done": ("- [x] deal", ("ListItem",), "deal"),
    "numbered task": ("2. [ ] deal", ("ListItem",), "2. deal"),
    "definition": ("Berth\n: a place", ("Term", "Definition"), "Berth"),
    "container": (":::note\nwords\n:::", ("BoxBlock",), None),
    "container of Pandoc": ("::: {.note}\nwords\n:::", ("BoxBlock",), None),
    "admonition": ("!!! note\n    words", ("BoxBlock",), None),
    "admonition that unfolds": ("??? note\n    words", ("BoxBlock",), None),
    "alert": ("> [!NOTE]\n> words", ("BoxBlock",), None),
    "rule": ("***", ("Rule",), None),
    "comment": ("a <!-- not printed --> b", ("Paragraph",), "a b"),
    "comment alone": ("<!-- not printed -->", (), None),
    "column break": ("<!-- column -->", ("ColumnBreak",), None),
    "page break": ("<!-- page -->", ("PageBreak",), None),
    "superscript": ("5 m^2^", ("Paragraph",), "5 m²"),
    "subscript": ("H~2~O", ("Paragraph",), "H₂O"),
    "heading of level 4": ("#### Four", ("Heading",), "Four"),
    "setext heading": ("Two\n---", ("Heading",), "Two"),
    "exclamation": ("!!! Attention", ("Paragraph",), "!!! Attention"),
}


@pytest.mark.parametrize(("text", "kinds", "first"), SET.values(), ids=SET)
def test_extension_is_set(text, kinds, first):
    blocks = read(text + "\n")

    assert tuple(type(block).__name__ for block in blocks) == kinds
    assert first is None or blocks[0].text == first


def test_notes_are_numbered_by_their_first_reference_and_stand_below_the_text():
    text = "a[^two] b[^one] c[^two]\n\n[^one]: first\n\n[^two]: second\n\n    more\n\nend\n"

    assert read(text) == (
        Paragraph("a¹ b² c¹", 2),
        Paragraph("end", 10),
        Rule("", 10),
        ListItem("1.", 0, "second", 6),
        ListItem("", 0, "more", 8),
        ListItem("2.", 0, "first", 4),
    )


def test_tasks_have_boxes_instead_of_bullets():
    assert [item.mark for item in read("- [ ] a\n- [x] b\n- c\n")] == [TO_DO, DONE, "•"]


@pytest.mark.parametrize(
    ("text", "kind", "first"),
    [
        (":::warning\n*a*\n:::", "warning", "*a*"),
        (":::aside Of *old*\na\n:::", "", "**Of *old***"),
        ("::: tip\na\n:::", "tip", "a"),
        (":::tip[Old]\na\n:::", "", "**Old**"),
        ('!!! note "Old"\n    a', "", "**Old**"),
        ('!!! note ""\n    a', "", "a"),
        ("> [!tip]- Old\n> a", "", "**Old**"),
        ("> [!TIP]\n> a", "tip", "a"),
        ("> [!TIP]\n>\n> a", "tip", "a"),
    ],
)
def test_box_has_a_title_or_a_kind(text, kind, first):
    (box,) = read(text + "\n")

    assert (box.kind, box.blocks[0].text) == (kind, first)
    assert box.with_title(dict.fromkeys(BOX_KINDS, "Kind")).blocks[0].text == ("**Kind**" if kind else first)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x[^1]\n", "2: '[^1]' refers to no note; write one below, like '[^1]: The note.'"),
        ("a\n\n[^1]: b\n", "4: no text refers to the note '1'; write its label where it belongs"),
        ("a[^1]\n\n[^1]: b\n\n[^1]: c\n", "6: a second note '1'; the first stands in line 4"),
        ("## a[^1]\n\n[^1]: b\n", "2: a note has no place in a heading; refer to it in the text below"),
        (":::fox\na\n:::", "2: 'fox' is no kind of box; give it a title behind the word, or write one of "),
        ("> [!FOX]\n> a", "2: 'FOX' is no kind of box; give it a title behind the word, or write one of "),
        ("!!! fox\n    a", "2: 'fox' is no kind of box; give it a title behind the word, or write one of "),
        (":::note\na\n", "2: the box is never closed; write ':::' in a line of its own below it"),
        (":::\n", "2: ':::' opens a box without a name; write ':::note', and ':::' once below each box"),
        ("> :::note\n> a\n> :::\n", "2: a box has no place inside another block; write a paragraph"),
        ("<!-- page break -->\n", "2: 'page break' in a comment breaks nothing; write '<!-- page -->'"),
        ("a <!-- page --> b\n", "2: '<!-- page -->' is a paragraph of its own; put empty lines around it"),
        ("<!-- a --> words\n", "2: HTML has no place here; write it in Markdown"),
        ("| a |\n|---|\n| 1 |\n| ~~b~~ |\n", "5: '~~b~~' is not struck through on paper; leave the words out"),
        ("a\nb\n[TOC]\n", "4: '[TOC]' is no table of contents here; take it away, the PDF has bookmarks"),
        ("a\n==b==\n`c`\n", "3: '==b==' is not highlighted; write '**' for bold words, or put a backslash before it"),
        ("a\n\n[b]: https://example.org\n", "4: a link has no place on paper; write the words alone"),
        ("a [c][b]\n\n[b]: https://example.org\n", "2: a link has no place on paper; write the words alone"),
    ],
)
def test_sign_that_is_not_set_is_named_with_its_line(text, fault):
    assert refused(text)[0].startswith(fault)


def test_front_matter_is_one_fault():
    (fault,) = refused("---\ntitle: a\n---\n\n# Rules\n\na\n", title="")

    assert fault == "1: front matter is not read; begin with the title, the rest stands in game.toml"


def test_text_of_a_template_may_have_names_with_any_signs():
    text = parse_markdown(MarkdownSource("plan.md", "# T\n\n[[Swords]] and :axes: for $x$\n", is_rendered=True))

    assert text.blocks == (Paragraph("[[Swords]] and :axes: for $x$", 3),)


def test_rules_of_dashes_once_were_breaks():
    text = parse_markdown(MarkdownSource("x.md", "# T\n\na\n\n---\n\nb\n\n***\n\n> c\n>\n> ---\n"))

    assert text.dashed_rules == (5,)


@given(st.text(alphabet=st.sampled_from("ab #-*_>|`[](){}^\\\n!1.日。&;<~:\t=$+?%x/"), max_size=80))
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
