"""`vallum solo odds`, `hint`, `review`, `puzzle` and `study`: odds of the attack, advice, and computer players."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from generator.base.errors import UsageError
from generator.play.commands.command_options import AddCommand, add_session, given_session
from generator.play.commands.puzzle_command import add_puzzle_command
from generator.play.commands.study_command import add_study_command

if TYPE_CHECKING:
    from generator.play.commands.console import Console


def add_analysis_commands(add: AddCommand) -> None:
    """Add the parsers of `odds`, `hint`, `review`, `puzzle` and `study`."""
    odds = add_session(add("odds", "Tell the exact odds of this year's attack in a session.", _odds))
    cohorts = (
        "attacks that your cohorts stop, by direction; then favours, by direction and for any; "
        "default: as on the sheets"
    )
    odds.add_argument("numbers", nargs="*", metavar="N", help=cohorts)
    add_session(add("hint", "Tell what a computer player would do in a session, and why.", _hint))
    add_session(add("review", "Judge a finished game again: points by year, paths, and the costliest moves.", _review))
    add_puzzle_command(add)
    add_study_command(add)


def _odds(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo odds`: print the odds of this year's attack."""
    from generator.play.text import odds_text
    from generator.play.text.solo_text import SoloText

    with given_session(options) as session:
        # Only a game has an attack.
        if not isinstance(session.text, SoloText):
            raise UsageError(f"{session.play.name}: a deck attacks nobody, so there are no odds")
        if not console.as_json:
            console.lines(session.text.odds(session.visible, options.numbers))
            return
        book = session.text.names.book
        odds = odds_text.session_odds(book, session.visible, options.numbers)
        console.document({"odds": odds_text.document(book, odds)})


def _hint(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo hint`: print the best action and its plan."""
    from generator.play import adviser
    from generator.play.text.action_names import ActionNames
    from generator.play.text.hint_reasons import HintReasons

    with given_session(options) as session:
        hint, name = adviser.hint_finder(session)(), ActionNames(session.solo_text.prompts, session.visible)
        lines = list(adviser.hint_lines(hint, session.messages, name))
        reasons = HintReasons(session.solo_text.names).sentences(session.state, hint, name)
        console.result({"hint": adviser.document(hint)}, [*lines, *reasons])


def _review(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo review`: print the review of a finished game."""
    from generator.play.puzzles.puzzle_collection import keep_puzzles
    from generator.play.session_review import review_finder
    from generator.play.text.review_text import note_tenths, review_lines

    with given_session(options) as session:
        review = review_finder(session, os.cpu_count() or 1)(note_tenths(session.messages, console.note))
        keep_puzzles(session, review)
        console.result({"review": review.document()}, review_lines(session, review))
