"""Plain texts are read as the parser of the whole language reads them, and all others are left to it."""

import random

import pytest

from generator.load import markdown_reader
from generator.load.markdown.plain_markdown import plain_manuscript
from generator.model.prose import MarkdownSource

PIECES = (
    *(
        "fox",
        "1",
        "森",
        "a_b",
        "Q & A",
        "*a*",
        "**b c**",
        "**%**",
        "*",
        "**",
        "***",
        "_",
        "__",
        "~",
        "~~",
        "^",
        "^^",
        "#",
    ),
    *(
        " ",
        "  ",
        "\t",
        "\u3000",
        "\u00a0",
        "\v",
        "\u2028",
        "(",
        ")",
        "（",
        "：",
        "。",
        "%",
        "!",
        '"',
        "“",
        "•",
        "-",
        "–",
        "+",
        "=",
    ),
    *(
        "1.",
        "2) ",
        ": ",
        ":::",
        "::",
        "> ",
        "- ",
        "|",
        "\\|",
        "\\_",
        "\\*",
        "\\",
        "&",
        "&amp;",
        "`",
        "<b>",
        "<!-- page -->",
    ),
    *(
        "[",
        "]",
        "\\[",
        "[a](b)",
        "[^1]",
        "![x](shared/a)",
        "![x](a.b)",
        "{icon}",
        "{",
        "}",
        "https://x.y",
        "---",
        "***",
        "===",
    ),
)
BEGINNINGS = ("", "", "", "1. ", "- ", "## ", "### ", "**a**", "![x](", "| ")
TABLE = ("| a | *b* |", "|---|--:|")


def manuscript(text):
    return plain_manuscript(MarkdownSource("plan", text, is_rendered=True))


def parsed(text):
    return markdown_reader.read_markdown(MarkdownSource("plan", text, is_rendered=True))


@pytest.fixture
def parser_alone(monkeypatch):
    monkeypatch.setattr(markdown_reader, "plain_manuscript", lambda _: None)


def random_text(chance):
    lines = ["# Title"]
    for _ in range(chance.randint(1, 6)):
        words = "".join(chance.choices(PIECES, k=chance.randint(1, 4)))
        lines += chance.choice(([""], [chance.choice(BEGINNINGS) + words], [*TABLE, f"| {words} | 2 |"]))
    return "\n".join(lines)


def test_text_is_read_as_by_the_parser(long, parser_alone):
    chance, count = random.Random("plain"), 0
    for _ in range(100_000 if long else 400):
        text = random_text(chance)
        if plain := manuscript(text):
            count += 1
            assert (plain, []) == parsed(text), text
    assert count > 20


PLAIN = """# Plan

13 pieces: see “**all** *of* them”.

## List
1. One **%**
1. Two

1. Three \\[3\\]

- **Four**: x\\_y

| | a |
|---|--:|
| {tick_box} | 1\\|2 |
| | **2** |

![Fold, *cut*](shared/plan/cut)
"""


def test_each_kind_of_block_is_read(parser_alone):
    plain = manuscript(PLAIN)

    assert plain == parsed(PLAIN)[0]
    kinds = [type(block).__name__ for block in plain.blocks]
    assert kinds == ["Paragraph", "Heading", *["ListItem"] * 4, "TableBlock", "FigureBlock"]
    assert [block.mark for block in plain.blocks if hasattr(block, "mark")] == ["1.", "2.", "3.", "•"]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "a\nb",
            "1. a\nb",
            "a\n- b",
            "2. a",
            "- - a",
            "* a",
            "    a",
            "a ",
            " a",
            "> a",
            "# b",
            "##",
            "a `b`",
            "a <b>",
            "a &b;",
            "&#3;",
        ),
        *(
            "[a](b)",
            "a | b",
            "|a|",
            "| a |\n|---|---|",
            "a *b",
            "a **b*",
            "*a **b** c*",
            "a * b * c",
            "a_",
            "{A}",
            "a^2^",
            "(((",
            "\\*",
        ),
    ],
)
def test_all_else_is_left_to_the_parser(line):
    assert manuscript(f"# Title\n\n{line}") is None


def test_text_that_a_person_wrote_is_left_to_the_parser():
    assert plain_manuscript(MarkdownSource("rules.md", "# Title\n\nA fox.")) is None
