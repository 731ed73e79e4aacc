"""`vallum solo odds`, `hint` and `study`: what may come, what a player of ours would do, and how well they play."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, Any, TypeAlias

from generator.base.errors import UsageError

if TYPE_CHECKING:
    from generator.play.console import Console

Run: TypeAlias = "Callable[[argparse.Namespace, Console], int]"
Verb: TypeAlias = Callable[[str, str, Run], argparse.ArgumentParser]

WHIMS = 9
"""Games of which the one in the middle is the par of a challenge."""
_PLAYERS = ("random", "greedy", "searching")
_GAMES, _JOBS = 1_000_000, 999


def add_analysis_commands(verb: Verb) -> None:
    """Add the commands."""
    odds = verb("odds", "Tell the exact odds of this year's attack in a session.", _odds)
    hint = verb("hint", "Tell what a player of ours would do in a session, and why.", _hint)
    for parser in (odds, hint):
        parser.add_argument("session", help="its name, the beginning of it, or its file")
    cohorts = "what your cohorts stop, by direction; then favours, by direction and for any; those of the sheets"
    odds.add_argument("numbers", nargs="*", metavar="N", help=cohorts)
    study = verb("study", "Let a player of ours play many games, and say what they come to.", _study)
    study.add_argument("game", nargs="?", metavar="GAME", help="a game with solo rules")
    study.add_argument("--player", choices=_PLAYERS, default="greedy", help="who plays (greedy)")
    study.add_argument("--games", type=_whole(_GAMES), default=200, metavar="N", help="how many games (200)")
    study.add_argument("--difficulty", metavar="WORD", help="how hard, in the game's own words (its easiest)")
    setting = "another setting of the game, such as --set reshuffle=all; repeatable"
    study.add_argument("--set", action="append", default=[], metavar="NAME=CHOICE", help=setting)
    study.add_argument(
        "--seeds", default="study", metavar="NAME", help="what the seeds begin with: NAME/1, NAME/2 … (study)"
    )
    study.add_argument("--jobs", type=_whole(_JOBS), default=1, metavar="N", help="processes at work (1)")
    out = "where it is kept, game by game, and goes on when it was stopped (output/study/PLAYER-SETTINGS)"
    study.add_argument("--out", type=Path, metavar="DIR", help=out)
    study.add_argument("--challenge", metavar="MONTH", help="instead, tell the par of this month's challenge")


def _whole(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= most or len(text) > 8:
            raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 1 to {most}")
        return int(text)

    return read


def _odds(options: argparse.Namespace, desk: Console) -> int:
    from generator.play.game_data import load_game_data
    from generator.play.session_library import live_session, open_play
    from generator.play.solo_commands import folder_of
    from generator.play.text import odds_text

    with open_play(options.session, folder_of(options), writing=False) as play:
        session, book = live_session(play, options.lang), load_game_data(play.header).book
        if book is None:
            raise UsageError(f"{play.name}: a deck attacks nobody, so there are no odds")
        with session.worded_errors():
            if options.json:
                found = odds_text.session_odds(book, session.visible, options.numbers)
                desk.document({"odds": odds_text.document(book, found)})
            else:
                desk.lines(session.text.odds(session.visible, options.numbers))
    return 0


def _hint(options: argparse.Namespace, desk: Console) -> int:
    from generator.play import adviser
    from generator.play.session_library import live_session, open_play
    from generator.play.solo_commands import folder_of

    with open_play(options.session, folder_of(options), writing=False) as play:
        session = live_session(play, options.lang)
        with session.worded_errors():
            hint = adviser.hint_finder(session)()
        if options.json:
            desk.document({"hint": adviser.document(hint)})
        else:
            desk.lines(adviser.hint_lines(hint, session.words))
    return 0


def _study(options: argparse.Namespace, desk: Console) -> int:
    from generator.play.game_data import load_rulebook, solo_game
    from generator.play.solo_commands import settings_of
    from generator.play.stats.studies import Study, run_study
    from generator.play.stats.study_report import StudyReport
    from generator.play.text.item_names import ItemNames
    from generator.play.text.play_messages import play_messages
    from generator.solo.ai.game_study import summarise

    options.game = solo_game(options.game)
    language = options.lang or "en"
    words = play_messages(language)
    book = load_rulebook(options.game)[0]
    grade = next(setting for setting in book.solo.settings if setting.id == book.solo.difficulty)
    settings = {grade.id: grade.default, **settings_of(options)}
    if options.challenge:
        return _par(options, desk, settings)
    study = Study(options.game, options.player, settings, options.games, options.seeds)
    folder = options.out or Path("output", "study", "-".join((options.player, *settings.values())))

    def told(done: int) -> None:
        desk.note(words("study.progress", done=done, n=options.games))

    outcomes = run_study(study, folder, options.jobs, told)
    findings = StudyReport(ItemNames(book, words, language), study, outcomes, summarise(book, outcomes))
    files = findings.write(folder, language)
    if options.json:
        desk.document({**findings.document(), "files": [str(file) for file in files]})
    else:
        desk.lines(findings.lines())
        desk.say(words("study.files", files=words("and").join(map(str, files))))
    return 0


def _par(options: argparse.Namespace, desk: Console, settings: dict[str, str]) -> int:
    """What our players make of a challenge: the best of them plays it several times, as chance takes it."""
    from generator.play.stats.studies import StudyGames
    from generator.play.text.play_messages import play_messages
    from generator.session.session_folder import challenge_seed

    words, bench = play_messages(options.lang or "en"), StudyGames(options.game, settings)
    seed = challenge_seed(options.challenge)
    *others, best = _PLAYERS
    totals = {player: bench.play(player, seed).total for player in others}
    played = [bench.play(best, seed, whim).total for whim in range(WHIMS)]
    par = median_low(played)
    if options.json:
        document: dict[str, Any] = {"challenge": options.challenge, "par": par, best: played, **totals}
        desk.document(document)
        return 0
    desk.say(words("study.par", challenge=options.challenge, par=par, player=words(f"study.{best}"), n=WHIMS))
    desk.lines(words("study.others", player=words(f"study.{name}"), total=total) for name, total in totals.items())
    return 0
