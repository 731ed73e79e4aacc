"""Where the parts of a picture stand, drawn in letters: a letter is a square millimetre of the part it begins."""

import math

import pytest

from generator.render.pictures.phrase import parse_phrase
from generator.render.pictures.placement import place_picture
from generator.render.pictures.vocabulary import read_vocabulary

WORDS = b"""
[stage]
size = [20, 8]
ground = 2
floor = "earth"
[parts.earth]
place = "back"
floor = true
height = 2
shapes = []
[parts.sea]
place = "front"
floor = true
height = 3
shapes = []
[parts.hill]
place = "back"
height = "stage-6"
shapes = []
[parts.wall]
height = 2
natural = 8
shapes = []
[parts.roof]
height = 1
out = 1
shapes = []
[parts.post]
width = 1
height = 2
pitch = 3
count = 3
leads = true
shapes = []
[parts.merlon]
width = 1
height = 1
pitch = 2.6
fills = true
shapes = []
[parts.pin]
width = 0.1
height = 1
fills = true
shapes = []
[parts.Arch]
width = 1
height = 1
place = "face"
spread = "bays"
shapes = []
[parts.Gem]
width = 1
height = 1
place = "face"
sit = "middle"
shapes = []
[parts.step]
repeat = "up"
count = 2
height = 1
grow = 1
shapes = []
[parts.bay]
width = 3
height = 2
spread = "close"
fills = true
shapes = []
"""


def measure(part):
    return {"tree": (2, 4)}[part.file]


def picture(text, width=20, enlarge=1):
    words = read_vocabulary(
        lambda name: ("words", WORDS + b"[parts.tree]") if name.endswith("vocabulary.toml") else None
    )
    return place_picture(parse_phrase(text, words, lambda _: None), words, (width, 8), measure, enlarge)


def letters(text):
    """The stage from the topmost part down; half a millimetre counts to the right."""
    drawn = picture(text)
    rows = [["."] * 20 for _ in range(8)]
    for each in (*drawn.back, *drawn.figures, *drawn.front):
        left, low = math.floor(each.box.x + 10.5), round(each.box.y + 2)
        for row in range(low, low + round(each.box.height)):
            for column in range(left, left + round(each.box.width)):
                rows[7 - row][column] = each.part.name[0]
    lines = ["".join(row) for row in rows]
    return lines[next(at for at, line in enumerate(lines) if set(line) != {"."}) :]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "wall width=8 roof",
            """
            .....rrrrrrrrrr.....
            ......wwwwwwww......
            ......wwwwwwww......
            eeeeeeeeeeeeeeeeeeee
            eeeeeeeeeeeeeeeeeeee""",
        ),
        (
            "step post width=8 count=2 roof",
            """
            .....rrrrrrrrrr.....
            ......p......p......
            ......p......p......
            ......ssssssss......
            .....ssssssssss.....
            eeeeeeeeeeeeeeeeeeee
            eeeeeeeeeeeeeeeeeeee""",
        ),
        (
            "wall width=10 Arch count=5 merlon | tree gap=3",
            """
            ................tt..
            ...m..m..m..m...tt..
            ...wwwwwwwwww...tt..
            ...AwAwAwAwAw...tt..
            eeeeeeeeeeeeeeeeeeee
            eeeeeeeeeeeeeeeeeeee""",
        ),
        (
            "wall width=14 + wall width=6 height=4 Gem width=5 x=.5 up=-.5",
            """
            .......wwwwww.......
            .......wwwwww.......
            ...wwwwwwwGwwwwww...
            ...wwwwwwwwwwwwww...
            eeeeeeeeeeeeeeeeeeee
            eeeeeeeeeeeeeeeeeeee""",
        ),
        (
            "hill sea wall full height=1 + post count=1 at=-6 lift=1",
            """
            ....p...............
            hhhhphhhhhhhhhhhhhhh
            ssssssssssssssssssss
            ssssssssssssssssssss
            ssssssssssssssssssss""",
        ),
        (
            "Arch count=2 up=3 + bay width=9",
            """
            .....A.........A....
            ....................
            ......bbbbbbbbb.....
            ......bbbbbbbbb.....
            eeeeeeeeeeeeeeeeeeee
            eeeeeeeeeeeeeeeeeeee""",
        ),
    ],
)
def test_parts_stand_where_their_words_say(text, expected):
    assert letters(text) == expected.split()


def test_stack_takes_the_width_of_its_columns():
    roof = picture("step post count=4 roof").figures[-1]

    assert roof.box.width == (3 * 3 + 1) + 2 * 1


def test_too_wide_a_picture_is_drawn_smaller():
    drawn = picture("wall width=23")

    assert drawn.scale == pytest.approx((20 - 2 * 0.8) / 23)


def test_far_too_wide_a_picture_is_refused():
    with pytest.raises(ValueError, match="no room: 60 by 2 mm on a stage of 20 by 6 mm"):
        picture("wall width=60")


def test_small_picture_grows_where_it_may():
    assert picture("wall width=4").scale == 1
    assert picture("wall width=4", enlarge=1.5).scale == 1.5


def test_scenery_goes_from_side_to_side():
    drawn = picture("hill wall", width=30)

    assert [(each.part.name, each.box.width, each.box.height) for each in drawn.back] == [
        ("hill", 30, 2),
        ("earth", 30, 2),
    ]


def test_bays_round_a_cylinder_narrow_to_its_edges():
    bays = [each.box for each in picture("wall width=12 Arch round count=5").figures[1:]]

    widths = [bay.width for bay in bays]
    assert widths[0] < widths[1] < widths[2]
    assert widths == pytest.approx(widths[::-1])
    assert bays[2].x + bays[2].width / 2 == pytest.approx(0)


def test_drawing_keeps_its_shape():
    (tree,) = picture("tree height=2").figures

    assert (tree.box.width, tree.box.height) == (1, 2)


def test_so_many_of_a_part_are_refused():
    with pytest.raises(ValueError, match="'pin' comes 1,000 times; a picture takes 400 of a part"):
        picture("wall width=100 pin")
