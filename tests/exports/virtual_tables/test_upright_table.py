"""Tables that everybody sees from the same side."""

import pytest

from generator.exports.virtual_tables.laid_table import LaidObject
from generator.exports.virtual_tables.upright_table import box_around, lay_upright
from generator.load.game_loader import load
from generator.load.game_locations import data_root
from generator.load.virtual_tables.table_setup_reader import read_table_setup


def is_shown(laid: LaidObject) -> bool:
    return not laid.is_unused


@pytest.mark.parametrize("name", ["arena", "concordia", "glory-to-rome", "hadrians-wall"])
def test_areas_of_players_stand_upright_and_clear_of_each_other(name):
    game = load(data_root() / name)
    setup = read_table_setup(game)
    table = lay_upright(game, setup, (1600, 800), is_shown)

    areas = [box_around(it for it in table.objects if it.seat == seat) for seat in (None, *range(len(setup.seats)))]
    assert {it.turn for it in table.objects} <= {0.0, 90.0}
    assert [
        (one, other)
        for at, one in enumerate(areas)
        for other in areas[at + 1 :]
        if one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
    ] == []


def test_room_is_kept_clear_for_what_is_laid_later():
    game = load(data_root() / "arena")
    setup = read_table_setup(game)
    table = lay_upright(game, setup, (1600, 800), is_shown)

    left, top, width, height = setup.room
    assert not [
        it
        for it in table.objects
        if it.seat is not None and left < it.x < left + width and top < it.y - it.height / 2 < top + height
    ]


def test_a_wide_room_has_players_beside_the_middle_and_a_tall_one_below():
    game = load(data_root() / "aquileia")
    setup = read_table_setup(game)

    def shape(room):
        box = box_around(lay_upright(game, setup, room, is_shown).objects)
        return box.width / box.height

    assert shape((1600, 600)) > shape((600, 1600))
