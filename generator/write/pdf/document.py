"""Write press sheets, or single faces, as a PDF file with its metadata."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import NamedTuple
from generator.model.face import Face, Font
from generator.model.press_sheet import PlacedFace, PressDocument, PressSheet
from generator.model.text import is_rtl_language
from generator.write.colours.written_colours import RGB, WrittenColours
from generator.write.pdf.container import PdfContainer, pack_objects, stream
from generator.write.pdf.content_stream import ContentStream
from generator.write.pdf.drawing import draw
from generator.write.pdf.face_digest import outline_digest
from generator.write.pdf.outline import write_outline
from generator.write.pdf.resources import Resources
from generator.write.pdf.xobjects import FormXObject, StoredXObjects, XObject, drawn_by
from generator.write.pdf_syntax import array, matrix, rectangle, string
from generator.write.svg.syntax import escape

if TYPE_CHECKING:
    from generator.write.pdf.form.form_fields import FormContent, FormFields
    from generator.write.pdf.pdfx import PdfxClaim

HELD = 1000
"""Most XObjects that are kept for their second use: `forms` may unpack each one that it is asked for."""


def pdf(
    document: PressDocument, forms: Mapping[str, XObject], fonts: Mapping[str, Font], form: FormContent | None = None
) -> bytes:
    """Return a whole PDF file in memory; `pdf_chunks` describes the arguments and errors."""
    return b"".join(pdf_chunks(document, forms, fonts, form))


def pdf_chunks(
    document: PressDocument,
    forms: Mapping[str, XObject],
    fonts: Mapping[str, Font],
    form: FormContent | None = None,
    colours: WrittenColours = RGB,
    claim: PdfxClaim | None = None,
) -> Iterator[bytes]:
    """Yield the file piece by piece: one page for each press sheet, true to size.

    `forms` holds what the placed faces were compiled to, by key; what no sheet uses is left out. Each face is marked
    content, `/Piece <</ID(orders/bar#2) /Side(front) /Trim[x0 y0 x1 y1]>>`, with its trim in points from the lower
    left, before any printer's adjustment, and with `/Cut`, a digest of its outline, if it is not cut along the trim.
    With a `form`, the pages can be filled in. The forms must have been compiled in the same `colours`.
    With a `claim` the file says that it keeps a standard of PDF/X: the document must have a title and a date.
    Raises Faults for a font that cannot be embedded, LostDataError, while it is read, for pictures.
    """
    pages: list[FormXObject] = []
    own_forms: dict[str, XObject] = {}
    for index, sheet in enumerate(document.sheets):
        content = _page(index, sheet, fonts, colours, tagged=form is not None)
        pages.append(content.form(is_page=True))
        own_forms |= {inner_form.key: inner_form for inner_form in content.forms}

    @lru_cache(maxsize=HELD)
    def find(key: str) -> XObject:
        return own_forms.get(key) or forms[key]

    def drawn(key: str) -> tuple[str, ...]:
        if isinstance(forms, StoredXObjects) and key not in own_forms:
            return forms.drawn_by(key)
        return drawn_by(find(key))

    container = PdfContainer(document.language, claim.standard.version) if claim else PdfContainer(document.language)
    resources = Resources(container, fonts, _needed(pages, drawn), find, colours.space)
    sizes = [sheet.size for sheet in document.sheets]
    fields = _form_fields(container, resources, form, sizes) if form else None
    # Only fields and an outline refer to pages; without both, pages need no number in advance.
    references = fields.pages if fields else [container.reserve() for _ in pages] if document.outline else []
    for number, (page, sheet) in enumerate(zip(pages, document.sheets, strict=True)):
        written = container.add(stream("", page.stream))
        own_entries = f"{_places(sheet).boxes}{resources.group}{fields.of_page(number) if fields else ''}"
        reference = references[number] if references else ""
        container.page(f"{own_entries}/Contents {written}/Resources{resources.of(page)}", reference)
    if document.outline:
        outline = write_outline(container, document.outline, document.sheets, references)
        container.catalogue(Outlines=outline)
    if fields:
        fields.finish()
    resources.embed()
    _describe(container, document, form, claim)
    finished = container.chunks(_information(document, claim))
    # A form is small enough to be packed in memory; a deck with its pictures is not.
    return iter([pack_objects(b"".join(finished))]) if form else finished


def _form_fields(container: PdfContainer, resources: Resources, form: FormContent, sizes: Sequence[Size]) -> FormFields:
    """Return the fields of a form on pages of some sizes."""
    from generator.write.pdf.form.form_fields import FormFields

    return FormFields(container, resources, form, sizes)


def _describe(
    container: PdfContainer, document: PressDocument, form: FormContent | None, claim: PdfxClaim | None
) -> None:
    """Write the metadata, the viewer preferences, and the output intent of a claim."""
    # Metadata is not compressed, so that programs find it without reading PDF.
    metadata = container.add(stream("/Type/Metadata/Subtype/XML", _xmp(document, form, claim), filter_=""))
    preferences = "<</DisplayDocTitle true>>" if claim else _viewer_preferences(document)
    container.catalogue(ViewerPreferences=preferences, Metadata=metadata)
    if claim:
        container.catalogue(OutputIntents=claim.write_intent(container))


ANY_DAY = "2000-01-01"
"""Date of a file of a game that has none, where a file must have one: the same game gives the same file on any day."""


def face_pdf(
    faces: Sequence[Face],
    forms: Mapping[str, XObject],
    fonts: Mapping[str, Font],
    *,
    bleed: bool = True,
    title: str = "",
    language: str = "en",
    date: str = ANY_DAY,
    colours: WrittenColours = RGB,
) -> Iterator[bytes]:
    """Yield a file with one page for each face, as large as its trim, with the bleed or without.

    The forms must have been compiled in the same `colours`. Raises Faults for a font that cannot be embedded.
    """
    sheets = tuple(
        face_sheet(number, face, face.trim.expand(face.bleed if bleed else 0.0)) for number, face in enumerate(faces, 1)
    )
    return pdf_chunks(PressDocument(title, "", "", language, date, sheets), forms, fonts, colours=colours)


def face_sheet(number: int, face: Face, page: Size, *, piece: str = "", side: str = "recto") -> PressSheet:
    """Return a page with one face, its trim in the middle. Bleed beyond the page is cut off; missing bleed is white.

    `piece` names the placed piece; it is the key of the face where none is given.
    """
    x, y = (page.width - face.trim.width) / 2, (page.height - face.trim.height) / 2
    trim = Rect(x, y, face.trim.width, face.trim.height)
    placed = PlacedFace(piece or face.key, face, Matrix.translation(x, y), trim, Rect(0, 0, page.width, page.height))
    return PressSheet(page, side, number, (placed,))


def _page(
    index: int, sheet: PressSheet, fonts: Mapping[str, Font], colours: WrittenColours, *, tagged: bool = False
) -> ContentStream:
    """Write a sheet's content: its faces in reading order, then its marks.

    One matrix flips the y axis and applies the printer's adjustment. Tagged faces are one figure of the structure.
    """
    upright = Matrix(1, 0, 0, -1, 0, sheet.size.height) @ sheet.adjust
    box = Rect(0, 0, sheet.size.width, sheet.size.height)
    content = ContentStream(f"page {index}", box, fonts, base=upright, colours=colours)
    content.write(f"{matrix(upright)} cm")
    if tagged:
        content.write("/Figure<</MCID 0>>BDC")  # the figure of the structure tree refers to this id
    for placed, side, (trim, clip) in zip(sheet.placed, _sides(sheet), _places(sheet).slots, strict=True):
        outline = outline_digest(placed.face)
        cut = f"/Cut({outline})" if outline else ""
        content.write(f"/Piece<</ID{string(placed.piece)}/Side({side})/Trim{trim}{cut}>>BDC")
        content.place(placed.face.key, placed.matrix, clip=clip)
        content.write("EMC")
    if tagged:
        content.write("EMC")
    if sheet.marks:
        content.write("/Artifact BMC")  # screen readers skip crop marks and slug lines (ISO 32000-1, 14.8.2.2)
        draw(content, sheet.marks)
        content.write("EMC")
    return content


def _sides(sheet: PressSheet) -> Iterator[str]:
    """Yield the side of each placed face. On a folded sheet a piece comes twice, its back second."""
    placed_pieces: set[str] = set()
    for placed in sheet.placed:
        yield "back" if sheet.side == "verso" or placed.piece in placed_pieces else "front"
        placed_pieces.add(placed.piece)


def _needed(pages: Iterable[FormXObject], drawn: Callable[[str], tuple[str, ...]]) -> list[str]:
    """Return the keys of all XObjects that the pages draw, directly or through others, in drawing order."""
    keys: dict[str, None] = {}
    # A stack: reversed, so that keys come out in drawing order.
    waiting = [key for page in pages for key in drawn_by(page)][::-1]
    while waiting:
        key = waiting.pop()
        if key not in keys:
            keys[key] = None
            waiting += drawn(key)[::-1]
    return list(keys)


class _Places(NamedTuple):
    """Page boxes and slots that pages with faces in the same places share."""

    boxes: str
    """The page boxes (ISO 32000-1, 14.11.2). A sheet without pieces is not cut and has no trim box."""
    slots: tuple[tuple[str, str], ...]
    """The trim of each face, and the operators that clip it."""


def _places(sheet: PressSheet) -> _Places:
    """Return the page boxes of a sheet, and the slots of its faces."""
    return _places_of(sheet.size, tuple([(placed.trim, placed.clip) for placed in sheet.placed]))


@lru_cache(maxsize=16)
def _places_of(size: Size, places: tuple[tuple[Rect, Rect], ...]) -> _Places:
    """Return page boxes and slots, the same object for equal places: nearly all pages of a deck are alike."""
    boxes = f"/MediaBox{array((0, 0, size.width, size.height))}"
    if places:
        trim, bleed = (array(_corners(reduce(Rect.union, rects), size)) for rects in zip(*places, strict=True))
        boxes += f"/TrimBox{trim}/BleedBox{bleed}"
    return _Places(boxes, tuple((array(_corners(trim, size)), f"{rectangle(clip)} re W n ") for trim, clip in places))


def _corners(rect: Rect, page: Size) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top from the lower left of the page, clipped to it."""
    bottom, top = page.height - rect.bottom, page.height - rect.y
    # A bleed may reach beyond the paper, where page boxes must not (ISO 32000-1, 14.11.2).
    return max(0.0, rect.x), max(0.0, bottom), min(page.width, rect.right), min(page.height, top)


