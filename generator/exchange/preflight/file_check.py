"""Checks one PDF: the whole file, then page by page, then the pages together.

The file is a stranger's. `check_process.py` runs this in a process with limits on memory and time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generator.base.errors import printable
from generator.base.units import to_mm
from generator.exchange.preflight.checks.annotation_checks import check_annotations
from generator.exchange.preflight.checks.colour_checks import check_colour
from generator.exchange.preflight.checks.document_checks import check_document, check_page_count, check_size
from generator.exchange.preflight.checks.font_checks import check_font
from generator.exchange.preflight.checks.image_checks import check_image
from generator.exchange.preflight.checks.ink_checks import InkCheck
from generator.exchange.preflight.checks.line_checks import check_line
from generator.exchange.preflight.checks.order_checks import PageLook, check_pages
from generator.exchange.preflight.checks.page_box_checks import check_boxes
from generator.exchange.preflight.checks.pdfx_checks import check_pdfx
from generator.exchange.preflight.checks.rendered_checks import check_edges, check_letters
from generator.exchange.preflight.checks.transparency_checks import check_page_group, check_transparency
from generator.exchange.preflight.content.colour_space import StrangeValueError
from generator.exchange.preflight.content.content_reader import (
    INLINE_IMAGE,
    ContentReader,
    Operators,
    TooMuchContentError,
)
from generator.exchange.preflight.content.pdf_values import ObjectMemory, is_stream
from generator.exchange.preflight.drawn_page import DrawnPage
from generator.exchange.preflight.page_boxes import PageBoxes, is_piece_mark, page_boxes, piece_marks
from generator.exchange.preflight.page_check import FileFacts, PageCheck
from generator.exchange.preflight.print_flaw import FlawList, PrintFlaw
from generator.exchange.preflight.print_rules import PrintRules

MOST_PAGES = 2_000
"""Pages of a file that are looked at."""
_REBUILT, _LENGTH = "reconstruct cross-reference table", "recover stream length"
"""What qpdf says of its repairs."""
_COMPARED = ("/Annots", "/Group")
"""What of a page is checked beside its boxes, its content and its resources."""


class FileCheck:
    """Checks one file by some rules."""

    def __init__(self, path: Path, rules: PrintRules, send: Callable[[PrintFlaw], None]) -> None:
        self.facts = FileFacts(bytes=path.stat().st_size)
        self._path, self._rules = path, rules
        self._flaws = FlawList(send)
        self._reader, self._ink = ContentReader(), InkCheck()
        self._looks: list[PageLook] = []
        self._digests = ObjectMemory(_data_digest)
        self._known: dict[tuple[PageBoxes, bytes], tuple[bool, Sequence[PrintFlaw]]] = {}
        """Whether pages that were checked are empty, and their flaws: a file holds a page for each copy of a card."""

    def run(self, note: Callable[[FileFacts], None]) -> None:
        """Check the file; `note` takes the facts after each page."""
        import pikepdf

        check_size(self.facts.bytes, self._rules, self._flaws)
        try:
            pdf = pikepdf.open(self._path, suppress_warnings=True)
        except pikepdf.PasswordError:
            self._flaws.fault("encryption", "the file is locked with a password; save it without")
            return
        except pikepdf.PdfError:
            self._flaws.fault("damage", "this is no PDF, or a damaged one; export it anew")
            return
        with pdf:
            self._check(pdf, note)

    def _check(self, pdf: Any, note: Callable[[FileFacts], None]) -> None:
        self.facts.version = str(pdf.pdf_version)
        with self._damaged("the file is damaged; export it anew"):
            self.facts.pages = len(pdf.pages)
            check_page_count(self.facts.pages, self._rules, self._flaws)
            check_document(pdf, self._rules, self._flaws)
            check_pdfx(pdf, self._rules, self._flaws)
        note(self.facts)
        with self._rendered(pdf) as rendered:
            self._check_pages(pdf, rendered, note)
        self._tell_repairs(pdf)
        check_pages(self._looks, self._rules, self._flaws)
        if self.facts.checked < self.facts.pages:
            first = f"only the first {self.facts.checked} of {self.facts.pages} pages were checked; split the file"
            what = first if self.facts.checked else "page 1 draws more than can be checked; use pictures for its art"
            self._flaws.fault("unfinished", what)

    def _tell_repairs(self, pdf: Any) -> None:
        """Tell of what qpdf had to repair to read the file: a printer's program may not be able to."""
        repairs = " ".join(map(str, pdf.get_warnings()))
        if _REBUILT in repairs:
            self._flaws.fault("damage", "the file is damaged and could only be read after a repair; export it anew")
        elif _LENGTH in repairs:
            self._flaws.warn("damage", "the length of some data is wrong in the file; export it anew")

    @contextmanager
    def _rendered(self, pdf: Any) -> Iterator[Any]:
        """Give the file as pdfium opens it; None where it does not."""
        import pypdfium2

        pdfium: Any = pypdfium2
        if pdf.is_encrypted:
            yield None
            return
        try:
            document = pdfium.PdfDocument(self._path)
        except pdfium.PdfiumError:
            yield None
            return
        with document:
            yield document

    def _check_pages(self, pdf: Any, rendered: Any, note: Callable[[FileFacts], None]) -> None:
        for number in range(min(self.facts.pages, MOST_PAGES)):
            self._flaws.begin_page(number + 1)
            try:
                with self._damaged("the page is damaged; export it anew"):
                    self._check_page(pdf.pages[number], rendered)
            except TooMuchContentError:
                break
            self.facts.checked = number + 1
            note(self.facts)
        self._flaws.begin_page(0)

    def _check_page(self, page: Any, rendered: Any) -> None:
        try:
            operators = self._reader.operators(page)
        except StrangeValueError:
            self._flaws.fault("damage", "the content of the page cannot be read; export the file anew")
            operators = ()
        boxes, written = page_boxes(page, operators), _written(operators)
        key = boxes, written + _named(page)
        if key in self._known:
            self._flaws.repeat(self._known[key][1])
        else:
            checked = PageCheck(boxes, self._rules, self._flaws, self.facts)
            self._known[key] = self._check_new(page, operators, rendered, checked), self._flaws.of_page
        self._note_look(page, operators, boxes, written, is_empty=self._known[key][0])

    def _check_new(self, page: Any, operators: Operators, rendered: Any, checked: PageCheck) -> bool:
        """Check a page that no page before it is like; return whether it is empty."""
        check_boxes(checked)
        check_page_group(page.obj, checked)
        check_annotations(page.obj, checked)
        is_empty = self._check_painted(page, operators, checked)
        if rendered is not None and not is_empty:
            shown = rendered[self._flaws.page - 1]
            drawn = DrawnPage(shown, checked.boxes)
            check_letters(drawn, self._reader, checked)
            check_edges(drawn, checked)
            shown.close()
        return is_empty

    def _check_painted(self, page: Any, operators: Operators, checked: PageCheck) -> bool:
        """Check what is painted; return whether that is nothing."""
        is_empty, strange = True, self._reader.strange
        for painted in self._reader.paint(page, operators, checked.boxes.media):
            is_empty = False
            check_font(painted, checked)
            check_line(painted, checked)
            check_image(painted, checked)
            check_colour(painted, checked)
            check_transparency(painted, checked)
            self._ink.check(painted, checked)
        if self._reader.strange > strange:
            what = f"{self._reader.strange - strange} parts of the page cannot be understood; export the file anew"
            self._flaws.warn("damage", what)
        return is_empty and not page.obj.get("/Annots")

    def _note_look(self, page: Any, operators: Operators, boxes: PageBoxes, written: bytes, *, is_empty: bool) -> None:
        size, digest = boxes.size(boxes.cut), hashlib.sha256(written)
        for name, drawn in sorted(page.resources.get("/XObject", {}).items()):
            digest.update(name.encode() + self._digests.get(drawn))
        is_cut = len(boxes.pieces) < 2 and bool(boxes.trim or boxes.art)
        sides = frozenset(printable(str(mark.get("/Side", ""))) for mark in piece_marks(operators))
        self._looks.append(PageLook(size, digest.hexdigest(), sides, is_empty, is_cut))
        mm = (round(to_mm(size.width), 1), round(to_mm(size.height), 1))
        if mm not in self.facts.sizes:
            self.facts.sizes.append(mm)

    @contextmanager
    def _damaged(self, what: str) -> Iterator[None]:
        """Turn whatever the libraries raise on damaged files into a fault."""
        try:
            yield
        except (MemoryError, TooMuchContentError):
            raise
        except Exception:
            self._flaws.fault("damage", what)


def _written(operators: Operators) -> bytes:
    """Return a digest of what a page writes, without the names of our pieces, of which each copy has its own."""
    digest = hashlib.sha256()
    for name, operands in operators:
        if not is_piece_mark(name, operands):
            given = [each.unparse() if name == INLINE_IMAGE else str(each) for each in operands]
            digest.update(repr((name, given)).encode())
    return digest.digest()


def _data_digest(drawn: Any) -> bytes:
    """Return a digest of the data of a form or picture."""
    return hashlib.sha256(drawn.read_raw_bytes() if is_stream(drawn) else b"").digest()


def _named(page: Any) -> bytes:
    """Return a digest of what a page names beside its content: the same objects of the file."""
    named = [page.resources, *map(page.obj.get, _COMPARED)]
    return hashlib.sha256(b" ".join(map(_unparsed, named))).digest()


def _unparsed(given: Any) -> bytes:
    return given.unparse(resolved=True) if hasattr(given, "unparse") else repr(given).encode()
