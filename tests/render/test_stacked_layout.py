"""A sheet without a layout: everything on the face, nothing on each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.geometry import Rect, Size
from generator.base.records import replace
from generator.base.units import MM
from generator.build.papers import find_paper
from generator.model.sheet import BOX_KINDS, Area, Box, Option, Rank, Ranks, ScoreRow, Sheet, Track
from generator.model.text import Text
from generator.render.stacked_layout import AIR, EDGE, SMALLEST, stack_sheet
from generator.render.templates.budget import TemplateError

T = Text.of({"en": "x"})


def sheet(*tracks, scores=0):
    """Areas of one track each, given as kind and number of boxes, or kind, number and columns."""
    areas = []
    for at, (kind, count, *columns) in enumerate(tracks):
        boxes = tuple(
            Box(f"t{at}_{n}", kind, None, (), (), (), (), 0, 0, 0, (), (), f"t{at}", n, "") for n in range(1, count + 1)
        )
        areas.append(
            Area(f"a{at}", T, T if at % 2 else None, (Track(f"t{at}", T, "any", (), boxes, columns=sum(columns)),))
        )
    column = tuple(ScoreRow(f"s{at}", T, minus=False) for at in range(scores))
    return Sheet("score", T, "1", tuple(areas), (), column, (), (), None, ())


def rects(layout):
    return [Rect(*place) for place in (*layout.boxes.values(), *layout.values.values())]


tracks = st.tuples(st.sampled_from(BOX_KINDS[:5]), st.integers(1, 30)) | st.tuples(st.just("text"), st.integers(1, 3))


@given(st.lists(tracks, min_size=1, max_size=5), st.integers(0, 4))
def test_boxes_stay_apart_and_on_the_face(some, scores):
    layout = stack_sheet(sheet(*some, scores=scores), Size(200, 275))

    found = rects(layout)
    assert len(found) == sum(count for _, count in some) + scores
    assert all(Rect(0, 0, 200, 275).contains(rect) for rect in found)
    assert not any(one.overlaps(other) for at, one in enumerate(found) for other in found[:at])
    assert min(min(rect.width, rect.height) for rect in found) >= SMALLEST


def test_boxes_are_as_large_as_there_is_room_for():
    few, many = (stack_sheet(sheet(("mark", count)), Size(95, 135)) for count in (5, 60))

    assert few.boxes["t0_1"][2] == 10
    assert 5.5 <= many.boxes["t0_1"][2] < 10


def test_columns_of_a_track_are_kept():
    boxes = stack_sheet(sheet(("mark", 6, 3)), Size(200, 275)).boxes

    assert len({boxes[f"t0_{n}"][0] for n in range(1, 7)}) == 3
    assert boxes["t0_4"][1] > boxes["t0_3"][1]


def test_frame_holds_its_boxes():
    layout = stack_sheet(sheet(("mark", 40), ("text", 1)), Size(200, 275))

    assert Rect(*layout.areas["a0"]).contains(Rect(*layout.boxes["t0_40"]))
    assert not Rect(*layout.areas["a0"]).overlaps(Rect(*layout.areas["a1"]))


def test_too_many_boxes_are_refused():
    with pytest.raises(
        TemplateError, match=r"boxes of sheet 'score' do not fit at 5\.5 mm; print it larger, or give it a layout"
    ):
        stack_sheet(sheet(("mark", 400)), Size(60, 90))


def test_titles_and_ranks_have_room_of_their_own():
    made = sheet(("mark", 6), ("number", 2), scores=1)
    boxes = tuple(replace(box, title=Text.of({"en": "Small hotel", "ja": "小規模な宿屋"})) for box in made.boxes)
    areas = tuple(
        replace(area, tracks=(replace(area.tracks[0], boxes=tuple(b for b in boxes if b.track == area.tracks[0].id)),))
        for area in made.areas
    )
    ranks = Ranks("s0", tuple(Rank(n, T) for n in range(5)))

    layout = stack_sheet(replace(made, areas=areas, ranks=ranks), Size(120, 140))

    everything = [*rects(layout), *(Rect(*place) for place in layout.spots.values())]
    assert set(layout.spots) == {box.id for box in boxes} | {f"rank_{n}" for n in range(1, 6)}
    assert all(Rect(0, 0, 120, 140).contains(rect) for rect in everything)
    assert not any(one.overlaps(other) for at, one in enumerate(everything) for other in everything[:at])


def test_players_stand_in_columns():
    made = sheet(("number", 3), ("mark", 3), ("mark", 7), ("text", 3))
    players = tuple(Option(f"p{n}", T) for n in (1, 2, 3))
    scores = tuple(ScoreRow(f"{name}_{each.id}", T, minus=False) for name in ("lead", "total") for each in players)

    layout = stack_sheet(replace(made, columns=players, scores=scores), Size(120, 130))

    middles = [round(x + wide / 2, 6) for x, _, wide, _ in map(layout.boxes.get, ("t0_1", "t0_2", "t0_3"))]
    assert [round(x + wide / 2, 6) for x, _, wide, _ in map(layout.boxes.get, ("t1_1", "t1_2", "t1_3"))] == middles
    assert [
        round(x + wide / 2, 6) for x, _, wide, _ in map(layout.values.get, ("lead_p1", "lead_p2", "lead_p3"))
    ] == middles
    assert layout.values["total_p1"][1] > layout.values["lead_p3"][1] == layout.values["lead_p1"][1]
    assert layout.boxes["t1_1"][2] == layout.boxes["t1_1"][3]
    assert not any(one.overlaps(other) for at, one in enumerate(rects(layout)) for other in rects(layout)[:at])


@pytest.mark.parametrize("name", ["a5", "b5", "a4", "letter", "legal", "b4", "a3", "tabloid", "297x210mm"])
@pytest.mark.parametrize("count", range(1, 13))
def test_columns_fit_on_every_paper(count, name):
    """On A4, 2, 3 and 5 to 11 columns used to end 2.8e-14 mm beyond the edge."""
    paper = find_paper(name)
    size = Size(max(paper.size.width / MM, 13 * count), paper.size.height / MM)
    players = tuple(Option(f"p{n}", T) for n in range(count))
    scores = tuple(ScoreRow(f"total_{each.id}", T, minus=False) for each in players)
    made = replace(sheet(("number", count), ("mark", count)), columns=players, scores=scores)

    layout = stack_sheet(made, size)

    ends = [x + wide for x, _, wide, _ in (*layout.boxes.values(), *layout.values.values())]
    assert max(ends) == pytest.approx(size.width - EDGE - AIR)
    assert not any(one.overlaps(other) for at, one in enumerate(rects(layout)) for other in rects(layout)[:at])
