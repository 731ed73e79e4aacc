"""What a whole game asks of hands: clicks, taps, key presses and scrolls, by mouse, by keyboard and by touch.

    python tests/bench/effort.py [MEANS] [--size=1366x768] [--seed=1] [--root=FOLDER] [--years=6]

MEANS is mouse, keyboard or touch. The player chooses by chance among what is legal, the same lines in every run of a seed, and
ends a year when nothing else can be done. `--root` is another copy of this program to serve, such as an older one. A scroll is one
gesture, of four fifths of what scrolls at most. With keys it presses arrows, letters and numbers where the page tells of them
(`aria-keyshortcuts`), else Tab and Shift+Tab, and Enter.
"""

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

import page as pages
from playwright.sync_api import sync_playwright

LINES = """() => { const lines = [...document.querySelectorAll(
    '#every [name=do], #panel :is(.choices, .keep) [name=do]')].map((each) => each.value);
    return [...new Set(lines), ...document.querySelector('#panel a#do-stop') ? ['stop'] : []].sort() }"""
"""The lines of all moves, without those that open a dialog."""
STATE = "() => [document.getElementById('panel').dataset.key, document.body.dataset.stamp].join()"
STAMP = "() => document.body.dataset.stamp"
IS_BUSY = "() => 'busy' in document.documentElement.dataset"
CONTROL = """(line) => { const seen = (each) => !each.disabled && each.checkVisibility() && !each.closest('.drawer, #every');
    const within = document.querySelector('#panel dialog') ?? document.querySelector('main');
    const direct = [...within.querySelectorAll(`[name=do][value="${line}"]`)].find(seen);
    const [verb, box, cell] = line.split(' '), ofCell = () => document.querySelector(`.key[id$="_${cell}"]`);
    const found = direct ?? (verb === 'stop' ? document.querySelector('#panel #do-stop')
        : verb === 'place' ? ofCell() : document.getElementById(`key-${box}`));
    return found?.id ?? '' }"""
"""The control for a line: one that sends it, or opens the dialog that has one."""
IS_SEEN = """(id) => { const each = document.getElementById(id), box = each.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return top !== null && (each.contains(top) || (each.matches('.key') && top.matches('.key'))) }"""
MIDDLE = "(id) => { const {x, y, width, height} = document.getElementById(id).getBoundingClientRect(); return [x + width / 2, y + height / 2] }"
TAB_OF = """(id) => { const sheet = document.getElementById(id).closest('.sheet');
    const tab = sheet && document.querySelector(`.leaves a[href="#${sheet.id}"]`);
    return Boolean(tab?.checkVisibility()) && (tab.id = 'tab-of-' + sheet.id) }"""
"""The tab of the sheet with a control, if there is one."""
SCROLLED = """(id) => { const each = document.getElementById(id), around = [];
    for (let at = each.parentElement; at; at = at.parentElement) around.push([at, at.scrollLeft, at.scrollTop]);
    each.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    let count = 0;
    for (const [at, left, top] of around) {
        count += Math.ceil(Math.abs(at.scrollLeft - left) / (0.8 * at.clientWidth));
        count += Math.ceil(Math.abs(at.scrollTop - top) / (0.8 * Math.min(at.clientHeight, innerHeight))) }
    return count }"""
"""How many gestures bring a control into view."""
SHORTCUT = "(id) => document.getElementById(id).getAttribute('aria-keyshortcuts')"
WAY = """(id) => { const [from, to] = [document.activeElement, document.getElementById(id)];
    const middle = (each) => { const box = each.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] };
    const [x, y] = middle(from), [toX, toY] = middle(to);
    return {at: from.id, isThere: from === to, isOnSheet: Boolean(from.closest('.frame')), right: toX - x, down: toY - y,
        isBehind: Boolean(from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_PRECEDING)} }"""
MOST_ARROWS = 15


