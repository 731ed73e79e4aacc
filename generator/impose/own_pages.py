"""Pages of their own size, to be read on a screen: no marks, no slug line, no paper."""

from __future__ import annotations

from collections.abc import Iterable

from generator.base.geometry import IDENTITY, Rect
from generator.impose.imposition_inputs import PieceToPrint
from generator.impose.press_sheets import ImposedSheets
from generator.model.press_sheet import PlacedFace, PressSheet


def pages_of_own_size(pages: Iterable[PieceToPrint]) -> ImposedSheets:
    """Place each front on a page as large as its trim; backs are left out."""
    return ImposedSheets(tuple(_page(number, page) for number, page in enumerate(pages, 1)))


def _page(number: int, page: PieceToPrint) -> PressSheet:
    """Return one page as large as the trim of its front."""
    trim = Rect(0.0, 0.0, page.front.trim.width, page.front.trim.height)
    return PressSheet(page.front.trim, "recto", number, (PlacedFace(page.id, page.front, IDENTITY, trim, trim),))