_PRODUCER = "Vallum"
ORIGIN = "urn:vallum:print"
"""Namespace of our own entries in the metadata: which game, language and theme a file prints."""
_PDF_UA = "http://www.aiim.org/pdfua/ns/id/"
_DUPLEX = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", None: "/Simplex"}


def _viewer_preferences(document: PressDocument) -> str:
    """Return the viewer preferences (ISO 32000-1, 12.2): no scaling, which edge to flip over, how pages follow."""
    direction = "/Direction/R2L" if is_rtl_language(document.language) else ""
    duplex = _DUPLEX[document.duplex]
    return f"<</PrintScaling/None/Duplex{duplex}/PickTrayByPDFSize true/DisplayDocTitle true{direction}>>"


def _information(document: PressDocument, claim: PdfxClaim | None) -> str:
    """Return the information dictionary of a PDF: title, author, subject and dates (ISO 32000-1, 14.3.3)."""
    date = string(f"D:{document.date.replace('-', '')}000000Z")
    dates = f"/CreationDate{date}/ModDate{date}" if document.date else ""
    entries = {"Title": document.title, "Author": document.author, "Subject": document.subject}
    texts = "".join(f"/{key}{string(text)}" for key, text in entries.items() if text)
    producer = string(_PRODUCER)
    return f"<<{texts}/Creator{producer}/Producer{producer}{dates}{claim.information if claim else ''}>>"


