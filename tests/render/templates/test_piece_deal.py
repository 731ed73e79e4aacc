"""Items dealt to pieces: random, the same at every build, and others for each copy."""

from dataclasses import replace

import pytest

from generator.render.templates.budget import TemplateError
from generator.render.templates.piece_deal import PieceDeal

ITEMS = tuple(range(40))


@pytest.fixture
def dealt():
    """What a piece is dealt of 40 items."""

    def to(piece, count=25, name="", game="bingo"):
        deal = PieceDeal()
        deal.begin(game, "tickets", piece)
        return deal.deal(ITEMS, count, name)

    return to


def test_deal_never_changes(dealt):
    assert dealt("ticket_1", 5) == [24, 33, 22, 9, 11]


def test_items_are_dealt_once(dealt):
    hand = dealt("ticket_1")

    assert len(hand) == len({*hand}) == 25
    assert sorted(dealt("ticket_1", None)) == list(ITEMS)
    assert dealt("ticket_1", 7) == hand[:7]


def test_thirty_copies_are_all_different(dealt):
    assert len({tuple(dealt(f"ticket_{number}")) for number in range(30)}) == 30


def test_game_and_name_make_another_deal(dealt):
    deals = [dealt("t"), dealt("t", name="back"), dealt("t", game="draft")]

    assert len({*map(tuple, deals)}) == 3


def test_each_item_is_as_likely(dealt):
    first = [dealt(f"ticket_{number}", 1)[0] for number in range(4000)]

    assert max(map(first.count, ITEMS)) < 150
    assert min(map(first.count, ITEMS)) > 60


@pytest.mark.parametrize("count", [-1, 41, True, "25", 2.0])
def test_wrong_number_is_told(dealt, count):
    with pytest.raises(TemplateError, match="deal takes a number from 0 to 40, as there are so many items"):
        dealt("t", count)


def test_sides_and_languages_of_a_piece_are_dealt_alike(table):
    template = "{{ range(9)|list|deal(4)|join(' ') }}"
    faces = {table.svg(template, language, side) for language in ("en", "ja") for side in ("front", "back")}
    (face,) = faces
    table.piece = replace(table.piece, id="wall_2")

    assert len(face.split()) == 4
    assert table.svg(template) != face


def test_whole_list_is_shuffled(table):
    assert sorted(table.svg("{{ [1, 2, 3, 4]|deal|join }}")) == ["1", "2", "3", "4"]


@pytest.mark.parametrize("name", ["random", "shuffle"])
def test_filter_of_another_name_is_suggested(table, name):
    assert table.faults(f"{{{{ [1, 2]|{name} }}}}") == f"order.svg.j2:1: '{name}' is no filter; did you mean 'deal'?"
