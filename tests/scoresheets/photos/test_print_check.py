"""Print that a photo lacks, and patterns that it shows besides: covered boxes, other editions, screens."""

import numpy as np
import pytest
from PIL import Image, ImageDraw

from generator.scoresheets.pdf_library import UnreadableFormError
from generator.scoresheets.photos.ink_map import measure_ink
from generator.scoresheets.photos.photo_reading import Doubt, read_photo_here
from generator.scoresheets.photos.print_check import check_print, has_pattern
from tests.scoresheets.photos.other_editions import EDITIONS, photo_of
from tests.scoresheets.photos.photographer import EASY, LEVELS, on_screen, photograph


def covered(page, *boxes, beside=6):
    """Return a blank page on which white tape lies over some boxes."""
    image = page.image.copy()
    for box in boxes:
        x1, y1, x2, y2 = page.boxes[box]
        ImageDraw.Draw(image).rectangle((x1 - beside, y1 - beside, x2 + beside, y2 + beside), fill="white")
    return image


@pytest.mark.parametrize(
    ("boxes", "is_other"), [([], False), (["large_road"], False), (["large_road", "production_05"], True)]
)
def test_print_is_missed_where_it_is_covered(pages, boxes, is_other):
    page = pages[0]

    check = check_print(measure_ink(covered(page, *boxes), page.image), page.boxes)

    assert check.is_other == is_other
    assert check.boxes.issuperset(boxes)
    assert bool(check.boxes) == bool(boxes)


def test_covered_box_is_asked_for_and_the_rest_is_read(pages, book):
    photo = photograph(covered(pages[0], "large_road"), EASY, np.random.default_rng(3))

    reading = read_photo_here(photo, pages, book)

    assert "large_road" in {cut_out.box for cut_out in reading.cut_outs}
    assert len(reading.cut_outs) <= 3
    assert reading.doubt == Doubt.NONE


def test_label_that_is_another_is_another_edition(pages):
    page = pages[0]
    image = page.image.copy()
    # The labels of Renown and Piety, exchanged.
    first, second = (image.crop((28, top, 150, top + 60)) for top in (880, 942))
    image.paste(second, (28, 880))
    image.paste(first, (28, 942))

    assert check_print(measure_ink(image, page.image), page.boxes).is_other


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("level", LEVELS)
def test_photo_of_another_edition_is_in_doubt(pages, book, tmp_path, edition, level):
    reading = read_photo_here(photo_of(edition, tmp_path, LEVELS[level]), pages, book)

    assert reading.doubt == Doubt.EDITION


@pytest.mark.parametrize("level", LEVELS)
def test_screen_is_read_right_or_in_doubt(pages, book, level):
    for moire in (0, 0.2, 0.5):
        rng = np.random.default_rng([int(100 * moire), *level.encode()])
        photo = photograph(on_screen(pages[0].image, rng), LEVELS[level], rng, megapixels=6.0, moire=moire)

        try:
            reading = read_photo_here(photo, pages, book)
        except UnreadableFormError:
            continue

        assert reading.doubt == Doubt.PATTERN or not any(reading.states.values())


def test_writing_in_its_places_and_beside_is_no_pattern(pages):
    page = pages[1]
    image = page.image.copy()
    draw = ImageDraw.Draw(image)
    for x1, y1, x2, y2 in page.boxes.values():
        draw.line((x1, y1, x2, y2), fill="black", width=4)
    for line in range(4):
        draw.text((700, 20 + 14 * line), "what we played today, and who won it at the end", fill="black")
    ink = measure_ink(image, page.image)

    assert not has_pattern(ink, page.boxes.values())
    # The same as lines of a screen.
    shares = 0.7 + 0.3 * np.sin(np.arange(page.image.width) / 2)
    lines = Image.fromarray((np.asarray(page.image) * shares[None, :, None]).astype(np.uint8))
    assert has_pattern(measure_ink(lines, page.image), page.boxes.values())
