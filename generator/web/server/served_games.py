"""The games on the pages: those named on the command line, and the shipped ones."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.errors import Fault, Faults
from generator.base.hashing import digest, file_digests
from generator.base.records import dataclass
from generator.build.options import GameFolder, game_folders
from generator.load.game_loader import load
from generator.load.game_locations import game_name, sample, shipped_games
from generator.model.game import Game


@dataclass(frozen=True, slots=True)
class ServedGame:
    """A game as it was last loaded."""

    id: str
    folder: GameFolder
    game: Game | None
    """The last version that could be loaded; None if there was none."""
    faults: tuple[Fault, ...] = ()
    """Why the current version cannot be loaded."""
    is_own: bool = False
    """Whether it was named on the command line."""


class ServedGames:
    """Games by id, the user's own first; a game is loaded again when its files have changed.

    Raises UsageError for a name that is no game.
    """

    def __init__(self, own: Sequence[str] = ()) -> None:
        named = game_folders(own) if own else ()
        self.folders = {game_name(each.folder): each for each in named}
        self._own = set(self.folders)
        for each in (*game_folders(shipped_games()), GameFolder(sample(), sample().name)):
            self.folders.setdefault(each.folder.name, each)
        self._loaded: dict[str, tuple[str, ServedGame]] = {}

    def get(self, id_: str) -> ServedGame:
        """Load a game if it has changed; raises KeyError for an unknown id."""
        folder = self.folders[id_]
        stamp = digest(repr(file_digests(folder.folder)))
        known = self._loaded.get(id_)
        if known is None or known[0] != stamp:
            known = self._loaded[id_] = stamp, self._load(id_, folder, known[1].game if known else None)
        return known[1]

    def all(self) -> list[ServedGame]:
        return [self.get(id_) for id_ in self.folders]

    def _load(self, id_: str, folder: GameFolder, before: Game | None) -> ServedGame:
        is_own = id_ in self._own
        try:
            return ServedGame(id_, folder, load(folder.folder, shown=folder.shown), is_own=is_own)
        except Faults as error:
            return ServedGame(id_, folder, before, error.faults, is_own=is_own)
