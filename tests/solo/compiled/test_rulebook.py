"""The rules of a year as they are compiled from the sheets."""


def test_income_comes_from_every_box_that_brings_any(book):
    boxes = book.boxes.boxes
    earned = {boxes[number].id: (len(icons), choice) for number, icons, choice in book.yearly}

    assert earned == {box.id: (len(box.yearly), box.yearly_one_of) for box in boxes if box.yearly or box.yearly_one_of}
    assert any(choice for _, choice in earned.values())
    assert any(count for count, _ in earned.values())
