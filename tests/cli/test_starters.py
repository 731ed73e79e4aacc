"""The starters of `vallum new --from`: each becomes a sound game, in both languages and every theme."""

import re
import shutil

import pytest

from generator.load.game_loader import load
from generator.load.game_locations import data_root, find_starter, shipped_games, starters

NAMES = [name for name in starters() if name != "picket"]
THEMES = ("colour", "light", "ink-saver", "mono")


def test_each_starter_has_a_folder_of_its_own():
    assert sorted(NAMES) == sorted(path.name for path in (data_root() / "starters").iterdir())


def test_starters_are_no_shipped_games():
    assert not {*NAMES, "starters"} & {*shipped_games()}


@pytest.mark.parametrize("name", [*NAMES, "picket"])
def test_new_game_from_a_starter_is_sound(vallum, desk, name):
    assert vallum("new", "my-game", "--from", name).code == 0

    checked = vallum("check", "my-game", "--lang", "en", "--lang", "ja", "--strict")
    assert (checked.code, checked.err) == (0, "")
    assert re.fullmatch(r"my-game: no faults; \d+ texts, 0 shrunk, smallest [\d.]+ pt\n", checked.out)


@pytest.mark.parametrize("name", NAMES)
def test_starter_is_sound_in_every_theme(vallum, desk, long, name):
    shutil.copytree(find_starter(name), desk / "my-game")

    for theme in THEMES[1:] if long else [THEMES[1 + NAMES.index(name) % 3]]:
        checked = vallum("check", "my-game", "--lang", "en", "--lang", "ja", "--strict", "--theme", theme)
        assert (checked.code, checked.err) == (0, "")


@pytest.mark.parametrize("name", NAMES)
def test_every_component_of_a_starter_is_counted(name):
    game = load(find_starter(name), prefix=name)

    text = (find_starter(name) / "game.toml").read_text("utf-8")
    expected = text.partition("[expect]\n")[2].partition("\n\n")[0].splitlines()
    assert [line.partition(" ")[0] for line in expected] == [part.id for part in game.components]
    assert game.languages == ("en", "ja")


@pytest.mark.parametrize("name", NAMES)
def test_every_key_of_a_starter_is_explained_in_both_languages(name):
    text = (find_starter(name) / "game.toml").read_text("utf-8")

    remarks = [line.partition("#")[2] for line in text.splitlines() if "# " in line]
    assert len(remarks) >= 12
    assert all(any(" / " in line for line in part) for part in (remarks, remarks[: len(remarks) // 2]))


def test_starters_are_listed_with_what_they_are(vallum):
    said = vallum("new", "--list")

    assert (said.code, said.err) == (0, "")
    assert [line.partition(":")[0] for line in said.out.splitlines() if line[0] != " "] == ["picket", *NAMES]
    assert [each["id"] for each in vallum("new", "--list", "--json").json["starters"]] == ["picket", *NAMES]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("my-game", "--from", "prototyp"), "no starter called 'prototyp'; did you mean 'prototype'?\n"),
        (("my-game", "--from", "../prototype"), "no starter called '../prototype'; did you mean 'prototype'?\n"),
        (
            ("--from", "prototype"),
            "vallum new: name the folder to make, like my-game; vallum new --list names the starters\n",
        ),
    ],
)
def test_what_cannot_be_started_is_told(vallum, desk, arguments, what):
    said = vallum("new", *arguments)

    assert (said.code, said.err) == (2, what)
    assert not (desk / "my-game").exists()
