"""Contents are parsed alike whole and in pieces, plainly and by qpdf."""

import pikepdf
import pytest

from generator.preflight.content import page_content
from generator.preflight.content.colour_space import StrangeValueError
from generator.preflight.content.page_content import ContentParser, PageContent, content_data
from tests.preflight.tiny_pdf import tiny_pdf

PATHS = b"q 0.5 w /G0 gs 1 0 0 1 10 -20.5 cm\n0 0 0 1 K .5 5. m +3 -4 l h S Q\n"
TEXTS = rb"BT /F 9 Tf (a f b) Tj (a \( f ) Tj (\\) Tj [(x S y) 20 (z)] TJ <41> Tj ET" + b"\n"
PICTURE = b"BI /W 2 /H 2 /BPC 8 /CS /G ID a S  EI\n"


def plain(value):
    if isinstance(value, pikepdf.Object | pikepdf.PdfInlineImage):
        return value.unparse()
    return value.encode() if isinstance(value, str) else value if value is None else float(value)


def listed(content):
    return [(name, [plain(operand) for operand in operands]) for name, operands in content]


@pytest.fixture
def parser():
    return ContentParser()


@pytest.fixture
def reference():
    """Operators as qpdf has them, with the holder of what they name."""
    pdf = pikepdf.new()

    def read(data):
        instructions = pikepdf.parse_content_stream(pikepdf.Stream(pdf, data))
        return listed((str(each.operator), list(each.operands)) for each in instructions)

    return read


@pytest.mark.parametrize(
    "data",
    [
        PATHS,
        TEXTS,
        PATHS + TEXTS + PICTURE + PATHS,
        b"/Tag BMC /A /B DP EMC",
        b"/Piece <</ID (a) /Trim [1 2 3 4]>> BDC EMC",
        b"% a comment S\n1 w",
        b"/A#20B gs",
        b"/A/B DP",
        b"1 0 0 1 0 0 cm/X Do",
        b"true false null x",
        b"1 w\0002 w",
        b"",
        b" \n",
    ],
)
@pytest.mark.parametrize("piece", [20, 400_000])
def test_operators_are_those_of_qpdf(data, piece, parser, reference, monkeypatch):
    monkeypatch.setattr(page_content, "PIECE", piece)

    assert listed(PageContent(data, parser)) == reference(data)


@pytest.mark.parametrize("data", [b"1..2 w", b"--5 w", b"5w", b"12 unknown", b"1e5 w", b"1_0 w"])
def test_odd_contents_are_read_as_qpdf_reads_them(data, parser, reference):
    assert listed(PageContent(data, parser)) == reference(data)


def test_large_content_is_divided(parser, monkeypatch):
    monkeypatch.setattr(page_content, "PIECE", 100)
    pieces = []
    operators = parser.operators
    monkeypatch.setattr(parser, "operators", lambda data: pieces.append(data) or operators(data))
    data = PATHS * 50

    assert len([*PageContent(data, parser)]) == 10 * 50
    assert b"".join(pieces) == data
    assert len(pieces) > 20


def test_content_with_a_picture_is_not_divided(parser, monkeypatch):
    monkeypatch.setattr(page_content, "PIECE", 10)
    pieces = []
    monkeypatch.setattr(parser, "operators", lambda data: pieces.append(data) or [])
    [*PageContent(PATHS + PICTURE + PATHS, parser)]

    assert pieces == [PATHS + PICTURE + PATHS]


def test_small_content_is_parsed_once(parser, monkeypatch):
    content = PageContent(PATHS, parser)
    first = [*content]
    monkeypatch.setattr(parser, "operators", None)

    assert [*content] == first


def test_parts_of_a_content_are_joined_between_words():
    pdf = tiny_pdf(pages=1)
    page = pdf.pages[0]
    page.obj.Contents = pikepdf.Array([pdf.make_stream(b"q 1"), pdf.make_stream(b"w Q")])

    assert content_data(page).split() == [b"q", b"1", b"w", b"Q"]


def test_page_without_content_has_none():
    pdf = tiny_pdf(pages=1)
    del pdf.pages[0].obj["/Contents"]

    assert content_data(pdf.pages[0]) == b""


def test_content_in_run_lengths_is_unpacked():
    pdf = tiny_pdf(pages=1)
    pdf.pages[0].obj.Contents = pikepdf.Stream(pdf, b"\x02q Q\x80", Filter=pikepdf.Name.RunLengthDecode)

    assert content_data(pdf.pages[0]) == b"q Q"


def test_content_that_cannot_be_unpacked_is_an_error():
    pdf = tiny_pdf(pages=1)
    pdf.pages[0].obj.Contents = pikepdf.Stream(pdf, b"no such data", Filter=pikepdf.Name.Unknown)

    with pytest.raises(pikepdf.PdfError):
        content_data(pdf.pages[0])


@pytest.mark.parametrize("data", [b"(" * 50, b"<< /A", b"[ 1 2"])
def test_content_of_which_nothing_can_be_made_is_not_empty(parser, data):
    with pytest.raises(StrangeValueError):
        list(PageContent(data, parser))


@pytest.mark.parametrize("data", [b"", b" \n ", b"% words\r% more"])
def test_content_without_operators_is_empty(parser, data):
    assert list(PageContent(data, parser)) == []


def test_long_path_is_divided(parser, monkeypatch):
    monkeypatch.setattr(page_content, "PIECE", 1000)
    pieces = []
    operators = parser.operators
    monkeypatch.setattr(parser, "operators", lambda data: pieces.append(data) or operators(data))

    assert len(list(PageContent(b"0 0 m " + b"1 2 3 4 5 6 c 7 8 l " * 500 + b"S ", parser))) == 1002
    assert len(pieces) > 8
