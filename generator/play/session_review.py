"""The review of a finished session, as it is found and as JSON."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from generator.base.workers import WorkerPool, worker_count
from generator.load.weights_reader import read_weights
from generator.play.adviser import adviser_on, expert_games, imagined_games
from generator.play.live_session import LiveSession, action_of
from generator.play.rules.full_rules import FullRules
from generator.play.rules.rules_protocol import PlayError
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.game_review import GameReview, GameReviewer, JudgedMove, PlayedAction, Progress


class SessionReview(NamedTuple):
    """A review with the event of each action and the signs of the score rows."""

    review: GameReview
    events: tuple[int, ...]
    """For each action, the number of its event, as the log has it."""
    signs: dict[str, int]
    """For each row of the score column, -1 if it is subtracted, else 1."""

    def document(self) -> dict[str, Any]:
        """Return the review as values for JSON."""
        review = self.review
        years = [{"year": year.year, "rows": self._signed(year.rows)} for year in review.years]
        paths, costly = ([self._move(move) for move in moves] for moves in (review.paths, review.costly))
        return {
            "years": years,
            "paths": paths,
            "costly": costly,
            "decisions": review.decisions,
            "imagined": review.playouts,
        }

    def points(self) -> dict[str, list[int]]:
        """Return the points of each row of the score column, year by year, and their sum last; disdain is below 0."""
        by_row: dict[str, list[int]] = {}
        for year in self.review.years:
            for row, points in self._signed(year.rows).items():
                by_row.setdefault(row, []).append(points)
        # The last column is the row's sum, as on the score column of the sheet.
        return {row: [*points, sum(points)] for row, points in by_row.items()}

    def _signed(self, rows: Sequence[tuple[str, int]]) -> dict[str, int]:
        """Return points by row of the score column, with subtracted rows (disdain, the penalty for attacks) below 0."""
        return {row: self.signs[row] * points for row, points in rows}

    def _move(self, move: JudgedMove) -> dict[str, Any]:
        """Return a judged move as values for JSON: event, year, action, the other action compared, and the margin."""
        words = {"action": str(move.action), "other": str(move.other)}
        return {"event": self.events[move.place], "year": move.year, **words, "margin": move.margin._asdict()}


def review_finder(session: LiveSession[Any], processes: int = 1) -> Callable[[Progress], SessionReview]:
    """Return a function that reviews a finished game; it takes some ten seconds and needs the session no more.

    The review is the same for any number of `processes`; a program with threads must have one, as it cannot be forked.
    Raises PlayError where the game is not over, or where the sheets are not kept by the program.
    """
    rules = session.rules
    if not isinstance(rules, FullRules):
        raise PlayError(key="no_review")
    if not session.visible.over:
        raise PlayError(key="unfinished")
    book, chains = rules.book, session.chains
    # Read now: the returned function needs the session no more.
    played = [PlayedAction(session.state_at(chain.before), action_of(chain)) for chain in chains]
    last, seed = session.state, session.digest()
    events = tuple(chain.step.number for chain in chains)
    # Disdain is subtracted, and is shown below 0.
    signs = {row.value: -1 if row.minus else 1 for sheet in book.boxes.book.sheets for row in sheet.scores}

    def spread(work: Callable[[int], Any], numbers: Sequence[int]) -> Iterator[Any]:
        """Call `work` with each number, on several processes, and yield the results in order."""
        return WorkerPool(work, numbers, worker_count(processes, len(numbers)), largest=1).results()

    def find(progress: Progress) -> SessionReview:
        """Compute the review; `progress` is called with the percentage that is done."""
        process = os.getpid()

        def note(percent: int) -> None:
            """Report the percentage done, in the first process only."""
            # Workers know of their own games only.
            if os.getpid() == process:
                progress(percent)

        evaluation = Evaluation(book, read_weights(book.game, book.solo))
        games = imagined_games(book, evaluation, seed)
        adviser, expert = adviser_on(book, evaluation, games), expert_games(book, evaluation, seed)
        reviewer = GameReviewer(book, adviser, games, note, spread, expert=expert)
        return SessionReview(reviewer.review(played, last), events, signs)

    return find
