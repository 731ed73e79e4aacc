"""What a state allows beyond the needs and prices of boxes: gladiators, swords, the map, favours.

A move is a box together with one of its prices. A cohort is a track of soldiers against one direction of the attack; a
favour is circled when it is gained and filled in when it cancels a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from generator.solo.action import Action
from generator.solo.attack import AttackReport, gaps, outcome
from generator.solo.compiled.rulebook import OWN, FavourTrack, Gladiator, Rulebook
from generator.solo.state import State
from generator.solo.state_draft import StateDraft

AnyState: TypeAlias = "State | StateDraft"
"""A state, or the draft of one."""


def open_moves(book: Rulebook, state: AnyState) -> int:
    """Return the moves (a box with a price) that are legal in the actions of a year, as a bit mask.

    Whether the items in hand pay the price is not asked.
    """
    # Levels, limits and closed boxes are one table look-up for all moves; only the special rules below need Python.
    mask = book.boxes.open_moves(state.levels, state.closed, state.used, state.boxes)
    for gladiator in book.gladiators:
        if state.levels[gladiator.trained]:
            mask &= ~_barred_by(book, state, gladiator)
    # An icon that fills a track would be lost where no box of it is open: unless a setting allows that, it is refused.
    for moves, fills, case in book.must_fill:
        if mask & moves and not mask & fills and not book.applies(case, state.settings):
            mask &= ~moves
    if mask & book.scout_moves and not has_place(book, state):
        mask &= ~book.scout_moves
    return mask


def is_open_move(book: Rulebook, state: AnyState, number: int) -> bool:
    """Return whether the move of this number is in `open_moves`, in a fraction of its time."""
    # Most moves are decided by their own gates; only the special ones need the mask of all moves.
    if book.special_moves >> number & 1:
        return bool(open_moves(book, state) >> number & 1)
    return book.boxes.is_open(number, state.levels, state.closed, state.used)


def _barred_by(book: Rulebook, state: AnyState, gladiator: Gladiator) -> int:
    """Return the moves of a trained gladiator that are not legal, as a bit mask: all of them if it is dead.

    Whether a battle needs a training in the same year is a setting (rules, "Rulings": battle).
    """
    if is_dead(book, state, gladiator):
        return gladiator.moves | gladiator.battle_moves
    is_fresh = state.used[gladiator.flag] or not book.applies(book.solo.fights.after_training, state.settings)
    return 0 if is_fresh else gladiator.battle_moves


def is_dead(book: Rulebook, state: AnyState, gladiator: Gladiator) -> bool:
    """Return whether a trained gladiator is dead: none of its circled boxes is left unfilled."""
    start = book.boxes.starts[gladiator.trained]
    # The circled boxes are the first ones of the track; a box that was filled in has mark 2 and is not found.
    end = start + state.levels[gladiator.trained]
    return end > start and state.boxes.find(1, start, end) < 0


def kept_paths(book: Rulebook, state: AnyState) -> list[int]:
    """Return the numbers of the cards kept as paths (scored at the end), in the order of the years."""
    return [state.boxes[box] - 1 for box in book.boxes.span(book.paths) if state.boxes[box]]


# the map


def map_mask(book: Rulebook, state: AnyState) -> int:
    """Return the filled cells of the map, as a bit mask."""
    start = book.boxes.starts[book.map]
    cells = state.boxes[start : start + book.boxes.lengths[book.map]]
    return sum(1 << number for number, cell in enumerate(cells) if cell)


def patterns(book: Rulebook, state: AnyState) -> Iterator[tuple[str, str]]:
    """Yield the scouting patterns at hand, as pairs of source and pattern: of the own prospect and neutral cards."""
    if state.prospect >= 0:
        yield OWN, book.patterns[state.prospect]
    for neutral in state.neutral:
        yield book.name(book.solo.neutral.deck, neutral.card), book.neutral_patterns[neutral.card]


def has_place(book: Rulebook, state: AnyState) -> bool:
    """Return whether any pattern at hand fits on the map; without one a scout cannot be sent (rules, "Scouts")."""
    filled = map_mask(book, state)
    # A place is free where its cells and the filled ones have none in common; searched hundreds of times in a hint.
    return not all(all(map(filled.__and__, book.place_masks[pattern])) for _, pattern in patterns(book, state))


def places(book: Rulebook, state: AnyState) -> tuple[Action, ...]:
    """Return the actions that lay a pattern at hand on free cells of the map, in every possible place."""
    filled = map_mask(book, state)
    return tuple(
        action
        for source, pattern in patterns(book, state)
        for mask, action in book.places(source, pattern)
        if not mask & filled
    )


# the attack


def attack_counts(book: Rulebook, attack: Iterable[int]) -> list[int]:
    """Return how many cards of an attack come from each direction."""
    counts = [0] * len(book.directions)
    for card in attack:
        counts[book.direction_of[card]] += 1
    return counts


def report_attack(book: Rulebook, state: AnyState) -> AttackReport:
    """Return the report of this year's attack, as it ends if nothing else is done against it."""
    return AttackReport(
        state.year,
        state.attack,
        tuple(attack_counts(book, state.attack)),
        tuple(state.levels[cohort] for cohort in book.cohorts),
        state.cancelled,
        outcome(open_gaps(book, state), book.years[state.year - 1].potential),
    )


def open_gaps(book: Rulebook, state: AnyState) -> tuple[int, ...]:
    """Return for each direction the cards of this year's attack that get through so far."""
    return gaps(attack_counts(book, state.attack), [state.levels[cohort] for cohort in book.cohorts], state.cancelled)


def unused_favours(book: Rulebook, state: AnyState, favours: FavourTrack) -> int:
    """Return how many favours of a track are gained and not used."""
    start = book.boxes.starts[favours.track]
    # A favour is circled when it is gained (mark 1), and filled in when it is used (mark 2).
    return state.boxes.count(1, start, start + book.boxes.lengths[favours.track])


def unused_by_direction(book: Rulebook, state: AnyState) -> tuple[tuple[int, ...], int]:
    """Return the unused favours of each direction, and the number of those for any direction."""
    tied, free = [0] * len(book.directions), 0
    for favours in book.favours:
        count = unused_favours(book, state, favours)
        if favours.serves < 0:
            free += count
        elif count:
            # The option of the choice box is the number of a direction, from 1.
            tied[state.boxes[favours.serves] - 1] += count
    return tuple(tied), free


def favour_actions(book: Rulebook, state: AnyState) -> tuple[Action, ...]:
    """Return the actions that use a favour against a card that gets through."""
    # Only open directions are offered: a favour for any other would be wasted.
    open_ = [number for number, gap in enumerate(open_gaps(book, state)) if gap]
    return tuple(
        favours.actions[number]
        for favours in book.favours
        if unused_favours(book, state, favours)
        for number in open_
        if favours.serves < 0 or state.boxes[favours.serves] == number + 1
    )
