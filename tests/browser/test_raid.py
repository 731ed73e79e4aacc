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
def stopped(chrome, served, passed):
    """End the year of a game in a new page, whose clock stands from then on; `motion` is what the reader prefers."""

    def stop(name, motion, width, height):
        size = {"width": width, "height": height}
        page = chrome.new_context(storage_state=passed, viewport=size, reduced_motion=motion).new_page()
        page.clock.install()
        page.goto(f"{served.base}/play/{name}")
        page.locator("#do-stop").click()
        way = page.locator("dialog [id^=way-]").first
        way.wait_for()
        page.clock.pause_at(page.evaluate("Date.now()") + AHEAD)
        way.click()
        return page

    return stop


@pytest.fixture
def attacked(served, stopped):
    """A page at the beginning of an attack, whose clock stands; `motion` is what the reader prefers."""

    def attack(name, motion, width=1024, height=768):
        wish = ("--name", name, "--seed", "raid7", "--difficulty", "hard")
        assert served.typed("solo", "new", "hadrians-wall", *wish, lines=MOVES).returncode == 0
        page = stopped(name, motion, width, height)
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
    cards = page.locator(".keep .choice:visible")

    assert page.locator("#scene[data-playing='']").count()
    assert not shown.count() + cards.count()
    while page.locator("#scene[data-playing='']").count():
        page.clock.run_for(STEP)
    assert page.locator("#scene[data-playing=end]").count()
    assert (shown.count(), cards.count()) == (2, 2)


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


# --- beside printed sheets ---

ON_PAPER = ("1", "stop", "9 9 9", "1 1 1", "none", "next", *("1", "stop", "1 1 1", "none", "next") * 3, "1", "quit")
TOLD = r"Card (\d+) of (\d+), from \w+(?:: .*)?\."


@pytest.fixture
def beside(served, stopped):
    """A page of a game beside paper in its fifth year, before the attack, whose clock stands."""

    def begin(name, motion="no-preference", width=390, height=844, lang="en"):
        wish = ("--mode", "paper", "--relaxed", "--name", name, "--seed", "raid7", "--difficulty", "hard")
        assert served.typed("solo", "new", "hadrians-wall", *wish, lines=ON_PAPER).returncode == 0
        page = stopped(name, motion, width, height)
        page.wait_for_selector("#raid [data-turn]", state="attached")
        return page

    return begin


def answer(page, before, after):
    """Send the numbers of a question as they stand, and wait for what comes after."""
    page.wait_for_selector(f"input[name=do][value={before}]", state="attached")
    page.locator("#answer").click()
    page.wait_for_selector(f".table:has({after}) #raid[data-playing]", state="attached")


def heard(page):
    """What is said until nothing plays any more, and how many sums or results were shown before the end."""
    sentences, early = [], 0
    while page.locator("#raid[data-playing]").count():
        sentence = page.locator("#says").text_content()
        if sentence and sentence not in sentences[-1:]:
            sentences.append(sentence)
        if page.locator("#raid[data-playing='']").count():
            early += page.locator("#raid .sums:visible, #now .result:visible").count()
        page.clock.run_for(STEP)
    return sentences, early


def test_cards_beside_paper_turn_again_once_it_is_decided_what_becomes_of_them(beside):
    page = beside("decided")
    came, _ = heard(page)
    cards = page.locator("#raid [data-turn]").count()
    assert cards > 2
    assert [re.fullmatch(TOLD, sentence)[1] for sentence in came] == [str(number + 1) for number in range(cards)]

    answer(page, "cohorts", "input[name=do][value=favours]")
    decided, early = heard(page)
    assert [re.fullmatch(TOLD, sentence)[1] for sentence in decided] == [str(number + 1) for number in range(cards)]
    assert not any("coming" in sentence for sentence in decided)
    assert not early

    page.locator("#raid select").last.select_option("1")
    answer(page, "favours", "#do-next")
    end, early = heard(page)
    assert len(end) == 2
    assert "cancelled" in end[0]
    assert re.fullmatch(r"\d+ Disdain \d+ Valour", end[1])
    assert not early


def test_nothing_is_played_or_said_after_a_step_back(beside):
    page = beside("back")
    heard(page)
    answer(page, "cohorts", "input[name=do][value=favours]")
    page.locator("#undo").click()
    page.wait_for_selector("input[name=do][value=cohorts]", state="attached")

    assert not page.locator("#raid[data-playing], .waits").count()
    assert page.locator("#raid .sums:visible").count() == 3
    assert not page.locator("#says").text_content()


def test_an_answer_meanwhile_ends_what_plays(beside):
    page = beside("meanwhile")
    page.clock.run_for(1000)
    assert page.locator("#says").text_content().startswith("Card 1 of")
    page.evaluate("document.getElementById('answer').form.requestSubmit()")
    page.wait_for_selector("#raid[data-playing] input[name=do][value=favours]", state="attached")
    decided, _ = heard(page)

    assert decided[0].startswith("Card 1 of")
    assert all(": " in sentence for sentence in decided)
    page.locator("#undo").click()
    page.wait_for_selector("input[name=do][value=cohorts]", state="attached")
    page.clock.run_for(LONGEST)
    assert not page.locator("#says").text_content()


def test_an_attack_is_announced_by_one_part_of_the_page(beside, attacked):
    for page in (beside("once"), attacked("once-on-screen", "no-preference")):
        assert page.locator(".report").get_attribute("aria-live") == "off"


def test_wide_page_shows_the_question_about_cohorts_whole(beside):
    page = beside("wide", "reduce", 1366, 768)
    bottom, width, heights = page.evaluate("""(() => {
        const box = (one) => one.getBoundingClientRect();
        return [box(document.getElementById("answer")).bottom, box(document.querySelector("#raid .fronts")).width,
            [...document.querySelectorAll("#raid .front")].filter((one) => !one.querySelector("li[data-turn]")).map((one) => box(one).height)] })()""")

    assert bottom <= 768
    assert width > 0.8 * 1366
    assert max(heights, default=0) < 120
