"""One deck of any game: cards are drawn to the table, discarded from there, and shuffled back in."""

from __future__ import annotations

from typing import NamedTuple

from generator.bots.dealer import DrawRequest
from generator.model.game import Component
from generator.play.rules.digests import digest_state_values
from generator.play.rules.rules_protocol import DECK, PlayError
from generator.play.rules.visible_state import Pile, VisibleState
from generator.play.rules.word_matching import list_words, match_word, parse_numbers
from generator.solo.action import REVEAL, SHUFFLE, Action

MOST = 50
"""The most cards of one draw."""
DRAW, DISCARD, ALL = "draw", "discard", "all"


class DeckState(NamedTuple):
    """The copies of each card in the deck, on the table and in the discards, in the order of the data."""

    unseen: tuple[int, ...]
    table: tuple[int, ...]
    discards: tuple[int, ...]
    to_draw: int = 0
    """Cards still to be drawn."""
    turn: int = 1


class DeckRules:
    """`draw 3`, `discard O01`, `discard all`, `shuffle`: the rules of a deck of cards."""

    kind = DECK

    def __init__(self, component: Component) -> None:
        """Take the component with the cards; a piece's label is the name that is typed."""
        self.component = component
        self.id = component.id
        self.names = tuple(piece.label for piece in component.pieces)
        self._copies = tuple(piece.copies for piece in component.pieces)
        self._aliases = {piece.id: piece.label for piece in component.pieces}
        self._every = self._listed(self._copies)
        self._shuffle = Action(SHUFFLE, (self.id,))

    def start(self) -> DeckState:
        """Return the state in which the whole deck lies face down."""
        nothing = (0,) * len(self.names)
        return DeckState(self._copies, nothing, nothing)

    def read(self, state: DeckState, typed: str) -> Action:
        """Return the action that was typed; while a card is awaited, a bare card name means the card turned up."""
        verb, *words = typed.split()
        if state.to_draw:
            return self._typed_card(state, words if verb.casefold() == REVEAL else [verb, *words])
        verb = match_word(verb, (DRAW, DISCARD, SHUFFLE), "action")
        if verb == DRAW:
            return _action(DRAW, parse_numbers(words or ["1"], 1, "draw 3")[0])
        if verb == DISCARD:
            words_known = (*self._names(state.table), ALL)
            return _action(DISCARD, match_word(words[0] if words else ALL, words_known, "card_on_table", self._aliases))
        return self._shuffle

    def legal(self, state: DeckState) -> tuple[Action, ...]:
        """Return every action that can be done now; the cards that may come, while cards are being drawn."""
        if state.to_draw:
            return tuple(_action(REVEAL, name) for name in self._names(state.unseen)) or (self._shuffle,)
        actions = [_action(DRAW, 1)] if any(state.unseen) or any(state.discards) else []
        if any(state.table):
            actions += [_action(DISCARD, name) for name in (*self._names(state.table), ALL)]
        return (*actions, self._shuffle) if any(state.discards) else tuple(actions)

    def apply(self, state: DeckState, action: Action) -> DeckState:
        """Return the deck after an action; raise PlayError for one that is not possible."""
        verb, word = action.verb, " ".join(action.words)
        # While cards are drawn the discards come in only once the deck has run out.
        if verb == SHUFFLE and not (state.to_draw and any(state.unseen)):
            return self._shuffled(state)
        effects = {REVEAL: self._revealed} if state.to_draw else {DRAW: self._drawing, DISCARD: self._discarded}
        if verb in effects:
            return effects[verb](state, word)
        raise PlayError(key="not_now", action=repr(str(action)), would=list_words(self.legal(state), str) or "…")

    def only_answer(self, _: DeckState) -> Action | None:
        """Return None: with a single deck there is always something to decide."""
        return None

    def draw(self, state: DeckState) -> DrawRequest | None:
        """Return the request for the card that is awaited; None where the player decides."""
        if not state.to_draw:
            return None
        return DrawRequest(self.id, "", state.to_draw, state.turn, self._every, self._listed(state.unseen))

    def digest(self, state: DeckState) -> str:
        """Return a hash of the state."""
        return digest_state_values(state)

    def visible_state(self, state: DeckState) -> VisibleState:
        """Return all of the state that the player may see: every pile, but not the order of the deck."""
        piles = [self._listed(counts) for counts in (state.unseen, state.discards, state.table)]
        return VisibleState(
            DECK, 0, "", (), self.legal(state), self.draw(state), over=False, piles=(Pile(self.id, *piles),)
        )

    def _typed_card(self, state: DeckState, words: list[str]) -> Action:
        """Return the action for a typed card: revealing it, or the shuffle that an empty deck needs first."""
        if not any(state.unseen):
            return self._shuffle
        return _action(REVEAL, match_word(" ".join(words), self._names(state.unseen), "card_in_deck", self._aliases))

    def _drawing(self, state: DeckState, word: str) -> DeckState:
        """Return the state after `draw`, in which so many cards are awaited; raise PlayError for too many."""
        (count,) = parse_numbers([word], 1, "draw 3")
        # The discards are shuffled in when the deck runs out.
        there = sum(state.unseen) + sum(state.discards)
        if not 0 < count <= min(there, MOST):
            raise PlayError(key="draws", n=count, most=min(there, MOST))
        return state._replace(to_draw=count)

    def _revealed(self, state: DeckState, name: str) -> DeckState:
        """Return the state after a card was turned up: it moves from the deck to the table."""
        card = self._card(name, state.unseen, "card_in_deck")
        unseen, table = _moved(state.unseen, card, -1), _moved(state.table, card, 1)
        return state._replace(unseen=unseen, table=table, to_draw=state.to_draw - 1)

    def _discarded(self, state: DeckState, name: str) -> DeckState:
        """Return the state after a card of the table, or all of them, moved to the discards."""
        if name == ALL:
            both = tuple(map(sum, zip(state.table, state.discards, strict=True)))
            return state._replace(table=(0,) * len(both), discards=both)
        card = self._card(name, state.table, "card_on_table")
        return state._replace(table=_moved(state.table, card, -1), discards=_moved(state.discards, card, 1))

    def _shuffled(self, state: DeckState) -> DeckState:
        """Return the state after the discards were put back into the deck; raise PlayError where there are none."""
        if not any(state.discards):
            raise PlayError(key="no_discards")
        both = tuple(map(sum, zip(state.unseen, state.discards, strict=True)))
        return state._replace(unseen=both, discards=(0,) * len(both), turn=state.turn + 1)

    def _card(self, name: str, counts: tuple[int, ...], noun: str) -> int:
        """Return the number of a card by its name.

        Raises PlayError, about a `noun`, where `counts` has no copy of it.
        """
        if name not in self.names or not counts[self.names.index(name)]:
            raise PlayError(key="unknown", noun=noun, typed=repr(name), known=list_words(self._names(counts)) or "…")
        return self.names.index(name)

    def _names(self, counts: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of the cards with at least one copy in `counts`."""
        return tuple(name for name, count in zip(self.names, counts, strict=True) if count)

    def _listed(self, counts: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of the cards in `counts`, one for each copy."""
        return tuple(name for name, count in zip(self.names, counts, strict=True) for _ in range(count))


def _action(verb: str, word: object) -> Action:
    """Return an action in the form in which its saved text is parsed: a label may have spaces."""
    # Through text, as a session stores it: a label with a space becomes several words in both.
    return Action.parse(f"{verb} {word}")


def _moved(counts: tuple[int, ...], card: int, change: int) -> tuple[int, ...]:
    """Return counts of copies with one card's count changed."""
    return (*counts[:card], counts[card] + change, *counts[card + 1 :])
