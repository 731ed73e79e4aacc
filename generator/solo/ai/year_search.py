"""A beam search to the end of a year: decisions in sequence, equal ones merged, positions by the learned evaluation.

A decision that chance follows goes on with the outcome nearest to the average of all: plans count on no luck.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import mul
from typing import NamedTuple, TypeAlias

from generator.solo.action import STOPPED, Action
from generator.solo.ai.learned_value import LearnedValue
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import apply, legal
from generator.solo.state import PlacePattern, Reveal, State

Steps: TypeAlias = "tuple[Steps, State, Action] | None"
"""Decisions, the last one first, with the states they were made in."""

_NEVER = 10**9
"""More than any value."""

_PLACES = 4
"""Places of a pattern that are searched, the best ones by evaluation."""


class Found(NamedTuple):
    """A position of the search."""

    total: int
    """Its value while the year goes on."""
    state: State
    key: int
    """The sum of the numbers of its actions: the same actions in another order have the same."""
    steps: Steps


class YearPlan(NamedTuple):
    """The best sequence of decisions that a search has found."""

    value: int
    """The expected final score, in thousandths of a point."""
    steps: tuple[tuple[State, Action], ...]


class YearSearch:
    """Searches the rest of a year of one game."""

    def __init__(self, book: Rulebook, value: LearnedValue) -> None:
        """Take the rules, and the learned value of positions."""
        self._book, self._value = book, value
        self._tokens: dict[Action, int] = {}
        self._before = _equal_before(book)
        self._effects = _effects(book)
        self._best_places: dict[tuple[bytes, tuple[int, ...], int], tuple[Action, ...]] = {}

    def plan(self, state: State, width: int) -> YearPlan:
        """Return the best decisions to the end of the year, as far as a beam of `width` positions finds them."""
        beam = [Found(0, state, 0, None)]
        best, most = beam[0], -_NEVER if state.pending else self._value.kept(state)
        visited: set[int] = set()
        while beam:
            children = [child for node in beam for child in self._children(node, visited)]
            beam = best_different(children, width)
            for node in beam:
                year_end = self._value.kept(node.state)
                if year_end > most:
                    best, most = node, year_end
        return YearPlan(most, _in_order(best.steps, best.state))

    def _children(self, node: Found, visited: set[int]) -> Iterator[Found]:
        """Yield the positions one decision after a position, without those in `visited`, which grows."""
        for action in self._actions(node.state):
            # The same actions in another order lead to the same state: the sum finds it again.
            key = node.key + self._token(action)
            if key in visited:
                continue
            visited.add(key)
            after = apply(self._book, node.state, action)
            steps = (node.steps, node.state, action)
            if after.awaits:
                after = self.typical(after)
            # A choice is no place to stop: its answers are searched at once, and only settled positions are compared.
            if after.pending:
                yield from self._children(Found(0, after, key, steps), visited)
            else:
                yield Found(self._value.total(after), after, key, steps)

    def typical(self, state: State) -> State:
        """Return the state after chance, with the outcome whose value is nearest to the average of all outcomes."""
        while state.awaits:
            _, state = self.typical_chance(state)
        return state

    def typical_chance(self, state: State) -> tuple[Action, State]:
        """Return the action of chance whose value is nearest to the average of all, and the state after it."""
        cards = self._different_cards(state)
        after = [apply(self._book, state, action) for action in cards]
        values = [self._value.total(outcome) for outcome in after]
        # Each outcome weighs as much as the cards that bring it.
        average = sum(map(mul, values, cards.values())) // sum(cards.values())
        gaps = [abs(value - average) for value in values]
        best = gaps.index(min(gaps))
        return tuple(cards)[best], after[best]

    def _different_cards(self, state: State) -> dict[Action, int]:
        """Return the actions of chance with different effects, each with the number of cards that share its effect."""
        actions, head = legal(self._book, state), state.pending[0]
        effects = self._effects.get(head.reason) if isinstance(head, Reveal) else None
        if not effects:
            return dict.fromkeys(actions, 1)
        first: dict[int, Action] = {}
        counts: dict[Action, int] = {}
        for action in actions:
            same = first.setdefault(effects[action], action)
            counts[same] = counts.get(same, 0) + 1
        return counts

    def _actions(self, state: State) -> tuple[Action, ...]:
        """Return the legal actions that are searched: of equal boxes only the first, and no stop."""
        actions = legal(self._book, state)
        if state.pending:
            return self._places(state, actions) if isinstance(state.pending[0], PlacePattern) else actions
        offered = set(actions)
        return tuple(
            action for action in actions if action != STOPPED and offered.isdisjoint(self._before.get(action, ()))
        )

    def _places(self, state: State, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """Return the _PLACES best places for a pattern, by the value of the state after each."""
        start = self._book.boxes.starts[self._book.map]
        filled = state.boxes[start : start + self._book.boxes.lengths[self._book.map]]
        key = filled, (state.prospect, *(neutral.card for neutral in state.neutral)), state.year
        if key not in self._best_places:
            values = [(self._value.total(apply(self._book, state, action)), action) for action in actions]
            values.sort(key=lambda pair: -pair[0])
            self._best_places[key] = tuple(action for _, action in values[:_PLACES])
        return self._best_places[key]

    def _token(self, action: Action) -> int:
        """Return a number for an action; sums of a few dozen such numbers are all different."""
        if action not in self._tokens:
            self._tokens[action] = pow(3, 7 + len(self._tokens), (1 << 127) - 1)
        return self._tokens[action]


def _in_order(steps: Steps, last: State) -> tuple[tuple[State, Action], ...]:
    """Return linked decisions from the first to the last, and then a stop in the last state."""
    decisions = [(last, STOPPED)]
    while steps:
        steps, state, action = steps
        decisions.append((state, action))
    return tuple(reversed(decisions))


def best_different(positions: list[Found], width: int) -> list[Found]:
    """Return the positions of the highest value, `width` at most; of equal sheets and items only the best one."""
    positions.sort(key=lambda position: -position.total)
    best: dict[tuple[bytes, tuple[int, ...]], Found] = {}
    for position in positions:
        # Equal boxes and items are one position, however it was reached.
        if len(best) == width:
            break
        best.setdefault((position.state.boxes, position.state.items), position)
    return list(best.values())


def _effects(book: Rulebook) -> dict[str, dict[Action, int]]:
    """Return for each card that a good or a battle may turn up the number that decides its effect."""
    market, fights = book.solo.market.deck, book.solo.fights.deck
    goods = zip(book.deck(market).reveals, book.goods[market], strict=True)
    return {"goods": dict(goods), "battle": dict(zip(book.deck(fights).reveals, book.damage, strict=True))}


def _equal_before(book: Rulebook) -> dict[Action, tuple[Action, ...]]:
    """Return for each action that fills a box the actions that fill an equal box before it: one of them is enough."""
    boxes = book.boxes
    earlier: dict[Action, tuple[Action, ...]] = {}
    alike: dict[tuple[object, ...], list[Action]] = {}
    for move in boxes.moves:
        box = boxes.boxes[move.box]
        # In a row only the next box can be filled, so there is nothing to leave out.
        if boxes.tracks[boxes.track_of[move.box]].order != "row":
            kind = box.track, boxes.needs[move.box], boxes.gains[move.box], box.one_of, box.when, move.pays
            before = alike.setdefault(kind, [])
            earlier[move.action] = tuple(before)
            before.append(move.action)
    return earlier
