"""Commands of loops in nanDECK that become one box."""

from generator.imports.foreign.project import Look
from generator.imports.projects.nandeck_drawings import NandeckDrawings
from generator.imports.projects.nandeck_script import NandeckCommand

LOOK = Look()


def joined(*texts):
    """The words, by cards, of the boxes that texts on cards become: `(cards, words, x)`."""
    drawings = NandeckDrawings()
    for cards, words, x in texts:
        command = NandeckCommand("line 1", "text", [",".join(map(str, cards)), words, str(x), "0", "9", "9"])
        drawings.add(command, LOOK, cards, 2)
    return [drawing.contents for drawing in drawings.joined]


def test_one_place_on_several_cards_is_one_box():
    assert joined(([1], "a", 0), ([2], "b", 0), ([3], "a", 0)) == [{"a": {1, 3}, "b": {2}}]


def test_other_places_are_other_boxes():
    assert joined(([1], "a", 0), ([1], "a", 5), ([2], "b", 0)) == [{"a": {1}, "b": {2}}, {"a": {1}}]


def test_boxes_of_one_card_stay_in_their_order():
    assert joined(([1], "a", 0), ([2], "x", 5), ([2], "b", 0)) == [{"a": {1}}, {"x": {2}}, {"b": {2}}]


def test_the_same_once_more_is_one_box():
    assert joined(([1], "a", 0), ([1], "a", 0)) == [{"a": {1}}]


def test_columns_of_the_table_are_left_alone():
    assert joined(([1], "[name]", 0), ([2], "[name]", 0)) == [{}, {}]
