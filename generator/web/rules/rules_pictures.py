"""The figures and icons of rules as pictures, drawn when a browser asks for them and kept compressed."""

from __future__ import annotations

import gzip
from contextlib import suppress
from urllib.parse import quote

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.errors import Faults
from generator.base.memory.limited_cache import LimitedCache
from generator.build.input_digests import InputDigests
from generator.build.text_pages.text_pictures import TextPictures
from generator.model.game import Game
from generator.model.prose import FigureBlock
from generator.web.http.request_form import require_found
from generator.web.previews.face_previews import CACHE_FOREVER, CSS_PIXELS, FacePreviews, stamp
from generator.web.previews.served_games import ServedGames
from generator.web.rules.rules_html import RulesFigure
from generator.web.rules.rules_text import RulesText, RulesTexts

ENLARGED = 1.25
"""Scale of a figure on the screen, relative to paper."""
MAX_GAMES = 1
"""Most games whose drawing tools (fonts, shaped words) are kept."""
MAX_BYTES = 4 << 20
"""Size of all kept pictures."""


class RulesPictures:
    """Pictures by game, component, language and name: `figure-1` is the first of the text, `icon-coin` an icon."""

    def __init__(self, previews: FacePreviews, games: ServedGames, texts: RulesTexts) -> None:
        self._previews, self._games, self._texts = previews, games, texts
        self._tools = LRUCache[str, tuple[str, Game, TextPictures]](MAX_GAMES)
        self._kept = LimitedCache[tuple[str, ...], bytes](MAX_BYTES, len)

    def routes(self) -> list[Route]:
        return [Route("/rules/{game}/{component}/{language}/{stamp}/{name}.svg", self._picture)]

    def rules_address(self, game: Game) -> str:
        """Return the address of a game's rules; empty if the game has none or is not served."""
        folder = self._games.folders.get(game.id)
        is_served = folder is not None and folder.folder.resolve() == game.folder.resolve()
        return f"/rules/{quote(game.id)}" if is_served and game.texts else ""

    def icon_address(self, id_: str, component: str, language: str) -> str:
        """Return the address of the icons of a text, with `{}` for the name of one; empty for an unknown game."""
        folder = self._games.folders.get(id_)
        return (
            f"{_start(id_, component, language, stamp(InputDigests.of(folder.folder)))}/icon-{{}}.svg" if folder else ""
        )

    def shown(self, id_: str, text: RulesText) -> tuple[str, tuple[RulesFigure | None, ...]]:
        """Return the common start of the addresses of a text's pictures, and its figures.

        Call it in the thread of the previews.
        """
        now, game, tools = self._tools_of(id_)
        part = next(part for part in game.components if part.id == text.component)
        start = _start(id_, text.component, text.language, now)
        figures: list[RulesFigure | None] = []
        for number, block in enumerate(text.figures, 1):
            size = None
            with suppress(Faults):  # the page of the gallery tells them
                size = tools.figure_size(part, block, text.language)
            address = f"{start}/figure-{number}.svg"
            if size is None:
                figures.append(None)
                continue
            width, height = (round(length * CSS_PIXELS * ENLARGED) for length in size)
            figures.append(RulesFigure(address, width, height, shown_parts(game, block, text.language)))
        return start, tuple(figures)

    async def _picture(self, request: Request) -> Response:
        """Send a figure or an icon of a text as compressed SVG; HTTPException 404 for an unknown one."""
        key = tuple(request.path_params[name] for name in ("game", "stamp", "component", "language", "name"))
        require_found(self._games.folders.get(key[0]))
        drawn = self._kept.get(key) or await self._previews.run(lambda: self._draw(*key))
        # The digest of the files is part of the key, so a kept picture is never outdated.
        self._kept[key] = require_found(drawn)
        headers = {"cache-control": CACHE_FOREVER, "content-encoding": "gzip"}
        return Response(drawn, media_type="image/svg+xml", headers=headers)

    def _draw(self, id_: str, requested_stamp: str, component: str, language: str, name: str) -> bytes | None:
        """Return a figure or an icon as compressed SVG, by the parts of its address.

        None for an unknown or outdated one.
        """
        now, game, tools = self._tools_of(id_)
        part = next((text_part for text_part in game.texts if text_part.id == component), None)
        # An old address must not give a picture of new files, which the browser would keep for ever.
        if requested_stamp != now or part is None or language not in game.languages:
            return None
        kind, _, which = name.partition("-")
        with suppress(Faults):
            if kind == "icon":
                return _compressed(tools.icon(part, which, language).svg)
            figures = self._texts.text(game, part, language).figures
            # int() alone would accept signs and digits of other scripts, and raise errors for other texts.
            number = int(which) if kind == "figure" and which.isascii() and which.isdecimal() else 0
            if 0 < number <= len(figures) and (drawn := tools.figure(part, figures[number - 1], language)):
                return _compressed(drawn.svg)
        return None

    def _tools_of(self, id_: str) -> tuple[str, Game, TextPictures]:
        """Return the digest of a game's files, the game, and the tools that draw its figures.

        They are made again after a change of a file. Raises Faults for a game that never could be read.
        """
        folder = self._games.folders[id_]
        inputs = InputDigests.of(folder.folder)
        stored = self._tools.get(id_)
        if stored is None or stored[0] != stamp(inputs):
            served = self._games.get(id_)
            if served.game is None:
                raise Faults(served.faults)
            stored = stamp(inputs), served.game, TextPictures(served.game, folder.shown, inputs)
            if inputs.state.is_current(folder.folder):
                self._tools[id_] = stored
        return stored


def _start(game: str, component: str, language: str, now: str) -> str:
    """Return the common start of the addresses of a text's pictures; `now` is the digest of the game's files."""
    return f"/rules/{quote(game)}/{component}/{language}/{now}"


def shown_parts(game: Game, block: FigureBlock, language: str) -> str:
    """Return a description of a figure: the titles of its faces' components, each once; empty for a drawing."""
    figure = game.figures.get(block.name)
    names = [face.show for face in figure.faces] if figure else [block.name]
    titles = {part.id: part.title[language] for part in game.components}
    return ", ".join(
        dict.fromkeys(
            titles[name] for name in (name_of_face.partition("/")[0] for name_of_face in names) if name in titles
        )
    )


def _compressed(picture: str) -> bytes:
    """Return an SVG picture compressed by gzip."""
    # A medium level: rules pictures are kept and sent often. Without a time, equal pictures are equal bytes.
    return gzip.compress(picture.encode(), 6, mtime=0)
