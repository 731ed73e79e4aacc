import io
import zlib

import pikepdf
import pytest

from generator.write.pdf.object_streams import pack_objects


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
