"""Whole games in a browser, played with what the page offers and nothing else, held to what the terminal makes of them."""

import json
import time

import pytest

pytestmark = pytest.mark.browser
SEED = "a seed for browsers"


@pytest.fixture
def again(served):
    """The same game typed in the terminal: begun with the settings of a session, and told what it holds then."""

    def again(name, lines):
        told = json.loads(served.session(name).partition("\n")[0])["options"]
        wish = ["--seed", SEED, "--mode", told["kind"], "--lang", told["language"], "--name", f"typed-{name}"]
        wish += [word for pair in told["settings"].items() for word in ("--set", "=".join(pair))]
        done = served.typed("solo", "new", "hadrians-wall", *wish, lines=lines)
        assert done.returncode == 0, done.stderr
        return served.session(f"typed-{name}")

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


def test_game_by_keys_is_the_game_of_the_terminal(entered, served, typist, again):
    entered.look("ja.dark.large")
    entered.wide(768)
    game = typist(entered, "keyed", seed=2)
    begun(game, "keyed", reach=game.enter)
    game.play()

    assert game.years == 6
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


def test_other_ways_to_play_are_those_of_the_terminal(entered, served, player, way):
    name, wish, width, setting = way
    entered.look(setting)
    entered.wide(width)
    begin = ["solo", "new", "hadrians-wall", "--seed", SEED, *wish, "--name"]
    served.typed(*begin, name)
    game = player(entered, name, seed=7)
    game.sit_down()
    game.play()
    served.typed(*begin, f"typed-{name}", lines=game.lines)

    assert game.years == 6
    assert served.session(name) == served.session(f"typed-{name}")


def test_year_is_played_in_firefox(fox, served, player, again):
    game = player(fox, "fox", seed=8)
    begun(game, "fox", reach=fox.click)
    game.play(years=1)

    assert game.years == 2
    assert served.session("fox") == again("fox", game.lines)
