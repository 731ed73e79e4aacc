"""Work on several games at a time, each in a process of its own, which writes the files itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from generator.base.errors import Faults, GeneratorError
from generator.base.hashing import file_stamp
from generator.base.records import replace
from generator.base.workers import WorkerPool, has_fork, worker_count
from generator.build.manifest import BuildResult, Progress
from generator.build.options import BuildOptions
from generator.build.pipeline import build, find_unchanged
from generator.load.game_locations import GameFolder

Result = TypeVar("Result")

Order = tuple[GameFolder, BuildOptions]
"""A game's folder, and the options to print it with."""


def build_games(orders: Sequence[Order], progress: Progress) -> Iterator[BuildResult | Faults]:
    """Yield the result of each build, in order; Faults for a game that cannot be loaded. Raises as `build`."""
    unchanged: dict[int, BuildResult] = {}
    if len(orders) > 1:
        # Asked here, since a process takes longer to start than an unchanged game to recognize.
        results = ((index, find_unchanged(*order)) for index, order in enumerate(orders))
        unchanged = {index: result for index, result in results if result}
    fresh = at_once(
        partial(build, progress=progress), [order for index, order in enumerate(orders) if index not in unchanged]
    )
    for index in range(len(orders)):
        yield unchanged[index] if index in unchanged else next(fresh)


def at_once(work: Callable[[GameFolder, BuildOptions], Result], orders: Sequence[Order]) -> Iterator[Result | Faults]:
    """Yield the result of each game, in order; Faults are a result.

    As many games as `jobs` of the options are worked on at a time, the largest first. Of other errors the one of the
    first game in order is raised.
    """
    jobs = orders[0][1].jobs if orders else 1
    games = worker_count(jobs, len(orders))
    if not games:
        yield from one_by_one(work, orders)
        return
    if has_fork():
        _load_libraries()
    sizes = [_size(str(folder.folder)) for folder, _ in orders]
    # Largest first: a large game begun last would keep one worker busy while the others are idle.
    largest_first = sorted(range(len(orders)), key=lambda index: -sizes[index])
    shared = [(folder, replace(options, jobs=-(-jobs // games))) for folder, options in orders]
    if len(orders) > games:  # when the last one is begun, others are about to end
        last = largest_first[-1]
        # It may use all processes that are allowed.
        shared[last] = orders[last]
    pool = WorkerPool(partial(_outcome, work), [shared[index] for index in largest_first], games, largest=1)
    finished: dict[int, Result | GeneratorError] = {}
    due = 0
    for index, outcome in zip(largest_first, pool.results(), strict=True):
        # Results are kept until all earlier games are done, as callers print them in order.
        finished[index] = outcome
        while due in finished:
            yield _checked(finished.pop(due))
            due += 1


def raise_faults(outcomes: Iterable[Result | Faults]) -> Iterator[Result]:
    """Yield results, and raise the first Faults."""
    for outcome in outcomes:
        if isinstance(outcome, Faults):
            raise outcome
        yield outcome


def one_by_one(
    work: Callable[[GameFolder, BuildOptions], Result], orders: Sequence[Order]
) -> Iterator[Result | Faults]:
    """Yield the result of each game, in order; Faults are a result."""
    return (_checked(_outcome(work, order)) for order in orders)


def _outcome(work: Callable[[GameFolder, BuildOptions], Result], order: Order) -> Result | GeneratorError:
    """Return the result of work on one game, or the error that it raised.

    Errors are results: the order of the games decides which of them is raised.
    """
    try:
        return work(*order)
    except GeneratorError as error:
        return error


def _checked(outcome: Result | GeneratorError) -> Result | Faults:
    """Return an outcome; raise it if it is an error other than Faults."""
    if isinstance(outcome, GeneratorError) and not isinstance(outcome, Faults):
        raise outcome
    return outcome


def _load_libraries() -> None:
    """Load the libraries that every game needs before workers are forked, so that they share the memory."""
    import uharfbuzz  # noqa: F401

    import generator.build.changes.present_faces
    import generator.build.faces.typeset_game
    import generator.build.outputs.game_outputs
    import generator.typeset.typesetter
    import generator.write.pdf.compiled_face  # noqa: F401


def _size(folder: str) -> int:
    """Return the bytes of a folder's files, which tell well enough how long a game takes."""
    return sum(file_stamp(Path(where, name))[1] for where, _, names in os.walk(folder) for name in names)
