"""The rules of a year as they are compiled from the sheets, and the boxes that a fort keeps closed."""

from copy import copy

from generator.solo.compiled.rulebook import ClosedBoxes


def test_income_comes_from_every_box_that_brings_any(book):
    boxes = book.boxes.boxes
    earned = {boxes[number].id: (len(icons), choice) for number, icons, choice in book.yearly}

    assert earned == {box.id: (len(box.yearly), box.yearly_one_of) for box in boxes if box.yearly or box.yearly_one_of}
    assert any(choice for _, choice in earned.values())
    assert any(count for count, _ in earned.values())


def test_fort_keeps_boxes_closed_until_a_year(book):
    names = [box.id for box in book.boxes.boxes[:3]]
    fort = copy(book)
    fort._closings = (ClosedBoxes(frozenset({0, 2}), 0b101, 0), ClosedBoxes(frozenset({1}), 0b010, 3))

    assert fort.closed_boxes(2) == {names[0]: 0, names[2]: 0, names[1]: 3}
    assert fort.closed_boxes(3) == {names[0]: 0, names[2]: 0}
    assert [fort.closed_moves(year) for year in (2, 3)] == [0b111, 0b101]
    assert [fort.opened_moves(year) for year in (2, 3, 4)] == [0, 0b010, 0]
    assert (fort.closing_of(1, 2).until, fort.closing_of(1, 3), fort.closing_of(0, 9).until) == (3, None, 0)
    assert book.closed_boxes(1) == {}
