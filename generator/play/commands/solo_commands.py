"""The commands of `vallum solo` that begin, play, show and verify sessions: their options and what they do."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from generator.base.errors import UsageError
from generator.play.commands import campaign_commands
from generator.play.commands.analysis_commands import add_analysis_commands
from generator.play.commands.command_options import (
    AddCommand,
    RunCommand,
    add_session,
    add_settings,
    given_folder,
    given_session,
    given_settings,
    reader_language,
)
from generator.play.rules.rules_protocol import DECK, FULL, PAPER

if TYPE_CHECKING:
    from generator.play.commands.console import Console
    from generator.play.session_library import SessionRequest

Subparsers: TypeAlias = "argparse._SubParsersAction[Any]"
"""What `add_subparsers` returns; argparse has no public name for it."""


def add_solo_commands(
    commands: Subparsers,
    add: Callable[[Any, str, str, Callable[[argparse.Namespace], int]], argparse.ArgumentParser],
    group: Callable[[Any, str, str], Any],
    console: Callable[[bool], Console],
    language: Callable[[], str],
) -> None:
    """Add the commands of `vallum solo` to `commands`, the place of subcommands in the program's parser.

    `add` takes the place, the name, the help and the function to run, and returns the parser. `group` takes the place,
    the name and the help of a command with commands of its own, and returns the place for those. `console` makes a
    console, for JSON (True) or for text; `language` returns the language of the computer.
    """

    def add_to(group: Subparsers, name: str, about: str, run: RunCommand) -> argparse.ArgumentParser:
        """Add a command with the options that all commands of `vallum solo` have, and return its parser."""

        def run_told(options: argparse.Namespace) -> int:
            """Run the command in the language of `--lang`, else in the computer's language."""
            options.language = options.lang or reader_language(language())
            return run(options, console(options.json)) or 0

        parser = add(group, name, about, run_told)
        parser.add_argument(
            "--sessions", type=Path, metavar="DIR", help="where sessions are kept; default: your data folder"
        )
        language_help = "en or ja; default: the session's, and for a new one the computer's"
        parser.add_argument("--lang", metavar="LANG", help=language_help)
        return parser

    add_command = partial(add_to, commands)
    _add_new(add_command)
    _add_resume(add_command)
    _add_reading(add_command)
    add_analysis_commands(add_command)
    forts = group(commands, "campaign", campaign_commands.ABOUT)
    campaign_commands.add_campaign_commands(partial(add_to, forts))


def _add_new(add: AddCommand) -> None:
    """Add the parsers of `new` and `deck`."""
    new = add("new", "Begin a game of your own and play it.", _new)
    add_settings(new)
    modes = "full: Vallum keeps the sheets; paper: you mark printed ones, it keeps the decks; default: full"
    new.add_argument("--mode", choices=(FULL, PAPER), default=FULL, help=modes)
    challenge = "the decks everybody has on 2026-11-23, or in 2026-11; or a link to a challenge"
    new.add_argument("--challenge", metavar="DAY|MONTH|LINK", help=challenge)
    _add_odds(new)
    deck = add("deck", "Deal one deck of any game.", _deck)
    deck.add_argument("deck", metavar="GAME/COMPONENT", help="such as glory-to-rome/orders")
    # The same words begin a game and a deck, so that one help text serves both.
    for parser in (new, deck):
        parser.add_argument("--name", default="", help="the session's name; default: the game's with a number")
        parser.add_argument("--typed", action="store_true", help="you turn cards of a printed deck and type them")
        parser.add_argument("--relaxed", action="store_true", help="undo goes back past cards turned up, and says so")
        parser.add_argument("--seed", default="", help="deal from this seed; default: a new one")


def _add_resume(add: AddCommand) -> None:
    """Add the parser of `resume`."""
    resume = add_session(add("resume", "Go on with a session.", _resume))
    _add_odds(resume)
    do = "do this instead of asking; several, each in quotes, stop at the first that cannot be done"
    resume.add_argument("commands", nargs="*", default=[], metavar="COMMAND", help=do)


def _add_odds(parser: argparse.ArgumentParser) -> None:
    """Add the option `--odds` to a parser."""
    parser.add_argument("--odds", action="store_true", help="tell the odds of the attack with every question")


def _add_reading(add: AddCommand) -> None:
    """Add the parsers of the commands that only read sessions: list, show, replay, check, export, verify."""
    listed = add("list", "List your sessions, with the points of those that are over.", _list)
    listed.add_argument("--plot", type=Path, metavar="FILE", help="also draw the points, as .svg or .png")
    show = add_session(add("show", "Show the sheets and the table of a session.", _show))
    show.add_argument("part", nargs="?", default="", metavar="PART", help="one part of the sheets, box by box")
    add_session(add("replay", "Tell a session from its beginning.", _replay))
    check = add_session(add("check", "Compare a filled sheet with a session, box by box.", _check))
    check.add_argument("file", type=Path, metavar="FILLED.pdf", help="the sheet, saved")
    export = add_session(add("export", "Print the actions of a session, or its sheets as they stand.", _export))
    export.add_argument("--pdf", action="store_true", help="the sheets as PDF")
    export.add_argument("--flat", action="store_true", help="as ink, not as a form")
    export.add_argument("--paper", default="a4", metavar="PAPER", help="a4, letter or a3; default: a4")
    export.add_argument(
        "--out", type=Path, default=Path("output"), metavar="DIR", help="folder of the PDFs; default: output"
    )
    verify = add("verify", "Check a session, or the score line that somebody sends you.", _verify)
    verify.add_argument("session", metavar="SESSION|LINE", help="a session, its file, or a score line")


