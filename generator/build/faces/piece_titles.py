"""Names of pieces for people: headings of tiled boards, lists of what to print."""

from __future__ import annotations

from generator.build.faces.face_jobs import FaceJob
from generator.model.game import Row
from generator.model.text import Text


def piece_title(job: FaceJob) -> str:
    """Return the name of a job's piece for people: of its row, else its component's title with the piece's label."""
    part, piece = job.component, job.piece
    name = "" if len(part.pieces) == 1 else piece_name(piece.row, job.language)
    title = part.title[job.language]
    return name or (title if len(part.pieces) == 1 else f"{title} {piece.label}")


def piece_name(row: Row, language: str) -> str:
    """Return the name of a piece: the first text of its row, or of rows that it refers to; may be empty.

    Texts with markup come last: they are rules, and the name of such a card is in a row that it refers to.
    """
    plain = (cell[language] for name, cell in row.cells.items() if isinstance(cell, Text) and name not in row.rich)
    below = (piece_name(cell, language) for cell in row.cells.values() if isinstance(cell, Row))
    rules = (cell[language] for name, cell in row.cells.items() if isinstance(cell, Text) and name in row.rich)
    return next(filter(None, (*plain, *below, *rules)), "")
