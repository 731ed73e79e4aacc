"""Word lists, and the nearest word to one that is not in them."""

import pytest

from generator.build.spelling.word_list import read_words, word_list
from generator.load.files.folder import Folder


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("teh", "the"),
        ("shaddows", "shadows"),
        ("recieve", "receive"),
        ("sheild", "shield"),
        ("attackk", "attack"),
        ("shaaddowz", ""),
        ("sestertii", ""),
    ],
)
def test_single_slip_is_undone(word, near):
    words = word_list("en")

    assert not words.has(word)
    assert words.nearest(word) == near


@pytest.mark.parametrize(
    "word", ["colour", "color", "don't", "soldier's", "soldiers'", "soldier’s", "barracks", "activations"]
)
def test_both_spellings_and_possessives_are_words(word):
    assert word_list("en").has(word)


def test_region_of_a_language_does_not_matter_and_others_have_no_list():
    assert word_list("en-GB") is word_list("en")
    assert word_list("ja") is None


def test_list_is_sorted_and_names_its_source():
    from generator.load.game_locations import templates_root

    head, *words = (templates_root() / "spelling/en.txt").read_text("utf-8").splitlines()

    assert "SCOWL" in head
    assert words == sorted({*words})
    assert all(word == word.strip().lower() for word in words)


def test_words_of_a_game_are_read_in_small_letters_without_comments(tmp_path):
    (tmp_path / "spelling.txt").write_text("\ufeff# own\nCippi  # ditches\n\nludus\n", "utf-8")

    assert read_words(Folder(tmp_path), "spelling.txt") == {"cippi", "ludus"}
    assert read_words(Folder(tmp_path), "none.txt") == frozenset()
