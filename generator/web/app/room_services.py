"""Services that only rooms need: games' tables, orders, sessions and what is drawn for them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from inspect import signature
from typing import TYPE_CHECKING, TypeVar

from starlette.requests import Request

from generator.base.errors import Faults
from generator.load.files.folder import Folder
from generator.load.game_locations import data_root
from generator.load.paper_reader import read_papers
from generator.play.session_review import SessionReview
from generator.solo.compiled.rulebook import Rulebook
from generator.web.editing.editor_command import EditorCommand
from generator.web.editing.setting_edits import SettingEdits
from generator.web.editing.table_edits import TableEdits
from generator.web.gallery.gallery_view import GalleryRequests
from generator.web.http.event_stream import FileWatch
from generator.web.http.request_form import is_away
from generator.web.kept_states.brought_pictures import BroughtPictures
from generator.web.layout.face_layouts import FaceLayouts
from generator.web.orders.print_queue import PrintQueue
from generator.web.orders.upload_jobs import UploadJobs
from generator.web.orders.upload_store import UploadStore
from generator.web.own_games.card_games import CardGames
from generator.web.own_games.own_games import OwnGames
from generator.web.play.table_page import TableArt
from generator.web.previews.game_requests import GameRequests
from generator.web.previews.previewed_orders import PreviewedOrders
from generator.web.printing.print_room import PrintRoom
from generator.web.rules.rules_pictures import RulesPictures
from generator.web.rules.rules_text import RulesTexts
from generator.web.sessions.background_answers import BackgroundAnswers
from generator.web.sessions.card_view import CardPictureCache
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sessions.side_panel import SidePanel
from generator.web.sheets.sheet_view import SheetViews
from generator.web.tutorial.guides import Guides
from generator.web.uploads.sheet_games import SheetGames

if TYPE_CHECKING:
    from generator.web.app.start_services import StartServices

T = TypeVar("T")


class RoomServices:
    """One instance of each service of the rooms."""

    def __init__(self, services: StartServices) -> None:
        """Make them from those that all pages need."""
        self._services = services
        games, previews, kept_states = services.games, services.previews, services.kept_states
        home, runner = services.home, services.runner
        self.own_games = OwnGames(games, home, kept_states)
        self.table_edits = TableEdits(games, home.parent / "edits", kept_states)
        self.setting_edits = SettingEdits(self.table_edits)
        self.brought_pictures = BroughtPictures()
        self.layouts = FaceLayouts(kept_states, self.brought_pictures)
        self.sessions = OpenSessions(services.sessions_folder)
        self.reviews: BackgroundAnswers[SessionReview] = BackgroundAnswers()
        self.hints: BackgroundAnswers[SidePanel] = BackgroundAnswers()
        self.file_watch = FileWatch(asks_system=not runner)
        self.print_queue, self.estimate_queue = PrintQueue(runner), PrintQueue(runner)
        self.uploads = UploadStore()
        self.previewed_orders = PreviewedOrders(previews, services.out)
        self.papers = read_papers(Folder(data_root(), "data"))
        self.sheet_views = SheetViews(previews, self.papers)
        self.card_pictures = CardPictureCache(previews, self.papers)
        self.rules_texts = RulesTexts(lambda language: services.words(language).section("box"))
        self.rules_pictures = RulesPictures(previews, games, self.rules_texts)
        self.requests = GameRequests(games=games, pages=services.pages, previews=previews, kept_states=kept_states)
        self.gallery_requests = self._provide(GalleryRequests)
        self.print_room = self._provide(PrintRoom)
        self.upload_jobs = self._provide(UploadJobs)
        self.card_games = self._provide(CardGames)
        self.sheet_games = self._provide(SheetGames)
        self.table_art = self._provide(TableArt)
        self.guides = Guides(self.sessions, self.sheet_views, services.words, self.rules_pictures)

    def _provide(self, kind: Callable[..., T]) -> T:
        """Construct an object of a class, with the services that its parameters name."""
        names = signature(kind).parameters
        return kind(**{name: vars(self).get(name) or getattr(self._services, name) for name in names})

    async def warm_up(self, book: Rulebook, language: str) -> None:
        """Draw the sheets and cards of a solo game before they are first needed; faults are left to their page."""
        with suppress(Faults):
            await self.sheet_views.drawings(book.game, language)
            await self.card_pictures.pictures(book, language)

    def editor_for(self, game: str, request: Request) -> EditorCommand | None:
        """Return the editor in which the asking browser may open files of a game.

        None for other computers and shipped games.
        """
        return None if is_away(request) or self.table_edits.is_shipped(game) else self._services.editor

    def close(self) -> None:
        """Stop background work and watches of files, and close the services that hold resources."""
        self.file_watch.close()
        self.reviews.close()
        self.hints.close()
        self.sessions.close()
        self.print_queue.close()
        self.estimate_queue.close()
        self.uploads.close()
