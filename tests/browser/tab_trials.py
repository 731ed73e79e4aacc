"""Hundreds of visits to the pages in a browser tab: launches, kills amid taps, and hostile packs, each with its outcome.

    python -m tests.browser.tab_trials SITE chromium --launches 200 --kills 50 --packs 30 --taps 40

SITE is a folder that `vallum site` has written. Each trial is one line, and so are the sums at the end; the exit code is 1
if one failed. `test_tab_trials.py` has a few of each.
"""

import argparse
import http.server
import io
import itertools
import json
import statistics
import sys
import tempfile
import threading
import time
import zipfile
from contextlib import suppress
from functools import partial
from pathlib import Path

from tests.browser.conftest import Chromium, Firefox
from tests.hostile import data_cases, drawn_cases
from tests.hostile.hostile_game import BUILD, CHECK, Desk

LAUNCH, ANSWER = 90, 60
"""Seconds until a program that is not ready, or a page that is not shown, counts as hanging."""
PATIENCE = 10
"""Seconds that a page may take before somebody presses the button that stops it."""
WORKERS = """() => { const Plain = window.Worker; window.workers = [];
    window.Worker = class extends Plain { constructor(...each) { super(...each); window.workers.push(this); } } }"""
READY = "document.documentElement.dataset.ready !== undefined"
SHOWN = "!frame.hidden && page?.readyState === 'complete' && Boolean(page.querySelector('main'))"
PLAYED = "Number(page?.querySelector('#moves [name=at]')?.value ?? -1)"
MOVES = """[...page.querySelectorAll('[form=moves][name=do]')]
    .filter((each) => !each.disabled && !/undo|redo|stop/.test(each.value))"""
TAP = f"""new Promise((done) => {{
    const begin = performance.now();
    page.addEventListener('shown', () => requestAnimationFrame(() => done(performance.now() - begin)), {{ once: true }});
    {MOVES}[0].click() }})"""
"""Milliseconds from a tap to the frame after the new page, which comes once the move is written."""
NOTE = "document.getElementById('note').textContent"
KEPT = """(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('vallum-press-bytecode');
    for await (const file of folder.values()) return (await file.getFile()).size > 1e6 })().catch(() => false)"""
"""Whether what was compiled is there for the next visit."""
GIVE = """fetch({address}).then((answer) => answer.blob()).then((blob) => {{
    const files = new DataTransfer(), input = document.getElementById('add');
    files.items.add(new File([blob], {name}));
    input.files = files.files;
    document.getElementById('note').textContent = '';
    input.dispatchEvent(new Event('change')) }})"""


class Files(http.server.SimpleHTTPRequestHandler):
    """Plain files, with the page that hosts such as GitHub's show for absent ones."""

    def log_message(self, *_):
        pass

    def send_error(self, code, message=None, explain=None):
        page = Path(self.directory, "press/404.html")
        if code != http.HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        data = page.read_bytes()
        with suppress(ConnectionError):  # the browser may be gone
            self.send_response(code)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)


class Host:
    """A web host, until it is gone; the site lies below /press/ in its folder."""

    def __init__(self, folder, port=0):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), partial(Files, directory=folder))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/press/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class ChromiumVisit(Chromium):
    """One start of Chromium."""

    def __init__(self, profile):
        super().__init__(profile, "--disable-background-networking", "--no-first-run")
        pages = [each for each in self.targets() if each["type"] == "page"]
        self.session = self.attached(pages[0]["targetId"])
        self.ask("Page.addScriptToEvaluateOnNewDocument", source=f"({WORKERS})()")

    def ask(self, method, **params):
        return self.call(method, params, sessionId=self.session)

    def value(self, script):
        return self.run(script, self.session)

    def go(self, address):
        self.ask("Page.enable")
        self.ask("Page.navigate", url=address)

    def end_service_worker(self):
        self.ask("ServiceWorker.enable")
        self.ask("ServiceWorker.stopAllWorkers")


