"""Faces as they were: the last whole one of each piece, and the one that later ones are compared with."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from generator.build.faces.face_jobs import FaceJob
from generator.model.face import Face, Font

MOST_KEPT = 6000
"""Faces of either kind; those of a deck that are equal are one object."""

PastFace = tuple[Face, Mapping[str, Font]]
"""A face, and the fonts that its letters are drawn with."""

Identity = tuple[str, str, str, str, str, str, str]


class FaceHistory:
    """Remembers the first and the last whole face of each side of a piece, in each language, theme and paper."""

    def __init__(self) -> None:
        self._first: OrderedDict[Identity, PastFace] = OrderedDict()
        self._last: OrderedDict[Identity, PastFace] = OrderedDict()

    def remember(self, game: str, theme: str, job: FaceJob, face: PastFace) -> None:
        """Take a face that lacks nothing."""
        identity = _identity(game, theme, job)
        self._first.setdefault(identity, face)
        self._last[identity] = face
        for kept in (self._first, self._last):
            if len(kept) > MOST_KEPT:
                kept.popitem(last=False)

    def last(self, game: str, theme: str, job: FaceJob) -> PastFace | None:
        return self._last.get(_identity(game, theme, job))

    def first(self, game: str, theme: str, job: FaceJob) -> PastFace | None:
        """Return the face at the start, or when `restart` was called last."""
        return self._first.get(_identity(game, theme, job))

    def restart(self, game: str) -> None:
        """Compare the faces of a game with what they are now."""
        self._first |= {identity: face for identity, face in self._last.items() if identity[0] == game}


def _identity(game: str, theme: str, job: FaceJob) -> Identity:
    return game, theme, job.component.id, job.piece.id, job.side, job.language, job.paper
