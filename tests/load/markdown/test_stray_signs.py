"""Signs of Markdown dialects are named; ordinary prose is not."""

import re

import pytest

from generator.base.shown_faults.fault_translation import fault_translation
from generator.load.game_locations import templates_root
from generator.load.markdown.dialect_signs import dialect_signs, line_signs
from generator.load.markdown_reader import read_markdown
from generator.model.prose import MarkdownSource

SIGNS = [
    *("~~gone~~", "~gone~", "[TOC]", "[[toc]]", "x[^1]", "==mark==", "++ins++", "%%hidden%%", "||hidden||"),
    *("a $x^2$ b", "$$\nx = 1\n$$", r"$\frac$", ":smile: yes", "これは:smile:です", ":+1:", "日本語の==強調==です"),
    *(
        "数式$x=1$です",
        "[[Wiki]]",
        "![[embed.png]]",
        "[[カード]]",
        "x^abc^",
        "x~ab~ y",
        "*[HTML]: Hyper",
        "a {#id .class}",
    ),
    *("[words]{.small}", "{: .note}", r"\newpage", r"\pagebreak[4]", r"\columnbreak", r"\textbf{a}", "{% include x %}"),
    *("{{ name }}", "| one line\n| another", "![a](my map.png)", "![a][b]", "[a](my page.html)", "[@doe99]", "&foo; x"),
    *(
        "[b]bold[/b]",
        "[color=red]x[/color]",
        ".. note::\n   x",
        "#. one",
        "+---+---+\n| a | b |\n+---+---+",
        "!!! note",
    ),
    *("--8<-- 'setup.md'", "##Setup", "[ ] not a list", "[-] dropped", "H~sub text~"),
    *("''bold''", "'''bold'''", "a //italic// b", "@@hidden@@", ">!spoiler!<", "a >!spoiler!< b", "!map.png!"),
    *(
        "%% note",
        "// note",
        "code_",
        "see Rules_.",
        "footnote:[x]",
        "link:x[y]",
        "<% x %>",
        "[% x %]",
        "{width=5}",
        "(t)=",
    ),
    *(
        "[.lead]",
        ".Title",
        "[pagebreak]",
        "［＃改ページ］",
        "\f",
        '@import "x"',
        "include::x[]",
        "#+TITLE: x",
        "#pagebreak()",
    ),
    *(
        "import A from 'b'",
        "export const a = 1",
        "h2. Setup",
        "== Setup",
        "---++ Setup",
        "- [>] moved",
        r"a \emph{b} c",
    ),
    *(r"\item a", r"see \ref{x}", r"a \alpha b", ":::", "/// note", '=== "Tab"', "+++ More\nx", "(@a) b", ". a"),
    *(
        ".. |a| image:: b",
        '[gallery ids="1"]',
        "｜漢字《かんじ》",
        "《《強調》》",
        "-> middle <-",
        ": meaning",
        "text::",
    ),
    *(
        "term:: meaning",
        "https://x.org[y]",
        "[https://x.org y]",
        "@[toc]",
        "[TOC levels=1-3]",
        "{:toc}",
        "%TOC%",
        "+++",
    ),
    *(
        "- +++",
        "///",
        "<<<",
        "==== ====\nx",
        ":---:",
        "**a*",
        "*a**",
        "_a",
        "__a",
        "`a",
        "``a''",
        "{a b}",
        "{{{code}}}",
    ),
    *("- [~] maybe", "- [] empty", "- [ ]", "#NoSpace", "== Heading ==", "==a==b", "++a++b", "~sub~script"),
    *("[this][nowhere]", "[this][]", "[+ add +]", "[- del -]", "; term", "?> tip", "!>important", "@fig:one shows it"),
    *("1.item\n2.item", "-item\n-item two", "a. one\nb. two", "i. one\nii. two", "(1) one\n(2) two", "a) x\nb) y"),
    *("[!NOTE] x", "a\n----- ---\nb", "[//]: # (c)", "**a ==b==**", "> ==q==", "- ==q==", "~~消す~~語", "{==x==}"),
]
PROSE = [
    *(
        "[Scout][2] [II][A]",
        "Win #FerryDay and #Boats",
        "#Ferry #Boats",
        "#のマス：年を書きます。",
        "-5 or\n-6",
        "-item",
        "1.item",
        "i. e. a\nb. c",
    ),
    *("+1 and -1 [+] [-]", "me@fig.org", "Wait; then go", "[炎][剣]", "1.5 x\n2.5 y", "Really?> no", "2.item\n4.item"),
    *(
        "It costs $5, or $3 and $4; $US and A$.",
        "5$ or 6$, 5$-6$, $5-$10, $3/$4, US$5 and CA$7",
        "cheap $, fair $$, $$$",
    ),
    *(
        "$5 + $6 = $11",
        "価格は$5か$6です。",
        "1~2 players, 3~4 boats, ~5 coins, ~6 axes",
        "1~2人、3~4人（~税別~）",
        "A~B, a~c",
    ),
    *("a == b, x==y and y==z", "C++ and D++, n++, +2++", "++ bonus ++", "50%% off, 5 % or 10 %"),
    *("Wow :) :D ;-) :P :-/ ^_^ ^o^ (^^;) (^^) >:( <3 XD :3 :o", "日本語〜です。はい~~、うん~~。", "Wait~~"),
    *("At 12:30:45 or 1:2:3, ratio 2:1", "Note: this: that", "one: two :three", "[Raid] and [Wall]: discard [Raid]"),
    *(
        "[Attack]: lose a card.",
        "Pay [2] or (3) [x]",
        "Raid [II](2 cards)",
        "[炎]:1枚引く",
        "[1] [2] [3]",
        "Stop! [A] now!",
    ),
    *("カード「[炎]」を引く。", "[Scout](+2 / -1)", "[^_^]", "A/B: and/or", "snake_case __init__", "**「強い」** 言葉"),
    *("x * y, 2 * 3", "5 < 6 > 4 & 7", "Q&A; R&D;", "C# and F#", "#1 is the best", "#5.", "-- dash, --- dash"),
    *(
        "!!! Attention",
        "??? what",
        "x^2 + y^2, 2^10",
        "^ up ^",
        "http://example.org/a_b?c=d&e=f#g",
        "me@example.org, @home",
    ),
    *(r"C:\new\table", "a | b", "＝＝強調＝＝", "<- -> <-> => <=", "{coin}{coin}", "No. 5: :::"),
    *(
        "Food: +++, fair: ++",
        "+++ News +++ more +++",
        "- +++ very good",
        "It's 5'' by 3''.",
        "'Tis so",
        "Name: ____ Date: __",
    ),
    *(
        "Score: _/10",
        "4*5 and 2*3*4",
        "1::2",
        "std::x",
        "- [!] danger",
        "- [?] unknown",
        "カード《炎》を",
        "... and so on",
        ".5 points",
    ),
    *(
        "50\n% of cards: 5 % 3",
        "a // b",
        "50%\n% 5",
        r"\o/ and AND\OR",
        "> !important",
        "<3 and </3",
        "s/he and/or",
        "= 5 points",
    ),
    *(
        "=> draw",
        "-> next",
        "(1) one",
        "a) one",
        "A. one",
        "T_T >_< o_O",
        r"¯\_(ツ)_/¯",
        "[炎] [剣]",
        "Deck A|B|C",
        "@home: a",
        "https://example.org/a?x=[1]&y=2",
        "#win (2)",
    ),
    r"\[[Wiki]] and \~~x~~ and \$x\$ and \:smile: \==x== \++y++ \[^1] \[TOC]",
]


