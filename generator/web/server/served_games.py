"""The games that the page shows: those named on the command line, and the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.errors import Fault, Faults
from generator.base.hashing import digest, file_digests
from generator.base.records import dataclass
from generator.build.options import GameFolder, game_folders
from generator.load.game_loader import load
from generator.load.game_locations import sample, shipped_games
from generator.model.game import Game


@dataclass(frozen=True, slots=True)
class ServedGame:
    """A game as it was read last: where it cannot be read now, its faults and what it was before."""

    id: str
    place: GameFolder
    game: Game | None
    faults: tuple[Fault, ...] = ()
    own: bool = False
    """Whether it was named on the command line."""


class ServedGames:
    """Games by id, one's own first; each is read again when its files have changed.

    Raises UsageError for a name that is no game.
    """

    def __init__(self, own: Sequence[str] = ()) -> None:
        given = game_folders(own) if own else ()
        self._places = {place.folder.resolve().name: place for place in given}
        self._own = set(self._places)
        for place in (*game_folders(shipped_games()), GameFolder(sample(), sample().name)):
            self._places.setdefault(place.folder.name, place)
        self._read: dict[str, tuple[str, ServedGame]] = {}

    def place(self, id_: str) -> GameFolder | None:
        """Where a game stands; None where there is no such game."""
        return self._places.get(id_)

    def places(self) -> dict[str, GameFolder]:
        """Where every game stands, by id."""
        return dict(self._places)

    def volume(self, id_: str) -> ServedGame:
        """One game; KeyError where there is no such game."""
        place = self._places[id_]
        stamp = digest(repr(file_digests(place.folder)))
        known = self._read.get(id_)
        if known is None or known[0] != stamp:
            known = self._read[id_] = stamp, self._volume(id_, place, known[1].game if known else None)
        return known[1]

    def volumes(self) -> Iterator[ServedGame]:
        """Every game."""
        return map(self.volume, self._places)

    def _volume(self, id_: str, place: GameFolder, before: Game | None) -> ServedGame:
        own = id_ in self._own
        try:
            return ServedGame(id_, place, load(place.folder, shown=place.shown), own=own)
        except Faults as error:
            return ServedGame(id_, place, before, error.faults, own=own)
