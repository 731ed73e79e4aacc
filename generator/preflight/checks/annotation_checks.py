"""Checks of notes, stamps and other annotations of a page."""

from __future__ import annotations

from typing import Any

from generator.base.errors import printable
from generator.base.geometry import Rect
from generator.preflight.content.pdf_values import has_entries, is_array, name_text
from generator.preflight.page_boxes import box_of
from generator.preflight.page_check import PageCheck

_HIDDEN, _PRINTED = 2, 4
"""Bits of `/F`."""
_OF_PRESS = {"PrinterMark", "TrapNet"}
"""Kinds that print shops add."""
_SILENT = {"Link", "Popup", "Widget"} | _OF_PRESS
"""Kinds that nobody expects to be printed, or that other checks tell of."""
_MOST = 20_000


def check_annotations(page_object: Any, page: PageCheck) -> None:
    """Check the annotations of a page: some are printed, some are not, and PDF/X takes none on the printed area."""
    notes = page_object.get("/Annots")
    if not is_array(notes):
        return
    # A hostile page may have millions of notes.
    if len(notes) > _MOST:
        page.flaws.leave_unchecked("unfinished", f"only the first {_MOST:,} notes of the page are looked at")
    for note in list(notes)[:_MOST]:
        if has_entries(note) and not int(note.get("/F", 0)) & _HIDDEN:
            _check_note(name_text(note.get("/Subtype", "/Note")), note, page)


def _check_note(kind: str, note: Any, page: PageCheck) -> None:
    """Report a note on the printed area under PDF/X, or one that is unexpectedly printed or not printed."""
    box = box_of(note.get("/Rect")) or Rect(page.boxes.crop.x, page.boxes.crop.y, 0, 0)
    name, place = printable(kind)[:40], page.place(box)
    if page.rules.pdfx and kind not in _OF_PRESS:
        if page.boxes.kept_clear.overlaps(box, slack=0):
            message = f"annotation ({name}) on what is printed; PDF/X takes none there, so remove or flatten it"
            page.flaws.fault("annotation", message, place)
    elif kind not in _SILENT:
        is_printed = "is printed" if int(note.get("/F", 0)) & _PRINTED else "is seen on the screen and not printed"
        message = f"annotation ({name}) {is_printed}; remove or flatten it"
        page.flaws.warn("annotation", message, place)
