"""What a player or chance does: a verb and its words. Text only where it is typed, shown or saved."""

from __future__ import annotations

from typing import NamedTuple

MARK, CHOOSE, PATH, FROM, PLACE, FAVOUR, STOP = "mark", "choose", "path", "from", "place", "favour", "stop"
REVEAL, SHUFFLE = "reveal", "shuffle"
GOODS, BATTLE, SCOUT = "goods", "battle", "scout"
COHORTS, FAVOURS, NEXT = "cohorts", "favours", "next"

VERBS = (MARK, CHOOSE, PATH, FROM, PLACE, FAVOUR, STOP, REVEAL, SHUFFLE)
"""The verbs of play with the sheets kept; the last two are chance's. With sheets on paper there are a few others."""


class Action(NamedTuple):
    """One action: `mark fort_02 soldier` is the verb `mark` with two words."""

    verb: str
    words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Action:
        """Return the action of a text that `str` wrote: the verb, then its words.

        >>> Action.parse("mark fort_02 soldier")
        Action(verb='mark', words=('fort_02', 'soldier'))
        """
        # `split` without an argument would join words at double spaces: an action is read back exactly as it was
        # written.
        verb, *words = text.split(" ")
        return cls(verb, tuple(words))

    def __str__(self) -> str:
        """Return the action as it is typed and saved: the verb and its words."""
        return " ".join((self.verb, *self.words))

    @property
    def is_chance(self) -> bool:
        """Return whether the action is a card turned up or a shuffle, and no choice of the player."""
        return self.verb in (REVEAL, SHUFFLE)

    @property
    def reveals(self) -> bool:
        """Return whether the action shows a hidden card; a strict game does not go back past it."""
        return self.verb == REVEAL


STOPPED = Action(STOP)
