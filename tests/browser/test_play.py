"""Whole games in a browser, played with what the page offers and nothing else, held to what the terminal makes of them."""

import json
import time

import pytest

pytestmark = pytest.mark.browser
SEED = "a seed for browsers"


@pytest.fixture
def again(served, tmp_path):
    """The same game typed in the terminal: begun with the settings of a session, and told what it holds then."""

    def again(name, lines):
        told = json.loads(served.session(name).partition("\n")[0])["options"]
        wish = ["--seed", SEED, "--mode", told["kind"], "--lang", told["language"]]
        wish += [word for pair in told["settings"].items() for word in ("--set", "=".join(pair))]
        return served.typed_again(name, *wish, lines=lines, home=tmp_path)

    return again


def settled(tab):
    """Wait until letters have come and nothing moves any more: a click would miss what moves away from under it."""
    before, now = None, ""
    while now != before:
        time.sleep(0.4)
        before, now = now, tab.run("document.fonts.status + document.documentElement.scrollHeight")


def begun(player, name, *, reach, kind="full"):
    """A game begun in the form of the play room, its seed and name typed in; told by its session."""
    tab = player.tab
    tab.go(f"{tab.base}/play")
    settled(tab)
    form = "document.querySelector('form.begin {}')"
    reach(form.format(f"[value={kind}]"))
    reach(form.format("summary"))
    settled(tab)
    for field, text in (("seed", SEED), ("name", name)):
        for _ in range(5):  # as somebody does whose click went beside it
            reach(form.format(f"[name={field}]"))
            if tab.run(f"document.activeElement === {form.format(f'[name={field}]')}"):
                break
        tab.type(text)
        tab.until(f"{form.format(f'[name={field}]')}.value === '{text}'")
    reach(form.format("button.main"))
    tab.until(f"location.pathname === '/play/{name}' && document.readyState === 'complete'")


def test_game_by_clicks_is_the_game_of_the_terminal(entered, served, player, again):
    entered.look("en.light.normal")
    entered.wide(1440)
    game = player(entered, "clicked")
    begun(game, "clicked", reach=entered.click)
    game.play()

    assert game.years == 6
    assert served.session("clicked") == again("clicked", game.lines)
    assert served.typed("solo", "verify", "clicked").returncode == 0


def test_game_by_keys_is_the_game_of_the_terminal(entered, served, typist, again, long):
    entered.look("ja.dark.large")
    entered.wide(768)
    game = typist(entered, "keyed", seed=2)
    begun(game, "keyed", reach=game.enter)
    game.play(years=99 if long else 2)

    assert game.years == (6 if long else 3)
    assert served.session("keyed") == again("keyed", game.lines)


def test_paper_game_by_clicks_is_the_game_of_the_terminal(entered, served, player, again):
    entered.look("en.light.normal")
    entered.wide(360)
    game = player(entered, "paper", seed=3)
    begun(game, "paper", kind="paper", reach=entered.click)
    game.play()
    entered.click("document.querySelector('#ending [name=word]')")
    entered.type("52")
    entered.click("document.querySelector('#ending .noting button')")
    entered.until("document.querySelector('#ending .final strong')?.textContent === '52'")

    assert game.years == 6
    assert served.session("paper") == again("paper", [*game.lines, "score 52"])


def test_year_is_played_without_script(tab, served, player, again):
    window = tab()
    window.look("en.light.normal")
    window.call("Emulation.setScriptExecutionDisabled", value=True)
    game = player(window, "plain", seed=4)
    begun(game, "plain", reach=window.click)
    game.play(years=1)

    assert game.years == 2
    assert served.session("plain") == again("plain", game.lines)


