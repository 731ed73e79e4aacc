"""Pages that tell why a box is closed, what a choice brings and what a part of the sheets is for."""

import re

import pytest

from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.load.sheets.short_rules_reader import read_short_rules
from generator.play.session_library import SessionRequest, live_session, start_solo
from generator.play.text.needs_text import NeedsText
from generator.solo.action import MARK


@pytest.fixture
def session(services):
    """A session, played on by some typed lines."""

    def begin(*lines, kind="full"):
        wish = SessionRequest(kind, name="asked", seed="page")
        with start_solo("hadrians-wall", wish, services.sessions.folder) as play:
            live = live_session(play)
            list(live.deal())
            for line in lines:
                list(live.do(line if line != "first" else str(live.visible.legal[0])))
            return live.visible

    return begin


def text(page):
    """The words of the main part, in one line."""
    main = page.text.split("<main", 1)[1].split("<template", 1)[0].split("</main", 1)[0]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def test_closed_box_tells_all_that_is_missing(visitor, session):
    session("first")
    page = visitor.get("/play/asked/about/large_temple")
    told = text(page)

    assert "It cannot be filled now" in told
    assert "Needs Priests 6 (you have 0)" in told
    assert "Needs Medium temple" in told
    assert 'href="/play/asked/about/medium_temple"' in page.text
    assert 'href="/rules/hadrians-wall#' in page.text
    assert re.findall('<template data-sheet="(.*?)">', page.text) == ["right"]
    assert "Show Medium temple" in told


def test_question_comes_before_what_the_box_lacks(visitor, session):
    session()

    assert (
        "the game now asks you to choose a path for the year"
        in text(visitor.get("/play/asked/about/fort_02")).casefold()
    )


def test_what_every_box_opens_is_found_once_for_a_session(visitor, session, monkeypatch):
    session("first")
    visitor.get("/play/asked/about/large_temple")
    monkeypatch.delattr(NeedsText, "_rises")
    monkeypatch.delattr("generator.play.explain.rule_terms.read_short_rules")

    assert "It opens Large temple" in text(visitor.get("/play/asked/about/medium_temple"))


def test_open_box_tells_what_it_brings_and_can_be_filled_there(visitor, session):
    seen = session("first")
    box = next(action.words[0] for action in seen.legal if action.verb == MARK and action.words[0] == "mining_01")
    page = visitor.get(f"/play/asked/about/{box}")

    assert "It can be filled now" in text(page)
    assert "In hand afterwards:" in text(page)
    assert f'name="do" value="mark {box}"' in page.text
    done = visitor.post("/play/asked", {"at": re.search(r'name="at" value="(\d+)"', page.text)[1], "do": f"mark {box}"})
    assert done.status == 303
    assert "It is filled." in text(visitor.get(f"/play/asked/about/{box}"))


def test_several_ways_are_told_one_by_one(visitor, session):
    session("first")
    told = text(visitor.get("/play/asked/about/fort_01"))

    assert told.count("In hand afterwards:") == told.count("Do it: 1 ×") == 2


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("area-wall", "once the fort box below it is filled"),
        ("spot-left-score", "less what disdain costs"),
        ("icon-cohort", "a cohort that you choose"),
        ("renown_03", "Only an icon fills it: Renown"),
        ("small_granary", "It is filled."),
    ],
)
def test_parts_have_short_rules(visitor, session, part, words):
    session("first")

    assert words in text(visitor.get(f"/play/asked/about/{part}"))


def test_link_of_the_drawing_leads_to_the_page_of_the_session(visitor, session):
    session()
    table = visitor.get("/play/asked")

    assert '<a href="?about=wall_03" tabindex="-1">' in table.text
    assert '<a href="?about=area-wall" tabindex="-1">' in table.text
    assert visitor.get("/play/asked?about=wall_03").headers["location"] == "/play/asked/about/wall_03"


def test_icons_of_a_row_are_one_group_of_links_below_those_of_the_boxes(visitor, session):
    session()
    page = visitor.get("/play/asked").text
    fort = re.search(r'<g role="group" aria-label="Fort: icons">(.*?)</g>', page)[1]

    assert re.findall(r'href="\?about=([\w-]+)" tabindex="-1"><title>([^<]+)', fort) == [
        ("icon-builder", "Builder"),
        ("icon-soldier", "Soldier"),
        ("icon-infrastructure", "Infrastructure"),
    ]
    assert fort.count("<rect") > 3
    assert page.index('<g class="parts"') < page.index('<g class="icons"') < page.index('<g class="boxes"')


@pytest.mark.parametrize("part", ["area-fort", "spot-left-years"])
def test_part_tells_its_icons(visitor, session, part):
    session()
    icons = {"area-fort": "The level that the flags below the fort have reached", "spot-left-years": "The most disdain"}

    assert icons[part] in text(visitor.get(f"/play/asked/about/{part}"))
    assert icons[part] in text(visitor.get("/play/asked/about"))


def test_list_names_the_next_box_of_every_track_and_what_it_lacks(visitor, session):
    session("first")
    told = text(visitor.get("/play/asked/about"))

    assert "Wall 1 Needs Fort 1" in told
    assert "Fort 1 It can be filled now." in told


def test_japanese_reader_is_told_in_japanese(visitor, session):
    session("first")
    visitor.cookies["vallum-page"] = "ja.auto.normal.off"

    assert "必要：司祭 6" in text(visitor.get("/play/asked/about/large_temple"))


@pytest.mark.parametrize("part", ["nothing", "area-nothing", "spot-left-nothing", "icon-nothing", "x" * 200, "%2e%2e"])
def test_unknown_part_is_not_found(visitor, session, part):
    session()

    assert visitor.get(f"/play/asked/about/{part}").status == 404


def test_paper_session_and_unknown_session_have_none(visitor, session):
    session(kind="paper")

    assert visitor.get("/play/asked/about/wall_01").status == 404
    assert visitor.get("/play/asked/about").status == 404
    assert visitor.get("/play/nobody/about/wall_01").status == 404


def test_every_short_rule_leads_to_a_heading_of_the_rules(visitor):
    rules = read_short_rules(load(find_game("hadrians-wall")))
    headings = set(re.findall(r' id="([^"]+)"', visitor.get("/rules/hadrians-wall").text))

    assert {rule.rule for rule in rules.all()} - headings == set()


def test_dialog_of_a_box_tells_what_each_way_opens(visitor, session):
    session("first")
    ways = re.findall(r'id="way-mark[^>]*>.*?</button>', visitor.get("/play/asked?box=fort_01").text, re.DOTALL)

    assert len(ways) == 2
    assert all("<small>Opens: " in way and "Wall 1" in way for way in ways)
