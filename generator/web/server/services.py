"""What all pages share while the server runs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request

from generator.base.cache import Cache
from generator.base.errors import Faults, GeneratorError
from generator.base.messages import FALLBACK, Messages
from generator.base.user_folders import user_cache
from generator.build.faces.labels import Labels
from generator.build.options import GameFolder
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import data_root, templates_root
from generator.load.paper_reader import read_papers
from generator.play.session_review import SessionReview
from generator.play.session_summaries import SessionSummaries
from generator.solo.compiled.rulebook import Rulebook
from generator.web.editing.editor_command import EditorCommand
from generator.web.editing.table_edits import TableEdits
from generator.web.gallery.face_previews import FacePreviews
from generator.web.gallery.previewed_order import PreviewedOrders
from generator.web.play.background_answers import BackgroundAnswers
from generator.web.play.card_view import CardPictureCache
from generator.web.play.open_sessions import OpenSessions
from generator.web.play.sheet_view import SheetViews
from generator.web.play.side_panel import SidePanel
from generator.web.printing.print_queue import PrintQueue
from generator.web.rules.rules_pictures import RulesPictures
from generator.web.rules.rules_text import RulesTexts
from generator.web.server.event_stream import FileWatch
from generator.web.server.page_renderer import PageRenderer
from generator.web.server.request_form import is_away
from generator.web.server.served_games import ServedGames
from generator.web.tutorial.guides import Guides
from generator.web.uploads.upload_store import UploadStore


class Services:
    """One instance of each service; `out` is where PDFs are written, `sessions` the folder of the sessions."""

    def __init__(self, own: Sequence[str], out: Path, sessions: Path) -> None:
        self.games = ServedGames(own)
        self.table_edits = TableEdits(self.games)
        self.editor: EditorCommand | None = None
        """In which files are opened from the pages of this computer; None unless `--editor` says so."""
        self.out = out
        self.network = ""
        """Where other devices reach the server, such as `http://192.168.1.7:8475`; empty without `--lan`."""
        self.fingerprint = ""
        """Of the certificate by which other devices are served; empty without `--tls`."""
        self.sessions = OpenSessions(sessions)
        self.summaries = SessionSummaries(sessions, Cache(user_cache()).below("summaries"))
        self.reviews: BackgroundAnswers[SessionReview] = BackgroundAnswers()
        self.hints: BackgroundAnswers[SidePanel] = BackgroundAnswers()
        self.pages = PageRenderer(Cache(user_cache()).below("pages"))
        self.previews = FacePreviews()
        self.file_watch = FileWatch()
        self.print_queue, self.estimate_queue = PrintQueue(), PrintQueue()
        self.uploads = UploadStore()
        self.previewed_orders = PreviewedOrders(self.previews, out)
        self.papers = read_papers(Folder(data_root(), "data"))
        self.sheet_views = SheetViews(self.previews, self.papers)
        self.card_pictures = CardPictureCache(self.previews, self.papers)
        self.rules_texts = RulesTexts()
        self.rules_pictures = RulesPictures(self.previews, self.games, self.rules_texts)
        self.guides = Guides(self.sessions, self.sheet_views, self.words, self.rules_pictures)
        self._labels = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(user_cache()))

    def prepare(self) -> None:
        """Read what the first page of the lobby needs; that page reports the faults."""
        with suppress(GeneratorError, OSError):
            self.summaries.newest(FALLBACK)

    async def warm_up(self, book: Rulebook, language: str) -> None:
        """Draw a solo game's sheets and cards before they are first needed; their page reports the faults."""
        with suppress(Faults):
            await self.sheet_views.drawings(book.game, language)
            await self.card_pictures.pictures(book, language)

    def editor_for(self, game: str, request: Request) -> EditorCommand | None:
        """Return the editor in which somebody may open files of a game; none for other computers and shipped games."""
        return None if is_away(request) or self.table_edits.is_shipped(game) else self.editor

    def font(self, name: str) -> Path:
        """Return the file of a font; raises Faults if it cannot be used."""
        return Path(self._labels.fonts[name].path)

    def words(self, language: str) -> Messages:
        """Return the words in a language that texts about pieces are made of."""
        return self._labels.messages(language)

    def close(self) -> None:
        self.file_watch.close()
        self.reviews.close()
        self.hints.close()
        self.sessions.close()
        self.print_queue.close()
        self.estimate_queue.close()
        self.uploads.close()
        self.previews.close()


def themes(folder: GameFolder) -> list[str]:
    """Return the ids of the themes that a game can be drawn in, `colour` first."""
    below = (folder.folder / "templates", templates_root() / folder.folder.resolve().name, templates_root())
    names = {file.stem for each in below for file in (each / "themes").glob("*.toml")}
    return sorted(names, key=lambda name: (name != "colour", name))
