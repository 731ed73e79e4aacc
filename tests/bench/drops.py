"""From the drop of a dragged box to the card's new picture, and to the marks of all cards while it is held, in Chromium.

    python tests/bench/drops.py [GAME/COMPONENT] [DROPS] [--width=1366] [--height=768] [--held=yes]

A copy of a game is served, and boxes of its first card are dragged by the mouse; the clock is the browser's. Without
`--held` a box is dropped before the other cards are tried.
"""

import random
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from page import ROOT, Served
from playwright.sync_api import TimeoutError as LateError
from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-renderer-priority-management", "--disable-renderer-backgrounding"]
CLOCK = """window.drops = []; window.marks = []; window.moved = 0; window.dropped = 0;
const later = (then) => requestAnimationFrame(() => { const {port1, port2} = new MessageChannel();
  port1.onmessage = then; port2.postMessage(0) });
addEventListener("pointermove", (event) => { if (event.buttons) moved = event.timeStamp }, true);
addEventListener("pointerup", (event) => { dropped = event.timeStamp; moved = 0 }, true);
const watched = (picture) => picture.decode().catch(() => {}).then(() => later(() => {
  if (dropped) drops.push(performance.now() - dropped); dropped = 0 }));
new MutationObserver(() => { const picture = document.querySelector("#paper img");
  if (picture && picture.src !== window.shown) { window.shown = picture.src; watched(picture) }
}).observe(document.body, {childList: true, subtree: true, attributes: true, attributeFilter: ["src"]});
new MutationObserver((changes) => { const at = moved;
  if (at && changes.some(({target}) => target.id === "strip")) later(() => marks.push(performance.now() - at));
}).observe(document.body, {childList: true, subtree: true});
window.shown = document.querySelector("#paper img").src"""
BOXES = """() => [...document.querySelectorAll("#handles .box:not(.fixed)")].map((each) => {
  const {x, y, width, height} = each.getBoundingClientRect();
  return [each.dataset.n, x + width / 2, y + height / 2] })"""
IDLE = "() => !('busy' in document.documentElement.dataset)"


def dragged(page, place, way, *, is_held):
    """Drag from a place and drop; returns the milliseconds until the picture stands and until the marks do, or none."""
    x, y = place
    count, marked = page.evaluate("[drops.length, marks.length]")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + way[0] / 2, y + way[1] / 2)
    page.mouse.move(x + way[0], y + way[1])
    if is_held:
        page.wait_for_function("(count) => marks.length > count", arg=marked, polling=20)
    page.mouse.up()
    try:
        page.wait_for_function("(count) => drops.length > count", arg=count, polling=20, timeout=3000)
    except LateError:
        return None
    page.wait_for_function(IDLE, polling=20)
    page.wait_for_timeout(400)  # a person looks at the card first
    return page.evaluate("[drops.at(-1), marks.at(-1)]")


def drops(page, count, *, is_held):
    """Drag boxes to and fro; a box that is refused, or asked about, is not taken again."""
    luck, refused, took = random.Random(31), set(), []
    while len(took) < count:
        places = [place for place in page.evaluate(BOXES) if place[0] not in refused]
        number, *place = luck.choice(places)
        way = (luck.choice((-6, 6)), luck.choice((-9, 9)))
        milliseconds = dragged(page, place, way, is_held=is_held)
        if milliseconds is None:
            refused.add(number)
            page.reload()
            page.wait_for_selector("#handles .box")
            page.evaluate(CLOCK)
        else:
            took.append(milliseconds)
    return took


def spread(took):
    took = sorted(took)
    return f"p50 {statistics.median(took):.0f} ms, p95 {took[len(took) * 95 // 100]:.0f} ms, longest {took[-1]:.0f} ms"


def main(*words):
    options = {"width": "1366", "height": "768", "held": "", "profile": ""}
    options |= dict(each.removeprefix("--").split("=") for each in words if each.startswith("--"))
    plain = [each for each in words if not each.startswith("--")]
    what, count = (plain + ["picket/raid", "60"][len(plain) :])[:2]
    game, component = what.split("/")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch, sync_playwright() as playwright:
        folder = Path(shutil.copytree(ROOT / "data" / game, Path(scratch) / "mine"))
        own = ROOT / "templates" / game
        if own.is_dir():
            shutil.copytree(own, folder / "templates", dirs_exist_ok=True)
        server = Served(Path(scratch), folder)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        try:
            size = {"width": int(options["width"]), "height": int(options["height"])}
            page = browser.new_context(viewport=size).new_page()
            page.goto(server.link)
            page.goto(f"{server.base}/gallery/mine/layout?part={component}")
            page.wait_for_selector("#handles .box")
            page.evaluate(CLOCK)
            sent = []
            page.on("request", lambda request: sent.append(request.url.partition("?")[0].removeprefix(server.base)))
            drops(page, 5, is_held=bool(options["held"]))  # the first ones load libraries
            sent.clear()
            took = drops(page, int(count), is_held=bool(options["held"]))
        finally:
            browser.close()
            server.end()
    sys.stdout.write(f"{what}: {len(took)} drops, {len(sent) / len(took):.1f} requests each\n")
    sys.stdout.write(f"until the picture stands: {spread([each[0] for each in took])}\n")
    if options["held"]:
        sys.stdout.write(f"until all cards' marks stand: {spread([each[1] for each in took])}\n")
    tally = {name: sent.count(name) for name in dict.fromkeys(one for one in sent if not one.startswith("/face/"))}
    sys.stdout.write(f"{tally}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
