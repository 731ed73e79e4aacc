"""Which way round the paper lies and which piece goes where: the most pieces on the fewest sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice
from operator import itemgetter

from generator.base.errors import Fault, Faults, UsageError
from generator.base.geometry import Rect, Size
from generator.base.records import dataclass, replace
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceKind, PieceToPrint, millimetres
from generator.impose.layout.face_slots import MARK
from generator.impose.layout.oriented_paper import OrientedPaper, folded_halves, orientations
from generator.impose.layout.slot_layout import (
    FilledSlots,
    SlotItem,
    SlotLayout,
    fill_sheets,
    fit_grid,
    free_places,
    lay_rows,
    stack_rows,
    turned_layout,
)
from generator.impose.marks.cut_marks import OFFSET, REACH
from generator.model.paper import FULL, Paper

Groups = dict[PieceKind, list[SlotItem]]

_GAP_STEP = 0.1 * MM  # gaps that are chosen are multiples of it, so that they can be asked for
_LEAST_GAP = 0.5 * MM  # below it no error of cutting is covered, and there is no gap
_MARKED_GAP = 1 * MM  # narrower gaps are found where the crop marks at the edges had little space already
_TOLERANCE = 0.001
_BLEED_OVER = 2 * MM
_EDGE = 3 * MM  # around everything printed
_SLUG = 3 * MM  # beside the crop marks, for a line of text


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Sheets of one orientation."""

    paper: OrientedPaper
    grid: str
    """The name of the layout, `a4-63x88-3x3`: an equal name means equal places."""
    sheets: tuple[FilledSlots, ...]
    places: tuple[Rect, ...] = ()
    """Cards of a label sheet, used or not: nothing else is printed on them."""

    @property
    def count(self) -> int:
        """The most places of a sheet."""
        return max((len(sheet.layout.trims) for sheet in self.sheets), default=0)


