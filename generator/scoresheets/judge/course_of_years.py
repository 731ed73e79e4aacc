"""Find marks that the years of the game cannot have brought: by paths, attacks, bribes and the map."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.formula import State
from generator.scoresheets.flaw import Facts, Flaw
from generator.scoresheets.judge.game_limits import GameLimits, years_written
from generator.scoresheets.judge.map_tiling import untiled_cells
from generator.scoresheets.judge.mark_counts import missing_marks


def unbegun_years(state: State, limits: GameLimits) -> Iterator[Flaw]:
    """Yield boxes with a year for which no path is chosen."""
    paths = limits.year_boxes
    for box, year in years_written(limits.book.boxes.values(), state):
        if year <= len(paths) and not state.get(paths[year - 1].id):
            yield Flaw("unbegun", (box.id,), {"year": year, "other": paths[year - 1].id})


def early_removals(state: State, limits: GameLimits) -> Iterator[Flaw]:
    """Yield boxes that fill disdain in before the attacks up to then can have brought so much."""
    for icon, track in limits.removals:
        bribes = [box for box in limits.book.boxes.values() if icon in box.gains]
        written = sorted((year, box.id) for box, year in years_written(bribes, state))
        for count, (year, box_id) in enumerate(written, 1):
            most = limits.potential(year - 1)
            if count > most:
                yield Flaw("early", (box_id,), {"year": year, "tracks": (track,), "count": count, "most": most})


def unheld_attacks(state: State, limits: GameLimits) -> Iterator[Flaw]:
    """Yield what attacks of years that are over must have brought and the sheet does not show."""
    disdain, years = limits.disdain, limits.years_over(state)
    count, least = limits.book.level(disdain.id, state), limits.least_disdain(state)
    free = next((box.id for box in disdain.boxes if not state.get(box.id)), "")
    if count < least and free:
        facts: Facts = {"tracks": (disdain.id,), "count": count, "least": least, "year": years}
        yield Flaw("attack", (free,), facts)
    battles = [*limits.battle_rewards(state)]
    known = {flaw.facts["tracks"] for flaw in missing_marks(limits.book, state, battles)}
    for flaw in missing_marks(limits.book, state, (*battles, *limits.attack_rewards(state))):
        if flaw.facts["tracks"] not in known:
            yield Flaw("attack", (*flaw.boxes, *((free,) if free else ())), {**flaw.facts, "year": years})


def untiled_map(state: State, limits: GameLimits) -> Iterator[Flaw]:
    """Yield the cells of the map that no patterns can have filled."""
    cells = limits.map.boxes
    marked = sum(1 << at for at, box in enumerate(cells) if state.get(box.id))
    if left := untiled_cells(marked, limits.patterns):
        boxes = tuple(box.id for at, box in enumerate(cells) if left >> at & 1)
        yield Flaw("untiled", boxes, {"count": len(boxes)})
