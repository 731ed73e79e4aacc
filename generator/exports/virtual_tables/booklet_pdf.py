"""Booklets as PDF files, for tables that show them."""

from __future__ import annotations

from collections.abc import Iterator

from generator.exports.exported_game import ExportedDeck, ExportedGame
from generator.write.pdf.document import ANY_DAY, face_pdf


def booklet_name(deck: ExportedDeck) -> str:
    """Return the file name of a booklet, made of the id of its deck."""
    return f"{deck.id.replace('_', '-')}.pdf"


def booklet_pdf(deck: ExportedDeck, exported: ExportedGame) -> Iterator[bytes]:
    """Return the pages of a booklet as a PDF file, in pieces of bytes."""
    return face_pdf(
        [page.front for page in deck.pieces],
        exported.forms,
        exported.fonts,
        bleed=False,
        title=f"{exported.title}: {deck.title}",
        language=exported.language,
        # A fixed day: with the date of today each export would be another file.
        date=exported.game.date or ANY_DAY,
    )
