"""Data of pictures that unpack to their pixels, and data that do not."""

import base64
import io
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from PIL import Image

from generator.preflight.content.image_data import ImageDamageError, UnknownFilterError, check_image_data

SIDE = 40
PIXELS = bytes(range(SIDE)) * SIDE
FLATE = zlib.compress(PIXELS)
NOISE = b"\0" * 100


def jpeg(**how):
    file = io.BytesIO()
    Image.frombytes("L", (SIDE, SIDE), PIXELS).save(file, "JPEG", **how)
    return file.getvalue()


def jpx(kind):
    return {"file": b"\0\0\0\x0cjP  \r\n\x87\n", "code": b"\xff\x4f\xff\x51"}[kind] + NOISE


@pytest.fixture
def check():
    pdf = pikepdf.new()

    def check_stream(data, *filters, components=1, **entries):
        stream = pikepdf.Stream(pdf, data, {"/Width": SIDE, "/Height": SIDE, "/BitsPerComponent": 8})
        stream.stream_dict.update({f"/{key}": value for key, value in entries.items()})
        if filters:
            stream.Filter = Name(filters[0]) if len(filters) == 1 else Array([*map(Name, filters)])
        check_image_data(stream, components)

    return check_stream


@pytest.mark.parametrize(
    ("data", "filters"),
    [
        (PIXELS, ()),
        (PIXELS[:-3], ()),
        (FLATE, ("/FlateDecode",)),
        (FLATE, ("/Fl",)),
        (FLATE[:-4] + b"\0\0\0\0", ("/FlateDecode",)),
        (FLATE + b"\n\n", ("/FlateDecode",)),
        (PIXELS.hex().encode() + b">", ("/ASCIIHexDecode",)),
        (base64.a85encode(FLATE) + b"~>", ("/ASCII85Decode", "/FlateDecode")),
        (bytes([0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01]), ("/LZWDecode",)),
        (b"".join(bytes([0x101 - SIDE, value]) for value in range(SIDE)) + b"\x80", ("/RunLengthDecode",)),
        (jpeg(), ("/DCTDecode",)),
        (jpeg(progressive=True), ("/DCTDecode",)),
        (b"\r\n" + jpeg(), ("/DCT",)),
        (zlib.compress(jpeg()), ("/FlateDecode", "/DCTDecode")),
        (jpx("file"), ("/JPXDecode",)),
        (jpx("code"), ("/JPXDecode",)),
        (NOISE, ("/JBIG2Decode",)),
        (NOISE, ("/CCITTFaxDecode",)),
    ],
)
def test_data_that_can_be_unpacked(check, data, filters):
    small = {"Width": 9, "Height": 1} if filters == ("/LZWDecode",) else {}
    check(data, *filters, **small)


@pytest.mark.parametrize(
    ("data", "filters", "reason"),
    [
        (NOISE, ("/FlateDecode",), "cannot be unpacked"),
        (FLATE[:9], ("/FlateDecode",), "end too soon"),
        (b"", ("/FlateDecode",), "end too soon"),
        (zlib.compress(NOISE), ("/FlateDecode",), "end too soon"),
        (NOISE, (), "end too soon"),
        (b"~>zz", ("/ASCII85Decode", "/FlateDecode"), "end too soon"),
        (b"xyz", ("/ASCIIHexDecode",), "cannot be unpacked"),
        (NOISE, ("/DCTDecode",), "headers of a JPEG"),
        (jpeg()[:20], ("/DCTDecode",), "headers of a JPEG"),
        (b"\xff\xd8\xff\xda\0\x02", ("/DCTDecode",), "headers of a JPEG"),
        (b"\xff\xd8" + b"\xff" * 50, ("/DCTDecode",), "headers of a JPEG"),
        (zlib.compress(NOISE), ("/FlateDecode", "/DCTDecode"), "headers of a JPEG"),
        (NOISE, ("/FlateDecode", "/DCTDecode"), "cannot be unpacked"),
        (NOISE, ("/JPXDecode",), "JPEG 2000"),
    ],
)
def test_data_that_cannot_be_unpacked(check, data, filters, reason):
    with pytest.raises(ImageDamageError, match=reason):
        check(data, *filters)


def test_pixels_of_a_stencil_have_one_bit(check):
    check(zlib.compress(b"\0" * 5 * SIDE), "/FlateDecode", components=None, ImageMask=True, BitsPerComponent=1)


def test_without_a_colour_space_any_data_will_do(check):
    check(zlib.compress(NOISE), "/FlateDecode", components=None)


def test_early_change_of_lzw_is_read(check):
    parameters = Dictionary(EarlyChange=0)
    data = bytes([0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01])
    check(data, "/LZWDecode", Width=9, Height=1, DecodeParms=parameters)


def test_filter_that_nobody_knows(check):
    with pytest.raises(UnknownFilterError, match=r"^FooDecode$"):
        check(NOISE, "/FooDecode")


def test_large_data_that_follow_the_pixels_are_not_unpacked(check):
    """A few bytes may unpack to gigabytes."""
    check(zlib.compress(b"\0" * 50_000_000), "/FlateDecode")
