"""Solo play with the sheets on paper: what is typed, and what a player may see of the decks and the attack.

The player marks the sheets. The program turns up the cards of the year, and those of goods and battles when they are
asked for, notes the tokens on neutral cards, and counts the attack against the cohorts and favours that are typed.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.base.records import replace
from generator.bots.dealer import DrawRequest
from generator.play.rules.digests import digest_state_values
from generator.play.rules.engine_rules import EngineRules
from generator.play.rules.rules_protocol import PAPER, PlayError
from generator.play.rules.word_matching import list_words, match_word, parse_numbers
from generator.solo.action import BATTLE, COHORTS, FAVOURS, GOODS, NEXT, PATH, REVEAL, SCOUT, SHUFFLE, STOP, Action
from generator.solo.attack import favours_matter
from generator.solo.availability import kept_paths, open_gaps
from generator.solo.paper_sheets import counted_boxes
from generator.solo.state import OVER, Reveal, ShowResult, State, TellFavours
from generator.solo.year import ACTIONS

RESULT = "result"
_NONE = "none"
_NO_FAVOURS: tuple[list[str], ...] = ([], [_NONE], [STOP], ["0"])
"""What says that no favours are used, where they are asked for."""

_WHEN = dict.fromkeys((GOODS, BATTLE, SCOUT, STOP), ACTIONS) | {PATH: PATH, COHORTS: COHORTS, FAVOURS: FAVOURS}
"""When each verb is asked for."""


class PaperRules(EngineRules):
    """Solo play with the sheets on paper."""

    kind = PAPER
    on_paper = True

    def draw(self, state: State) -> DrawRequest | None:
        """Return the request for the card that is awaited; before a shuffle, for the card that comes after it."""
        draw, awaited = super().draw(state), _awaited(state)
        return replace(draw, reason=awaited.reason, count=awaited.cards) if draw and awaited else draw

    def digest(self, state: State) -> str:
        """Return a hash of the whole state.

        Session files hold it: it hashes the values that the first format for sheets on paper had.
        """
        awaited = _awaited(state)
        return digest_state_values(
            (
                state.settings,
                state.year,
                self._phase(state),
                (awaited.reason, awaited.cards) if awaited else ("", 0),
                state.unseen,
                state.discards,
                state.shuffles,
                state.hand,
                tuple(kept_paths(self.book, state)),
                state.prospect,
                state.neutral,
                state.attack,
                self._stopped(state),
                tuple(
                    (report.year, report.counts, report.outcome.disdain, report.outcome.valour)
                    for report in state.attacks
                ),
                tuple(self._count(state, verb) for verb in (GOODS, SCOUT)),
            )
        )

    def _phase(self, state: State) -> str:
        """Return the phase as a player at the table names it: the reason of awaited cards, or the kind of question."""
        awaited = _awaited(state)
        if awaited and state.phase != ACTIONS:
            return awaited.reason
        return state.phase if awaited or not state.pending else state.pending[0].kind

    def _asks(self, state: State) -> tuple[str, ...]:
        """Return the current question by its phase; empty while a card is awaited."""
        return () if state.awaits else (self._phase(state),)

    def _stopped(self, state: State) -> tuple[int, ...]:
        """Return the cards that each cohort stops, once the player has told them for this attack; empty before."""
        is_told = state.pending and isinstance(state.pending[0], TellFavours | ShowResult)
        return tuple(state.levels[cohort] for cohort in self.book.cohorts) if is_told else ()

    def _count(self, state: State, verb: str) -> int:
        """Return how many goods were bought, or neutral patterns used, by the verb GOODS or SCOUT."""
        return sum(1 for box in counted_boxes(self.book, verb) if state.boxes[box])

    # what is typed

    def read(self, state: State, typed: str) -> Action:
        """Return the action that a text means: a bare card is the one turned up, bare numbers answer the question.

        Raises PlayError for a text that fits nothing now.
        """
        verb, *words = typed.lower().split() or [_NONE]
        draw, phase = self.draw(state), self._phase(state)
        if draw:
            # A card on the table comes first: the verbs answer questions that are not asked yet.
            if verb in {*_WHEN, NEXT} and draw.unseen:
                raise PlayError(key="card_first", typed=repr(verb), deck=draw.deck)
            return self._typed_card(draw, " ".join(words if verb == REVEAL and words else [verb, *words]))
        if phase == OVER:
            raise PlayError(key="over")
        # `stop`, `none`, `0` and an empty line all mean that no favours are used.
        if phase == FAVOURS and [verb, *words][verb == FAVOURS :] in _NO_FAVOURS:
            return self._no_favours
        when = _WHEN.get(verb, phase)
        if when != phase:
            raise PlayError(key="not_yet", typed=repr(verb), phase=when, now=phase)
        if phase in {COHORTS, FAVOURS}:
            return self._typed_numbers(phase, words if phase.startswith(verb) else [verb, *words])
        if phase == PATH:
            word = words[-1] if words and PATH.startswith(verb) else verb
            hand = self.book.solo.hand.deck
            return Action(PATH, (self._card_in(hand, state.hand, word),))
        if phase == RESULT:
            return Action(match_word(verb, (NEXT,), "action"))
        return self._typed_action(state, match_word(verb, (GOODS, BATTLE, SCOUT, STOP), "action"), words)

    @property
    def _no_favours(self) -> Action:
        """Return the action that uses no favours: a 0 for each direction."""
        return Action(FAVOURS, ("0",) * len(self.book.directions))

    def only_answer(self, state: State) -> Action | None:
        """Return the answer "no favours" where favours could not change the outcome; None where there is a choice."""
        if not state.pending or not isinstance(state.pending[0], TellFavours):
            return None
        used = sum(sum(report.cancelled) for report in state.attacks)
        # Favours on paper are not known; there are no more than the boxes of their tracks less those told so far.
        favours_left = sum(self.book.boxes.lengths[favours.track] for favours in self.book.favours) - used
        nothing = (0,) * len(self.book.directions)
        matter = favours_matter(
            open_gaps(self.book, state), nothing, favours_left, self.book.years[state.year - 1].potential
        )
        return None if matter else self._no_favours

    def _typed_card(self, draw: DrawRequest, word: str) -> Action:
        """Return the action for a typed card: revealing it, or the shuffle that an empty deck needs first."""
        if not draw.unseen:
            return Action(SHUFFLE, (draw.deck,))
        self._check_deck(draw, word)
        return Action(REVEAL, (match_word(word, draw.unseen, "card_in_deck", self.book.deck(draw.deck).aliases),))

    def _check_deck(self, draw: DrawRequest, word: str) -> None:
        """Raise PlayError for a card that has come already, or that only another deck has."""
        card = self.book.deck(draw.deck).aliases.get(word, "")
        if card and card not in draw.unseen:
            raise PlayError(key="came", card=repr(card), known=list_words(draw.unseen))
        other = next((cards for cards in self.book.decks if word in cards.aliases), None)
        if not card and other:
            raise PlayError(key="other_deck", card=repr(other.aliases[word]), has=other.deck.id, deck=draw.deck)

    def _typed_numbers(self, phase: str, words: list[str]) -> Action:
        """Return the action with the cohorts or favours of each direction; raise PlayError for other numbers."""
        count = len(self.book.directions)
        return Action(phase, tuple(map(str, parse_numbers(words, count, f"{phase}{' 2' * count}"))))

    def _typed_action(self, state: State, verb: str, words: list[str]) -> Action:
        """Return an action of the year, `goods`, `battle`, `scout` or `stop`, with its card where it needs one."""
        if verb in {BATTLE, STOP}:
            return Action(verb)
        market, neutral = self.book.solo.market.deck, self.book.solo.neutral.deck
        if verb == SCOUT and not words:
            names = [self.book.name(neutral, card_state.card) for card_state in state.neutral]
            raise PlayError(key="scout_which", known=list_words([f"{SCOUT} {name}" for name in names]))
        word = words[-1] if words else market
        if verb == GOODS and market.startswith(word):
            return Action(GOODS, (market,))
        return Action(verb, (self._card_in(neutral, (card_state.card for card_state in state.neutral), word),))

    def _card_in(self, deck: str, cards: Iterable[int], word: str) -> str:
        """Return the name of the card that a word means among cards of a deck; raise PlayError for none or several."""
        # Aliases let a player type the number of a card or its name.
        cards_of_deck = self.book.deck(deck)
        return match_word(word, [cards_of_deck.names[card] for card in cards], "card_on_table", cards_of_deck.aliases)


def _awaited(state: State) -> Reveal | None:
    """Return the cards that are being turned up, also while their deck is shuffled first; None for no cards."""
    if not state.awaits:
        return None
    return next((pending for pending in state.pending if isinstance(pending, Reveal)), None)
