"""A guided first year, done by taps at what the guide points at."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.browser.page_letters import show_in_its_letters

pytestmark = pytest.mark.browser
MOST_STEPS = 60
EVERY = 4
"""Steps, of which one is looked at by axe."""
WIDTHS = {"en.light.normal": 1440, "ja.dark.large": 390}
GUIDE = "document.getElementById('guide').dataset.key"
RINGS_SEEN = """[...document.querySelectorAll('.rings rect')].slice(0, 1).every(ring => {
    const [box, view] = [ring, ring.closest('.pane')].map(each => each.getBoundingClientRect());
    return box.bottom > view.top && box.top < view.bottom && box.right > view.left && box.left < view.right })"""
"""Whether the first ring, if there is one, is in view, at least in part."""
SHARE = """(() => { const [pane, frame] = ['.pane', '.frame'].map(each => document.querySelector(each).getBoundingClientRect());
    return Math.min(pane.bottom, frame.bottom) - Math.max(pane.top, frame.top) })() / innerHeight"""
"""How much of the window's height shows a sheet."""
SCROLLS_ALONE = """[...document.querySelectorAll('.guide .said, .side .panel')]
    .filter(each => each.scrollHeight > each.clientHeight + 2 && getComputedStyle(each).overflowY !== 'visible')
    .map(each => each.className)"""
"""Parts beside the sheets that have a scrollbar of their own."""
AXE = """(async () => JSON.stringify((await axe.run(document, {rules: {'color-contrast': {enabled: false}}}))
    .violations.flatMap(rule => rule.nodes.map(node => [rule.id, node.target.join(' ')]))))()"""


@pytest.fixture
def tapped(entered, until):
    """Tap something by its id, and wait until the guide has gone on, or a dialog is open."""

    def tap(id_):
        before = entered.run(GUIDE)
        entered.page.locator(f"[id='{id_}']").click()
        until(lambda: entered.shows(f"document.getElementById('guide') && {GUIDE} !== {json.dumps(before)}"), id_)

    return tap


def is_there(entered, id_):
    return entered.run(f"Boolean(document.getElementById({json.dumps(id_)}))")


def next_tap(entered):
    """The id of what the guide wants to be tapped now; None at its end."""
    if is_there(entered, "guide-next"):
        return "guide-next"
    points = entered.run("document.getElementById('guide').dataset.points").split(", ")
    pointed = [point[1:] for point in points if point.startswith(("#way-", "#do-")) and is_there(entered, point[1:])]
    goal = entered.run("document.getElementById('guide-show')?.hash.slice(1)")
    return pointed[-1] if pointed else goal


def begin_again(entered, served, until):
    entered.go(f"{served.base}/learn/hadrians-wall")
    entered.page.locator("button.main").click()
    until(lambda: entered.shows("Boolean(document.getElementById('guide'))"), "the guide")
    if is_there(entered, "guide-again") and entered.run("document.querySelector('#guide progress').value") > 1:
        before = entered.run(GUIDE)
        entered.page.locator("#guide-more").click()
        entered.run("document.getElementById('guide-again').click()")  # it may be folded away
        until(lambda: entered.shows(f"document.getElementById('guide') && {GUIDE} !== {json.dumps(before)}"), "step 1")


def test_whole_year_is_played_by_taps_at_what_is_pointed_at(entered, served, until, tapped, setting):
    entered.look(setting)
    entered.wide(WIDTHS[setting])
    begin_again(entered, served, until)
    axe = Path(find_spec("axe_playwright_python").submodule_search_locations[0], "axe.min.js").read_text("utf-8")
    entered.run(axe)
    numbers = []
    for _ in range(MOST_STEPS):
        until(lambda: entered.shows(RINGS_SEEN), "the ring in view")
        number = entered.run("document.querySelector('#guide progress').value")
        if number not in numbers:
            numbers.append(number)
            assert number % EVERY or json.loads(entered.run(AXE)) == []
            assert entered.run("document.documentElement.scrollWidth <= innerWidth")
        id_ = next_tap(entered)
        if not id_:
            break
        entered.run(f"document.getElementById({json.dumps(id_)}).closest('.panel')?.scrollTo(0, 1e6)")
        tapped(id_)

    assert numbers == [*range(1, entered.run("document.querySelector('#guide progress').max") + 1)]
    assert "tutorial" in entered.run("location.pathname")


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Ends when the page has been laid out for the size of its window, which scripts take part in."""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_guide_leaves_the_sheet_its_room_and_scrolls_as_one_on_a_phone(entered, served, until, tapped, language):
    entered.look(f"{language}.light.normal")
    begin_again(entered, served, until)
    show_in_its_letters(entered.page)
    least, alone = {True: 1.0, False: 1.0}, []
    for _ in range(10):
        entered.size(1024, 768)
        entered.until_idle()
        entered.run(DRAWN)
        has_cards = entered.run("Boolean(document.querySelector('.panel .keep')?.checkVisibility())")
        if not entered.run("Boolean(document.querySelector('.panel dialog'))"):
            least[has_cards] = min(least[has_cards], entered.run(SHARE))
        entered.size(360, 740)
        alone += entered.run(SCROLLS_ALONE)
        tapped(next_tap(entered))
    entered.wide(1440)

    assert least[False] >= 0.75
    assert 0.55 <= least[True] < 1
    assert alone == []


def test_rules_open_beside_the_game(entered, served, until):
    entered.wide(1440)
    begin_again(entered, served, until)
    with entered.page.expect_popup() as opened:
        entered.page.locator("#rules").click()
    opened.value.wait_for_load_state()

    assert opened.value.url.endswith("/rules/hadrians-wall")
    assert opened.value.evaluate("[...document.images].filter(each => each.complete && !each.naturalWidth).length") == 0
    assert "tutorial" in entered.run("location.pathname")


@pytest.mark.parametrize("game", ["hadrians-wall", "concordia"])
def test_every_picture_of_the_rules_is_drawn(entered, served, until, game):
    entered.go(f"{served.base}/rules/{game}")
    entered.run("document.querySelectorAll('img').forEach(each => each.loading = 'eager')")
    until(lambda: entered.shows("[...document.images].every(each => each.complete)"), "all pictures")

    assert entered.run("document.images.length") > 20
    assert entered.run("[...document.images].filter(each => !each.naturalWidth).map(each => each.src)") == []
