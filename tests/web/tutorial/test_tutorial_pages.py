"""The guided first year on the pages, without scripts."""

import html
import re

import pytest

GAME = "hadrians-wall"
JAPANESE = ("accept-language", "ja")


@pytest.fixture
def begin(visitor):
    """Begin the tutorial, and return the address of its page."""
    return lambda: visitor.post(f"/learn/{GAME}").headers["location"]


def told(page):
    """What the guide says: its title, the number of its step, and its controls by id."""
    (guide,) = re.findall(r'<section class="guide[^"]*".*?</section>', page.text, re.DOTALL)
    controls = {id_: to for to, id_ in re.findall(r'(?:value|href)="([^"]*)"[^>]*? id="(guide-[^"]*)"', guide)}
    controls |= dict(re.findall(r'id="(guide-[^"]*)"[^>]*? href="([^"]*)"', guide))
    title = re.search(r'id="guide-title">([^<]*)', guide)[1]
    return html.unescape(title), int(re.search(r'value="(\d+)"', guide)[1]), controls


def event(page):
    return re.search(r'name="at" value="(\d+)"', page.text)[1]


def do(visitor, address, line, *more):
    page = visitor.get(address, *more)
    answer = visitor.post(address, {"at": event(page), "do": line}, *more)
    assert answer.status == 303, answer.text
    return visitor.get(answer.headers["location"].partition("#")[0], *more)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_whole_tutorial_is_told_step_by_step(visitor, begin, language):
    settings = ("accept-language", language)
    address, titles = begin(), []
    page = visitor.get(address, settings)
    while True:
        title, number, ways = told(page)
        titles.append(title)
        assert number == len(titles)
        assert 'class="rings"' in page.text
        if "guide-next" in ways:
            page = visitor.get(ways["guide-next"], settings)
        elif "guide-do" in ways:
            page = do(visitor, address, ways["guide-do"], settings)
        elif 'id="do-stop"' in page.text:
            page = do(visitor, address, "stop", settings)
        else:
            break

    assert len(set(titles)) == len(titles) > 20
    assert number == int(re.search(r'<progress max="(\d+)"', page.text)[1])


def test_other_move_is_allowed_and_the_guide_takes_back(visitor, begin):
    address = begin()
    before = told(visitor.get(address))[0]
    title, _, ways = told(do(visitor, address, "path vanguard"))

    assert title == "You went another way"
    assert told(do(visitor, address, ways["guide-back"]))[0] == before


def test_tutorial_is_gone_on_with_and_begun_again(visitor, begin):
    address = begin()
    do(visitor, address, "path defender")

    assert begin() == address
    title, _, ways = told(visitor.get(address))
    assert title == "Everything you hold"
    assert told(do(visitor, address, ways["guide-again"]))[1] == 1


def test_step_that_was_read_last_is_shown_again(visitor, begin):
    address = begin()
    visitor.get(f"{address}?step=2")

    assert told(visitor.get(f"{address}?look=log"))[1] == 3
    assert told(visitor.get(f"{address}?step=99999"))[1] == 3
    assert told(visitor.get(f"{address}?step=99"))[1] == 4


def test_tutorial_stands_in_no_list(visitor, begin, services):
    address = begin()

    assert address.rpartition("/")[2] == f"{GAME}-tutorial"
    assert f'href="{address}"' not in visitor.get("/play").text
    assert services.summaries.newest("en") == ()


def test_tutorial_of_old_rules_does_not_count(visitor, begin, tmp_path):
    first = begin()
    file = tmp_path / "sessions" / f"{GAME}-tutorial.session"
    file = file if file.exists() else next((tmp_path / "sessions").glob(f"{GAME}-tutorial*"))
    file.write_bytes(b"not a session\n")

    assert begin() != first


def test_page_of_the_tutorial_says_whether_it_was_begun(visitor, begin):
    assert ">Begin</button>" in visitor.get(f"/learn/{GAME}").text
    begin()
    assert ">Go on</button>" in visitor.get(f"/learn/{GAME}").text
    assert "案内つきの1年目" in visitor.get(f"/learn/{GAME}", JAPANESE).text


@pytest.mark.parametrize("address", ["/learn/nothing", "/learn/glory-to-rome", "/learn/mine"])
def test_games_without_a_tutorial_have_no_page(visitor, address):
    assert visitor.get(address).status == 404
    assert visitor.post(address).status == 404


def test_other_sessions_have_no_guide(visitor):
    address = visitor.post("/play", {"game": GAME}).headers["location"]

    assert 'id="guide"' not in visitor.get(address).text
