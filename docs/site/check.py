"""Check the built site: `python docs/site/check.py` finds dead links, what axe finds, and searches that lead astray."""

import sys
import threading
from collections.abc import Collection, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from shutil import which
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from built_site import BuiltSite
from page_runner import ROOT
from playwright.sync_api import Browser, sync_playwright

ColorScheme = Literal["light", "dark"]
HTML = ROOT / "build/site/html"
_LOOKS: tuple[tuple[ColorScheme, int, dict[str, list[str]]], ...] = (
    ("light", 1280, {}),
    ("dark", 390, {"runOnly": ["color-contrast", "scrollable-region-focusable", "target-size"]}),
)
"""Colours and width of the window, and options of axe: the second look is at rules that depend on these alone."""
_SEARCHES = {
    "bleed": "printing-basics.html",
    "lost one card": "faq.html#i-lost-one-card",
    "calibrate": "reference/command-line.html#vallum-calibrate",
    "裏面": "first-game-ja.html",
}
"""What is looked for, and the beginning of an address that has to stand among the first five."""
_QUICK: dict[str, object] = {"resultTypes": ["violations"], "preload": False}
"""Options that make axe look for nothing but what is wrong."""


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


def axe_findings(browser: Browser, address: str, names: Collection[str]) -> Iterator[str]:
    """Return what axe finds on the pages, on a desktop in light and on a phone in dark."""
    axe = Axe()
    for scheme, width, options in _LOOKS:
        page = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900}).new_page()
        for name in names:
            page.goto(address + name)
            for finding in axe.run(page, options=_QUICK | options).response["violations"]:
                yield f"{name} in {scheme}: {finding['id']}: {finding['nodes'][0]['html'][:200]}"


def search_findings(browser: Browser, first_page: str) -> Iterator[str]:
    """Return what is wrong with the search, used by keys alone on pages that lie on a disk."""
    page = browser.new_context().new_page()
    page.on("requestfailed", lambda request: misses.append(request.url))
    misses: list[str] = []
    page.goto(first_page)
    page.keyboard.press("/")
    for words, place in _SEARCHES.items():
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(words)
        page.locator(".search-panel li").first.wait_for(timeout=30_000)
        links = page.eval_on_selector_all(".search-panel a", "links => links.slice(0, 5).map(({ href }) => href)")
        if not any(f"/html/{place}" in link for link in links):
            yield f"search: {words} leads to {links}"
    for finding in Axe().run(page, options=_QUICK).response["violations"]:
        yield f"search: {finding['id']}: {finding['nodes'][0]['html'][:200]}"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/first-game-ja.html*")
    yield from (f"search: {miss} is missing" for miss in misses)


def main() -> int:
    """Print what is wrong with the site; 1 if anything is."""
    site = BuiltSite(HTML)
    findings = list(site.dead_links())
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=HTML))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        findings += axe_findings(browser, f"http://127.0.0.1:{server.server_port}", site.pages)
        findings += search_findings(browser, (HTML / "index.html").as_uri())
        browser.close()
    server.shutdown()
    sys.stdout.write("".join(f"{finding}\n" for finding in findings))
    sys.stdout.write(f"{len(site.pages)} pages, {len(findings)} findings\n")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
