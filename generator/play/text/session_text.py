"""The text of a session in one language, made from what its player may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from generator.base.errors import GeneratorError
from generator.base.messages import Messages
from generator.base.terminal_text import format_table
from generator.model.game import Component
from generator.model.text import Text
from generator.play.rules.visible_state import LiveStep, VisibleState
from generator.play.text.play_messages import ErrorText
from generator.solo.action import REVEAL, SHUFFLE, Action
from generator.solo.explain.reason import Reason


class SessionText(Protocol):
    """The text of a session; every method yields or returns lines. A single deck has no attack and no score."""

    messages: Messages
    describe_error: Callable[[GeneratorError], str]
    """An error in one line, with what would be legal."""

    def opening(self, state: VisibleState) -> Iterator[str]:
        """Yield the lines for the game's title and the way it is played."""

    def beginning(self, _: VisibleState) -> Iterator[str]:
        """Yield the heading of the first year; nothing for a deck."""
        return iter(())

    def step(self, step: LiveStep) -> Iterator[str]:
        """Yield the effects of an action in sentences."""

    def question(self, state: VisibleState, *, whole: bool = False) -> Iterator[str]:
        """Yield the current question; `whole` lists every answer."""

    def answers(self, state: VisibleState, word: str = "") -> Iterator[str]:
        """Yield the numbered actions that can be typed now; only those with `word` in them."""

    def choices(self, state: VisibleState, word: str = "") -> tuple[tuple[int, Action], ...]:
        """Return the numbered actions that `answers` shows."""

    def lists_answers(self, _: VisibleState, *, whole: bool = False) -> bool:
        """Return whether `question` shows `answers` too."""
        return whole

    def readings(self, typed: str) -> Iterator[str]:
        """Yield the lines of the notation that a line in the player's own script can stand for."""
        yield typed

    def confirmation(self, _: VisibleState, __: Action) -> str:
        """Return the question that is asked once more before an action; empty where it is done at once."""
        return ""

    def show(self, state: VisibleState, part: str = "", /) -> Iterator[str]:
        """Yield the sheets and the table, or one `part` of the sheets."""

    def why(self, _: VisibleState, __: str, ___: Callable[[str], Reason | None]) -> Iterator[str]:
        """Yield the unmet needs of a box and the boxes it opens; nothing for a deck.

        The function returns the reason why a box, by its id, is not legal; None for none.
        """
        return iter(())

    def raid(self, _: VisibleState) -> Iterator[str]:
        """Yield the attack of this year; nothing where the session has none."""
        return iter(())

    def odds(self, _: VisibleState, __: Sequence[str] = ()) -> Iterator[str]:
        """Yield the odds of the attack, with the numbers that were typed; nothing for a deck."""
        return iter(())

    def chances(self, _: VisibleState) -> Iterator[str]:
        """Yield the odds of the attack in two lines; nothing where there are none."""
        return iter(())

    def piles(self, state: VisibleState) -> Iterator[str]:
        """Yield the cards of the decks, without their order."""

    def points(self, _: VisibleState) -> Iterator[str]:
        """Yield the score as it stands; nothing for a deck."""
        return iter(())

    def fort(self, _: VisibleState) -> Iterator[str]:
        """Yield the fort that is played, with its goals as they stand; nothing for another game."""
        return iter(())

    def fort_result(self, _: VisibleState) -> Iterator[str]:
        """Yield whether the fort is won."""
        return iter(())

    def total(self, points: int) -> str:
        """Return a total with its rank in words; the bare number for a deck."""
        return str(points)


def mode_names(state: VisibleState, messages: Messages) -> Mapping[str, str]:
    """Return the words for how a session is played, by value of the message: kind, who draws, how undo works."""
    return {
        "kind": messages(f"open.{state.kind}"),
        "draw": messages("open.typed" if state.typed else "open.dealt"),
        "undo": messages("open.strict" if state.strict else "open.relaxed"),
    }


def attempt_lines(messages: Messages, state: VisibleState) -> Iterator[str]:
    """Yield the line with the number of this attempt with the same decks; nothing where they were new."""
    if attempt := attempt_text(messages, "open", state.challenge, state.attempt):
        yield attempt


def attempt_text(messages: Messages, section: str, challenge: str, attempt: int) -> str:
    """Return the phrase on the number of the attempt from a section of the messages.

    Empty for the first attempt, unless it is at a challenge.
    """
    if challenge:
        key = "challenge_first" if attempt == 1 else "challenge"
        return messages(f"{section}.{key}", month=challenge, n=attempt)
    return messages(f"{section}.attempt", n=attempt) if attempt > 1 else ""


