"""The headings of texts, for the outlines of their PDF files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.base.units import MM
from generator.model.face import Face
from generator.model.game import Piece, Row
from generator.model.press_sheet import OutlineEntry, PressSheet
from generator.typeset.text.text_markup import TextOrigin, parse

_LEVELS = {"h2": 1, "h3": 2}
"""Depth in the outline, by the style of a heading."""


def outline_entries(pages: Iterable[tuple[Piece, Face]], sheets: Sequence[PressSheet]) -> Iterator[OutlineEntry]:
    """Yield an entry of the PDF outline for each heading on pages of text, given in reading order.

    A heading leads to the sheet where its page is placed first.
    """
    places = {
        # Reversed, so that the first sheet of each face stays in the dict.
        placed.face.key: (sheet_index, placed.matrix)
        for sheet_index, sheet in reversed([*enumerate(sheets)])
        for placed in sheet.placed
    }
    for piece, face in pages:
        blocks = piece.row.cells.get("blocks", ())
        for block in blocks if isinstance(blocks, tuple) and face.key in places else ():
            if isinstance(block, Row) and (level := _LEVELS.get(str(block.cells["style"]))):
                sheet_number, matrix = places[face.key]
                _, y = matrix.apply(0.0, float(str(block.cells["y"])) * MM)
                yield OutlineEntry(_words(block), level, sheet_number, y)


def _words(heading: Row) -> str:
    """Return the text of a heading without its markup."""
    return "".join(span.text for span in parse(str(heading.cells["text"]), TextOrigin(heading.source)))
