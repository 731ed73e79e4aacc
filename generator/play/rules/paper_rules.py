"""The decks beside printed sheets: cards are drawn with their reasons, and attacks told from what the player types.

The player marks the sheets; the companion turns up the cards of the year, those of goods and battles when they are
asked for, notes what lies on neutral cards, and counts the attack against the cohorts and favours that are typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from generator.play.rules.digests import of_state
from generator.play.rules.full_rules import counts, piles
from generator.play.rules.rules_protocol import PAPER, DrawRequest, PlayError
from generator.play.rules.visible_state import AttackResult, VisibleAttack, VisibleNeutral, VisibleState
from generator.play.text.word_matching import list_actions, list_words, match_word, parse_numbers
from generator.solo import hadrians_wall
from generator.solo.action import PATH, REVEAL, SHUFFLE, STOP, Action
from generator.solo.attack import gaps, outcome
from generator.solo.boxes import bits
from generator.solo.deck_cards import DeckCards
from generator.solo.rulebook import Rulebook

ACTIONS, COHORTS, FAVOURS, RESULT, OVER = "actions", "cohorts", "favours", "result", "over"
GOODS, BATTLE, SCOUT, NEXT = "goods", "battle", "scout", "next"
INCOME, HAND, NEUTRAL, ATTACK = "income", "hand", "neutral", "attack"
"""What cards are drawn for."""
_YEAR = (INCOME, HAND, PATH, NEUTRAL, ACTIONS, ATTACK, COHORTS, FAVOURS, RESULT)
"""What a year goes through; its result stands until the player has marked it, so that numbers can be corrected."""

_WHEN = dict.fromkeys((GOODS, BATTLE, SCOUT, STOP), ACTIONS) | {PATH: PATH, COHORTS: COHORTS, FAVOURS: FAVOURS}
"""When each verb is asked for."""


class PaperState(NamedTuple):
    """Where the decks and the attacks stand; cards are numbers, sets of them have a bit for each."""

    settings: tuple[str, ...]
    year: int
    phase: str
    draws: tuple[str, int]
    """What cards are being drawn for, and how many are still to come."""
    unseen: tuple[int, ...]
    discards: tuple[int, ...]
    shuffles: tuple[int, ...]
    hand: tuple[int, ...] = ()
    paths: tuple[int, ...] = ()
    prospect: int = -1
    neutral: tuple[tuple[int, int, int], ...] = ()
    """Cards with the resources and the soldiers on them."""
    attack: tuple[int, ...] = ()
    stops: tuple[int, ...] = ()
    results: tuple[tuple[int, tuple[int, ...], int, int], ...] = ()
    used: tuple[int, int] = (0, 0)
    """Goods bought and neutral patterns used so far."""


_NOTHING = ("", 0)


class PaperRules:
    """The decks of a game, the year's course and its attack."""

    kind = PAPER

    def __init__(self, book: Rulebook, settings: Mapping[str, str]) -> None:
        self.book = book
        self._settings = settings
        solo = book.solo
        self._deck_of = {
            INCOME: solo.income,
            HAND: solo.hand.deck,
            NEUTRAL: solo.neutral.deck,
            GOODS: solo.market.deck,
            BATTLE: solo.fights.deck,
            ATTACK: solo.attack.deck,
        }
        self._most = tuple(book.boxes.lengths[cohort] for cohort in book.cohorts)
        scouts = sum(box.gains.count(solo.scouting.icon) for box in book.boxes.boxes)
        self._boxes = {GOODS: book.boxes.lengths[book.market], SCOUT: scouts}
        """How often the sheets have room for a good, and for a scout."""

    # the rules

    def start(self) -> PaperState:
        """Full decks, and the first card awaited."""
        first = hadrians_wall.setup(self.book, self._settings)
        return PaperState(first.settings, 1, INCOME, (INCOME, 1), first.unseen, first.discards, first.shuffles)

    def read(self, state: PaperState, typed: str) -> Action:
        """An action from what was typed: a bare card is the one turned up, bare numbers are what is asked for."""
        verb, *words = typed.lower().split()
        if state.draws[1]:
            return self._typed_card(state, words if verb == REVEAL and words else [verb, *words])
        self._check_time(state, verb)
        if state.phase in {COHORTS, FAVOURS}:
            return self._typed_numbers(state, words if state.phase.startswith(verb) else [verb, *words])
        if state.phase == PATH:
            word = words[-1] if words and PATH.startswith(verb) else verb
            return Action(PATH, (self._card_in(HAND, state.hand, word),))
        if state.phase == OVER:
            raise PlayError(key="over")
        if state.phase == RESULT:
            return Action(match_word(verb, (NEXT,), "action"))
        return self._typed_action(state, match_word(verb, (GOODS, BATTLE, SCOUT, STOP), "action"), words)

    def legal(self, state: PaperState) -> tuple[Action, ...]:
        """What can be done now; numbers are typed as they are."""
        if state.draws[1]:
            draw = self._awaited(state)
            return tuple(Action(REVEAL, (card,)) for card in draw.unseen) or (Action(SHUFFLE, (draw.deck,)),)
        if state.phase == PATH:
            return tuple(Action(PATH, (self._name(HAND, card),)) for card in state.hand)
        if state.phase == RESULT:
            return (Action(NEXT),)
        if state.phase != ACTIONS:
            return ()
        names = [self._name(NEUTRAL, card) for card, _, _ in state.neutral]
        sources = (self._deck_of[GOODS], *names) if self._room(state, GOODS) else ()
        scouts = names if self._room(state, SCOUT) else []
        goods = [Action(GOODS, (source,)) for source in sources]
        return (*goods, Action(BATTLE), *(Action(SCOUT, (name,)) for name in scouts), Action(STOP))

    def apply(self, state: PaperState, action: Action) -> PaperState:
        """The state after an action; raises PlayError."""
        verb = action.verb
        if state.phase in {COHORTS, FAVOURS} and verb == state.phase and not state.draws[1]:
            return self._answered(state, action.words)
        legal = self.legal(state)
        if state.phase == ACTIONS and verb in self._boxes and not state.draws[1] and not self._room(state, verb):
            raise PlayError(key=f"no_more_{verb}", most=self._boxes[verb])
        if action not in legal:
            raise PlayError(
                key="not_now", action=repr(str(action)), would=list_actions(legal) or f"{state.phase} 2 2 2"
            )
        does = {
            REVEAL: self._revealed,
            SHUFFLE: self._shuffled,
            PATH: self._chosen,
            STOP: self._stopped,
            NEXT: self._turned,
        }
        return does.get(verb, self._done)(state, action)

    def draw(self, state: PaperState) -> DrawRequest | None:
        """The card that is awaited."""
        return self._awaited(state) if state.draws[1] else None

    def digest(self, state: PaperState) -> str:
        """A hash of the whole state."""
        return of_state(state)

    def seen(self, state: PaperState) -> VisibleState:
        """The table; of the decks what is left of them, and not in what order."""
        return VisibleState(
            kind=PAPER,
            year=state.year,
            phase=state.phase,
            asks=(state.phase,) if not state.draws[1] else (),
            legal=() if state.draws[1] else self.legal(state),
            draw=self.draw(state),
            over=state.phase == OVER,
            settings=tuple(zip(self.book.settings, state.settings, strict=True)),
            piles=piles(self.book, state.unseen, state.discards),
            hand=tuple(self._name(HAND, card) for card in state.hand),
            paths=tuple(self._name(HAND, card) for card in state.paths),
            prospect=self._name(HAND, state.prospect) if state.prospect >= 0 else "",
            others=tuple(VisibleNeutral(self._name(NEUTRAL, card), *paid) for card, *paid in state.neutral),
            raid=self._raid(state),
            results=tuple(AttackResult(*result) for result in state.results),
        )

    # what is typed

    def _typed_card(self, state: PaperState, words: list[str]) -> Action:
        draw, word = self._awaited(state), " ".join(words)
        if not draw.unseen:
            return Action(SHUFFLE, (draw.deck,))
        self._check_deck(draw, word)
        return Action(REVEAL, (match_word(word, draw.unseen, "card_in_deck", self._cards(state.draws[0]).aliases),))

    def _check_deck(self, draw: DrawRequest, word: str) -> None:
        """Refuse a card that has come already, or that another deck has, by its name."""
        asked = self.book.deck(draw.deck)
        card = asked.aliases.get(word, "")
        if card and card not in draw.unseen:
            raise PlayError(key="came", card=repr(card), known=list_words(draw.unseen))
        other = next((cards for cards in self.book.decks if word in cards.aliases), None)
        if not card and other:
            raise PlayError(key="other_deck", card=repr(other.aliases[word]), has=other.deck.id, deck=draw.deck)

    def _check_time(self, state: PaperState, verb: str) -> None:
        """Refuse a verb that is for another time of the year, saying for which."""
        phase = _WHEN.get(verb, state.phase)
        if state.phase not in {phase, OVER}:
            raise PlayError(key="not_yet", typed=repr(verb), phase=phase, now=state.phase)

    def _typed_numbers(self, state: PaperState, words: list[str]) -> Action:
        example = f"{state.phase} {' '.join('2' for _ in self._most)}"
        return Action(state.phase, tuple(map(str, parse_numbers(words, len(self._most), example))))

    def _typed_action(self, state: PaperState, verb: str, words: list[str]) -> Action:
        if verb in {BATTLE, STOP}:
            return Action(verb)
        cards = tuple(card for card, _, _ in state.neutral)
        if verb == GOODS:
            deck = self._deck_of[GOODS]
            word = words[-1] if words else deck
            return Action(GOODS, (deck if deck.startswith(word) else self._card_in(NEUTRAL, cards, word),))
        return Action(SCOUT, (self._card_in(NEUTRAL, cards, words[-1] if words else "?"),))

    def _card_in(self, reason: str, cards: tuple[int, ...], word: str) -> str:
        names = [self._name(reason, card) for card in cards]
        return match_word(word, names, "card_on_table", self._cards(reason).aliases)

    # what is done

    def _revealed(self, state: PaperState, action: Action) -> PaperState:
        reason, left = state.draws
        deck = self.book.deck_index[self._deck_of[reason]]
        card = self.book.decks[deck].index[action.words[0]]
        state = state._replace(unseen=_changed(state.unseen, deck, state.unseen[deck] & ~(1 << card)))
        state = state._replace(draws=(reason, left - 1) if left > 1 else _NOTHING)
        if reason == HAND:
            state = state._replace(hand=(*state.hand, card))
        elif reason == NEUTRAL:
            state = state._replace(neutral=(*state.neutral, (card, 0, 0)))
        elif reason == ATTACK:
            state = state._replace(attack=(*state.attack, card))
        else:
            state = self._discarded(state, deck, 1 << card)
        is_done = not state.draws[1] and state.phase == reason
        return self._next(state) if is_done else state

    def _shuffled(self, state: PaperState, _: Action) -> PaperState:
        deck = self.book.deck_index[self._deck_of[state.draws[0]]]
        cards = self.book.decks[deck]
        every = self.book.is_so(cards.deck.all_again, state.settings)
        new = cards.full if every else state.discards[deck]
        return state._replace(
            unseen=_changed(state.unseen, deck, new),
            discards=_changed(state.discards, deck, 0),
            shuffles=_changed(state.shuffles, deck, state.shuffles[deck] + 1),
        )

    def _chosen(self, state: PaperState, action: Action) -> PaperState:
        path = self._cards(HAND).index[action.words[0]]
        prospect = next(card for card in state.hand if card != path)
        state = state._replace(hand=(), paths=(*state.paths, path), prospect=prospect)
        return self._next(state)

    def _stopped(self, state: PaperState, _: Action) -> PaperState:
        return self._next(state)

    def _done(self, state: PaperState, action: Action) -> PaperState:
        """A good, a battle or a scout."""
        verb, words = action
        state = state._replace(used=(state.used[0] + (verb == GOODS), state.used[1] + (verb == SCOUT)))
        if verb == BATTLE or words == (self._deck_of[GOODS],):
            return state._replace(draws=(verb, 1))
        number = self._cards(NEUTRAL).index[words[0]]
        laid = (1, 0) if verb == GOODS else (0, 1)
        neutral = tuple(
            (card, goods + laid[0], scouts + laid[1]) if card == number else (card, goods, scouts)
            for card, goods, scouts in state.neutral
        )
        return state._replace(neutral=neutral)

    def _answered(self, state: PaperState, words: tuple[str, ...]) -> PaperState:
        given = parse_numbers(words, len(self._most), f"{state.phase} 2 2 2")
        most = self._most if state.phase == COHORTS else self._gaps(state)
        for direction, number, limit in zip(self.book.directions, given, most, strict=True):
            if number > limit:
                raise PlayError(key="too_many", n=number, direction=direction, most=limit)
        if state.phase == COHORTS:
            state = self._next(state._replace(stops=given))
            return state if any(self._gaps(state)) else self._ended(state, given=(0,) * len(given))
        return self._ended(state, given)

    def _ended(self, state: PaperState, given: tuple[int, ...]) -> PaperState:
        """The attack is over; its result stands until the next year is wanted."""
        came = counts(self.book, state.attack)
        ends = outcome(gaps(came, state.stops, given), self.book.years[state.year - 1].potential)
        result = (state.year, came, ends.disdain, ends.valour)
        return state._replace(phase=RESULT, results=(*state.results, result))

    def _turned(self, state: PaperState, _: Action) -> PaperState:
        """The cards of the year go away, and the next one begins."""
        fate, neutral = (self.book.deck_index[self._deck_of[reason]] for reason in (ATTACK, NEUTRAL))
        own = self.book.deck_index[self._deck_of[HAND]]
        state = self._discarded(state, fate, _set(state.attack) & ~state.unseen[fate])
        state = self._discarded(state, neutral, _set(tuple(card for card, _, _ in state.neutral)))
        state = self._discarded(state, own, 1 << state.prospect)
        state = state._replace(attack=(), stops=(), neutral=(), prospect=-1)
        if state.year == len(self.book.years):
            return state._replace(phase=OVER)
        return self._begun(state._replace(year=state.year + 1), INCOME)

    def _next(self, state: PaperState) -> PaperState:
        return self._begun(state, _YEAR[_YEAR.index(state.phase) + 1])

    def _begun(self, state: PaperState, phase: str) -> PaperState:
        solo = self.book.solo
        extra = sum(goods + scouts for _, goods, scouts in state.neutral)
        many = {INCOME: 1, HAND: solo.hand.cards, NEUTRAL: solo.neutral.cards}
        if phase == ATTACK:
            wanted = self.book.attackers(state.settings, state.year) + extra
            many[ATTACK] = min(wanted, self._left(state, ATTACK))
        return state._replace(phase=phase, draws=(phase, many[phase]) if phase in many else _NOTHING)

    def _left(self, state: PaperState, reason: str) -> int:
        """Cards that can come at most: those of the deck and, shuffled in, its discards."""
        deck = self.book.deck_index[self._deck_of[reason]]
        return (state.unseen[deck] | state.discards[deck]).bit_count()

    def _room(self, state: PaperState, verb: str) -> bool:
        """Whether the sheets have a box left for another good or scout."""
        return state.used[verb == SCOUT] < self._boxes[verb]

    def _discarded(self, state: PaperState, deck: int, cards: int) -> PaperState:
        return state._replace(discards=_changed(state.discards, deck, state.discards[deck] | cards))

    # looking things up

    def _awaited(self, state: PaperState) -> DrawRequest:
        reason, count = state.draws
        deck = self.book.deck_index[self._deck_of[reason]]
        cards = self.book.decks[deck]
        left = tuple(cards.names[card] for card in bits(state.unseen[deck]))
        return DrawRequest(cards.deck.id, reason, count, state.shuffles[deck], cards.names, left)

    def _cards(self, reason: str) -> DeckCards:
        return self.book.deck(self._deck_of[reason])

    def _name(self, reason: str, card: int) -> str:
        return self._cards(reason).names[card]

    def _gaps(self, state: PaperState) -> tuple[int, ...]:
        came = counts(self.book, state.attack)
        return gaps(came, state.stops or (0,) * len(came), (0,) * len(came))

    def _raid(self, state: PaperState) -> VisibleAttack | None:
        if state.phase == OVER:
            return None
        return VisibleAttack(
            potential=self.book.years[state.year - 1].potential,
            cards=self.book.attackers(state.settings, state.year),
            extra=sum(goods + scouts for _, goods, scouts in state.neutral),
            came=tuple(self._name(ATTACK, card) for card in state.attack),
            counts=counts(self.book, state.attack),
            stopped=state.stops,
            let_through=sum(self._gaps(state)),
        )


def _changed(numbers_: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*numbers_[:place], value, *numbers_[place + 1 :])


def _set(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)
