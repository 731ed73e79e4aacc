import ctypes
import os
import sys
from types import SimpleNamespace

import pytest

from generator.base.terminal_text import (
    WIDTH,
    format_data_table,
    format_table,
    line_width,
    number_ranges,
    obeys_escapes,
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


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("ゲームのPDFを作ります。", 20, ["ゲームのPDFを", "作ります。"]),
        (
            "セッションの言語、新しいものはコンピューターの言語",
            40,
            ["セッションの言語、新しいものは", "コンピューターの言語"],
        ),
        ("表を取り込みます", 12, ["表を", "取り込みます"]),
        ("画像の通り。無指定：その値", 20, ["画像の通り。無指定：", "その値"]),
        ("デッキに合うもの（fit）", 20, ["デッキに合うもの", "（fit）"]),
    ],
)
def test_japanese_is_broken_before_phrases(text, room, lines):
    assert wrap(text, room) == lines


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


SHOWN, PROCESSED = 3, 7
"""Modes of a console that writes escape sequences out as letters, and of one that obeys them."""


class Console:
    """The console of Windows: of Windows 10 and later, of an older one that knows no such mode, or none at all."""

    def __init__(self, mode, *, is_new=True):
        self.mode, self.is_new = mode, is_new

    def GetConsoleMode(self, _, mode):  # noqa: N802
        if self.mode is not None:
            mode._obj.value = self.mode
        return self.mode is not None

    def SetConsoleMode(self, _, mode):  # noqa: N802
        self.mode = mode if self.is_new else self.mode
        return self.is_new


@pytest.mark.parametrize(
    ("console", "obeys", "mode"),
    [
        (Console(SHOWN), True, PROCESSED),
        (Console(PROCESSED), True, PROCESSED),
        (Console(SHOWN, is_new=False), False, SHOWN),
        (Console(None), False, None),
    ],
)
def test_escape_sequences_are_switched_on_where_that_is_possible(monkeypatch, console, obeys, mode):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda number: number))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=console), raising=False)

    assert obeys_escapes(SimpleNamespace(fileno=lambda: 2)) is obeys
    assert console.mode == mode


@pytest.mark.skipif(sys.platform == "win32", reason="of other systems")
def test_terminals_of_other_systems_obey_escape_sequences():
    assert obeys_escapes(sys.stderr)
