"""The metadata of a PDF file: title, author, language, date and viewer preferences."""

from __future__ import annotations

from generator.model.press_sheet import PressDocument
from generator.write.pdf.syntax import string

_PRODUCER = "Vallum"
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_DUPLEX = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", None: "/Simplex"}


def viewer_preferences(document: PressDocument) -> str:
    """Return the viewer preferences (ISO 32000-1, 12.2): no scaling, and which edge to flip over."""
    return f"<</PrintScaling/None/Duplex{_DUPLEX[document.duplex]}/PickTrayByPDFSize true/DisplayDocTitle true>>"


def information(document: PressDocument) -> str:
    """Return the information dictionary (ISO 32000-1, 14.3.3)."""
    date = string(f"D:{document.date.replace('-', '')}000000Z")
    entries = {"Title": document.title, "Author": document.author, "Subject": document.subject}
    texts = "".join(f"/{key}{string(text)}" for key, text in entries.items() if text)
    producer = string(_PRODUCER)
    return f"<<{texts}/Creator{producer}/Producer{producer}/CreationDate{date}/ModDate{date}>>"


def xmp(document: PressDocument) -> bytes:
    """Return the same facts as an XMP packet (ISO 16684-1)."""
    language, date = _escape(document.language), f"{_escape(document.date)}T00:00:00Z"
    spaces = (
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
        ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/"'
    )
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description rdf:about="" {spaces}>'
        "<dc:format>application/pdf</dc:format>"
        f"<dc:title>{_alternative(document.title)}</dc:title>"
        f"<dc:description>{_alternative(document.subject)}</dc:description>"
        f"<dc:creator><rdf:Seq><rdf:li>{_escape(document.author)}</rdf:li></rdf:Seq></dc:creator>"
        f"<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>"
        f"<xmp:CreatorTool>{_PRODUCER}</xmp:CreatorTool><pdf:Producer>{_PRODUCER}</pdf:Producer>"
        f"<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>"
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>'
    ).encode()


def _alternative(text: str) -> str:
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{_escape(text)}</rdf:li></rdf:Alt>'


def _escape(text: str) -> str:
    """Escape text for XML. `xml.sax.saxutils` would import all of urllib for this."""
    return text.translate(_ENTITIES)
