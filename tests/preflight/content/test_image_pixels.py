"""Ink of the pixels of a picture, as it is written in the file."""

import io

import pikepdf
import pytest
from pikepdf import Array, Name
from PIL import Image

from generator.base.geometry import Matrix
from generator.preflight.content import image_pixels
from generator.preflight.content.colour_space import CMYK, DEVICE_CMYK, DEVICE_RGB, ColourSpace
from generator.preflight.content.image_pixels import UnreadPixelsError, pixel_ink
from generator.preflight.content.painted import PlacedImage

SIZE = 10
LIGHT, DARK = bytes([51, 0, 0, 0]), bytes([255, 255, 255, 0])
"""Pixels of 20 and of 300 per cent."""
PIXELS = LIGHT * 75 + DARK * 25


@pytest.fixture
def placed():
    pdf = pikepdf.new()

    def place(data, space=DEVICE_CMYK, bits=8, **entries):
        stream = pikepdf.Stream(pdf, data, **entries)
        return PlacedImage(SIZE, SIZE, bits, False, space, stream, Matrix())

    place.pdf = pdf
    return place


def test_most_ink_and_the_share_above_the_limit(placed):
    ink = pixel_ink(placed(PIXELS), 240)

    assert (ink.most, ink.share) == (300, 0.25)


def test_limit_that_is_kept_has_no_share(placed):
    assert pixel_ink(placed(PIXELS), 300).share == 0


def test_strips_are_added_up(placed, monkeypatch):
    monkeypatch.setattr(image_pixels, "_STRIP", 30)

    assert pixel_ink(placed(PIXELS), 240).share == 0.25


def test_decode_array_turns_the_pixels_over(placed):
    ink = pixel_ink(placed(PIXELS, Decode=Array([1, 0] * 4)), 240)

    assert (ink.most, ink.share) == (380, 0.75)


def test_pixels_of_16_bits_are_read(placed):
    wide = b"".join(bytes([value, 0]) for value in PIXELS)

    assert pixel_ink(placed(wide, bits=16), 240).share == 0.25


def test_jpeg_is_unpacked(placed):
    file = io.BytesIO()
    Image.new("CMYK", (SIZE, SIZE), (255, 255, 0, 0)).save(file, "JPEG", quality=95)

    assert pixel_ink(placed(file.getvalue(), Filter=Name.DCTDecode), 300).most == pytest.approx(200, abs=3)


def test_what_a_soft_mask_hides_has_no_ink(placed):
    hidden = pikepdf.Stream(placed.pdf, b"\xff" * 75 + b"\0" * 25, Width=SIZE, Height=SIZE, BitsPerComponent=8)

    assert pixel_ink(placed(PIXELS, SMask=hidden), 240).most == pytest.approx(20)


def test_palette_has_the_ink_of_its_colours(placed):
    space = ColourSpace(CMYK, 4, palette=LIGHT + DARK)

    assert pixel_ink(placed(b"\0" * 100, space), 240).most == 300


@pytest.mark.parametrize("space", [DEVICE_RGB, None, ColourSpace(CMYK, 1, ("Black",))])
def test_other_colours_have_no_ink_here(placed, space):
    assert pixel_ink(placed(PIXELS, space), 240) is None


@pytest.mark.parametrize(
    ("data", "options"),
    [
        (PIXELS[:50], {}),
        (b"no data", {"Filter": Name.FlateDecode}),
        (PIXELS, {"bits": 4}),
        (b"x", {"Filter": Name.JPXDecode}),
    ],
)
def test_picture_that_cannot_be_read_is_not_taken_for_a_light_one(placed, data, options):
    with pytest.raises(UnreadPixelsError):
        pixel_ink(placed(data, **options), 240)


def test_picture_that_is_too_large_is_not_read(placed, monkeypatch):
    monkeypatch.setattr(image_pixels, "MOST_PIXELS", 99)

    with pytest.raises(UnreadPixelsError):
        pixel_ink(placed(PIXELS), 240)
