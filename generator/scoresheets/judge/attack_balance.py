"""Judge the attacks of a game exactly.

Each attack brings its potential, divided into disdain and valour. On the sheets of a game these are together the sum of
the potentials of all attacks that are over: after a year with its path, those of all years or of all but the last.
What valour is due to other rewards is known to the box, except where a road or a battle gave attributes: then the sum
lies between two numbers, and one of the potentials must lie there too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from generator.model.formula import State
from generator.scoresheets.flaw import Facts, Flaw
from generator.scoresheets.judge.game_limits import GameLimits
from generator.scoresheets.judge.mark_counts import (
    excess_marks,
    missing_marks,
    rival_tracks,
    unexplained_marks,
)


class AttackTotals(NamedTuple):
    """The sum of what attacks have brought, by the marks of a sheet."""

    least: int
    most: int | None
    """None where marks may have been lost on a full track."""

    def allow(self, total: int) -> bool:
        """Return whether a number of marks lies between the least and the most that attacks have brought."""
        return self.least <= total and (self.most is None or total <= self.most)

    def __str__(self) -> str:
        """Return a number, or two with a dash.

        >>> str(AttackTotals(14, 14)), str(AttackTotals(12, 14)), str(AttackTotals(12, None))
        ('14', '12–14', '12–')
        """
        return str(self.least) if self.least == self.most else f"{self.least}–{'' if self.most is None else self.most}"


def attack_totals(state: State, limits: GameLimits, years: int) -> AttackTotals:
    """Return the least and the most marks that attacks have brought, if the attacks of `years` years are over."""
    # The year after these attacks may have begun and given rewards.
    last = min(years + 1, len(limits.year_boxes))
    most_given = partial(limits.most_beside_attacks, year=last)
    rewards = [*limits.battle_rewards(state)]
    least, most = unexplained_marks(limits.book, state, limits.attack_icon, most_given, rewards)
    disdain = limits.disdain_marks(state)
    return AttackTotals(disdain + least, None if most is None else disdain + most)


def fitting_attacks(state: State, limits: GameLimits) -> tuple[int, ...]:
    """Return each number of past attacks that explains the marks of a sheet exactly; empty if the sheet is wrong."""
    years = limits.attacks_over(state)
    return tuple(number for number in years if attack_totals(state, limits, number).allow(limits.potential(number)))


def unbalanced_attacks(state: State, limits: GameLimits, *, is_final: bool = False) -> Iterator[Flaw]:
    """Yield flaws for marks that attacks of past years must have brought and that the sheet lacks."""
    fits, years = fitting_attacks(state, limits), len(limits.year_boxes)
    if not fits:
        yield from _unbalanced(state, limits)
    elif is_final and years not in fits:
        yield Flaw("unfinished", (), {"year": max(fits) + 1})
    # Fewer attacks demand less disdain, so a legal sheet is not accused.
    over = min(fits or limits.attacks_over(state))
    count, least = limits.disdain_marks(state), limits.least_disdain(state, over)
    if count < least:
        facts: Facts = {"tracks": (limits.disdain.id,), "count": count, "least": least, "year": over}
        yield Flaw("unheld", tuple(_free_boxes(state, limits, limits.disdain.id)), facts)


def _unbalanced(state: State, limits: GameLimits) -> Iterator[Flaw]:
    """Yield the flaw of marks that no number of attacks explains, with the two numbers that come nearest."""
    years = limits.attacks_over(state)
    totals = attack_totals(state, limits, years[-1])
    # Marks that are wrong without any attack have flaws of their own.
    if _is_miscounted(state, limits):
        return
    before = max((number for number in years if limits.potential(number) < totals.least), default=years[0])
    after = min(before + 1, years[-1])
    tracks = (limits.disdain.id, *_valour_tracks(limits))
    facts: Facts = {
        "tracks": tracks,
        "count": str(totals),
        "year": before,
        "least": limits.potential(before),
        "last": after,
        "most": limits.potential(after),
    }
    is_short = totals.least < limits.potential(after)
    # A flaw shows where a mark is missing, or where one is too many.
    near = _free_boxes if is_short else _last_boxes
    yield Flaw("attack", tuple(box for track in tracks for box in near(state, limits, track)), facts)


def _is_miscounted(state: State, limits: GameLimits) -> bool:
    """Return whether marks are wrong by rules without attacks, on tracks that attacks mark too."""
    flaws = (
        *excess_marks(limits.book, state, limits.most_given),
        *missing_marks(limits.book, state, limits.battle_rewards(state)),
    )
    rivals = {limits.disdain.id, *rival_tracks(limits.book, _valour_tracks(limits))}
    return any(track in rivals for flaw in flaws for track in _tracks(flaw))


def _tracks(flaw: Flaw) -> tuple[str, ...]:
    """Return the ids of the tracks in the facts of a flaw; none where the facts have no tracks."""
    tracks = flaw.facts["tracks"]
    return tracks if isinstance(tracks, tuple) else ()


def _valour_tracks(limits: GameLimits) -> tuple[str, ...]:
    """Return the ids of the tracks that the icon for valour, the reward of an attack, can fill."""
    return tuple(track.id for track in limits.book.tracks.values() if limits.attack_icon in track.filled_by)


def _free_boxes(state: State, limits: GameLimits, track: str) -> list[str]:
    """Return the first empty box of a track; none on a full one."""
    return [box.id for box in limits.book.track(track).boxes if not state.get(box.id)][:1]


def _last_boxes(state: State, limits: GameLimits, track: str) -> list[str]:
    """Return the last marked box of a track; none on an empty one."""
    return [box.id for box in limits.book.track(track).boxes if state.get(box.id)][-1:]
