"""The words of `vallum solo …` and what each command does; the command line gives the desk at which it is heard."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from generator.base.errors import UsageError
from generator.play.analysis_commands import add_analysis_commands
from generator.play.rules.rules_protocol import DECK, FULL, PAPER

if TYPE_CHECKING:
    from generator.play.console import Console

Verbs: TypeAlias = "argparse._SubParsersAction[Any]"
"""What argparse collects commands in; it has no public name."""
Add: TypeAlias = Callable[[Any, str, str, Callable[[argparse.Namespace], int]], argparse.ArgumentParser]
"""Adds one command: where, its name, its help, and what runs it."""
Run: TypeAlias = "Callable[[argparse.Namespace, Console], int]"


def add_solo_commands(verbs: Verbs, add: Add, desk: Callable[[], Console]) -> None:
    """Add the commands."""

    def verb(name: str, about: str, run: Run) -> argparse.ArgumentParser:
        parser = add(verbs, name, about, lambda options: run(options, desk()))
        parser.add_argument("--sessions", type=Path, metavar="DIR", help="where sessions are kept (your data folder)")
        parser.add_argument("--lang", metavar="LANG", help="en or ja (that of the session)")
        return parser

    _beginning(verb)
    _sitting(verb)
    _looking(verb)
    add_analysis_commands(verb)


Verb = Callable[[str, str, Run], argparse.ArgumentParser]


def _beginning(verb: Verb) -> None:
    new = verb("new", "Begin a game of your own and play it.", _new)
    new.add_argument("game", nargs="?", metavar="GAME", help="a game with solo rules")
    modes = "full: the companion keeps the sheets; paper: you mark printed ones, it keeps the decks (full)"
    new.add_argument("--mode", choices=(FULL, PAPER), default=FULL, help=modes)
    new.add_argument("--difficulty", metavar="WORD", help="how hard, in the game's own words (its easiest)")
    setting = "another setting of the game, such as --set reshuffle=all; repeatable"
    new.add_argument("--set", action="append", default=[], metavar="NAME=CHOICE", help=setting)
    new.add_argument("--challenge", metavar="MONTH", help="the decks that everybody has this month, such as 2026-11")
    _with_odds(new)
    deck = verb("deck", "Deal one deck of any game.", _deck)
    deck.add_argument("deck", metavar="GAME/COMPONENT", help="such as glory-to-rome/orders")
    for parser in (new, deck):
        parser.add_argument("--name", default="", help="the session's name (the game's, with a number)")
        parser.add_argument("--typed", action="store_true", help="you turn cards of a printed deck and type them")
        parser.add_argument("--relaxed", action="store_true", help="undo goes back past cards turned up, and says so")
        parser.add_argument("--seed", default="", help="deal from this seed (a new one)")


def _sitting(verb: Verb) -> None:
    resume = _of_session(verb("resume", "Go on with a session.", _resume))
    _with_odds(resume)
    do = "do these instead of asking, each in quotes, and stop at the first that cannot be done"
    resume.add_argument("commands", nargs="*", metavar="COMMAND", help=do)


def _with_odds(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--odds", action="store_true", help="tell the odds of the attack with every question")


def _looking(verb: Verb) -> None:
    listed = verb("list", "List your sessions, with the points of those that are over.", _list)
    listed.add_argument("--plot", type=Path, metavar="FILE", help="also draw the points, as .svg or .png")
    show = _of_session(verb("show", "Show the sheets and the table of a session.", _show))
    show.add_argument("part", nargs="?", default="", help="one part of the sheets, box by box")
    _of_session(verb("replay", "Tell a session from its beginning.", _replay))
    check = _of_session(verb("check", "Compare a filled sheet with a session, box by box.", _check))
    check.add_argument("file", type=Path, metavar="FILLED.pdf", help="the sheet, saved")
    export = _of_session(verb("export", "Print the actions of a session, or its sheets as they stand.", _export))
    export.add_argument("--pdf", action="store_true", help="the sheets as PDF")
    export.add_argument("--flat", action="store_true", help="as ink, not as a form")
    export.add_argument("--paper", default="a4", metavar="PAPER", help="a4, letter or a3 (a4)")
    export.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help="where PDFs go (output)")
    verify = verb("verify", "Check a session, or the score line of a stranger.", _verify)
    verify.add_argument("session", metavar="SESSION|LINE", help="a session, its file, or a score line")


def _of_session(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("session", help="its name, the beginning of it, or its file")
    return parser


# what they do


def folder_of(options: argparse.Namespace) -> Path:
    """Where sessions are kept."""
    from generator.session.session_folder import sessions_folder

    return options.sessions or sessions_folder()


def _new(options: argparse.Namespace, desk: Console) -> int:
    from generator.play.game_data import solo_game
    from generator.play.session_library import SessionRequest, live_session, start_solo

    options.game = solo_game(options.game)
    wish = SessionRequest(
        options.mode,
        options.name,
        options.typed,
        options.relaxed,
        options.seed,
        options.challenge or "",
        settings_of(options),
        options.lang or "en",
    )
    session = live_session(start_solo(options.game, wish, folder_of(options)))
    session.shows_odds = options.odds
    desk.play(session, (), as_json=options.json)
    return 0


def settings_of(options: argparse.Namespace) -> dict[str, str]:
    """The settings that are given; raises UsageError for what is none."""
    from generator.play.game_data import load_rulebook

    settings = {}
    for pair in options.set:
        name, equals, choice = pair.partition("=")
        if not equals:
            raise UsageError(f"{pair!r} is no setting; write it like reshuffle=all")
        settings[name] = choice
    if options.difficulty:
        settings[load_rulebook(options.game)[0].solo.difficulty] = options.difficulty
    return settings


def _deck(options: argparse.Namespace, desk: Console) -> int:
    from generator.play.session_library import SessionRequest, live_session, start_deck

    wish = SessionRequest(
        DECK, options.name, options.typed, options.relaxed, options.seed, language=options.lang or "en"
    )
    desk.play(live_session(start_deck(options.deck, wish, folder_of(options))), (), as_json=options.json)
    return 0


def _resume(options: argparse.Namespace, desk: Console) -> int:
    from generator.play.session_library import live_session, open_play

    play = open_play(options.session, folder_of(options), writing=True)
    try:
        if play.store.damage:
            what = f"event {play.store.damage.event}: {play.store.damage.what}"
            raise UsageError(f"{play.name}: {what}; `vallum solo show` and `verify` still read it")
        session = live_session(play, options.lang)
        session.shows_odds = options.odds
        if play.store.reports and options.json:
            desk.document({"reports": play.store.reports})
        elif play.store.reports:
            desk.lines(play.store.reports)
        desk.play(session, options.commands, as_json=options.json)
    finally:
        play.close()
    return 0


def _list(options: argparse.Namespace, desk: Console) -> int:
    from generator.base.terminal_text import format_table
    from generator.play.game_data import game_title
    from generator.play.stats import history
    from generator.play.text.play_messages import play_messages
    from generator.session.session_folder import session_entries

    told = play_messages(options.lang or "en")
    folder = folder_of(options)
    entries = session_entries(folder)
    if options.plot:
        history.plot_scores(history.finished_games(folder), options.plot, told, options.lang or "en")
    if options.json:
        desk.document(history.document(entries))
        return 0
    listed = history.list_rows(entries, told, lambda game: game_title(game, options.lang or "en"))
    desk.lines(format_table(listed, indent="") if entries else [told("list.none")])
    if options.plot:
        desk.say(str(options.plot))
    return 0


def _show(options: argparse.Namespace, desk: Console) -> int:
    from generator.play.session_library import live_session, open_play

    with open_play(options.session, folder_of(options), writing=False) as play:
        session = live_session(play, options.lang)
        if options.json:
            desk.document({"seen": session.visible.document()})
        else:
            with session.worded_errors():
                desk.lines(session.text.show(session.visible, options.part))
    return 0


def _replay(options: argparse.Namespace, desk: Console) -> int:
    from generator.play.session_library import live_session, open_play

    with open_play(options.session, folder_of(options), writing=False) as play:
        session = live_session(play, options.lang)
        steps = tuple(session.all_steps())
        if options.json:
            desk.document({"actions": [str(step.action) for step in steps], "seen": session.visible.document()})
            return 0
        desk.lines(session.text.opening(session.visible))
        for step in steps:
            desk.say(f"> {step.action}")
            desk.lines(session.text.step(step))
        desk.lines(session.text.points(session.visible))
    return 0


def _check(options: argparse.Namespace, desk: Console) -> int:
    from generator.play.game_data import load_game_data
    from generator.play.session_library import live_session, open_play
    from generator.play.sheet_export import sheet_differences
    from generator.play.text.item_names import ItemNames

    with open_play(options.session, folder_of(options), writing=False) as play:
        session, book = live_session(play, options.lang), load_game_data(play.header).book
        if book is None:
            raise UsageError(session.words("check.paper"))
        naming = ItemNames(book, session.words, options.lang or str((play.header.options or {}).get("language", "en")))
        found = tuple(sheet_differences(session.visible, naming, options.file))
    if options.json:
        listed = [{"box": each.box, "sheet": each.has, "session": each.wanted} for each in found]
        desk.document({"differences": listed}, ok=not found)
    elif found:
        said = ({"box": each.box, "title": each.title, "has": each.has, "wanted": each.wanted} for each in found)
        desk.lines(session.words("check.differs", **each) for each in said)
        desk.say(session.words("check.total", n=len(found), m=len(session.visible.marks or ())))
    else:
        count = len(session.visible.marks or ())
        desk.say(session.words("check.same", file=options.file, n=count, name=session.visible.session))
    return int(bool(found))


def _export(options: argparse.Namespace, desk: Console) -> int:
    from generator.play.game_data import load_game_data
    from generator.play.session_library import live_session, open_play
    from generator.play.sheet_export import print_sheets

    with open_play(options.session, folder_of(options), writing=False) as play:
        session, source = live_session(play, options.lang), load_game_data(play.header)
        if not options.pdf:
            actions = list(play.actions)
            desk.document({"actions": actions}) if options.json else desk.lines(actions)
            return 0
        if source.book is None:
            raise UsageError(f"{play.name}: a deck has no sheets to print")
        language = options.lang or str((play.header.options or {}).get("language", "en"))
        files = print_sheets(session, source.book, language, options.paper, options.out, flat=options.flat)
    desk.document({"files": [str(file) for file in files]}) if options.json else desk.lines(map(str, files))
    return 0


def _verify(options: argparse.Namespace, desk: Console) -> int:
    from generator.play.session_checks import judge

    found = judge(options.session, folder_of(options), options.lang or "en")
    if options.json:
        desk.document(found.document, ok=found.good)
    else:
        desk.lines(found.lines)
    return int(not found.good)
