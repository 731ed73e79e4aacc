"""Browsers people have, driven as people drive them.

Pages are shown in Chromium through Playwright. The viewers of PDF files, Firefox (pdf.js) and Chromium's own (pdfium with
V8), are spoken to in the browsers' remote protocols, WebDriver BiDi and DevTools, over one socket: Playwright sees neither
the inside of Chromium's viewer nor a Firefox that is not its own. All run without a window.
"""

import base64
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pikepdf
import pytest
from websockets.sync.client import connect

from generator.cli.main import main
from generator.load.game_locations import sample

ROOT = Path(__file__).parents[2]
WAIT = 60
"""Seconds until a browser that says nothing has failed."""


ROOMS = [
    "/",
    "/gallery",
    "/new",
    "/gallery/mine?part=raid",
    "/gallery/mine?part=score&zoom=large",
    "/gallery/mine/tables",
    "/gallery/mine/tables?file=cards/raid.csv&row=1",
    "/gallery/mine/layout?part=raid",
    "/gallery/mine?part=raid&by=suit&cross=strength&with=ja&is.suit=swords",
    "/gallery/mine/card?part=raid&card=scouts",
    "/gallery/mine/fit?part=raid",
    "/own/mine/settings",
    "/own/mine/settings?of=raid",
    "/own/mine/states",
    "/print/mine/sheets?part=raid",
    "/print",
    "/print/mine",
    "/print/mine/export?to=pictures&dpi=600",
    "/print/mine/estimate?part=watch",
    "/print/preflight",
    "/print/sheet",
    "/print/photo",
    "/print/calibrate",
    "/rules/mine?q=horn",
    "/rules/hadrians-wall",
    "/learn/hadrians-wall",
    "/nowhere",
    "/games",
    "/games/full-half",
    "/deleted",
    "/statistics",
    "/verify",
    "/campaigns",
    "/puzzles",
    "/puzzles/1?move=1",
    "/devices",
    "/challenge?game=hadrians-wall&challenge=2026-11-23",
]
LOOKS = ("log", "score")
TABLES = [f"/play/{kind}-{when}" for kind in ("full", "paper") for when in ("begun", "half", "over")]
BESIDE = ["/play/full-half?box=stop", "/play/full-half/plan/1", *(f"/play/full-half?look={look}" for look in LOOKS)]
SETTINGS = ["en.light.normal", "ja.dark.large"]
WAYS = [
    ("paper-typed", ("--mode", "paper", "--typed"), 320, "en.light.large"),
    ("full-typed", ("--typed",), 360, "ja.dark.large"),
    ("full-relaxed", ("--relaxed",), 320, "en.light.large"),
    ("full-hard", ("--difficulty", "hard"), 768, "ja.light.normal"),
    ("paper-relaxed", ("--mode", "paper", "--relaxed"), 360, "ja.dark.normal"),
]
"""Ways to play: a name, the wish in the terminal, a width, a setting; all of them with --long."""


def pytest_generate_tests(metafunc):
    """Every room, in the settings that differ most; `in_play` is one where something is played."""
    played = [*TABLES, *BESIDE]
    ways = WAYS if metafunc.config.getoption("--long") else WAYS[:1]
    if "way" in metafunc.fixturenames:
        metafunc.parametrize("way", ways, ids=lambda way: way[0])
    for name, values in {"room": [*ROOMS, "/play", *played], "in_play": played, "setting": SETTINGS}.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, values)


