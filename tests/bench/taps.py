"""From a tap on a box or a button to the frame that shows the page after the move, in Chromium.

    python tests/bench/taps.py [MOVES] [--width=1366] [--height=768] [--language=en]

A player plays on by real clicks; the clock is the browser's. With `--profile=FILE` its processor profile is written.
"""

import json
import random
import statistics
import sys
import tempfile
from pathlib import Path

from page import Served
from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-renderer-priority-management", "--disable-renderer-backgrounding"]
CLOCK = """window.took = []; window.pages = 0; window.begun = 0;
addEventListener("click", (event) => { begun = event.timeStamp; window.answered = false }, true);
document.addEventListener("shown", () => {
  pages += 1;
  if (answered) return;
  answered = true;
  const at = begun, told = performance.now();
  requestAnimationFrame(() => { const {port1, port2} = new MessageChannel();
    port1.onmessage = () => took.push([told - at, performance.now() - at, document.activeElement.id]);
    port2.postMessage(0) });
});"""
OPEN = """() => [...document.querySelectorAll(
  "#panel dialog[open] [name=do], main button.key[name=do], #panel [name=do], main a.key, #panel a[data-here], .hand [name=do]")]
  .filter((each) => !each.disabled && each.checkVisibility() && !["undo", "redo", "fix", "cancel", "odds"].includes(each.id))
  .filter((each) => !document.querySelector("#panel dialog[open]") || each.closest("dialog")).map((each) => each.id)"""
WHERE = """(id) => { const each = document.getElementById(id); each.scrollIntoView({block: "center", behavior: "instant"});
  const {x, y, width, height} = each.getBoundingClientRect(); return [x + width / 2, y + height / 2] }"""

HIT = "([x, y, id]) => document.getElementById(id).contains(document.elementFromPoint(x, y))"


def begin(page, base, luck, language):
    page.context.add_cookies([{"name": "vallum-page", "value": f"{language}.light.normal", "url": base}])
    form = {"game": "hadrians-wall", "kind": "full", "seed": f"taps {luck.random()}"}
    answer = page.request.post(f"{base}/play", form=form)
    page.goto(answer.url)
    page.wait_for_load_state("load")
    page.evaluate(CLOCK)


def tapped(page, luck, devtools=None):
    """Tap something that is open; returns what it was and the milliseconds until it was shown, or nothing at the end."""
    ids = page.evaluate(OPEN)
    on = [each for each in ids if "stop" not in each] or ids
    if not on:
        return None
    for chosen in luck.sample(sorted(on), len(on)):
        x, y = page.evaluate(WHERE, chosen)
        if page.evaluate(HIT, [x, y, chosen]):
            break
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")
    count, busy = page.evaluate("took.length"), spent(devtools)
    page.mouse.click(x, y)
    page.wait_for_function("(count) => took.length > count", arg=count, polling=20)
    busy = spent(devtools) - busy
    return chosen, (*page.evaluate("took.at(-1)")[:2], busy)


def spent(devtools):
    """Milliseconds of processor that the page's main thread has used."""
    if devtools is None:
        return 0
    told = devtools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(each["value"] for each in told if each["name"] == "TaskDuration")


def spread(took):
    took = sorted(took)
    return f"p50 {statistics.median(took):.1f} ms, p99 {took[len(took) * 99 // 100]:.1f} ms, longest {took[-1]:.1f} ms"


def main(*words):
    options = {"width": "1366", "height": "768", "language": "en", "profile": ""}
    options |= dict(each.removeprefix("--").split("=") for each in words if each.startswith("--"))
    moves = int(next((each for each in words if not each.startswith("--")), 200))
    luck, found = random.Random(17), []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch, sync_playwright() as playwright:
        server = Served(Path(scratch))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        try:
            size = {"width": int(options["width"]), "height": int(options["height"])}
            page = browser.new_context(viewport=size).new_page()
            page.goto(server.link)
            begin(page, server.base, luck, options["language"])
            devtools = page.context.new_cdp_session(page)
            devtools.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
            devtools.send("Performance.enable")
            if options["profile"]:
                devtools.send("Profiler.enable")
                devtools.send("Profiler.start")
            while len(found) < moves:
                tap = tapped(page, luck, devtools)
                if tap is None:
                    begin(page, server.base, luck, options["language"])
                else:
                    found.append((tap[0], *tap[1]))
            if options["profile"]:
                Path(options["profile"]).write_text(json.dumps(devtools.send("Profiler.stop")["profile"]))
            pages = page.evaluate("pages")
        finally:
            browser.close()
            server.end()
    sys.stdout.write(f"{len(found)} taps, {pages} pages in the last game\n")
    sys.stdout.write(f"until the page is in place: {spread([each[1] for each in found])}\n")
    sys.stdout.write(f"until its frame is drawn: {spread([each[2] for each in found])}\n")
    sys.stdout.write(f"processor of the page's main thread: {spread([each[3] for each in found])}\n")
    slow = sorted(found, key=lambda each: -each[2])[:8]
    sys.stdout.write(f"slowest: {[(each[0], round(each[1]), round(each[2])) for each in slow]}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
