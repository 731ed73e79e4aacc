"""Faces as they were: the last whole one of each piece, and the one that later ones are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from generator.base.memory.limited_cache import LimitedCache
from generator.build.faces.face_jobs import FaceJob
from generator.model.face import Face, Font

MOST_BYTES = 8 << 20
"""Size of all kept faces; equal faces are one object."""

PastFace = tuple[Face, Mapping[str, Font]]
"""Face, and the fonts of its letters."""

Identity = tuple[str, str, str, str, str, str, str]

_RECORD = 400
"""Estimated bytes of a record with its numbers and words."""


class PastFaces(NamedTuple):
    """The first and the last whole face of one side of a piece."""

    first: PastFace
    last: PastFace

    @property
    def size(self) -> int:
        """Bytes in memory without the fonts, which many faces share."""
        return face_size(self.last[0]) + (face_size(self.first[0]) if self.first[0].key != self.last[0].key else 0)


def face_size(face: Face) -> int:
    """Return the bytes that a face takes in memory, estimated, while its ink is packed."""
    records = len(face.fits) + len(face.fields) + len(face.pictures) + len(face.warnings) + 2
    return len(face.ink.packed) + len(face.cut) + _RECORD * records


class FaceHistory:
    """Remembers the first and the last whole face of each side of a piece, in each language, theme and paper."""

    def __init__(self) -> None:
        self._faces = LimitedCache[Identity, PastFaces](MOST_BYTES, lambda faces: faces.size)

    def remember(self, game: str, theme: str, job: FaceJob, face: PastFace) -> None:
        """Keep a complete face, with its fonts, as the last one of its piece and side."""
        identity = _identity(game, theme, job)
        past = self._faces.get(identity)
        # The first face stays; only the last one is replaced.
        self._faces[identity] = PastFaces(past.first if past else face, face)

    def last(self, game: str, theme: str, job: FaceJob) -> PastFace | None:
        """Return the last complete face of a job's piece and side, with its fonts; None if there was none."""
        past = self._faces.get(_identity(game, theme, job))
        return past.last if past else None

    def first(self, game: str, theme: str, job: FaceJob) -> PastFace | None:
        """Return the face as it was at the start, or when `restart` was called last; None if there was none."""
        past = self._faces.get(_identity(game, theme, job))
        return past.first if past else None

    def restart(self, game: str) -> None:
        """Take the present faces of a game as the ones that later faces are compared with."""
        for identity, past in self._faces.stored():
            if identity[0] == game:
                # Not removed: the last face is still shown while the present one has faults.
                self._faces[identity] = PastFaces(past.last, past.last)


def _identity(game: str, theme: str, job: FaceJob) -> Identity:
    """Return the key of a face that stays the same while its content changes."""
    return game, theme, job.component.id, job.piece.id, job.side, job.language, job.paper
