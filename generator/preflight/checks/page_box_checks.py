"""Checks of the boxes and the size of a page."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.geometry import Rect
from generator.base.units import MM, to_mm
from generator.preflight.page_boxes import PageBoxes
from generator.preflight.page_check import PageCheck

_SLACK = 0.1 * MM
"""Tolerance for equal sizes: programs round them to whole points or tenths of a millimetre."""
_ALIKE = 1 * MM
"""Tolerance between a page and a size that a shop makes."""
_USUAL_BLEED = 2 * MM
"""The least that any shop was found to ask for (printplaygames.com)."""


def check_boxes(page: PageCheck) -> None:
    """Report boxes of a page that reach out of each other, too little bleed, and a size that the shop does not take."""
    boxes = page.boxes
    # UserUnit came with PDF 1.6 (ISO 32000-1, table 30).
    if boxes.unit != 1:
        page.flaws.warn("page-unit", "the page has a unit of its own, which some programs ignore; save it at full size")
    for name, inner, outer_name, outer in _nested(boxes):
        # Some programs round their boxes to whole points.
        if not outer.contains(inner, slack=0.5):
            message = f"the {name} box reaches out of the {outer_name} box; set the boxes anew"
            page.flaws.fault("page-boxes", message, page.place(inner))
    # PDF/X takes either a trim box or an art box, and never both.
    if boxes.trim and boxes.art:
        page.flaws.fault("page-boxes", "the page has a trim box and an art box; leave the art box out")
    _check_bleed(page)
    _check_size(page)
    _check_limits(page)


def _nested(boxes: PageBoxes) -> Iterator[tuple[str, Rect, str, Rect]]:
    """Yield pairs of page boxes, each after its name; the first box has to lie inside the second."""
    cut, name = boxes.trim or boxes.art, "trim" if boxes.trim else "art"
    if cut and boxes.bleed:
        yield name, cut, "bleed", boxes.bleed
    if boxes.bleed:
        yield "bleed", boxes.bleed, "media", boxes.media
    if cut:
        yield name, cut, "crop", boxes.crop


def _check_bleed(page: PageCheck) -> None:
    """Report a missing trim box, and bleed narrower than the shop asks for."""
    boxes, asked_bleed = page.boxes, page.rules.bleed
    if page.rules.papers or (boxes.is_sheet and not page.rules.pdfx):
        return
    if not boxes.trim and not boxes.art:
        message = "no trim box says where the page is cut; set one, or print without cutting"
        page.flaws.tell("trim-box", message, is_fault=bool(page.rules.pdfx or asked_bleed))
        if not asked_bleed:
            return
    bleed = page.area.margin * boxes.unit
    if bleed < -_SLACK:
        return  # the trim box reaches out of the bleed box, which is told already
    if asked_bleed is not None and bleed < asked_bleed - _SLACK:
        message = f"bleed of {to_mm(bleed):.1f} mm; {page.rules.shop} asks for {to_mm(asked_bleed):.1f} mm on each side"
        page.flaws.fault("bleed", message, page.place(page.area.cut))
    elif asked_bleed is None and bleed < _USUAL_BLEED - _SLACK:
        message = f"bleed of {to_mm(bleed):.1f} mm; most shops ask for 3 mm, and at least 2 mm are cut clean"
        page.flaws.warn("bleed", message, page.place(boxes.cut))


def _check_size(page: PageCheck) -> None:
    """Warn of a cut size that the shop does not make, or a paper that is printed scaled."""
    sizes, size = page.rules.sizes, page.boxes.size(page.boxes.cut)
    is_known = page.boxes.trim or page.boxes.art
    if sizes and is_known and not any(size.difference(trim) <= _ALIKE for trim in sizes):
        names = " or ".join(trim.in_mm for trim in sizes[:3])
        message = f"the page is cut to {size.in_mm}; {page.rules.shop} is known to make {names}"
        page.flaws.warn("page-size", message)
    paper = page.boxes.size(page.boxes.crop)
    papers = page.rules.papers
    if papers and not any(paper.difference(sheet) <= _ALIKE for sheet in papers):
        names = ", ".join(sheet.in_mm for sheet in papers)
        message = f"the page of {paper.in_mm} is printed larger or smaller than it is; make it for {names}"
        page.flaws.warn("page-size", message)


def _check_limits(page: PageCheck) -> None:
    """Report a page that is larger or smaller than the shop takes."""
    size, rules = page.boxes.size(page.boxes.crop), page.rules
    width, height = size.upright.width, size.upright.height
    if rules.largest and (width > rules.largest.width + _SLACK or height > rules.largest.height + _SLACK):
        message = f"the page of {size.in_mm} is too large; {rules.shop} takes {rules.largest.in_mm} at most"
        page.flaws.fault("page-size", message)
    if rules.smallest and (width < rules.smallest.width - _SLACK or height < rules.smallest.height - _SLACK):
        message = f"the page of {size.in_mm} is too small; {rules.shop} takes {rules.smallest.in_mm} at least"
        page.flaws.fault("page-size", message)
