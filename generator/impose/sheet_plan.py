"""Which way round the paper lies and which piece goes where: the most pieces on the fewest sheets."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.errors import Fault, Faults, UsageError
from generator.base.records import dataclass
from generator.impose.imposition_inputs import Imposition, Kind, Printed, millimetres
from generator.impose.layout.grid import fitting
from generator.impose.layout.mixed_sizes import shelved
from generator.impose.layout.oriented_paper import PrintableArea, halves, whole
from generator.impose.layout.slot_layout import Item, Leaf, leaves
from generator.model.paper import Paper

Groups = dict[Kind, list[Item]]


@dataclass(frozen=True, slots=True)
class Plan:
    """Sheets of one orientation."""

    ground: PrintableArea
    grid: str
    """The name of the layout, `a4-63x88-3x3`: an equal name means equal places."""
    leaves: tuple[Leaf, ...]


def planned(pieces: Sequence[Printed], paper: Paper, how: Imposition, *, folded: bool) -> tuple[Plan, ...]:
    """Every piece on a sheet; sizes that fit only on upright and only on landscape paper become two plans.

    Raises Faults for pieces larger than the paper, UsageError where a skip would leave a sheet empty.
    """
    groups = _grouped(pieces, how)
    grounds = tuple(halves(paper, max(kind.bleed for kind in groups)) if folded else whole(paper))
    _all_fit(groups, grounds, "half a sheet of " if folded else "", paper)
    plans = []
    while groups:
        plan = max((_plan(groups, ground) for ground in grounds), key=lambda found: found[0])[1]
        groups = _left(groups, plan.ground)
        plans.append(plan)
    for plan in plans:
        _none_empty(plan, how.skip)
    return tuple(plans)


def _grouped(pieces: Sequence[Printed], how: Imposition) -> Groups:
    """Pieces by kind, kinds in the order they first come; what is to be skipped comes before all."""
    groups: Groups = {}
    for piece in pieces:
        kind = how.kind_of(piece.front, piece.gap)
        if kind not in groups:
            groups[kind] = [None] * (0 if groups else how.skip)
        groups[kind].append(piece)
    return groups


def _plan(groups: Groups, ground: PrintableArea) -> tuple[tuple[int, int], Plan]:
    """A plan of all that fits here, after its worth: pieces placed, then pieces a sheet or fewer sheets."""
    here = {kind: items for kind, items in groups.items() if fitting(kind, ground.area).holds}
    placed = sum(map(len, here.values()))
    if len(here) != 1:
        mixed = shelved(here.items(), ground.area) if here else ()
        return (placed, -len(mixed)), Plan(ground, f"{ground.name}-mixed", mixed)
    ((kind, items),) = here.items()
    grid = fitting(kind, ground.area)
    name = f"{ground.name}-{kind.trim}-{grid.columns}x{grid.rows}"
    name += f"-gap{millimetres(kind.gap)}" if kind.gap else ""
    name += ("-leftfold" if ground.fold.upright else "-topfold") if ground.fold else ""
    return (placed, grid.holds), Plan(ground, name, leaves(items, kind, grid.slots))


def _left(groups: Groups, ground: PrintableArea) -> Groups:
    return {kind: items for kind, items in groups.items() if not fitting(kind, ground.area).holds}


def _all_fit(groups: Groups, grounds: Sequence[PrintableArea], part: str, paper: Paper) -> None:
    large = [kind for kind in groups if not any(fitting(kind, ground.area).holds for ground in grounds)]
    if large:
        raise Faults(_too_large(kind, groups[kind], f"{part}{paper.id!r}") for kind in large)


def _too_large(kind: Kind, items: Sequence[Item], paper: str) -> Fault:
    piece = next(item.piece for item in items if item)
    return Fault(piece.partition("#")[0], f"'{kind.trim}' mm is too large for {paper}; choose a larger paper")


def _none_empty(plan: Plan, skip: int) -> None:
    for leaf in plan.leaves:
        if not any(leaf.items):
            slots = len(leaf.frame.trims)
            raise UsageError(f"a skip of {skip} leaves nothing of a sheet of {slots}; skip at most {slots - 1}")
