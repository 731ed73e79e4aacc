"""The page that judges a finished game again."""

import asyncio
import random
import re

import pytest

from generator.play.session_library import SessionRequest, live_session, start_solo

pytestmark = pytest.mark.usefixtures("short_reviews")


@pytest.fixture
def session(services):
    """A session, played to its end by chance or only begun."""

    def begin(kind="full", *, over=True):
        with start_solo(
            "hadrians-wall", SessionRequest(kind, name="played", seed="page"), services.sessions.folder
        ) as play:
            live, chance = live_session(play), random.Random(1)
            list(live.deal())
            while over and not live.visible.over:
                list(live.do(str(chance.choice(live.visible.legal))))
        return "/play/played/review"

    return begin


async def told(visitor, address):
    """The page before and after the review is found."""
    first = await visitor.ask("GET", address)
    for _ in range(600):
        await asyncio.sleep(0.1)
        last = await visitor.ask("GET", address)
        if "<progress" not in last.text:
            break
    return first, last


def test_review_is_found_while_the_page_waits(visitor, session):
    address = session()
    first, last = asyncio.run(told(visitor, address))
    rows = re.findall(r"<tr.*?</tr>", last.text, re.DOTALL)

    assert "<progress" in first.text
    assert f'data-live="{address}/live"' in first.text
    assert 'data-live=""' in last.text
    assert len(rows) == 8
    assert last.text.count("Year ") >= 6


def test_finished_game_leads_to_its_review(visitor, session):
    address = session()

    assert f'href="{address}"' in visitor.get("/play/played").text


@pytest.mark.parametrize(("kind", "over"), [("full", False), ("paper", False)])
def test_no_review_without_an_end_and_sheets(visitor, session, kind, over):
    assert visitor.get(session(kind, over=over)).status == 404
    assert visitor.get("/play/nobody/review").status == 404
