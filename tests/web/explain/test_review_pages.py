"""The page that judges a finished game again."""

import asyncio
import random
import re

import pytest

from generator.play.puzzles.puzzle_collection import MOST_OF_GAME, read_puzzles
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


def test_costly_moves_become_puzzles(visitor, services, session, monkeypatch):
    monkeypatch.setattr("generator.solo.ai.game_review._JUDGED", 8)  # of two games, no margin is greater than its error
    monkeypatch.setattr("generator.play.session_review.expert_games", lambda *_: None)
    address = session()
    _, last = asyncio.run(told(visitor, address))
    puzzles = read_puzzles(services.sessions.folder)
    asyncio.run(told(visitor, f"{address}?move=1"))

    assert 1 <= len(puzzles) <= MOST_OF_GAME
    assert {puzzle.session for puzzle in puzzles} == {"played"}
    assert read_puzzles(services.sessions.folder) == puzzles
    assert 'href="/puzzles"' in last.text
    assert f"Puzzle 1 of {len(puzzles)}" in visitor.get("/puzzles/1").text


def test_finished_game_leads_to_its_review(visitor, session):
    address = session()

    assert f'href="{address}"' in visitor.get("/play/played").text


def test_box_of_the_sheets_leads_to_what_it_is_about_and_not_to_another_step(visitor, session):
    asked = visitor.get(session() + "?about=wall_03")

    assert (asked.status, asked.headers["location"]) == (303, "/play/played/about/wall_03")
    assert "Wall 3" in visitor.get(asked.headers["location"]).text


@pytest.mark.parametrize(("kind", "over"), [("full", False), ("paper", False)])
def test_no_review_without_an_end_and_sheets(visitor, session, kind, over):
    assert visitor.get(session(kind, over=over)).status == 404
    assert visitor.get("/play/nobody/review").status == 404


def step_of(page):
    """What a page says of its step: its number, what happened and what the engine says."""
    said = re.search(r'<section id="said".*?</section>', page.text, re.DOTALL)[0]
    return re.search(r"Move (\d+) of (\d+)", page.text).groups(), said


def test_game_is_shown_move_by_move_with_the_engines_words(visitor, session):
    address = session()
    _, last = asyncio.run(told(visitor, address))
    (number, most), _ = step_of(last)
    first, second = (visitor.get(f"{address}?move={move}") for move in (0, 1))
    judged = [visitor.get(f"{address}?move={move}") for move in range(2, 12)]

    assert number == most
    assert "Year" in last.text
    assert step_of(first)[0] == ("0", most)
    assert f'href="{address}?move=2"' in second.text
    assert 'id="to-back"' not in first.text
    assert any("points are expected at the end after it" in step_of(each)[1] for each in judged)
    assert re.search(r'<path class="value" d="M[\d.]+ [\d.]+L', last.text)
    # what the engine would do instead is drawn exactly where it says so
    drawn = [bool(re.search(r'id="point-\w+"[^>]*><path', each.text)) for each in judged]
    wanted = [bool(re.search("It would rather do this|is better by|costs", step_of(each)[1])) for each in judged]
    assert all(text for text, shown in zip(wanted, drawn, strict=True) if shown)


def test_sheets_of_a_step_have_the_marks_of_that_moment(visitor, session):
    address = session()
    inks = [re.findall(r'<svg id="ink-\w+" class="ink"[^>]*>(.*?)</svg>', visitor.get(f"{address}?move={move}").text)
            for move in (0, 20, 60)]  # fmt: skip
    lengths = [sum(map(len, each)) for each in inks]

    assert lengths[0] < lengths[1] < lengths[2]


@pytest.mark.parametrize("move", ["", "x", "-1", "999999", "99999", "１"])
def test_step_that_is_none_is_the_last(visitor, session, move):
    (number, most), _ = step_of(visitor.get(f"{session()}?move={move}"))

    assert number == most