def until(found, what):
    """What a call gives once it gives something."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        if result := found():
            return result
        time.sleep(0.02)
    return pytest.fail(f"waited {WAIT} s for {what}")


@pytest.fixture(name="until")
def until_fixture():
    """Wait for what a call gives."""
    return until


class Browser:
    """A program that answers messages by number."""

    def __init__(self, command, listening, end=""):
        if not shutil.which(command[0]):
            pytest.fail(f"{command[0]} is not installed: apt-get install chromium firefox-esr")
        self.stack = ExitStack()
        # A file, as a pipe that nobody reads fills up and holds the browser.
        self.said = Path(self.stack.enter_context(tempfile.TemporaryDirectory()), "said.txt")
        with self.said.open("wb") as file:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=file)
        address = self.address(rf"{listening}\s")
        # No pings: their random numbers come from the one generator of all, which Hypothesis watches in later tests.
        self.socket = self.stack.enter_context(connect(address + end, max_size=None, ping_interval=None))
        self.number = 0

    def address(self, listening):
        """Where it listens, once it has said so."""
        end = time.monotonic() + WAIT
        while not (found := re.search(listening, said := self.said.read_text("utf-8", "replace"))):
            if self.process.poll() is not None or time.monotonic() > end:
                self.process.kill()
                self.close()
                pytest.fail(f"{self.process.args[0]} does not listen; it said last: {said[-2000:]}")
            time.sleep(0.02)
        return found[1]

    def call(self, method, params, **more):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params, **more}))
        while True:
            answer = json.loads(self.socket.recv(timeout=WAIT))
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]

    def close(self):
        self.stack.close()
        self.process.terminate()
        self.process.wait(WAIT)


class Firefox(Browser):
    """Firefox, whose viewer is pdf.js: form fields are ordinary inputs of its page."""

    def __init__(self, folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
        # Scrolled in a process of its own, a page lets a click land where things stood before.
        (Path(folder) / "user.js").write_text('user_pref("layers.async-pan-zoom.enabled", false);\n', "utf-8")
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        super().__init__(command, r"WebDriver BiDi listening on (ws://\S+)", "/session")
        self.call("session.new", {"capabilities": {}})
        self.context = self.call("browsingContext.getTree", {})["contexts"][0]["context"]

    def run(self, expression):
        asked = {"expression": expression, "target": {"context": self.context}, "awaitPromise": True}
        answer = self.call("script.evaluate", asked)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def open(self, path):
        """Show a file in a tab of its own, until its first page can be filled in."""
        last, self.context = self.context, self.call("browsingContext.create", {"type": "tab"})["context"]
        self.call("browsingContext.close", {"context": last, "promptUnload": False})
        self.call("browsingContext.navigate", {"context": self.context, "url": path.as_uri(), "wait": "complete"})
        until(lambda: self.run("document.querySelectorAll('.annotationLayer section').length"), "the form")

    def shows(self, expected):
        """What fields show, once the last of their scripts has run: when they show what is expected, or after a while."""
        end = time.monotonic() + WAIT
        while (found := {name: self.value(name) for name in expected}) != expected and time.monotonic() < end:
            time.sleep(0.1)
        return found

    def value(self, name):
        return self.run(f"document.querySelector('[name={name}]').value")

    def click(self, name):
        x, y = json.loads(
            self.run(f"""(() => {{
            const input = document.querySelector('[name={name}]'); input.scrollIntoView({{block: 'center'}});
            const r = input.getBoundingClientRect(); return JSON.stringify([r.x + r.width / 2, r.y + r.height / 2]) }})()""")
        )
        place = {"type": "pointerMove", "x": int(x), "y": int(y)}
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.act({"type": "pointer", "id": "mouse", "actions": [place, *press]})

    def type(self, name, text):
        self.click(name)
        keys = [{"type": way, "value": char} for char in text for way in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keys", "actions": keys})
        time.sleep(0.5)  # what is typed passes through the field's script before it stands there

    def choose(self, name, id_):
        """By a script that sets it and sends the events of a choice: its list is no part of the page."""
        self.click(name)
        self.run(f"""(() => {{ const list = document.querySelector('[name={name}]'); list.value = '{id_}';
            for (const kind of ['input', 'change']) list.dispatchEvent(new Event(kind, {{bubbles: true}})) }})()""")

    def page(self, number):
        self.run(f"PDFViewerApplication.page = {number + 1}")
        until(
            lambda: self.run(
                f"document.querySelector('.page[data-page-number=\"{number + 1}\"] .annotationLayer section') !== null"
            ),
            "the page",
        )

    def settled(self, count):
        """Wait until so many fields are shown, and named: that comes last."""
        named = "document.querySelectorAll('.annotationLayer :is(section, input, select, textarea)[aria-label]').length"
        until(lambda: self.run(named) >= count, "the names of all fields")

    def saved(self):
        return base64.b64decode(
            self.run("""PDFViewerApplication.pdfDocument.saveDocument().then(bytes => {
            let text = ''; for (const byte of bytes) text += String.fromCharCode(byte); return btoa(text) })""")
        )

    def act(self, action):
        self.call("input.performActions", {"context": self.context, "actions": [action]})


class Chromium(Browser):
    """Chromium, whose viewer is a program of its own: it is clicked where the file says that fields are."""

    def __init__(self, folder, *more):
        flags = [
            *more,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--remote-debugging-port=0",
            "--window-size=1400,1000",
        ]
        super().__init__(
            ["chromium", *flags, f"--user-data-dir={folder}", "about:blank"], r"DevTools listening on (ws://\S+)"
        )

    def targets(self):
        return self.call("Target.getTargets", {})["targetInfos"]

    def attached(self, target):
        return self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]

    def run(self, expression, session=None):
        session = session or self.attached(next(each for each in self.targets() if each["type"] == "page")["targetId"])
        asked = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        answer = self.call("Runtime.evaluate", asked, sessionId=session)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def open(self, path):
        with pikepdf.open(path) as pdf:
            self.size = [float(end) for end in pdf.pages[0].MediaBox[2:]]
            pages = [page.objgen for page in pdf.pages]
            fields = pdf.Root.AcroForm.Fields
            self.places = {
                str(each.T): (pages.index(each.P.objgen), [float(end) for end in each.Rect]) for each in fields
            }
        address = path.as_uri() + "#toolbar=0&navpanes=0&view=Fit"
        page = self.call("Target.createTarget", {"url": address})["targetId"]
        self.mouse = self.attached(page)
        inner = until(lambda: [each for each in self.targets() if each.get("parentId") == page], "the viewer")
        self.viewer = self.attached(inner[0]["targetId"])
        until(lambda: self.ask("v => v?.getLoadSucceededForTesting?.() || v?.loadState_ === 'success'"), "the file")
        self.page(0)

    def ask(self, function):
        return self.run(f"({function})(document.querySelector('pdf-viewer'))", self.viewer)

    def page(self, number):
        self.ask(f"v => v.viewport_.goToPage({number})")
        time.sleep(0.5)
        self.discard, self.top, self.scale = json.loads(
            self.ask(f"""v => {{ const r = v.viewport_.getPageScreenRect({number});
            return JSON.stringify([r.x, r.y, r.width / {self.size[0]}]) }}""")
        )
        self.shown = number

    def click(self, name):
        page, (left, bottom, right, top) = self.places[name]
        assert page == self.shown, f"{name} is on another page"
        x, y = (
            self.discard + (left + right) / 2 * self.scale,
            self.top + (self.size[1] - (bottom + top) / 2) * self.scale,
        )
        for kind, button in (("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")):
            event = {"type": kind, "x": x, "y": y, "button": button, "clickCount": int(button == "left")}
            self.call("Input.dispatchMouseEvent", event, sessionId=self.mouse)
        time.sleep(0.1)

    def type(self, name, text):
        self.click(name)
        for char in text:
            self.call("Input.dispatchKeyEvent", {"type": "char", "text": char}, sessionId=self.mouse)

    def choose(self, name, id_):
        """By typing over the field, as one may in this viewer: the first letters find the option."""
        self.type(name, id_)

    def saved(self):
        return base64.b64decode(
            self.ask("""async v => { let text = '', done = 0, all = 0;
            do { const block = await v.pluginController_.getSaveDataBlock('EDITED', done, all - done);
                 all = block.totalFileSize; const bytes = new Uint8Array(block.dataToSave); done += bytes.length;
                 for (const byte of bytes) text += String.fromCharCode(byte) } while (done < all);
            return btoa(text) }""")
        )


PLACE = """(() => {{ const one = {element}; if (!one) return null;
    one.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}});
    const box = [...one.getClientRects()].find(each => each.width && each.height); if (!box) return null;
    const x = box.x + box.width / 2, y = box.y + box.height / 2, top = document.elementFromPoint(x, y);
    return top && (one.contains(top) || top.contains(one) || top.closest('label')?.control === one)
        ? JSON.stringify([x, y]) : JSON.stringify(['covered', top?.outerHTML.slice(0, 120)]) }})()"""
"""Where a control can be clicked, once it is scrolled to; what lies over it if something does."""


class Window:
    """A page as one who looks at it has it before them, in any browser."""

    def shows(self, script):
        return self.run(script)

    def until(self, script, seconds=WAIT):
        end = time.monotonic() + seconds
        while not self.shows(script):
            assert time.monotonic() < end, f"waited for {script}"
            time.sleep(0.02)

    def until_idle(self, script="true"):
        """Wait for something that the page shows, and for the end of its last request."""
        self.until(f"({script}) && !('busy' in document.documentElement.dataset)")

    def go(self, address):
        self.until("window.isOld = true")  # a page that is being loaded is none yet
        self.open(address)
        self.until("!window.isOld && document.readyState === 'complete' && document.querySelector('main') !== null")

    def place(self, element):
        """The middle of what a script names, once it is scrolled to; a scene that lies over it is skipped first."""
        self.run("document.querySelector('#scene[data-playing]')?.click()")
        found = json.loads(self.run(PLACE.format(element=element)) or '["absent", ""]')
        assert isinstance(found[0], int | float), f"{element}: {found}"
        return found

    def click(self, element):
        self.strike(*self.place(element))


class Fox(Window):
    """A tab of Firefox."""

    def __init__(self, firefox, base):
        self.firefox, self.base = firefox, base

    def run(self, script):
        return self.firefox.run(script)

    def open(self, address):
        params = {"context": self.firefox.context, "url": address, "wait": "complete"}
        self.firefox.call("browsingContext.navigate", params)

    def strike(self, x, y):
        time.sleep(0.4)  # what was just scrolled to is painted later, and until then a click lands where it was not
        place = {"type": "pointerMove", "x": int(x), "y": int(y)}
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.firefox.act({"type": "pointer", "id": "mouse", "actions": [place, *press]})

    def type(self, text):
        keys = [{"type": way, "value": char} for char in text for way in ("keyDown", "keyUp")]
        self.firefox.act({"type": "key", "id": "keys", "actions": keys})


class Tab(Window):
    """A tab of Chromium, driven by Playwright."""

    def __init__(self, context, base):
        self.base, self.page = base, context.new_page()
        self.page.set_default_timeout(WAIT * 1000)
        self.protocol = context.new_cdp_session(self.page)

    def call(self, method, **params):
        """Send what Playwright has no function for in the browser's own protocol."""
        return self.protocol.send(method, params)

    def run(self, script):
        return self.page.evaluate(script)

    def shows(self, script):
        """Whether a script gives something; not while another page is loaded.

        Playwright's own `wait_for_function` would need `eval` in the page, which our policy forbids.
        """
        from playwright.sync_api import Error  # of the extra for browsers

        try:
            return self.run(script)
        except Error as error:
            if "Execution context was destroyed" not in str(error):
                raise
            return None

    def open(self, address):
        from playwright.sync_api import Error  # of the extra for browsers

        try:
            self.page.goto(address, wait_until="commit")
        except Error as error:
            # The page that was shown went somewhere by itself at the same moment.
            if "ERR_ABORTED" not in error.message:
                raise
            self.page.goto(address, wait_until="commit")

    def wide(self, width):
        self.size(width, 800)

    def size(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})  # else Playwright goes back to its own size
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 500,
        )

    def look(self, setting):
        self.page.context.add_cookies([{"name": "vallum-page", "value": setting, "url": self.base}])

    def strike(self, x, y):
        """A click of the mouse."""
        self.page.mouse.click(x, y)

    def press(self, key, *, back=False):
        self.page.keyboard.press(f"Shift+{key}" if back else key)

    def type(self, text):
        self.page.keyboard.insert_text(text)

    def close(self):
        self.page.close()


