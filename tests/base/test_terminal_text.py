import os

import pytest

from generator.base.terminal_text import (
    WIDTH,
    format_data_table,
    format_table,
    line_width,
    number_ranges,
    text_width,
    wrap,
)


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("砦", 2), ("a砦", 3), ("é", 1), ("", 0)])
def test_wide_characters_take_two_columns(text, columns):
    assert text_width(text) == columns


@pytest.mark.parametrize(
    ("numbers", "text"), [((1,), "1"), ((1, 2), "1–2"), ((1, 3), "1, 3"), ((2, 3, 4, 9), "2–4, 9")]
)
def test_numbers_that_follow_each_other_are_drawn_together(numbers, text):
    assert number_ranges(numbers) == text


def test_columns_stand_below_each_other():
    assert list(format_table([("a", "砦", "x"), ("bb", "c", "y")], indent="", gap=" ")) == ["a  砦 x", "bb c  y"]


def test_last_column_is_broken_between_words():
    lines = list(format_table([("a", "word " * 40)]))

    assert len(lines) == 3
    assert all(text_width(line) <= WIDTH for line in lines)
    assert lines[1].startswith("     word")


def test_no_rows_are_no_lines():
    assert list(format_table([])) == []


def test_line_of_japanese_is_broken_before_no_full_stop():
    assert wrap("ああああ。いい", 8) == ["あああ", "あ。いい"]


def test_word_that_fits_nowhere_is_broken():
    assert wrap("a " + "b" * 25 + " c", 10) == ["a", "b" * 10, "b" * 10, "b" * 5 + " c"]


@pytest.mark.parametrize(("terminal", "wanted"), [(60, 60), (200, WIDTH), (10, 40)])
def test_lines_are_as_wide_as_the_terminal(monkeypatch, terminal, wanted):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("shutil.get_terminal_size", lambda _: os.terminal_size((terminal, 24)))

    assert line_width() == wanted
    assert max(map(text_width, format_table([("a", "word " * 40)]))) <= wanted


def test_numbers_of_a_data_table_are_aligned_right():
    lines = list(format_data_table(("name", "n"), [("砦", "-1.5"), ("wall", "12")]))

    assert lines == ["name     n", "砦    -1.5", "wall    12"]
