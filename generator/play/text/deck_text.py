"""The text of a session of one deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.base.messages import Messages
from generator.base.terminal_text import format_table
from generator.model.game import Component
from generator.model.text import Text
from generator.play.live_step import LiveStep
from generator.play.rules.visible_state import VisibleState
from generator.play.text.error_text import ErrorText
from generator.play.text.session_text import SessionText, mode_names, pile_lines
from generator.solo.action import REVEAL, SHUFFLE


class DeckText(SessionText):
    """Tells a session of one deck of any game."""

    def __init__(self, component: Component, title: Text, words: Messages, language: str) -> None:
        self.words = words
        self.describe_error = ErrorText(words).describe
        self._language = language
        self._name, self._title = self._text(component.title), self._text(title)
        self._rows = {piece.label: piece.row for piece in component.pieces}

    def opening(self, seen: VisibleState) -> Iterator[str]:
        title = f"{self._title}: {self._name}"
        yield self.words("open.line", title=title, name=seen.session, **mode_names(seen, self.words))
        yield self.words("open.hint", name=seen.session)

    def step(self, step: LiveStep) -> Iterator[str]:
        if step.action.verb == REVEAL:
            yield self.words("draw.deck", card=self._card(" ".join(step.action.words)))
        elif step.action.verb == SHUFFLE:
            count = len(step.after.piles[0].unseen)
            is_asked = step.before.draw is None  # else the deck ran out while cards were drawn
            yield self.words("draw.shuffled" if is_asked else "draw.shuffle", deck=self._name, n=count)

    def question(self, seen: VisibleState, *, whole: bool = False) -> Iterator[str]:
        pile = seen.piles[0]
        if seen.draw:
            key = "ask.typed" if seen.draw.unseen else "ask.typed_shuffle"
            yield self.words(key, deck=self._name, reason=self.words("reason.deck"), n=seen.draw.count)
            return
        if pile.table:
            counts = Counter(pile.table).items()
            cards = [self._card(label) + (f" ×{count}" if count > 1 else "") for label, count in counts]
            yield self.words("did.table", cards=self.words("and").join(cards))
        yield self.words("ask.deck", n=len(pile.unseen), m=len(pile.discards))
        if whole:
            yield from self.answers(seen)

    def answers(self, seen: VisibleState, word: str = "") -> Iterator[str]:
        legal = enumerate(map(str, seen.legal), 1)
        return format_table([(f"{n}.", action) for n, action in legal if word.lower() in action.lower()])

    def show(self, seen: VisibleState, _: str = "", /) -> Iterator[str]:
        return self.piles(seen)

    def piles(self, seen: VisibleState) -> Iterator[str]:
        for pile in seen.piles:
            yield from pile_lines(self.words, self._name, pile.table, "deck.table")
            yield from pile_lines(self.words, self._name, pile.unseen, "deck.left")
            yield from pile_lines(self.words, self._name, pile.discards, "deck.discards")

    def _text(self, text: Text) -> str:
        return dict(text.by).get(self._language, text.by[0][1])

    def _card(self, label: str) -> str:
        name = self._rows[label].cells.get("name")
        return f"{label} ({self._text(name)})" if isinstance(name, Text) else label