def test_log_goes_back_within_a_year(entered, served, player, again):
    entered.look("en.light.normal")
    entered.wide(1440)
    game = player(entered, "back", seed=6)
    begun(game, "back", reach=entered.click)
    while len(game.lines) < 9:
        game.press(game.chance.choice(game.moves()))
    entered.click("document.getElementById('look-log')")
    entered.until("document.querySelector('#beside li button') !== null")
    ways = [offer for offer in game.offers() if offer[1].startswith("undo ")]
    game.press(ways[len(ways) // 2])

    assert len(ways) > 2
    assert served.session("back") == again("back", game.lines)


def test_other_ways_to_play_are_those_of_the_terminal(entered, served, player, way, tmp_path, long):
    name, wish, width, setting = way
    entered.look(setting)
    entered.wide(width)
    wish = ["--seed", SEED, *wish]
    served.typed("solo", "new", "hadrians-wall", *wish, "--name", name)
    game = player(entered, name, seed=7)
    game.sit_down()
    game.play(years=99 if long else 1)

    assert game.years == (6 if long else 2)
    assert served.session(name) == served.typed_again(name, *wish, lines=game.lines, home=tmp_path)


def test_year_is_played_in_firefox(fox, served, player, again):
    game = player(fox, "fox", seed=8)
    begun(game, "fox", reach=fox.click)
    game.play(years=1)

    assert game.years == 2
    assert served.session("fox") == again("fox", game.lines)


WAITS = """(() => { const fetched = window.fetch; window.held = [];
    window.fetch = (...asked) => new Promise(go => held.push(() => go(fetched(...asked))));
    window.answered = () => { window.fetch = fetched; held.splice(0).forEach(go => go()) } })()"""
"""From now on nothing that the page asks is sent: `held` sends one of it, `answered()` all, and what is asked later."""
BOXES = "['#panel:not([data-asks])', 'a.key', 'button.key'].every(each => document.querySelector(each))"
DIALOG = "document.activeElement.matches('dialog #asked')"
LEFT = "document.querySelector('#panel dialog') === null"


@pytest.fixture
def at_boxes(entered, served):
    """A game that has come to where boxes are filled, one of which can be paid for in several ways."""

    def at_boxes(kind, name):
        entered.look("en.light.normal")
        entered.wide(1440)
        assert served.typed("solo", "new", "hadrians-wall", "--seed", SEED, "--name", name).returncode == 0
        game = kind(entered, name)
        game.sit_down()
        while not entered.run(BOXES):
            game.press(game.chance.choice(game.moves()))
        entered.run("dispatchEvent(new Event('pagehide'))")  # so that nothing is asked but by what is tapped
        entered.until_idle()
        return game

    return at_boxes


def box(game, tag):
    """A box that is a button, or one that is a link to its dialog, as a script finds it again."""
    id_ = game.tab.run(f"document.querySelector('{tag}.key').id")
    return f"document.getElementById('{id_}')"


def test_keyboard_comes_back_to_the_box_whose_dialog_is_left(at_boxes, typist):
    game = at_boxes(typist, "dialog")
    tab = game.tab
    for link in (box(game, "a"), "document.getElementById('do-stop')"):
        for key, where in (("Escape", "asked"), ("Enter", "cancel")):
            game.enter(link)
            tab.until(DIALOG)
            game.go_to(f"document.getElementById('{where}')")
            tab.press(key)
            tab.until(LEFT)
            tab.until(f"document.activeElement === {link}")


def test_keyboard_goes_on_at_the_next_box_of_the_track_or_what_is_asked(at_boxes, typist):
    game = at_boxes(typist, "answered")
    tab, link = game.tab, box(game, "a")
    track, before = tab.run(f"{link}.id.replace(/_\\d+$/, '')"), game.stamp
    game.enter(link)
    tab.until(DIALOG)
    game.enter("document.querySelector('dialog button')")
    tab.until(f"{LEFT} && document.body.dataset.stamp !== '{before}'")

    tab.until_idle(f"{link} === null && !('asks' in document.getElementById('panel').dataset)")
    found = json.loads(tab.run("JSON.stringify([...document.querySelectorAll('.key')].map(each => each.id))"))
    following = [id_ for id_ in found if id_.rpartition("_")[0] == track]
    focused = (following or ["asked"])[0]
    tab.until(f"document.activeElement.id === '{focused}'")


def test_key_that_is_held_down_fills_one_box(at_boxes, served, typist):
    game = at_boxes(typist, "repeated")
    tab, before = game.tab, game.stamp
    game.go_to(box(game, "button"))
    for is_repeat in (False, True, True, True):
        enter = {"key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13}
        tab.call("Input.dispatchKeyEvent", type="keyDown", autoRepeat=is_repeat, **enter)
        tab.until_idle(f"document.body.dataset.stamp !== '{before}'")

    done = json.loads(served.typed("solo", "export", "repeated", "--json").stdout)["actions"]
    assert [line.split()[0] for line in done].count("mark") == sum(line.startswith("mark ") for line in game.lines) + 1


def test_sheet_stays_where_a_box_of_it_is_tapped(at_boxes, player):
    game = at_boxes(player, "stays")
    tab, taps = game.tab, 0
    while tab.run("document.querySelector('button.key') && !document.getElementById('goal')") and taps < 4:
        tapped = "[...document.querySelectorAll('button.key')].at(-1)"
        place = tab.place(tapped)
        sheet = "document.getElementById('{}')".format(tab.run(f"{tapped}.parentElement.id"))
        before, high = game.stamp, tab.run(f"{sheet}.getBoundingClientRect().y")
        tab.strike(*place)
        tab.until_idle(f"document.body.dataset.stamp !== '{before}'")
        tab.until(f"document.getElementById('goal') !== null || {sheet}.getBoundingClientRect().y === {high}")
        taps += 1

    assert taps


def test_what_is_tapped_meanwhile_waits_for_the_answer(at_boxes, served, player, again):
    game = at_boxes(player, "meanwhile")
    tab, before = game.tab, game.stamp
    tab.run(WAITS)
    move = game.chance.choice([offer for offer in game.at_once() if offer[1].startswith("mark ")])
    game.begin(move)
    tab.click("document.getElementById('look-log')")
    tab.click("document.getElementById('look-log')")
    assert tab.run("held.length") == 1
    assert tab.run("location.search") == ""

    tab.run("held.shift()()")
    tab.until("held.length === 1 && location.search === '?look=log'")
    assert game.stamp != before
    tab.run("history.back()")
    tab.until("location.search === ''")
    assert tab.run("held.length") == 1

    tab.run("answered()")
    tab.until_idle("document.querySelector('#look-log:not([aria-current])') !== null")
    assert served.session("meanwhile") == again("meanwhile", [*game.lines, move[1]])


def test_page_goes_on_after_an_error_of_its_own(at_boxes, player):
    game = at_boxes(player, "error")
    game.tab.run("void (document.importNode = () => { throw new Error('broken') })")
    for _ in range(2):
        game.press(game.chance.choice(game.at_once()))


@pytest.mark.parametrize("tag", ["a", "button"])
def test_box_that_is_held_tells_what_it_brings_and_does_nothing(at_boxes, typist, tag):
    game = at_boxes(typist, f"held-{tag}")
    tab, held, before = game.tab, box(game, tag), game.stamp
    x, y = tab.place(held)
    tab.run("new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))")  # until the scrolling is told

    def hold(then):
        tab.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        tab.until("document.getElementById('told').open")
        title = tab.run("document.getElementById('about-title').textContent")
        assert title
        assert title in tab.run(f"{held}.getAttribute('aria-label')")
        tab.call("Input.dispatchTouchEvent", type=then, touchPoints=[])

    hold("touchEnd")
    assert tab.run("document.getElementById('told').open")
    tab.run("document.querySelector('#told .close').click()")
    hold("touchCancel")
    tab.run("document.querySelector('#told .close').click()")
    game.enter(held)
    tab.until_idle(DIALOG if tag == "a" else f"document.body.dataset.stamp !== '{before}'")