def faults_of(text):
    return read_markdown(MarkdownSource("rules.md", f"# T\n\n{text}\n"))[1]


@pytest.mark.parametrize("text", SIGNS)
def test_sign_is_named_with_its_line(text):
    faults = faults_of(text)

    assert faults
    assert faults[0].line == 3 + len(re.findall(r"\n-(?!\w)", text))


@pytest.mark.parametrize("text", PROSE)
def test_prose_has_no_fault(text):
    assert faults_of(text) == []


def test_faults_of_all_lines_are_told_at_once():
    assert [fault.line for fault in faults_of("==a==\nb ~~c~~\nd\n\n- $x$\n- :smile:\n\n`e`")] == [3, 4, 7, 8, 10]


ONE_FAULT = [
    *("{{#include x}}", "{++new++}", "{~~old~>new~~}", "{==a ==b== c==}", "<u>x</u>", "||hidden||", "||head||head||"),
    *("{/* note */}", ":ref:`x`", "![a](b.png){width=50%}", "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+"),
    *("***a*", "**「a」**b", "{| x\n|-", "> [!quote] \n> x"),
]


@pytest.mark.parametrize("text", ONE_FAULT)
def test_cause_is_named_once(text):
    assert len({fault.line for fault in faults_of(text)}) == len(faults_of(text))


@pytest.mark.parametrize("text", [r"a \textbf{bold} b", "{{{arg}}}"])
def test_name_within_a_sign_is_no_icon(text):
    source = MarkdownSource("rules.md", f"# T\n\n{text} {{coin}}\n")

    assert re.findall(r"\{(\w+)\}", repr(read_markdown(source)[0])) == ["coin"]


WRITTEN = {
    "[[_TOC_]]": "[[_TOC_]]",
    "**bold*": "**bold*",
    "*bold**": "*bold**",
    "***bold**": "***bold**",
    "a **==b==** c": "==b==",
    "==a **b** c==": "==a **b** c==",
    r"==a \*b==": r"==a \*b==",
    "~~**_x_**~~": "~~**_x_**~~",
}


@pytest.mark.parametrize(("text", "quoted"), WRITTEN.items())
def test_sign_is_quoted_as_it_was_written(text, quoted):
    (fault,) = faults_of(text)

    assert fault.what.startswith(repr(quoted))


def test_front_matter_hides_no_fault():
    for sign in ("---", "+++"):
        text = f"{sign}\na = 1\n{sign}\n# T\n\n==b==\n"
        assert [fault.line for fault in read_markdown(MarkdownSource("rules.md", text))[1]] == [1, 6]


@pytest.mark.parametrize("opened", [":::", "> :::", "- :::", ":::note", "::::note", "a\n:::\nb"])
def test_fence_that_pairs_with_none_hides_no_fault(opened):
    faults = faults_of(f"{opened}\n\n~~a~~\n\n## Part\n\n:::tip\n==b==\n:::\n\n- ++c++")

    assert [fault.what.split("'")[1] for fault in faults][-3:] == ["~~a~~", "==b==", "++c++"]
    assert len(faults) == 4


def test_boxes_in_boxes_are_closed_one_by_one():
    faults = faults_of(":::note\na\n:::tip\nb\n:::\n~~c~~\n:::\n\n==d==")

    assert [fault.line for fault in faults] == [5, 8, 11]


def test_name_of_a_box_may_be_of_any_script():
    (fault,) = faults_of(":::未知\na\n:::")

    assert fault.what.startswith("'未知' is no kind of box")


def test_marks_in_cells_are_words():
    assert faults_of("| a | b |\n|---|---|\n| +++ | === |") == []


def test_all_faults_have_a_line_in_japanese():
    words = fault_translation(templates_root() / "faults", "ja")

    for _, what in (*dialect_signs(), *line_signs()):
        assert words.message(f"'x' {what}") or words.message(what), what
