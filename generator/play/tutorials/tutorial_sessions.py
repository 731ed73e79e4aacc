"""Find the session of a game's tutorial, or begin one."""

from __future__ import annotations

from pathlib import Path

from generator.play.game_data import load_rulebook, own_place
from generator.play.rules.rules_protocol import FULL
from generator.play.session_library import SessionRequest, tutorial_stem
from generator.play.tutorials.guide import tutorial_of
from generator.session.session_folder import SUFFIX, read_header, session_names


def tutorial_session(named: str, folder: Path) -> str:
    """Return the name of the session of a game's tutorial; empty where none was begun.

    One that was begun with other rules or decks than those of today cannot be gone on with, and does not count.
    Raises Faults for a game without a tutorial.
    """
    book, rules = load_rulebook(named)
    today = book.game.id, rules, tutorial_of(book).seed, own_place(named, book.game.id)
    for name in [name for name in session_names(folder) if name.startswith(tutorial_stem(book.game.id))]:
        header = read_header(folder / f"{name}{SUFFIX}")
        if not header or not header.is_tutorial:
            continue
        if (header.game, header.rules, header.seed, (header.options or {}).get("place", "")) == today:
            return name
    return ""


def tutorial_request(named: str, language: str) -> SessionRequest:
    """Return the request for a session of a game's tutorial. Raises Faults for a game without one."""
    tutorial = tutorial_of(load_rulebook(named)[0])
    settings = dict(tutorial.settings)
    return SessionRequest(FULL, relaxed=True, seed=tutorial.seed, settings=settings, language=language, tutorial=True)
