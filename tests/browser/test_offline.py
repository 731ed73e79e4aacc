"""The play room while the program is not reached: what was last seen, to read only."""

import pytest

pytestmark = pytest.mark.browser
READY = "navigator.serviceWorker.ready.then(() => true)"
KEPT = "caches.open('pages').then(c => c.match(location.pathname)).then(found => found?.text() ?? '')"
ADDRESSES = """(async () => { const names = await caches.keys(), found = [];
    for (const name of names) found.push(...await (await caches.open(name)).keys());
    return found.map(each => new URL(each.url).pathname).join(' ') })()"""
INERT = "[...document.querySelectorAll('main form')].every(each => each.inert)"


@pytest.fixture
def gone(served):
    """The program stops."""
    served.typed("solo", "new", "hadrians-wall", "--seed", "gone", "--name", "gone")
    return served.end


def test_game_is_shown_as_last_seen_and_goes_on_when_the_program_is_back(tab, served, gone, player):
    window = tab()
    game = player(window, "gone")
    game.sit_down()
    window.run(READY)
    window.go(f"{served.base}/play/gone")
    game.press(game.choice())
    stamp = game.stamp
    window.until(f"{KEPT}.then(text => text.includes('data-stamp=\"{stamp}\"'))")
    gone()
    window.go(f"{served.base}/play/gone")
    window.until("!document.getElementById('lost').hidden")

    assert game.stamp == stamp
    window.until(f"{INERT} && document.querySelectorAll('main form').length > 0")
    assert window.run("getComputedStyle(document.querySelector('h1, header')).fontFamily").startswith(
        ("Cinzel", "Alegreya")
    )
    served.start()
    window.until("!('cached' in document.documentElement.dataset) && document.getElementById('lost')?.hidden")
    game.press(game.choice())
    assert game.stamp != stamp


def test_game_that_was_never_seen_says_what_to_do(tab, served, gone):
    window = tab()
    window.go(f"{served.base}/play")
    window.run(READY)
    gone()
    window.go(f"{served.base}/play/never-seen")

    assert "vallum serve" in window.run("document.querySelector('main').textContent")


def test_browser_that_is_logged_out_keeps_nothing(tab, served):
    window = tab()
    window.go(f"{served.base}/play")
    window.run(READY)
    window.go(f"{served.base}/play")
    window.until(f"{KEPT}.then(text => text.length > 0)")
    held = window.call("Network.getCookies", urls=[served.base])["cookies"]
    cookie = next(each for each in held if each["name"] == f"vallum-{served.port}")
    window.call("Network.deleteCookies", name=cookie["name"], url=served.base)
    window.go(f"{served.base}/play")
    kept = window.run(ADDRESSES)
    window.call(
        "Network.setCookie",
        name=cookie["name"],
        value=cookie["value"],
        url=served.base,
        httpOnly=True,
        sameSite="Strict",
    )

    assert [address for address in kept.split() if not address.startswith(("/static/", "/font/", "/app/"))] == []


def test_browser_can_install_the_pages(tab, served):
    window = tab()
    window.go(f"{served.base}/play")
    errors = window.call("Page.getInstallabilityErrors")["installabilityErrors"]

    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []
