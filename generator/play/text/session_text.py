"""The text of a session in one language, made from what its player may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from generator.base.errors import GeneratorError
from generator.base.messages import Messages
from generator.play.live_step import LiveStep
from generator.play.rules.visible_state import VisibleState


class SessionText(Protocol):
    """What tells a session; every method yields or returns lines. A single deck has no attack and no score."""

    words: Messages
    describe_error: Callable[[GeneratorError], str]
    """An error in one line, with what would be legal."""

    def opening(self, seen: VisibleState) -> Iterator[str]:
        """What is played, and how."""

    def beginning(self, _: VisibleState) -> Iterator[str]:
        """The year that it begins or goes on in."""
        return iter(())

    def step(self, step: LiveStep) -> Iterator[str]:
        """What an action did."""

    def question(self, seen: VisibleState, *, whole: bool = False) -> Iterator[str]:
        """What is asked now; `whole` lists every answer."""

    def answers(self, seen: VisibleState, word: str = "") -> Iterator[str]:
        """What can be typed now, with a word in it."""

    def show(self, seen: VisibleState, part: str = "", /) -> Iterator[str]:
        """The sheets and the table, or a part of them."""

    def raid(self, _: VisibleState) -> Iterator[str]:
        """The attack of this year."""
        return iter(())

    def odds(self, _: VisibleState, __: Sequence[str] = ()) -> Iterator[str]:
        """The odds of the attack, with the numbers that were typed."""
        return iter(())

    def chances(self, _: VisibleState) -> Iterator[str]:
        """The odds in two lines; nothing where there are none."""
        return iter(())

    def piles(self, seen: VisibleState) -> Iterator[str]:
        """The cards of the decks, without their order."""

    def points(self, _: VisibleState) -> Iterator[str]:
        """The score."""
        return iter(())

    def total(self, points: int) -> str:
        """A final score with its rank."""
        return str(points)


def mode_names(seen: VisibleState, words: Messages) -> Mapping[str, str]:
    """How a session is played, in words."""
    return {
        "kind": words(f"open.{seen.kind}"),
        "draw": words("open.typed" if seen.typed else "open.dealt"),
        "undo": words("open.strict" if seen.strict else "open.relaxed"),
    }


def claim_lines(words: Messages, seen: VisibleState) -> Iterator[str]:
    """How often a reveal was taken back and an entry corrected, where it was."""
    if seen.peeked:
        yield words("score.taken_back", n=seen.peeked)
    if seen.corrected:
        yield words("score.corrected", n=seen.corrected)


def pile_lines(words: Messages, deck: str, cards: tuple[str, ...], key: str) -> Iterator[str]:
    """The cards of a pile in one line; of an empty pile only where it is the deck itself."""
    if cards:
        counts = Counter(cards).items()  # keeps the order of the data
        listed = " ".join(card if count == 1 else f"{card}×{count}" for card, count in counts)
        yield words(key, deck=deck, n=len(cards), cards=listed)
    elif key == "deck.left":
        yield words(key, deck=deck, n=0, cards=words("deck.none"))