class FirefoxVisit(Firefox):
    """One start of Firefox, which ends service workers soon if it is asked to: it has no call for that."""

    def __init__(self, profile):
        super().__init__(profile)
        self.call("script.addPreloadScript", {"functionDeclaration": WORKERS})

    def value(self, script):
        return self.run(script)

    def go(self, address):
        params = {"context": self.context, "url": address, "wait": "none"}
        self.call("browsingContext.navigate", params)

    def end_service_worker(self):
        """Do nothing: `idle_soon` has Firefox end it by itself."""


BROWSERS = {"chromium": ChromiumVisit, "firefox": FirefoxVisit}


def idle_soon(profile):
    """Have Firefox end service workers soon after their last event, and half a minute after one that goes on."""
    Path(profile).mkdir(parents=True, exist_ok=True)
    lines = ("idle_timeout", 500), ("idle_extended_timeout", 30_000)
    text = "".join(f'user_pref("dom.serviceWorkers.{name}", {value});\n' for name, value in lines)
    (Path(profile) / "prefs.js").write_text(text, "utf-8")


class TrialError(Exception):
    """What a trial waited for in vain, and what stood there."""


class Visit:
    """A tab with the pages, in a browser that is started for it."""

    def __init__(self, browser, profile, address):
        self.browser, self.address = BROWSERS[browser](profile), address

    def shows(self, script):
        """What a script gives that may name the `frame` and the `page` in it; None while another page is loaded."""
        whole = f"""(async () => {{ const frame = document.getElementById('page'), page = frame?.contentDocument;
            return JSON.stringify((await ({script})) ?? null) }})()"""
        try:
            return json.loads(self.browser.value(whole) or "null")
        except AssertionError:
            return None

    def until(self, script, seconds=ANSWER):
        """Wait until a script gives something; return the seconds that it took."""
        begin = time.monotonic()
        while not self.shows(script):
            if time.monotonic() > begin + seconds:
                seen = self.shows(
                    "[document.getElementById('state')?.textContent, document.getElementById('note')?.textContent, page?.body?.innerText?.slice(0, 200)]"
                )
                raise TrialError(f"waited {seconds} s for {script}; there is {seen}")
            time.sleep(0.02)
        return time.monotonic() - begin

    def start(self, path=""):
        """Open the site; return the seconds until the program is ready, and until its page is there."""
        begin = time.monotonic()
        self.browser.go(self.address + path)
        self.until(READY, LAUNCH)
        ready = time.monotonic() - begin
        self.until(SHOWN)
        return ready, time.monotonic() - begin

    def go(self, path, seconds=ANSWER):
        """Show a page of the program in the frame; return the seconds that it took."""
        begin = time.monotonic()
        self.shows(f"void (page.isOld = true, frame.contentWindow.location.href = {json.dumps(path)})")
        self.until(f"!page?.isOld && {SHOWN}", seconds)
        return time.monotonic() - begin

    def begin_game(self):
        """Begin a game of solo play; return its address."""
        self.go("/press/play")
        self.shows("void page.querySelector(\"form[action*='/press/play#new']\").requestSubmit()")
        self.until(f"{PLAYED} >= 0")
        return self.shows("page.location.pathname")

    def tap(self, *, waits=True):
        """Make a move; return the number of moves that the page shows, once it shows another if it `waits`."""
        before = self.shows(PLAYED)
        self.shows(f"void {MOVES}[0].click()")
        if waits:
            self.until(f"{PLAYED} > {before}")
        return self.shows(PLAYED)

    def kill(self):
        """End the browser as a crash does."""
        self.browser.process.kill()
        self.browser.process.wait()
        self.browser.stack.close()

    def close(self):
        self.browser.close()


def launches(browser, folder, address, count):
    """Yield the seconds of each launch, the first of each pair in a profile without a copy of the site."""
    for number in range(count):
        if number % 2 == 0:
            profile = tempfile.mkdtemp(dir=folder)
        yield f"launch {number} {'warm' if number % 2 else 'cold'}", partial(_launch, browser, profile, address)


def _launch(browser, profile, address):
    visit = Visit(browser, profile, address)
    try:
        ready, shown = visit.start()
        visit.until(KEPT)
        return {"ready": round(ready, 2), "shown": round(shown, 2)}
    finally:
        visit.close()


