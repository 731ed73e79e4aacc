"""How long a changed row takes to stand redrawn in a browser: from the save to the new picture, decoded.

    python tests/bench/preview.py [GAME/COMPONENT] [TIMES]

A copy of a game is served, its first row is given other labels, and Chromium says when the new figure stands.
"""

import csv
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
SEEN = """window.seen = []; new MutationObserver(changes => { for (const change of changes)
  for (const node of change.addedNodes) if (node.tagName === 'FIGURE')
    seen.push(performance.timeOrigin + performance.now())
}).observe(document.querySelector('main'), {childList: true, subtree: true})"""


class Chromium:
    """A browser without a window, with one page."""

    def __init__(self, profile):
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
        command = ["chromium", *flags, f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        lines = (re.search(r"DevTools listening on (ws://\S+)", line) for line in self.process.stderr)
        self.stack = ExitStack()
        self.socket = self.stack.enter_context(connect(next(filter(None, lines))[1], max_size=None))
        self.numbers = count()
        page = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = {"sessionId": self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]}

    session = None

    def call(self, method, **params):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params} | (self.session or {})))
        while (answer := json.loads(self.socket.recv(timeout=60))).get("id") != number:
            pass
        return answer["result"]

    def run(self, script):
        return self.call("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def until(self, script):
        while not self.run(script):
            time.sleep(0.01)


def served(folder):
    command = [sys.executable, "-m", "generator", "serve", str(folder), "--port", "0", "--json"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return process, json.loads(process.stdout.readline())["links"][0]


def relabelled(file, text, label):
    rows = list(csv.reader(text.splitlines()))
    rows[1][rows[0].index("label")] = label
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(rows)


def measured(browser, file, times):
    text = file.read_text("utf-8")
    for number in range(times + 3):
        browser.run("seen.length = 0")
        start = time.time() * 1000
        relabelled(file, text, f"N{number}")
        browser.until("seen.length")
        took = browser.run("seen[0]") - start
        if number >= 3:  # the first ones load libraries
            yield took
        time.sleep(0.4)


def main(what="picket/raid", times="30"):
    """Measure one component of a game."""
    game, component = what.split("/")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        folder = Path(shutil.copytree(ROOT / "data" / game, Path(scratch) / game))
        server, link = served(folder)
        browser = Chromium(Path(scratch) / "profile")
        try:
            browser.call("Page.navigate", url=link)
            browser.until("document.querySelector('.doors') !== null")
            browser.call("Page.navigate", url=f"{link.partition('/enter')[0]}/gallery/{game}?part={component}")
            browser.until("document.readyState === 'complete' && document.querySelector('figure') !== null")
            time.sleep(1)
            browser.run(SEEN)
            took = sorted(measured(browser, folder / f"cards/{component}.csv", int(times)))
        finally:
            browser.stack.close()
            browser.process.kill()
            server.kill()
    sorts = {"median": statistics.median(took), "p90": took[len(took) * 9 // 10], "best": took[0]}
    sys.stdout.write(f"{what}: " + ", ".join(f"{name} {ms:.0f} ms" for name, ms in sorts.items()) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
