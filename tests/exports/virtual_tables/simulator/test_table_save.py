import pytest

from generator.base.geometry import Size
from generator.exports.virtual_tables.laid_table import LaidObject, LaidTable, bounds, lay_table
from generator.exports.virtual_tables.simulator import object_states as states
from generator.exports.virtual_tables.simulator.object_states import Pose
from generator.exports.virtual_tables.simulator.table_objects import ObjectIds
from generator.exports.virtual_tables.simulator.table_save import (
    COLOURS,
    TABLE_SIZE,
    laid_objects,
    saved_object,
)
from generator.load.game_loader import load
from generator.load.game_locations import find_game, shipped_games, starters
from generator.load.virtual_tables.table_setup_reader import read_table_setup
from generator.model.virtual_tables.piece_stock import PieceCopy
from generator.model.virtual_tables.table_setup import Seat


class PlainObjects:
    """Stands for the objects of a game: each is a tile without pictures."""

    def __init__(self):
        self.ids = ObjectIds("game")

    def title_of(self, laid, language):
        return laid.copies[0].component

    def is_board(self, copy):
        return copy.component == "map"

    def piece(self, copy, pose):
        return states.tile(self.ids.new(copy.component), pose, copy.piece, ("", ""), "rect")

    def bag_of_any(self, copies, pose, title):
        return states.bag(self.ids.new("bag"), pose, title, [self.piece(copy, pose) for copy in copies])

    bag = bag_of_any

    def pile(self, copies, pose, title):
        return [self.piece(copy, pose) for copy in copies]

    def hand(self, copies, pose):
        yield from (self.piece(copy, pose) for copy in copies)


def laid(form="piece", component="map", **further):
    measures = {"x": 0.0, "y": 0.0, "width": 254.0, "height": 127.0, "turn": 0.0} | further
    return LaidObject(form, (PieceCopy(component, "one", 1),), face_up=True, **measures)


def things(table):
    return [*laid_objects(table, PlainObjects(), "en", "Unused")]


def where(thing):
    return {name: thing["Transform"][name] for name in ("posX", "posZ", "rotY")}


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ({"x": 25.4, "y": -50.8}, {"posX": 1.0, "posZ": 2.0, "rotY": 180.0}),
        ({"y": 254.0, "turn": 90.0}, {"posX": 0.0, "posZ": -10.0, "rotY": 270.0}),
        ({"turn": 180.0}, {"posX": 0.0, "posZ": 0.0, "rotY": 0.0}),
    ],
)
def test_millimetres_become_inches_away_from_the_reader(place, expected):
    first, *_ = things(LaidTable((laid(**place),), ()))
    assert where(first) == expected


def test_pieces_lie_above_boards():
    board, piece, _ = things(LaidTable((laid(), laid(component="token")), ()))
    assert board["Transform"]["posY"] < piece["Transform"]["posY"]


def test_pieces_in_the_same_place_lie_on_each_other():
    places = {"below": 0.0, "above": 200.0, "beside": 300.0, "top": 400.0}
    tokens = [laid(component=name, x=x, turn=180.0) for name, x in places.items()]
    _, *pieces, _ = things(LaidTable((laid(), *tokens), ()))

    heights = [thing["Transform"]["posY"] for thing in pieces]
    assert heights[0] < heights[1] < heights[2] < heights[3]
    beside, _ = things(LaidTable((laid(component="one"),), ()))
    assert heights[0] == beside["Transform"]["posY"]
    apart = [laid(component="token", x=254.0 * number) for number in range(3)]
    assert {thing["Transform"]["posY"] for thing in things(LaidTable(tuple(apart), ()))[:-1]} == {heights[0]}


def test_hands_are_held_where_they_are_laid_or_behind_everything():
    seats = Seat((0.0, 100.0)), Seat((0.0, -100.0), turn=180.0)
    hand = laid("hand", x=50.8, y=381.0, seat=0)
    mat = laid(y=-254.0, turn=180.0, seat=1)
    *_, near, far = things(LaidTable((hand, mat), seats))

    assert [zone["FogColor"] for zone in (near, far)] == ["White", "Red"]
    assert where(near) == {"posX": 2.0, "posZ": -15.0, "rotY": 0.0}
    assert where(far)["rotY"] == 180.0
    assert where(far)["posZ"] > (254 + 127 / 2) / 25.4
    assert near["Transform"]["scaleX"] > near["Transform"]["scaleZ"]


