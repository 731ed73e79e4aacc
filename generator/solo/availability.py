"""What a state allows, beyond the boxes themselves: gladiators, swords, the map, favours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from generator.solo.action import Action
from generator.solo.attack import AttackReport, gaps, outcome
from generator.solo.compiled.rulebook import OWN, Favours, Gladiator, Rulebook
from generator.solo.state import State
from generator.solo.state_draft import Turn

Standing: TypeAlias = "State | Turn"
"""A state, or one that is changing."""


def open_moves(book: Rulebook, now: Standing) -> int:
    """The moves that can be done in the actions of a year, if they are paid for."""
    mask = book.boxes.open_moves(now.levels, now.closed, now.used, now.boxes)
    for gladiator in book.gladiators:
        if now.levels[gladiator.trained]:
            mask &= ~_barred_by(book, now, gladiator)
    for moves, fills, case in book.must_fill:
        if mask & moves and not mask & fills and not book.is_so(case, now.settings):
            mask &= ~moves
    if mask & book.scout_moves and not has_place(book, now):
        mask &= ~book.scout_moves
    return mask


def _barred_by(book: Rulebook, now: Standing, gladiator: Gladiator) -> int:
    """The moves of a trained gladiator that are not possible: all when it is dead."""
    if is_dead(book, now, gladiator):
        return gladiator.moves | gladiator.battle_moves
    is_fresh = now.used[gladiator.flag] or not book.is_so(book.solo.fights.after_training, now.settings)
    return 0 if is_fresh else gladiator.battle_moves


def is_dead(book: Rulebook, now: Standing, gladiator: Gladiator) -> bool:
    """Whether a gladiator was trained and has no circled box left."""
    start = book.boxes.starts[gladiator.trained]
    end = start + now.levels[gladiator.trained]
    return end > start and now.boxes.find(1, start, end) < 0


def kept_paths(book: Rulebook, now: Standing) -> list[int]:
    """The cards kept as paths: the option that a path box holds has the number of its card."""
    return [now.boxes[box] - 1 for box in book.boxes.span(book.paths) if now.boxes[box]]


# the map


def map_mask(book: Rulebook, now: Standing) -> int:
    """The cells of the map that are filled."""
    start = book.boxes.starts[book.map]
    cells = now.boxes[start : start + book.boxes.lengths[book.map]]
    return sum(1 << number for number, cell in enumerate(cells) if cell)


def patterns(book: Rulebook, now: Standing) -> Iterator[tuple[str, str]]:
    """The patterns that lie open: of the own prospect and of neutral cards, by the name of the source."""
    if now.prospect >= 0:
        yield OWN, book.patterns[now.prospect]
    for neutral in now.neutral:
        yield book.name(book.solo.neutral.deck, neutral.card), book.neutral_patterns[neutral.card]


def has_place(book: Rulebook, now: Standing) -> bool:
    """Whether any pattern that lies open has a place on the map."""
    filled = map_mask(book, now)
    return any(not place.mask & filled for _, each in patterns(book, now) for place in book.placements[each])


def places(book: Rulebook, now: Standing) -> tuple[Action, ...]:
    """Every place of every pattern that lies open."""
    filled = map_mask(book, now)
    return tuple(
        action
        for source, pattern in patterns(book, now)
        for mask, action in book.places(source, pattern)
        if not mask & filled
    )


# the attack


def attack_counts(book: Rulebook, attack: Sequence[int]) -> list[int]:
    """The cards of an attack by direction."""
    counts = [0] * len(book.directions)
    for card in attack:
        counts[book.direction_of[card]] += 1
    return counts


def report_attack(book: Rulebook, now: Standing) -> AttackReport:
    """The attack of this year as it ends if nothing else is done against it."""
    return AttackReport(
        now.year,
        now.attack,
        tuple(attack_counts(book, now.attack)),
        tuple(now.levels[cohort] for cohort in book.cohorts),
        now.cancelled,
        outcome(open_gaps(book, now), book.years[now.year - 1].potential),
    )


def open_gaps(book: Rulebook, now: Standing) -> tuple[int, ...]:
    """For each direction the cards of the attack that are let through as it stands."""
    return gaps(attack_counts(book, now.attack), [now.levels[cohort] for cohort in book.cohorts], now.cancelled)


def spare(book: Rulebook, now: Standing, favours: Favours) -> int:
    """How many favours of a track are gained and not used."""
    start = book.boxes.starts[favours.track]
    return now.boxes.count(1, start, start + book.boxes.lengths[favours.track])


def tied_and_free(book: Rulebook, now: Standing) -> tuple[tuple[int, ...], int]:
    """The favours not used: those of each direction, and those of any."""
    tied, free = [0] * len(book.directions), 0
    for favours in book.favours:
        count = spare(book, now, favours)
        if favours.serves < 0:
            free += count
        elif count:
            tied[now.boxes[favours.serves] - 1] += count
    return tuple(tied), free


def favour_actions(book: Rulebook, now: Standing) -> tuple[Action, ...]:
    """The favours that cancel a card that is let through."""
    open_ = [number for number, gap in enumerate(open_gaps(book, now)) if gap]
    return tuple(
        favours.actions[number]
        for favours in book.favours
        if spare(book, now, favours)
        for number in open_
        if favours.serves < 0 or now.boxes[favours.serves] == number + 1
    )