def kills(browser, folder, address, count):
    """Yield kills amid taps: of the browser, of the worker and of the service worker in turn."""
    profile = Path(tempfile.mkdtemp(dir=folder))
    idle_soon(profile) if browser == "firefox" else None
    game = _Game(browser, profile, address)
    for number, way in zip(range(count), itertools.cycle(("browser", "worker", "service worker")), strict=False):
        yield f"kill {number} {way}", partial(game.kill, way, number % 4)
    game.close()


class _Game:
    """A game that goes on through all kills."""

    def __init__(self, browser, profile, address):
        self.browser, self.profile, self.address = browser, profile, address
        self.visit, self.place, self.confirmed = None, "", 0

    def close(self):
        if self.visit:
            self.visit.close()

    def open(self):
        """Show the game, which is begun if there is none that goes on."""
        if not self.visit:
            self.visit = Visit(self.browser, self.profile, self.address)
            self.visit.start(self.place.removeprefix("/press/"))
        # Another game where no button makes a move: it is over, or asks for boxes.
        if not self.place or self.visit.shows(f"{MOVES}.length") == 0:
            self.place, self.confirmed = self.visit.begin_game(), 0

    def kill(self, way, taps):
        """Kill amid the last of some taps; return the moves before and after."""
        try:
            return self._kill(way, taps)
        except Exception:
            self.close()
            self.visit = None
            raise

    def _kill(self, way, taps):
        self.open()
        for _ in range(taps):
            self.open()
            self.confirmed = max(self.confirmed, self.visit.tap())
        self.open()
        self.confirmed = max(self.confirmed, self.visit.shows(PLAYED))
        self.visit.tap(waits=False)
        begin = time.monotonic()
        if way == "browser":
            self.visit.kill()
            self.visit = Visit(self.browser, self.profile, self.address)
            self.visit.start(self.place.removeprefix("/press/"))
        elif way == "worker":
            self.visit.shows("void (delete document.documentElement.dataset.ready, window.workers.at(-1).terminate())")
            self.visit.until(READY, LAUNCH)
            self.visit.go(self.place)
        else:
            self.visit.browser.end_service_worker()
            self.visit.go(self.place)
        after = self.visit.shows(PLAYED)
        if after < self.confirmed:
            raise TrialError(f"{self.confirmed} moves were confirmed, {after} are there")
        return {"confirmed": self.confirmed, "after": after, "seconds": round(time.monotonic() - begin, 2)}


def orders(browser, folder, address, count):
    """Yield orders of the largest game; the page of an order hears of its end by events alone, which take long here."""
    profile = Path(tempfile.mkdtemp(dir=folder))
    idle_soon(profile) if browser == "firefox" else None
    visit = Visit(browser, profile, address)
    visit.start()
    for number, language in zip(range(count), itertools.cycle(("en", "ja")), strict=False):
        yield f"order {number} {language}", partial(_print, visit, f"hadrians-wall?language={language}")
    visit.close()


def _print(visit, order):
    """Print a game; return the seconds."""
    visit.go(f"/press/print/{order}")
    begin = time.monotonic()
    visit.shows("void page.querySelector('main form[method=post]').requestSubmit()")
    visit.until("page?.location?.pathname?.includes('/print/order')")
    visit.until("page?.querySelectorAll(\"a[href$='.pdf']\").length", 120)
    return {"seconds": round(time.monotonic() - begin, 1)}


def taps(browser, folder, address, count):
    """Yield taps of a game, as many again while another game is printed, prints of Glory to Rome, and the memory then."""
    visit = Visit(browser, tempfile.mkdtemp(dir=folder), address)
    visit.start()
    visit.begin_game()
    for number in range(count):
        yield f"tap {number} alone", partial(_tap, visit)
    printing = _Printing(visit)
    for number in range(count):
        yield f"tap {number} beside", partial(printing.tap)
    for number, language in enumerate(("en", "ja")):
        yield f"order {number} {language}", partial(_print, visit, f"glory-to-rome?language={language}")
    yield "memory", lambda: {"megabytes": memory(visit.browser.process.pid)}
    visit.close()


