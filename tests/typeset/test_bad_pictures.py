"""The I rows of the project's list of bad inputs: pictures of pixels that are not what they seem."""

import io
import re
import struct
import zlib

import pytest
from PIL import Image

from tests.made_files import chunk

PLACE = 'width="9" height="9"'
MAGIC = b"\x89PNG\r\n\x1a\n"


def header(width, height, depth=8, kind=2):
    return MAGIC + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0))


def file(mode="RGB", size=(300, 300), kind="PNG", **how):
    stream = io.BytesIO()
    Image.new(mode, size).save(stream, kind, **how)
    return stream.getvalue()


WHOLE = file()
ROWS = [  # large ones are made by their tests
    ("I1", header(100_000, 100_000) + chunk(b"IEND", b""), "is 100000 x 100000 pixels, 10000 megapixels; the limit is 80"),
    ("I2", lambda: file("1", (16_000, 16_000)), "is 16000 x 16000 pixels, 256 megapixels; the limit is 80"),
    ("I2", lambda: file("1", (9000, 9000)), "is 9000 x 9000 pixels, 81 megapixels; the limit is 80"),
    ("I2", lambda: file("L", (9500, 9500), "JPEG"), "is 9500 x 9500 pixels, 90.3 megapixels; the limit is 80"),
    ("I3", header(0, 0) + chunk(b"IEND", b""), "is 0 x 0 pixels; it needs at least one"),
    ("I3", header(2**31 - 1, 2**31 - 1), "is 2147483647 x 2147483647 pixels, 4.61169e+12 megapixels; the limit is 80"),
    ("I4", WHOLE[:200], "is damaged at byte 200: it breaks off"),
    ("I4", WHOLE[:45] + bytes([WHOLE[45] ^ 1]) + WHOLE[46:], "is damaged at byte 33: wrong check sum"),
    ("I4", file(kind="JPEG")[:700], "is damaged: it breaks off"),
    ("I4", header(9, 9) + chunk(b"IDAT", b"junk") + chunk(b"IEND", b""), "is damaged: its pixels cannot be read"),
    ("I4", header(9, 9, depth=3) + chunk(b"IEND", b""), "is damaged: its header cannot be read"),
    ("I5", lambda: header(9, 9) + chunk(b"zTXt", b"k\0\0" + zlib.compress(bytes(80_000_000))) + WHOLE[33:], "has a text chunk that is too large"),
    ("I6", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "is not PNG, JPEG, WebP, AVIF, GIF, BMP or TIFF"),
    ("I8", b"<!DOCTYPE html><html>404</html>", "is not a picture but a page of markup; save it as PNG, JPEG or WebP"),
    ("I8", b"", "is empty"),
    ("I8", MAGIC, "is damaged at byte 8: it breaks off"),
    ("I8", b"RIFF\0\0\0\0WEBPVP8 ", "is damaged: its pixels cannot be read"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "data", "what"), ROWS, ids=[row[0] for row in ROWS])
def test_bad_picture_is_one_line(wrong, row, data, what):
    (said,) = wrong(f'<image href="a.png" {PLACE}/>', {"a.png": data() if callable(data) else data})

    assert re.sub(r"\(\d+ bytes", "(33 bytes", said) == f"a.png: {what}"


@pytest.mark.parametrize(
    "data",
    [
        file("I;16"),
        file("CMYK", kind="JPEG"),
        file("P", transparency=0),
        file("LA"),
        file("1"),
        file("RGBA", kind="WEBP"),
    ],
    ids=["16 bits", "CMYK", "palette with alpha", "grey with alpha", "bits", "webp with alpha"],
)
def test_i9_unusual_pictures_are_drawn(draw, data):
    _, (raster,) = draw(f'<image href="a" {PLACE}/>', {"a": data}).ink.unpack()

    assert (raster.width, raster.height) == (300, 300)


def test_i7_wrong_name_is_a_warning(draw):
    face = draw(f'<image href="a.png" {PLACE}/>', {"a.png": file(kind="JPEG")})

    assert face.warnings == ("a.png: is JPEG in spite of its name",)


def test_i10_coarse_picture_is_a_warning(draw):
    face = draw(f'<image href="a.png" {PLACE}/>', {"a.png": file(size=(35, 35))})

    assert face.warnings == (
        "card.svg.j2 [<image> line 2 of its SVG]: picture has 99 dpi at its printed size; 300 is sharp, under 150 is not",
    )
