"""Photos of paper sheets: boxes read right, boxes asked for, and never a wrong one without a question."""

import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from generator.scoresheets.pdf_library import UnreadableFormError
from generator.scoresheets.photos.photo_file import open_photo
from generator.scoresheets.photos.photo_reading import read_photo, read_photo_here
from tests.scoresheets.photos import photographer
from tests.scoresheets.photos.photographer import MIDDLE, WRITTEN, fill_in, misread, photograph, random_marks

PHOTOS = 4
"""Photos of each level with `--thorough`; twenty take three minutes. The thresholds were chosen on photos of other seeds."""


@pytest.mark.parametrize("level", ["easy", "middle", "hard"])
@pytest.mark.parametrize("seed", range(PHOTOS))
def test_marks_are_read_or_asked_for(taken, pages, book, level, seed):
    photo, state, kinds = taken(level, seed)

    reading = read_photo_here(photo, pages, book)

    assert reading.page == seed % 2
    questions = {cut_out.box for cut_out in reading.cut_outs}
    assert misread(reading, state, kinds) == {}
    assert len(questions & state.keys()) <= 6
    assert state.keys() <= reading.states.keys() | questions


def test_written_numbers_are_read_where_they_are_sure_and_asked_for_elsewhere(taken, pages, book):
    seen, count = set(), 0
    for seed in (101, 102, 103):
        photo, state, kinds = taken("easy", seed, with_digits=True)

        reading = read_photo_here(photo, pages, book)

        written = {id_ for id_, value in state.items() if value is not None and kinds[id_] in WRITTEN}
        read, asked = ({cut_out.box for cut_out in shown} for shown in (reading.numbers, reading.cut_outs))
        assert misread(reading, state, kinds) == {}
        assert read | asked >= written
        seen |= {(seed, box) for box in read & written}
        count += len(written)
        assert Image.open(io.BytesIO(reading.numbers[0].picture)).width > 100
    assert len(seen) > count / 3


@pytest.mark.parametrize("table", [(140, 110, 80), (40, 70, 50)])
def test_small_pad_is_read_on_light_wood_too(pad, monkeypatch, table):
    book, sheet, page = pad
    monkeypatch.setattr(photographer, "TABLES", (table,))
    rng = np.random.default_rng(91000)
    state, kinds = random_marks(sheet, page, rng, with_digits=True)
    photo = photograph(fill_in(page, state, kinds, rng, "red"), MIDDLE, rng)

    reading = read_photo_here(photo, [page], book)

    asked = {cut_out.box for cut_out in reading.cut_outs}
    assert misread(reading, state, kinds) == {}
    assert state.keys() <= reading.states.keys() | asked


def test_two_sheets_are_taken_one_by_one(taken, pages, book):
    left, right = (Image.open(io.BytesIO(taken("easy", seed, megapixels=1.3)[0])) for seed in (0, 1))
    both = Image.new("RGB", (2600, 1950), (60, 60, 65))
    both.paste(left.resize((1300, 975)), (0, 0))
    both.paste(right.resize((1300, 975)), (1300, 975))

    with pytest.raises(UnreadableFormError, match="shows two sheets; take a photo of each"):
        read_photo_here(of(both), pages, book)


def test_photo_turned_upside_down_is_read_alike(taken, pages, book):
    photo, *_ = taken("easy", 0)
    turned = io.BytesIO()
    Image.open(io.BytesIO(photo)).rotate(180).save(turned, "PNG")

    assert read_photo_here(turned.getvalue(), pages, book).states == read_photo_here(photo, pages, book).states


def of(image, format_="PNG", **options):
    written = io.BytesIO()
    image.save(written, format_, **options)
    return written.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L"])
def test_large_photo_is_reduced_and_turned_as_it_was_held(mode):
    scene = Image.new("RGB", (3600, 2700), (60, 60, 65))
    scene.paste((240, 240, 240), (0, 0, 1800, 1350))
    held = Image.Exif()
    held[0x0112] = 6  # turned by a quarter

    photo = open_photo(of(scene.convert(mode), exif=held))

    assert (photo.mode, photo.size) == ("RGB", (1950, 2600))
    bright = photo.getpixel((1900, 60))[0], photo.getpixel((60, 60))[0]
    assert bright[0] > 200
    assert bright[1] < 100


@pytest.fixture
def heic():
    """Encode a picture as HEIC."""
    pillow_heif = pytest.importorskip("pillow_heif")

    def encode(image):
        written = io.BytesIO()
        pillow_heif.from_pillow(image).save(written, quality=80)
        return written.getvalue()

    return encode


def test_photo_in_heic_is_reduced_like_any_other(heic):
    scene = Image.new("RGB", (3600, 2700), (60, 60, 65))
    scene.paste((240, 240, 240), (0, 0, 1800, 1350))

    photo = open_photo(heic(scene))

    assert (photo.mode, photo.size) == ("RGB", (2600, 1950))
    assert (photo.getpixel((60, 60))[0] > 200, photo.getpixel((1900, 60))[0] < 100) == (True, True)


