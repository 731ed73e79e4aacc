"""Plays the games of a study with any `concurrent.futures.Executor`, several games in a task.

A game depends on its seed alone, so it does not matter which task it is in, where that runs, or which ends first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from itertools import islice
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from generator.base.errors import GeneratorError
from generator.play.stats.studies import (
    Note,
    Study,
    StudyFolder,
    differing_facts,
    play_games,
    read_outcome,
    study_facts,
    study_runner,
)
from generator.solo.ai.game_study import GameOutcome

SHORTEST, LONGEST = 1.25, 4.0
"""Seconds of a task, as measured so far: schedulers need some milliseconds for each, and none should last long."""

PATIENCE = 10.0
"""Seconds without any result after which it is asked whether there still are workers."""

TRIES = 3
"""Times in a row that a worker may die before a study gives up."""


class StudyWorkersError(GeneratorError):
    """The workers of a study are gone or cannot play it; the games that they finished are kept."""

    exit_code = 5


class Workers(NamedTuple):
    """An executor that plays the games of a study, and how messages name it."""

    executor: Executor
    width: Callable[[], int]
    """How many tasks can run at a time now; raises StudyWorkersError."""
    name: str = "the executor"
    """Name of the workers in messages."""
    failures: tuple[type[Exception], ...] = ()
    """Exceptions of a task that come from the workers, not from a mistake of this program or its user."""


def run_study(study: Study, folder: Path, workers: Workers, note: Note) -> tuple[GameOutcome, ...]:
    """Play the games that are not in the folder yet, and return all of them; `note` is called with how many are kept.

    Raises UsageError for a folder that holds another study, OutputError where it cannot be written, and
    StudyWorkersError, after the games that were finished are kept.
    """
    facts = study_facts(study)
    study_folder = StudyFolder(folder, facts)
    played = study_folder.read()
    missing = [seed for seed in study.seeds if seed not in played]
    done = len(study.seeds) - len(missing)
    note(done)
    try:
        for outcomes in _play(study, facts, missing, workers):
            played |= {outcome.seed: outcome for outcome in outcomes}
            done += len(outcomes)
            if study_folder.add(outcomes) and done < len(study.seeds):
                note(done)
    except StudyWorkersError as error:
        remedy = f"{done} of {len(study.seeds)} games are kept in {folder}, and the same command goes on"
        raise StudyWorkersError(f"{error}; {remedy}") from None
    finally:
        # Also after an error or Ctrl-C: finished games are never lost.
        study_folder.keep()
    if missing:
        note(done)
    return tuple(played[seed] for seed in study.seeds)


def _play(
    study: Study, facts: dict[str, Any], missing: Sequence[str], workers: Workers
) -> Iterator[Sequence[GameOutcome]]:
    """Yield the games with these seeds, some at a time, as they are finished.

    The first game is played here, to know how many make a task.
    """
    if not missing:
        return
    study_runner(study.key)  # read before the time is taken
    start = perf_counter()
    yield play_games(study.key, missing[:1])
    queue = _Queue(missing[1:], perf_counter() - start)
    yield from _Dispatch(study.key, facts, queue, workers).results()


class _Queue:
    """The games still to be given out."""

    def __init__(self, seeds: Sequence[str], seconds: float) -> None:
        """Take the seeds of the games, and the seconds that one game took."""
        self._seeds = deque(seeds)
        self._games, self._seconds = 1, seconds

    def __bool__(self) -> bool:
        """Return whether games are left."""
        return bool(self._seeds)

    def take(self, width: int) -> list[str]:
        """Take the games of the next task from the queue, for `width` workers.

        Tasks get smaller towards the end, so that all workers end at about the same time.
        """
        # A clock that stands still may measure 0 seconds.
        seconds_per_game = max(self._seconds / self._games, 1e-4)
        least, most = max(1, ceil(SHORTEST / seconds_per_game)), max(1, int(LONGEST / seconds_per_game))
        # Half of a fair share: the last tasks are short, and no worker ends long after the others.
        size = max(least, min(most, len(self._seeds) // (2 * width)))
        return [self._seeds.popleft() for _ in range(min(size, len(self._seeds)))]

    def give_back(self, seeds: Sequence[str]) -> None:
        """Put the games of a task that failed at the front of the queue."""
        self._seeds.extendleft(reversed(seeds))

    def measured(self, games: int, seconds: float) -> None:
        """Note how many seconds some games took a worker; the size of later tasks follows from it."""
        self._games += games
        self._seconds += seconds


class _Dispatch:
    """Keeps workers busy with the games of a queue."""

    def __init__(self, key: str, facts: dict[str, Any], queue: _Queue, workers: Workers) -> None:
        """Take the study by its key, the facts that workers must share, the games and the workers."""
        self._key, self._facts, self._queue, self._workers = key, facts, queue, workers
        self._running: dict[Future[dict[str, Any]], list[str]] = {}
        self._deaths = 0
        self._idle = 0

    def results(self) -> Iterator[list[GameOutcome]]:
        """Yield the games of each task that is done; the tasks that are left at an error are cancelled."""
        try:
            while self._queue or self._running:
                self._submit()
                # Not for ever: workers of a cluster may vanish without a word.
                done, _ = wait(self._running, timeout=PATIENCE, return_when=FIRST_COMPLETED)
                self._check_idle(not done)
                for future in done:
                    yield self._outcomes(future, self._running.pop(future))
        finally:
            for future in self._running:
                future.cancel()

    def _submit(self) -> None:
        """Give out tasks: for each worker one that runs and one that waits, so that no worker waits for its next."""
        width = max(1, self._workers.width())
        while self._queue and len(self._running) < 2 * width:
            seeds = self._queue.take(width)
            try:
                future = self._workers.executor.submit(play_task, self._key, self._facts, seeds)
            except BrokenExecutor as error:
                raise self._lost(error) from None
            except RuntimeError:  # shut down, as when a scheduler has ended
                raise StudyWorkersError(f"{self._workers.name} went away") from None
            self._running[future] = seeds

    def _outcomes(self, future: Future[dict[str, Any]], seeds: list[str]) -> list[GameOutcome]:
        """Return the games of a task; none if its worker died, and then they are queued again.

        Raises StudyWorkersError.
        """
        try:
            answer = future.result()
        except BrokenExecutor as error:
            self._deaths += 1
            if self._deaths > TRIES * 2 * max(1, self._workers.width()):  # all tasks that are given out die together
                raise self._lost(error) from None
            self._queue.give_back(seeds)
            return []
        except CancelledError:
            raise StudyWorkersError(f"{self._workers.name} went away") from None
        except self._workers.failures as error:
            raise self._lost(error) from None
        # A worker of another version would play other games under the same seeds.
        if other := answer.get("other"):
            raise StudyWorkersError(
                f"{self._workers.name} has workers with {other}; the same Vallum and data are needed"
            )
        self._deaths = 0
        # Larger or smaller tasks from now on, by the time that these games took.
        self._queue.measured(len(seeds), answer["seconds"])
        return [read_outcome(game) for game in answer["games"]]

    def _check_idle(self, is_idle: bool) -> None:
        """Raise StudyWorkersError if there was no worker twice when no result came: one may be starting again."""
        is_alone = is_idle and not self._workers.width()
        self._idle = self._idle + 1 if is_alone else 0
        if self._idle > 1:
            raise StudyWorkersError(f"{self._workers.name} has no workers any more")

    def _lost(self, error: Exception) -> StudyWorkersError:
        """Return the error that workers cannot go on, with the first line of the error that they met."""
        first = next(islice(str(error).splitlines(), 1), "")[:100]
        return StudyWorkersError(f"{self._workers.name} cannot go on: {type(error).__name__}: {first}")


def play_task(key: str, facts: dict[str, Any], seeds: list[str]) -> dict[str, Any]:
    """Play the games with these seeds on a worker; return the games in plain values and the seconds they took.

    Where the worker's program or data differ from `facts`, no game is played, and `other` names the differences.
    """
    mine = {**facts, **study_runner(key).sources}
    if mine != facts:  # the data may have changed since this worker read it
        study_runner.cache_clear()
        mine = {**facts, **study_runner(key).sources}
    if mine != facts:
        return {"other": differing_facts(mine, facts)}
    start = perf_counter()
    games = [outcome._asdict() for outcome in play_games(key, seeds)]
    return {"games": games, "seconds": perf_counter() - start}
