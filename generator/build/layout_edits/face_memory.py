"""The elements of faces, kept from one edit to the next by the files that they were rendered from."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from generator.base.hashing import digest
from generator.base.memory.limited_cache import LimitedCache
from generator.build.faces.face_jobs import FaceJob
from generator.build.layout_edits.drawn_elements import FaceElement
from generator.build.layout_edits.layout_trial import LayoutTrial, TrialRenderer

MOST_ELEMENTS = 12_000
"""Elements in memory: those of some thirty cards before and after an edit."""
VERSIONS = 2
"""States of one face that are kept: before an edit and after it."""
TEMPLATE = ".j2"
"""Ending of the files that edits change."""

Versions = Mapping[str, str]
"""Digests of files by their paths as shown; a file of the program has none."""


class RenderedElements(NamedTuple):
    """The elements of a face, with the versions of the files that it was rendered from."""

    elements: tuple[FaceElement, ...] | None
    """None for a face that cannot be rendered."""
    read: Versions

    def is_of(self, versions: Versions) -> bool:
        """Return whether a face is the same with other versions of files."""
        return all(versions.get(path, "") == version for path, version in self.read.items())


class FaceMemory:
    """Remembers the elements of other faces than the one in view, as an edit asks for them before and after it."""

    def __init__(self) -> None:
        """Begin without any face."""
        self._state = ""
        self._faces = LimitedCache[object, tuple[RenderedElements, ...]](MOST_ELEMENTS, _count)

    def begin(self, versions: Versions, *about: str, drawings: Collection[str] = ()) -> None:
        """Forget all faces unless the files of the game but for the content of its templates are as before.

        `about` are further texts that faces depend on, and `drawings` the paths of drawings that are templates.
        """
        data = {
            path: "" if path.endswith(TEMPLATE) or path in drawings else version for path, version in versions.items()
        }
        state = digest(*about, repr(data))
        if state != self._state:
            self._faces.clear()
        self._state = state

    def elements(
        self, job: FaceJob, trial: LayoutTrial, renderer: TrialRenderer, versions: Versions
    ) -> RenderedElements:
        """Return the elements of a face with the given versions of files, rendered if they are not in memory."""
        key = job.component.id, job.piece.id, job.side, job.language
        faces = self._faces.get(key) or ()
        face = next((face for face in faces if face.is_of(versions)), None)
        if face is None:
            elements = trial.elements_by(renderer, job)
            read = {path: versions.get(path, "") for path in renderer.read}
            face = RenderedElements(None if elements is None else tuple(elements), read)
        self._faces[key] = (face, *(other for other in faces if other is not face))[:VERSIONS]
        return face


def _count(faces: tuple[RenderedElements, ...]) -> int:
    """Return the number of elements of all states of a face."""
    return 1 + sum(len(face.elements or ()) for face in faces)
