"""The pages in a real browser: narrow screens, large letters, the keyboard, and cards that are redrawn in place."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.load.games import sample

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
ROOMS = [
    "/",
    "/play",
    "/gallery",
    "/gallery/mine?part=raid",
    "/gallery/mine?part=score&zoom=large",
    "/print",
    "/print/mine",
]
SETTINGS = ["en.light.normal", "ja.dark.large"]
SMALL = """JSON.stringify([...document.querySelectorAll('a, button, select, summary, input:not([type=hidden])')]
  .map(each => [each.textContent.trim() || each.name, each.getBoundingClientRect()])
  .filter(([, box]) => box.right > 0 && box.width && (box.width < 24 || box.height < 24)
    ).map(([name]) => name).filter(name => !['part', 'bleed', 'proof'].includes(name)))"""
"""Names of controls that are too small; a box to tick is as large as its label."""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The pages with one game of one's own, and its folder."""
    folder = Path(shutil.copytree(sample(), tmp_path_factory.mktemp("games") / "mine"))
    command = [sys.executable, "-m", "generator", "serve", str(folder), "--port", "0", "--json"]
    home = {"XDG_CONFIG_HOME": str(folder.parent / "config")}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, **home}) as process:
        link = json.loads(process.stdout.readline())["links"][0]
        yield SimpleNamespace(link=link, base=link.partition("/enter")[0], folder=folder)
        process.terminate()


class Tab:
    """A tab of Chromium."""

    def __init__(self, chromium):
        self.chromium = chromium
        self.id = chromium.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = chromium.attached(self.id)
        self.call("Page.enable")

    def call(self, method, **params):
        return self.chromium.call(method, params, sessionId=self.session)

    def run(self, script):
        return self.chromium.run(script, self.session)

    def until(self, script):
        end = time.monotonic() + 20
        while not self.run(script):
            assert time.monotonic() < end, f"waited for {script}"
            time.sleep(0.02)

    def go(self, address):
        self.run("window.isOld = true")
        self.call("Page.navigate", url=address)
        self.until("!window.isOld && document.readyState === 'complete' && document.querySelector('main') !== null")

    def wide(self, width):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500
        )

    def press(self, key):
        code = {"Tab": 9, "Enter": 13}[key]
        text = {"text": "\r"} if key == "Enter" else {}
        for kind, more in (("keyDown", text), ("keyUp", {})):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)


@pytest.fixture(scope="module")
def entered(chromium, served):
    """A tab in which the link has been opened."""
    tab = Tab(chromium)
    tab.go(served.link)
    yield tab
    chromium.call("Target.closeTarget", {"targetId": tab.id})


def look(tab, served, setting):
    tab.call("Network.setCookie", name="vallum-page", value=setting, url=served.base)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("room", ROOMS)
def test_room_fits_a_narrow_screen(entered, served, room, setting):
    look(entered, served, setting)
    entered.wide(320)
    entered.go(served.base + room)

    assert entered.run("document.documentElement.scrollWidth") <= 320
    assert json.loads(entered.run(SMALL)) == []


@pytest.mark.parametrize("room", ROOMS)
def test_room_breaks_no_policy_and_asks_nobody(entered, served, room):
    entered.call(
        "Page.addScriptToEvaluateOnNewDocument",
        source=(
            "window.broken = []; addEventListener('securitypolicyviolation', event => broken.push(event.violatedDirective))"
        ),
    )
    entered.wide(1440)
    entered.go(served.base + room)

    assert entered.run("JSON.stringify(broken)") == "[]"
    hosts = entered.run(
        "JSON.stringify([...new Set(performance.getEntriesByType('resource').map(each => new URL(each.name).origin))])"
    )
    assert json.loads(hosts) == [served.base]


def test_changed_card_is_redrawn_in_place(entered, served):
    look(entered, served, SETTINGS[0])
    entered.go(f"{served.base}/gallery/mine?part=raid")
    entered.until("document.querySelectorAll('figure img').length === 7")
    entered.run("window.same = true; document.querySelector('details').open = true")
    time.sleep(0.5)  # until the line to the server stands
    file = served.folder / "cards/raid.csv"
    first = file.read_text("utf-8")

    file.write_text(first.replace(",R1,", ",Q9,"), "utf-8")
    entered.until("document.querySelector('figure strong').textContent === 'Q9'")
    assert entered.run(
        "window.same && document.querySelector('details').open && document.querySelector('figure img').naturalWidth > 0"
    )
    file.write_text(first.replace("swords", "swrods"), "utf-8")
    entered.until("document.querySelector('#faults code')?.textContent.includes('cards/raid.csv:2 [suit]')")
    assert entered.run("document.querySelectorAll('figure img').length") == 7
    file.write_text(first, "utf-8")
    entered.until("document.querySelector('#faults').textContent.trim() === ''")


def test_print_room_works_by_keyboard_alone(entered, served):
    look(entered, served, SETTINGS[0])
    entered.wide(1440)
    entered.go(f"{served.base}/print/mine?part=watch")
    for _ in range(60):
        if entered.run("document.activeElement.matches('button.main')"):
            break
        entered.press("Tab")
        assert entered.run("document.activeElement.matches(':focus-visible')")
    entered.press("Enter")

    entered.until("document.querySelector('table a')?.textContent === 'watch-a4-en.pdf'")


def test_language_is_switched_by_a_click(entered, served):
    look(entered, served, SETTINGS[0])
    entered.go(f"{served.base}/gallery?x=1")
    entered.run("document.querySelector('button[value=ja]').click()")

    entered.until("document.documentElement?.lang === 'ja' && location.search === '?x=1'")
