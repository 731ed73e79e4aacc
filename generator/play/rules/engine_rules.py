"""Solo play by the rules engine: what both ways of keeping the sheets have in common.

Prospect, paths and neutral cards are cards of the solo game: the one that gives items this year, those kept for points
at the end, and those that stand for neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.records import replace
from generator.bots.dealer import DrawRequest, draw_request
from generator.model.solo.campaign import Fort, Goal
from generator.play.rules.visible_state import (
    AttackResult,
    Pile,
    VisibleAttack,
    VisibleFort,
    VisibleGoal,
    VisibleNeutral,
    VisibleState,
)
from generator.solo import hadrians_wall
from generator.solo.action import Action
from generator.solo.attack import AttackReport, gaps
from generator.solo.availability import attack_counts, kept_paths
from generator.solo.compiled.boxes import bits
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.fort_goals import GoalResult, judge_fort
from generator.solo.state import OVER, State, pending_words


class EngineRules:
    """The rules of a game with its settings, and the parts of a state that lie open on the table."""

    kind = ""
    on_paper = False

    def __init__(self, book: Rulebook, settings: Mapping[str, str], start: Mapping[str, int] | None = None) -> None:
        """Take a game's rulebook and the settings that were chosen; `start` has items in hand from the start."""
        self.book = book
        self._settings = settings
        self._start = start or {}
        """Items in hand from the start, the reward of the fort before."""

    def start(self) -> State:
        """Return the state before the first card."""
        return hadrians_wall.setup(self.book, self._settings, items=self._start, on_paper=self.on_paper)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return every action that can be done now, of the player or of chance."""
        return hadrians_wall.legal(self.book, state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action; raise IllegalActionError for one that is not legal."""
        return hadrians_wall.apply(self.book, state, action)

    def only_answer(self, _: State) -> Action | None:
        """Return None: the engine itself takes decisions that have only one answer."""
        return None

    def draw(self, state: State) -> DrawRequest | None:
        """Return the request for the card that the state awaits; None where the player decides."""
        return draw_request(self.book, state)

    def visible_state(self, state: State) -> VisibleState:
        """Return all of a state that the player may see: of a deck the cards that are left, not their order."""
        draw, names = self.draw(state), self.book.deck(self.book.solo.hand.deck).names
        neutral = self.book.solo.neutral.deck
        return VisibleState(
            kind=self.kind,
            year=state.year,
            phase=self._phase(state),
            asks=self._asks(state),
            # While a card is awaited the player decides nothing, and the list would name the unseen cards.
            legal=() if draw else self.legal(state),
            draw=draw,
            over=state.phase == OVER,
            settings=tuple(zip(self.book.settings, state.settings, strict=True)),
            piles=self._piles(state),
            hand=tuple(names[card] for card in state.hand),
            paths=tuple(names[card] for card in kept_paths(self.book, state)),
            prospect=names[state.prospect] if state.prospect >= 0 else "",
            others=tuple(VisibleNeutral(self.book.name(neutral, card), *tokens) for card, *tokens in state.neutral),
            raid=self._attack(state) if state.year and state.phase != OVER else None,
            results=tuple(map(self._result, state.attacks)),
            fort=self._fort(self.book.fort.fort, state) if self.book.fort else None,
        )

    def _fort(self, fort: Fort, state: State) -> VisibleFort:
        """Return the fort with its goals, judged on the sheets; not judged with sheets on paper."""
        start = tuple(self._start.items())
        if self.on_paper:
            # Only the player knows the sheets on paper, so that no goal is judged.
            return VisibleFort(fort.id, start, tuple(map(_goal, fort.goals)), tuple(map(_goal, fort.challenge)))
        judged = judge_fort(self.book, fort, state)
        goals, challenge = tuple(map(_judged_goal, judged.goals)), tuple(map(_judged_goal, judged.challenge))
        return VisibleFort(fort.id, start, goals, challenge, judged.is_won, judged.earns_reward)

    def _phase(self, state: State) -> str:
        """Return the phase of the year as the player sees it."""
        return state.phase

    def _asks(self, state: State) -> tuple[str, ...]:
        """Return the pending choice as words: its kind, then its values; empty where the player acts freely."""
        return tuple(map(str, pending_words(state.pending[0]))) if state.pending else ()

    def _piles(self, state: State) -> tuple[Pile, ...]:
        """Return each deck with the cards left in it and its discards, by name."""
        return tuple(
            Pile(cards.deck.id, *(tuple(cards.names[card] for card in bits(mask)) for mask in (inside, gone)))
            for cards, inside, gone in zip(self.book.decks, state.unseen, state.discards, strict=True)
        )

    def _attack(self, state: State) -> VisibleAttack:
        """Return this year's attack as far as it is known."""
        counts, stopped, cancelled = attack_counts(self.book, state.attack), self._stopped(state), state.cancelled
        nothing = (0,) * len(counts)
        return VisibleAttack(
            potential=self.book.years[state.year - 1].potential,
            cards=self.book.attack_size(state.settings, state.year),
            extra=sum(neutral.goods + neutral.scouts for neutral in state.neutral),
            came=self._attack_cards(state.attack),
            counts=tuple(counts),
            stopped=stopped,
            # Favours on paper are told only at the end of the attack.
            cancelled=() if self.on_paper else cancelled,
            let_through=sum(gaps(counts, stopped or nothing, nothing if self.on_paper else cancelled)),
        )

    def _stopped(self, state: State) -> tuple[int, ...]:
        """Return the cards that each cohort can stop, one for each marked box; empty if unknown."""
        return tuple(state.levels[cohort] for cohort in self.book.cohorts)

    def _attack_cards(self, cards: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of cards of the attack deck."""
        return tuple(self.book.name(self.book.solo.attack.deck, card) for card in cards)

    def _result(self, report: AttackReport) -> AttackResult:
        """Return the report of an attack that is over, with names for its cards."""
        return AttackResult(
            year=report.year,
            counts=report.counts,
            loss=report.outcome.disdain,
            gain=report.outcome.valour,
            came=self._attack_cards(report.cards),
            stopped=report.stopped,
            cancelled=report.cancelled,
            let_through=report.outcome.let_through,
        )


def _goal(goal: Goal) -> VisibleGoal:
    """Return a goal that is not judged."""
    return VisibleGoal(goal.value, goal.number, goal.is_most)


def _judged_goal(result: GoalResult) -> VisibleGoal:
    """Return a goal with the number reached and whether it is met."""
    return replace(_goal(result.goal), reached=result.reached, met=result.is_met)
