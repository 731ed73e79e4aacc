import xml.etree.ElementTree as ET

import pytest

DC = "{http://purl.org/dc/elements/1.1/}"


@pytest.fixture
def sheet(make):
    return make.sheet(("raid/a#1", make.face(make.run("Forum"))))


def test_file_says_what_it_is(opened, sheet):
    info = opened(sheet, title="見張り (raid)").docinfo

    assert {key: str(value) for key, value in info.items()} == {
        "/Title": "見張り (raid)",
        "/Author": "A. Maker",
        "/Subject": "Raid cards",
        "/Creator": "Vallum",
        "/Producer": "Vallum",
        "/CreationDate": "D:20261121000000Z",
        "/ModDate": "D:20261121000000Z",
    }


def test_packet_says_the_same(opened, sheet):
    packet = ET.fromstring(opened(sheet, title="Tom & <Jerry>", language="ja").Root.Metadata.read_bytes())
    texts = {
        name: " ".join("".join(packet.find(f".//{DC}{name}").itertext()).split()) for name in ("title", "language")
    }

    assert texts == {"title": "Tom & <Jerry>", "language": "ja"}


def test_language_is_set(opened, sheet):
    assert str(opened(sheet, language="ja").Root.Lang) == "ja"


@pytest.mark.parametrize(
    ("duplex", "expected"),
    [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), (None, "/Simplex")],
)
def test_printer_is_told_size_and_edge(opened, sheet, duplex, expected):
    wishes = opened(sheet, duplex=duplex).Root.ViewerPreferences

    assert wishes.PrintScaling == "/None"
    assert wishes.Duplex == expected
    assert wishes.DisplayDocTitle


def test_version_is_1_7(make, sheet):
    assert make.pdf(sheet).startswith(b"%PDF-1.7\n")
