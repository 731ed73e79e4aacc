"""Reads the pages of a PDF as sides of cards, a card on each page."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from generator.base.errors import UsageError, fault, suggestion
from generator.base.geometry import Size
from generator.base.units import MM, to_mm
from generator.imports.decks.finished_cards import FinishedCard, SidePicture

# The resolution that print shops ask for.
_DPI = 300
# A page in 300 dpi takes some megabytes; more pages than this are a book, not a deck.
_MOST_PAGES = 1000
_LARGEST = 160 * MM
"""Of the shorter side of a card; larger pages are sheets with several cards."""

_WIDEST_BLEED = 20 * MM

BACKS = ("auto", "none", "pages", "order", "last", "first")
"""Which pages are backs: found out, none, every second one, the second half, or the last or first one for all."""


def cards_of_pdf(data: bytes, where: str, backs: str = "auto") -> list[FinishedCard]:
    """Return the cards of a PDF.

    `backs` says which pages are backs, one of BACKS. Raises Faults if the PDF cannot be read, has sheets of several
    cards, or its pages make no pairs; UsageError for an unknown `backs`.
    """
    if backs not in BACKS:
        raise UsageError(f"--backs has no way called {backs!r}{suggestion(backs, BACKS)}")
    pages = _pages(data, where)
    backs = _likely_backs(pages) if backs == "auto" else backs
    if backs in {"pages", "order"} and len(pages) % 2:
        raise fault(where, f"{len(pages)} pages are no pairs of fronts and backs; take --backs last, first or none")
    if backs in {"last", "first"}:
        common = pages[-1] if backs == "last" else pages[0]
        return [FinishedCard(page, common) for page in pages if page is not common]
    if backs == "none":
        return [FinishedCard(page) for page in pages]
    half = len(pages) // 2
    fronts, behind = (pages[::2], pages[1::2]) if backs == "pages" else (pages[:half], pages[half:])
    return [FinishedCard(*pair) for pair in zip(fronts, behind, strict=True)]


def _likely_backs(pages: Sequence[SidePicture]) -> str:
    """Return where the backs stand in a PDF: "pages" (every second), "order" (second half) or "none".

    Pages with the same pixels are taken for backs, as fronts differ.
    """
    seconds, half = {page.data for page in pages[1::2]}, len(pages) // 2
    # Two pages say nothing: any second page is alike to itself.
    if len(pages) > 2 and len(pages) % 2 == 0:
        if len(seconds) == 1:
            return "pages"
        if len({page.data for page in pages[half:]}) == 1:
            return "order"
    return "none"


def _pages(data: bytes, where: str) -> list[SidePicture]:
    """Return every page of a PDF as a picture. Raises Faults if the PDF cannot be read or has too many pages."""
    import pypdfium2 as pdfium

    try:
        with pdfium.PdfDocument(data) as document:  # type: ignore[no-untyped-call]
            count = len(document)
            if not 0 < count <= _MOST_PAGES:
                raise fault(where, f"{count:,} pages; 1 to {_MOST_PAGES:,} are taken", unreadable=True)
            return [_page(document, number, where) for number in range(count)]
    except pdfium.PdfiumError as error:
        raise fault(where, f"cannot be read as a PDF: {str(error)[:60].lower()}", unreadable=True) from None


def _page(document: Any, number: int, where: str) -> SidePicture:
    """Return a page as a picture of 300 dpi, with the size and bleed (points) that its trim box states."""
    page = document[number]
    place = f"{where}, page {number + 1}"
    width, height = page.get_size()
    left, bottom, right, top = page.get_trimbox()
    size, bleed = Size(right - left, top - bottom), (width - right + left) / 2
    # A trim box counts as one only with the same bleed across and down; else the page is the card.
    if not (0 < bleed < _WIDEST_BLEED and abs(height - size.height - 2 * bleed) < 1):
        size, bleed = Size(width, height), 0.0
    if min(size.width, size.height) > _LARGEST:
        problem = (
            f"is {to_mm(size.width):.0f} × {to_mm(size.height):.0f} mm, a sheet; give a PDF with a card on each page"
        )
        raise fault(place, problem, unreadable=True)
    picture = page.render(scale=_DPI / 72).to_pil()
    packed = io.BytesIO()
    picture.convert("RGB").save(packed, "PNG", dpi=(_DPI, _DPI), compress_level=3)
    page.close()
    return SidePicture(f"page {number + 1}", place, packed.getvalue(), size, bleed)
