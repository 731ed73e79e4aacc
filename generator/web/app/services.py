"""What all pages share while the server runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from inspect import signature
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request

from generator.base.cache import Cache
from generator.base.errors import Faults, GeneratorError
from generator.base.messages import FALLBACK, Messages
from generator.base.user_folders import user_cache
from generator.build.faces.labels import Labels
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import data_root, templates_root
from generator.load.paper_reader import read_papers
from generator.play.session_review import SessionReview
from generator.play.session_summaries import SessionSummaries
from generator.solo.compiled.rulebook import Rulebook
from generator.web.editing.editor_command import EditorCommand
from generator.web.editing.setting_edits import SettingEdits
from generator.web.editing.table_edits import TableEdits
from generator.web.gallery.gallery_view import GalleryRequests
from generator.web.http.event_stream import FileWatch
from generator.web.http.network import Network
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.request_form import is_away
from generator.web.kept_states.state_store import StateStore
from generator.web.layout.face_layouts import FaceLayouts
from generator.web.orders.job_runner import JobRunner
from generator.web.orders.print_queue import PrintQueue
from generator.web.orders.upload_jobs import UploadJobs
from generator.web.orders.upload_store import UploadStore
from generator.web.own_games.card_games import CardGames
from generator.web.own_games.own_games import OwnGames
from generator.web.play.table_page import TableArt
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.game_requests import GameRequests
from generator.web.previews.previewed_orders import PreviewedOrders
from generator.web.previews.served_games import ServedGames
from generator.web.printing.print_room import PrintRoom
from generator.web.rules.rules_pictures import RulesPictures
from generator.web.rules.rules_text import RulesTexts
from generator.web.sessions.background_answers import BackgroundAnswers
from generator.web.sessions.card_view import CardPictureCache
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sessions.side_panel import SidePanel
from generator.web.sheets.sheet_view import SheetViews
from generator.web.tutorial.guides import Guides

T = TypeVar("T")


class Services:
    """One instance of each service; `out` is where PDFs are written, `sessions` the folder of the sessions."""

    def __init__(
        self,
        own_games: Sequence[str],
        out: Path,
        sessions: Path,
        *,
        base: str = "",
        runner: JobRunner | None = None,
        home: Path | None = None,
    ) -> None:
        """Have pages lie below the path `base`; in a browser tab, jobs are made by a `runner` in this process.

        `home` is the folder of games made on the pages; by default it lies beside the sessions.
        """
        self.games = ServedGames(own_games)
        home = home or sessions.parent / "games"
        self.kept_states = StateStore(home.parent / "states")
        self.own_games = OwnGames(self.games, home, self.kept_states)
        self.table_edits = TableEdits(self.games, home.parent / "edits", self.kept_states)
        self.setting_edits = SettingEdits(self.table_edits)
        self.layouts = FaceLayouts(self.kept_states)
        self.editor: EditorCommand | None = None
        """Editor that opens files for pages of this computer; None unless `--editor` names one."""
        self.out = out
        self.network = Network()
        self.sessions = OpenSessions(sessions)
        self.summaries = SessionSummaries(sessions, Cache(user_cache()).below("summaries"))
        self.reviews: BackgroundAnswers[SessionReview] = BackgroundAnswers()
        self.hints: BackgroundAnswers[SidePanel] = BackgroundAnswers()
        # In a browser tab there are neither processes nor an operating system to watch files, so a runner stands in.
        tab_options: dict[str, Any] = {"base": base, "in_tab": True} if runner else {}
        self.pages = PageRenderer(Cache(user_cache()).below("pages"), **tab_options)
        self.previews = FacePreviews()
        self.file_watch = FileWatch(asks_system=not runner)
        self.print_queue, self.estimate_queue = PrintQueue(runner), PrintQueue(runner)
        self.uploads = UploadStore()
        self.previewed_orders = PreviewedOrders(self.previews, out)
        self.papers = read_papers(Folder(data_root(), "data"))
        self.sheet_views = SheetViews(self.previews, self.papers)
        self.card_pictures = CardPictureCache(self.previews, self.papers)
        self.rules_texts = RulesTexts(lambda language: self.words(language).section("box"))
        self.rules_pictures = RulesPictures(self.previews, self.games, self.rules_texts)
        self.requests = GameRequests(
            games=self.games, pages=self.pages, previews=self.previews, kept_states=self.kept_states
        )
        self.gallery_requests = self.provide(GalleryRequests)
        self.print_room = self.provide(PrintRoom)
        self.upload_jobs = self.provide(UploadJobs)
        self.card_games = self.provide(CardGames)
        self.table_art = self.provide(TableArt)
        self.guides = Guides(self.sessions, self.sheet_views, self.words, self.rules_pictures)
        self._labels = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(user_cache()))

    def provide(self, kind: Callable[..., T], **values: object) -> T:
        """Construct an object of a class, with the services that its parameters name.

        `values` are its other arguments.
        """
        names = signature(kind).parameters.keys() - values.keys()
        return kind(**{name: getattr(self, name) for name in names}, **values)

    def prepare(self) -> None:
        """Read the list of saved games, which the lobby shows, before anybody asks for it.

        Faults are left to the lobby's page.
        """
        # Errors are shown by the page itself, when somebody asks for it.
        with suppress(GeneratorError, OSError):
            self.summaries.newest(FALLBACK)

    async def warm_up(self, book: Rulebook, language: str) -> None:
        """Draw the sheets and cards of a solo game before they are first needed; faults are left to their page."""
        with suppress(Faults):
            await self.sheet_views.drawings(book.game, language)
            await self.card_pictures.pictures(book, language)

    def editor_for(self, game: str, request: Request) -> EditorCommand | None:
        """Return the editor in which the asking browser may open files of a game.

        None for other computers and shipped games.
        """
        return None if is_away(request) or self.table_edits.is_shipped(game) else self.editor

    def font(self, name: str) -> Path:
        """Return the path of a font's file by the font's name; raises Faults if the font cannot be used."""
        return Path(self._labels.fonts[name].path)

    def words(self, language: str) -> Messages:
        """Return the messages in a language for texts about pieces, such as names of icons."""
        return self._labels.messages(language)

    def close(self) -> None:
        """Stop background work and watches of files, and close the services that hold resources."""
        self.file_watch.close()
        self.reviews.close()
        self.hints.close()
        self.sessions.close()
        self.print_queue.close()
        self.estimate_queue.close()
        self.uploads.close()
        self.previews.close()
