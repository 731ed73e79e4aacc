"""What all pages share while the server runs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.user_folders import user_cache
from generator.build.faces.labels import Labels
from generator.build.options import GameFolder
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import data_root, templates_root
from generator.load.paper_reader import read_papers
from generator.play.session_review import SessionReview
from generator.play.session_summaries import SessionSummaries
from generator.solo.compiled.rulebook import Rulebook
from generator.web.gallery.face_previews import FacePreviews
from generator.web.play.background_answers import BackgroundAnswers
from generator.web.play.card_view import CardPictureCache
from generator.web.play.open_sessions import OpenSessions
from generator.web.play.sheet_view import SheetViews
from generator.web.play.side_panel import SidePanel
from generator.web.printing.print_queue import PrintQueue
from generator.web.server.event_stream import FileWatch
from generator.web.server.page_renderer import PageRenderer
from generator.web.server.served_games import ServedGames


class Services:
    """One instance of each service; `out` is where PDFs are written, `sessions` the folder of the sessions."""

    def __init__(self, own: Sequence[str], out: Path, sessions: Path) -> None:
        self.games = ServedGames(own)
        self.out = out
        self.sessions = OpenSessions(sessions)
        self.summaries = SessionSummaries(sessions)
        self.reviews: BackgroundAnswers[SessionReview] = BackgroundAnswers()
        self.hints: BackgroundAnswers[SidePanel] = BackgroundAnswers()
        self.pages = PageRenderer()
        self.previews = FacePreviews()
        self.file_watch = FileWatch()
        self.print_queue = PrintQueue()
        self.papers = read_papers(Folder(data_root(), "data"))
        self.sheet_views = SheetViews(self.previews, self.papers)
        self.card_pictures = CardPictureCache(self.previews, self.papers)
        self._labels = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(user_cache()))

    async def warm_up(self, book: Rulebook, language: str) -> None:
        """Draw a solo game's sheets and cards before they are first needed; their page reports the faults."""
        folder = GameFolder(book.game.folder, book.game.id)
        with suppress(Faults):
            await self.sheet_views.drawings(folder, book.game, language)
            await self.card_pictures.pictures(folder, book, language)

    def font(self, name: str) -> Path:
        """Return the file of a font; raises Faults if it cannot be used."""
        return Path(self._labels.fonts[name].path)

    def close(self) -> None:
        self.file_watch.close()
        self.reviews.close()
        self.hints.close()
        self.sessions.close()
        self.print_queue.close()
        self.previews.close()


def themes(folder: GameFolder) -> list[str]:
    """Return the ids of the themes that a game can be drawn in, `colour` first."""
    below = (folder.folder / "templates", templates_root() / folder.folder.resolve().name, templates_root())
    names = {file.stem for each in below for file in (each / "themes").glob("*.toml")}
    return sorted(names, key=lambda name: (name != "colour", name))