def _new(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo new`: begin a game, also from the link of a challenge, and play it."""
    from generator.play.challenge_link import is_link
    from generator.play.game_data import solo_game
    from generator.play.session_library import live_session, start_solo

    if is_link(options.challenge or ""):
        request = _linked_request(options)
    else:
        options.game = solo_game(options.game)
        request = _request(options, options.mode, challenge=options.challenge or "", settings=given_settings(options))
    with start_solo(options.game, request, given_folder(options)) as play:
        session = live_session(play)
        session.shows_odds = options.odds
        console.play(session, ())


def _linked_request(options: argparse.Namespace) -> SessionRequest:
    """Return the request for the session that a link asks for, and write the link's game into `options`.

    Raises UsageError for a broken link, and for options that the link already decides.
    """
    from generator.base.records import replace
    from generator.play.challenge_link import parse_link

    link = parse_link(options.challenge)
    # Another value would make another game of the challenge.
    for name in ("game", "seed", "typed", "relaxed", "difficulty", "set"):
        if getattr(options, name):
            raise UsageError(
                f"the link says how the game is played; leave out {'GAME' if name == 'game' else f'--{name}'}"
            )
    options.game = link.game
    return replace(link.request(options.language), name=options.name)


def _deck(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo deck`: begin a session of one deck and play it."""
    from generator.play.session_library import live_session, start_deck

    with start_deck(options.deck, _request(options, DECK), given_folder(options)) as play:
        console.play(live_session(play), ())


def _request(options: argparse.Namespace, kind: str, **more: Any) -> SessionRequest:
    """Return the request for a session of a kind with the common options; `more` are further fields of it."""
    from generator.play.session_library import SessionRequest

    named = {name: getattr(options, name) for name in ("name", "typed", "relaxed", "seed")}
    return SessionRequest(kind, language=options.language, **named, **more)


def _resume(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo resume`: go on with a session; raise UsageError for a damaged one."""
    from generator.play.session_library import live_session, open_play

    with open_play(options.session, given_folder(options), writing=True) as play:
        # Nothing may be added behind events that are not as they were written.
        if play.store.damage:
            raise UsageError(f"{play.name}: {play.store.damage}; `vallum solo show` and `verify` still read it")
        session = live_session(play, options.lang)
        session.shows_odds = options.odds
        if play.store.reports:
            console.result({"reports": play.store.reports}, play.store.reports)
        console.play(session, options.commands)


def _list(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo list`: print the sessions, and with `--plot` draw their points into a file."""
    from generator.play.session_list import document, list_lines, listed_sessions
    from generator.play.stats import history
    from generator.play.text.play_messages import play_messages
    from generator.session.session_folder import session_entries

    language, folder = options.language, given_folder(options)
    messages = play_messages(language)
    # The tutorial is a lesson, and no game of the player's.
    entries = [entry for entry in session_entries(folder) if not (entry.header and entry.header.is_tutorial)]
    if options.plot:
        history.plot_scores(history.finished_games(folder, entries), options.plot, messages, language)
    sessions = listed_sessions(folder, entries, language)
    lines = list_lines(sessions, messages) if entries else [messages("list.none")]
    console.result(document(sessions), [*lines, *([str(options.plot)] if options.plot else ())])


def _show(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo show`: print the sheets and the table of a session."""
    with given_session(options) as session:
        console.result({"seen": session.visible.document()}, session.text.show(session.visible, options.part))


def _replay(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo replay`: print each action of a session with its effects."""
    with given_session(options) as session:
        steps = tuple(session.all_steps())
        if options.json:
            console.document({"actions": [str(step.action) for step in steps], "seen": session.visible.document()})
            return
        console.lines(session.text.opening(session.visible))
        for step in steps:
            console.lines([f"> {step.action}"])
            console.lines(session.text.step(step))
        console.lines(session.text.points(session.visible))


def _check(options: argparse.Namespace, console: Console) -> int:
    """Run `vallum solo check`: compare a filled sheet with a session; return the exit code, 1 for differences."""
    from generator.play.sheet_export import sheet_differences

    with given_session(options) as session:
        messages, state = session.messages, session.visible
        differences = sheet_differences(session, options.file)
    # `state` was read in the block above: the session's file is closed by now.
    count = len(state.marks or ())
    lines = [
        messages(
            "check.differs", box=difference.box, title=difference.title, has=difference.sheet, wanted=difference.session
        )
        for difference in differences
    ]
    same = messages("check.same", file=options.file, n=count, name=state.session)
    rows = [
        {"box": difference.box, "sheet": difference.sheet, "session": difference.session} for difference in differences
    ]
    end = messages("check.total", n=len(differences), m=count) if differences else same
    console.result({"differences": rows}, [*lines, end], ok=not differences)
    return int(bool(differences))


def _export(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo export`: print the actions of a session, or write its sheets as PDF."""
    from generator.play.sheet_export import print_sheets

    with given_session(options) as session:
        if options.pdf:
            key, lines = "files", list(map(str, print_sheets(session, options.paper, options.out, flat=options.flat)))
        else:
            key, lines = "actions", list(session.play.actions)
    console.result({key: lines}, lines)


def _verify(options: argparse.Namespace, console: Console) -> int:
    """Run `vallum solo verify` for a session or a score line; return the exit code, 1 for a wrong one."""
    from generator.play.campaigns.campaign_checks import judge_with_campaign

    verdict = judge_with_campaign(options.session, given_folder(options), options.language)
    console.result(verdict.document, verdict.lines, ok=verdict.good)
    return int(not verdict.good)
