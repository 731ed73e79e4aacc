"""The pages in a real browser: narrow screens, large letters, the keyboard, and cards that are redrawn in place."""

import json

import pytest

pytestmark = pytest.mark.browser
SMALL = """JSON.stringify([...document.querySelectorAll('a, button, select, summary, input:not([type=hidden])')]
  .filter(each => !each.closest('.frame svg'))
  .map(each => [each.textContent.trim() || each.name, (each.closest('label') ?? each).getBoundingClientRect()])
  .filter(([, box]) => box.right > 0 && box.width && (box.width < 24 || box.height < 24)).map(([name]) => name))"""
"""Names of controls that are too small; a box to tick is as large as its label.

Printed parts of a sheet lead to what is told about them, and so does a list of them all.
"""
SMALL_IN_PLAY = """JSON.stringify([...document.querySelectorAll('main :is(a, button, select, summary, input:not([type=hidden]))')]
  .filter(each => each.checkVisibility() && !each.disabled && !each.closest('.frame svg')).map(each => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.right > 0 && Math.min(box.width, box.height) < (each.matches('.key') ? 24 : 43.9))
  .map(([each, box]) => [each.id || each.textContent.trim() || each.name, Math.round(box.width), Math.round(box.height)]))"""
"""Controls of a table that a thumb would miss, with their size; a box of a whole sheet takes taps beside it too."""


@pytest.mark.usefixtures("begun")
def test_targets_in_play_are_for_thumbs(entered, served, in_play):
    entered.look("en.light.normal")
    entered.go(served.base + in_play)

    assert entered.run("document.querySelector('main .table') !== null")
    for width in (360, 768, 1440):
        entered.wide(width)
        assert json.loads(entered.run(SMALL_IN_PLAY)) == []


CUT = """JSON.stringify([...document.querySelectorAll('body *')].filter((place) => {
  const style = getComputedStyle(place), box = place.getBoundingClientRect();
  const isHidden = style.clipPath !== 'inset(50%)' && style.overflowX !== 'visible' && !/auto|scroll/.test(style.overflowX + style.overflowY);
  const isSeen = place.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 2 && box.height > 2;
  const [wide, high] = [place.scrollWidth - place.clientWidth, place.scrollHeight - place.clientHeight];
  return isHidden && isSeen && place.textContent.trim() && !place.matches('svg, svg *, select, textarea, dialog') && (wide > 1 || high > 3);
}).map((place) => [place.tagName, place.id || place.className, place.textContent.trim().slice(0, 40)]))"""
"""Elements whose words are cut off where they cannot be scrolled to."""


@pytest.mark.usefixtures("begun")
def test_room_fits_its_screen(entered, served, room, setting):
    entered.look(setting)
    entered.wide(320)
    entered.go(served.base + room)

    assert entered.run("document.documentElement.scrollWidth") <= 320
    assert json.loads(entered.run(SMALL)) == []
    for width in (390, 768, 1366):
        entered.wide(width)
        assert json.loads(entered.run(CUT)) == [], width


MOST_SHIFT = {"/play/full-begun": 0.4}
"""Rooms that move where fonts come late: in other letters the bar above the sheets may take a second line."""
SETTLED = (
    "() => document.fonts.ready.then(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))))"
)
SHIFTS = """window.shift = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({type: "layout-shift", buffered: true})"""


@pytest.mark.usefixtures("begun")
def test_room_stays_where_it_was_first_shown(windows, entered, served, room):
    """At a first visit too: nothing of the browser's store is used."""
    page = windows.browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.context.add_cookies(windows.cookies())
    page.add_init_script(SHIFTS)
    for width in (390, 1366):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(served.base + room)
        page.wait_for_load_state("load")
        page.evaluate(SETTLED)
        assert page.evaluate("window.shift") <= MOST_SHIFT.get(room, 0.05), width


