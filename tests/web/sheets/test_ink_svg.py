"""What a pen leaves: each state of a box has a shape of its own, and a name for those who do not see it."""

from io import BytesIO
from itertools import combinations

import pytest
import resvg_py
from PIL import Image, ImageChops

from generator.base.geometry import Rect
from generator.build.outputs.simulated_views import simulate_image
from generator.play.game_data import load_rulebook
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.web.sheets.ink_svg import InkSvg

EYES = ("grey", "deutan", "protan", "tritan")
BOX = Rect(4, 4, 26, 26)
SIDE = 60
"""Pixels of the picture of a box and what is around it: as large as on the page."""
ENOUGH, CONTRAST = 60, 48
"""Pixels that differ by so many of 255 levels."""


@pytest.fixture(scope="module")
def naming():
    return ItemNames(load_rulebook("hadrians-wall")[0], play_messages("en"), "en")


def ink(naming, before, after, legal=(), **places):
    places = places or dict.fromkeys({**before, **after, **dict.fromkeys(legal)}, BOX)
    return InkSvg(naming, places, places).draw(before, after, legal)


def seen(markup, eyes):
    start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34">'
    frame = '<rect x="4" y="4" width="26" height="26" fill="#fff" stroke="#1d2a36"/>'
    data = resvg_py.svg_to_bytes(
        svg_string=f"{start}{frame}{markup}</svg>", width=SIDE, height=SIDE, background="#f8f2e6"
    )
    return simulate_image(eyes, Image.open(BytesIO(data)).convert("RGB")).convert("L")


@pytest.mark.parametrize("eyes", EYES)
def test_states_are_told_apart_by_their_shapes(naming, eyes):
    states = {
        "empty": "",
        "legal": ink(naming, {}, {}, ["wall_01"]),
        "filled": ink(naming, {"wall_01": 1}, {"wall_01": 1}),
        "new": ink(naming, {}, {"wall_01": 1}),
        "circled": ink(naming, {"disdain_01": 1}, {"disdain_01": 1}),
        "filled in": ink(naming, {"disdain_01": 2}, {"disdain_01": 2}),
        "first option": ink(naming, {"diplomat_1_serves": "left"}, {"diplomat_1_serves": "left"}),
    }
    pictures = {name: seen(markup, eyes) for name, markup in states.items()}

    for (one, first), (other, second) in combinations(pictures.items(), 2):
        levels = ImageChops.difference(first, second).histogram()
        assert sum(levels[CONTRAST:]) >= ENOUGH, f"{one} and {other}"


def test_track_says_its_level(naming):
    assert 'aria-label="Wall: 2 of 21 filled"' in ink(naming, {}, {"wall_01": 1, "wall_02": 1})


def test_circles_are_counted_with_those_filled_in(naming):
    marks = {"disdain_01": 2, "disdain_02": 1}

    assert 'aria-label="Disdain: 2 circled, 1 of them filled in"' in ink(naming, marks, marks)


def test_years_are_written_and_said(naming):
    drawn = ink(naming, {}, {"forum_02": 3})

    assert ">3</text>" in drawn
    assert 'aria-label="Forum: 2 (3)"' in drawn


def test_named_boxes_are_said_by_name(naming):
    assert 'aria-label="Landmarks: Archway, Statue"' in ink(naming, {}, {"archway": 1, "statue": 1})


def test_choice_of_many_is_written_out(naming):
    drawn = ink(naming, {}, {"path_1": "ranger"})

    assert "Ranger</text>" in drawn
    assert "(Ranger)" in drawn


def test_what_is_new_is_said_first_time_only(naming):
    marks = {"wall_01": 1, "disdain_01": 2}

    assert 'aria-label="New: Wall 1, Disdain 1"' in ink(naming, {"wall_01": 0, "disdain_01": 1}, marks)
    assert "New" not in ink(naming, marks, marks)


def test_box_printed_as_marked_is_left_alone(naming):
    assert ink(naming, {"small_granary": 1}, {"small_granary": 1}) == ""


def test_sums_stand_in_their_places(naming):
    marks = naming.book.boxes.book.start() | {"piety_01": 1, "piety_02": 1}
    drawn = ink(naming, marks, marks, piety=BOX, total=BOX, valour=BOX)

    assert 'aria-label="Piety 2, Total 2"' in drawn
    assert drawn.count("<text") == 2


@pytest.mark.parametrize(("renown", "rank"), [(0, "Miles"), (25, "Miles"), (45, "Centurion")])
def test_rank_is_ticked_once_the_game_is_over(naming, renown, rank):
    book = naming.book.boxes.book
    boxes = [box.id for track in ("renown", "piety") for box in book.tracks[track].boxes]
    marks = dict.fromkeys(boxes[:renown], 1)
    places = {f"rank_{number}": BOX for number in range(1, 6)} | dict.fromkeys(marks, BOX)
    drawn = InkSvg(naming, places, places)

    assert "Rank: " not in drawn.draw(marks, marks, ())
    over = drawn.draw(marks, marks, (), is_over=True)
    assert over.count("Rank: ") == 1
    assert f'aria-label="Rank: {rank}"' in over
