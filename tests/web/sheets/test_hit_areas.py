"""Areas to hit around boxes: large enough, and apart from those that can be hit at the same time."""

from itertools import combinations
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from generator.base.geometry import Rect
from generator.web.sheets.hit_areas import TARGET, _rivals, hit_areas

PLACES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(10, 70)), min_size=2, max_size=12)


def test_small_box_is_reached_around():
    assert hit_areas({"a": Rect(100, 100, 20, 10)}, ()) == {"a": Rect(88, 83, TARGET, TARGET)}


def test_large_box_is_reached_as_it_is():
    assert hit_areas({"a": Rect(10, 10, 80, 50)}, ()) == {"a": Rect(10, 10, 80, 50)}


def test_rivals_are_moved_apart():
    areas = hit_areas({"a": Rect(0, 0, 30, 30), "b": Rect(0, 38, 30, 30)}, [("a", "b")])

    assert not areas["a"].overlaps(areas["b"])
    assert {(area.width, area.height) for area in areas.values()} == {(TARGET, TARGET)}


def test_boxes_in_order_may_overlap():
    areas = hit_areas({"a": Rect(0, 0, 30, 30), "b": Rect(0, 38, 30, 30)}, ())

    assert areas["a"].overlaps(areas["b"])


def test_what_is_too_close_shares_its_room():
    areas = hit_areas(
        {"a": Rect(0, 0, 26, 40), "b": Rect(30, 0, 26, 40), "c": Rect(60, 0, 26, 40)}, [("a", "b"), ("b", "c")]
    )

    assert not areas["a"].overlaps(areas["b"])
    assert not areas["b"].overlaps(areas["c"])
    assert all(area.width >= 24 for area in areas.values())


@given(PLACES)
def test_rivals_never_overlap(places):
    boxes = {f"b{n}": Rect(x * 75, y * 75, size, size) for n, (x, y, size) in enumerate(dict.fromkeys(places))}
    boxes = dict({(box.x, box.y): (id_, box) for id_, box in boxes.items()}.values())

    areas = hit_areas(boxes, combinations(boxes, 2))

    assert not [pair for pair in combinations(areas.values(), 2) if pair[0].overlaps(pair[1], slack=0.01)]
    assert all(area.expand(1.01).contains(boxes[id_]) for id_, area in areas.items())


def track(id_, order):
    return SimpleNamespace(id=id_, order=order, boxes=[SimpleNamespace(id=f"{id_}{number}") for number in (1, 2)])


def test_rivals_are_all_pairs_but_two_of_a_track_that_is_filled_in_order():
    sheet = SimpleNamespace(tracks=[track("a", "row"), track("b", "row"), track("x", "any"), track("y", "any")])
    boxes = [box.id for each in sheet.tracks for box in each.boxes]

    assert {*combinations(boxes, 2)} - {*_rivals(sheet, dict.fromkeys(boxes))} == {("a1", "a2"), ("b1", "b2")}
