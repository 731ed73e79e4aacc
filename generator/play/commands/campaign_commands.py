"""The commands of `vallum solo campaign`: begin a campaign, go on with it, list, show and verify."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.base.errors import DamagedError, GeneratorError, UsageError, suggestion
from generator.play.commands.command_options import AddCommand, add_settings, given_folder, given_settings
from generator.play.rules.rules_protocol import FULL, PAPER

if TYPE_CHECKING:
    from generator.model.solo.campaign import Fort
    from generator.play.campaigns.campaign_record import CampaignRecord
    from generator.play.campaigns.campaign_text import CampaignText
    from generator.play.commands.console import Console

ABOUT = "Play the solo campaign of a game, fort by fort."


def add_campaign_commands(add: AddCommand) -> None:
    """Add the parsers of the commands of `vallum solo campaign`."""
    new = add("new", "Begin a campaign and play its first fort.", _new)
    add_settings(new, easiest="as the campaign says")
    modes = "full: Vallum keeps the sheets; paper: you mark printed ones and say how the goals ended; default: full"
    new.add_argument("--mode", choices=(FULL, PAPER), default=FULL, help=modes)
    new.add_argument("--name", default="", help="the campaign's name; default: the game's with a number")
    new.add_argument("--typed", action="store_true", help="you turn cards of a printed deck and type them")
    new.add_argument("--relaxed", action="store_true", help="undo goes back past cards turned up, and says so")
    new.add_argument("--seed", default="", help="deal the first fort from this seed; default: a new one")
    resume = _named(add("resume", "Go on: with the game in play, the next fort, or the same one again.", _resume))
    resume.add_argument("--again", action="store_true", help="give up the game in play and begin its fort anew")
    resume.add_argument("--seed", default="", help="deal a new game from this seed; default: a new one")
    do = "do this instead of asking; several, each in quotes, stop at the first that cannot be done"
    resume.add_argument("--do", action="append", default=[], metavar="COMMAND", help=do)
    add("list", "List your campaigns.", _list)
    _named(add("show", "Show the line of forts, what is won, and the present fort.", _show))
    _named(add("verify", "Verify every game of a campaign, and that each is in its place.", _verify))
    fort = add("fort", "Show a fort: what is different there, its goals and its challenge.", _fort)
    fort.add_argument("fort", metavar="FORT", help="its name, such as segedunum, or its number")
    fort.add_argument("game", nargs="?", metavar="GAME", help="a game with a campaign")


def _named(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add the name of a campaign to a command's parser, and return the parser."""
    parser.add_argument(
        "name", nargs="?", default="", metavar="CAMPAIGN", help="its name; default: the only one there is"
    )
    return parser


def _new(options: argparse.Namespace, console: Console) -> None:
    """Run `campaign new`: begin a campaign and play its first fort."""
    from generator.play.campaigns.campaign_games import first_request
    from generator.play.game_data import load_rulebook, solo_game
    from generator.play.session_library import SessionRequest

    # `given_settings` reads the game from the options, so that a missing one is filled in first.
    options.game = solo_game(options.game)
    chosen = SessionRequest(
        options.mode,
        name=options.name,
        typed=options.typed,
        relaxed=options.relaxed,
        seed=options.seed,
        settings=given_settings(options),
        language=options.language,
    )
    request = first_request(given_folder(options), load_rulebook(options.game)[0], chosen)
    name = str((request.campaign or {})["name"])
    _play(options, console, options.game, request, name)


def _resume(options: argparse.Namespace, console: Console) -> None:
    """Run `campaign resume`: go on with the game in play, or begin the next one."""
    from generator.play.session_library import open_play

    record = _record(options)
    game = record.in_play
    # Games before the damage could be read on, but the next header would name an event that may change.
    if record.damage:
        raise DamagedError(f"{record.damage}; put its file back as it was, or begin another campaign")
    if game and not options.again:
        with open_play(game.session, given_folder(options), writing=True) as play:
            _ask(options, console, play)
        _go_on(options, console, record.name)
    elif record.standing.fort is None:
        _tell(options, console, record)
    else:
        if game and not console.as_json:
            console.lines(_text(options, record).given_up(game))
        _begin_next(options, console, record)


def _begin_next(options: argparse.Namespace, console: Console, record: CampaignRecord) -> None:
    """Begin and play the next game of a campaign: at the next fort, or at the same one again."""
    from generator.play.campaigns.campaign_games import next_request

    if record.standing.fort is None:
        return
    request = next_request(record, options.seed, options.lang or "")
    options.seed = ""  # it is for one game
    _play(options, console, record.games[0].header.place, request, record.name)


def _play(options: argparse.Namespace, console: Console, place: str, request: Any, name: str) -> None:
    """Create the session of a campaign game at `place` (game or folder), play it, and say where the campaign stands."""
    from generator.play.session_library import start_solo

    with start_solo(place, request, given_folder(options)) as play:
        _ask(options, console, play)
    _go_on(options, console, name)


def _ask(options: argparse.Namespace, console: Console, play: Any) -> None:
    """Play a session: do the commands of `--do` once, or ask for lines."""
    from generator.play.session_library import live_session

    session = live_session(play, options.lang)
    commands, options.do = getattr(options, "do", []), []
    if commands:
        list(session.start())  # deals what is due; what it tells was told before
    console.play(session, commands)


