"""The face lists of the present game, and their files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import generator
from generator.base.errors import Faults
from generator.base.hashing import digest
from generator.base.system.output_file import write_file
from generator.build.changes.face_list import FaceList, ListedPiece, read_face_list
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.piece_titles import piece_title
from generator.build.faces.typeset_game import TypesetGame
from generator.build.file_names import face_variant
from generator.build.manifest import OutputFile
from generator.build.options import BuildOptions


def present_faces(typeset: TypesetGame, options: BuildOptions) -> dict[str, FaceList]:
    """Return the face list of each language; components with faults are left out."""
    face_faults = typeset.faces.faults
    faults = {job.component.id for job in typeset.jobs if job.key in face_faults or job.component.id in face_faults}
    editions: dict[str, list[FaceJob]] = {}
    for job in typeset.jobs:
        # A piece of which the game has no copy is drawn and not printed.
        if job.component.id not in faults and typeset.selection.copies_of(job.component, job.piece.id):
            editions.setdefault(job.edition, []).append(job)
    return {edition: _face_list(jobs, edition, typeset, options) for edition, jobs in editions.items()}


def _face_list(jobs: Iterable[FaceJob], edition: str, typeset: TypesetGame, options: BuildOptions) -> FaceList:
    """Return the face list of one edition from its jobs, with digests of the finished faces."""
    faces, looks, game = typeset.faces.faces, typeset.faces.looks, typeset.game
    by_piece: dict[str, list[FaceJob]] = {}
    for job in jobs:
        by_piece.setdefault(f"{job.component.id}/{job.piece.id}", []).append(job)
    pieces: dict[str, ListedPiece] = {}
    for name, piece_jobs in by_piece.items():
        sides: dict[str, dict[str, str]] = {}
        for job in piece_jobs:
            sides.setdefault(job.paper, {})[job.side] = looks[faces[job.key].key]
        both = {
            paper: (looks_by_side.get("front", ""), looks_by_side.get("back", ""))
            for paper, looks_by_side in sides.items()
        }
        copies = typeset.selection.copies_of(piece_jobs[-1].component, piece_jobs[-1].piece.id)
        pieces[name] = ListedPiece(piece_title(piece_jobs[-1]), copies, both)
    whole = {name.partition("/")[0] for name in pieces} == {part.id for part in game.components}
    return FaceList(
        game.id,
        edition,
        options.theme,
        face_variant(options),
        version=game.version,
        program=generator.__version__,
        sides="fronts" if options.backs == "none" else "both",
        whole=whole,
        part="",
        pieces=pieces,
    )


def write_face_lists(typeset: TypesetGame, options: BuildOptions) -> list[OutputFile]:
    """Write a file beside the PDFs of each language that tells how each piece looks; return records of these files.

    A build of some components keeps the entries of the others. The caller waits for the disk. Raises OutputError.
    """
    written = []
    parts = {part.id for part in typeset.game.components}
    for edition, faces in present_faces(typeset, options).items():
        path = typeset.names.folder / typeset.names.face_lists(edition)[0]
        # Reading the older list takes time in proportion to its pieces.
        older = None if faces.covers(parts) else _written_before(path)
        data = faces.merged(older, parts).to_json()
        write_file(path, data, settle=False)
        record = OutputFile(
            path, tuple(sorted(faces.components)), "", edition, pages=0, pieces=0, sheets=0, key=digest(data)
        )
        written.append(record.with_stamp())
    return written


# A damaged list of an earlier build is replaced.
def _written_before(path: Path) -> FaceList | None:
    """Return the face list that an earlier build wrote to this path; None if it is missing or damaged."""
    try:
        return read_face_list(path)
    except Faults:
        return None
