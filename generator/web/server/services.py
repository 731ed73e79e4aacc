"""What all rooms share while the page runs."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.user_folders import user_cache
from generator.build.faces.labels import Labels
from generator.build.options import GameFolder
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import data_root, templates_root
from generator.load.paper_reader import read_papers
from generator.play.session_summaries import SessionSummaries
from generator.web.gallery.face_previews import FacePreviews
from generator.web.play.cards_view import CardsViewBuilder
from generator.web.play.open_sessions import OpenSessions
from generator.web.play.sheet_view import SheetViews
from generator.web.printing.print_queue import PrintQueue
from generator.web.server.file_watch import FileWatch
from generator.web.server.page_renderer import PageRenderer
from generator.web.server.served_games import ServedGames

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.solo.rulebook import Rulebook


class Services:
    """The pages, the games, what draws and what prints."""

    def __init__(self, own: Sequence[str], out: Path, sessions: Path) -> None:
        self.shelf = ServedGames(own)
        self.out = out
        self.tables = OpenSessions(sessions)
        self.diary = SessionSummaries(sessions)
        self.pages = PageRenderer()
        self.easel = FacePreviews()
        self.watch = FileWatch()
        self.presses = PrintQueue()
        self.papers = read_papers(Folder(data_root(), "data"))
        self.boards, self.cards = SheetViews(self.easel, self.papers), CardsViewBuilder(self.easel, self.papers)
        self._lettering = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(user_cache()))

    async def get_ready(self, book: Rulebook, language: str) -> None:
        """Draw what a table needs first, so that it stands when somebody sits down to it; faults are told there."""
        place = GameFolder(book.game.folder, book.game.id)
        with suppress(Faults):
            await self.boards.art(place, book.game, language)
            await self.cards.album(place, book, language)

    def font(self, name: str) -> Path:
        """The file of one of our fonts by its id.

        Raises Faults where it cannot be used.
        """
        return Path(self._lettering.fonts[name].path)

    def end(self) -> None:
        """Stop whatever is under way."""
        self.watch.end()
        self.tables.end()
        self.presses.end()
        self.easel.end()


def themes(place: GameFolder) -> list[str]:
    """The themes that a game can be drawn in."""
    below = (place.folder / "templates", templates_root() / place.folder.resolve().name, templates_root())
    names = {file.stem for folder in below for file in (folder / "themes").glob("*.toml")}
    return sorted(names, key=lambda name: (name != "colour", name))
