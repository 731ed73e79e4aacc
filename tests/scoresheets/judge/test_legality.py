"""The judge: nothing legal is a flaw, and each rule finds what breaks it, in the right box."""

import random

import pytest

from generator.model.sheet import Area, Book, Box, DistinctChoices, Need, Option, Sheet, Track, YearLimit
from generator.model.text import Text
from generator.scoresheets.judge.legality import accepts, find_flaws

NO_WORDS = Text(())


def box(id_, kind="mark", *, start=0, needs=(), least=0, most=0, options=()):
    track, number = id_.rsplit("_", 1)
    made = tuple(Option(option, NO_WORDS) for option in options)
    needed = tuple(Need(*need) for need in needs)
    return Box(id_, kind, None, (), needed, (), (), start, least, most, made, (), track, int(number), "")


def book_of(*boxes, order="row", **more):
    tracks = {}
    for each in boxes:
        tracks.setdefault(each.track, []).append(each)
    made = tuple(Track(id_, NO_WORDS, order, (), tuple(some)) for id_, some in tracks.items())
    plain = {"values": (), "scores": (), "limits": (), "different": (), "ranks": None, "sources": ()}
    return Book.of([Sheet("s", NO_WORDS, "1", (Area("a", NO_WORDS, None, made),), **plain | more)])


def row(kind="mark", count=5, **more):
    return [box(f"row_{number}", kind, **more) for number in range(1, count + 1)]


def marked(drawn, track="row"):
    """`x..2` as a state: a cross, two empty boxes, a 2."""
    held = {"x": 1, ".": 0}
    return {f"{track}_{at}": held.get(mark) if mark in held else int(mark) for at, mark in enumerate(drawn, 1)}


def found(book, state):
    return [(flaw.rule, *flaw.boxes) for flaw in find_flaws(book, state)]


@pytest.mark.parametrize("drawn", [".....", "x....", "xxx..", "xxxxx"])
def test_row_without_gaps_is_legal(drawn):
    assert not find_flaws(book_of(*row()), marked(drawn))


@pytest.mark.parametrize(
    ("drawn", "boxes"),
    [(".x...", ["row_2"]), ("x.xx.", ["row_3"]), (".x.x.", ["row_2", "row_4"]), ("x...x", ["row_5"])],
)
def test_first_box_after_each_gap_is_named(drawn, boxes):
    assert found(book_of(*row()), marked(drawn)) == [("gap", name) for name in boxes]


def test_any_order_has_no_gaps():
    assert not find_flaws(book_of(*row(), order="any"), marked(".x.x."))


@pytest.mark.parametrize(("kind", "limits"), [("text", {}), ("number", {"least": 0, "most": 9})])
def test_what_may_be_blank_leaves_no_gap(kind, limits):
    held = "words" if kind == "text" else 4

    assert not find_flaws(book_of(*row(kind, **limits)), {"row_3": held})


def test_box_before_its_box_is_a_missing_chain():
    book = book_of(box("fort_1"), box("wall_1", needs=[("fort_1", 1)]))

    assert found(book, {"wall_1": 1}) == [("chain", "wall_1")]
    assert not find_flaws(book, {"wall_1": 1, "fort_1": 1})


def test_box_above_its_level_is_named():
    book = book_of(*row(), box("inn_1", needs=[("row", 3)]))
    (flaw,) = find_flaws(book, {**marked("xx..."), "inn_1": 1})

    assert (flaw.rule, flaw.boxes, flaw.facts) == ("level", ("inn_1",), {"value": "row", "least": 3, "has": 2})
    assert not find_flaws(book, {**marked("xxx.."), "inn_1": 1})


def test_needs_of_the_moment_are_not_asked_for_at_the_end(book):
    """Bribes have filled all disdain in."""
    levels = {"apparitores": 3, "disdain": 1, "baths_building": 1, "bribes": 1}
    state = {box.id: 1 for track, level in levels.items() for box in book.track(track).boxes[:level]}
    flaws = find_flaws(book, book.start() | state | {"disdain_01": 2})

    assert any(box.when for box in book.track("bribes").boxes)
    assert not any(flaw.rule == "level" for flaw in flaws)


@pytest.mark.parametrize(
    ("drawn", "boxes"), [("1234.", []), ("1224.", []), ("132..", ["row_3"]), ("4123.", ["row_2", "row_3", "row_4"])]
)
def test_years_of_a_row_never_go_back(drawn, boxes):
    book = book_of(*row("year", least=1, most=6))

    assert found(book, marked(drawn)) == [("order", name) for name in boxes]


def test_years_in_any_order_may_go_back():
    assert not find_flaws(book_of(*row("year", least=1, most=6), order="any"), marked("6.3.1"))


