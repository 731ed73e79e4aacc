"""The printed link leads browsers to a host name that only they know, and those that cannot use it stay where they are."""

import re
import subprocess
import sys
from queue import Queue
from threading import Thread

import pytest

pytestmark = pytest.mark.browser
NAME = re.compile(r"http://vallum-[a-z2-7]{16}\.localhost:\d+")
HERE = "location.origin"
WAIT = 60
"""Seconds until a link that is not printed has failed."""
IN = "document.querySelector('.doors') !== null"


@pytest.fixture(scope="module")
def printed(served, tmp_path_factory):
    """The server as people start it, who read a link in a terminal: gives the next link that it prints."""
    homes = {f"XDG_{what}_HOME": str(tmp_path_factory.mktemp(what)) for what in ("CONFIG", "DATA")}
    command = [sys.executable, "-m", "generator", "serve", "--port", "0", "--no-open"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    links = Queue()

    def read(lines):
        for line in lines:
            if found := re.search(r"http://\S+/enter\S+", line):
                links.put(found[0])

    with subprocess.Popen(command, cwd=served.root, env=served.home | homes, **pipes) as process:
        reader = Thread(target=read, args=(process.stdout,), daemon=True)
        reader.start()
        yield lambda: links.get(timeout=WAIT)
        process.terminate()
        reader.join()


def test_browser_is_led_to_a_name_of_its_own_and_remembers_it(tab, printed):
    link, window = printed(), tab()
    window.go(link)
    window.until(IN)
    site = window.run(HERE)
    cookies = window.run("document.cookie")
    plain = link.partition("/enter")[0]
    sent = window.call("Network.getCookies", urls=[plain])["cookies"]
    window.go(f"{plain}/gallery")
    window.until(f"location.href === '{site}/gallery'")

    assert NAME.fullmatch(site)
    assert cookies == ""
    assert f"vallum-{plain.rpartition(':')[2]}" not in {each["name"] for each in sent}
    assert window.run("document.querySelector('[aria-current]').textContent.trim()") == "Gallery"


def test_next_link_is_for_any_browser(printed, firefox, until):
    link = printed()
    params = {"context": firefox.context, "url": link, "wait": "complete"}
    firefox.call("browsingContext.navigate", params)
    until(lambda: firefox.run(IN), "the start page")

    assert link.startswith("http://127.0.0.1:")
    assert NAME.fullmatch(firefox.run(HERE))


def test_browser_that_does_not_know_the_name_comes_in_where_it_is(tab, printed):
    link, window = printed(), tab()
    window.call("Network.enable")
    window.call("Network.setBlockedURLs", urls=["*.localhost*"])
    window.go(link)
    window.until(IN)

    assert window.run(HERE) == link.partition("/enter")[0]
