"""A PDF that shows two prints side by side: the faces are copied from their PDFs as drawings."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.base.geometry import Matrix, Rect
from generator.base.messages import Messages
from generator.base.units import MM
from generator.build.changes.difference_page import caption
from generator.build.changes.differences import CopyChange, Differences, FaceDifference
from generator.build.changes.opened_print import OpenedPrint
from generator.build.changes.picture_pages import FormCopier
from generator.build.changes.printed_pieces import PrintedSide
from generator.model.face import Font, GlyphRun, Ink, Shape, Stroke
from generator.model.paper import Paper
from generator.model.press_sheet import PressDocument, PressSheet
from generator.write.pdf.document import pdf

SetLine = Callable[[str, float, float, float, str, str], tuple[GlyphRun, ...]]
"""Function that typesets words: text, size, x, y, anchor, fill."""

MARGIN = 15 * MM
GAP = 5 * MM
TALLEST, WIDEST = 55 * MM, 85 * MM
"""Most room for the picture of one face: two pairs of cards stand side by side. Larger faces are scaled down."""
INK, PALE = "#000000", "#555555"


class _DifferencePages:
    """Pages being filled from top to bottom."""

    def __init__(self, paper: Paper, set_line: SetLine) -> None:
        """Begin the first page; `set_line` typesets words."""
        self.size, self._set = paper.size, set_line
        self.inks: list[list[Ink]] = [[]]
        self.faces: list[list[tuple[PrintedSide, Matrix]]] = [[]]
        self._x, self._y, self._row = MARGIN, MARGIN, 0.0

    @property
    def width(self) -> float:
        """Width between the margins, in points."""
        return self.size.width - 2 * MARGIN

    def line(self, text: str, size: float, fill: str = INK, *, after: float = 2.0) -> None:
        """Add a line of text over the whole width; its font size, and the gap `after` it, are in points."""
        self._end_row()
        if self._y + size > self.size.height - MARGIN:
            self._turn()
        self._words(text, size, MARGIN, self._y + size, self.width, fill)
        self._y += 1.25 * size + after

    def heading(self, text: str) -> None:
        """Add the heading of a section, on a new page if no picture would fit below it."""
        self._end_row()
        if self._y + TALLEST > self.size.height - MARGIN:
            self._turn()
        self._y += 8
        self.line(text, 12, after=4)

    def pictures(self, heading: str, ids: str, sides: Sequence[tuple[str, PrintedSide]]) -> None:
        """Add the pictures of one face, before and after, side by side, with their caption above."""
        scales = [min(1.0, TALLEST / side.trim.height, WIDEST / side.trim.width) for _, side in sides]
        widths = [side.trim.width * scale for (_, side), scale in zip(sides, scales, strict=True)]
        heights = [side.trim.height * scale for (_, side), scale in zip(sides, scales, strict=True)]
        # 52 mm have room for a caption below a narrow piece.
        across = max(sum(widths) + GAP * (len(sides) - 1), 52 * MM)
        down = 20 + max(heights, default=0.0) + 14
        if self._x > MARGIN and self._x + across > self.size.width - MARGIN:
            self._end_row()
        if self._y + down > self.size.height - MARGIN:
            self._turn()
        self._words(heading, 8, self._x, self._y + 8, across, INK)
        self._words(ids, 6, self._x, self._y + 16, across, PALE)
        x, top = self._x, self._y + 20
        for (name, side), scale, width, height in zip(sides, scales, widths, heights, strict=True):
            # PDF's y grows upwards, so the matrix turns the face over.
            self.faces[-1].append((side, Matrix(scale, 0, 0, -scale, x, self.size.height - top)))
            self.inks[-1].append(_frame(Rect(x, top, width, height)))
            self._words(name, 6.5, x, top + height + 8, width, PALE)
            x += width + GAP
        self._x += across + 2 * GAP
        self._row = max(self._row, down)

    def _words(self, text: str, size: float, x: float, y: float, width: float, fill: str) -> None:
        """Typeset a line at a place in points, and shorten it with an ellipsis until it is no wider than `width`."""
        runs = self._set(text, size, x, y, "start", fill)
        # Shortened sign by sign: only a typeset line has a width.
        while len(text) > 1 and runs and runs[-1].x + runs[-1].width - x > width:
            text = text[:-2].rstrip(" ,…") + "…" if len(text) > 2 else text[:1]
            runs = self._set(text, size, x, y, "start", fill)
        self.inks[-1] += runs

    def _end_row(self) -> None:
        """Go below the pictures of the present row, back to the left margin."""
        self._y += self._row
        self._x, self._row = MARGIN, 0.0

    def _turn(self) -> None:
        """Start a new page of the report."""
        self.inks.append([])
        self.faces.append([])
        self._x, self._y, self._row = MARGIN, MARGIN, 0.0


def _frame(rect: Rect) -> Shape:
    """Return the thin grey outline around the picture of a face."""
    path = f"M {rect.x:.2f} {rect.y:.2f} L {rect.right:.2f} {rect.y:.2f} L {rect.right:.2f} {rect.bottom:.2f} "
    return Shape(f"{path}L {rect.x:.2f} {rect.bottom:.2f} Z", stroke=Stroke("#999999", 0.25))


def difference_pdf(
    prints: tuple[OpenedPrint, OpenedPrint],
    differences: Differences,
    words: Messages,
    paper: Paper,
    fonts: Mapping[str, Font],
    set_line: SetLine,
    language: str,
) -> bytes:
    """Return the PDF that shows the differences of two prints.

    `set_line` typesets words as `Labels.label` does, without its language.
    """
    import pikepdf

    old, new = prints
    pages = _DifferencePages(paper, set_line)
    title = words("diff.title", game=new.title)
    pages.line(title, 16)
    for key, opened in (("old", old), ("new", new)):
        pages.line(words(f"diff.{key}", name=opened.shown), 8, PALE, after=0)
    for note in differences.changes.notes:
        pages.line(note, 8, PALE, after=0)
    for heading, group in _sections(differences, words):
        pages.heading(heading)
        for difference in group:
            if isinstance(difference, FaceDifference):
                pages.pictures(*caption(difference, words), _shown(difference, words))
            else:
                pages.line(f"{difference.name} ({difference.piece}): {difference.before} → {difference.after}", 9)
    sheets = tuple(PressSheet(paper.size, "recto", number, (), tuple(ink)) for number, ink in enumerate(pages.inks, 1))
    # Written without the faces: our writer makes words and frames, pikepdf then adds the forms of the old files.
    document = PressDocument(title, "Vallum", title, language, _DATE, sheets)
    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf(document, {}, fonts))) as file:
        copier = FormCopier(file)
        for page, faces in zip(file.pages, pages.faces, strict=True):
            copier.place(page, faces)
        # The id is random by default; equal prints give equal files.
        file.save(target, deterministic_id=True)
    return target.getvalue()


_DATE = "2026-01-01"
"""A fixed date keeps the bytes of the PDF the same."""


def _sections(differences: Differences, words: Messages) -> Iterator[tuple[str, Sequence[FaceDifference | CopyChange]]]:
    """Yield the heading of each section of a report with the differences in it; empty sections are left out."""
    sections: tuple[tuple[str, Sequence[FaceDifference | CopyChange]], ...] = (
        ("changed", differences.changed),
        ("added", differences.added),
        ("removed", differences.removed),
        ("copies", differences.copies),
    )
    for key, group in sections:
        if group:
            pieces = {
                piece
                for difference in group
                for piece in (difference.pieces if isinstance(difference, FaceDifference) else (difference.piece,))
            }
            yield f"{words(f'diff.{key}')} ({len(pieces)})", group


def _shown(difference: FaceDifference, words: Messages) -> list[tuple[str, PrintedSide]]:
    """Return the sides of a difference that exist, each with the word for `before` or `after`."""
    both = ("before", difference.before), ("after", difference.after)
    return [(words(f"diff.{key}"), side) for key, side in both if side]
