"""Values of a TOML file change, and every other byte of it stays."""

import os
import random
import tomllib

import pytest

from generator.load.game_locations import data_root, starters, templates_root
from generator.load.toml_edits.toml_changes import MISSING, changed_toml, toml_value
from generator.load.toml_edits.toml_places import toml_places

GAME = """# A game. / ゲーム
title = { en = "Fox",   ja = "狐" }  # both
languages = [ "en",
  "ja", # the second
]

[components.raid]   # cards
trim = ["63mm",  "88mm"] # size
bleed = '3mm'
numbered=true

# The board.
[components.board]
kind = "boards"
"""
BLEED = ("components", "raid", "bleed")
NEW = ("components", "raid", "gap")


def test_all_values_of_all_shipped_files_are_where_they_are_told_to_be():
    files = [*data_root().rglob("*.toml"), *templates_root().rglob("*.toml")]
    count = 0
    for file in files:
        text = file.read_text("utf-8")
        data = tomllib.loads(text)
        for path, place in toml_places(text).values.items():
            value = data
            for key in path:
                value = value[key]
            assert tomllib.loads(f"x = {text[place.value : place.end]}")["x"] == value, (file, path)
            count += 1
    assert count > 10_000


@pytest.mark.parametrize(
    ("path", "value", "old", "new"),
    [
        (BLEED, "2mm", "bleed = '3mm'", 'bleed = "2mm"'),
        (("title", "en"), 'A "B"', '"Fox"', '"A \\"B\\""'),
        (("components", "raid", "trim"), ["63mm", "90mm"], '"88mm"', '"90mm"'),
        (("components", "raid", "trim"), "page", '["63mm",  "88mm"]', '"page"'),
        (("components", "raid", "numbered"), False, "numbered=true", "numbered=false"),
        (("languages",), ["en", "fr"], '"ja", #', '"fr", #'),
        (NEW, "1mm", "numbered=true\n", 'numbered=true\ngap = "1mm"\n'),
        (("title", "fr"), "Renard", '"狐" }', '"狐", fr = "Renard" }'),
        (("title", "ja"), MISSING, ',   ja = "狐"', ""),
        (("title", "en"), MISSING, 'en = "Fox",   ', ""),
        (BLEED, MISSING, "bleed = '3mm'\n", ""),
        (("about",), {"en": "Sly"}, "]\n\n[components.raid]", ']\nabout = { en = "Sly" }\n\n[components.raid]'),
    ],
)
def test_one_value_changes_and_nothing_else(path, value, old, new):
    assert GAME.count(old) == 1
    assert changed_toml(GAME, path, value) == GAME.replace(old, new)
    windows = GAME.replace("\n", "\r\n")
    assert changed_toml(windows, path, value) == windows.replace(old.replace("\n", "\r\n"), new.replace("\n", "\r\n"))


def test_a_value_that_is_there_already_changes_nothing():
    assert changed_toml(GAME, BLEED, "3mm") == GAME
    assert changed_toml(GAME, ("languages",), ["en", "ja"]) == GAME


@pytest.mark.parametrize(
    ("text", "path", "new"),
    [
        ("", ("a",), "a = 1\n"),
        ("[b]\nc = 2", ("a",), "a = 1\n[b]\nc = 2"),
        ("[b]", ("b", "a"), "[b]\na = 1\n"),
        ("b.c = 2\n", ("b", "a"), "b.c = 2\nb.a = 1\n"),
        ("b = {}\n", ("b", "a"), "b = { a = 1 }\n"),
        ("b = {c = 2}", ("b", "a"), "b = {c = 2, a = 1 }"),
        ("[[x]]\nc = 1\n[[x]]\nc = 2\n", ("x", 1, "a"), "[[x]]\nc = 1\n[[x]]\nc = 2\na = 1\n"),
        ('[b]\nt = """\n[c]\na = 3\n"""\n', ("b", "a"), '[b]\nt = """\n[c]\na = 3\n"""\na = 1\n'),
        ('"x.y" = 2\n', ("x y",), '"x.y" = 2\n"x y" = 1\n'),
    ],
)
def test_a_new_key_stands_at_the_end_of_its_table(text, path, new):
    assert changed_toml(text, path, 1) == new


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [("a = 1\n", ("b", "c"), 1), ("a = 1\n", ("a", "c"), 1), ("[a.b]\n", ("a", "c"), 1)],
)
def test_what_has_no_place_is_refused(text, path, value):
    with pytest.raises(ValueError):  # noqa: PT011  without a message
        changed_toml(text, path, value)


def test_random_changes_of_the_games_are_read_back_and_taken_back():
    rng = random.Random(os.environ.get("VALLUM_SEED", "31"))
    files = [
        place / "game.toml"
        for place in (*starters().values(), *data_root().iterdir())
        if (place / "game.toml").is_file()
    ]
    for _ in range(200):
        text = rng.choice(files).read_text("utf-8")
        places = toml_places(text).values
        path = rng.choice([*places])
        value = rng.choice([MISSING, 7, "x # y", ["a", "b"], True])
        if value is MISSING and not isinstance(path[-1], str):
            continue
        place = places[path]
        changed = changed_toml(text, path, value)
        if value is not MISSING:
            assert changed == text[: place.value] + toml_value(value) + text[place.end :]
        elif place.is_line:
            assert changed.splitlines() == [
                line
                for number, line in enumerate(text.splitlines())
                if not text[: place.start].count("\n") <= number <= text[: place.end].count("\n")
            ]


def test_a_long_file_is_read_in_a_moment():
    text = "".join(f'k{number} = {{ en = "{number}", list = [1, [2, 3]] }} # {{"\n' for number in range(20_000))
    assert len(toml_places(text).values) == 20_000 * 7