SHOW_EVENTS = """window.EventSource = class extends EventSource {
    constructor(...asked) { super(...asked); window.events = this } }"""
"""Keeps the newest event stream of a page where tests see it: names of modules are not seen from outside."""
SESSIONS = "vallum/sessions"


class Served:
    """The pages and the terminal of one who has a game and some saved sessions."""

    root = ROOT

    def __init__(self, home):
        self.folder = Path(shutil.copytree(sample(), home / "mine"))
        kept = {f"XDG_{what}_HOME": str(home / what.lower()) for what in ("CONFIG", "DATA")}
        self.home, self.port = {**os.environ, **kept}, 0
        self.start()

    def start(self):
        """Begin to serve, on the port of the time before."""
        command = ["serve", str(self.folder), "--port", str(self.port), "--json"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        self.process = subprocess.Popen(self.command(command), cwd=ROOT, env=self.home, **pipes)
        self.link = json.loads(self.process.stdout.readline())["links"][0]
        self.base = self.link.partition("/enter")[0]
        self.port = int(self.base.rpartition(":")[2])

    def command(self, words):
        return [sys.executable, "-m", "generator", *words]

    def typed(self, *words, lines=(), **home):
        """A command of the terminal, with lines typed into it; `home` changes folders of the user."""
        said = "".join(f"{line}\n" for line in lines)
        pipes = {"input": said, "capture_output": True, "text": True}
        return subprocess.run(self.command(words), cwd=ROOT, env={**self.home, **home}, check=False, **pipes)

    def session(self, name, home=""):
        """What a session holds on the disk."""
        return Path(home or self.home["XDG_DATA_HOME"], SESSIONS, f"{name}.jsonl").read_text("utf-8")

    def keep_puzzle(self, name, verb, better):
        """Put into the file of puzzles that the first move of a game which begins so was worse than another."""
        events = map(json.loads, self.session(name).splitlines())
        event = next(event for event in events if event.get("a", "").startswith(verb))
        puzzle = [name, event["n"], event["h"], 1, event["a"], better, 2.5, 0.9, 40]
        Path(self.home["XDG_DATA_HOME"], SESSIONS, "puzzles.txt").write_text(f"{json.dumps(puzzle)}\n", "utf-8")

    def typed_again(self, name, *wish, lines, home):
        """What the same game holds when it is typed in the terminal of another home.

        It begins beside the games that were there before it, so that it is the same attempt with its decks.
        """
        others = shutil.ignore_patterns(f"{name}.*", "*.lock")
        shutil.copytree(Path(self.home["XDG_DATA_HOME"], SESSIONS), Path(home, SESSIONS), ignore=others)
        done = self.typed("solo", "new", "hadrians-wall", *wish, "--name", name, lines=lines, XDG_DATA_HOME=str(home))
        assert done.returncode == 0, done.stderr
        return self.session(name, home)

    def end(self, *, at_once=False):
        """Stop serving; as when the power fails, if need be."""
        self.process.kill() if at_once else self.process.terminate()
        self.process.wait(WAIT)
        self.process.stdout.close()


OFFERS = """JSON.stringify((() => {
    const table = document.querySelector('main .table'), within = table?.querySelector('dialog[open]') ?? table;
    const found = [...(within?.querySelectorAll('button, a[data-here]') ?? [])].filter(
        each => !each.disabled && each.checkVisibility({visibilityProperty: true}) && !each.closest('nav, #ending'));
    window.offered = found.filter(each => each.form?.at || /[?&]box=/.test(each.getAttribute('href') ?? ''));
    return offered.map(each => {
        if (!each.form) return ['look', each.getAttribute('href')];
        const sent = new FormData(each.form, each);
        return [each.form.querySelector('select') ? 'fill' : 'move', [sent.get('do'), ...sent.getAll('word')].join(' ').trim()];
    }) })())"""
"""What can be done at a table: moves by the line they send, forms to fill in, links that ask for more."""
STAMP = "(document.readyState === 'complete' && document.body.dataset.stamp || '')"
SOME_SEEN = """(() => { const one = document.activeElement, parts = [0.1, 0.3, 0.5, 0.7, 0.9];
    return [...one.getClientRects()].some(box => parts.some(across => parts.some(down => {
        const top = document.elementFromPoint(box.x + box.width * across, box.y + box.height * down);
        return top !== null && (one === top || one.contains(top)) }))) })()"""
"""Whether what has the focus is not hidden (WCAG 2.2, 2.4.11)."""


class Player:
    """Somebody at a table, who knows only what the page offers; `lines` is what they did."""

    def __init__(self, tab, name, seed=1):
        self.tab, self.name, self.chance = tab, name, random.Random(seed)
        self.lines, self.taken = [], 0

    def sit_down(self):
        self.tab.go(f"{self.tab.base}/play/{self.name}")

    @property
    def stamp(self):
        """The number of the event that the page shows."""
        return self.tab.run(STAMP)

    def offers(self):
        return [tuple(each) for each in json.loads(self.tab.run(OFFERS))]

    def moves(self):
        """What brings the game on; most years are played out."""
        on = [offer for offer in self.offers() if offer[1].split()[0] not in {"undo", "redo"}]
        lasting = [offer for offer in on if not offer[1].endswith("stop")]
        return lasting if lasting and self.chance.random() < 0.9 else on

    def at_once(self):
        """What brings it on with one click."""
        return [offer for offer in self.moves() if offer[0] == "move"]

    def choice(self):
        """One of these; behind a dialog if there is no other."""
        while not (offers := self.at_once()):
            self.press(self.chance.choice(self.moves()))
        return self.chance.choice(offers)

    def press(self, offer):
        """Do something that is offered, and wait until the page shows it."""
        self.begin(offer)
        if offer[0] == "look":
            self.tab.until("document.querySelector('main dialog[open] button') !== null")
        else:
            self.tab.until(f"![{self.before!r}, ''].includes({STAMP})")
            self.lines.append(self.line)

    def begin(self, offer):
        """Press it, and wait for nothing."""
        self.tab.until(STAMP)  # a page that is still loading has none
        number, self.before, self.line = self.offers().index(offer), self.stamp, offer[1]
        if offer[0] == "fill":
            self.line = self.fill(number)
        self.reach(number)

    def reach(self, number):
        self.tab.click(f"window.offered[{number}]")

    def fill(self, number):
        """Answer with numbers, by the arrows; tells the line that they make."""
        for each in range(self.tab.run(f"window.offered[{number}].form.querySelectorAll('select').length")):
            select = f"window.offered[{number}].form.querySelectorAll('select')[{each}]"
            has_blank = self.tab.run(f"{select}.options[0].value === ''")
            wanted = self.chance.randrange(has_blank, self.tab.run(f"{select}.options.length"))
            self.go_to(select)
            for _ in range(wanted):
                self.tab.press("ArrowDown")
        return self.offers()[number][1]

    @property
    def years(self):
        """How many years have been played."""
        return sum(line.startswith("path ") for line in self.kept())

    def kept(self):
        """The lines that were not taken back."""
        kept, taken = [], []
        for line in self.lines:
            if line == "undo" and kept:
                taken.append(kept.pop())
            elif line == "redo" and taken:
                kept.append(taken.pop())
            elif line not in {"undo", "redo"}:
                kept.append(line)
        return kept

    def go_to(self, element):
        """The focus to what a script names, by Tab."""
        behind = f"!!(document.activeElement.compareDocumentPosition({element}) & Node.DOCUMENT_POSITION_PRECEDING)"
        back = self.tab.run(behind)
        for _ in range(500):
            if self.tab.run(f"document.activeElement === {element}"):
                return
            self.tab.press("Tab", back=back)
        pytest.fail(f"{element} is not reached by Tab")

    def play(self, *, years=99):
        """Play by chance, to the end or for so many years; now and then something is taken back."""
        while (moves := self.moves()) and self.years <= years:
            if ("move", "undo") in self.offers() and self.chance.random() < 0.05:
                self.press(("move", "undo"))
                if ("move", "redo") in self.offers() and self.chance.random() < 0.5:
                    self.press(("move", "redo"))
            else:
                self.press(self.chance.choice(moves))


class Typist(Player):
    """A player without a mouse."""

    def enter(self, element):
        """Go somewhere and press what is there; a field is only gone to."""
        self.go_to(element)
        if not self.tab.run(f"{element}.matches('[type=text]')"):
            self.tab.press(" " if self.tab.run(f"{element}.matches('[type=radio]')") else "Enter")

    def reach(self, number):
        element = f"window.offered[{number}]"
        self.go_to(element)
        assert self.tab.run("document.activeElement.matches(':focus-visible')")
        assert self.tab.run(SOME_SEEN), f"hidden: {self.tab.run('document.activeElement.outerHTML')}"
        is_link = self.tab.run(f"{element}.tagName === 'A'")
        self.tab.press("Enter" if is_link else self.chance.choice(("Enter", " ")))


@pytest.fixture(scope="session")
def player():
    return Player


@pytest.fixture(scope="session")
def typist():
    return Typist


@pytest.fixture
def fox(firefox, served, entered):
    """Firefox, with the cookie of one who has entered."""
    held = entered.page.context.cookies()
    pass_ = next(each for each in held if each["name"] == f"vallum-{served.port}")
    value = {"type": "string", "value": pass_["value"]}
    cookie = {"name": pass_["name"], "value": value, "domain": "127.0.0.1", "sameSite": "strict", "httpOnly": True}
    firefox.call("storage.setCookie", {"cookie": cookie})
    return Fox(firefox, served.base)


@pytest.fixture
def tab(windows, served, entered):
    """More tabs of one who has entered."""
    return lambda: Tab(windows, served.base)


@contextmanager
def pages_closed(browser):
    """Close the pages and contexts of a browser that are opened meanwhile."""
    contexts = {*browser.contexts}
    pages = {page for context in contexts for page in context.pages}
    yield
    for context in {*browser.contexts} - contexts:
        context.close()
    for page in {page for context in contexts for page in context.pages} - pages:
        page.close()


@contextmanager
def served_as_before(served):
    """Have a game and its server afterwards as they were, whatever a test does to them."""
    before = {file: file.read_bytes() for file in served.folder.rglob("*") if file.is_file()}
    yield
    for file in served.folder.rglob("*"):
        if file.is_file() and file not in before:
            file.unlink()
    for file, content in before.items():
        if not file.exists() or file.read_bytes() != content:
            file.write_bytes(content)
    if served.process.poll() is not None:
        served.end()
        served.start()


@pytest.fixture(autouse=True)
def as_before(request):
    """Leave to the next test what this one was given, however it ends.

    A page that is left open holds a stream of events, and a browser opens six connections to a server: a seventh page would wait.
    """
    given = {
        name: request.getfixturevalue(name) for name in ("served", "windows", "chrome") if name in request.fixturenames
    }
    with ExitStack() as stack:
        if "served" in given:
            stack.enter_context(served_as_before(given["served"]))
        if "windows" in given:
            stack.enter_context(pages_closed(given["windows"].browser))
        if "chrome" in given:
            stack.enter_context(pages_closed(given["chrome"]))
        yield


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The pages with one game of one's own."""
    started = Served(tmp_path_factory.mktemp("games"))
    yield started
    started.end()


@pytest.fixture(scope="module")
def begun(served):
    """Games as far as their rooms look different: begun, half played and over, on the screen and beside paper."""
    wishes = {"full": ("--difficulty", "normal"), "paper": ("--mode", "paper", "--difficulty", "hard")}
    for kind, half in {"full": 80, "paper": 20}.items():
        text = (ROOT / f"tests/play/transcripts/{kind}.txt").read_text("utf-8")
        lines = [line[2:] for line in text.splitlines() if line.startswith("> ")]
        for name, typed in {"begun": [], "half": lines[:half], "over": lines}.items():
            named = (*wishes[kind], "--seed", "a seed for show", "--name", f"{kind}-{name}")
            assert served.typed("solo", "new", "hadrians-wall", *named, lines=typed).returncode == 0
    served.keep_puzzle("full-over", "mark ", "stop")


@pytest.fixture(scope="module")
def entered(windows, served):
    """A tab in which the link has been opened."""
    tab = Tab(windows, served.base)
    tab.go(served.link)
    yield tab
    tab.close()


@pytest.fixture(scope="session", params=[Firefox, Chromium], ids=["firefox", "chromium"])
def browser(request, tmp_path_factory):
    """Each browser in turn, with a fresh profile."""
    started = request.param(tmp_path_factory.mktemp("profile"))
    yield started
    started.close()


@pytest.fixture(scope="session")
def firefox(tmp_path_factory):
    """Firefox alone."""
    started = Firefox(tmp_path_factory.mktemp("firefox"))
    yield started
    started.close()


@pytest.fixture(scope="module")
def windows():
    """A profile of Chromium, for which some other names lead to this machine too; of its form without windows where there is one.

    Of one module only: as long as Playwright runs, no test beside it may start an event loop of its own.
    """
    from playwright.sync_api import sync_playwright  # of the extra for browsers: other tests are found without it

    flags = ["--no-sandbox", "--host-resolver-rules=MAP rebind.test 127.0.0.1, MAP evil.test 127.0.0.1"]
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=flags)
        context = chromium.new_context(viewport={"width": 1400, "height": 1000})
        context.add_init_script(SHOW_EVENTS)
        yield context
        chromium.close()


