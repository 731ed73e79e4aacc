"""Nothing is wider than the terminal: games are played and looked at on wide and narrow ones, in both languages."""

import os
from types import SimpleNamespace

import pytest

from generator.base.terminal_text import text_width
from generator.play.commands.console import Console
from generator.play.rules.rules_protocol import PlayError
from generator.play.session_list import list_lines, listed_sessions
from generator.play.typed_line import run_line
from generator.session.session_folder import session_entries

LOOKS = {
    "full": "moves|show|show fort|show performances|show cohorts|why large_temple|why wall_20|raid|odds|deck|score|log|"
    "help|help mark|nonsense|mark wall_09|performers 9",
    "paper": "moves|show|raid|odds 1 1 1|deck|score|log|help|goods nobody|scout|favours 1",
    "deck": "moves|show|deck|log|help|draw 12|moves|discard nothing",
}


@pytest.fixture
def terminal(monkeypatch):
    """A console on a terminal of so many columns, and what it prints."""

    def of(columns):
        stdout = SimpleNamespace(isatty=lambda: True)
        monkeypatch.setattr("generator.base.terminal_text.sys", SimpleNamespace(stdout=stdout))
        monkeypatch.setattr("shutil.get_terminal_size", lambda *_: os.terminal_size((columns, 24)))
        printed = []
        return Console(printed.append, lambda *_: None, lambda *_, **__: None), printed

    return of


def too_wide(printed, columns):
    """Lines wider than the terminal; a score line is one word, and stays whole to be copied."""
    return [line for line in printed if text_width(line) > columns and not line.startswith("vallum1/")]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("kind", LOOKS)
def test_game_fits_the_terminal(begun, play_on, terminal, kind, columns, language):
    console, printed = terminal(columns)
    table = begun(kind, language=language, name="a-name-as-long-as-names-can-be-for-whoever-likes-long-names")
    console.lines(table.told_first)
    for _, told in play_on(table, 9, lines=30):
        console.lines(told)
    for look in LOOKS[kind].split("|"):
        console.lines(run_line(table, look))

    assert len(printed) > 50
    assert too_wide(printed, columns) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_list_and_end_of_a_game_fit_the_terminal(begun, play_on, terminal, sessions, language):
    console, printed = terminal(40)
    table = begun("full", language=language, challenge="2026-11", seed="", name="a-long-name-of-a-session-for-the-list")
    for _, told in play_on(table, 2):
        console.lines(told)
    console.lines(run_line(table, "score"))
    console.lines(list_lines(listed_sessions(sessions, session_entries(sessions), language), table.messages))

    assert too_wide(printed, 40) == []
    assert any(line.startswith("vallum1/") for line in printed)


def test_leaving_fits_the_terminal(begun, terminal):
    console, printed = terminal(40)
    with pytest.raises(PlayError):
        console.play(begun("full"), ["nonsense"])
    console._replace(note=printed.append).play(begun("paper"), ())

    assert too_wide(printed, 40) == []