@pytest.mark.parametrize(
    ("drawn", "most", "boxes"),
    [("123..", 1, []), ("1122.", 2, []), ("1123.", 1, ["row_2"]), ("2222.", 2, ["row_3", "row_4"])],
)
def test_year_is_written_so_many_times(drawn, most, boxes):
    ids = tuple(f"row_{number}" for number in range(1, 6))
    book = book_of(*row("year", least=1, most=6), order="any", limits=(YearLimit(ids, most),))

    assert found(book, marked(drawn)) == [("limit", name) for name in boxes]


def test_same_answer_twice_is_named():
    boxes = row("choice", 3, options=("left", "right"))
    book = book_of(*boxes, different=(DistinctChoices(("row_1", "row_2", "row_3")),))

    assert found(book, {"row_1": "left", "row_3": "left", "row_2": "right"}) == [("different", "row_3")]
    assert not find_flaws(book, {"row_1": "left", "row_2": "right"})


@pytest.mark.parametrize(
    ("kind", "limits", "held"),
    [
        ("mark", {}, 2),
        ("mark2", {}, 3),
        ("year", {"least": 1, "most": 6}, 7),
        ("number", {"least": 2, "most": 6}, 1),
        ("number", {"least": 1, "most": 6}, "3"),
        ("choice", {"options": ("left",)}, "right"),
        ("choice", {"options": ("left",)}, 1),
        ("text", {"most": 3}, "four"),
        ("mark", {}, -1),
        ("mark", {}, "x"),
    ],
)  # fmt: skip
def test_box_takes_what_its_kind_says(kind, limits, held):
    (only,) = row(kind, 1, **limits)

    assert not accepts(only, held)
    assert found(book_of(only), {"row_1": held}) == [("range", "row_1")]


def test_what_is_printed_as_marked_stays():
    book = book_of(box("row_1", start=1), box("row_2"))

    assert found(book, {"row_1": 0}) == [("start", "row_1")]
    assert not find_flaws(book, book.start())


def test_unfinished_sheets_are_judged_too(book):
    assert not find_flaws(book, book.start())


def test_only_what_absent_sheets_cannot_explain_is_a_flaw(book, legal):
    for absent, there in (book.sheets, reversed(book.sheets)):
        boxes = {box.id for track in absent.tracks for box in track.boxes}
        for seed in range(12):
            state = book.start() | {id_: held for id_, held in legal(seed).items() if id_ not in boxes}
            assert find_flaws(book, state, absent=boxes) == ()
        row = next(track for track in there.tracks if track.order == "row" and len(track.boxes) > 4)
        gap = book.start() | {row.boxes[-1].id: 1}
        assert "gap" in {flaw.rule for flaw in find_flaws(book, gap, absent=boxes)}


def without(book, state, absent):
    """A state with some boxes as a reader leaves those that it cannot read: as on a blank sheet."""
    return state | {id_: value for id_, value in book.start().items() if id_ in absent}


@pytest.mark.parametrize("seed", range(6))
def test_boxes_that_were_not_read_accuse_no_legal_game(book, limits, played, seed):
    """Alone, and many together; during the game, and at its end."""
    chance = random.Random(seed)
    courses = [sheet() for sheet in chance.sample([*played(seed)], 4)]
    boxes = [box.id for box in book.boxes.values() if not box.start]
    for state in courses:
        subsets = [{box} for box in chance.sample(boxes, 40)]
        subsets += [{*chance.sample(boxes, chance.choice([2, 5, 20, 100, 300]))} for _ in range(40)]
        for absent in subsets:
            assert find_flaws(book, without(book, state, absent), limits, absent=absent) == ()


def test_marks_are_compared_where_all_that_may_have_given_them_was_read(book, limits):
    first, second = (box.id for box in limits.map.boxes[:2])
    # For each rule marks that break it, and a box that may explain them.
    broken = {
        "source": ("production_04", {"production_02": 1}),
        "untiled": (second, {first: 1}),
        "bound": ("disdain_02", {"disdain_01": 2}),
        "unbegun": ("path_3", {"path_1": limits.year_boxes[0].options[0].id, "forum_01": 3}),
    }
    for rule, (behind, marks) in broken.items():
        state = book.start() | marks
        for absent, is_named in (("renown_25", True), (behind, False)):
            named = {flaw.rule for flaw in find_flaws(book, state, limits, absent={absent})}
            assert (rule in named) == is_named, (rule, absent)


def test_boxes_behind_one_missing_need_are_one_flaw():
    inns = [box(f"inn_{number}", needs=[("row", 3)]) for number in (1, 2)]
    walls = [box(f"wall_{number}", needs=[("fort_1", 1)]) for number in (1, 2, 3)]
    flaws = find_flaws(
        book_of(*row(), *inns, box("fort_1"), *walls), marked("xx...") | {each.id: 1 for each in (*inns, *walls)}
    )

    assert [(flaw.rule, flaw.boxes) for flaw in flaws] == [
        ("level", ("inn_1", "inn_2")),
        ("chain", ("wall_1", "wall_2", "wall_3")),
    ]
