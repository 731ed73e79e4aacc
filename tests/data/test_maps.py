"""The maps of Concordia: everything the facts name is there once, where it can be read."""

import io
import math
import re
from ast import literal_eval
from itertools import combinations, pairwise
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

from generator.base.cache import Cache
from generator.base.geometry import IDENTITY, Rect
from generator.base.units import MM
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.model.face import Group, Shape

FOLDER = Path(__file__).parents[2] / "data" / "concordia"
TEMPLATES = Path(__file__).parents[2] / "templates" / "concordia"
OPEN = Rect(15, 126, 654, 339)
"""The map between score track and market."""
CITY = 18.0
"""Radius of a city's spot."""
PIECES = {"land": 8.0, "sea": 10.0}
"""How far a colonist's piece reaches from its place."""

MAPS = """\
          cities provinces land sea
imperium      31        12   44  35
italia        26        11   40  23
"""


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture(scope="module", params=["imperium", "italia"])
def board(game, request):
    (row,) = [piece.row for piece in game.component("maps").pieces if piece.row.cells["map"].id == request.param]
    return row


def cells(board, column):
    return [row.cells for row in board.cells[column]]


@pytest.fixture(scope="module")
def ways(board):
    """The points of each line by its route: all of it, and what its two cities leave open."""
    lines = {line["route"].id: line for line in cells(board, "lines")}
    return {id_: (line, curve(line), seen(line)) for id_, line in lines.items()}


def curve(line, steps=48):
    """Points of a line from the middle of one city to the middle of the other."""
    start, end = line["start"].cells, line["end"].cells
    knots = [(start["x"], start["y"]), (line["x1"], line["y1"]), (line["x2"], line["y2"]), (end["x"], end["y"])]
    shares = [at / steps for at in range(steps + 1)]
    weights = [((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3) for t in shares]
    return [tuple(sum(w * knot[axis] for w, knot in zip(ws, knots, strict=True)) for axis in (0, 1)) for ws in weights]


def seen(line):
    """The part of a route that its two cities leave open."""
    ends = [(end.cells["x"], end.cells["y"]) for end in (line["start"], line["end"])]
    return [point for point in curve(line) if all(math.dist(point, end) > CITY for end in ends)]


def banner(spot):
    return Rect(spot["x"] - spot["banner"] / 2, spot["y"] + 11.8, spot["banner"], 6.4)


def words(board):
    """The rects of all that is to be read on the open map, by what it is."""
    rects = {f"city {spot['city'].id}": banner(spot) for spot in cells(board, "spots")}
    rects |= {f"province {at['province'].id}": Rect(at["x"], at["y"], at["width"], 9) for at in cells(board, "areas")}
    for sea in cells(board, "seas"):
        high = sea["size"] * 25.4 / 72
        rects[f"sea {sea['latin']}"] = Rect(sea["x"] - sea["width"] / 2, sea["y"] - 0.82 * high, sea["width"], high)
    for name in ("plate", "gods", "legend"):
        panel = board.cells[name].cells
        rects[name] = Rect(panel["x"], panel["y"], panel["width"], panel["height"])
    return rects


def away(point, rect):
    """How far a point is from a rect; 0 inside."""
    x, y = point
    return math.hypot(max(rect.x - x, 0, x - rect.right), max(rect.y - y, 0, y - rect.bottom))


def around(points):
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def crossing(one, other):
    """Whether two rows of points cross."""
    if not around(one).overlaps(around(other)):
        return False

    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return any(
        side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
        for a, b in pairwise(one)
        for c, d in pairwise(other)
    )


def test_both_maps_are_complete(game):
    lines = ["          cities provinces land sea"]
    for piece in game.component("maps").pieces:
        row = piece.row.cells
        kinds = [line.cells["route"].cells["kind"] for line in row["lines"]]
        counts = f"{len(row['spots']):6}{len(row['areas']):10}{kinds.count('land'):5}{kinds.count('sea'):4}"
        lines.append(f"{row['map'].id:<10}{counts}")

    assert "\n".join(lines) + "\n" == MAPS


@pytest.mark.parametrize(
    ("column", "at", "table"),
    [("spots", "city", "cities"), ("lines", "route", "routes"), ("areas", "province", "provinces")],
)
def test_everything_of_the_map_is_drawn_once(game, board, column, at, table):
    of_map = sorted(row.id for row in game.tables[table] if row.cells["map"].id == board.cells["map"].id)

    assert sorted(row[at].id for row in cells(board, column)) == of_map


def test_lines_join_the_cities_of_their_routes(board):
    for line in cells(board, "lines"):
        route = line["route"].cells

        assert (line["start"].cells["city"].id, line["end"].cells["city"].id) == (route["start"].id, route["end"].id)


def test_cities_keep_apart(board):
    spots = [(spot["x"], spot["y"]) for spot in cells(board, "spots")]

    assert min(math.dist(*pair) for pair in combinations(spots, 2)) > 2 * CITY + 9


def test_no_route_crosses_another_city(board, ways):
    for id_, (line, points, _) in ways.items():
        ends = {line["start"].cells["city"].id, line["end"].cells["city"].id}
        for spot in cells(board, "spots"):
            if spot["city"].id not in ends:
                assert min(math.dist(point, (spot["x"], spot["y"])) for point in points) > CITY + 3, (
                    id_,
                    spot["city"].id,
                )


def test_no_two_routes_cross(ways):
    pairs = combinations(((id_, points) for id_, (_, _, points) in ways.items()), 2)

    assert [(one, other) for (one, a), (other, b) in pairs if crossing(a, b)] == []


@pytest.fixture(scope="module")
def is_land(board):
    """Whether a point lies on land, from a picture of the coast with four dots a millimetre."""
    art = (FOLDER / "art" / f"{board.cells['map'].id}.svg").read_text("utf-8")
    land = re.search(r'<g id="land">.*?</g>', art, re.DOTALL)[0]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 684 480">{land}</svg>'
    coast = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=684 * 4)))).getchannel("A")
    return lambda x, y: coast.getpixel((round(4 * x), round(4 * y))) > 127


