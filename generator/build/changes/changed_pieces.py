"""Limit a build to the pieces that differ from an earlier print."""

from __future__ import annotations

from generator.base.errors import UsageError
from generator.base.records import replace
from generator.build.changes.comparison import PrintChanges, compare
from generator.build.changes.face_list import FaceList
from generator.build.changes.old_print import read_old_print
from generator.build.changes.present_faces import present_faces
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.typeset_game import TypesetGame
from generator.build.file_names import FileNames
from generator.build.options import BuildOptions
from generator.build.piece_selection import TEXT, PieceSelection
from generator.model.game import Game


def select_changes(typeset: TypesetGame, options: BuildOptions) -> tuple[TypesetGame, PrintChanges]:
    """Return the typeset game limited to the faces to print, and the changes since the earlier print.

    Raises UsageError for options that leave no single print to compare with, Faults for an earlier print that cannot
    be read or is of another game.
    """
    game, since = typeset.game, options.changed_since
    present = present_faces(typeset, options)
    # The earlier print is in one language, so two could not both be compared with it.
    if len(present) > 1:
        raise UsageError(f"--changed-since compares one language; choose one of {', '.join(present)} with --lang")
    if since is None or not present:
        return typeset, PrintChanges(str(since))
    ((edition, new),) = present.items()
    old = read_old_print(since, game, edition, options, typeset.names.face_lists(edition))
    texts = {part.id: part.title[edition.partition("+")[0]] for part in game.components if part.prose}
    changes = compare(old, new, _scope(old, new, game, options), texts, str(since))
    return _limit(typeset, changes, options), changes


def _scope(old: FaceList, new: FaceList, game: Game, options: BuildOptions) -> set[str]:
    """Return the ids of the components to compare.

    What an earlier print does not have is new if it was a print of the whole game, and unknown otherwise.
    """
    present = {part.id for part in game.components}
    compared = {part for part in new.components if old.whole or part in old.components}
    # A component that the game no longer has can be thrown away, but only if everything was asked for.
    return compared if options.only else compared | (old.components - present)


def _limit(typeset: TypesetGame, changes: PrintChanges, options: BuildOptions) -> TypesetGame:
    """Return the typeset game with the faces and the numbers of copies that the changes ask for."""
    jobs = [job for job in typeset.jobs if _copies(changes, job)]
    copies: dict[str, dict[str, int]] = {part.id: {} for part in typeset.game.components}
    before: dict[tuple[str, str], int] = {}
    for job in jobs:
        piece = TEXT if job.component.prose else job.piece.id
        numbers = _copies(changes, job)
        copies[job.component.id][piece] = len(numbers)
        # New copies go on with the numbers of those that exist.
        before[job.component.id, piece] = numbers.start - 1
    selection = PieceSelection(copies, before)
    return replace(typeset, jobs=jobs, selection=selection, names=FileNames(typeset.game, selection, options))


def _copies(changes: PrintChanges, job: FaceJob) -> range:
    """Return the numbers of the copies of a job's piece to print, on the paper of the job."""
    return changes.copies_to_print(f"{job.component.id}/{job.piece.id}", job.paper)
