"""Which way round the paper lies and which piece goes where: the most pieces on the fewest sheets."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.errors import Fault, Faults, UsageError
from generator.base.records import dataclass
from generator.impose.imposition_inputs import ImpositionOptions, PieceKind, PieceToPrint, millimetres
from generator.impose.layout.grid import fit_grid
from generator.impose.layout.mixed_sizes import stack_rows
from generator.impose.layout.oriented_paper import OrientedPaper, folded_halves, orientations
from generator.impose.layout.slot_layout import FilledSheet, SlotItem, fill_sheets
from generator.model.paper import Paper

Groups = dict[PieceKind, list[SlotItem]]


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Sheets of one orientation."""

    ground: OrientedPaper
    grid: str
    """The name of the layout, `a4-63x88-3x3`: an equal name means equal places."""
    leaves: tuple[FilledSheet, ...]


def plan_sheets(
    pieces: Sequence[PieceToPrint], paper: Paper, how: ImpositionOptions, *, folded: bool
) -> tuple[SheetPlan, ...]:
    """Every piece on a sheet; sizes that fit only on upright and only on landscape paper become two plans.

    Raises Faults for pieces larger than the paper, UsageError where a skip would leave a sheet empty.
    """
    groups = _grouped(pieces, how)
    grounds = tuple(folded_halves(paper, max(kind.bleed for kind in groups)) if folded else orientations(paper))
    _all_fit(groups, grounds, "half a sheet of " if folded else "", paper)
    plans = []
    while groups:
        plan = max((_plan(groups, ground) for ground in grounds), key=lambda found: found[0])[1]
        groups = _left(groups, plan.ground)
        plans.append(plan)
    for plan in plans:
        _none_empty(plan, how.skip)
    return tuple(plans)


def _grouped(pieces: Sequence[PieceToPrint], how: ImpositionOptions) -> Groups:
    """Pieces by kind, kinds in the order they first come; what is to be skipped comes before all."""
    groups: Groups = {}
    for piece in pieces:
        kind = how.kind_of(piece.front, piece.gap)
        if kind not in groups:
            groups[kind] = [None] * (0 if groups else how.skip)
        groups[kind].append(piece)
    return groups


def _plan(groups: Groups, ground: OrientedPaper) -> tuple[tuple[int, int], SheetPlan]:
    """A plan of all that fits here, after its worth: pieces placed, then pieces a sheet or fewer sheets."""
    here = {kind: items for kind, items in groups.items() if fit_grid(kind, ground.area).holds}
    placed = sum(map(len, here.values()))
    if len(here) != 1:
        mixed = stack_rows(here.items(), ground.area) if here else ()
        return (placed, -len(mixed)), SheetPlan(ground, f"{ground.name}-mixed", mixed)
    ((kind, items),) = here.items()
    grid = fit_grid(kind, ground.area)
    name = f"{ground.name}-{kind.trim}-{grid.columns}x{grid.rows}"
    name += f"-gap{millimetres(kind.gap)}" if kind.gap else ""
    name += ("-leftfold" if ground.fold.upright else "-topfold") if ground.fold else ""
    return (placed, grid.holds), SheetPlan(ground, name, fill_sheets(items, kind, grid.slots))


def _left(groups: Groups, ground: OrientedPaper) -> Groups:
    return {kind: items for kind, items in groups.items() if not fit_grid(kind, ground.area).holds}


def _all_fit(groups: Groups, grounds: Sequence[OrientedPaper], part: str, paper: Paper) -> None:
    large = [kind for kind in groups if not any(fit_grid(kind, ground.area).holds for ground in grounds)]
    if large:
        raise Faults(_too_large(kind, groups[kind], f"{part}{paper.id!r}") for kind in large)


def _too_large(kind: PieceKind, items: Sequence[SlotItem], paper: str) -> Fault:
    piece = next(item.piece for item in items if item)
    return Fault(piece.partition("#")[0], f"'{kind.trim}' mm is too large for {paper}; choose a larger paper")


def _none_empty(plan: SheetPlan, skip: int) -> None:
    for leaf in plan.leaves:
        if not any(leaf.items):
            slots = len(leaf.frame.trims)
            raise UsageError(f"a skip of {skip} leaves nothing of a sheet of {slots}; skip at most {slots - 1}")