def test_sea_routes_keep_to_the_sea(ways, is_land):
    shares = {
        id_: sum(is_land(*point) for point in seen) / len(seen)
        for id_, (line, _, seen) in ways.items()
        if line["route"].cells["kind"] == "sea"
    }

    assert max(shares.values()) < 0.12, max(shares, key=shares.get)
    assert sum(shares.values()) / len(shares) < 0.02


def test_sea_colonists_stand_on_the_sea(ways, is_land):
    places = {id_: (line["x"], line["y"]) for id_, (line, _, _) in ways.items() if line["route"].cells["kind"] == "sea"}

    assert [id_ for id_, place in places.items() if is_land(*place)] == []


def test_each_colonist_stands_on_its_own_route(ways):
    for id_, (line, _, _) in ways.items():
        place = line["x"], line["y"]

        assert min(math.dist(place, point) for point in curve(line, 400)) < 0.5, id_
        assert (
            min(math.dist(place, point) for other, (_, _, seen) in ways.items() if other != id_ for point in seen) > 9
        ), id_


def test_colonists_have_room(board):
    lines = cells(board, "lines")
    for line in lines:
        reach = PIECES[line["route"].cells["kind"]]
        place = line["x"], line["y"]

        assert all(math.dist(place, (each["x"], each["y"])) > 16 for each in lines if each is not line)
        assert all(math.dist(place, (spot["x"], spot["y"])) > CITY + reach - 2 for spot in cells(board, "spots"))
        assert OPEN.contains(Rect(place[0] - reach, place[1] - reach, 2 * reach, 2 * reach))


def test_no_words_overlap(board):
    clashes = [(a, b) for (a, one), (b, other) in combinations(words(board).items(), 2) if one.overlaps(other)]

    assert clashes == []


def test_no_words_lie_on_a_city(board):
    for name, rect in words(board).items():
        for spot in cells(board, "spots"):
            if name != f"city {spot['city'].id}":
                assert away((spot["x"], spot["y"]), rect) > CITY, (name, spot["city"].id)


def test_no_words_lie_on_a_route(board, ways):
    for name, rect in words(board).items():
        for id_, (line, _, points) in ways.items():
            if name not in {f"city {line[end].cells['city'].id}" for end in ("start", "end")}:
                assert min(away(point, rect) for point in points) > 0.6, (name, id_)


def test_words_leave_room_for_colonists(board):
    for name, rect in words(board).items():
        for line in cells(board, "lines"):
            assert away((line["x"], line["y"]), rect) > 8, (name, line["route"].id)


def test_all_stands_between_track_and_market(board):
    spots = [Rect(spot["x"] - CITY, spot["y"] - CITY, 2 * CITY, 2 * CITY) for spot in cells(board, "spots")]
    named = [rect for name, rect in words(board).items() if name != "plate"]

    assert all(OPEN.contains(rect) for rect in (*spots, *named))


@pytest.fixture(scope="module", params=["en", "ja"])
def face(game, board, request, tmp_path_factory):
    component = game.component("maps")
    (piece,) = [piece for piece in component.pieces if piece.row is board]
    renderer = FaceRenderer(game, "concordia", "colour", Cache(tmp_path_factory.mktemp("map")), "test", keep_ink=True)
    return renderer.draw(FaceJob(component, piece, "front", request.param, component.trim, "key"))[0]


