import struct

import pytest
import uharfbuzz as hb

from generator.base.errors import Faults
from generator.write.pdf.font_metrics import metrics, widths


@pytest.mark.parametrize("style", ["Regular", "BoldItalic"])
def test_widths_are_those_of_harfbuzz(make, style):
    path = str(make.folder / f"AlegreyaSans-{style}.ttf")
    font = hb.Font(hb.Face(hb.Blob.from_file_path(path)))

    assert widths(path) == [font.get_glyph_h_advance(glyph) for glyph in range(font.face.glyph_count)]


@pytest.fixture
def altered(make, tmp_path):
    """A font with one number of one table changed."""

    def write(table, at, number):
        data = bytearray((make.folder / "AlegreyaSans-Regular.ttf").read_bytes())
        tables = {bytes(data[at : at + 4]): struct.unpack_from(">I", data, at + 8)[0] for at in range(12, 400, 16)}
        struct.pack_into(">H", data, tables[table] + at, number)
        (tmp_path / "altered.ttf").write_bytes(data)
        return str(tmp_path / "altered.ttf")

    return write


def test_widths_are_scaled_to_thousandths(make, altered):
    wide, narrow = widths(make.fonts["sans"].path), widths(altered(b"head", 18, 2000))

    assert narrow == [round(width / 2) for width in wide]


def test_last_width_serves_the_glyphs_after_it(make, altered):
    every, some = widths(make.fonts["sans"].path), widths(altered(b"hhea", 34, 100))

    assert some == every[:100] + [every[99]] * (len(every) - 100)


def test_font_of_no_size_is_a_fault(altered):
    path = altered(b"head", 18, 0)

    for read in (widths, metrics):
        with pytest.raises(Faults, match="damaged"):
            read(path)


def test_metrics_tell_the_styles_apart(make):
    upright, bold, slanted = (metrics(make.fonts[id_].path) for id_ in ("sans", "sans-bold", "sans-italic"))

    assert (upright.weight, bold.weight) == (400, 700)
    assert upright.angle == 0 > slanted.angle
    assert upright.ascent > upright.cap_height > 0 > upright.descent


def test_missing_font_is_a_fault(tmp_path):
    with pytest.raises(Faults, match=r"gone\.ttf: the font cannot be read"):
        widths(str(tmp_path / "gone.ttf"))


@pytest.mark.parametrize("data", [b"", b"not a font at all", bytes(200), b"\0\1\0\0\xff\xff" + bytes(6)])
def test_file_that_is_no_font_is_a_fault(tmp_path, data):
    (tmp_path / "bad.ttf").write_bytes(data)

    with pytest.raises(Faults, match=r"bad\.ttf: "):
        widths(str(tmp_path / "bad.ttf"))


@pytest.mark.parametrize("cut", [100, 1000, 5000])
def test_torn_font_is_a_fault(make, tmp_path, cut):
    data = (make.folder / "AlegreyaSans-Regular.ttf").read_bytes()
    (tmp_path / "torn.ttf").write_bytes(data[:cut])

    with pytest.raises(Faults, match=r"torn\.ttf: "):
        metrics(str(tmp_path / "torn.ttf"))
