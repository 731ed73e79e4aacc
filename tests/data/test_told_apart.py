"""Nothing is told by colour alone: the kinds that must be told apart, named in told_apart.toml, differ in more than that.

Every two of a group are compared in black, where colour cannot help, and by their strokes in the colours of the plain
theme as grey and three kinds of colour-blind eyes see them: what differs must cover as much as a small letter.
"""

import re
import tomllib
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter

from generator.base.cache import Cache
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.outputs.simulated_views import simulate_image
from generator.load.game_loader import load
from generator.write.pdf.document import face_pdf
from generator.write.png import page_pixels

HERE = Path(__file__)
GROUPS = tomllib.loads(HERE.with_name("told_apart.toml").read_text("utf-8"))
ALL = [(game, group) for game, groups in GROUPS.items() for group in groups]
EYES = ("grey", "deutan", "protan", "tritan")
DPI = 120
DOT = 25.4 / DPI
ENOUGH = 1.0
"""Square millimetres that two kinds differ in at least: the ink of a letter of 7 points."""
CONTRAST = 32
"""Levels of 255 by which a stroke differs from its ground where it is seen."""
STROKE = 1.4
"""Millimetres that the widest stroke of a sign has; what is wider is a field."""
MORE, LESS = ImageFilter.MaxFilter(3), ImageFilter.MinFilter(3)
"""What is light, and what is dark, grows by a dot."""
PLACES = {
    "space_places": (-6.8, -6.8, 13.6, 13.6),
    "plot_places": (0, 0, 27, 10.5),
    "regions": (2, 2, 50, 12),
    "lines": (-7.5, -7, 15, 14),
    "areas": (0, 0, 8.8, 9),
    "spots": (-8, -9.5, 16, 20),
}
"""What is looked at about the place of a row: left, top, width and height in millimetres."""


def named(words):
    """What a line of the list stands for: one name for each word in its braces."""
    choice = re.search(r"\{(.*?)\}", words)
    return [words.replace(choice[0], word) for word in choice[1].split()] if choice else [words]


@cache
def game_of(name):
    return load(HERE.parents[2] / "data" / name)


@pytest.fixture(scope="module")
def picture(shared_cache):
    """The picture of a name in a theme; every face is drawn once."""
    kept = Cache(shared_cache / "told")

    @cache
    def renderer(game, theme):
        return FaceRenderer(game_of(game), game, theme, kept, "test")

    @cache
    def whole(game, face, theme):
        component, _, piece = face.removesuffix(" back").partition("/")
        part = game_of(game).component(component)
        (piece,) = (each for each in part.pieces if each.id == piece)
        job = FaceJob(part, piece, "back" if face.endswith(" back") else "front", "en", part.trim, "key")
        drawn, forms, _ = renderer(game, theme).draw(job)
        fonts = renderer(game, theme).labels.fonts
        pdf = face_pdf([drawn], {form.key: form for form in forms}, fonts, bleed=False)
        ((width, height, data),) = page_pixels(pdf, DPI)
        return Image.frombuffer("RGB", (width, height), data)

    def part_of(game, name, theme):
        face, _, at = name.partition(" @ ")
        left, top, width, height = (
            (each / DOT for each in window(game, at)) if at else (0, 0, *whole(game, face, theme).size)
        )
        return whole(game, face, theme).crop(
            (round(left), round(top), round(left) + round(width), round(top) + round(height))
        )

    return part_of


def window(game, at):
    """A part of a face in millimetres, said by its figures or by the row that stands there."""
    if at[0].isdigit():
        return tuple(map(float, at.split()))
    table, row = at.split()
    (cells,) = (each.cells for each in game_of(game).tables[table] if each.id == row)
    left, top, width, height = PLACES[table]
    return cells["x"] + left, cells["y"] + top, width, height


def covered(dots):
    """How much of a picture in black and white is white, in square millimetres."""
    return dots.histogram()[255] * DOT**2


def grey(picture):
    return picture.convert("L")


def in_black(one, other):
    """What differs between two pictures without colour."""
    return covered(ImageChops.difference(one, other).point(lambda level: 255 * (level > 96)))


def strokes(picture):
    """The thin dark parts of a picture, and the thin light ones: signs, letters, hatches, but no field of colour."""
    level = grey(picture)
    parts = (
        ImageChops.subtract(without(level, LESS, MORE), level),
        ImageChops.subtract(level, without(level, MORE, LESS)),
    )
    return [part.point(lambda depth: 255 * (depth > CONTRAST)) for part in parts]


def without(picture, lost, kept):
    """A picture whose strokes of one kind are filled up: the other kind grows over them and then shrinks again."""
    for way in (kept, lost):
        for _ in range(round(STROKE / 2 / DOT)):
            picture = picture.filter(way)
    return picture


def in_strokes(one, other):
    """What is a stroke in one of two pictures and none in the other."""
    return sum(covered(ImageChops.difference(a, b)) for a, b in zip(one, other, strict=True))


def same_size(pictures):
    """The pictures in the middle of white ones that are as large as the largest."""
    width, height = (max(picture.size[at] for picture in pictures) for at in (0, 1))
    grounds = [Image.new("RGB", (width, height), "white") for _ in pictures]
    for ground, picture in zip(grounds, pictures, strict=True):
        ground.paste(picture, ((width - picture.width) // 2, (height - picture.height) // 2))
    return grounds


def alike(names, looks, differing):
    """The pairs that differ too little, and by how much."""
    pairs = combinations(zip(names, looks, strict=True), 2)
    found = {(one, other): differing(a, b) for (one, a), (other, b) in pairs}
    return {pair: round(amount, 1) for pair, amount in found.items() if amount < ENOUGH}


def names_of(game, group):
    return [name for words in GROUPS[game][group] for name in named(words)]


@pytest.mark.parametrize(("game", "group"), ALL)
def test_kinds_differ_in_black(picture, game, group):
    names = names_of(game, group)
    pictures = same_size([picture(game, name, "mono") for name in names])

    assert len(names) > 1
    assert alike(names, [grey(each) for each in pictures], in_black) == {}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("game", "group"), ALL)
def test_what_tells_kinds_apart_is_seen_by_all_eyes(picture, game, group, eyes):
    names = names_of(game, group)
    pictures = same_size([picture(game, name, "colour") for name in names])

    assert alike(names, [strokes(simulate_image(eyes, each)) for each in pictures], in_strokes) == {}


def test_colour_alone_makes_no_difference():
    fields = [Image.new("RGB", (90, 90), colour) for colour in ("#c03020", "#3050c0")]
    for field in fields:
        field.paste("white", (20, 20, 60, 60))

    assert in_strokes(*map(strokes, fields)) == 0
