"""An attack as a scene: its cards turn up one by one within ten seconds, it can be skipped, and is told in words."""

import re

import pytest

pytestmark = pytest.mark.browser
LONGEST, STEP = 10_000, 50
"""Milliseconds of a scene, and those after which it is looked at."""
AHEAD = 600_000
"""Milliseconds by which a clock is put forward to stand: more than a busy machine takes until it is told so."""
MOVES = ("1", "wall_guard_01", "cohort_left", "stop", "1", "stop", "1", "stop", "1", "quit")


@pytest.fixture
def attacked(chrome, served, passed):
    """A page at the beginning of an attack, whose clock stands; `motion` is what the reader prefers."""

    def attack(name, motion, width=1024, height=768):
        wish = ("--name", name, "--seed", "raid7", "--difficulty", "hard")
        assert served.typed("solo", "new", "hadrians-wall", *wish, lines=MOVES).returncode == 0
        size = {"width": width, "height": height}
        page = chrome.new_context(storage_state=passed, viewport=size, reduced_motion=motion).new_page()
        page.clock.install()
        page.goto(f"{served.base}/play/{name}")
        page.locator("#do-stop").click()
        way = page.locator("dialog [id^=way-]").first
        way.wait_for()
        page.clock.pause_at(page.evaluate("Date.now()") + AHEAD)
        way.click()
        page.wait_for_selector("#scene[data-playing]")
        return page

    return attack


def test_cards_turn_one_by_one_within_ten_seconds(attacked):
    page = attacked("scene", "no-preference")
    sentences, waiting = [], []
    for _ in range(0, LONGEST, STEP):
        sentence = page.locator("#says").text_content()
        if sentence and sentence not in sentences[-1:]:
            sentences.append(sentence)
            waiting.append(page.locator("#scene .waits").count())
        page.clock.run_for(STEP)

    assert not page.locator("#scene[data-playing]").count()
    cards = page.locator("#scene [data-turn]").count()
    assert cards > 2
    assert [int(re.match(r"Card (\d+) of", sentence)[1]) for sentence in sentences[:-1]] == list(range(1, cards + 1))
    assert waiting[:-1] == sorted(waiting[:-1], reverse=True)
    assert re.fullmatch(r"\d+ Disdain \d+ Valour", sentences[-1])


def test_items_of_the_next_year_are_shown_at_the_end_alone(attacked):
    page = attacked("hidden", "no-preference")
    shown = page.locator(".head small:visible, .held:visible")

    assert page.locator("#scene[data-playing='']").count()
    assert not shown.count()
    while page.locator("#scene[data-playing='']").count():
        page.clock.run_for(STEP)
    assert page.locator("#scene[data-playing=end]").count()
    assert shown.count() == 2


@pytest.mark.parametrize("control", ["button", "Escape"])
def test_scene_is_skipped(attacked, control):
    page = attacked(f"skip-{control.lower()}", "no-preference")
    page.keyboard.press("Escape") if control == "Escape" else page.locator("#scene button").click()

    assert not page.locator("#scene[data-playing]").count()
    assert not page.locator(".waits").count()


def test_nothing_moves_where_motion_is_unwelcome(attacked):
    page = attacked("still", "reduce")

    assert not page.locator("#scene .waits, #scene .turns").count()
    assert page.locator("#says").text_content().count("Card ") == page.locator("#scene [data-turn]").count()
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(("width", "height", "least"), [(390, 844, 0.1), (768, 1024, 0.1), (1366, 768, 0.3)])
def test_scene_fills_the_room_of_the_sheets_and_nothing_is_cut_off(attacked, width, height, least):
    page = attacked(f"room-{width}", "reduce", width, height)
    stage, board, hidden, cards = page.evaluate("""(() => {
        const size = (one) => { const { width, height } = one.getBoundingClientRect(); return [width, height] };
        const fronts = [...document.querySelectorAll("#scene .front")];
        const hidden = fronts.map((one) => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth));
        const cards = [...document.querySelectorAll("#scene .attack-cards")].filter((one) => one.children.length);
        return [size(document.querySelector(".stage")), size(document.querySelector(".board")), hidden,
            cards.map((one) => one.getBoundingClientRect().height)] })()""")

    assert min(inner / outer for inner, outer in zip(stage, board, strict=True)) > 0.9
    assert max(hidden) <= 0
    assert max(cards) > least * height
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
