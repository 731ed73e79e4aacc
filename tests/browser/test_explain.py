"""What a box is about, beside the sheet: by a click, a pointer or the keyboard; and a finished game, move by move."""

import json

import pytest

from tests.browser.test_axe import RUN, axe  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("begun")]
TOLD = "document.getElementById('told')?.open === true"
LACKING = "document.querySelector('.frame a[href=\"?about=wall_20\"] rect')"
MARKS = "document.querySelectorAll('.frame > .marks.told').length"


@pytest.fixture
def table(entered, served):
    entered.wide(1366)
    entered.go(f"{served.base}/play/full-half")
    entered.run("document.activeElement.blur()")
    return entered


TOLD_RUN = "axe.run('#told').then(found => JSON.stringify(found.violations.map(rule => rule.id)))"


def shut(table):
    table.press("Escape")
    table.until(f"!({TOLD}) && {MARKS} === 0")


def test_click_on_a_closed_box_tells_what_is_missing_and_shows_it(table):
    table.click(LACKING)
    table.until(f"{TOLD} && {MARKS} > 0")
    told = "document.getElementById('told').innerText"

    table.until(f"{told}.toUpperCase().includes('WALL 20') && {told}.includes('cannot be filled now')")
    table.until("document.activeElement.id === 'about-title'")
    assert table.run("location.pathname") == "/play/full-half"
    table.click("document.querySelector('#told .lacks a')")
    table.until("document.querySelector('#told #about')?.dataset.part !== 'wall_20'")
    shut(table)


def test_click_on_an_icon_tells_its_own_rule(table):
    table.click("document.querySelectorAll('[aria-label=\"Fort: icons\"] [href$=infrastructure] rect')[1]")
    table.until(f"{TOLD} && document.getElementById('about-title')?.innerText === 'Infrastructure'")

    assert "flags below the fort" in table.run("document.getElementById('told').innerText")
    shut(table)


def test_pointer_over_an_open_box_shows_what_it_brings_and_does_nothing(table):
    stamp = table.run("document.body.dataset.stamp")
    x, y = table.place("document.querySelector('.key')")
    table.page.mouse.move(x, y)
    table.until(f"{TOLD} && {MARKS} > 0")

    table.until("document.querySelector('#told.peek .way')?.innerText")
    table.page.mouse.move(2, 2)
    table.until(f"!({TOLD}) && {MARKS} === 0")
    assert table.run("document.body.dataset.stamp") == stamp


def test_review_goes_back_and_forth_by_arrow_keys(entered, served):
    entered.go(f"{served.base}/play/full-over/review?move=5")
    shown = "document.querySelector('.steps strong').textContent.match(/\\d+/)[0] === '{}'"
    for key, number in (("ArrowLeft", 4), ("ArrowRight", 5), ("Home", 0), ("ArrowRight", 1)):
        entered.press(key)
        entered.until_idle(shown.format(number))
    entered.until("new URL(location).searchParams.get('move') === '1'")


@pytest.mark.parametrize("look", ["en.light.normal", "ja.dark.large"])
@pytest.mark.parametrize("path", ["full-half/about/wall_20", "full-half/about", "full-over/review?move=7"])
def test_page_is_open_to_everybody(entered, served, axe, path, look):  # noqa: F811
    entered.go(f"{served.base}/play")  # a page that waits for a review would be loaded again in the other language
    entered.look(look)
    entered.go(f"{served.base}/play/{path}")
    entered.run(axe)
    for width in (360, 1440):
        entered.wide(width)
        assert json.loads(entered.run(RUN)) == []
        assert entered.run("document.documentElement.scrollWidth <= innerWidth")
    entered.look("en.light.normal")


def test_what_is_told_beside_the_sheet_is_open_to_everybody(table, axe):  # noqa: F811
    table.click(LACKING)
    table.until(f"{TOLD} && {MARKS} > 0")
    table.run(axe)
    assert json.loads(table.run(TOLD_RUN)) == []
    shut(table)
