"""Browsers people have, driven as people drive them: Firefox (pdf.js) and Chromium's own viewer (pdfium with V8).

Both are spoken to in their remote protocols, WebDriver BiDi and DevTools, over one socket; both run without a window.
"""

import base64
import io
import json
import re
import shutil
import subprocess
import time
from contextlib import ExitStack

import pikepdf
import pytest
from websockets.sync.client import connect

from generator.cli import main

WAIT = 60
"""Seconds until a browser that says nothing has failed."""


def until(found, what):
    """What a call gives once it gives something."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        if result := found():
            return result
        time.sleep(0.02)
    return pytest.fail(f"waited {WAIT} s for {what}")


class Browser:
    """A program that answers messages by number."""

    def __init__(self, command, listening, end=""):
        if not shutil.which(command[0]):
            pytest.fail(f"{command[0]} is not installed: apt-get install chromium firefox-esr")
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, **pipes)
        address = next(filter(None, (re.search(listening, line) for line in self.process.stderr)))[1]
        self.stack = ExitStack()
        self.socket = self.stack.enter_context(connect(address + end, max_size=None))
        self.number = 0

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
        self.process.stderr.close()


class Firefox(Browser):
    """Firefox, whose viewer is pdf.js: form fields are ordinary inputs of its page."""

    def __init__(self, folder):
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
        """Show a file in a tab of its own; gives the seconds until its first page can be filled in."""
        last, self.context = self.context, self.call("browsingContext.create", {"type": "tab"})["context"]
        self.call("browsingContext.close", {"context": last, "promptUnload": False})
        start = time.monotonic()
        self.call("browsingContext.navigate", {"context": self.context, "url": path.as_uri(), "wait": "complete"})
        until(lambda: self.run("document.querySelectorAll('.annotationLayer section').length"), "the form")
        return time.monotonic() - start

    def shows(self, expected):
        """What fields show, once the last of their scripts has run: when they show what is expected, or after a while."""
        end = time.monotonic() + 20
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
        """By the keyboard: down to the option."""
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
        self.left, self.top, self.scale = json.loads(
            self.ask(f"""v => {{ const r = v.viewport_.getPageScreenRect({number});
            return JSON.stringify([r.x, r.y, r.width / {self.size[0]}]) }}""")
        )
        self.shown = number

    def click(self, name):
        page, (left, bottom, right, top) = self.places[name]
        assert page == self.shown, f"{name} is on another page"
        x, y = self.left + (left + right) / 2 * self.scale, self.top + (self.size[1] - (bottom + top) / 2) * self.scale
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


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    """Chromium alone, for which some other names lead to this machine too."""
    rules = "--host-resolver-rules=MAP rebind.test 127.0.0.1, MAP evil.test 127.0.0.1"
    started = Chromium(tmp_path_factory.mktemp("chromium"), rules)
    yield started
    started.close()


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