def test_photo_in_heic_that_cannot_be_read_is_told(heic, monkeypatch):
    with pytest.raises(UnreadableFormError, match="has only 300 × 200 pixels"):
        open_photo(heic(Image.new("RGB", (300, 200))))
    whole = heic(Image.new("RGB", (1200, 900)))
    with pytest.raises(UnreadableFormError, match="is damaged"):
        open_photo(whole[: len(whole) // 2])
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(UnreadableFormError, match="is a photo in HEIC, which cannot be read here"):
        open_photo(whole)


def test_marks_of_a_photo_in_heic_are_read(pages, book, taken, heic):
    photo, state, kinds = taken("easy", 2, megapixels=1.5)

    reading = read_photo(heic(Image.open(io.BytesIO(photo))), pages, book)

    assert misread(reading, state, kinds) == {}
    assert state.keys() <= reading.states.keys() | {cut_out.box for cut_out in reading.cut_outs}


def test_transparent_photo_is_never_copied_as_a_whole(monkeypatch):
    sizes, convert = [], Image.Image.convert
    monkeypatch.setattr(Image.Image, "convert", lambda image, mode: sizes.append(image.size) or convert(image, mode))

    assert open_photo(of(Image.new("RGBA", (7900, 1000)))).size == (2600, 330)
    assert max(wide * high for wide, high in sizes) < 7900 * 1000 / 4


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is counted in other units elsewhere")
@pytest.mark.parametrize(("format_", "side"), [("JPEG", 8160), ("PNG", 8160), ("WEBP", 5280)])
def test_large_photo_takes_less_than_400_megabytes(tmp_path, format_, side):
    photo = tmp_path / "photo"
    photo.write_bytes(of(Image.new("RGB", (side, side * 3 // 4), (90, 80, 70)), format_, **WEAK.get(format_, {})))
    lines = (
        "import re, sys; from pathlib import Path",
        "from generator.scoresheets.photos.photo_file import open_photo",
        "size = open_photo(Path(sys.argv[1]).read_bytes()).size",
        # The peak of getrusage is that of the parent too, from before the program was loaded.
        r"print(size[0], int(re.search(r'VmHWM:\s*(\d+)', Path('/proc/self/status').read_text())[1]) >> 10)",
    )

    said = subprocess.run([sys.executable, "-c", "\n".join(lines), photo], capture_output=True, text=True, check=True)

    width, megabytes = map(int, said.stdout.split())
    assert width <= 2600
    assert megabytes < 400


def test_photo_that_is_decoded_as_a_whole_may_be_half_as_large():
    with pytest.raises(UnreadableFormError, match="has 27 million pixels; save it with 21 million at most"):
        open_photo(of(Image.new("RGB", (6000, 4500)), "WEBP", **WEAK["WEBP"]))


WEAK = {"PNG": {"compress_level": 1}, "WEBP": {"method": 0, "quality": 50}}
"""Options with which a format is written soonest."""
NOISE = np.random.default_rng(1).integers(0, 255, (900, 1200, 3), np.uint8)
BAD_PHOTOS = {
    "black": (of(Image.new("RGB", (1600, 1200))), "shows no sheet of this game"),
    "white": (of(Image.new("RGB", (1600, 1200), "white")), "shows no sheet of this game"),
    "noise": (of(Image.fromarray(NOISE)), "shows no sheet of this game"),
    "small": (of(Image.new("RGB", (300, 200))), "has only 300 × 200 pixels"),
    "text": (b"not a picture", "is no picture that can be read here"),
    "cut off": (of(Image.fromarray(NOISE), "JPEG")[:2000], "is damaged; take the photo again"),
}


@pytest.mark.parametrize("name", BAD_PHOTOS)
def test_other_pictures_are_refused(pages, book, name):
    photo, reason = BAD_PHOTOS[name]

    with pytest.raises(UnreadableFormError, match=reason):
        read_photo_here(photo, pages, book)


def test_huge_photo_is_refused_before_it_is_decoded(pages, book, monkeypatch):
    monkeypatch.setattr("generator.scoresheets.photos.photo_file._MOST_PIXELS", 1_000_000)

    with pytest.raises(UnreadableFormError, match="has 1 million pixels; save it with 1 million at most"):
        read_photo_here(of(Image.new("RGB", (1600, 1200))), pages, book)


def test_sheet_that_is_far_away_is_refused(taken, pages, book):
    photo, *_ = taken("easy", 0, megapixels=0.5)
    scene = Image.new("RGB", (1400, 1100), (60, 60, 65))
    scene.paste(Image.open(io.BytesIO(photo)).resize((520, 390)), (300, 300))

    with pytest.raises(UnreadableFormError, match="shows the sheet too small; go closer"):
        read_photo_here(of(scene), pages, book)


@pytest.mark.limited_child
def test_process_with_limits_reads_the_same(taken, pages, book):
    photo, *_ = taken("easy", 1, megapixels=1.5)

    assert read_photo(photo, pages, book) == read_photo_here(photo, pages, book)
