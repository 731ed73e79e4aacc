"""The play room in windows of many sizes: how much of it shows a sheet, what can be tapped without scrolling, and what
moves the view of the sheets."""

import json
import random
import time
from collections import defaultdict
from itertools import product

import pytest

from tests.browser.page_letters import show_in_its_letters

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("begun")]
SIZES = ((1024, 768), (1366, 768), (1440, 900))
WITHOUT_SCROLLING = SIZES[1:]
PHONE = (360, 740)
CARDS = "cards"
"""The state in which a card is chosen, which needs more of the window than others."""
MOST = 0.75
MOST_WITH_CARDS = 0.55
SHARE = """() => { let [seen, all] = [0, 0];
    for (let y = 1; y < innerHeight; y += 3, all++)
        for (let x = 2; x < innerWidth; x += 24)
            if (document.elementFromPoint(x, y)?.closest('.frame')) { seen++; break }
    return seen / all }"""
"""How much of the window's height shows a sheet."""
STATE = """() => { const panel = document.getElementById('panel');
    if (document.querySelector('.over')) return 'over';
    if (panel.querySelector('.keep') || /box=path/.test(location.search)) return 'cards';
    if (panel.querySelector('dialog')) return 'dialog';
    if (panel.querySelector(':scope > .fronts')) return 'attack';
    return 'asks' in panel.dataset ? 'question' : 'actions' }"""
OFFERS = """[...(document.querySelector('#panel dialog') ?? document.querySelector('.full'))
    .querySelectorAll('button[form=moves], a[data-here][href*="box="]')]
    .filter(each => !each.disabled && !each.closest('.drawer') && !['undo', 'redo'].includes(each.id))"""
"""Controls for moves, except those in the drawer, which stand in the panel too."""
UNSEEN = f"""() => {{
    const isSeen = each => {{ const box = each.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return top !== null && (each.contains(top) || (each.matches('.key') && top.matches('.key'))) }};
    const unseen = new Set();
    for (const leaf of document.querySelectorAll('.leaves a')) {{
        document.querySelector(leaf.hash).scrollIntoView({{behavior: 'instant', inline: 'center'}});
        const sheet = document.querySelector(leaf.hash);
        {OFFERS}.filter(each => sheet.contains(each) || !each.closest('.sheet'))
            .filter(each => !isSeen(each)).forEach(each => unseen.add(each.id));
    }}
    return [...unseen] }}"""
"""Controls for moves that cannot be tapped at once, or after a tap on the tab of their sheet."""
IN_VIEW = """() => { const view = document.querySelector('.pane').getBoundingClientRect();
    return [...document.querySelectorAll('.key')].some(key => { const box = key.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return x > view.x && x < view.right && y > view.y && y < view.bottom }) }"""
"""Whether a box that can be filled is in view."""
BESIDE = """() => { for (const key of document.querySelectorAll('button.key')) {
    const box = key.getBoundingClientRect();
    for (const [across, down] of [[0, 20], [0, -20], [20, 0], [-20, 0]]) {
        const [x, y] = [box.x + box.width / 2 + across, box.y + box.height / 2 + down];
        const top = document.elementFromPoint(x, y);
        if (top?.closest('.frame') && !top.closest('.key')) return [x, y] } } }"""
"""A place on a sheet that lies on no box that can be filled, but within a finger's width of one."""
CLOSED_BESIDE = """() => { for (const closed of document.querySelectorAll('.boxes rect')) {
    const box = closed.getBoundingClientRect();
    if (Math.min(box.width, box.height) < 24) continue;
    for (const key of document.querySelectorAll('button.key')) {
        const open = key.getBoundingClientRect();
        const x = Math.min(Math.max(open.x + open.width / 2, box.x + 1), box.right - 1);
        const y = Math.min(Math.max(open.y + open.height / 2, box.y + 1), box.bottom - 1);
        const away = Math.max(Math.abs(open.x + open.width / 2 - x), Math.abs(open.y + open.height / 2 - y));
        if (away < 22 && document.elementFromPoint(x, y) === closed) return [x, y, closed.parentElement.textContent] } } }"""
"""A place in a closed box that a finger can aim at, within its reach of an open one; and the box's name."""
TILES = """() => [...document.querySelectorAll('.many button')].map(each =>
    [each, each.querySelector('strong')].map(part => parseFloat(getComputedStyle(part).lineHeight)))"""