def _tap(visit):
    """Make a move, of another game where no button makes one; return its milliseconds."""
    if not visit.shows(f"{MOVES}.length"):
        visit.begin_game()
    visit.until(SHOWN)  # with its scripts: without them a move loads a page anew
    return {"milliseconds": round(visit.shows(TAP))}


class _Printing:
    """A game that is played while the largest one is printed, again and again."""

    def __init__(self, visit):
        self.visit, self.order = visit, ""

    def tap(self):
        """Make a move that begins and ends while the order goes on; return its milliseconds."""
        for _ in range(5):
            if not self.goes_on():
                self.begin()
            result = _tap(self.visit)
            if self.goes_on():
                return result
        raise TrialError("each order was over before the move")

    def begin(self):
        """Give the order from its page, and show the game again."""
        game = self.visit.shows("page.location.pathname")
        self.visit.go("/press/print/hadrians-wall")
        self.visit.shows("void page.querySelector('main form[method=post]').requestSubmit()")
        self.visit.until("page?.location?.pathname?.includes('/print/order')")
        self.order = self.visit.shows("page.location.pathname")
        self.visit.go(game)

    def goes_on(self):
        """Whether there is an order whose page lists no PDF yet."""
        page = f"fetch({json.dumps(self.order)}).then((answer) => answer.text())"
        return bool(self.order) and self.visit.shows(f"{page}.then((text) => !text.includes('.pdf'))")


