"""The guides of the tutorials that are played, with the step that each reader has come to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cachetools import LRUCache

from generator.base.messages import Messages
from generator.build.text_pages.html_blocks import HtmlBlocks
from generator.build.text_pages.icon_words import IconWords, all_icon_names
from generator.model.game import Game
from generator.play.live_session import LiveSession
from generator.web.rules.rules_html import PicturedBlocks
from generator.web.rules.rules_pictures import RulesPictures
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sheets.sheet_view import SheetViews
from generator.web.tutorial.guide_view import GuideFactory, GuideView, ring_layers

MAX_KEPT = 200
"""Most sessions whose step is remembered."""
MAX_GAMES = 8
"""Most games and languages whose texts can be written at once."""


class Guides:
    """Makes the parts of the play page that a tutorial adds."""

    def __init__(
        self,
        sessions: OpenSessions,
        views: SheetViews,
        words: Callable[[str], Messages],
        pictures: RulesPictures,
    ) -> None:
        """Take `words`, which returns the messages for texts about pieces in a language."""
        self._sessions, self._views, self._words, self._pictures = sessions, views, words, pictures
        self._writers = LRUCache[tuple[str, str], tuple[Game, HtmlBlocks]](MAX_GAMES)
        """Writers by game and language; a reloaded game is another object, and gets a new one."""
        self._read = LRUCache[str, tuple[int, int]](MAX_KEPT)
        """First of the steps that are read now and the one displayed last, by session."""

    async def parts(self, session: LiveSession[Any], step: int | None) -> dict[str, Any]:
        """Return the template values for the guide of a tutorial: `guide`, and `rings` around boxes by sheet.

        The guide is None for a session that is no tutorial. `step` is one of the steps that are read now, or None
        for the one that was shown last.
        """
        if not session.play.header.is_tutorial:
            return {"guide": None, "rings": {}}
        # The guide reads the state of the session, which only their own thread may do.
        guide = await self._sessions.run(lambda: self._guide(session, step))
        drawings = await self._views.drawings(session.solo_text.book.game, session.language)
        return {"guide": guide, "rings": ring_layers(guide.rings, drawings)}

    def _guide(self, session: LiveSession[Any], step: int | None) -> GuideView:
        """Return the guide of a session at a step, and remember the step for the next time."""
        game = session.solo_text.book.game
        html = self._writer(game, session.solo_text.names.language)
        factory, name = GuideFactory(session, html, self._pictures.rules_address(game)), session.play.name
        # No step has the number -1, so a session that is new here begins at its first page.
        first, page = self._read.get(name, (-1, 0))
        index = page if step is None and first == factory.first else step or 0
        guide = factory.make(index)
        self._read[name] = factory.first, index
        return guide

    def _writer(self, game: Game, language: str) -> HtmlBlocks:
        """Return the writer for texts of a game, with pictures for icons if its rules are pages."""
        key = game.id, language
        stored = self._writers.get(key)
        if stored is None or stored[0] is not game:
            words = self._words(language)
            icons, parts = IconWords(all_icon_names(game, language), words), game.texts
            address = self._pictures.icon_address(game.id, parts[0].id, language) if parts else ""
            writer = PicturedBlocks(icons, words, address) if address else HtmlBlocks(icons, words)
            stored = self._writers[key] = game, writer
        return stored[1]