"""Heights of the lines in each tile, and of its first words."""
PANEL = "document.getElementById('panel').dataset.key"
"""What changes when a move or a dialog is shown."""
FRAME = "document.querySelector('.frame').getBoundingClientRect()"


class Window:
    """A window on the play room."""

    def __init__(self, page, base):
        self.page, self.base = page, base

    def look(self, size, setting="en.light.normal"):
        self.page.context.add_cookies([{"name": "vallum-page", "value": setting, "url": self.base}])
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def go(self, address):
        """Show a page in its letters."""
        self.page.goto(f"{self.base}/play/{address}")
        show_in_its_letters(self.page)

    def until(self, script):
        """Wait for a script, which the page's own policy does not allow to be waited for in the page."""
        end = time.monotonic() + 60
        while not self.page.evaluate(script):
            assert time.monotonic() < end, f"waited for {script}"
            self.page.wait_for_timeout(20)

    def until_wide(self, wide, share=0.01):
        """Wait until the sheets are as wide as wanted."""
        self.until(f"Math.abs({FRAME}.width - {wide}) <= {wide * share}")

    def move(self, control):
        """Press a control, a script, and wait until the page shows what it did."""
        before = self.page.evaluate(PANEL)
        self.page.evaluate(f"{control}.click()")
        self.until(f"{PANEL} !== {json.dumps(before)}")

    @property
    def wide(self):
        return self.page.evaluate(f"{FRAME}.width")


@pytest.fixture
def window(chrome, served, passed):
    with chrome.new_context(storage_state=passed) as context:
        yield Window(context.new_page(), served.base)


@pytest.fixture
def phone(chrome, served, passed):
    with chrome.new_context(storage_state=passed, has_touch=True, is_mobile=True) as context:
        opened = Window(context.new_page(), served.base)
        opened.look(PHONE)
        yield opened


STATES = ("full-begun", "full-half", "full-half?box=stop", "full-half?look=log", "full-half?look=odds", "full-over")


@pytest.mark.parametrize("look", ["en.light.normal", "ja.dark.normal"])
def test_most_of_the_window_shows_a_sheet(window, look):
    shares = {}
    for size, address in product(SIZES, STATES):
        window.look(size, look)
        window.go(address)
        shares[size, address] = window.page.evaluate(SHARE)

    assert {at: share for at, share in shares.items() if share < MOST and at[1] != "full-begun"} == {}
    assert {at: share for at, share in shares.items() if share < MOST_WITH_CARDS} == {}


@pytest.mark.parametrize("look", ["en.light.large", "ja.dark.large", "ja.light.normal"])
def test_panel_below_the_sheet_shows_all_its_buttons(window, look):
    window.look(SIZES[0], look)
    window.go("full-half")

    last = window.page.evaluate("document.querySelector('.about-game').getBoundingClientRect().bottom")
    assert last <= SIZES[0][1]
    assert window.page.evaluate(SHARE) >= MOST