class Hands:
    """A player's hands at a page, which count what they do."""

    def __init__(self, page, means):
        self.page, self.means, self.counts = page, means, Counter()
        self.has_keys = page.evaluate("document.getElementById('key-list') !== null")

    def use(self, id_):
        """Do what a control is for."""
        if self.means == "keyboard":
            self.type(id_)
        else:
            self.point(id_)

    def point(self, id_):
        if not self.page.evaluate(IS_SEEN, id_) and (tab := self.page.evaluate(TAB_OF, id_)):
            self.strike(tab)
            self.page.wait_for_timeout(100)
        if not self.page.evaluate(IS_SEEN, id_):
            self.counts["scrolls"] += self.page.evaluate(SCROLLED, id_)
            self.page.wait_for_timeout(60)
        self.strike(id_)

    def strike(self, id_):
        pointer = self.page.touchscreen.tap if self.means == "touch" else self.page.mouse.click
        pointer(*self.page.evaluate(MIDDLE, id_))
        self.counts["taps"] += 1

    def press(self, key):
        self.page.keyboard.press(key)
        self.counts["presses"] += 1

    def type(self, id_):
        if key := self.page.evaluate(SHORTCUT, id_):
            return self.press(key)
        if self.has_keys:
            self.go_by_arrows(id_)
        self.go_by_tab(id_)
        return self.press("Enter")

    def go_by_arrows(self, id_):
        """As the eye leads: along the longer way first, and not back to where it was."""
        tried = set()
        for _ in range(MOST_ARROWS):
            way = self.page.evaluate(WAY, id_)
            if way["isThere"]:
                return
            ways = {
                "ArrowRight": way["right"],
                "ArrowLeft": -way["right"],
                "ArrowDown": way["down"],
                "ArrowUp": -way["down"],
            }
            keys = [key for key in sorted(ways, key=ways.get, reverse=True) if (way["at"], key) not in tried]
            if not keys:
                return
            tried.add((way["at"], keys[0]))
            self.press(keys[0])

    def go_by_tab(self, id_):
        for _ in range(1000):
            way = self.page.evaluate(WAY, id_)
            if way["isThere"]:
                return
            self.press("Shift+Tab" if way["isBehind"] else "Tab")
        raise LookupError(f"{id_} is not reached by Tab")


def settle(page, before):
    """Wait until the page shows something else than before, and for nothing more."""
    for _ in range(1500):
        if page.evaluate(STATE) != before and not page.evaluate(IS_BUSY):
            return
        page.wait_for_timeout(10)
    raise TimeoutError("the page shows nothing new")


def play(page, hands, luck, years):
    """Play on by chance; returns the number of moves and of years."""
    moves = done = 0
    while lines := page.evaluate(LINES):
        line = luck.choice([each for each in lines if each != "stop"] or lines)
        stamp = page.evaluate(STAMP)
        while page.evaluate(STAMP) == stamp:
            before = page.evaluate(STATE)
            hands.use(page.evaluate(CONTROL, line))
            settle(page, before)
        moves += 1
        done += line.startswith("path ")
        if done > years:
            return moves, years
    return moves, done


def main(*words):
    options = {"size": "1366x768", "seed": "1", "root": str(pages.ROOT), "years": "6"}
    options |= dict(each.removeprefix("--").split("=") for each in words if each.startswith("--"))
    means = next((each for each in words if not each.startswith("--")), "mouse")
    pages.ROOT = Path(options["root"])
    width, height = map(int, options["size"].split("x"))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch, sync_playwright() as playwright:
        server = pages.Served(Path(scratch))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            viewport = {"width": width, "height": height}
            page = browser.new_context(viewport=viewport, has_touch=means == "touch", is_mobile=width < 500).new_page()
            page.goto(server.link)
            form = {"game": "hadrians-wall", "kind": "full", "seed": f"effort {options['seed']}"}
            page.goto(page.request.post(f"{server.base}/play", form=form).url)
            page.wait_for_load_state("load")
            hands = Hands(page, means)
            moves, years = play(page, hands, random.Random(int(options["seed"])), int(options["years"]))
        finally:
            browser.close()
            server.end()
    told = ", ".join(
        f"{name} {count / years:.0f} a year, {count / moves:.2f} a move" for name, count in hands.counts.items()
    )
    sys.stdout.write(f"{means} {options['size']}: {moves} moves in {years} years: {told}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
