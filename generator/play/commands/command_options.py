"""Options that several commands of `vallum solo` share, and the sessions and settings that they name."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from generator.base.errors import UsageError

if TYPE_CHECKING:
    from generator.play.commands.console import Console
    from generator.play.live_session import LiveSession

RunCommand: TypeAlias = "Callable[[argparse.Namespace, Console], int | None]"
AddCommand: TypeAlias = Callable[[str, str, RunCommand], argparse.ArgumentParser]
"""Adds a command: its name, its help, and the function that runs it and returns the exit code, None for 0."""


def add_session(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add the argument that names a session to a command's parser, and return the parser."""
    parser.add_argument("session", metavar="SESSION", help="its name, the beginning of it, or its file")
    return parser


def add_settings(parser: argparse.ArgumentParser, easiest: str = "its easiest") -> None:
    """Add the game and its settings to a command's parser; `easiest` names the default difficulty in the help."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game with solo rules")
    parser.add_argument("--difficulty", metavar="WORD", help=f"how hard, in the game's own words; default: {easiest}")
    setting = "another setting of the game, such as --set reshuffle=all; repeatable"
    parser.add_argument("--set", action="append", default=[], metavar="NAME=CHOICE", help=setting)


def given_settings(options: argparse.Namespace) -> dict[str, str]:
    """Return the settings given for `options.game`, by name; raise UsageError for an option that is no setting."""
    from generator.play.game_data import load_rulebook

    settings = {}
    for pair in options.set:
        name, equals, choice = pair.partition("=")
        if not equals:
            raise UsageError(f"{pair!r} is no setting; write it like reshuffle=all")
        settings[name] = choice
    if options.difficulty:
        # Each game has its own name for the setting.
        settings[load_rulebook(options.game)[0].solo.difficulty] = options.difficulty
    return settings


def given_folder(options: argparse.Namespace) -> Path:
    """Return the folder of the sessions: the one of `--sessions`, else the user's own."""
    from generator.session.session_folder import sessions_folder

    return options.sessions or sessions_folder()


def reader_language(computer: str) -> str:
    """Return the language of a new session and of reports without `--lang`: the computer's, else English.

    A session keeps the language that it began in, so that only what begins now asks for the computer's.
    """
    from generator.play.text.play_messages import LANGUAGES

    return computer if computer in LANGUAGES else LANGUAGES[0]


def session_choices(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the names of the sessions that a command line may go on with."""
    from generator.session.session_folder import session_names

    return session_names(given_folder(options))


@contextmanager
def given_session(options: argparse.Namespace) -> Iterator[LiveSession[Any]]:
    """Open the session that a command names, for reading only; errors of the block are told in its language."""
    from generator.play.session_library import live_session, open_play

    with open_play(options.session, given_folder(options), writing=False) as play:
        session = live_session(play, options.lang)
        with session.worded_errors():
            yield session
