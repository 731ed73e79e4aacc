"""No printed word is left out of a game in words."""

import pytest

from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.build.pipeline import build
from generator.build.text_pages.printed_words import bare, is_printed, words_left
from generator.load.game_locations import GameFolder

GAME = """format = 1
title = { en = "Case" }
[components.deck]
kind = "cards"
title = { en = "Cards" }
trim = ["63mm", "88mm"]
bleed = "3mm"
rows = "cards.csv"
front = "card.svg.j2"
back = "back.svg.j2"
columns = { name.type = "text", rule = { type = "text", rich = true }, cost.type = "number", art.type = "text" }
"""
CARDS = """id,name,rule,cost,art
fox,The Fox,"Take a **hare** from another player, and lay it before you where everybody can see it.",2,red_fox
owl,The Owl,Look at 3 cards.,4,grey_owl
"""
FRONT = """{% from "shared/card.svg.j2" import svg, title, prose %}
{% call svg(face) %}
{{ title("name", card.name | upper, "", 6, 7, 51, 10, 20, "#22303a") }}
{{ prose("rule", card.rule, 8, 30, 47, 40, 12, "#22303a", "#22303a", "center") }}
<text x="8" y="80" font-family="text" font-size="8pt" fill="#000000">Pay {{ card.cost }} coins{% if card.id == "owl" %} at night{% endif %}</text>
{% endcall %}
"""
BACK = """{% from "shared/card.svg.j2" import svg %}
{% call svg(face) %}<text x="8" y="40" font-family="text" font-size="12pt" fill="#000000">Night watch</text>{% endcall %}
"""


@pytest.fixture
def text(tmp_path, put_files, monkeypatch):
    """The game in words, as plain text."""

    def made(**files):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        own = {"game.toml": GAME, "cards.csv": CARDS, "templates/card.svg.j2": FRONT, "templates/back.svg.j2": BACK}
        folder = put_files(tmp_path / "case", own | files)
        options = BuildOptions(papers=(find_paper("a4"),), out=tmp_path / "out", html=True, text=True)
        result = build(GameFolder(folder, "case"), options)
        assert not result.faults
        return (tmp_path / "out/case/case-en.txt").read_text("utf-8"), (tmp_path / "out/case/case-en.html").read_text(
            "utf-8"
        )

    return made


def test_columns_of_text_are_told_where_they_are_printed(text):
    plain, _ = text()

    assert plain.partition("-----\n\nOn each")[2] == (
        " of them: Night watch\n"
        "\n"
        "Piece: The Fox (FOX)\n"
        "  Rule: Take a hare from another player, and lay it before you where everybody can see it.\n"
        "  Cost: 2\n"
        "  Also printed: Pay coins\n"
        "\n"
        "Piece: The Owl (OWL)\n"
        "  Rule: Look at 3 cards.\n"
        "  Cost: 4\n"
        "  Also printed: Pay coins at night\n"
    )


def test_markup_of_columns_of_text_is_kept(text):
    assert "Take a <strong>hare</strong> from another player" in text()[1]


def test_titles_do_not_hide_what_is_printed(text):
    plain, _ = text(**{"strings.en.toml": '[column]\ncost = "Price"\n'})

    assert "  Price: 2\n" in plain
    assert "Piece: The Fox (FOX)\n  Rule: Take a hare" in plain
    assert "red" not in plain


def test_words_are_found_across_lines_and_hyphens():
    assert is_printed("The well-known fox", ["THE WELL-", "KNOWN FOX"])
    assert not is_printed("red_fox", ["The Fox"])
    assert bare("S·P·Q·R") == "spqr"


@pytest.mark.parametrize(
    ("lines", "known", "left"),
    [
        (["The Fox", "The Fox"], ["the fox"], ()),
        (["Finish with a total of 40"], ["40"], ("Finish with a total of",)),
        (["Finish with a total of 40"], [], ("Finish with a total of 40",)),
        (["3", "II", "x"], [], ("II",)),
        (["水を汲む"], ["水"], ("水を汲む",)),
        (["井戸"], ["井戸"], ()),
    ],
)
def test_what_is_left(lines, known, left):
    assert words_left(lines, known) == left
