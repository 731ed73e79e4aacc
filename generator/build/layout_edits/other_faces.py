"""The other faces that templates draw: which of their elements an edit would change too."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.base.hashing import content_digest
from generator.build.faces.face_jobs import FaceJob
from generator.build.layout_edits.drawn_elements import FaceElement, is_changed
from generator.build.layout_edits.face_memory import FaceMemory, Versions
from generator.build.layout_edits.layout_trial import BoxKey, LayoutTrial, TrialRenderer


class OtherElement(NamedTuple):
    """An element of another face that an edit would change."""

    job: FaceJob
    element: FaceElement | None
    """The element before the edit; None where elements would come or go, or the face could not be drawn any more."""


class EditedFiles(NamedTuple):
    """New content of some files of a game, and the versions of all its files before."""

    files: Mapping[str, bytes]
    versions: Versions


def changed_elsewhere(
    trial: LayoutTrial, change: EditedFiles, box: Iterable[int], jobs: Iterable[FaceJob], memory: FaceMemory
) -> Iterator[OtherElement]:
    """Yield the elements of other faces that changed files change, but for the edited boxes of the same component.

    `box` are the numbers of the edited elements. A face that cannot be drawn before the edit is left out.
    """
    keys = {trial.keys[number] for number in box}
    now = {**change.versions, **{path: content_digest(content) for path, content in change.files.items()}}
    # One renderer for all faces of a component: each of them would look for the same templates again.
    renderers: dict[str, tuple[TrialRenderer, TrialRenderer]] = {}
    for job in jobs:
        id_ = job.component.id
        if id_ not in renderers:
            renderers[id_] = trial.renderer_with({}), trial.renderer_with(change.files)
        old, new = renderers[id_]
        before = memory.elements(job, trial, old, change.versions)
        after = memory.elements(job, trial, new, now)
        if before is not after and before.elements is not None:
            yield from _differences(trial, job, before.elements, after.elements, keys)


def _differences(
    trial: LayoutTrial,
    job: FaceJob,
    before: Sequence[FaceElement],
    after: Sequence[FaceElement] | None,
    keys: Container[BoxKey],
) -> Iterator[OtherElement]:
    """Yield the elements of a face that an edit of the boxes of some keys changes besides them."""
    if after is None or len(after) != len(before):
        yield OtherElement(job, None)
        return
    # Cards of one component share a layout; those of another one may have been meant to stay.
    is_same = job.component.id == trial.job.component.id
    for old, new in zip(before, after, strict=True):
        if is_changed(old, new) and not (is_same and trial.key(old) in keys):
            yield OtherElement(job, old)
