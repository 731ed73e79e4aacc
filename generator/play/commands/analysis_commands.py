"""`vallum solo odds`, `hint` and `study`: the odds of the attack, a hint, and how well computer players score."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, Any

from generator.base.errors import UsageError
from generator.play.commands.command_options import AddCommand, add_session, add_settings, given_session, given_settings

if TYPE_CHECKING:
    from generator.play.commands.console import Console

PAR_GAMES = 9
"""Games of the best player whose median is the par of a challenge."""
_PLAYERS = ("random", "greedy", "searching")
"""Computer players, the best one last; a test holds them equal to those of `generator.solo.ai.players`."""
_MOST_GAMES, _MOST_JOBS = 1_000_000, 999


def add_analysis_commands(add: AddCommand) -> None:
    """Add the commands."""
    odds = add_session(add("odds", "Tell the exact odds of this year's attack in a session.", _odds))
    cohorts = "what your cohorts stop, by direction; then favours, by direction and for any; those of the sheets"
    odds.add_argument("numbers", nargs="*", metavar="N", help=cohorts)
    add_session(add("hint", "Tell what a computer player would do in a session, and why.", _hint))
    study = add("study", "Let a computer player play many games, and report its scores.", _study)
    add_settings(study)
    study.add_argument("--player", choices=_PLAYERS, default="greedy", help="who plays (greedy)")
    study.add_argument("--games", type=_whole(_MOST_GAMES), default=200, metavar="N", help="how many games (200)")
    seeds = "what the seeds begin with: NAME/1, NAME/2 … (study)"
    study.add_argument("--seeds", default="study", metavar="NAME", help=seeds)
    cores = min(os.cpu_count() or 1, _MOST_JOBS)
    jobs = f"processes at work (one for each processor: {cores})"
    study.add_argument("--jobs", type=_whole(_MOST_JOBS), default=cores, metavar="N", help=jobs)
    out = "where it is kept, game by game, and goes on when it was stopped (output/study/PLAYER-SETTINGS)"
    study.add_argument("--out", type=Path, metavar="DIR", help=out)
    study.add_argument("--challenge", metavar="MONTH", help="instead, tell the par of this month's challenge")


def _whole(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= most or len(text) > 8:
            raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 1 to {most}")
        return int(text)

    return read


def _odds(options: argparse.Namespace, console: Console) -> None:
    from generator.play.text import odds_text
    from generator.play.text.solo_text import SoloText

    with given_session(options) as session:
        if not isinstance(session.text, SoloText):
            raise UsageError(f"{session.play.name}: a deck attacks nobody, so there are no odds")
        if not console.as_json:
            console.lines(session.text.odds(session.visible, options.numbers))
            return
        book = session.text.names.book
        found = odds_text.session_odds(book, session.visible, options.numbers)
        console.document({"odds": odds_text.document(book, found)})


def _hint(options: argparse.Namespace, console: Console) -> None:
    from generator.play import adviser

    with given_session(options) as session:
        hint = adviser.hint_finder(session)()
        console.result({"hint": adviser.document(hint)}, adviser.hint_lines(hint, session.messages))


def _study(options: argparse.Namespace, console: Console) -> None:
    from generator.play.game_data import load_rulebook, solo_game
    from generator.play.stats.studies import Study, run_study
    from generator.play.stats.study_report import StudyReport
    from generator.play.text.item_names import ItemNames
    from generator.play.text.play_messages import play_messages
    from generator.solo.ai.game_study import summarise

    options.game = solo_game(options.game)
    language = options.lang or "en"
    messages = play_messages(language)
    book = load_rulebook(options.game)[0]
    difficulty = next(setting for setting in book.solo.settings if setting.id == book.solo.difficulty)
    settings = {difficulty.id: difficulty.default, **given_settings(options)}
    if options.challenge:
        _par(options, console, settings)
        return
    study = Study(options.game, options.player, settings, options.games, options.seeds)
    folder = options.out or Path("output", "study", "-".join((options.player, *settings.values())))

    def note_progress(done: int) -> None:
        console.note(messages("study.progress", done=done, n=options.games))

    outcomes = run_study(study, folder, options.jobs, note_progress)
    report = StudyReport(ItemNames(book, messages, language), study, outcomes, summarise(book, outcomes))
    files = report.write(folder, language)
    named = messages("study.files", files=messages("and").join(map(str, files)))
    console.result({**report.document(), "files": list(map(str, files))}, [*report.lines(), named])


def _par(options: argparse.Namespace, console: Console, settings: dict[str, str]) -> None:
    """The par of a month's challenge: the median of several games of the best player, and a game of each other one."""
    from generator.play.stats.studies import GameRunner
    from generator.play.text.play_messages import play_messages
    from generator.session.session_folder import challenge_seed

    messages, runner = play_messages(options.lang or "en"), GameRunner(options.game, settings)
    seed = challenge_seed(options.challenge)
    *others, best = _PLAYERS
    totals = {player: runner.play(player, seed).total for player in others}
    played = [runner.play(best, seed, whim).total for whim in range(PAR_GAMES)]
    par = median_low(played)
    document: dict[str, Any] = {"challenge": options.challenge, "par": par, best: played, **totals}
    line = messages("study.par", challenge=options.challenge, par=par, player=messages(f"study.{best}"), n=PAR_GAMES)
    others = [messages("study.others", player=messages(f"study.{name}"), total=total) for name, total in totals.items()]
    console.result(document, [line, *others])
