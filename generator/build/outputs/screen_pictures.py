"""Faces and press sheets as single pictures for a screen, SVG or PNG."""

from __future__ import annotations

from generator.base.errors import UsageError
from generator.build.faces.typeset_game import TypesetGame
from generator.model.face import Face
from generator.model.press_sheet import PressDocument, PressSheet
from generator.write.pdf.document import ANY_DAY, face_pdf, pdf_chunks
from generator.write.png import page_png
from generator.write.svg.document import svg
from generator.write.svg.sheet_document import sheet_svg

FEWEST_DPI, MOST_DPI = 18, 1200


class ScreenPictures:
    """Pictures of a typeset game."""

    def __init__(self, typeset: TypesetGame) -> None:
        """Take the game whose faces are finished: pictures need its forms and fonts."""
        self._forms, self._fonts = typeset.faces.forms, typeset.renderer.labels.fonts

    def face_svg(self, face: Face) -> str:
        """Return a face with its bleed as SVG. Raises LostDataError if a picture on it is not stored any more."""
        return svg(face, self._fonts)

    def face_png(self, face: Face, dpi: float) -> bytes:
        """Return a face with its bleed as PNG. Raises UsageError for a resolution out of range."""
        _check_resolution(dpi)
        return page_png(face_pdf([face], self._forms, self._fonts), dpi)

    def sheet_svg(self, sheet: PressSheet) -> str:
        """Return one side of a press sheet as SVG. Raises LostDataError if a picture on it is not stored any more."""
        return sheet_svg(sheet, self._fonts)

    def sheet_png(self, sheet: PressSheet, dpi: float) -> bytes:
        """Return one side of a press sheet as PNG. Raises UsageError for a resolution out of range."""
        _check_resolution(dpi)
        # A fixed day, as nobody sees the date of a picture.
        document = PressDocument("", "", "", "en", ANY_DAY, (sheet,))
        return page_png(pdf_chunks(document, self._forms, self._fonts), dpi)


def _check_resolution(dpi: float) -> None:
    """Raise UsageError for a resolution out of range."""
    if not FEWEST_DPI <= dpi <= MOST_DPI:
        raise UsageError(f"{dpi:g} dots an inch are out of range; between {FEWEST_DPI} and {MOST_DPI} is possible")
