"""A sheet in blocks, one for each column: everything on the face, nothing on each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.geometry import Rect, Size
from generator.base.records import replace
from generator.model.sheet import Area, Box, Option, Rank, Ranks, ScoreRow, Sheet, Track
from generator.model.text import Text
from generator.render.block_layout import block_sheet
from generator.render.templates.budget import TemplateError

T = Text.of({"en": "x"})
A4, A3 = Size(200, 275), Size(420, 600)


def sheet(kinds, players, across):
    """Areas of one track each, with a box for each player; one score."""
    columns = tuple(Option(f"p{at}", T) for at in range(players))
    areas = []
    for at, kind in enumerate(kinds):
        boxes = tuple(
            Box(f"t{at}_{column.id}", kind, None, (), (), (), (), 0, 0, 0, (), (), f"t{at}", n, "")
            for n, column in enumerate(columns, 1)
        )
        areas.append(Area(f"a{at}", T, T if at % 2 else None, (Track(f"t{at}", T, "any", (), boxes),)))
    scores = tuple(ScoreRow(f"total_{column.id}", T, minus=False) for column in columns)
    return replace(Sheet("score", T, "1", tuple(areas), (), scores, (), (), None, ()), columns=columns, blocks=across)


kinds = st.lists(st.sampled_from(("mark", "number", "text", "choice")), min_size=1, max_size=6)


@given(kinds, st.integers(1, 4), st.integers(1, 3))
def test_boxes_stay_apart_and_in_their_block(some, players, across):
    layout = block_sheet(sheet(some, players, across), A3)
    found = [Rect(*place) for place in (*layout.boxes.values(), *layout.values.values())]

    assert len(found) == (len(some) + 1) * players
    assert not any(one.overlaps(other) for at, one in enumerate(found) for other in found[:at])
    for player in range(players):
        block = Rect(*layout.spots[f"block_p{player}"])
        assert Rect(0, 0, 420, 600).contains(block)
        own = [place for id_, place in {**layout.boxes, **layout.values}.items() if id_.endswith(f"_p{player}")]
        assert all(block.contains(Rect(*place)) for place in own)


def test_blocks_stand_side_by_side():
    spots = block_sheet(sheet(["number"], 4, 2), A4).spots
    lefts, tops = zip(*(spots[f"block_p{player}"][:2] for player in range(4)), strict=True)

    assert lefts[0] == lefts[2] < lefts[1] == lefts[3]
    assert tops[0] == tops[1] < tops[2] == tops[3]


def test_long_blocks_have_smaller_boxes_or_none():
    few, many = (block_sheet(sheet(["number"] * count, 4, 2), A4) for count in (3, 11))

    assert few.boxes["t0_p0"][3] == 10 > many.boxes["t0_p0"][3]
    with pytest.raises(TemplateError, match=r"the blocks of sheet 'score' do not fit with boxes of 5\.5 mm"):
        block_sheet(sheet(["number"] * 30, 4, 2), A4)


def test_tracks_and_ranks_of_other_sheets_are_refused():
    short = sheet(["number"], 4, 2)
    track = short.areas[0].tracks[0]
    own = replace(short, areas=(replace(short.areas[0], tracks=(replace(track, boxes=track.boxes[:2]),)),))
    ranked = replace(short, ranks=Ranks("total", (Rank(0, T),)))

    with pytest.raises(TemplateError, match="track 't0' of sheet 'score' lists boxes of its own; in blocks"):
        block_sheet(own, A4)
    with pytest.raises(TemplateError, match="has ranks, which have no place in blocks"):
        block_sheet(ranked, A4)
