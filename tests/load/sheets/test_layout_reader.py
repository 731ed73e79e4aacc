"""Where boxes stand: laid as tracks or one by one, and every fault with its line."""

import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load

SHEET = """\
title = { en = "Score", ja = "得点" }
version = "1"

[areas.wall]
title = { en = "Wall", ja = "壁" }
boxes = 6

[areas.gate]
title = { en = "Gate", ja = "門" }
boxes = [{ id = "north", title = { en = "North", ja = "北" } }, { id = "south", title = { en = "South", ja = "南" } }]

[values.total]
is = "wall + gate"
"""
LAYOUT = """\
grid = [40, 30]
[areas]
wall = [0, 0, 40, 9]
[spots]
title = [0, 26, 40, 4]
[tracks]
wall = { at = [2, 1], size = [4, 3], pitch = 5, down = 4, line = 3, gaps = { 2 = 1 } }
[boxes]
north = [0, 12, 6, 6]
south = [10, 12, 6, 6]
[values]
total = [30, 12, 6, 6]
"""


@pytest.fixture
def laid(game):
    """The layout of a small sheet, with one passage replaced."""

    def load_with(old="", new="", layout=LAYOUT, name="score"):
        assert old in layout
        files = {"sheets/score.toml": SHEET, f"sheets/{name}.layout.toml": layout.replace(old, new, 1)}
        return load(game(files)).layouts["score"]

    return load_with


@pytest.fixture
def fault(laid):
    def told(*arguments, **how):
        with pytest.raises(Faults) as caught:
            laid(*arguments, **how)
        return str(caught.value)

    return told


def test_track_is_laid_line_by_line(laid):
    boxes = laid().boxes

    assert [boxes[f"wall_0{n}"] for n in range(1, 7)] == [
        (2, 1, 4, 3), (8, 1, 4, 3), (13, 1, 4, 3),
        (2, 5, 4, 3), (8, 5, 4, 3), (13, 5, 4, 3),
    ]  # fmt: skip


def test_boxes_may_differ_in_width(laid):
    boxes = laid(
        "pitch = 5, down = 4, line = 3, gaps = { 2 = 1 }", "widths = [1, 2, 3, 1, 1, 1], gaps = { 3 = 2 }"
    ).boxes

    assert [boxes[f"wall_0{n}"][:3:2] for n in range(1, 7)] == [(2, 1), (3, 2), (7, 3), (10, 1), (11, 1), (12, 1)]


def test_boxes_areas_values_and_spots_have_places(laid):
    layout = laid()

    assert (layout.columns, layout.rows) == (40, 30)
    assert layout.boxes["south"] == (10, 12, 6, 6)
    assert layout.areas == {"wall": (0, 0, 40, 9)}
    assert layout.values == {"total": (30, 12, 6, 6)}
    assert layout.spots == {"title": (0, 26, 40, 4)}
    assert layout.lines == {"wall": 3}


def test_boxes_come_in_the_order_of_the_sheet(laid):
    assert list(laid().boxes) == [*(f"wall_0{n}" for n in range(1, 7)), "north", "south"]


