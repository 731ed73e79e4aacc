"""Puzzles that reviews of finished games have left: moves that cost points, kept in a file beside the sessions.

A puzzle holds no position: it names the event of a session, by number and hash, and the position is replayed from
there. The hash finds the session under any name. The puzzles of a session that was deleted are passed over until it is
brought back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from generator.play.live_session import LiveSession
from generator.play.session_review import SessionReview
from generator.session.session_folder import SUFFIX, event_hashes, session_names
from generator.solo.ai.game_review import GameReview, JudgedMove, Progress, is_costly

NAME = "puzzles.txt"
"""File of a folder of sessions; its ending is not that of a session."""
MOST_OF_GAME = 5
"""Puzzles of one game: the moves that cost most."""
MOST = 2000
"""Puzzles that are read; older ones are passed over."""


class Puzzle(NamedTuple):
    """A decision of a finished game, with the move that was made and the better one."""

    session: str
    """Name of the session; in the file the one that it had when the puzzle was kept."""
    event: int
    """Number of the move's event."""
    hash: str
    """Hash of that event, so that another game of the same name is not taken for it."""
    year: int
    played: str
    better: str
    points: float
    """Points by which the other move was better, and the half width of its interval."""
    error: float
    games: int
    """Imagined games of each move."""

    @property
    def options(self) -> tuple[str, str]:
        """Return both moves in an order that tells nothing: it follows from the hash."""
        moves = (self.played, self.better)
        return moves if sha256(self.hash.encode()).digest()[0] % 2 else moves[::-1]


def keep_puzzles(session: LiveSession[Any], review: SessionReview) -> int:
    """Keep the puzzles of a reviewed session in the file of its folder, and return their number.

    A folder that cannot be written is no fault, as the review itself stands: then the number is 0.
    """
    store, puzzles = session.play.store, tuple(_puzzles(session, review))
    folder = store.path.parent
    # A game may be reviewed often, also after it was renamed, and each of its puzzles is kept once.
    stored = {puzzle.hash for puzzle in read_puzzles(folder)}
    with suppress(OSError):
        if lines := [f"{json.dumps(puzzle)}\n" for puzzle in puzzles if puzzle.hash not in stored]:
            with (folder / NAME).open("a", encoding="utf-8") as file:
                file.writelines(lines)
        return len(puzzles)
    return 0


def puzzle_keeper(
    session: LiveSession[Any], find: Callable[[Progress], SessionReview]
) -> Callable[[Progress], SessionReview]:
    """Return a function that reviews a game with `find` and keeps the puzzles of the review."""

    def find_and_keep(progress: Progress) -> SessionReview:
        """Compute the review and keep its puzzles; `progress` is called with the percentage that is done."""
        review = find(progress)
        keep_puzzles(session, review)
        return review

    return find_and_keep


def read_puzzles(folder: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles of a folder whose sessions are there, in the order in which they were kept.

    Each has the name that its session has now.
    """
    lines: Sequence[str] = ()
    with suppress(OSError):
        lines = (folder / NAME).read_text("utf-8", "replace").splitlines()[-MOST:]
    puzzles = tuple(dict.fromkeys(filter(None, map(_read, lines))))
    names = _names_by_hash(folder, puzzles)
    return tuple(puzzle._replace(session=names[puzzle.hash]) for puzzle in puzzles if puzzle.hash in names)


def _names_by_hash(folder: Path, puzzles: Sequence[Puzzle]) -> dict[str, str]:
    """Return by the hash of a puzzle the session that has its event; a hash that no session has is left out."""
    missing, sessions = {puzzle.hash for puzzle in puzzles}, session_names(folder)
    names: dict[str, str] = {}
    # Other sessions are read only where one was renamed or deleted since.
    likely = [name for name in dict.fromkeys(puzzle.session for puzzle in puzzles) if name in set(sessions)]
    for name in dict.fromkeys((*likely, *sessions)):
        if not missing:
            break
        hashes = missing & event_hashes(folder / f"{name}{SUFFIX}")
        names |= dict.fromkeys(hashes, name)
        missing -= hashes
    return names


def puzzle_of_day(puzzles: Sequence[Puzzle], day: int) -> int:
    """Return the place of the puzzle of a day, given by its number in the calendar; every puzzle comes in turn.

    >>> [puzzle_of_day((None,) * 3, day) for day in range(4)]
    [0, 1, 2, 0]
    """
    return day % len(puzzles)


def _puzzles(session: LiveSession[Any], review: SessionReview) -> Iterator[Puzzle]:
    """Yield the puzzles of a game: costly moves and path choices whose cost is greater than its error."""
    for move in costly_moves(review.review):
        event = review.events[move.place]
        margin = move.margin.turned()
        yield Puzzle(
            session.play.name,
            event,
            session.play.store.events[event].hash,
            move.year,
            str(move.action),
            str(move.other),
            *margin,
        )


def costly_moves(review: GameReview) -> list[JudgedMove]:
    """Return the moves and path choices of a game that become puzzles, the costliest first."""
    moves = (*review.costly, *review.paths)
    return sorted(filter(is_costly, moves), key=_cost)[:MOST_OF_GAME]


def _cost(move: JudgedMove) -> float:
    """Return the margin of a move, which is below 0 where it cost points."""
    return move.margin.points


def _read(line: str) -> Puzzle | None:
    """Return the puzzle of a line; None for one that this program has not written."""
    kinds = (str, int, str, int, str, str, float, float, int)
    with suppress(ValueError):
        values = json.loads(line)
        # The name is part of a path, and only names of sessions are.
        if isinstance(values, list) and tuple(map(type, values)) == kinds and "/" not in str(values[0]):
            return Puzzle(*values)
    return None
