"""How long a changed row takes to stand redrawn in a browser: from the save to the new picture, decoded.

    python tests/bench/preview.py [GAME/COMPONENT] [TIMES]

A copy of a game is served, its first row is given other labels, and Chromium says when the new figure stands.
"""

import csv
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from page import ROOT, Chromium, Served

SEEN = """window.seen = []; new MutationObserver(changes => { for (const change of changes)
  for (const node of change.addedNodes) if (node.tagName === 'FIGURE')
    seen.push(performance.timeOrigin + performance.now())
}).observe(document.querySelector('main'), {childList: true, subtree: true})"""


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
        server = Served(Path(scratch), folder)
        browser = Chromium(Path(scratch) / "profile")
        try:
            browser.go(server.link)
            browser.go(f"{server.base}/gallery/{game}?part={component}")
            time.sleep(1)
            browser.run(SEEN)
            took = sorted(measured(browser, folder / f"cards/{component}.csv", int(times)))
        finally:
            browser.end()
            server.end()
    sorts = {"median": statistics.median(took), "p90": took[len(took) * 9 // 10], "best": took[0]}
    sys.stdout.write(f"{what}: " + ", ".join(f"{name} {ms:.0f} ms" for name, ms in sorts.items()) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
