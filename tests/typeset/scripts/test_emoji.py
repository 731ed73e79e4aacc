"""Emoji are found whole, and their pictures by name."""

import pytest

from generator.typeset.scripts.emoji import emoji_file_name, emoji_of_file, split_emoji


@pytest.mark.parametrize(
    ("emoji", "name"),
    [
        ("😀", "1f600"),
        ("❤️", "2764"),
        ("❤", "2764"),
        ("✅", "2705"),
        ("⚡", "26a1"),
        ("⭐", "2b50"),
        ("👍🏽", "1f44d-1f3fd"),
        ("🇯🇵", "1f1ef-1f1f5"),
        ("👩\u200d🚀", "1f469-200d-1f680"),
        ("🏳️\u200d🌈", "1f3f3-200d-1f308"),
    ],
)
def test_emoji_is_found_whole_and_has_a_file(emoji, name):
    assert split_emoji(f"a{emoji}b{emoji}") == ["a", emoji, "b", emoji, ""]
    assert emoji_file_name(emoji) == name
    assert emoji_of_file(name) == emoji.replace("\ufe0f", "")


@pytest.mark.parametrize("text", ["", "wall 12", "★ ⚶ →", "城壁。", "שלום"])
def test_plain_signs_are_no_emoji(text):
    assert split_emoji(text) == [text]


@pytest.mark.parametrize("name", ["coin", "12", "abcd", "0041"])
def test_other_files_are_no_emoji(name):
    assert emoji_of_file(name) == ""
