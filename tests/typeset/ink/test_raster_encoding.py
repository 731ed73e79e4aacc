import io
import random

import pytest
from PIL import Image, ImageChops, ImageCms, ImageDraw

from generator.base.stored_data import DataStore
from generator.model.face import image_digest
from generator.typeset.ink.raster import UnusablePictureError, read_header
from generator.typeset.ink.raster_encoding import encode_raster
from generator.write.png import png_of_rows
from tests.made_files import png


def file(image, kind="PNG", **how):
    stream = io.BytesIO()
    image.save(stream, kind, **how)
    return stream.getvalue()


def plain(mode="RGB", size=(4, 2), colour=(10, 20, 30), kind="PNG", **how):
    return file(Image.new(mode, size, colour), kind, **how)


def photo(size=(160, 120), mode="RGB"):
    """Soft colours with grain."""
    rng = random.Random(1)
    small = Image.frombytes("RGB", (8, 6), rng.randbytes(144)).resize(size, Image.Resampling.BICUBIC)
    grain = Image.frombytes("RGB", size, bytes(byte % 12 for byte in rng.randbytes(3 * size[0] * size[1])))
    return ImageChops.add(small, grain).convert(mode)


def flat(size=(160, 120)):
    image = Image.new("RGB", size, "#f0e8d0")
    ImageDraw.Draw(image).ellipse((20, 20, 90, 90), fill="#803020", outline="#000000", width=5)
    return image


def encoded(data, size=None):
    return encode_raster(data, read_header(data), size, DataStore().keep)


def shown(found):
    """A raster as a viewer of the PDF sees it."""
    if found.pixels.is_jpeg:
        image = Image.open(io.BytesIO(found.pixels.data.content)).convert("RGB")
    else:
        image = Image.open(io.BytesIO(png_of_rows(found.width, found.height, found.pixels))).convert("RGB")
    if found.alpha:
        image.putalpha(Image.open(io.BytesIO(png_of_rows(found.width, found.height, found.alpha))))
    return image


def differs(one, other):
    """The mean difference of two pictures, of 255."""
    counts = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).histogram()
    return sum(at % 256 * count for at, count in enumerate(counts)) / sum(counts)


def idat(data):
    """The compressed rows of a PNG, chunk by chunk."""
    found, at = b"", 8
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        found += data[at + 8 : at + 8 + size] if data[at + 4 : at + 8] == b"IDAT" else b""
        at += size + 12
    return found


@pytest.mark.parametrize(
    "image",
    [photo(), photo(mode="L"), flat().quantize(16), flat().quantize(4), flat().convert("1"), flat().quantize(2)],
    ids=["rgb", "grey", "palette", "four colours", "one bit", "two colours"],
)
def test_rows_of_a_png_go_in_as_they_are(image):
    data = file(image)
    found = encoded(data)

    assert found.pixels.data.content == idat(data)
    assert shown(found).tobytes() == image.convert("RGB").tobytes()


@pytest.mark.parametrize(
    "data",
    [
        file(Image.new("I;16", (4, 2), 0x7F00)),
        plain("LA", colour=(7, 128)),
        file(photo().convert("RGBA")),
        plain("P", colour=0, transparency=0),
        file(photo(), "WEBP", lossless=True),
    ],
    ids=["16 bits", "grey with alpha", "useless alpha", "palette with a hole", "webp"],
)
def test_other_pictures_are_encoded_without_loss(data):
    found = encoded(data)
    image = Image.open(io.BytesIO(data))
    if image.mode.startswith("I"):
        image = image.point(lambda value: value / 256).convert("L")
    opaque = image.convert("RGBA").getchannel("A").getextrema() == (255, 255)

    assert bool(found.alpha) is not opaque
    assert shown(found).convert("RGBA").tobytes() == image.convert("RGBA").tobytes()


def test_digest_is_that_of_the_pixels():
    image = flat().quantize(16)

    assert encoded(file(image)).digest == image_digest(160, 120, "/DeviceRGB", image.convert("RGB").tobytes(), b"")
    assert encoded(file(image)).digest == encoded(file(image.convert("RGB"))).digest


@pytest.mark.parametrize(("image", "most"), [(photo(), 1.1), (flat(), 2.0)], ids=["photo", "flat"])
def test_encoding_takes_little_room(image, most):
    assert encoded(file(image.convert("RGBA"))).pixels.data.size < most * len(file(image, optimize=True))


def test_fine_picture_is_reduced():
    image = photo((640, 480))
    found = encoded(file(image), (160, 120))

    assert (found.width, found.height) == (160, 120)
    assert found.key.endswith("-160x120")
    assert differs(shown(found), image.resize((160, 120), Image.Resampling.BOX)) < 1