def test_seats_have_the_colours_of_their_pieces():
    seats = tuple(Seat((0.0, 0.0), player=player) for player in ("red", "", "black", "white", "red"))
    colours = [zone["FogColor"] for zone in things(LaidTable((laid(),), seats))[1:]]
    assert colours == ["Red", "Yellow", "Green", "White", "Red"]
    assert len(things(LaidTable((), (Seat((0.0, 0.0)),) * 12))) == len(COLOURS)


def test_what_is_not_used_is_in_a_bag_on_the_table():
    far = laid(component="token", y=2000.0, is_unused=True)
    piece, bag, _ = things(LaidTable((laid(), far), ()))

    assert (piece["Name"], bag["Name"], bag["Nickname"]) == ("Custom_Tile", "Bag", "Unused")
    assert [thing["Nickname"] for thing in bag["ContainedObjects"]] == ["one"]
    assert all(abs(bag["Transform"][axis]) < size / 2 for axis, size in zip(("posX", "posZ"), TABLE_SIZE, strict=True))


def zone_of(thing):
    """Left, top, right and bottom of the place of a hand, in millimetres."""
    place = thing["Transform"]
    x, y, width, depth = (25.4 * place[name] for name in ("posX", "posZ", "scaleX", "scaleZ"))
    across, down = (width, depth) if place["rotY"] % 180 == 0 else (depth, width)
    return x - across / 2, -y - down / 2, x + across / 2, -y + down / 2


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def beyond(boxes):
    """Of rectangles in millimetres, those that are not wholly on the table."""
    right, foot = (25.4 * length / 2 for length in TABLE_SIZE)
    return [box for box in boxes if not (-right < box[0] < box[2] < right and -foot < box[1] < box[3] < foot)]


@pytest.mark.parametrize("name", shipped_games())
def test_nothing_lies_beyond_the_table_or_where_a_hand_is_held(name):
    game = load(find_game(name))
    table = lay_table(game, read_table_setup(game))
    lying = [bounds(it) for it in table.objects if it.form != "hand" and not it.is_unused]
    zones = [zone_of(thing) for thing in things(table) if thing["Name"] == states.HAND_ZONE]

    assert beyond(lying) == []
    assert len(zones) == len(table.seats)
    assert [box for box in lying if any(overlap(box, zone) for zone in zones)] == []


def test_tables_of_games_without_a_setup_are_large_enough():
    for folder in (*starters().values(), *map(find_game, shipped_games())):
        table = lay_table(load(folder), None)
        assert beyond(map(bounds, table.objects)) == [], folder.name


def test_table_without_seats_has_a_hand_at_its_foot():
    *_, zone = things(LaidTable((laid(y=254.0),), ()))
    assert where(zone)["posZ"] < -(254 + 127 / 2) / 25.4


def test_sizes_are_those_of_the_pieces():
    assert states.card_scale(Size(180, 3.06 * 72)) == pytest.approx(1)
    assert states.tile_scale(Size(144, 500)) == pytest.approx(1)


def test_uppermost_card_of_a_deck():
    cards = [states.card(f"{n}", Pose(), f"{n}", 100 + n, (1, {"FaceURL": ""})) for n in range(3)]

    face_down = states.deck("d", Pose(is_face_up=False), "", cards)
    face_up = states.deck("d", Pose(), "", cards)

    assert face_down["DeckIDs"] == [100, 101, 102]
    assert face_up["DeckIDs"] == [102, 101, 100]
    assert [each["CardID"] for each in face_up["ContainedObjects"]] == face_up["DeckIDs"]
    assert face_up["CustomDeck"] == {"1": {"FaceURL": ""}}


def test_ids_are_unique_and_stay():
    first, second = ObjectIds("game"), ObjectIds("game")
    given = [first.new("card", "bar", "1") for _ in range(3)]

    assert len({*given}) == 3
    assert given == [second.new("card", "bar", "1") for _ in range(3)]
    assert ObjectIds("other").new("card", "bar", "1") != given[0]


def test_saved_object_names_no_table():
    assert {saved_object([])[name] for name in ("Table", "SaveName", "VersionNumber")} == {""}
