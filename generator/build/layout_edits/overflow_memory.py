"""By how much the texts of faces do not fit, remembered by the drawings of the faces."""

from __future__ import annotations

from contextlib import suppress

from generator.base.errors import Faults
from generator.base.memory.limited_cache import LimitedCache
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.model.face import UnfinishedFaceError
from generator.render.template_renderer import TemplateRenderer

MOST_FACES = 4000
"""Faces whose overflow is remembered."""
_LEAST = 0.1
"""Overflow of a face that is unfinished for another reason: a small one, so that it is listed last."""


class OverflowMemory:
    """Typesets a face only if its drawing is another than before."""

    def __init__(self) -> None:
        """Begin without any face."""
        self._amounts = LimitedCache[str, float](MOST_FACES, lambda _: 1)

    def overflow(self, renderer: FaceRenderer, templates: TemplateRenderer, job: FaceJob) -> float:
        """Return by how much the texts of a face do not fit; 0 if they do, or it cannot be drawn.

        `templates` render the face, and may have changed files.
        """
        size = job.trim if job.paper else None
        with suppress(Faults):  # of the row: the gallery shows it
            svg = templates.svg(job.component, job.piece, job.side, job.language, size)
            key = renderer.drawing_key(job, svg)
            amount = self._amounts.get(key)
            if amount is None:
                amount = self._amounts[key] = _typeset(renderer, job, svg)
            return amount
        return 0.0


def _typeset(renderer: FaceRenderer, job: FaceJob, svg: str) -> float:
    """Typeset a face and return by how much its texts do not fit. Raises Faults."""
    try:
        renderer.typeset_drawing(job, svg)
    except UnfinishedFaceError as error:
        return sum(fit.overflow for fit in error.face.fits) or _LEAST
    return 0.0
