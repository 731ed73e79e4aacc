from graphlib import CycleError

import pytest

from generator.model.formula import Constant, MarkedBoxes, NamedValue, NumberSum, Sum
from generator.model.sheet import Area, Book, Box, Rank, Ranks, Sheet, Track, Value
from generator.model.text import Text

NO_WORDS = Text(())
KINDS = {"mark": (0, 0), "mark2": (0, 0), "year": (1, 6), "number": (1, 9), "choice": (0, 0), "text": (0, 40)}


def box(id_, kind="mark", start=0, section=""):
    least, most = KINDS[kind]
    plain = dict.fromkeys(("costs", "needs", "gains", "one_of", "options", "tags"), ())
    track, number = id_.split("_")
    return Box(
        id_, kind, None, **plain, start=start, least=least, most=most, track=track, number=int(number), provenance="",
        section=section,
    )  # fmt: skip


def sheet(id_, boxes, values=()):
    tracks = {}
    for each in boxes:
        tracks.setdefault(each.track, []).append(each)
    made = tuple(Track(name, NO_WORDS, "row", (), tuple(each)) for name, each in tracks.items())
    named = tuple(Value(name, None, formula, "") for name, formula in values)
    return Sheet(id_, NO_WORDS, "1", (Area("area", NO_WORDS, None, made),), named, (), (), (), None, ())


@pytest.fixture
def book():
    left = [box("wall_01", start=1), box("wall_02"), box("who_01", "text"), box("path_01", "choice")]
    right = [box("favour_01", "mark2"), box("goods_01", "number"), box("goods_02", "number"), box("train_01", "year")]
    total = Sum((NamedValue("points"), NamedValue("trade"), Constant(1)))
    values = [("total", total), ("points", MarkedBoxes(("wall_01", "wall_02")))]
    return Book.of(
        [sheet("left", left, values), sheet("right", right, [("trade", NumberSum(("goods_01", "goods_02")))])]
    )


def test_book_finds_boxes_of_every_sheet(book):
    assert (book.box("wall_02").number, book.track("goods").boxes[1].id) == (2, "goods_02")
    assert [each.id for each in book.sheets[1].boxes] == ["favour_01", "goods_01", "goods_02", "train_01"]


def test_values_are_reckoned_after_those_they_name(book):
    assert [*book.values][-1] == "total"
    assert book.calculate({"wall_01": 1, "goods_01": 4}) == {"points": 1, "trade": 4, "total": 6}


def test_untouched_sheets_have_only_what_is_printed(book):
    start = book.start()

    assert {id_: held for id_, held in start.items() if held} == {"wall_01": 1}
    assert (start["who_01"], start["path_01"], start["goods_01"]) == ("", "", 0)


@pytest.mark.parametrize(
    ("id_", "expected"),
    [("total", 14), ("wall", 1), ("goods", 2), ("goods_02", 8), ("favour_01", 1), ("train_01", 1), ("who_01", 1)],
)
def test_value_of_anything(book, id_, expected):
    state = {"wall_01": 1, "goods_01": 4, "goods_02": 8, "favour_01": 2, "train_01": 5, "who_01": "Ann"}

    assert book.value(id_, state) == expected


def test_unknown_value_is_a_key_error(book):
    with pytest.raises(KeyError):
        book.value("nothing", {})


def test_only_what_a_value_names_is_reckoned(book):
    assert book.dependencies["points"] == ("points",)
    assert (book.dependencies["total"][-1], set(book.dependencies["total"])) == ("total", {"points", "trade", "total"})


def test_spans_reach_over_sheets(book):
    assert book.spans()["total"] == (1, 21)
    assert book.span(NamedValue("trade")) == (0, 18)


def test_values_in_a_circle_make_no_book():
    with pytest.raises(CycleError):
        Book.of([sheet("left", [box("wall_01")], [("a", NamedValue("b")), ("b", NamedValue("a"))])])


def test_track_is_cut_into_sections():
    boxes = tuple(box(f"wall_{n:02}", section="left" if n < 3 else "right") for n in range(1, 6))
    sections = Track("wall", NO_WORDS, "row", (), boxes).sections

    assert [(name, len(part)) for name, part in sections] == [("left", 2), ("right", 3)]


@pytest.mark.parametrize(
    ("number", "line", "name"),
    [
        (1, 0, ("sheet.box", {"n": 1, "m": 5})),
        (5, 0, ("sheet.box", {"n": 5, "m": 5})),
        (2, 2, ("sheet.row_box", {"row": 1, "n": 2, "m": 2})),
        (3, 2, ("sheet.row_box", {"row": 2, "n": 1, "m": 2})),
        (5, 2, ("sheet.row_box", {"row": 3, "n": 1, "m": 1})),
    ],
)
def test_box_is_named_by_its_place(number, line, name):
    track = Track("wall", NO_WORDS, "row", (), tuple(box(f"wall_{n:02}") for n in range(1, 6)))
    key, places = name

    assert track.box_name(track.boxes[number - 1], "Wall", line, lambda *said, **more: (*said, more)) == (
        key,
        {"track": "Wall", **places},
    )


@pytest.mark.parametrize(("total", "rank"), [(-9, 0), (0, 0), (39, 0), (40, 40), (99, 40)])
def test_rank_is_the_last_one_reached(total, rank):
    ranks = Ranks("total", (Rank(0, NO_WORDS), Rank(40, NO_WORDS)))

    assert ranks.rank(total).least == rank


def test_states_of_a_box(book):
    assert {each.kind: each.states for each in book.boxes.values()} == {
        "mark": 1, "text": 1, "choice": 1, "mark2": 2, "number": 1, "year": 1,
    }  # fmt: skip


def test_outcome_of_a_box_by_name():
    plain = box("wall_01")

    assert plain.outcome("dies") == ()
