"""The games on the pages: those named on the command line, and the shipped ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from generator.base.errors import Fault, Faults
from generator.base.hashing import GameState
from generator.base.records import dataclass
from generator.build.options import game_folders
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, game_name, sample, shipped_games
from generator.model.game import Game
from generator.web.http.page_renderer import phrase


@dataclass(frozen=True, slots=True)
class ServedGame:
    """A game as it was last loaded."""

    id: str
    folder: GameFolder
    game: Game | None
    """Last version that could be loaded; None if there was none."""
    faults: tuple[Fault, ...] = ()
    """Faults of the present version if it cannot be loaded."""
    is_own: bool = False
    """Whether it is the reader's, named on the command line or made on the pages."""
    state: str = ""
    """State of the files it was loaded from; empty if one was written meanwhile."""


class ServedGames:
    """Games by id, the user's own first; a game is loaded again when its files have changed.

    Raises UsageError for a name that is no game.
    """

    def __init__(self, own_names: Sequence[str] = ()) -> None:
        named = game_folders(own_names) if own_names else ()
        # Called by its name alone: other computers see pages too, and are not told the paths of this disk.
        self.folders = {(name := game_name(place.folder)): GameFolder(place.folder, name) for place in named}
        self._own = set(self.folders)
        for place in (*game_folders(shipped_games()), GameFolder(sample(), sample().name)):
            # A game named on the command line comes before a shipped one of the same id.
            self.folders.setdefault(place.folder.name, place)
        self._loaded: dict[str, ServedGame] = {}

    def add(self, folder: Path) -> str:
        """Serve one more game, as the reader's own and before the others; return its id."""
        name = game_name(folder)
        self.folders = {name: GameFolder(folder, name)} | self.folders
        self.folders[name] = GameFolder(folder, name)
        self._own.add(name)
        return name

    def drop(self, id_: str) -> None:
        """Remove a game from the served ones; its files stay."""
        self.folders = {name: folder for name, folder in self.folders.items() if name != id_}
        self._own.discard(id_)
        self._loaded.pop(id_, None)

    def get(self, id_: str) -> ServedGame:
        """Return a game, loaded again if its files have changed; raises KeyError for an unknown id."""
        folder = self.folders[id_]
        loaded = self._loaded.get(id_)
        if loaded is None or loaded.state != GameState.of(folder.folder).content:
            # The last good version stays, so that pages go on while a file has faults.
            loaded = self._loaded[id_] = self._load(id_, folder, loaded.game if loaded else None)
        return loaded

    def all(self) -> list[ServedGame]:
        """Return all served games, the reader's own first."""
        return [self.get(id_) for id_ in [*self.folders]]

    def cover(self, place: str) -> str:
        """Return the id of a served game by its name or folder, as saved games record it; empty if it is not served."""
        id_ = Path(place).name
        return id_ if id_ in self.folders else ""

    def _load(self, id_: str, folder: GameFolder, before: Game | None) -> ServedGame:
        """Load a game; with faults, `before` stays as the last version that could be loaded."""
        state, faults = GameState.of(folder.folder), tuple[Fault, ...]()
        try:
            before = load(folder.folder, prefix=folder.shown)
        except Faults as error:
            faults = error.faults
        content = state.content if state.is_current(folder.folder) else ""
        return ServedGame(id_, folder, before, faults, id_ in self._own, content)


def distinct_titles(games: Sequence[ServedGame], language: str) -> dict[str, str]:
    """Return the titles of games by id, in a language; where two games have one title, their ids are added.

    A new game has the title of the one it was copied from until its owner changes it.
    """
    titles = {served.id: phrase(served.game.title, language) if served.game else served.id for served in games}
    shared = {title for title, count in Counter(titles.values()).items() if count > 1}
    return {id_: f"{title} ({id_})" if title in shared and title != id_ else title for id_, title in titles.items()}
