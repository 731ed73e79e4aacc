"""Find the texts of scaled cards that are too small to be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.base.errors import Fault
from generator.base.units import to_mm
from generator.build.manifest import FitRow
from generator.model.card_format import scale_factor

if TYPE_CHECKING:
    from generator.build.faces.face_jobs import FaceJob
    from generator.build.faces.typeset_game import TypesetGame


def small_texts(typeset: TypesetGame) -> list[tuple[FaceJob, FitRow]]:
    """Return the texts of scaled faces that are too small to be read, without the ids of cards."""
    rows = (
        (job, FitRow(f"{job.component.id}/{job.piece.id} {job.side}", job.language, fit))
        for job in typeset.jobs
        if job.component.drawn and job.key in typeset.faces.faces
        for fit in typeset.faces.faces[job.key].fits
        if fit.element != job.piece.label  # the id of the card
    )
    return [(job, row) for job, row in rows if row.fit.used < row.fit.floor - _TOLERANCE]


_TOLERANCE = 0.005
"""Points by which a text may be smaller than its floor, through rounding."""


def size_fault(small: Sequence[tuple[FaceJob, FitRow]]) -> Fault:
    """Return a fault that names the size at which the cards could be printed."""
    # The text that must grow most decides about the size of all cards.
    job, row = max(small, key=lambda pair: pair[1].fit.floor / pair[1].fit.used)
    drawn = job.component.drawn.trim if job.component.drawn else job.trim
    scale = row.fit.floor / row.fit.used * scale_factor(drawn, job.trim)
    least, size = (
        f"{to_mm(factor * card_size.width):.1f} × {to_mm(factor * card_size.height):.1f} mm"
        for factor, card_size in ((scale, drawn), (1.0, job.trim))
    )
    message = f"{len(small)} texts would be too small to read at {size}; they need {least} or more"
    return Fault(job.component.id, message)
