"""The guided first year: what the shipped one points at, and what is wrong with a bad one."""

import re
import shutil
from dataclasses import replace

import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load
from generator.load.game_locations import data_root, find_game
from generator.load.sheets.tutorial_reader import NAME, read_tutorial
from generator.load.solo_reader import read_solo_rules

STEP = """
[[steps]]
title = { en = "Build", ja = "築く" }
text = { en = "Tap it.", ja = "押す。" }
do = "mark fort_01 builder"
"""
HEAD = """
seed = "a seed"
title = { en = "First year", ja = "1年目" }
about = { en = "Learn.", ja = "覚える。" }
[settings]
difficulty = "easy"
"""


@pytest.fixture(scope="module")
def game():
    return load(find_game("hadrians-wall"))


@pytest.fixture
def read(game, tmp_path):
    """Read a tutorial that is written for a test."""
    solo = read_solo_rules(game)

    def read(text):
        (tmp_path / NAME).write_text(text, encoding="utf-8")
        return read_tutorial(replace(game, folder=tmp_path), solo)

    return read


def test_steps_are_as_they_are_written(read):
    tutorial = read(HEAD + STEP + 'free = true\nshow = ["fort", "hint"]\nrules = "a-year"\n')
    (step,) = tutorial.steps

    assert (step.do, step.free, step.show, step.rules) == ("mark fort_01 builder", True, ("fort", "hint"), "a-year")
    assert (step.title["ja"], step.text["en"]) == ("築く", "Tap it.")
    assert (tutorial.seed, tutorial.settings, tutorial.actions) == ("a seed", (("difficulty", "easy"),), (step,))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HEAD, r"tutorial.toml \[steps\]: .*1 to 200 steps"),
        (HEAD.replace("seed =", "sead =") + STEP, "unknown key 'sead'"),
        (HEAD.replace('"easy"', '"mild"') + STEP, r"\[settings.difficulty\]: no difficulty called 'mild'"),
        (HEAD + STEP.replace(', ja = "押す。"', ""), r"tutorial.toml:\d+ \[steps.0.text\]: no words in 'ja'"),
        (HEAD + STEP + 'show = ["fart"]', "called 'fart'; did you mean 'fort'"),
        (HEAD + STEP.replace("do =", "dot ="), "unknown key 'dot'"),
        (HEAD + STEP.replace("do = ", "free = true # "), "needs 'do'"),
        (HEAD + STEP + "free = 1", "must be true or false"),
    ],
)
def test_faults_name_the_place(read, text, fault):
    with pytest.raises(Faults) as raised:
        read(text)

    assert any(re.search(fault, str(each)) for each in raised.value.faults), [*map(str, raised.value.faults)]


def test_game_without_a_tutorial_says_so(tmp_path):
    folder = shutil.copytree(data_root() / "hadrians-wall", tmp_path / "mine", ignore=shutil.ignore_patterns(NAME))
    game = load(folder)

    with pytest.raises(Faults, match=NAME):
        read_tutorial(game, read_solo_rules(game))
