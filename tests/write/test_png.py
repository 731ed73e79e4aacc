import io
import sys

import pytest
from PIL import Image

from generator.model.face import Shape
from generator.write.pdf.document import face_pdf
from generator.write.png import encode_png, page_bands, page_pixels, page_png, page_pngs


def opened(data):
    return Image.open(io.BytesIO(data))


def test_pixels_survive():
    image = opened(encode_png(2, 1, bytes([255, 0, 0, 0, 0, 255])))

    assert (image.mode, image.size) == ("RGB", (2, 1))
    assert [image.getpixel((x, 0)) for x in (0, 1)] == [(255, 0, 0), (0, 0, 255)]


@pytest.mark.parametrize(("channels", "mode"), [(1, "L"), (3, "RGB"), (4, "RGBA")])
def test_channels_say_the_kind(channels, mode):
    image = opened(encode_png(3, 2, bytes(6 * channels), channels=channels))

    assert image.mode == mode


def test_resolution_is_noted():
    image = opened(encode_png(1, 1, bytes(3), dpi=300))

    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)


@pytest.fixture
def two_pages(make):
    red, blue = (make.face(Shape(make.square(-8, -8, 120), fill=fill), key=fill) for fill in ("#ff0000", "#0000ff"))
    return b"".join(face_pdf([red, blue], make.compiled(red, blue), make.fonts))


def test_page_is_rounded_to_the_nearest_pixel(two_pages):
    assert opened(page_png(two_pages, 300)).size == (500, 500)
    assert opened(page_png(two_pages, 100)).size == (167, 167)


def test_page_is_drawn_in_its_colours(two_pages):
    red, blue = (opened(page_png(two_pages, 72, page=page)).getpixel((60, 60)) for page in (0, 1))

    assert (red, blue) == ((255, 0, 0), (0, 0, 255))


def test_pages_come_in_order(two_pages):
    assert list(page_pngs(two_pages, 72)) == [page_png(two_pages, 72), page_png(two_pages, 72, page=1)]


def test_bands_of_a_page_are_its_pixels(make):
    face = make.face(Shape(make.square(7, 11, 60), fill="#ff0000"))
    pdf = b"".join(face_pdf([face], make.compiled(face), make.fonts))
    ((width, height, whole),) = page_pixels(pdf, 300)
    bands = list(page_bands(pdf, 300, 50_000, 3))

    assert [top for top, _, _ in bands] == list(range(0, height, 50_000 // width))
    assert all(rows == height and band.width == width for _, rows, band in bands)
    assert all(band.rgb() == whole[3 * width * top :][: 3 * width * band.height] for top, _, band in bands)
    assert bands[0][2].height == 50_000 // width + 3


def test_paper_is_white(make):
    bare = make.face(key="bare")

    assert opened(page_png(face_pdf([bare], make.compiled(bare), make.fonts), 72)).getpixel((60, 60)) == (255, 255, 255)


def test_pixels_are_the_same_without_the_faster_library(two_pages, monkeypatch):
    faster = opened(page_png(two_pages, 72))
    monkeypatch.setitem(sys.modules, "isal", None)

    assert opened(page_png(two_pages, 72)).tobytes() == faster.tobytes()


def test_png_of_a_page_has_its_pixels(two_pages):
    ((width, height, data), *_) = page_pixels(two_pages, 97)
    image = opened(page_png(two_pages, 97))

    assert image.size == (width, height)
    assert image.convert("RGB").tobytes() == data
