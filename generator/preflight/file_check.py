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
from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import to_mm
from generator.preflight.checks.annotation_checks import check_annotations
from generator.preflight.checks.colour_checks import check_colour
from generator.preflight.checks.document_checks import check_document, check_page_count, check_size
from generator.preflight.checks.edge_checks import check_edges, is_cut_as_one
from generator.preflight.checks.font_checks import check_font
from generator.preflight.checks.image_checks import ImageDataCheck, check_image
from generator.preflight.checks.ink_checks import InkCheck
from generator.preflight.checks.line_checks import check_line
from generator.preflight.checks.order_checks import PageLook, check_pages, distinct_sizes
from generator.preflight.checks.page_box_checks import check_boxes
from generator.preflight.checks.pdfx_checks import check_pdfx, intent_rules
from generator.preflight.checks.registration_checks import RegistrationCheck
from generator.preflight.checks.rendered_checks import check_letters
from generator.preflight.checks.sheet_checks import SheetCheck
from generator.preflight.checks.transparency_checks import check_page_group, check_transparency
from generator.preflight.content.colour_space import StrangeValueError
from generator.preflight.content.content_reader import (
    INLINE_IMAGE,
    ContentReader,
    Operators,
    TooMuchContentError,
    is_packed_as_known,
)
from generator.preflight.content.painted import Painted
from generator.preflight.content.pdf_values import ObjectMemory, is_stream
from generator.preflight.cut_area import cut_area
from generator.preflight.drawn_page import DrawnPage, SlowPageError
from generator.preflight.file_metadata import stated_game
from generator.preflight.page_boxes import PIECE_MARK, PageBoxes, is_piece_mark, page_boxes, piece_marks
from generator.preflight.page_check import FileFacts, PageCheck
from generator.preflight.print_flaw import FlawList, PrintFlaw
from generator.preflight.print_rules import PrintRules

MOST_PAGES = 2_000
"""Pages of a file that are looked at."""
_REBUILT, _LENGTH = "reconstruct cross-reference table", "recover stream length"
"""Phrases of qpdf's warnings about its repairs."""
_MOST_STYLES = 10_000
"""Styles of a page that are remembered."""
_COMPARED = ("/Annots", "/Group")
"""Keys of a page that are checked beside its boxes, its content and its resources."""