def _xmp(document: PressDocument, form: FormContent | None, pdfx: PdfxClaim | None) -> bytes:
    """Return the same facts as an XMP packet (ISO 16684-1); a form says so where it meets PDF/UA-1 (ISO 14289-1, 5)."""
    language, date = escape(document.language), f"{escape(document.date)}T00:00:00Z"
    dates = f"<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>" if document.date else ""
    spaces = (
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
        ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/"'
    )
    if document.origin:
        spaces += f' xmlns:vallum="{ORIGIN}"'
    is_accessible = form is not None and form.is_accessible and bool(document.title.strip() and document.language)
    claim = f'<pdfuaid:part xmlns:pdfuaid="{_PDF_UA}">1</pdfuaid:part>' if is_accessible else ""
    origin = "".join(f"<vallum:{key}>{escape(text)}</vallum:{key}>" for key, text in document.origin.items())
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description rdf:about="" {spaces}>'
        "<dc:format>application/pdf</dc:format>"
        f"<dc:title>{_alternative(document.title)}</dc:title>"
        f"<dc:description>{_alternative(document.subject)}</dc:description>"
        f"<dc:creator><rdf:Seq><rdf:li>{escape(document.author)}</rdf:li></rdf:Seq></dc:creator>"
        f"<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>"
        f"<xmp:CreatorTool>{_PRODUCER}</xmp:CreatorTool><pdf:Producer>{_PRODUCER}</pdf:Producer>"
        f"{dates}{claim}{pdfx.xmp(document) if pdfx else ''}{origin}"
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>'
    ).encode()


def _alternative(text: str) -> str:
    """Return a text of the metadata in XMP's form for texts in several languages."""
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(text)}</rdf:li></rdf:Alt>'