def test_pieces_of_a_city_lie_beside_each_other(game):
    """Houses and token as large as they are cut; the places are those that the map's template draws them at."""
    text = (TEMPLATES / "map-parts.svg.j2").read_text("utf-8")
    places = literal_eval(re.search(r"set places = (\{.+?\}) %\}", text)[1])
    house, token = (game.component(name).trim.width / MM for name in ("houses", "city_tokens"))
    tall = game.component("city_tokens").trim.height / MM
    standing = Rect(-token / 2, -9.4, token, tall)

    assert sorted(map(len, places.values())) == sorted(places) == [4, 5]
    for each in places.values():
        pieces = [standing, *(Rect(x - house / 2, y - house / 2, house, house) for x, y in each)]

        assert not any(one.overlaps(other) for one, other in combinations(pieces, 2))
        assert all(math.hypot(abs(x) + house / 2, abs(y) + house / 2) < CITY + 3 for x, y in each)
        assert all(y + house / 2 < 8 for _, y in each)  # above the number of the province


def line_ends(ink, matrix=IDENTITY):
    """The ends of all straight lines with round ends, in millimetres."""
    for part in ink:
        if isinstance(part, Group):
            yield from line_ends(part.ink, matrix @ part.matrix)
        elif isinstance(part, Shape) and part.stroke and part.stroke.cap == "round" and "C" not in part.path:
            numbers = [float(word) for word in part.path.split() if not word.isalpha()]
            yield from (matrix.apply(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def test_dashes_of_sea_routes_reach_cities_and_colonists(board, face):
    dots = [(x / MM, y / MM) for x, y in line_ends(face.ink.unpack()[0])]
    routes = [line for line in cells(board, "lines") if line["route"].cells["kind"] == "sea"]
    for line in routes:
        rings = [(line[end].cells["x"], line[end].cells["y"], CITY) for end in ("start", "end")]
        rings.append((line["x"], line["y"], 7.0))
        is_open = [all(math.dist(point, (x, y)) > r for x, y, r in rings) for point in curve(line, 400)]
        ends = [p for p, pair in zip(curve(line, 400), pairwise(is_open), strict=False) if pair[0] != pair[1]]

        assert len(ends) == 4
        assert all(min(math.dist(end, dot) for dot in dots) < 0.8 for end in ends), line["route"].id


def test_every_name_is_written_once(board, face, runs):
    texts = [text for text, _ in runs(face)]
    names = [spot["city"].cells["latin"] for spot in cells(board, "spots")]

    assert face.warnings == ()
    assert [name for name in names if texts.count(name) != 1] == []
    assert all(str(number) in texts for number in range(100))


def test_every_city_bears_the_number_of_its_province(board, face, runs):
    texts = [text for text, _ in runs(face)]
    cities = [spot["city"].cells["province"] for spot in cells(board, "spots")]
    for at in cells(board, "areas"):
        members = [province for province in cities if province and province.id == at["province"].id]

        assert texts.count(at["province"].cells["numeral"]) >= len(members) + 2, at["province"].id


def test_no_letters_overlap(face, overlapping_letters):
    assert overlapping_letters(face) == []


def test_coast_says_where_it_comes_from(board):
    art = (FOLDER / "art" / f"{board.cells['map'].id}.svg").read_text("utf-8")

    assert "Natural Earth" in art
    assert "public domain" in art
    assert set(re.findall(r'id="area-(\w+)"', art)) == {at["province"].id for at in cells(board, "areas")}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_seam_cuts_a_word_a_number_or_an_icon(game, board, face, crossed_by_seams, paper):
    name, crossed = crossed_by_seams(face, game.component("maps").seams_of(board.id), paper)

    assert name == f"{paper}-684x480-4x2"
    assert crossed == []


RIM = 1.5
"""How much of the edge of a city's disc a seam may cut off, in millimetres; its houses and its token stand within."""


def test_no_seam_cuts_a_colonists_place_or_more_than_the_rim_of_a_city(game, board):
    seams = game.component("maps").seams_of(board.id)
    xs = [low / MM for low, _ in seams.x]
    columns = [[low / MM for low, _ in column] for column in seams.columns]
    discs = [(spot["city"].id, spot["x"], spot["y"], 18 - RIM) for spot in cells(board, "spots")]
    discs += [(line["route"].id, line["x"], line["y"], 6.5) for line in cells(board, "lines")]
    upright = [(name, at) for name, x, _, radius in discs for at in xs if abs(x - at) < radius]
    level = [
        (name, at)
        for name, x, y, radius in discs
        for left, right, column in zip([0, *xs], [*xs, 684], columns, strict=True)
        for at in column
        if abs(y - at) < radius and left < x + radius and x - radius < right
    ]

    assert upright == []
    assert level == []
