"""Booklets in game.toml: their texts, in every language, and how they are to be set."""

import pytest

from generator.base.errors import Faults
from generator.base.units import MM
from generator.load.game_loader import load

RULES = """
[components.rules]
kind = "booklets"
title = { en = "Rules", ja = "ルール" }
trim = ["148mm", "210mm"]
text = "rules"
"""
TEXTS = {"rules/rules.en.md": "# Rules\n", "rules/rules.ja.md": "# ルール\n"}


@pytest.fixture
def booklet(game):
    """The component that some lines of game.toml declare, beside the cards of the small game."""

    def read(lines=RULES, texts=TEXTS):
        text = game().joinpath("game.toml").read_text("utf-8")
        return load(game({"game.toml": text + lines, **texts})).component("rules")

    return read


def fault(booklet, *arguments):
    with pytest.raises(Faults) as caught:
        booklet(*arguments)
    return str(caught.value)


def test_booklet_has_its_texts_and_no_pieces(booklet):
    rules = booklet()

    assert (rules.pieces, rules.count, rules.front, rules.bleed) == ((), 1, "page.svg.j2", 0)
    assert [(language, source.where, source.text) for language, source in rules.prose.texts] == [
        ("en", "rules/rules.en.md", "# Rules\n"),
        ("ja", "rules/rules.ja.md", "# ルール\n"),
    ]
    assert (rules.prose.across, rules.prose.size, rules.prose.margin) == (1, 9, 14 * MM)


def test_sheet_is_a_booklet_that_fills_the_paper(booklet):
    rules = booklet(RULES.replace('["148mm", "210mm"]', '"page"\nacross = 2\nsize = "8pt"\nmargin = "6mm"'))

    assert rules.is_sheet_of_text
    assert (rules.prose.across, rules.prose.size, rules.prose.margin) == (2, 8, 6 * MM)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('text = "rules"', "", "[components.rules.text]: text is missing"),
        ('text = "rules"', 'text = "../rules"', "[components.rules.text]: "),
        ('text = "rules"', 'text = "rulez"', "no file 'rules/rulez.en.md'; did you mean 'rules/rules.en.md'?"),
        ('text = "rules"', 'text = "rules"\nrows = "raid.csv"', "set from a text, not from rows; write text = "),
        ('text = "rules"', 'text = "rules"\nacross = 9', "9 is out of range; it is 1 to 4"),
        ('text = "rules"', 'text = "rules"\nsize = "99pt"', "'99pt' is out of range"),
        ('text = "rules"', 'text = "rules"\nacros = 2', "unknown key 'acros'; did you mean 'across'?"),
    ],
)
def test_slip_in_a_declaration_is_named(booklet, old, new, said):
    assert said in fault(booklet, RULES.replace(old, new))


def test_missing_language_is_a_fault(booklet):
    texts = {"rules/rules.en.md": "# Rules\n"}

    missing = "[components.rules.text]: no file 'rules/rules.ja.md'; translate 'rules/rules.en.md' into it"
    assert missing in fault(booklet, RULES, texts)


def test_text_that_is_no_utf_8_is_a_fault(booklet):
    assert "rules/rules.ja.md:1:3: byte FF is not UTF-8" in fault(
        booklet, RULES, TEXTS | {"rules/rules.ja.md": b"# \xff"}
    )
