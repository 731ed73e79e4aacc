import io

import pytest
from PIL import Image

from generator.base.errors import UsageError
from generator.typeset.ink import raster
from generator.typeset.ink.raster import read_header


def file(mode="RGB", size=(4, 2), colour=(10, 20, 30), kind="PNG", **how):
    stream = io.BytesIO()
    Image.new(mode, size, colour).save(stream, kind, **how)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "AVIF", "GIF", "BMP", "TIFF"])
def test_header_says_the_size(kind):
    found = read_header(file(kind=kind))

    assert (found.kind, found.width, found.height, found.notes) == (kind, 4, 2, ())


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_camera_held_sideways_is_turned(kind):
    exif = Image.Exif()
    exif[274] = 6
    found = read_header(file(kind=kind, size=(8, 2), exif=exif))

    assert (found.width, found.height) == (2, 8)


def test_pages_of_a_scan_are_doubtful():
    stream = io.BytesIO()
    pages = [Image.new("RGB", (4, 2), colour) for colour in ((9, 9, 9), (1, 1, 1))]
    pages[0].save(stream, "TIFF", save_all=True, append_images=pages[1:])

    assert read_header(stream.getvalue()).notes == ("has several pages; the first of its 2 pictures is drawn",)


def test_board_of_a1_at_300_dpi_is_not_too_large():
    found = read_header(file("L", (9933, 7016), 128, "JPEG"))

    assert (found.width, found.height) == (9933, 7016)


def test_same_file_has_the_same_digest():
    assert read_header(file()) == read_header(file())
    assert read_header(file()).digest != read_header(file(colour=(1, 2, 3))).digest


def test_animation_is_doubtful():
    stream = io.BytesIO()
    frames = [Image.new("RGB", (4, 2), colour) for colour in ((9, 9, 9), (1, 1, 1))]
    frames[0].save(stream, "PNG", save_all=True, append_images=frames[1:])

    assert read_header(stream.getvalue(), "a.png").notes == ("is animated; the first of its 2 pictures is drawn",)


@pytest.mark.parametrize(
    ("kind", "name", "note"),
    [("JPEG", "a.png", "is JPEG in spite of its name"), ("WEBP", "a.jpg", "is WebP in spite of its name")],
)
def test_wrong_name_is_doubtful(kind, name, note):
    assert read_header(file(kind=kind), name).notes == (note,)


@pytest.mark.parametrize(("kind", "name"), [("JPEG", "a.JPG"), ("JPEG", "a.jpeg"), ("PNG", "a.png")])
def test_right_name_is_not(kind, name):
    assert read_header(file(kind=kind), name).notes == ()


def test_picture_of_too_many_pixels_is_told_in_megapixels():
    assert raster._damage(Image.DecompressionBombError("x")) == (
        f"has more than {raster.MOST_PIXELS / 1e6:.0f} megapixels; save it smaller"
    )


def test_picture_that_a_computer_cannot_read_is_not_called_damaged(monkeypatch):
    def refuse(*_):
        raise UsageError("a browser tab cannot work with pictures")

    monkeypatch.setattr(raster, "open_image", refuse)
    with pytest.raises(raster.UnusablePictureError, match="a browser tab cannot work with pictures"):
        read_header(file())
