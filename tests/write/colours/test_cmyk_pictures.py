"""Pictures in inks: how they are encoded, how much ink they take, and that they are converted once."""

import io
import random

import pytest
from PIL import Image, ImageFilter

from generator.base.cache import Cache
from generator.base.stored_data import DataStore
from generator.exports.press.output_conditions import profile_for
from generator.model.face import EncodedPixels, Raster
from generator.write.colours import cmyk_colours
from generator.write.colours.cmyk_colours import CmykColours
from generator.write.colours.cmyk_pictures import cmyk_picture, most_ink

SIDE = 64
DARK = (0, 0, 0), (60, 0, 0), (0, 0, 70), (0, 40, 0)


def photo(mode="RGB"):
    """A JPEG of dark spots, the darkest that inks can show."""
    chance = random.Random(5)
    image = Image.new("RGB", (SIDE, SIDE))
    image.putdata([chance.choice(DARK) for _ in range(SIDE * SIDE)])
    file = io.BytesIO()
    image.filter(ImageFilter.GaussianBlur(2)).convert(mode).save(file, "JPEG", quality=90)
    pixels = EncodedPixels(DataStore().keep(file.getvalue()), "grey" if mode == "L" else "rgb", is_jpeg=True)
    return Raster("photo", SIDE, SIDE, pixels)


@pytest.mark.parametrize(("limit", "stays"), [(240, True), (200, False)])
def test_photograph_stays_jpeg_unless_its_losses_take_too_much_ink(limit, stays):
    conversion = CmykColours(profile_for("FOGRA39", 240)).conversion
    pixels = cmyk_picture(photo(), conversion, limit, DataStore().keep).pixels

    assert (pixels.colours, pixels.is_jpeg) == ("cmyk", stays)
    if stays:
        assert most_ink(Image.open(io.BytesIO(pixels.data.read()))) <= limit


def test_grey_photograph_stays_grey():
    pixels = CmykColours(profile_for("FOGRA39", 240)).picture(photo(mode="L")).pixels

    assert (pixels.colours, pixels.is_jpeg) == ("grey", True)


def test_transparency_stays(make):
    assert CmykColours(profile_for("FOGRA39", 240)).picture(make.blue).alpha == make.blue.alpha


def test_picture_is_converted_once(make, tmp_path, monkeypatch):
    once = CmykColours(profile_for("FOGRA39", 240), cache=Cache(tmp_path)).picture(make.blue)
    monkeypatch.setattr(cmyk_colours, "cmyk_picture", None)

    assert CmykColours(profile_for("FOGRA39", 240), cache=Cache(tmp_path)).picture(make.blue) == once
