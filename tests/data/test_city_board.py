"""Aquileia's city board: all that the facts name stands in its region, with room for the pieces."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.base.geometry import Rect
from generator.base.units import MM
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load

FOLDER = Path(__file__).parents[2] / "data" / "aquileia"
WITHIN = Rect(15, 15, 530, 370)
"""The town inside its wall, the score track."""
DISC = 9.4
"""Radius of a follower's place; the follower has 9."""

REGIONS = """\
I   mercatus 9
II  arena    3
III stadium  6
IV  theatrum 1
V   forum    5
VI  portus   4
"""


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture(scope="module")
def board(game):
    (piece,) = game.component("city").pieces
    return piece.row


def cells(board, column):
    return [row.cells for row in board.cells[column]]


def box(at, width=None, height=None):
    return Rect(at["x"], at["y"], width or at["width"], height or at["height"])


def ground(region):
    return box(region.cells)


def taken(board):
    """The rects that pieces, prices and words take, with the region each belongs to."""
    for at in cells(board, "plots"):
        yield f"plot {at['plot'].id}", next(r for r in board.cells["regions"] if r.id == "forum"), box(at, 27, 39)
    for at in cells(board, "places"):
        place = at["place"].cells
        wide, high = (44, 68) if place["holds"] == "cards" else (18, 18)
        across = place["count"] if place["holds"] == "cards" else place["count"] // 2
        down = 1 if place["holds"] == "cards" else 2
        rect = box(at, wide + (across - 1) * at["step"], high + (down - 1) * at["step"])
        yield f"place {at['place'].id}", place["region"], rect
    for at in cells(board, "rewards"):
        yield f"reward {at['reward'].id}", at["reward"].cells["region"], box(at)
    for at in cells(board, "kinds"):
        yield f"kind {at['kind'].id}", at["kind"].cells["region"], box(at, height=6)
    for at in cells(board, "spaces"):
        space, region = at["space"].id, at["space"].cells["region"]
        yield f"space {space}", region, Rect(at["x"] - DISC, at["y"] - DISC, 2 * DISC, 2 * DISC)
        if at["width"]:
            yield f"words {space}", region, Rect(at["left"], at["top"], at["width"], at["height"])


def test_28_spaces_stand_in_six_regions(board):
    lines = []
    for region in board.cells["regions"]:
        spaces = [at for at in cells(board, "spaces") if at["space"].cells["region"].id == region.id]
        lines.append(f"{region.cells['numeral']:<4}{region.id:<9}{len(spaces)}")

    assert "\n".join(lines) + "\n" == REGIONS


@pytest.mark.parametrize(
    ("column", "at", "table"),
    [
        ("spaces", "space", "spaces"),
        ("plots", "plot", "plots"),
        ("exchanges", "exchange", "exchanges"),
        ("rewards", "reward", "rewards"),
        ("places", "place", "places"),
        ("tracks", "track", "tracks"),
    ],
)
def test_everything_has_one_place(game, board, column, at, table):
    assert sorted(row[at].id for row in cells(board, column)) == sorted(row.id for row in game.tables[table])


def test_regions_and_tracks_share_the_town(board):
    rows = [at for at in cells(board, "tracks") if at["track"].id != "score"]
    rects = [*map(ground, board.cells["regions"]), *map(box, rows)]

    assert all(WITHIN.contains(rect) for rect in rects)
    assert not any(one.overlaps(other) for one, other in combinations(rects, 2))


def test_everything_stands_in_its_region(board):
    outside = [name for name, region, rect in taken(board) if not ground(region).contains(rect)]

    assert outside == []


def test_nothing_stands_on_another(board):
    pairs = combinations([(name, rect) for name, _, rect in taken(board)], 2)

    assert [(a, b) for (a, one), (b, other) in pairs if one.overlaps(other)] == []


def test_followers_have_room(board):
    places = [(at["x"], at["y"]) for at in cells(board, "spaces")]

    assert min(math.dist(*pair) for pair in combinations(places, 2)) > 2 * DISC


def test_workshops_stand_left_and_villas_right(board):
    middle = next(at["x"] for at in cells(board, "spaces") if at["space"].id == "forum_1")
    sides = {at["plot"].id: "left" if at["x"] < middle else "right" for at in cells(board, "plots")}

    assert sides == {at["plot"].id: at["plot"].cells["kind"].cells["side"] for at in cells(board, "plots")}


def test_each_purchase_stands_under_its_card(board):
    display = next(at for at in cells(board, "places") if at["place"].id == "equi_et_arma_display")
    for number, name in enumerate(("equi_left", "equi_middle", "equi_right")):
        left = display["x"] + number * display["step"]
        at = next(at for at in cells(board, "spaces") if at["space"].id == name)

        assert left < at["x"] < left + 44
        assert at["y"] > display["y"] + 68


def test_tracks_have_room_for_their_pieces(board):
    tracks = {at["track"].id: at for at in cells(board, "tracks")}
    strength = (tracks["strength"]["width"] - tracks["strength"]["name"]) / 21
    tiebreak = (tracks["tiebreak"]["width"] - 4) / 5

    assert strength > 16
    assert tracks["strength"]["height"] > 20
    assert tiebreak > 20


@pytest.fixture(scope="module", params=["en", "ja"])
def face(game, request, tmp_path_factory):
    component = game.component("city")
    renderer = FaceRenderer(game, "aquileia", "colour", Cache(tmp_path_factory.mktemp("city")), "test", keep_ink=True)
    job = FaceJob(component, component.pieces[0], "front", request.param, component.trim, "key")
    return renderer.draw(job)[0]


def test_numbers_of_plots_stand_clear_of_plot_and_house(board, face, runs):
    numbers = {text: rect for text, rect in runs(face) if re.fullmatch(r"P\d\d", text)}
    for at in cells(board, "plots"):
        rect = numbers[at["plot"].cells["label"]]
        left, right = rect.x / MM - at["x"], rect.right / MM - at["x"]

        # The line of the plot ends at 0.2, that of the house's square begins at 7.3.
        assert left - 0.2 >= 0.5
        assert 7.3 - right >= 0.5


def test_villas_bear_the_letter_of_their_colour(board, face, runs):
    letters = {(round(rect.x / MM), round(rect.y / MM)): text for text, rect in runs(face)}
    for at in cells(board, "plots"):
        if laurel := at["plot"].cells["laurel"]:
            near = [text for (x, y), text in letters.items() if 0 < x - at["x"] < 6 and 10 < y - at["y"] < 17]

            assert near
            assert near[0] in dict(laurel.cells["letter"].by).values()


def test_board_is_drawn_without_a_warning(face, runs):
    texts = [text for text, _ in runs(face)]

    assert face.warnings == ()
    assert all(str(number) in texts for number in range(100))
    assert {"MERCATUS", "ARENA", "STADIUM", "THEATRUM", "FORUM"} <= set(texts)


def test_no_letters_overlap(face, overlapping_letters):
    assert overlapping_letters(face) == []


@pytest.mark.parametrize(
    ("paper", "name"),
    [
        ("a4", "a4-560x400-3x2"),
        ("letter", "letter-560x400-3x2"),
        ("a3", "a3-560x400-2x1"),
        ("tabloid", "tabloid-560x400-3x1"),
    ],
)
def test_no_seam_cuts_a_word_a_number_or_an_icon(game, face, crossed_by_seams, paper, name):
    seams = game.component("city").seams_of("city")

    assert crossed_by_seams(face, seams, paper) == (name, [])
