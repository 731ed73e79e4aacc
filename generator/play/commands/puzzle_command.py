"""`vallum solo puzzle`: one of the moves that cost most in the player's own games, as a question."""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import TYPE_CHECKING

from generator.base.errors import UsageError
from generator.play.commands.command_options import AddCommand, given_folder

if TYPE_CHECKING:
    from generator.play.commands.console import Console


def add_puzzle_command(add: AddCommand) -> None:
    """Add the parser of `puzzle`."""
    puzzle = add("puzzle", "Ask what you would do, in a position of one of your games.", _puzzle)
    puzzle.add_argument(
        "number", nargs="?", type=int, metavar="N", help="the number of a puzzle; default: the puzzle of the day"
    )


def _puzzle(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo puzzle`: show a position, ask for a move, and print the answer."""
    from generator.play.puzzles.puzzle_collection import puzzle_of_day, read_puzzles
    from generator.play.puzzles.puzzle_text import PuzzlePosition
    from generator.play.session_library import live_session, open_play

    folder = given_folder(options)
    puzzles = read_puzzles(folder)
    if not puzzles:
        raise UsageError("no puzzles yet; `vallum solo review` keeps them from a finished game")
    if options.number is not None and not 0 < options.number <= len(puzzles):
        raise UsageError(f"there is no puzzle {options.number}; the last one is {len(puzzles)}")
    # The day of this computer's calendar, as for challenges.
    place = options.number - 1 if options.number else puzzle_of_day(puzzles, datetime.now().toordinal())
    puzzle = puzzles[place]
    with open_play(puzzle.session, folder, writing=False) as play:
        position = PuzzlePosition(live_session(play, options.lang), puzzle)
        if console.as_json:
            console.document({"puzzle": puzzle._asdict(), "number": place + 1, "of": len(puzzles)})
            return
        console.lines(position.question())
        typed = (console.ask("> ", lambda: ("1", "2")) or "").strip()
        # Whoever gives no answer may want to think about it.
        if typed in ("1", "2"):
            console.lines(position.answer(puzzle.options[int(typed) - 1]))
