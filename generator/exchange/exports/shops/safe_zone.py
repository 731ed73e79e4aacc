"""Texts that stand too near to the cut, found by pdfium on the finished faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from generator.base.geometry import Rect, Size
from generator.base.records import dataclass
from generator.exchange.exports.exported_game import ExportedGame
from generator.model.face import Face
from generator.write.pdf.document import face_pdf

LONGEST = 24
"""Characters of a text that are told."""
_TOLERANCE = 0.15
"""Points by which a text may reach out: rounding of boxes."""


@dataclass(frozen=True, slots=True)
class NearText:
    """A text near the cut."""

    text: str
    distance: float
    """Points inside of the cut; negative for a text that is cut."""


def near_texts(exported: ExportedGame, faces: Sequence[Face], safe: float) -> Iterator[NearText | None]:
    """Yield, for each face, the text that is nearest to the edge of its trim; None if none is nearer than `safe`."""
    import pypdfium2

    pdfium: Any = pypdfium2  # its C half has no types
    pdf = b"".join(face_pdf(faces, exported.forms, exported.fonts, bleed=False))
    with pdfium.PdfDocument(pdf) as document:
        for face, page in zip(faces, document, strict=True):
            found = [
                NearText(text, distance)
                for text, rect in _texts(page, face.trim)
                if (distance := _inside(rect, face.trim)) < safe - _TOLERANCE
            ]
            yield min(found, key=lambda each: each.distance, default=None)
            page.close()


def _texts(page: Any, trim: Size) -> Iterator[tuple[str, Rect]]:
    """Yield the texts of a page with the boxes around them, from the top left, as far as they can be seen."""
    texts = page.get_textpage()
    for number in range(texts.count_rects()):
        left, bottom, right, top = texts.get_rect(number)
        is_seen = right > 0 and left < trim.width and top > 0 and bottom < trim.height
        text = " ".join(texts.get_text_bounded(left, bottom, right, top).split())[:LONGEST]
        if is_seen and text:
            yield text, Rect(left, trim.height - top, right - left, top - bottom)
    texts.close()


def _inside(rect: Rect, trim: Size) -> float:
    return min(rect.x, rect.y, trim.width - rect.right, trim.height - rect.bottom)
