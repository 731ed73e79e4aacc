"""The pages with the rules of games: `/rules/<game>`, and `/rules/<game>/<component>` for further texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.messages import Messages
from generator.base.records import replace
from generator.build.text_pages.icon_words import IconWords, all_icon_names
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import require_found
from generator.web.previews.face_previews import FacePreviews, game_language
from generator.web.previews.game_requests import GameRequests
from generator.web.rules.rules_html import RulesFigure, RulesHtml
from generator.web.rules.rules_pictures import RulesPictures
from generator.web.rules.rules_text import RulesText, RulesTexts

LONGEST_QUERY = 100
"""Longest search text, in characters."""


class RulesPages:
    """The texts of all games that have any."""

    def __init__(
        self,
        *,
        pages: PageRenderer,
        previews: FacePreviews,
        rules_texts: RulesTexts,
        rules_pictures: RulesPictures,
        words: Callable[[str], Messages],
        requests: GameRequests,
    ) -> None:
        self._pages = pages
        self._previews = previews
        self._rules_texts = rules_texts
        self._rules_pictures = rules_pictures
        self._words = words
        self._requests = requests

    def routes(self) -> list[Route]:
        pages = [Route("/rules/{game}", self._page), Route("/rules/{game}/{component}", self._page)]
        return pages + self._rules_pictures.routes()

    async def _page(self, request: Request) -> Response:
        """Answer with a text of a game's rules, its table of contents and the results of a search."""
        id_, component = request.path_params["game"], request.path_params.get("component", "")
        served, inputs = await self._requests.load(request)
        if served.game is None or served.faults:
            return self._requests.faults(request, self._requests.context("rules", served, inputs))
        reader = ReaderSettings.of(request).lang
        # A text of any length in an address would be searched for in every section.
        query = " ".join(request.query_params.get("q", "")[:LONGEST_QUERY].split())
        # The rules may lack the reader's language; then they come in the game's first one.
        game, language = served.game, game_language(served.game, reader)
        parts = game.texts
        part = require_found(next((text_part for text_part in parts if component in ("", text_part.id)), None))
        words = self._words(language)
        icons = IconWords(all_icon_names(game, language), words)

        def read() -> tuple[RulesText, str, tuple[RulesFigure | None, ...]]:
            """Return the text, the common start of its pictures' addresses, and its figures."""
            text = self._rules_texts.text(game, part, language)
            return text, *self._rules_pictures.shown(id_, text)

        # Drawing tools belong to the thread of the previews.
        text, pictures, figures = await self._previews.run(read)
        described = [figure and replace(figure, alt=self._alt(reader, figure)) for figure in figures]
        html = RulesHtml(text, icons, words, f"{pictures}/icon-{{}}.svg", described, query)
        links = [
            (text_address(id_, text_part.id, parts[0].id), text_part.title[language], text_part is part)
            for text_part in parts
        ]
        context: dict[str, Any] = {
            "room": "rules",
            "address": request.url.path,
            "title": game.title[language],
            "language": language,
        }
        context |= {"query": query, "longest": LONGEST_QUERY, "found": html.found()}
        context |= {"texts": links, "text_title": html.inline(text.title), "contents": html.contents()}
        context |= {"sections": "\n".join(html.sections())}
        # Once for a game: below its first text.
        context["credits"] = [credit for credit in game.credits if credit.words] if part is parts[0] else []
        context["credits_title"] = words("credits.title")
        return self._pages.html(request, "rules/rules", **context)

    def _alt(self, reader: str, figure: RulesFigure) -> str:
        """Return the alternative text of a figure in the reader's language."""
        return self._pages.messages[reader]("rules.figure", what=figure.alt) if figure.alt else ""


def text_address(game: str, component: str, first: str) -> str:
    """Return the address of a text; the first text of a game has a short one."""
    return f"/rules/{game}" if component == first else f"/rules/{game}/{component}"
