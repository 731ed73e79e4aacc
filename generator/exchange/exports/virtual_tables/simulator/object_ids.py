"""Ids of the objects of Tabletop Simulator: six hexadecimal digits, the same whenever the same game is exported."""

from __future__ import annotations

from itertools import count

from generator.base.hashing import digest

DIGITS = 6


class ObjectIds:
    """Gives out ids that depend on what an object is, and are unique in one table."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._given: set[str] = set()

    def new(self, *about: str) -> str:
        """Return the id of an object; of objects about which the same is said, the first gets the first id."""
        for attempt in count():
            guid = digest(self._game, *about, str(attempt))[:DIGITS]
            if guid not in self._given:
                self._given.add(guid)
                return guid
        raise AssertionError  # pragma: no cover
