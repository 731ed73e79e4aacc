import io
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pikepdf
import pytest

from generator.write.pdf.container import PdfContainer, pack_objects, stream

PROGRAM = """
import hashlib, runpy, sys
made = runpy.run_path(sys.argv[1])
words = made["face_of"](made["shaped"]("Forum"), key="f")
sheet = made["sheet_of"](("deck/a#1", made["kitchen_sink"]()), ("deck/b#1", words))
print(hashlib.sha256(made["written"](sheet, title="見張り", duplex="long")).hexdigest())
"""
PLACES = [
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LC_ALL": "C", "RL_invariant": "0"},
    {"PYTHONHASHSEED": "2", "TZ": "America/Lima", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1", "RL_pdfComments": "1"},
    {"PYTHONHASHSEED": "3", "TZ": "UTC", "RL_pdfMultiLine": "1", "RL_useA85": "1", "PYTHONUTF8": "1"},
]


def test_same_input_gives_same_bytes_anywhere(tmp_path):
    conftest = Path(__file__).parents[1] / "conftest.py"
    seen = set()
    for number, place in enumerate(PLACES):
        (tmp_path / str(number)).mkdir()
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(conftest)],
            cwd=tmp_path / str(number),
            env=os.environ | place | {"PYTHONPATH": str(Path(__file__).parents[3])},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(ran.stdout)

    assert len(seen) == 1


def finished(*objects):
    container = PdfContainer("en")
    container.page("/MediaBox[0 0 9 9]")
    for content in objects:
        container.add(content)
    return pikepdf.open(io.BytesIO(b"".join(container.chunks("<</Title(x)>>"))))


def test_identifier_depends_on_the_content():
    one, again, other = (bytes(finished(content).trailer.ID[0]) for content in ("(a)", "(a)", "(b)"))

    assert one == again != other


def test_object_may_be_filled_later():
    container = PdfContainer("en")
    reference = container.reserve()
    container.page(f"/MediaBox[0 0 9 9]/Contents {reference}")
    container.fill(reference, b"<</Length 4>>stream\nq  Q\nendstream")

    document = pikepdf.open(io.BytesIO(b"".join(container.chunks("<<>>"))))
    assert document.pages[0].Contents.read_bytes() == b"q  Q"


@pytest.mark.parametrize("pages", [0, 1, 3])
def test_pages_are_counted(pages):
    container = PdfContainer("en")
    for _ in range(pages):
        container.page("/MediaBox[0 0 9 9]")

    assert len(pikepdf.open(io.BytesIO(b"".join(container.chunks("<<>>")))).pages) == pages


@pytest.fixture
def plain(make):
    return make.pdf(make.sheet(("raid/bar#1", make.sink())))


def objects(file):
    with pikepdf.open(io.BytesIO(file)) as pdf:
        streams = (pikepdf.Stream,)
        return (
            {
                each.objgen: (each.stream_dict.unparse(), each.read_raw_bytes())
                if isinstance(each, streams)
                else each.unparse(resolved=True)
                for each in pdf.objects
                if each.get("/Type") not in {"/XRef", "/ObjStm"}
            }
            if pdf
            else {}
        )


def test_packing_changes_no_object(plain):
    assert objects(pack_objects(plain)) == objects(plain)


def test_packing_takes_less_room(plain):
    assert len(pack_objects(plain)) < len(plain)
    assert b"/Type/ObjStm" in pack_objects(plain)


def test_words_of_pdf_inside_streams_do_no_harm(make, plain):
    with pikepdf.open(io.BytesIO(pack_objects(plain))) as pdf:
        assert len(pdf.pages) == 1
        assert b"/Piece" in zlib.decompress(pdf.pages[0].Contents.read_raw_bytes())


def test_large_data_is_written_without_a_copy():
    data = bytes(10_000)
    container = PdfContainer("en")
    container.add(stream("", data))

    assert any(piece is data for piece in container.chunks("<<>>"))