class FileCheck:
    """Check of one PDF against print rules."""

    def __init__(self, path: Path, rules: PrintRules, send: Callable[[PrintFlaw], None]) -> None:
        """Take the file, the rules, and the function that gets each flaw."""
        self.facts = FileFacts(bytes=path.stat().st_size)
        self._path, self._rules = path, rules
        self._flaws = FlawList(send, rules.checks)
        self._reader, self._ink, self._image_data = ContentReader(), InkCheck(), ImageDataCheck()
        self._looks: list[PageLook] = []
        self._sizes: list[Size] = []
        """The sizes of pages so far."""
        self._game = ""
        self._is_rebuilt = False
        """Whether the file is damaged, so that pages may lack that were in it."""
        self._digests = ObjectMemory(_data_digest)
        self._known: dict[tuple[PageBoxes, bytes], tuple[bool, Sequence[PrintFlaw]]] = {}
        """Whether pages that were checked are empty, and their flaws: a file holds a page for each copy of a card."""

    def run(self, note: Callable[[FileFacts], None]) -> None:
        """Check the file; `note` is called with the facts after each page."""
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
        """Check an open file: as a whole, page by page, and the pages together."""
        self.facts.version = str(pdf.pdf_version)
        self._tell_repairs(pdf)
        with self._damaged("file"):
            self.facts.pages = len(pdf.pages)
            # A file that is cut in half has lost pages: it would be called empty or odd besides.
            if not self._is_rebuilt:
                check_page_count(self.facts.pages, self._rules, self._flaws)
            check_document(pdf, self._rules, self._flaws)
            check_pdfx(pdf, self._rules, self._flaws)
            self._rules = intent_rules(pdf, self._rules)
            self._game = stated_game(pdf)
        note(self.facts)
        with self._rendered(pdf) as rendered:
            self._check_pages(pdf, rendered, note)
        # qpdf reads an object when it is needed, so some repairs are known only after the pages.
        self._tell_repairs(pdf)
        if not self._is_rebuilt:
            # The order is that of all pages: one that cannot be read has its place too.
            is_whole = len(self._looks) == self.facts.pages
            check_pages(self._looks, self._rules if is_whole else replace(self._rules, order=()), self._flaws)
        if self.facts.pages > MOST_PAGES:
            message = f"only the first {MOST_PAGES:,} of {self.facts.pages:,} pages are looked at; split the file"
            self._flaws.leave_unchecked("unfinished", message)

    def _tell_repairs(self, pdf: Any) -> None:
        """Report the repairs that qpdf made to read the file: a printer's program may not be able to."""
        repairs = " ".join(map(str, pdf.get_warnings()))
        if _REBUILT in repairs:
            self._is_rebuilt = True
            self._flaws.fault("damage", "the file is damaged and could only be read after a repair; export it anew")
        elif _LENGTH in repairs:
            self._flaws.warn("damage", "the length of some data is wrong in the file; export it anew")

    @contextmanager
    def _rendered(self, pdf: Any) -> Iterator[Any]:
        """Give the file as pdfium opens it; None where pdfium cannot."""
        import pypdfium2

        pdfium: Any = pypdfium2
        if pdf.is_encrypted or not self.facts.pages:
            yield None
            return
        try:
            document = pdfium.PdfDocument(self._path)
        except pdfium.PdfiumError:
            # What could be read only after a repair is a fault already.
            if not self._is_rebuilt:
                message = "the pages cannot be drawn here, so text at the cut and art in the bleed are not looked at"
                self._flaws.leave_unchecked("unknown", message)
            yield None
            return
        with document:
            yield document

    def _check_pages(self, pdf: Any, rendered: Any, note: Callable[[FileFacts], None]) -> None:
        """Check pages one by one, and note the facts after each."""
        for number in range(min(self.facts.pages, MOST_PAGES)):
            self._flaws.begin_page(number + 1)
            with self._damaged("page"):
                self._check_page(pdf.pages[number], rendered)
            self.facts.checked = number + 1
            note(self.facts)
        self._flaws.begin_page(0)

    def _check_page(self, page: Any, rendered: Any) -> None:
        """Check a page; one like a page before it only repeats the flaws of that page."""
        is_read = True
        try:
            content = self._reader.content(page)
        except StrangeValueError:
            is_read = False
            self._tell_unread(page)
            content = self._reader.no_content()
        # Parsing takes far longer than a search, and only our own pages have marks.
        marked: Operators = content if PIECE_MARK in content.data else ()
        boxes = page_boxes(page, marked)
        written = _written(content) if marked else hashlib.sha256(content.data).digest()
        key = boxes, written + _named(page)
        if key in self._known:
            self._flaws.repeat(self._known[key][1])
        else:
            area = cut_area(boxes, self._rules)
            checked = PageCheck(boxes, self._rules, self._flaws, self.facts, area, game=self._game)
            self._known[key] = self._check_new(page, content, rendered, checked), self._flaws.of_page
        self._note_look(page, marked, boxes, written, is_empty=is_read and self._known[key][0])

    def _check_new(self, page: Any, operators: Operators, rendered: Any, checked: PageCheck) -> bool:
        """Check a page that is unlike all pages before; return whether it is empty."""
        check_boxes(checked)
        check_page_group(page.obj, checked)
        check_annotations(page.obj, checked)
        sheet = SheetCheck(checked)
        is_empty = self._check_painted(page, operators, checked, sheet)
        # A page with a million lines takes pdfium seconds to open.
        if rendered is not None and not is_empty and (self._reader.texts or is_cut_as_one(checked)):
            pdfium_page = rendered[self._flaws.page - 1]
            if not checked.boxes.crop.contains(checked.drawn):
                pdfium_page = _cropped(rendered, pdfium_page, checked)
            drawn = DrawnPage(pdfium_page, checked.drawn)
            try:
                check_letters(drawn, self._reader, checked)
                check_edges(drawn, checked)
                sheet.finish(drawn)
            except SlowPageError:
                message = "the page takes too long to draw, so text at the cut and art in the bleed are not looked at"
                self._flaws.leave_unchecked("unfinished", message)
                sheet.finish(None)
            pdfium_page.close()
        else:
            sheet.finish(None)
        return is_empty

    def _check_painted(self, page: Any, operators: Operators, checked: PageCheck, sheet: SheetCheck) -> bool:
        """Check the painted objects of a page.

        Return whether all of the page was read and paints nothing.
        """
        strange, is_read = self._reader.strange, True
        registration = RegistrationCheck(checked)
        marks, settled = 0, set[object]()
        try:
            for painted in self._reader.paint(page, operators, checked.boxes.media):
                marks += 1
                self._check_mark(painted, checked, settled)
                registration.collect(painted)
                sheet.collect(painted)
        except TooMuchContentError:
            is_read = False
            gap = f"only the first {marks:,} marks of the page are looked at"
            self._flaws.leave_unchecked("unfinished", f"{gap}; print a proof, or use a picture for its art")
        except StrangeValueError:
            is_read = False
            message = f"the content of the page cannot be read beyond its first {marks:,} marks; look at a proof"
            self._flaws.leave_unchecked("unknown", message)
        registration.finish()
        if self._reader.is_circular:
            self._flaws.fault("damage", "a form or pattern of the page draws itself without end; export the file anew")
        if self._reader.strange > strange:
            is_read = False
            message = f"{self._reader.strange - strange} operators of the page are not understood here; look at a proof"
            self._flaws.leave_unchecked("unknown", message)
        return is_read and not marks and not page.obj.get("/Annots")

    def _check_mark(self, painted: Painted, checked: PageCheck, settled: set[object]) -> None:
        """Check one painted object; `settled` are styles without flaws on this page, which are checked once."""
        # The thickness of a line depends on its matrix, which is no part of a style.
        check_line(painted, checked)
        style = painted.style()
        if style in settled:
            return
        count = self._flaws.count
        check_font(painted, checked)
        check_image(painted, checked)
        check_colour(painted, checked)
        check_transparency(painted, checked)
        # Damaged pixels would be told of once more, as ink that is not added up.
        if self._image_data.check(painted, checked):
            self._ink.check(painted, checked)
        # A style with a flaw is told of at each of its places.
        if style and self._flaws.count == count and len(settled) < _MOST_STYLES:
            settled.add(style)

    def _note_look(self, page: Any, operators: Operators, boxes: PageBoxes, written: bytes, *, is_empty: bool) -> None:
        """Keep the features to compare pages with: size, digest of the content, and sides."""
        size, digest = boxes.size(boxes.cut), hashlib.sha256(written)
        # Two backs may have the same operators and differ only in the picture that a name stands for.
        for name, drawn in sorted(page.resources.get("/XObject", {}).items()):
            digest.update(name.encode() + self._digests.get(drawn))
        is_cut = len(boxes.pieces) < 2 and bool(boxes.trim or boxes.art)
        sides = frozenset(printable(str(mark.get("/Side", ""))) for mark in piece_marks(operators))
        self._looks.append(PageLook(size, boxes.size(boxes.crop), digest.hexdigest(), sides, is_empty, is_cut))
        sizes = distinct_sizes([*self._sizes, size])
        if len(sizes) > len(self._sizes):
            self._sizes = sizes
            self.facts.sizes.append((round(to_mm(size.width), 1), round(to_mm(size.height), 1)))

    def _tell_unread(self, page: Any) -> None:
        """Report why the content of a page could not be read: it is damaged, or packed in an unknown way."""
        if is_packed_as_known(page):
            self._flaws.fault("damage", "the content of the page cannot be read; export the file anew")
        else:
            message = "the content of the page is packed in a way that is not known here; look at a proof"
            self._flaws.leave_unchecked("unknown", message)

    @contextmanager
    def _damaged(self, part: str) -> Iterator[None]:
        """Report errors of the libraries: as damage if qpdf raises them, or else as a part that is left unchecked."""
        import pikepdf

        try:
            yield
        # The limit of memory ends the whole check, which is told in other words.
        except MemoryError:
            raise
        except pikepdf.PdfError:
            message = "the page is damaged; export it anew" if part == "page" else "the file is damaged; export it anew"
            self._flaws.fault("damage", message)
        # An error of another kind may be a fault of this program, and is then none of the file.
        except Exception as error:
            message = f"this program cannot read a part of the {part} ({type(error).__name__}); look at a proof"
            self._flaws.leave_unchecked("unknown", message)


