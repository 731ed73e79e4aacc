"""What all rooms share while the page runs."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.cache import Cache, user_cache
from generator.base.errors import Faults
from generator.build.faces.labels import Lettering
from generator.build.options import Place
from generator.load.files.folder import Folder, Search
from generator.load.locations import data_root, templates_root
from generator.load.papers import papers
from generator.play.session_summaries import Diary
from generator.web.gallery.face_previews import Easel
from generator.web.play.open_sessions import Tables
from generator.web.play.sheet_view import Boards
from generator.web.play.table_view import Cards
from generator.web.printing.print_queue import Presses
from generator.web.server.file_watch import Watch
from generator.web.server.pages import Pages
from generator.web.server.served_games import Shelf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.solo.rulebook import Rulebook


class House:
    """The pages, the games, what draws and what prints."""

    def __init__(self, own: Sequence[str], out: Path, sessions: Path) -> None:
        self.shelf = Shelf(own)
        self.out = out
        self.tables = Tables(sessions)
        self.diary = Diary(sessions)
        self.pages = Pages()
        self.easel = Easel()
        self.watch = Watch()
        self.presses = Presses()
        self.papers = papers(Folder(data_root(), "data"))
        self.boards, self.cards = Boards(self.easel, self.papers), Cards(self.easel, self.papers)
        self._lettering = Lettering(Search((Folder(templates_root(), "templates"),)), Cache(user_cache()))

    async def get_ready(self, book: Rulebook, language: str) -> None:
        """Draw what a table needs first, so that it stands when somebody sits down to it; faults are told there."""
        place = Place(book.game.folder, book.game.id)
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


def themes(place: Place) -> list[str]:
    """The themes that a game can be drawn in."""
    below = (place.folder / "templates", templates_root() / place.folder.resolve().name, templates_root())
    names = {file.stem for folder in below for file in (folder / "themes").glob("*.toml")}
    return sorted(names, key=lambda name: (name != "colour", name))
