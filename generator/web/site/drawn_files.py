"""Files that pages ask for and that are the same for all readers: made when the site is written, not in the tab."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from generator.base.errors import OutputError
from generator.load.game_locations import shipped_games
from generator.web.app.start_page import FONTS
from generator.web.http.page_renderer import STATIC_FOLDER
from generator.web.http.reader_settings import LANGUAGES
from generator.web.site.browser_tab import BrowserTab, TabRequest
from generator.web.site.tab_files import TabFiles

TRIES = 20
"""How often a file is asked for: a computer that is busy answers 503 after some seconds, and goes on drawing."""
LATE_FONTS = ("noto-sans-jp",)
"""Fonts of several MB, for readers whose computers lack such a font; they are not written in advance."""


def drawn_files() -> dict[str, bytes]:
    """Return styles, scripts, fonts and the covers of the shipped games, by their addresses below the start page."""
    addresses = [f"static/{file.name}" for file in sorted(STATIC_FOLDER.iterdir()) if file.name != "worker.js"]
    addresses += [f"font/{name}.ttf" for name in FONTS if name not in LATE_FONTS]
    addresses += [f"gallery/{game}/cover.svg?{language}" for game in shipped_games() for language in LANGUAGES]
    with TemporaryDirectory() as folder:
        return asyncio.run(_answers(Path(folder), addresses))


def _refuse(*_: object) -> Path:
    """Stand in for the function that unpacks games: none is brought in while a site is written."""
    raise NotADirectoryError


async def _print_nothing(*_: object) -> bytes:
    """Stand in for the worker that makes print jobs."""
    raise OSError  # covers are drawn without a job


async def _answers(folder: Path, addresses: list[str]) -> dict[str, bytes]:
    """Return the answers to requests for some addresses, from pages made for this alone."""

    async def save() -> None:
        pass

    tab = BrowserTab("", TabFiles(folder / "home", _refuse), folder / "out", save, _print_nothing)
    try:
        return {address: await _answer(tab, address) for address in addresses}
    finally:
        tab.close()


async def _answer(tab: BrowserTab, address: str) -> bytes:
    """Return the content at an address; a query is the language to ask in. Raises OutputError if there is none."""
    language = address.partition("?")[2]
    request = TabRequest("GET", f"/{address}", [("accept-language", language)], b"")
    for _ in range(TRIES):
        parts: list[tuple[str, Any]] = []
        await tab.answer(0, request, lambda kind, part, parts=parts: parts.append((kind, part)))  # type: ignore[misc]
        status = json.loads(next(part for kind, part in parts if kind == "start"))["status"]
        if status == HTTPStatus.OK:
            return b"".join(part for kind, part in parts if kind == "chunk")
    raise OutputError(f"{address}: cannot be drawn (status {status}); try again when this computer is less busy")
