"""Options of faces that change nothing of a component: its faces are drawn with and without them, until two differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from generator.base.errors import Faults
from generator.base.records import replace
from generator.build.options import BuildOptions
from generator.write.pdf.face_digest import face_digest

if TYPE_CHECKING:
    from generator.build.faces.face_jobs import FaceJob
    from generator.build.faces.face_renderer import FaceRenderer

_LOOKS = ("theme", "ids", "art_dpi")
"""Fields of BuildOptions that faces depend on."""
_SOFT = re.compile(r"<image|picture-|icon-|filter|mask|Gradient")
"""Drawings that may show pixels or shades, which change though the text of the drawing stays the same."""
_PLAIN = BuildOptions()


def same_looks(
    jobs: Iterable[FaceJob], options: BuildOptions, renderer_of: Callable[[BuildOptions], FaceRenderer]
) -> Mapping[str, frozenset[str]]:
    """Return the options that change no face of a component, by its id; `renderer_of` makes renderers for options.

    A proof has no such options: it leaves out all drawings.
    """
    changed = [name for name in _LOOKS if getattr(options, name) != getattr(_PLAIN, name)]
    if not changed or options.proof:
        return {}
    by_part: dict[str, list[FaceJob]] = {}
    for job in jobs:
        by_part.setdefault(job.component.id, []).append(job)
    renderer, unchanged = renderer_of(options), dict[str, set[str]]()
    for name in changed:
        plain = renderer_of(replace(options, **{name: getattr(_PLAIN, name)}))
        for part, faces in by_part.items():
            if not any(_differs(name, job, renderer, plain) for job in faces):
                unchanged.setdefault(part, set()).add(name)
    return {part: frozenset(names) for part, names in unchanged.items()}


def _differs(name: str, job: FaceJob, renderer: FaceRenderer, plain: FaceRenderer) -> bool:
    """Whether a face is another one without an option; a face with faults is taken for one."""
    try:
        drawing = renderer.drawing(job)
        if drawing == plain.drawing(job) and (name == "ids" or not _SOFT.search(drawing)):
            return False
        return _print_of(renderer, job) != _print_of(plain, job)
    except Faults:
        return True


def _print_of(renderer: FaceRenderer, job: FaceJob) -> str:
    """Return the digest of the print of a face."""
    face, forms, _ = renderer.draw(job)
    return face_digest(face, {form.key: form for form in forms})
