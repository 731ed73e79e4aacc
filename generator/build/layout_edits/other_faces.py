"""The other faces that templates draw: which of their elements an edit would change too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.build.faces.face_jobs import FaceJob
from generator.build.layout_edits.drawn_elements import FaceElement, is_changed
from generator.build.layout_edits.layout_trial import LayoutTrial


class OtherElement(NamedTuple):
    """An element of another face that an edit would change."""

    job: FaceJob
    element: FaceElement | None
    """The element before the edit; None where elements would come or go, or the face could not be drawn any more."""


def changed_elsewhere(
    trial: LayoutTrial, files: Mapping[str, bytes], box: Iterable[int], jobs: Iterable[FaceJob]
) -> Iterator[OtherElement]:
    """Yield the elements of other faces that changed files change, but for the edited boxes of the same component.

    `box` are the numbers of the edited elements. A face that cannot be drawn before the edit is left out.
    """
    keys = {trial.keys[number] for number in box}
    for job in jobs:
        before = trial.elements_on(job, {})
        if before is None:
            continue
        after = trial.elements_on(job, files)
        if after is None or len(after) != len(before):
            yield OtherElement(job, None)
            continue
        # Cards of one component share a layout; those of another one may have been meant to stay.
        is_same = job.component.id == trial.job.component.id
        for old, new in zip(before, after, strict=True):
            if is_changed(old, new) and not (is_same and trial.key(old) in keys):
                yield OtherElement(job, old)