def _go_on(options: argparse.Namespace, console: Console, name: str) -> None:
    """Say where a campaign stands after a game is left, and offer the next game where that one is over."""
    from generator.play.campaigns.campaign_record import read_campaign_record
    from generator.play.text.play_messages import play_messages

    record = read_campaign_record(given_folder(options), name)
    messages, text, fort = play_messages(_language(options, record)), _text(options, record), record.standing.fort
    if console.as_json:
        return
    if record.in_play or fort is None:
        console.lines(text.next())
        return
    key = "go_again" if record.attempts(fort) else "go_on"
    console.lines([messages(f"campaign.{key}", fort=text.title(fort))])
    # The end of the input is a no.
    answer = (console.ask("> ", lambda: (messages("campaign.yes"),)) or "").strip().casefold()
    if answer and messages("campaign.yes").startswith(answer):
        _begin_next(options, console, record)
    else:
        console.lines(text.next())


def _list(options: argparse.Namespace, console: Console) -> None:
    """Run `campaign list`: print a table of the campaigns, and which ones cannot be read."""
    from generator.base.terminal_text import format_table
    from generator.play.campaigns.campaign_checks import document
    from generator.play.campaigns.campaign_record import campaign_names, read_campaign_record
    from generator.play.campaigns.campaign_text import CampaignText
    from generator.play.game_data import game_title
    from generator.play.text.play_messages import play_messages

    language, folder = options.language, given_folder(options)
    messages = play_messages(language)
    records, unread = [], []
    for name in campaign_names(folder):
        try:
            records.append(read_campaign_record(folder, name))
        # One that cannot be read does not hide the others.
        except GeneratorError as error:
            unread.append({"campaign": name, "wrong": str(error)})
    rows = [tuple(messages(f"campaign.column_{column}") for column in ("name", "game", "won", "challenge", "next"))]
    for record in records:
        stands, text = record.standing, CampaignText(record, language)
        won = f"{stands.won} / {len(record.campaign.forts)}"
        present = text.title(stands.fort) if stands.fort else ""
        title = game_title(record.book.game.id, language)
        rows.append((record.name, title, won, str(len(stands.rewarded)), present))
    lines = format_table(rows, indent="") if records else [] if unread else [messages("campaign.none")]
    faults = [*(record.damage for record in records if record.damage), *(entry["wrong"] for entry in unread)]
    console.result({"campaigns": [*map(document, records), *unread]}, [*lines, *faults])


def _show(options: argparse.Namespace, console: Console) -> None:
    """Run `campaign show`: print the line of forts, the tally, and the present fort."""
    _tell(options, console, _record(options))


def _tell(options: argparse.Namespace, console: Console, record: CampaignRecord) -> None:
    """Print a campaign, as text or JSON."""
    from generator.play.campaigns.campaign_checks import document

    console.result(document(record), _text(options, record).whole())


def _verify(options: argparse.Namespace, console: Console) -> int:
    """Run `campaign verify`; return the exit code, 1 for a campaign with a wrong game."""
    from generator.play.campaigns.campaign_checks import judge_campaign

    verdict = judge_campaign(_name(options), given_folder(options), options.language)
    console.result(verdict.document, verdict.lines, ok=verdict.good)
    return int(not verdict.good)


def _fort(options: argparse.Namespace, console: Console) -> None:
    """Run `campaign fort`: print a fort with its changes, goals and challenge."""
    from generator.play.game_data import campaign_of, fort_rulebook, load_rulebook, solo_game
    from generator.play.text.fort_text import FortText
    from generator.play.text.item_names import ItemNames
    from generator.play.text.play_messages import play_messages

    language = options.language
    book, digest = load_rulebook(solo_game(options.game))
    forts = campaign_of(book).forts
    fort = _fort_called(forts, options.fort)
    fort_book, _ = fort_rulebook(book, digest, fort.id)
    names = ItemNames(fort_book, play_messages(language), language)
    about = {"fort": fort.id, "number": fort.number, "changes": [change.id for change in fort.changes]}
    goals = {goal.value: goal.number for goal in fort.goals}
    challenge = {goal.value: goal.number for goal in fort.challenge}
    # Goals are ids and numbers here, so that programs do not parse sentences.
    more = {"goals": goals, "challenge": challenge, "reward": dict(fort.reward)}
    console.result({**about, **more}, FortText(names).about(fort, len(forts)))


def _fort_called(forts: Sequence[Fort], word: str) -> Fort:
    """Return the fort with this id, number or title in any language; raise UsageError for an unknown one."""
    names = {fort: (fort.id, str(fort.number), *(fort.title[language] for language in fort.title)) for fort in forts}
    typed = word.strip().casefold()
    for fort, called in names.items():
        if typed in (name.casefold() for name in called):
            return fort
    number = f"; name one by its number, from 1 to {len(forts)}, or as `vallum solo campaign show` does"
    raise UsageError(f"no fort called {word[:60]!r}{suggestion(word, [fort.id for fort in forts]) or number}")


def _text(options: argparse.Namespace, record: CampaignRecord) -> CampaignText:
    """Return the text of a campaign in the language asked for."""
    from generator.play.campaigns.campaign_text import CampaignText

    return CampaignText(record, _language(options, record))


def _language(options: argparse.Namespace, record: CampaignRecord) -> str:
    """Return the language asked for, else the language in which the campaign was begun."""
    return options.lang or str((record.games[0].header.options or {}).get("language", "en"))


def _record(options: argparse.Namespace) -> CampaignRecord:
    """Return the campaign that the options name, read from its sessions."""
    from generator.play.campaigns.campaign_record import read_campaign_record

    return read_campaign_record(given_folder(options), _name(options))


def _name(options: argparse.Namespace) -> str:
    """Return the name of the campaign that the options name or begin; raise UsageError for none or several."""
    from generator.play.campaigns.campaign_record import find_campaign

    folder: Path = given_folder(options)
    return find_campaign(folder, options.name)