def test_transparent_colours_do_not_bleed_into_a_reduced_picture():
    image = Image.new("RGBA", (400, 400), (255, 0, 0, 0))
    image.paste((0, 0, 255, 255), (150, 150, 250, 250))
    found = shown(encoded(file(image), (40, 40)))

    assert found.getpixel((20, 20)) == (0, 0, 255, 255)
    assert all(pixel[0] < 8 for pixel in found.get_flattened_data() if pixel[3] > 8)


@pytest.mark.parametrize(
    "image", [flat((1200, 900)).convert("1"), flat((1200, 900)).quantize(8)], ids=["bits", "palette"]
)
def test_line_art_that_would_become_larger_stays(image):
    data = file(image)
    found = encoded(data, (900, 675))

    assert found.pixels.data.digest == encoded(data).pixels.data.digest
    assert (found.width, found.height) == (1200, 900)


def test_few_colours_beside_transparent_ones_stay_few():
    image = photo((640, 480)).quantize(8)
    data = file(image, transparency=0)
    found = encoded(data, (480, 360))

    assert (found.width, found.height) == (640, 480)
    assert found.pixels.data.size < 1.5 * len(data)


def test_plain_jpeg_stays_the_file_it_is():
    for data in (plain(kind="JPEG"), plain("L", colour=9, kind="JPEG"), plain(kind="JPEG", progressive=True)):
        assert encoded(data).pixels.data.content == data


def test_fine_jpeg_is_reduced_where_that_is_smaller():
    large, tiny = file(photo((640, 480)), "JPEG", quality=95), file(photo((640, 480)), "JPEG", quality=20)

    assert encoded(large, (160, 120)).width == 160
    assert differs(shown(encoded(large, (160, 120))), photo((640, 480)).resize((160, 120))) < 3
    assert encoded(tiny, (630, 470)).pixels.data.content == tiny


def test_jpeg_loses_what_the_camera_says():
    exif = Image.Exif()
    exif[0x010E] = "Somebody's garden"
    data = plain(kind="JPEG", exif=exif, comment=b"secret")
    found = encoded(data).pixels.data.content

    assert b"garden" in data
    assert b"garden" not in found
    assert b"secret" not in found
    assert Image.open(io.BytesIO(found)).getpixel((0, 0)) == Image.open(io.BytesIO(data)).getpixel((0, 0))


@pytest.mark.parametrize("orientation", [1, 6])
def test_jpeg_that_is_encoded_anew_loses_it_too(orientation):
    exif = Image.Exif()
    exif[0x010E], exif[274] = "Somebody's garden", orientation
    found = encoded(file(photo((640, 480)), "JPEG", exif=exif, comment=b"secret"), (160, 120)).pixels.data.content

    assert b"garden" not in found
    assert b"secret" not in found


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_camera_held_sideways_is_turned(kind):
    exif = Image.Exif()
    exif[274] = 6
    data = file(photo((80, 20)), kind, exif=exif)
    found = encoded(data)

    assert (found.width, found.height) == (20, 80)
    assert differs(shown(found), Image.open(io.BytesIO(data)).transpose(Image.Transpose.ROTATE_270)) < 3


def test_jpeg_of_printing_inks_becomes_one_of_light():
    found = encoded(plain("CMYK", colour=(0, 0, 0, 255), kind="JPEG"))

    assert found.pixels.is_jpeg
    assert max(shown(found).getpixel((0, 0))) < 30


def test_lossy_webp_stays_small():
    data = file(photo((640, 480)), "WEBP", quality=80)

    assert encoded(data).pixels.is_jpeg
    assert not encoded(file(photo(), "WEBP", lossless=True)).pixels.is_jpeg


def test_colour_profiles_are_brought_to_srgb():
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ")).tobytes()
    data = plain(icc_profile=lab)

    assert encoded(data).pixels.data.content != idat(data)


def test_animation_shows_its_first_picture():
    stream = io.BytesIO()
    frames = [Image.new("RGB", (4, 2), colour) for colour in ((9, 9, 9), (1, 1, 1))]
    frames[0].save(stream, "PNG", save_all=True, append_images=frames[1:])

    assert shown(encoded(stream.getvalue())).getpixel((0, 0)) == (9, 9, 9)


def test_rows_with_something_behind_them_are_encoded_anew():
    data = png(160, 120, idat(file(photo())) + b"more")

    assert encoded(data).pixels.data.content != idat(data)
    assert shown(encoded(data)).tobytes() == photo().tobytes()


def test_rows_that_break_off_are_refused():
    with pytest.raises(UnusablePictureError, match="is damaged"):
        encoded(png(160, 120, idat(file(photo()))[:-400]))