def test_sheet_without_layout_has_none(game):
    assert load(game({"sheets/score.toml": SHEET})).layouts == {}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("grid = [40, 30]\n", "", "score.layout.toml [grid]: grid is two numbers, like [8, 5]"),
        ("[40, 30]", "[0, 30]", ":1 [grid]: a grid has 1 to 1000 cells each way"),
        ("[40, 30]", '["4", 30]', ":1 [grid]: grid is two numbers, like [8, 5]"),
        (
            "wall = [0, 0, 40, 9]",
            "wal = [0, 0, 40, 9]",
            ":3 [areas.wal]: no area called 'wal' on this sheet; did you mean",
        ),
        ("wall = {", "wale = {", ":7 [tracks.wale]: no track called 'wale' on this sheet; did you mean 'wall'?"),
        ("north =", "nord =", ":9 [boxes.nord]: no box called 'nord' on this sheet; did you mean 'north'?"),
        ("total =", "totl =", ":12 [values.totl]: no value called 'totl' on this sheet; did you mean 'total'?"),
        ("north = [0, 12, 6, 6]\n", "", "no place for box 'north'; give it one under [boxes]"),
        ("[0, 12, 6, 6]", "[0, 12, 6]", ":9 [boxes.north]: north is left, top, width and height in cells"),
        ("[0, 12, 6, 6]", "[0, 12, 6, 0]", ":9 [boxes.north]: 'north' has no size"),
        ("[0, 12, 6, 6]", "[36, 2, 6, 6]", ":9 [boxes.north]: 'north' leaves the grid of 40 x 30 cells"),
        ("[10, 12, 6, 6]", "[4, 14, 6, 6]", ":10 [boxes.south]: 'south' lies on 'north'"),
        ("[30, 12, 6, 6]", "[12, 12, 6, 6]", ":12 [values.total]: 'total' lies on 'south'"),
        ("gaps = { 2 = 1 }", "gaps = { 4 = 1 }", "'4' is not the number of a box in a line of 3"),
        ("pitch = 5", "pitch = 50", ":7 [tracks.wall]: 'wall_02' leaves the grid"),
        ("line = 3", "lines = 3", ":7 [tracks.wall.lines]: unknown key 'lines'; did you mean 'line'?"),
        ("[spots]", "[spot]", "unknown key 'spot'; did you mean 'spots'?"),
    ],
)
def test_fault_names_line_and_remedy(fault, old, new, expected):
    assert expected in fault(old, new)


def test_track_without_any_place_is_one_fault(fault):
    line = next(line for line in LAYOUT.splitlines(keepends=True) if line.startswith("wall = {"))

    assert fault(line, "").count("no place for track 'wall'; write [tracks.wall] with at and size") == 1


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("size = [4, 3]", "size = [-4, 3]", ":7 [tracks.wall.size]: size is out of range: [-4, 3]; its numbers are 0"),
        ("pitch = 5", "pitch = 1", ":7 [tracks.wall]: 'wall_02' lies on 'wall_01'"),
        ("[40, 30]", "[0, 30]", ":1 [grid]: a grid has 1 to 1000 cells each way"),
        ("[0, 12, 6, 6]", "[0, 12, -6, 6]", ":9 [boxes.north]: north is out of range: [0, 12, -6, 6]"),
    ],
)
def test_one_slip_is_one_fault(fault, old, new, expected):
    told = fault(old, new)

    assert expected in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ('boxes = "six"', ":6 [areas.wall.boxes]: a track has boxes; write how many, or a list"),
        ("boxes = 0", ":6 [areas.wall.boxes]: a track has boxes; write how many, or a list"),
        ('boxes = 6\nkind = "nummber"\nmost = 4', ":7 [areas.wall.kind]: no kind called 'nummber'; did you mean"),
        ('boxes = 6\nkind = "number"\nmoost = 4', ":8 [areas.wall.moost]: unknown key 'moost'; did you mean 'most'?"),
        ('boxes = 6\nkind = "number"\nmost = "4"', ":8 [areas.wall.most]: must be a whole number, not '4'"),
    ],
)
def test_slip_in_a_sheet_is_told_once_and_its_layout_kept_quiet(game, new, expected):
    files = {"sheets/score.toml": SHEET.replace("boxes = 6", new), "sheets/score.layout.toml": LAYOUT}
    with pytest.raises(Faults) as caught:
        load(game(files))

    assert expected in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_layout_of_no_sheet_is_a_fault(fault):
    told = fault(name="scores")

    assert told == "sheets/scores.layout.toml: there is no sheet 'scores' to lay out; did you mean 'score'?"


def test_all_faults_are_told_at_once(fault):
    told = fault(layout=LAYOUT.replace("north =", "nord =").replace("total =", "totl ="))

    assert len(told.splitlines()) == 3