def _cropped(rendered: Any, pdfium_page: Any, checked: PageCheck) -> Any:
    """Return a page of pdfium that is drawn as far as its bleed, though viewers show less of it."""
    area = checked.drawn
    pdfium_page.set_cropbox(area.x, area.y, area.right, area.bottom)
    pdfium_page.close()
    return rendered[checked.flaws.page - 1]


def _written(operators: Operators) -> bytes:
    """Return a digest of a page's operators, without the marks of pieces, which differ from copy to copy."""
    digest = hashlib.sha256()
    for name, operands in operators:
        if not is_piece_mark(name, operands):
            # The text of an inline picture does not have its pixels.
            texts = [operand.unparse() if name == INLINE_IMAGE else str(operand) for operand in operands]
            digest.update(repr((name, texts)).encode())
    return digest.digest()


def _data_digest(drawn: Any) -> bytes:
    """Return a digest of the data of a form or picture."""
    return hashlib.sha256(drawn.read_raw_bytes() if is_stream(drawn) else b"").digest()


def _named(page: Any) -> bytes:
    """Return a digest of the objects of the file that a page refers to beside its content."""
    named = [page.resources, *map(page.obj.get, _COMPARED)]
    return hashlib.sha256(b" ".join(map(_unparsed, named))).digest()


def _unparsed(value: Any) -> bytes:
    """Return a value of the file as bytes that are equal for equal values."""
    return value.unparse(resolved=True) if hasattr(value, "unparse") else repr(value).encode()
