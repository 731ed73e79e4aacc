"""Every room as a picture, in three widths, two languages, light and dark, to be looked at.

    python tests/bench/rooms.py FOLDER [WORD …]

Only the rooms whose name holds one of the words; all of them without. Games are begun, half played and finished for it.
"""

import sys
import tempfile
from itertools import product
from pathlib import Path

from page import ROOT, Chromium, Served

WIDTHS = (360, 768, 1440)
SETTINGS = [f"{lang}.{look}.normal" for lang, look in product(("en", "ja"), ("light", "dark"))]
PLAYED = ROOT / "tests/play/transcripts"
WISHES = {"full": ("--difficulty", "normal"), "paper": ("--mode", "paper", "--difficulty", "hard")}
"""As the games that are written down were begun, with `a seed for show`."""
LINES = {"full": {"begun": 0, "early": 6, "half": 80, "late": 148, "over": 999}, "paper": {"early": 4, "half": 20, "over": 999}}  # fmt: skip
"""Lines of each that are typed."""
ROOMS = {
    "start": "/",
    "play": "/play",
    "gallery": "/gallery",
    "gallery-cards": "/gallery/hadrians-wall?part=fate",
    "gallery-sheets": "/gallery/hadrians-wall?part=sheets&zoom=large",
    "print": "/print",
    "print-game": "/print/hadrians-wall",
    "refused": "/nowhere",
} | {f"table-{kind}-{when}": f"/play/{kind}-{when}" for kind, times in LINES.items() for when in times}
LOOKS = ("odds", "deck", "log", "score", "hint")
ROOMS |= {f"table-full-half-{look}": f"/play/full-half?look={look}" for look in LOOKS}
STATUS = "performance.getEntriesByType('navigation')[0].responseStatus"
BOX = "[...document.querySelectorAll('main a.key[href*=\"box=\"]')].at(-1)?.href"


def played(server):
    """Begin the games and play them as far as they are wanted."""
    for kind, times in LINES.items():
        text = (PLAYED / f"{kind}.txt").read_text("utf-8")
        lines = [line[2:] for line in text.splitlines() if line.startswith("> ")]
        for when, count in times.items():
            wish = [*WISHES[kind], "--seed", "a seed for show", "--name", f"{kind}-{when}"]
            server.typed(lines[:count], "solo", "new", "hadrians-wall", *wish)


def pictured(browser, server, folder, rooms):
    for width, setting in product(WIDTHS, SETTINGS):
        browser.call("Network.setCookie", name="vallum-page", value=setting, url=server.base)
        browser.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500
        )
        for name, address in rooms.items():
            browser.go(server.base + address)
            assert browser.run(STATUS) == (404 if name == "refused" else 200), f"{address} is not there"
            browser.run(
                "Promise.all([...document.images].map(each => (each.loading = 'eager', each.decode().catch(() => 0))))"
            )
            file = folder / f"{name}-{width}-{setting.replace('.normal', '').replace('.', '-')}.png"
            browser.screen(file.with_stem(f"{file.stem}-screen"))
            browser.pictured(file)
            sys.stdout.write(f"{file}\n")


def main(folder, *words):
    """Draw them."""
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        server = Served(Path(scratch))
        browser = Chromium(Path(scratch) / "profile")
        try:
            played(server)
            browser.go(server.link)
            browser.go(f"{server.base}/play/full-half")
            rooms = dict(ROOMS)
            if box := browser.run(BOX):
                rooms["table-full-half-box"] = box.removeprefix(server.base)
            wanted = {name: at for name, at in rooms.items() if not words or any(word in name for word in words)}
            pictured(browser, server, out, wanted)
        finally:
            browser.end()
            server.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