@pytest.mark.usefixtures("begun")
def test_room_breaks_no_policy_and_asks_nobody(entered, served, room):
    entered.page.add_init_script(
        "window.broken = []; addEventListener('securitypolicyviolation', event => broken.push(event.violatedDirective))"
    )
    entered.wide(1440)
    entered.go(served.base + room)

    assert entered.run("JSON.stringify(broken)") == "[]"
    hosts = entered.run(
        "JSON.stringify([...new Set(performance.getEntriesByType('resource').map(each => new URL(each.name).origin))])"
    )
    assert json.loads(hosts) == [served.base]


LABEL = "document.querySelector('figure figcaption > span')?.textContent"
"""Label of the first card, beside its name."""


def test_changed_card_is_redrawn_in_place(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/gallery/mine?part=raid")
    entered.until("document.querySelectorAll('figure img').length === 7")
    entered.run("window.same = true; document.querySelector('details').open = true")
    entered.until("window.events?.readyState === EventSource.OPEN")
    file = served.folder / "cards/raid.csv"
    first = file.read_text("utf-8")

    file.write_text(first.replace(",R1,", ",Q9,"), "utf-8")
    entered.until(f"{LABEL} === 'Q9'")
    entered.until("document.querySelector('figure img').naturalWidth > 0")
    assert entered.run("window.same && document.querySelector('details').open")
    file.write_text(first.replace("swords", "swrods"), "utf-8")
    entered.until("document.querySelector('#faults code')?.textContent.includes('cards/raid.csv:2 [suit]')")
    entered.until("document.querySelectorAll('figure img').length === 7")
    file.write_text(first, "utf-8")
    entered.until("document.querySelector('#faults').textContent.trim() === ''")


def test_print_room_works_by_keyboard_alone(entered, served):
    entered.look("en.light.normal")
    entered.wide(1440)
    entered.go(f"{served.base}/print/mine?part=watch")
    for _ in range(60):
        if entered.run("document.activeElement.matches('button.main')"):
            break
        entered.press("Tab")
        assert entered.run("document.activeElement.matches(':focus-visible')")
    entered.press("Enter")

    entered.until("[...document.querySelectorAll('table a')].at(-1)?.textContent === 'watch-a4-en.pdf'")


def to_japanese(tab):
    """Switch the page's language, and wait until it has come."""
    tab.run("document.querySelector('footer [lang=ja]').click()")
    tab.until("document.documentElement?.lang === 'ja' && document.readyState === 'complete'")


def test_form_stays_filled_in_when_the_language_is_switched(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/play")
    entered.run("document.querySelector('[name=kind][value=paper]').click()")
    to_japanese(entered)

    entered.until("document.querySelector('[name=kind]:checked')?.value === 'paper'")

    entered.look("en.light.normal")
    entered.go(f"{served.base}/print/mine?part=watch&paper=a3")
    to_japanese(entered)

    kept = "[...document.querySelectorAll('.order :is(input:checked, select[name=paper], select[name=language])')].map(each => each.value)"
    entered.until(f"{kept}.join() === 'watch,a3,ja'")


@pytest.mark.parametrize("width", [768, 1024])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_titles_of_the_rooms_stand_on_one_line(entered, served, language, width):
    entered.look(f"{language}.light.normal")
    entered.wide(width)
    entered.go(served.base)

    tops = "[...document.querySelectorAll('.doors strong')].map(each => Math.round(each.getBoundingClientRect().top))"
    tops = json.loads(entered.run(f"JSON.stringify({tops})"))
    assert len(tops) == 3
    assert len(set(tops)) == 1


def test_settings_take_two_rows_of_a_phone(entered, served, setting):
    entered.look(setting.rpartition(".")[0] + ".normal")
    entered.wide(360)
    entered.go(f"{served.base}/print")

    assert entered.run("document.querySelector('footer').offsetHeight") <= 130
    assert entered.run("document.querySelector('footer [href=\"/devices\"]') !== null")
    entered.wide(1440)


def test_line_height_of_a_language_is_that_of_the_page_alone(entered, served):
    entered.look("ja.light.normal")
    entered.go(served.base)

    ratio = "(style => parseFloat(style.lineHeight) / parseFloat(style.fontSize))(getComputedStyle({}))"
    assert entered.run(ratio.format("document.body")) == pytest.approx(1.7, abs=0.02)
    assert entered.run(ratio.format("document.querySelector('h1')")) == pytest.approx(1.2, abs=0.02)


def test_language_is_switched_by_a_click(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/gallery?x=1")
    entered.run("document.querySelector('button[value=ja]').click()")

    entered.until("document.documentElement?.lang === 'ja' && location.search === '?x=1'")


@pytest.mark.usefixtures("begun")
def test_page_listens_again_after_a_refusal(entered, served):
    entered.go(f"{served.base}/play/full-half")
    entered.until("window.events?.readyState === EventSource.OPEN")
    live = entered.run("document.body.dataset.live")
    entered.run("document.body.dataset.live = '/nowhere'; document.dispatchEvent(new Event('visibilitychange'))")
    entered.until("events.readyState === EventSource.CLOSED")
    assert entered.run("document.getElementById('lost').hidden")

    entered.run(f"document.body.dataset.live = '{live}'")
    entered.until("events.readyState === EventSource.OPEN")


def test_page_of_an_order_that_is_forgotten_says_so(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/print/mine?part=watch")
    papers = json.dumps(["a4", "letter", "a3", "tabloid", "legal"])
    order = "method: 'post', body: new URLSearchParams({part: 'watch', marks: 'none', paper})"
    entered.run(f"Promise.all({papers}.map(paper => fetch(location.pathname, {{{order}}})))")
    entered.run("document.querySelector('button.main').click()")  # the last, which waits for the others
    entered.until("document.readyState === 'complete' && window.events?.readyState === EventSource.OPEN")
    served.end(at_once=True)
    served.start()

    entered.until(
        "document.readyState === 'complete' && document.querySelector('h1')?.textContent === 'There is nothing here'"
    )


def test_choices_of_the_gallery_are_made_by_keyboard_alone(entered, served):
    entered.look("en.light.normal")
    entered.wide(1440)
    entered.go(f"{served.base}/gallery/mine?part=raid")
    entered.run(
        "window.same = document.getElementById('choices').open = true; document.getElementById('choice-zoom').focus()"
    )
    for zoom in ("true", "large"):
        entered.press("ArrowDown")
        entered.until_idle(f"location.search.includes('zoom={zoom}')")

    entered.until("document.querySelector('figure img').width === 476")
    entered.until("window.same && document.activeElement.id === 'choice-zoom' && !location.search.includes('bare')")
    while not entered.run("document.activeElement.id === 'choice-bleed'"):
        assert entered.run("document.activeElement.matches('#bar *')")
        entered.press("Tab")
    entered.press(" ")
    entered.until_idle("document.querySelector('figure img').getAttribute('src').includes('bleed')")
    entered.until("document.activeElement.id === 'choice-bleed' && document.activeElement.checked")


def test_last_of_several_quick_choices_is_shown(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/gallery/mine?part=raid")
    entered.run(
        "for (const zoom of ['large', 'true', 'large']) { const list = document.getElementById('choice-zoom');"
        " list.value = zoom; list.dispatchEvent(new Event('change', {bubbles: true})) }"
    )

    entered.until_idle("document.querySelector('figure img').width === 476")
    entered.until("location.search.includes('zoom=large')")


def test_choices_of_the_gallery_stay_when_the_language_is_switched(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/gallery/mine?part=raid")
    change = "dispatchEvent(new Event('change', {bubbles: true}))"
    entered.run(f"const list = document.getElementById('choice-theme'); list.value = 'mono'; list.{change}")
    entered.until_idle("location.search.includes('theme=mono')")
    to_japanese(entered)

    chosen = "[...document.querySelectorAll('#bar select')].map(each => each.value)"
    entered.until(f"{chosen}.slice(0, 3).join() === 'ja,mono,small'")


def test_tabs_and_themes_follow_the_files(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/gallery/mine?part=raid&theme=night")
    entered.until("window.events?.readyState === EventSource.OPEN")
    entered.run(
        "window.same = document.getElementById('choices').open = true; document.getElementById('choice-zoom').focus()"
    )
    file, theme = served.folder / "game.toml", served.folder / "templates/themes/night.toml"
    first = file.read_text("utf-8")

    file.write_text(first.replace('en = "Score sheet"', 'en = "Nights"'), "utf-8")
    entered.until("document.getElementById('tab-score').textContent.includes('Nights')")
    theme.write_bytes(next(theme.parent.glob("*.toml")).read_bytes())
    entered.until("document.getElementById('choice-theme').value === 'night'")
    theme.unlink()
    entered.until("document.getElementById('choice-theme').value === 'colour'")
    file.write_text(first.replace("components.raid", "components.raids").replace("raid = 9", "raids = 9"), "utf-8")
    entered.until("document.getElementById('tab-raids')?.getAttribute('aria-current') === 'page'")
    file.write_text(first, "utf-8")
    entered.until("document.getElementById('tab-raid') && !document.getElementById('tab-raids')")
    entered.until("window.same && document.activeElement.id === 'choice-zoom'")


def test_focus_stays_at_a_card_that_is_redrawn(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/gallery/mine?part=raid")
    entered.until("window.events?.readyState === EventSource.OPEN")
    entered.run("document.querySelector('figure summary').focus()")
    file = served.folder / "cards/raid.csv"
    first = file.read_text("utf-8")
    file.write_text(first.replace(",R1,", ",Q9,"), "utf-8")
    entered.until_idle(f"{LABEL} === 'Q9'")

    entered.until("document.activeElement === document.querySelector('figure summary')")
    file.write_text(first, "utf-8")
    entered.until(f"{LABEL} === 'R1'")


@pytest.mark.parametrize("part", ["raid", "score"])
def test_face_twice_as_large_scrolls_in_a_box_of_its_own(entered, served, part):
    entered.look("en.light.normal")
    entered.wide(320)
    entered.go(f"{served.base}/gallery/mine?part={part}&zoom=large")

    assert entered.run("document.documentElement.scrollWidth") <= 320
    assert entered.run("(img => img.getBoundingClientRect().width === +img.getAttribute('width'))(document.images[0])")
    box = "(box => (box.focus(), box.scrollLeft = 50, document.activeElement === box && box.scrollLeft))"
    assert entered.run(f"{box}(document.querySelector('.pan'))") == 50
    entered.wide(1440)


def test_large_face_stays_where_it_was_moved_to_when_it_is_redrawn(entered, served):
    entered.look("en.light.normal")
    entered.wide(320)
    entered.go(f"{served.base}/gallery/mine?part=raid&zoom=large")
    entered.until("window.events?.readyState === EventSource.OPEN")
    entered.run("document.querySelector('.pan').scrollLeft = 50")
    file = served.folder / "cards/raid.csv"
    first = file.read_text("utf-8")
    file.write_text(first.replace(",R1,", ",Q9,"), "utf-8")
    entered.until_idle(f"{LABEL} === 'Q9'")

    entered.until("document.querySelector('.pan').scrollLeft === 50")
    file.write_text(first, "utf-8")
    entered.until(f"{LABEL} === 'R1'")
    entered.wide(1440)


def test_open_tab_is_brought_into_view(entered, served):
    entered.look("en.light.normal")
    entered.wide(320)
    entered.go(f"{served.base}/gallery/mine?part=reference")

    entered.until(
        "(box => box.left >= 0 && box.right <= innerWidth)(document.getElementById('tab-reference').getBoundingClientRect())"
    )
    assert entered.run("scrollY") == 0
    entered.wide(1440)


def test_export_page_gives_an_archive_and_keeps_its_choices(entered, served):
    entered.look("en.light.normal")
    entered.wide(360)
    entered.go(f"{served.base}/print/mine/export?part=watch&to=pictures")
    assert entered.run("document.documentElement.scrollWidth") <= 360
    entered.run("document.querySelector('button.main').click()")

    entered.until("document.querySelector('article a[download]')?.textContent.startsWith('Download 3 files')")
    assert entered.run("document.documentElement.scrollWidth") <= 360
    entered.run("document.querySelector('#order > p:last-child a').click()")
    entered.until("document.querySelector('[name=to]:checked')?.value === 'pictures'")
    entered.until("document.querySelector('[name=part]:checked')?.value === 'watch'")
