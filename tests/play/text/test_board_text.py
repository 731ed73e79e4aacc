"""The sheets on one screen: every area is there, levels are those of the sheets, and all fits the terminal."""

import pytest

from generator.base import terminal_text
from generator.base.terminal_text import text_width
from generator.play.text import board_text
from generator.play.typed_line import run_line


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [80, 100])
def test_board_fits_a_screen(begun, play_on, monkeypatch, language, width):
    table = begun("full", language=language)
    list(play_on(table, lines=30))
    monkeypatch.setattr(board_text, "line_width", lambda: width)
    lines = list(run_line(table, "board"))

    assert len(lines) <= 24
    assert max(map(text_width, lines)) <= width


def test_board_shows_levels_and_where_a_box_can_be_filled(begun):
    table = begun("full")
    list(run_line(table, "1"))
    list(run_line(table, "fort builder"))
    lines = "\n".join(run_line(table, "board"))

    assert "• Fort " in lines
    assert "█░░░░░░░░░  1/21" in lines
    assert "  Renown" in lines
    assert lines.count("░") + lines.count("█") == 41 * 10


def test_one_column_on_a_narrow_terminal(begun, monkeypatch):
    table = begun("full")
    monkeypatch.setattr(board_text, "line_width", lambda: terminal_text.NARROW)

    assert len(list(run_line(table, "board"))) == 43
