"""The hint and the odds as they are drawn over the sheets."""

import asyncio
import re

import pytest

from generator.base.geometry import Rect
from generator.play.session_library import SessionRequest, live_session, start_solo
from generator.web.explain.sheet_pointers import SheetPointers

PLACES = {"one": Rect(10, 50, 20, 20), "two": Rect(40, 2, 20, 20)}


@pytest.fixture
def table(services):
    """A session in which the first path is chosen."""
    with start_solo(
        "hadrians-wall", SessionRequest("full", name="hinted", seed="page"), services.sessions.folder
    ) as play:
        live = live_session(play)
        list(live.deal())
        list(live.do(str(live.visible.legal[0])))
    return "/play/hinted"


async def hinted(visitor, address):
    """The page once the hint is found."""
    for _ in range(600):
        page = await visitor.ask("GET", f"{address}?look=hint")
        if "do-hint" in page.text:
            return page
        await asyncio.sleep(0.1)
    raise AssertionError("no hint")


def layer(page, sheet):
    return re.search(rf'<svg id="point-{sheet}"[^>]*>(.*?)</svg>', page.text, re.DOTALL)[1]


@pytest.mark.usefixtures("short_hints")
def test_hint_is_ringed_and_played_by_a_button(visitor, table):
    page = asyncio.run(hinted(visitor, table))
    line = re.search(r'value="([^"]+)" id="do-hint"', page.text)[1]
    here = re.search(
        r'<span class="do-hint \w+[^"]* at-(\w+)"><button form="moves" name="do" value="([^"]+)"', page.text
    )

    assert here[2] == line
    assert here[1] in line
    assert layer(page, "left") + layer(page, "right")
    at = re.search(r'name="at" value="(\d+)"', page.text)[1]
    assert visitor.post(table, {"at": at, "do": line}).status == 303
    assert f'value="{line}" id="do-hint"' not in visitor.get(table).text


def test_odds_stand_at_the_cohort_boxes_that_may_be_needed(visitor, table):
    plain = visitor.get(table)
    asked = visitor.get(f"{table}?look=odds")
    # one card attacks in the first year of an easy game: the chances of the three first boxes are those of its direction
    chances = [int(each) for each in re.findall(r">(\d+)%</text>", layer(asked, "left"))]

    assert layer(plain, "left") == layer(plain, "right") == layer(asked, "right") == ""
    assert len(chances) == 3
    assert 99 <= sum(chances) <= 101


def test_marks_are_drawn_where_boxes_are_and_nowhere_else():
    drawn = SheetPointers(PLACES)

    assert drawn.rings(["other"]) == drawn.arrows(["other"]) == drawn.labels({"other": "1"}) == ""
    assert drawn.dashes([]) == drawn.crosses([]) == drawn.numbers([]) == ""
    assert "M7.8 47.8h24.4v24.4h-24.4z" in drawn.rings(["one"])
    assert drawn.numbers(["one", "other", "two"]).count("<text") == 2
    assert ">3</text>" in drawn.numbers(["one", "other", "two"])


@pytest.mark.parametrize(("box", "tip"), [("one", 47), ("two", 25)])
def test_arrow_comes_from_above_unless_the_sheet_ends_there(box, tip):
    assert f"M{PLACES[box].centre[0]:g} {tip}L" in SheetPointers(PLACES).arrows([box])
