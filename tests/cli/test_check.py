"""`vallum check`: faults and how texts fit, and no file written."""

import re

import pytest

from generator.base.terminal_text import text_width


def edit(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_sound_game_is_summed_up(vallum, desk):
    said = vallum("check", "picket")

    assert (said.code, said.err) == (0, "")
    assert re.search(r"^picket: no faults; \d+ texts, \d+ shrunk, smallest [\d.]+ pt$", said.out, re.MULTILINE)
    assert not list(desk.iterdir())


def test_texts_that_shrank_are_listed(vallum, my_game):
    edit(my_game / "cards/raid.csv", "Smoke before dawn.", "Smoke and sparks and a smell of pitch before dawn. " * 2)

    said = vallum("check", "my-game")

    assert said.code == 0
    assert said.out.split("\n")[0].split() == ["text", "lang", "asked", "used", "lines", "overflow", "mm"]
    (row,) = [line.split() for line in said.out.splitlines() if line.startswith("raid/torch_bearers front text")]
    assert row[3] == "en"
    assert float(row[5]) < float(row[4])
    assert row[7] == "0.0"


def test_all_texts_are_listed_when_asked_for(vallum):
    lines = vallum("check", "picket", "--all").out.splitlines()
    texts = vallum("check", "picket", "--json").json["texts"]

    assert len(lines) == len(texts) + 2 > 30


def test_columns_stand_below_each_other_in_japanese(vallum):
    said = vallum("check", "hadrians-wall", "--only", "player_cards", "--lang", "ja", "--all")
    head, *lines = said.out.splitlines()[:-1]

    assert not all(map(str.isascii, lines))
    assert {text_width(line) for line in lines} == {text_width(head)}


def test_json_has_the_fit_of_every_text(vallum):
    texts = vallum("check", "picket", "--only", "raid", "--json").json["texts"]

    name = next(text for text in texts if text["piece"] == "raid/scouts front" and text["text"] == "name")
    assert name["language"] == "en"
    assert name["floor"] <= name["used"] <= name["asked"]


def test_languages_and_themes_are_checked_as_asked(vallum):
    texts = vallum("check", "picket", "--lang", "ja", "--theme", "ink-saver", "--json").json["texts"]

    assert {text["language"] for text in texts} == {"ja"}


def test_text_that_does_not_fit_is_a_fault(vallum, my_game):
    edit(my_game / "cards/raid.csv", "Smoke before dawn.", "Smoke before dawn. " * 30)

    said = vallum("check", "my-game")

    assert (said.code, said.err.count("\n")) == (1, 1)
    assert said.err.startswith("my-game/cards/raid.csv:4 → raid.svg.j2 [text#text]: the text needs ")
    assert said.out.splitlines()[-1].startswith("my-game: 1 fault; ")


def test_every_fault_of_a_game_is_found_at_once(vallum, my_game):
    edit(my_game / "cards/raid.csv", "torches,2", "torchs,9")
    edit(my_game / "tables/suits.csv", "Swords", "")
    edit(my_game / "game.toml", "year = 2026", 'year = "now"')

    said = vallum("check", "my-game")

    assert said.code == 1
    assert [line.split(":")[0] for line in said.err.splitlines()] == [
        "my-game/cards/raid.csv",
        "my-game/cards/raid.csv",
        "my-game/game.toml",
        "my-game/tables/suits.csv",
    ]


def test_several_games_are_checked_in_spite_of_each_other(vallum, my_game):
    edit(my_game / "cards/raid.csv", "torches,2", "torchs,2")

    said = vallum("check", "my-game", "picket")

    assert said.code == 1
    assert [line.split(":")[0] for line in said.out.splitlines() if " fault" in line] == ["my-game", "picket"]


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 1)])
def test_warning_counts_under_strict(vallum, my_game, options, code):
    low = '<text x="31" y="87.5" font-family="text" font-size="6pt">low</text>\n{% endcall %}'
    edit(my_game / "templates/raid.svg.j2", "{% endcall %}", low)

    said = vallum("check", "my-game", *options)
    as_json = vallum("check", "my-game", *options, "--json")

    assert (said.code, as_json.code, as_json.json["ok"]) == (code, code, code == 0)
    assert "text leaves the safe area" in said.err