def claim_lines(messages: Messages, state: VisibleState) -> Iterator[str]:
    """Yield the lines that belong to a result: attempt, reveals taken back, entries corrected, where there are any."""
    yield from attempt_lines(messages, state)
    if state.peeked:
        yield messages("score.taken_back", n=state.peeked)
    if state.corrected:
        yield messages("score.corrected", n=state.corrected)


def pile_lines(messages: Messages, deck: str, cards: tuple[str, ...], key: str) -> Iterator[str]:
    """Yield one line for the cards of a pile; nothing for an empty pile, unless `key` is `deck.left`."""
    if cards:
        counts = Counter(cards).items()  # keeps the order of the data
        listed = messages("and").join(card if count == 1 else f"{card}×{count}" for card, count in counts)
        yield messages(key, deck=deck, n=len(cards), cards=listed)
    elif key == "deck.left":
        yield messages(key, deck=deck, n=0, cards=messages("deck.none"))


class DeckText(SessionText):
    """Tells a session of one deck of any game."""

    def __init__(self, component: Component, title: Text, messages: Messages, language: str) -> None:
        """Take a deck, the title of its game, and the messages of a language."""
        self.messages = messages
        self.describe_error = ErrorText(messages).describe
        self._language = language
        self._name, self._title = self._text(component.title), self._text(title)
        self._rows = {piece.label: piece.row for piece in component.pieces}

    def opening(self, state: VisibleState) -> Iterator[str]:
        """Yield the lines for the deck and the way it is dealt."""
        title = f"{self._title}: {self._name}"
        yield self.messages("open.line", title=title, name=state.session, **mode_names(state, self.messages))
        yield self.messages("open.hint", name=state.session)

    def step(self, step: LiveStep) -> Iterator[str]:
        """Yield the line for a card that was turned up, or for a shuffle; nothing for other actions."""
        if step.action.verb == REVEAL:
            yield self.messages("draw.deck", card=self._card(" ".join(step.action.words)))
        elif step.action.verb == SHUFFLE:
            count = len(step.after.piles[0].unseen)
            is_asked = step.before.draw is None  # else the deck ran out while cards were drawn
            yield self.messages("draw.shuffled" if is_asked else "draw.shuffle", deck=self._name, n=count)

    def question(self, state: VisibleState, *, whole: bool = False) -> Iterator[str]:
        """Yield the cards on the table, and the question how to go on with the deck."""
        pile = state.piles[0]
        if state.draw:
            key = "ask.typed" if state.draw.unseen else "ask.typed_shuffle"
            yield self.messages(key, deck=self._name, reason=self.messages("reason.deck"), n=state.draw.count)
            return
        if pile.table:
            counts = Counter(pile.table).items()
            cards = [self._card(label) + (f" ×{count}" if count > 1 else "") for label, count in counts]
            yield self.messages("did.table", cards=self.messages("and").join(cards))
        yield self.messages("ask.deck", n=len(pile.unseen), m=len(pile.discards))
        if whole:
            yield from self.answers(state)

    def answers(self, state: VisibleState, word: str = "") -> Iterator[str]:
        """Yield the numbered actions that have `word` in them."""
        return format_table([(f"{number}.", str(action)) for number, action in self.choices(state, word)])

    def choices(self, state: VisibleState, word: str = "") -> tuple[tuple[int, Action], ...]:
        """Return the legal actions with their numbers, from 1; only those with `word` in them."""
        legal = enumerate(state.legal, 1)
        return tuple((number, action) for number, action in legal if word.casefold() in str(action).casefold())

    def show(self, state: VisibleState, _: str = "", /) -> Iterator[str]:
        """Yield the piles of the deck; a deck has no parts to choose."""
        return self.piles(state)

    def piles(self, state: VisibleState) -> Iterator[str]:
        """Yield the cards on the table, in the deck and in the discards, in the order of the data."""
        for pile in state.piles:
            yield from pile_lines(self.messages, self._name, pile.table, "deck.table")
            yield from pile_lines(self.messages, self._name, pile.unseen, "deck.left")
            yield from pile_lines(self.messages, self._name, pile.discards, "deck.discards")

    def _text(self, text: Text) -> str:
        """Return a text in the language of the session, or in the first one it has."""
        return dict(text.by).get(self._language, text.by[0][1])

    def _card(self, label: str) -> str:
        """Return a card's label with its name, where it has one."""
        name = self._rows[label].cells.get("name")
        return f"{label} ({self._text(name)})" if isinstance(name, Text) else label
