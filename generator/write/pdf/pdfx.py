"""PDF/X: what a file for a print shop says of itself, and the printing condition that its colours are made for.

PDF/X-1a:2003 (ISO 15930-4) has four inks and no transparency, and may name the condition alone; PDF/X-4 (ISO 15930-7)
keeps transparency, and has the profile in the file.
"""

from __future__ import annotations

import zlib
from uuid import UUID

from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.model.press_sheet import PressDocument
from generator.write.pdf.container import PdfContainer, stream
from generator.write.pdf_syntax import string
from generator.write.svg.syntax import escape

_CHANNELS = 4
"""Channels of a profile of CMYK."""


@dataclass(frozen=True, slots=True)
class PdfxStandard:
    """A standard that a file keeps."""

    name: str
    """Name of the standard, as it stands in the file."""
    version: tuple[int, int]
    """Version of PDF."""
    takes_transparency: bool


PDFX_1A = PdfxStandard("PDF/X-1a:2003", (1, 4), takes_transparency=False)
PDFX_4 = PdfxStandard("PDF/X-4", (1, 6), takes_transparency=True)
STANDARDS = {"pdfx-1a": PDFX_1A, "pdfx-4": PDFX_4}
"""Standards by the names that `data/shops` has for them."""


@dataclass(frozen=True, slots=True)
class OutputIntent:
    """A printing condition."""

    condition: str
    """Its name in the registry, such as `FOGRA39`."""
    title: str
    """Name that people use for it."""
    registry: str
    """Address of the registry."""
    profile: bytes = b""
    """The ICC profile to embed; empty to give the name alone."""


@dataclass(frozen=True, slots=True)
class PdfxClaim:
    """The standard that a document keeps, and the printing condition that it is made for."""

    standard: PdfxStandard
    intent: OutputIntent

    @property
    def information(self) -> str:
        """Entries of the information dictionary. PDF/X-4 needs none, but some programs look only there."""
        name = string(self.standard.name)
        # Only the older standards have a level of conformance (ISO 15930-4).
        conformance = "" if self.standard.takes_transparency else f"/GTS_PDFXConformance{name}"
        return f"/GTS_PDFXVersion{name}{conformance}/Trapped/False"

    def xmp(self, document: PressDocument) -> str:
        """Return the elements of the metadata, with identifiers made from the content of the document."""
        name = escape(self.standard.name)
        if self.standard.takes_transparency:
            space = 'xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"'
            version = f"<pdfxid:GTS_PDFXVersion {space}>{name}</pdfxid:GTS_PDFXVersion>"
        else:
            space = 'xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"'
            version = f"<pdfx:GTS_PDFXVersion {space}>{name}</pdfx:GTS_PDFXVersion>"
            version += f"<pdfx:GTS_PDFXConformance {space}>{name}</pdfx:GTS_PDFXConformance>"
        media, identifier = 'xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"', _identifier(document)
        return (
            f"{version}<pdf:Trapped>False</pdf:Trapped>"
            f"<xmp:MetadataDate>{escape(document.date)}T00:00:00Z</xmp:MetadataDate>"
            f"<xmpMM:DocumentID {media}>uuid:{identifier}</xmpMM:DocumentID>"
            f"<xmpMM:VersionID {media}>1</xmpMM:VersionID>"
            f"<xmpMM:RenditionClass {media}>default</xmpMM:RenditionClass>"
        )

    def write_intent(self, container: PdfContainer) -> str:
        """Write the profile, if it is embedded; return the array of output intents (ISO 32000-1, 14.11.5)."""
        intent = self.intent
        condition, title = string(intent.condition), string(intent.title)
        names = f"/OutputConditionIdentifier{condition}/OutputCondition{title}/Info{title}"
        profile = ""
        if intent.profile:
            data = zlib.compress(intent.profile, 9)
            profile = f"/DestOutputProfile {container.add(stream(f'/N {_CHANNELS}', data))}"
        return f"[<</Type/OutputIntent/S/GTS_PDFX{names}/RegistryName{string(intent.registry)}{profile}>>]"


def _identifier(document: PressDocument) -> UUID:
    """Return an identifier made of a document's content, the same at every build."""
    # No random number: the same game gives the same file.
    faces = (f"{placed.piece} {placed.face.key}" for sheet in document.sheets for placed in sheet.placed)
    content_digest = digest(document.title, document.language, document.date, repr(dict(document.origin)), *faces)
    return UUID(content_digest[:32])
