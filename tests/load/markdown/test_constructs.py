"""Constructs of Markdown and its dialects: each is set, or named with its line; none is printed as it stands."""

import pytest

from generator.load.markdown_reader import read_markdown
from generator.model.prose import MarkdownSource

SET = {
    "## Part": "Heading",
    "Part\n----": "Heading",
    "### Part": "Heading",
    "#### Part": "Heading",
    "a **b** c": "Paragraph",
    "a *b* c": "Paragraph",
    "a ***b*** c": "Paragraph",
    "- a\n- b": "ListItem",
    "+ a\n+ b": "ListItem",
    "- a\n  - b": "ListItem",
    "1. a\n2. b": "ListItem",
    "1) a\n2) b": "ListItem",
    "3. a\n   1. b": "ListItem",
    "- [ ] a\n- [x] b": "ListItem",
    "Toll\n: What a ferry costs.": "Definition",
    "> a": "BoxBlock",
    ":::note\na\n:::": "BoxBlock",
    "::: warning\na\n:::": "BoxBlock",
    "> [!NOTE]\n> a": "BoxBlock",
    "!!! note\n    a": "BoxBlock",
    "??? note\n    a": "BoxBlock",
    "| a | b |\n|:--|--:|\n| 1 | 2 |": "TableBlock",
    "a\n\n---\n\nb": "Rule",
    "a\n\n***\n\nb": "Rule",
    "a[^1]\n\n[^1]: The note.": "¹",
    "a^[The note.]": "¹",
    "H~2~O": "H₂O",
    "x^2^": "x²",
    "^^Roma^^": "^^Roma^^",
    "a &amp; b &copy;": "a & b ©",
    "a\n\n<!-- not printed -->\n\nb": "Paragraph",
    "a\n\n<!-- page -->\n\nb": "PageBreak",
    "a\n\n<!-- column -->\n\nb": "ColumnBreak",
    "![A hand](hand.png)": "FigureBlock",
}
"""Constructs that are set, and a word of the result."""
NAMED = [
    *("##### Part", "~~a~~", "==a==", "++a++", "||a||", "`a`", "```\na\n```", "    a", "a  \nb", "a\\\nb"),
    *("[TOC]", "[a](https://x.org)", "[a][b]\n\n[b]: https://x.org", "<https://x.org>", "[[a]]", "[@smith]", "[^gone]"),
    *("<b>a</b>", "a<br>b", "<details><summary>a</summary>b</details>", "<a id='x'></a>a", ":smile:", "$x^2$"),
    *("$$\nx\n$$", "*[VP]: victory points", "## A {#a}", "!include a.md", "+--+\n|a|\n+--+", ":::riddle\na\n:::"),
]


@pytest.mark.parametrize(("text", "word"), SET.items())
def test_construct_is_set(text, word):
    manuscript, faults = read_markdown(MarkdownSource("rules.md", f"# T\n\n{text}\n"))

    assert faults == []
    assert word in repr(manuscript)


@pytest.mark.parametrize("text", NAMED)
def test_construct_is_named_with_its_line(text):
    _, faults = read_markdown(MarkdownSource("rules.md", f"# T\n\n{text}\n"))

    assert faults
    assert faults[0].line >= 3
