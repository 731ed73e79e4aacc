import io

import pikepdf
import pytest

from generator.model.face import Shape
from generator.write.pdf.document import pdf_chunks
from generator.write.pdf.pdfx import PDFX_1A, PDFX_4, OutputIntent, PdfxClaim

NAMED = OutputIntent("JC200103", "Japan Color 2001 Coated", "http://www.color.org")
EMBEDDED = OutputIntent("FOGRA39", "Coated FOGRA39", "http://www.color.org", b"a profile")


@pytest.fixture
def claimed(make):
    """Write a page that claims a standard, and open it."""
    face = make.face(Shape(make.square(-8, -8, 120), fill="#ffffff"), make.run("Forum"))

    def write(standard, intent):
        document, forms = make.document(make.sheet(("deck/a#1", face))), make.compiled(face)
        chunks = pdf_chunks(document, forms, make.fonts, claim=PdfxClaim(standard, intent))
        return pikepdf.open(io.BytesIO(b"".join(chunks)))

    return write


def test_x1a_says_what_it_keeps(claimed):
    file = claimed(PDFX_1A, NAMED)

    assert file.pdf_version == "1.4"
    assert [str(file.docinfo[key]) for key in ("/GTS_PDFXVersion", "/GTS_PDFXConformance", "/Trapped")] == [
        *("PDF/X-1a:2003", "PDF/X-1a:2003", "/False")
    ]
    assert all(key in file.docinfo for key in ("/Title", "/CreationDate", "/ModDate"))
    assert "/Group" not in file.pages[0]
    assert "/Duplex" not in file.Root.ViewerPreferences


def test_x4_says_so_in_its_metadata(claimed):
    file = claimed(PDFX_4, EMBEDDED)
    metadata = file.open_metadata()

    assert file.pdf_version == "1.6"
    assert metadata["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
    assert metadata["pdf:Trapped"] == "False"
    assert metadata["xmpMM:DocumentID"].startswith("uuid:")
    assert (metadata["xmpMM:VersionID"], metadata["xmpMM:RenditionClass"]) == ("1", "default")
    assert metadata["xmp:CreateDate"] == metadata["xmp:MetadataDate"] == "2026-11-21T00:00:00Z"
    assert file.Root.Metadata.get("/Filter") is None


def test_intents_name_their_condition_or_hold_its_profile(claimed):
    files = claimed(PDFX_1A, NAMED), claimed(PDFX_4, EMBEDDED)
    (named,), (embedded,) = (file.Root.OutputIntents for file in files)

    assert (str(named.S), str(named.OutputConditionIdentifier)) == ("/GTS_PDFX", "JC200103")
    assert str(named.RegistryName) == "http://www.color.org"
    assert "/DestOutputProfile" not in named
    assert embedded.DestOutputProfile.N == 4
    assert embedded.DestOutputProfile.read_bytes() == b"a profile"


def test_same_document_has_the_same_identifier(claimed):
    one, other = (claimed(PDFX_4, EMBEDDED).open_metadata()["xmpMM:DocumentID"] for _ in "ab")

    assert one == other
