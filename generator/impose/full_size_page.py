"""Pages as large as the piece on them, for a plotter, with a strip around it for marks, slug line and scale bar."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceKind, PieceToPrint
from generator.impose.marks.cut_marks import OFFSET, REACH
from generator.impose.sheet_plan import SheetPlan, plan_sheets
from generator.model.paper import FULL, Paper

_EDGE = 3 * MM  # around everything printed
_SLUG = 3 * MM  # beside the crop marks, for a line of text


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
