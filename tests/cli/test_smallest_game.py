"""The smallest game that a person can write prints, with a plan and in words, and speaks of nothing that it does not say."""

import pypdfium2
import pytest

GAME = """\
format = 1
title = { en = "Foxes", ja = "きつね" }
[components.deck]
kind = "cards"
title = { en = "Cards", ja = "カード" }
trim = ["63mm", "88mm"]
rows = "cards.csv"
front = "card.svg.j2"
"""
CARD = '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94"/>'


@pytest.fixture
def foxes(desk, put_files):
    return put_files(desk / "foxes", {"templates/card.svg.j2": CARD, "cards.csv": "id,copies\nfox,4\n"}) / "game.toml"


@pytest.mark.parametrize(
    ("more", "language", "in_words", "in_plan"),
    [
        ("", "en", "Foxes\n=====\n\nVersion 1.\n", "Data version 1."),
        ("", "ja", "きつね\n======\n\n第1版。\n", "データは第1版。"),
        ('designer = "Ann"\n', "en", "Foxes\n=====\n\nAnn. Version 1.\n", "Designed by Ann. Data version 1."),
        ('date = "2026-01-02"\n', "en", "\n\nVersion 1.\n", "Data version 1 of 2026-01-02."),
    ],
)
def test_smallest_game_prints(vallum, foxes, more, language, in_words, in_plan):
    foxes.write_text(more + GAME, "utf-8")

    said = vallum("build", "foxes", "--paper", "a4", "--lang", language, "--text", "--html")

    assert (said.code, said.err) == (0, "")
    folder = foxes.parent.parent / "output/foxes"
    assert in_words in (folder / f"foxes-{language}.txt").read_text("utf-8")
    assert "<p></p>" not in (folder / f"foxes-{language}.html").read_text("utf-8")
    with pypdfium2.PdfDocument(folder / f"print-plan-a4-{language}.pdf") as plan:
        assert in_plan in plan[0].get_textpage().get_text_bounded().replace("\r\n", " ")