def test_menu_of_a_phone_covers_no_tab_when_the_game_is_over(window):
    window.look(PHONE)
    window.go("full-over")

    menu, tab = (window.page.locator(each).first.bounding_box() for each in (".menu summary", ".leaves a"))
    assert tab["x"] >= menu["x"] + menu["width"] or tab["y"] >= menu["y"] + menu["height"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_phone_shows_what_the_attack_did(window, language):
    window.look(PHONE, f"{language}.light.normal")
    window.go("full-over")

    report, result = (window.page.locator(each).bounding_box() for each in (".report", ".report .result"))
    assert result["y"] + result["height"] <= report["y"] + report["height"] + 1


def test_name_of_a_card_is_not_broken_at_twice_the_size(window):
    window.look((683, 384))
    window.go("full-begun")

    lines = "[...document.querySelectorAll('.keep strong')].map(each => each.getClientRects().length)"
    assert window.page.evaluate(lines) == [1, 1]


@pytest.mark.parametrize(("page", "first", "then"), [
    ("/rules/hadrians-wall", ".rules .contents", ".rules article"),
    ("/play/full-over/review?move=7", "#steps", ".replay .frame"),
])  # fmt: skip
def test_large_letters_on_a_phone_leave_the_parts_of_a_page_in_order(window, page, first, then):
    window.look(PHONE, "en.light.large")
    window.page.goto(window.base + page)
    window.until(f"document.querySelector({first!r}) !== null")

    assert window.page.locator(first).bounding_box()["y"] < window.page.locator(then).first.bounding_box()["y"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_small_tiles_of_patterns_cut_no_line_of_their_words(window, served, language):
    text = (served.root / "tests/play/transcripts/full.txt").read_text("utf-8")
    lines = [line[2:] for line in text.splitlines() if line.startswith("> ")]
    first = next(at for at, line in enumerate(lines) if line.startswith("place"))
    named = ("--difficulty", "normal", "--seed", "a seed for show", "--name", f"map-{language}")
    assert served.typed("solo", "new", "hadrians-wall", *named, lines=lines[:first]).returncode == 0
    window.look(SIZES[1], f"{language}.light.normal")
    window.go(f"map-{language}")
    box = "[...document.querySelectorAll('a.key')].find(each => each.id.endsWith('_11'))"
    window.move(box)

    found = window.page.evaluate(TILES)
    assert len(found) > 10
    assert {tuple(each) for each in found} == {(13, 13)}


@pytest.mark.parametrize("address", STATES)
def test_all_sheets_are_in_view_in_a_wide_window(window, address):
    window.look((1920, 1080))
    window.go(address)

    boxes = window.page.evaluate(
        "[...document.querySelectorAll('.frame')].map(each => each.getBoundingClientRect()).map(box => [box.x, box.y, box.right, box.bottom])"
    )
    assert len(boxes) == 2
    assert boxes[0][2] <= boxes[1][0] + 1
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= 1920.5 and box[3] <= 1080 for box in boxes)


def test_sheets_are_made_larger_and_smaller_by_keys_and_fit_again(window):
    window.look((1366, 768))
    window.go("full-half")
    fitted = window.wide

    for key, wide, zoom in (
        ("+", fitted * 1.25, "free"),
        ("+", fitted * 1.25**2, "free"),
        ("-", fitted * 1.25, "free"),
        ("0", fitted, "fit"),
        ("-", fitted, "fit"),
    ):
        window.page.keyboard.press(key)
        window.until_wide(wide)
        window.until(f"document.documentElement.dataset.zoom === '{zoom}'")
        assert window.page.locator("#map").is_visible() == (zoom == "free")


def test_printed_size_is_that_of_the_paper(window):
    window.look((1366, 768))
    window.go("full-half")
    window.page.click("[data-view=full]")

    points = window.page.evaluate("document.querySelector('.frame svg').viewBox.baseVal.width")
    window.until_wide(points * 96 / 72, share=0.001)


def test_place_under_the_pointer_stays_when_the_wheel_zooms(window):
    window.look((1366, 768))
    window.go("full-half")
    place = "(() => { const box = " + FRAME + "; return [(600 - box.x) / box.width, (400 - box.y) / box.height] })()"
    before, wide = window.page.evaluate(place), window.wide
    window.page.mouse.move(600, 400)
    window.page.keyboard.down("Control")
    window.page.mouse.wheel(0, -100)
    window.page.keyboard.up("Control")
    window.until("document.documentElement.dataset.zoom === 'free'")

    window.until(f"{FRAME}.width > {wide * 1.3}")
    assert window.page.evaluate(place) == pytest.approx(before, abs=0.01)


def test_map_leads_to_where_it_is_tapped(window):
    window.look((1366, 768))
    window.go("full-half")
    for _ in range(4):
        window.page.keyboard.press("+")
    box = window.page.locator("#map").bounding_box()
    window.page.mouse.click(box["x"] + box["width"] * 0.95, box["y"] + box["height"] * 0.9)

    window.until(
        "(pane => (pane.scrollLeft + pane.clientWidth) / pane.scrollWidth > 0.9)(document.querySelector('.pane'))"
    )


def test_two_fingers_make_a_sheet_larger_and_a_whole_one_fits_a_phone(phone):
    phone.go("full-half")
    wide = phone.wide
    assert wide > PHONE[0] * 2.5, "a band of the sheet, with boxes for a finger"

    devtools = phone.page.context.new_cdp_session(phone.page)
    for kind, apart in (("touchStart", 40), ("touchMove", 50), ("touchMove", 60), ("touchEnd", None)):
        fingers = [{"x": 180 - apart, "y": 300, "id": 0}, {"x": 180 + apart, "y": 300, "id": 1}] if apart else []
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    phone.until("document.documentElement.dataset.zoom === 'free'")
    phone.until_wide(wide * 1.5, share=0.02)

    phone.page.tap("[data-view=fit]")
    phone.until_wide(PHONE[0], share=1 / PHONE[0])


def test_finger_beside_a_small_box_fills_it_and_the_mouse_does_not(phone, served):
    phone.go("full-half")
    phone.page.tap("[data-view=fit]")
    before, place = phone.page.evaluate("document.body.dataset.stamp"), phone.page.evaluate(BESIDE)

    phone.page.mouse.click(*place)
    phone.page.wait_for_timeout(300)
    assert phone.page.evaluate("document.body.dataset.stamp") == before
    phone.page.touchscreen.tap(*place)
    phone.until(f"document.body.dataset.stamp !== '{before}'")
    phone.move("document.getElementById('undo')")


def test_finger_on_a_closed_box_tells_about_it_although_an_open_one_is_within_reach(phone):
    phone.look((800, 1100))
    phone.go("full-half")
    before = phone.page.evaluate("document.body.dataset.stamp")
    x, y, name = phone.page.evaluate(CLOSED_BESIDE)

    phone.page.touchscreen.tap(x, y)
    phone.until("document.getElementById('told')?.open === true")
    assert name.startswith(phone.page.text_content("#about-title"))
    assert phone.page.evaluate("document.body.dataset.stamp") == before


def test_band_of_a_phone_follows_the_game(phone, served):
    named = ("--difficulty", "normal", "--seed", "a phone", "--name", "phone")
    assert served.typed("solo", "new", "hadrians-wall", *named).returncode == 0
    phone.go("phone")
    chance = random.Random(3)
    followed = 0
    for _ in range(25):
        state = phone.page.evaluate(STATE)
        if state == "actions" and phone.page.evaluate("document.querySelector('.key') !== null"):
            assert phone.page.evaluate(IN_VIEW)
            followed += 1
        phone.move(f"{OFFERS}[{chance.randrange(phone.page.evaluate(OFFERS + '.length'))}]")

    assert followed > 5


def test_drawer_and_menu_fold_out_and_in_again(window):
    window.look((1024, 768))
    window.go("full-half")
    height = "document.querySelector('.drawer').clientHeight"
    assert window.page.evaluate(height) < 44

    window.page.click("#more")
    window.until(f"{height} > 300")
    window.page.mouse.click(512, 120)
    window.until(f"{height} < 44")
    assert not window.page.locator("header nav").is_visible()
    window.page.click(".menu summary")
    window.page.locator("header nav").wait_for()
    window.page.locator("#settings").wait_for()
    window.page.keyboard.press("Escape")
    window.page.locator("header nav").wait_for(state="hidden")


def test_hint_is_one_tap_away_on_a_phone(window):
    window.look((390, 844))
    window.go("full-half")
    window.page.click("#show-hint")

    window.until(
        "document.querySelector('#look-hint[aria-current]') && document.querySelector('.drawer').clientHeight > 200"
    )


def test_answer_beside_two_cards_is_in_view(window):
    window.look((1366, 768))
    window.go("full-begun")
    window.page.click("#look-log")

    window.until(
        "document.querySelector('#look-log[aria-current]') && document.querySelector('.drawer').clientHeight >= 300"
    )


@pytest.mark.parametrize("look", ["en.light.normal", "ja.dark.normal"])
def test_whole_game_needs_no_scrolling_and_shows_the_sheet(window, served, look, request):
    if not request.config.getoption("--long"):
        pytest.skip("plays a whole game: --long")
    name = f"walk-{look[:2]}"
    named = ("--difficulty", "normal", "--seed", "a long walk", "--name", name)
    assert served.typed("solo", "new", "hadrians-wall", *named).returncode == 0
    window.look(SIZES[0], look)
    window.go(name)
    chance, shares, unseen, state = random.Random(5), defaultdict(list), {}, ""
    while state != "over":
        state = window.page.evaluate(STATE)
        for size in SIZES:
            window.look(size, look)
            shares[size, state].append(window.page.evaluate(SHARE))
            if size in WITHOUT_SCROLLING and (found := window.page.evaluate(UNSEEN)):
                unseen[size, window.page.evaluate("document.body.dataset.stamp")] = found
        offers = window.page.evaluate(f"{OFFERS}.map(each => each.id)")
        lasting = [at for at, id_ in enumerate(offers) if "stop" not in id_]
        if offers:
            window.move(f"{OFFERS}[{chance.choice(lasting or range(len(offers)))}]")

    least = {at: min(found) for at, found in shares.items()}
    assert {state for _, state in least} == {"cards", "dialog", "attack", "question", "actions", "over"}
    assert {at: share for at, share in least.items() if share < (MOST_WITH_CARDS if CARDS in at else MOST)} == {}
    assert unseen == {}
