"""Who made the pictures of a game, from `credits.toml`: printed in the plan, and asked for by `check`."""

import shutil

import pytest

from generator.base.errors import Faults
from generator.build.spelling.unfinished_rows import unfinished_rows
from generator.load.game_loader import load
from generator.load.game_locations import sample


@pytest.fixture
def credited(tmp_path):
    """The sample with a file of credits."""

    def game(text):
        folder = shutil.copytree(sample(), tmp_path / "mine")
        (folder / "credits.toml").write_text(text, "utf-8")
        return load(folder, prefix="mine")

    return game


def test_credits_are_read_in_their_order(credited):
    game = credited('[pictures]\n"art/冬.png" = "冬野、CC0"\n"art/fox.png" = " A. Smith "\n')
    assert [(entry.file, entry.words) for entry in game.credits] == [
        ("art/冬.png", "冬野、CC0"),
        ("art/fox.png", "A. Smith"),
    ]


def test_a_picture_without_a_maker_is_named_by_its_line(credited):
    game = credited('[pictures]\n"art/fox.png" = "A. Smith"\n"art/hare.png" = ""\n')
    assert [warning for warning in unfinished_rows(game) if "credits" in warning] == [
        "mine/credits.toml:3 [art/hare.png]: this picture has no credit; write its maker and licence, or public domain"
    ]


@pytest.mark.parametrize("text", ['[pictures]\n"art/fox.png" = 3\n', "pictures = 3\n"])
def test_a_credit_that_is_no_text_is_a_fault(credited, text):
    with pytest.raises(Faults, match=r"mine/credits\.toml:\d.*must be text in quotes, not 3"):
        credited(text)


def test_a_game_without_the_file_has_no_credits():
    assert load(sample(), prefix="picket").credits == ()
