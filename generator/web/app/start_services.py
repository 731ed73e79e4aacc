"""Services of the start page, which rooms need too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.base.cache import Cache
from generator.base.messages import Messages
from generator.base.user_folders import user_cache
from generator.build.faces.labels import Labels
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import templates_root
from generator.play.session_summaries import SessionSummaries
from generator.web.http.network import Network
from generator.web.http.page_renderer import PageRenderer
from generator.web.kept_states.state_store import StateStore
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.served_games import ServedGames

if TYPE_CHECKING:
    from generator.web.editing.editor_command import EditorCommand
    from generator.web.orders.job_runner import JobRunner


class StartServices:
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
        self.home = home or sessions.parent / "games"
        self.kept_states = StateStore(self.home.parent / "states")
        self.editor: EditorCommand | None = None
        """Editor that opens files for pages of this computer; None unless `--editor` names one."""
        self.out = out
        self.sessions_folder = sessions
        self.network = Network()
        self.summaries = SessionSummaries(sessions, Cache(user_cache()).below("summaries"))
        self.runner = runner
        # In a browser tab there are neither processes nor an operating system to watch files, so a runner stands in.
        tab_options: dict[str, Any] = {"base": base, "in_tab": True} if runner else {}
        self.pages = PageRenderer(Cache(user_cache()).below("pages"), **tab_options)
        self.previews = FacePreviews()
        self._labels = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(user_cache()))

    def font(self, name: str) -> Path:
        """Return the path of a font's file by the font's name; raises Faults if the font cannot be used."""
        return Path(self._labels.fonts[name].path)

    def words(self, language: str) -> Messages:
        """Return the messages in a language for texts about pieces, such as names of icons."""
        return self._labels.messages(language)
