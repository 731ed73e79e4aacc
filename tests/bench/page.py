"""The page on a port of its own, and a browser without a window that looks at it."""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
WAIT = 60
"""Seconds until a browser that says nothing has failed."""
LISTENING = r"DevTools listening on (ws://\S+)\s"


class Served:
    """`vallum serve` of some games, with sessions and settings in a folder of their own."""

    def __init__(self, home, *games):
        self.environment = {**os.environ, "XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}
        self.process = self.started("serve", *map(str, games), "--port", "0", "--json", stdout=subprocess.PIPE)
        self.link = json.loads(self.process.stdout.readline())["links"][0]
        self.base = self.link.partition("/enter")[0]

    def started(self, *words, **pipes):
        command = [sys.executable, "-m", "generator", *words]
        return subprocess.Popen(command, cwd=ROOT, env=self.environment, text=True, **pipes)

    def typed(self, lines, *words):
        """A command of the terminal with lines typed into it."""
        process = self.started(*words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return process.communicate("".join(f"{line}\n" for line in lines))[0]

    def end(self):
        self.process.kill()
        self.process.wait()


class Chromium:
    """A browser without a window, with one page."""

    session = None

    def __init__(self, profile):
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--hide-scrollbars"]
        command = ["chromium", *flags, f"--user-data-dir={profile}", "about:blank"]
        self.stack = ExitStack()
        # A file, as a pipe that nobody reads fills up and holds the browser.
        self.said = Path(self.stack.enter_context(tempfile.TemporaryDirectory()), "said.txt")
        with self.said.open("wb") as file:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=file)
        self.socket = self.stack.enter_context(connect(self.address(), max_size=None))
        self.numbers = count()
        page = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = {"sessionId": self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]}

    def address(self):
        """Where it listens, once it has said so."""
        end = time.monotonic() + WAIT
        while not (found := re.search(LISTENING, said := self.said.read_text("utf-8", "replace"))):
            if self.process.poll() is not None or time.monotonic() > end:
                self.end()
                raise TimeoutError(f"the browser does not listen; it said last: {said[-2000:]}")
            time.sleep(0.02)
        return found[1]

    def call(self, method, **params):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params} | (self.session or {})))
        while (answer := json.loads(self.socket.recv(timeout=WAIT))).get("id") != number:
            pass
        return answer["result"]

    def run(self, script):
        asked = {"expression": script, "returnByValue": True, "awaitPromise": True}
        return self.call("Runtime.evaluate", **asked)["result"].get("value")

    def until(self, script):
        end = time.monotonic() + WAIT
        while not self.run(script):
            if time.monotonic() > end:
                raise TimeoutError(f"waited {WAIT} s for {script}")
            time.sleep(0.01)

    def go(self, address):
        """Open a page, with all its pictures."""
        self.run("window.isOld = true")
        self.call("Page.navigate", url=address)
        self.until("!window.isOld && document.readyState === 'complete' && document.querySelector('main') !== null")

    def screen(self, file):
        """What is seen of the page as a picture."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def pictured(self, file):
        """The whole page as a picture."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 8000), "scale": 1}
        data = self.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)["data"]
        file.write_bytes(base64.b64decode(data))

    def end(self):
        self.stack.close()
        self.process.kill()
        self.process.wait()