@pytest.fixture(scope="session")
def site(make_once):
    """A folder with the site below a path, as on a page of a project."""

    def fill(folder):
        assert main(["site", "--out", str(folder / "root/press")]) == 0

    return make_once("site", fill) / "root"


@pytest.fixture(scope="session")
def sheets(tmp_path_factory):
    """The largest scoresheets that we ship, as a form."""
    out = tmp_path_factory.mktemp("out")
    assert main(["build", "hadrians-wall", "--only", "sheets", "--paper", "a4", "--out", str(out)]) == 0
    return out / "hadrians-wall/sheets-fillable-a4-en.pdf"


@pytest.fixture
def held():
    """What stands in the fields of a file, those left empty apart."""

    def read(file):
        with pikepdf.open(io.BytesIO(file)) as pdf:
            values = {str(field.T): str(field.get("/V", "")) for field in pdf.Root.AcroForm.Fields}
        return {name: value for name, value in values.items() if value not in {"", "/Off"}}

    return read


@pytest.fixture(scope="module")
def chrome():
    from playwright.sync_api import sync_playwright  # of the extra for browsers: other tests are found without it

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def passed(chrome, served):
    """What the browser of one who has entered holds."""
    with chrome.new_context() as context:
        context.new_page().goto(served.link)
        return context.storage_state()
