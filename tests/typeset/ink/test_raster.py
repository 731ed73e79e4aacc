import io

import pytest
from PIL import Image, ImageCms

from generator.typeset.ink.raster import raster


def file(mode="RGB", size=(4, 2), colour=(10, 20, 30), kind="PNG", **how):
    stream = io.BytesIO()
    Image.new(mode, size, colour).save(stream, kind, **how)
    return stream.getvalue()


def test_rgb_rows_come_as_they_are():
    found, notes = raster(file())

    assert (found.width, found.height, found.rgb, found.alpha, found.jpeg) == (4, 2, bytes((10, 20, 30)) * 8, b"", b"")
    assert notes == ()


@pytest.mark.parametrize(
    ("mode", "colour", "rgb"),
    [("L", 7, (7, 7, 7)), ("1", 1, (255, 255, 255)), ("P", 0, (0, 0, 0)), ("I;16", 0x7F00, (127, 127, 127))],
)
def test_grey_and_palette_become_rgb(mode, colour, rgb):
    assert raster(file(mode, colour=colour))[0].rgb[:3] == bytes(rgb)


def test_alpha_is_kept_apart():
    found, _ = raster(file("RGBA", colour=(10, 20, 30, 128)))

    assert (found.rgb[:3], found.alpha) == (bytes((10, 20, 30)), bytes([128]) * 8)


def test_alpha_that_hides_nothing_is_dropped():
    assert raster(file("RGBA", colour=(10, 20, 30, 255)))[0].alpha == b""


def test_palette_may_have_a_hole():
    assert raster(file("P", colour=0, transparency=0))[0].alpha == bytes(8)


def test_plain_jpeg_stays_the_file_it_is():
    data = file(kind="JPEG")
    found, _ = raster(data)

    assert (found.jpeg, found.rgb) == (data, b"")


def test_jpeg_loses_what_the_camera_says():
    exif = Image.Exif()
    exif[0x010E] = "Somebody's garden"
    data = file(kind="JPEG", exif=exif, comment=b"secret")
    found, _ = raster(data)

    assert b"garden" in data
    assert b"garden" not in found.jpeg
    assert b"secret" not in found.jpeg
    assert Image.open(io.BytesIO(found.jpeg)).getpixel((0, 0)) == Image.open(io.BytesIO(data)).getpixel((0, 0))


def test_camera_held_sideways_is_turned():
    exif = Image.Exif()
    exif[274] = 6
    found, _ = raster(file(kind="JPEG", size=(8, 2), exif=exif))

    assert (found.width, found.height, found.jpeg) == (2, 8, b"")


@pytest.mark.parametrize("how", [{"progressive": True}, {"mode": "CMYK", "colour": (0, 0, 0, 255)}])
def test_unusual_jpegs_become_pixels(how):
    found, _ = raster(file(kind="JPEG", **how))

    assert found.jpeg == b""
    assert len(found.rgb) == 24


def test_grey_jpeg_stays():
    assert raster(file("L", colour=9, kind="JPEG"))[0].jpeg


def test_colour_profiles_are_brought_to_srgb():
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ")).tobytes()
    found, _ = raster(file(icc_profile=lab))

    assert len(found.rgb) == 24


def test_webp_is_read():
    assert raster(file(kind="WEBP", lossless=True), "a.webp")[0].rgb[:3] == bytes((10, 20, 30))


def test_same_file_has_the_same_key():
    assert raster(file())[0].key == raster(file())[0].key != raster(file(colour=(1, 2, 3)))[0].key


def test_animation_shows_its_first_picture():
    stream = io.BytesIO()
    frames = [Image.new("RGB", (4, 2), colour) for colour in ((9, 9, 9), (1, 1, 1))]
    frames[0].save(stream, "PNG", save_all=True, append_images=frames[1:])
    found, notes = raster(stream.getvalue(), "a.png")

    assert found.rgb[:3] == bytes((9, 9, 9))
    assert notes == ("is animated; the first of its 2 pictures is drawn",)


@pytest.mark.parametrize(
    ("kind", "name", "note"),
    [("JPEG", "a.png", "is JPEG in spite of its name"), ("WEBP", "a.jpg", "is WebP in spite of its name")],
)
def test_wrong_name_is_doubtful(kind, name, note):
    assert raster(file(kind=kind), name)[1] == (note,)


@pytest.mark.parametrize(("kind", "name"), [("JPEG", "a.JPG"), ("JPEG", "a.jpeg"), ("PNG", "a.png")])
def test_right_name_is_not(kind, name):
    assert raster(file(kind=kind), name)[1] == ()
