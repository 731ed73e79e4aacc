"""Which way round the paper lies and which piece goes where: the most pieces on the fewest sheets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from generator.base.errors import Fault, Faults, UsageError
from generator.base.geometry import Size
from generator.base.records import dataclass, replace
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceKind, PieceToPrint, millimetres
from generator.impose.layout.oriented_paper import OrientedPaper, folded_halves, orientations
from generator.impose.layout.slot_layout import FilledSlots, SlotItem, fill_sheets, fit_grid, stack_rows
from generator.impose.marks.cut_marks import OFFSET, REACH
from generator.model.paper import FULL, Paper

Groups = dict[PieceKind, list[SlotItem]]

_EDGE = 3 * MM  # around everything printed
_SLUG = 3 * MM  # beside the crop marks, for a line of text


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Sheets of one orientation."""

    paper: OrientedPaper
    grid: str
    """The name of the layout, `a4-63x88-3x3`: an equal name means equal places."""
    sheets: tuple[FilledSlots, ...]


def plan_sheets(
    pieces: Sequence[PieceToPrint], paper: Paper, options: ImpositionOptions, *, folded: bool
) -> tuple[SheetPlan, ...]:
    """Every piece on a sheet; sizes that fit only upright and only landscape paper become two plans.

    Raises Faults for pieces larger than the paper, UsageError if a skip would leave a sheet empty.
    """
    groups = _group(pieces, options)
    papers = tuple(folded_halves(paper, max(kind.bleed for kind in groups)) if folded else orientations(paper))
    _check_sizes(groups, papers, f"{'half a sheet of ' if folded else ''}{paper.id!r}")
    plans = []
    # Most often one orientation takes all kinds. Each further round takes what is left to the other.
    while groups:
        plan = max((_plan(groups, each) for each in papers), key=lambda scored: scored[0])[1]
        groups = {kind: items for kind, items in groups.items() if not fit_grid(kind, plan.paper.area).capacity}
        plans.append(plan)
    for plan in plans:
        _check_skip(plan, options.skip)
    return tuple(plans)


def _group(pieces: Sequence[PieceToPrint], options: ImpositionOptions) -> Groups:
    """Pieces by kind, kinds in the order they first come; slots to skip stand before the first."""
    groups: Groups = {}
    for piece in pieces:
        kind = options.kind_of(piece.front, piece.gap)
        if kind not in groups:
            groups[kind] = [None] * (0 if groups else options.skip)
        groups[kind].append(piece)
    return groups


def _plan(groups: Groups, paper: OrientedPaper) -> tuple[tuple[int, int], SheetPlan]:
    """A plan of all that fits, after its score: pieces placed, then pieces a sheet or (mixed) the fewest sheets."""
    fitting = {kind: items for kind, items in groups.items() if fit_grid(kind, paper.area).capacity}
    placed = sum(map(len, fitting.values()))
    if len(fitting) != 1:
        mixed = stack_rows(fitting.items(), paper.area) if fitting else ()
        return (placed, -len(mixed)), SheetPlan(paper, f"{paper.name}-mixed", mixed)
    ((kind, items),) = fitting.items()
    grid = fit_grid(kind, paper.area)
    name = f"{paper.name}-{kind.trim_in_mm}-{grid.columns}x{grid.rows}"
    name += f"-gap{millimetres(kind.gap)}" if kind.gap else ""
    name += ("-leftfold" if paper.fold.vertical else "-topfold") if paper.fold else ""
    return (placed, grid.capacity), SheetPlan(paper, name, fill_sheets(items, kind, grid.slots))


def _check_sizes(groups: Groups, papers: Sequence[OrientedPaper], name: str) -> None:
    large = [kind for kind in groups if not any(fit_grid(kind, each.area).capacity for each in papers)]
    sources = [next(item.source for item in groups[kind] if item) for kind in large]
    if large:
        what = f"mm is too large for {name}; choose a larger paper"
        raise Faults(Fault(where, f"'{kind.trim_in_mm}' {what}") for where, kind in zip(sources, large, strict=True))


def _check_skip(plan: SheetPlan, skip: int) -> None:
    for sheet in plan.sheets:
        if not any(sheet.items):
            slots = len(sheet.layout.trims)
            raise UsageError(f"a skip of {skip} leaves nothing of a sheet of {slots}; skip at most {slots - 1}")


def plan_full_size(pieces: Sequence[PieceToPrint], options: ImpositionOptions) -> tuple[SheetPlan, ...]:
    """A page for each piece; pieces of one kind share a plan."""
    options = replace(options, skip=0, gap=0.0)
    groups: dict[PieceKind, list[PieceToPrint]] = {}
    for piece in pieces:
        groups.setdefault(options.kind_of(piece.front), []).append(piece)
    plans = (plan_sheets(group, full_size_paper(kind), options, folded=False) for kind, group in groups.items())
    return tuple(chain.from_iterable(plans))


def full_size_paper(kind: PieceKind) -> Paper:
    """The paper that takes one piece."""
    around = kind.bleed + OFFSET + REACH + _SLUG + _EDGE
    return Paper(FULL.id, Size(kind.width, kind.height).expand(around), _EDGE)