def memory(process):
    """Return the megabytes that a process and all below it hold, pages that they share counted once."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    family, size = {process}, 0
    while size < len(family):
        size = len(family)
        family |= {child for child, parent in parents.items() if parent in family}
    shares = (Path(f"/proc/{number}/smaps_rollup") for number in family)
    return sum(_share(file) for file in shares) >> 10


def _share(file):
    """Return the kilobytes of a process, its part of shared pages; 0 if it has ended."""
    with suppress(OSError):
        lines = dict(line.split(":", 1) for line in file.read_text().splitlines() if line.count(":") == 1)
        return int(lines["Pss"].split()[0])
    return 0


def hostile_packs(count):
    """Return packs by name: archives that are hostile, and archives of games with hostile parts."""
    cases = [case for case in (*drawn_cases.cases(), *data_cases.cases()) if case.run[0] in {BUILD[0], CHECK[0]}]
    first = [case for case in cases if case.name.startswith("pack: ")]
    others = [case for case in cases if case not in first and not case.built and not case.shell]
    half = min(len(first), (count + 1) // 2)
    chosen = first[:: max(len(first) // half, 1)][:half] + others[:: max(len(others) // max(count - half, 1), 1)]
    return {case.name: _pack(case) for case in chosen[:count]}


def _pack(case):
    """The pack of a case."""
    with tempfile.TemporaryDirectory() as name:
        desk = Desk(Path(name), case.name)
        case.spoil(desk)
        file = Path(name, "x.zip")
        if file.is_file():
            return file.read_bytes()
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(desk.game.rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(name))
        return data.getvalue()


def packs(browser, folder, address, count):
    """Yield hostile packs, all brought in by one tab, whose first page and game must be there afterwards."""
    visit = Visit(browser, tempfile.mkdtemp(dir=folder), address)
    visit.start()
    game = visit.begin_game()
    moves = visit.tap()
    given = Path(folder, "root/packs")
    given.mkdir(exist_ok=True)
    for number, (name, data) in enumerate(hostile_packs(count).items()):
        (given / f"{number}.zip").write_bytes(data)
        yield f"pack {number} {name}", partial(_bring_in, visit, number, game, moves)
    visit.close()


def _bring_in(visit, number, game, moves):
    begin = time.monotonic()
    visit.go("/press/")
    words = {"address": json.dumps(f"/packs/{number}.zip"), "name": json.dumps(f"trial-{number}.zip")}
    visit.shows(GIVE.format(**words))
    stops = _until_stopped(visit, f"{NOTE} !== '' && !{NOTE}.endsWith('last page')")
    said = visit.shows(NOTE)
    if said.endswith("is here"):
        visit.until("page?.location.pathname.includes('/gallery/')")
        name = visit.shows("page.location.pathname").rpartition("/")[2]
        for path in (f"/press/gallery/{name}", f"/press/rules/{name}"):
            stops += _until_stopped(visit, f"!page?.isOld && {SHOWN}", path)
        stops += _order(visit, name)
        said += " | " + str(visit.shows("page.querySelector('main').innerText.replaceAll('\\n', ' ').slice(0, 160)"))
    stops += _until_stopped(visit, f"!page?.isOld && {SHOWN} && page.title", "/press/")
    visit.go(game)
    if visit.shows(PLAYED) < moves:
        raise TrialError("the game that was begun is not there")
    return {"said": said, "stops": stops, "seconds": round(time.monotonic() - begin, 1)}


def _order(visit, name):
    """Print a game, until the order is over; return how often it was stopped."""
    stops = _until_stopped(visit, f"!page?.isOld && {SHOWN}", f"/press/print/{name}")
    if not visit.shows("Boolean(page.querySelector('main form[method=post]'))"):
        return stops
    visit.shows("void page.querySelector('main form[method=post]').requestSubmit()")
    visit.until("page?.location?.pathname?.includes('/print/order')")
    visit.until("Boolean(page?.querySelector('#order [role=status]')) && !page.body.dataset.live", 120)
    return stops


def _until_stopped(visit, script, path=""):
    """Wait for something as somebody who presses Stop where it takes long; return how often that was pressed."""
    if path:
        visit.shows(f"void (page.isOld = true, frame.contentWindow.location.href = {json.dumps(path)})")
    stops = 0
    begin = last = time.monotonic()
    while not visit.shows(script):
        now = time.monotonic()
        if now > begin + 2 * ANSWER:
            raise TrialError(f"waited for {script}; there is {visit.shows(NOTE)}")
        if now > last + PATIENCE and visit.shows("!document.getElementById('stop').hidden"):
            visit.shows("void document.getElementById('stop').click()")
            stops, last = stops + 1, now
            break
        time.sleep(0.05)
    return stops


TRIALS = {"launches": launches, "kills": kills, "orders": orders, "packs": packs, "taps": taps}


def run(kind, browser, site, count, show=lambda _: None):
    """Run so many trials of a kind; return the outcome of each by its name, and the names of those that failed."""
    outcomes, failed = {}, []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        (Path(folder) / "root").mkdir()
        (Path(folder) / "root/press").symlink_to(Path(site).absolute())
        host = Host(Path(folder, "root"))
        try:
            for name, trial in TRIALS[kind](browser, folder, host.address, count):
                try:
                    outcomes[name] = trial()
                except Exception as error:
                    failed.append(name)
                    outcomes[name] = {"failed": f"{type(error).__name__}: {error}"[:600]}
                show(f"{name}: {json.dumps(outcomes[name], ensure_ascii=False)}")
        finally:
            host.close()
    return outcomes, failed


def summary(kind, outcomes, failed):
    """Return a line for each kind of figure: its median and its largest value, in seconds where the name is no unit."""
    lines = [f"{kind}: {len(outcomes)} run, {len(failed)} failed {failed or ''}"]
    for part in (
        "cold",
        "warm",
        "browser",
        "service worker",
        "worker",
        "en",
        "ja",
        "pack",
        "alone",
        "beside",
        "memory",
    ):
        some = [each for name, each in outcomes.items() if name.startswith(part) or name.endswith(f" {part}")]
        for figure in ("ready", "shown", "seconds", "milliseconds", "megabytes"):
            values = [each[figure] for each in some if figure in each]
            if values:
                lines.append(f"  {part} {figure}: median {statistics.median(values):.1f}, most {max(values):.1f}")
    return "\n".join(lines)


def show(line):
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main():
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("site")
    parser.add_argument("browser", choices=BROWSERS)
    for kind in TRIALS:
        parser.add_argument(f"--{kind}", type=int, default=0)
    given = parser.parse_args()
    has_failed = False
    for kind in TRIALS:
        if count := getattr(given, kind):
            outcomes, failed = run(kind, given.browser, given.site, count, show)
            show(summary(kind, outcomes, failed))
            has_failed |= bool(failed)
    sys.exit(has_failed)


if __name__ == "__main__":
    main()