@dataclass(frozen=True, slots=True)
class FittedLayout:
    """A layout for one kind of piece: its name, how many places a sheet has, and the function that makes it."""

    name: str
    capacity: int
    make: Callable[[], SlotLayout]
    empty: Sequence[int]
    """Places that stay empty on every sheet."""

    @property
    def free(self) -> int:
        """Number of pieces that a sheet takes."""
        return len(free_places(self.capacity, self.empty))

    def sheets(self, items: Sequence[SlotItem]) -> int:
        """Return the number of sheets for some items."""
        return -(-len(items) // self.free)


AlikePieces = tuple[PieceToPrint, list[SlotItem]]
"""A piece, and all that have its size, bleed and own gap."""
Candidate = tuple[tuple[int, int, int], Callable[[], SheetPlan]]
"""The score of a plan, larger is better, and the function that makes the plan."""


def plan_sheets(
    pieces: Sequence[PieceToPrint], paper: Paper, options: ImpositionOptions, *, folded: bool
) -> tuple[SheetPlan, ...]:
    """Return plans for every piece; sizes that fit only upright and only landscape paper become two plans.

    Where places stay empty, each kind of piece has sheets of its own: only there are places the same on every sheet.
    Raises Faults for pieces larger than the paper, UsageError if a skip would leave a sheet empty.
    """
    alike = _sort(pieces, options.skip)
    if options.empty and len(alike) > 1:
        kinds = [[item for item in items if item] for _, items in alike]
        return tuple(chain.from_iterable(plan_sheets(kind, paper, options, folded=folded) for kind in kinds))
    groups = _group(alike, options)
    papers = tuple(folded_halves(paper, max(kind.bleed for kind in groups)) if folded else orientations(paper))
    groups = _bled_within(groups, papers)
    _check_sizes(groups, papers, f"{'half a sheet of ' if folded else ''}{paper.id!r}")
    planned, dense = _choose(groups, papers, options.empty), False
    if not planned:  # there is no other place
        return plan_sheets(pieces, paper, replace(options, empty=()), folded=folded)
    if not folded and _count(planned) > 1:
        denser = _choose(groups, papers, options.empty, dense=True)
        planned, dense = (denser, True) if _count(denser) < _count(planned) else (planned, False)
    if options.gap is None:
        planned = _widen(planned, alike, options, papers, dense=dense)
    for plan in planned:
        _check_skip(plan, options.skip)
    if len(edges := {piece.edge for piece in pieces if piece.edge}) > 1 and _count(planned) > 1:
        # Rows of a colour each may cost a sheet of paper, which is worth more than a sliver of another colour.
        mixed = [replace(piece, edge=min(edges)) if piece.edge else piece for piece in pieces]
        closer = plan_sheets(mixed, paper, options, folded=folded)
        return closer if _count(closer) < _count(planned) else tuple(planned)
    return tuple(planned)


def _sort(pieces: Sequence[PieceToPrint], skip: int) -> list[AlikePieces]:
    """Return pieces of one size together, in the order they first come; slots to skip stand before the first."""
    sorts: dict[tuple[object, ...], AlikePieces] = {}
    for piece in pieces:
        face = piece.front
        look = face.trim, face.bleed, bool(face.cut), piece.gap, piece.edge
        if look not in sorts:
            sorts[look] = piece, [None] * (0 if sorts else skip)
        sorts[look][1].append(piece)
    return list(sorts.values())


def _group(alike: Iterable[AlikePieces], options: ImpositionOptions, spare: float = 0.0) -> Groups:
    """Return pieces by kind; `spare` is the gap that the paper has room for, where no gap is asked for."""
    groups: Groups = {}
    for piece, items in alike:
        groups.setdefault(options.kind_of(piece.front, piece.gap, spare, piece.edge), []).extend(items)
    return groups


def _bled_within(groups: Groups, papers: Sequence[OrientedPaper]) -> Groups:
    """Return the groups, with less bleed for kinds whose trim fits a paper and whose whole bleed does not."""
    narrowed: Groups = {}
    for kind, items in groups.items():
        # Two kinds that differ in their bleed may become one.
        narrowed.setdefault(_narrowed(kind, papers), []).extend(items)
    return narrowed


def _narrowed(kind: PieceKind, papers: Sequence[OrientedPaper]) -> PieceKind:
    """Return a kind with less bleed if only its bleed keeps it from fitting any paper."""
    if any(fit_grid(kind, paper.area).capacity for paper in papers):
        return kind
    space = max(min(paper.area.width - kind.width, paper.area.height - kind.height) for paper in papers)
    return replace(kind, bleed=max(0.0, space / 2)) if space > -_TOLERANCE else kind


def _widen(
    planned: list[SheetPlan],
    alike: Sequence[AlikePieces],
    options: ImpositionOptions,
    papers: Sequence[OrientedPaper],
    *,
    dense: bool,
) -> list[SheetPlan]:
    """Return plans of no more sheets than those `planned`, with the widest gap up to twice the bleed."""
    most = _count(planned)
    kinds = [options.kind_of(piece.front, edge=piece.edge) for piece, _ in alike]
    straight = not all(kind.has_outline for kind in kinds)
    low, high = 0, int(2 * max(kind.bleed for kind in kinds) / _GAP_STEP + _TOLERANCE)
    # The widest gap is tried first, as it often costs no sheet.
    step = high
    while low < high:
        gap = step * _GAP_STEP
        room = _mark_room(gap) if straight else 0.0
        narrowed = [replace(paper, area=paper.area.expand(-room)) for paper in papers]
        wider = (
            _choose(_group(alike, options, gap), narrowed, options.empty, dense=dense) if gap >= _LEAST_GAP else planned
        )
        if wider and _count(wider) <= most:
            planned, low = wider, step
        else:
            high = step - 1
        step = (low + high + 1) // 2
    return planned


def _mark_room(gap: float) -> float:
    """Return the space at the edges of the printable area for crop marks; a narrow gap leaves it to the bleed."""
    return min(gap / 2, MARK) if gap >= _MARKED_GAP else 0.0


def _count(plans: Iterable[SheetPlan]) -> int:
    """Return the number of sheets of some plans."""
    return sum(len(plan.sheets) for plan in plans)


def _choose(
    groups: Groups, papers: Sequence[OrientedPaper], empty: Sequence[int], *, dense: bool = False
) -> list[SheetPlan]:
    """Return the best plans for all pieces; none if a piece fits no paper, or all its places stay empty.

    `dense` may turn some of the pieces, and fill the free places of a last row with others.
    """
    plans: list[SheetPlan] = []
    # Most often one orientation takes all kinds. Each further round takes what is left to the other.
    while groups:
        (placed, *_), make = max((_plan(groups, paper, empty, dense=dense) for paper in papers), key=itemgetter(0))
        if not placed:
            return []
        plan = make()
        groups = {kind: items for kind, items in groups.items() if not fit_grid(kind, plan.paper.area).capacity}
        plans.append(plan)
    return plans


def _plan(groups: Groups, paper: OrientedPaper, empty: Sequence[int], *, dense: bool) -> Candidate:
    """Return a plan of all that fits on one paper, and its score.

    Plans are compared by the pieces placed, then the fewest sheets, then the most pieces a sheet.
    """
    fitting = {kind: items for kind, items in groups.items() if fit_grid(kind, paper.area).capacity}
    placed = sum(map(len, fitting.values()))
    if len(fitting) != 1:
        stacks = list(stack_rows(fitting.items(), paper.area, fill=dense)) if fitting else []
        name = f"{paper.name}-mixed"
        return (placed, -len(stacks), 0), lambda: SheetPlan(paper, name, lay_rows(stacks, paper.area))
    ((kind, items),) = fitting.items()
    grid = fit_grid(kind, paper.area)
    fitted = FittedLayout(f"{grid.columns}x{grid.rows}", grid.capacity, lambda: grid.layout, empty)
    if not fitted.free:
        return (0, 0, 0), lambda: SheetPlan(paper, paper.name, ())
    if dense:
        turned, name = turned_layout(kind, paper.area)
        other = FittedLayout(name, len(turned.trims), lambda: turned, empty)
        if other.sheets(items) < fitted.sheets(items):
            # Little is left at the edges: the bleed goes into the margin, as far as the printer reaches.
            paper = replace(paper, bounds=paper.bounds.expand(min(_BLEED_OVER, paper.bounds.x)))
            fitted = other
    name = f"{paper.name}-{kind.trim_in_mm}-{fitted.name}"
    name += f"-gap{millimetres(kind.gap)}" if kind.gap and fitted.capacity > 1 else ""
    name += ("-leftfold" if paper.fold.vertical else "-topfold") if paper.fold else ""
    score = placed, -fitted.sheets(items), fitted.free
    return score, lambda: SheetPlan(paper, name, fill_sheets(items, fitted.make(), empty))


def _check_sizes(groups: Groups, papers: Sequence[OrientedPaper], name: str) -> None:
    """Raise Faults for kinds of pieces that fit no paper; `name` is the paper's in the message."""
    large = [kind for kind in groups if not any(fit_grid(kind, paper.area).capacity for paper in papers)]
    sources = [next(item.source for item in groups[kind] if item) for kind in large]
    if large:
        fault = f"mm is too large for {name}; choose a larger paper"
        raise Faults(Fault(where, f"'{kind.trim_in_mm}' {fault}") for where, kind in zip(sources, large, strict=True))


def _check_skip(plan: SheetPlan, skip: int) -> None:
    """Raise UsageError if a skip leaves a sheet of the plan empty."""
    for sheet in plan.sheets:
        if not any(sheet.items):
            slots = len(sheet.layout.trims)
            raise UsageError(f"a skip of {skip} leaves nothing of a sheet of {slots}; skip at most {slots - 1}")


def stack_order(plan: SheetPlan) -> SheetPlan | None:
    """Return the plan with its pieces in an order for cutting all sheets in one stack; None if the sheets differ.

    The stacks that come off, laid on each other place by place, give the pieces in their order:

        sheet 1: a c e    sheet 2: b d f
    """
    layouts = {sheet.layout for sheet in plan.sheets}
    if len(layouts) > 1:
        return None
    deck = iter([item for sheet in plan.sheets for item in sheet.items if item])
    places, count = len(next(iter(layouts)).trims), len(plan.sheets)
    stacks = [tuple(islice(deck, count)) for _ in range(places)]
    sheets = []
    for number, sheet in enumerate(plan.sheets):
        items = [stack[number] if number < len(stack) else None for stack in stacks]
        filled = sum(item is not None for item in items)
        # Only label sheets say of every place whether it is used.
        sheets.append(FilledSlots(sheet.layout, tuple(items if plan.places else items[:filled])))
    return replace(plan, sheets=tuple(sheets))


def plan_full_size(pieces: Sequence[PieceToPrint], options: ImpositionOptions) -> tuple[SheetPlan, ...]:
    """Return a page for each piece; pieces of one kind share a plan."""
    options = replace(options, skip=0, gap=0.0)
    groups: dict[PieceKind, list[PieceToPrint]] = {}
    for piece in pieces:
        groups.setdefault(options.kind_of(piece.front), []).append(piece)
    plans = (plan_sheets(group, full_size_paper(kind), options, folded=False) for kind, group in groups.items())
    return tuple(chain.from_iterable(plans))


def full_size_paper(kind: PieceKind) -> Paper:
    """Return the paper that takes one piece, with its marks and slug."""
    around = kind.bleed + OFFSET + REACH + _SLUG + _EDGE
    return Paper(FULL.id, Size(kind.width, kind.height).expand(around), _EDGE)
