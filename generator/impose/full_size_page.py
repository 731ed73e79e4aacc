"""Pages as large as what is printed on them, for a plotter: a strip around the art for marks, slug line and bar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.base.geometry import Size
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceKind, PieceToPrint
from generator.impose.marks.cut_marks import OFFSET, REACH
from generator.impose.sheet_plan import SheetPlan, plan_sheets
from generator.model.paper import FULL, Paper

_EDGE = 3 * MM
"""Around everything printed."""
_SLUG = 3 * MM
"""Beside the crop marks, for a line of words."""


def plan_full_size(pieces: Sequence[PieceToPrint], how: ImpositionOptions) -> Iterator[SheetPlan]:
    """A page for each piece; pieces of one size share a plan."""
    how = replace(how, skip=0, gap=0.0)
    groups: dict[PieceKind, list[PieceToPrint]] = {}
    for piece in pieces:
        groups.setdefault(how.kind_of(piece.front), []).append(piece)
    for kind, some in groups.items():
        yield from plan_sheets(some, full_size_paper(kind), how, folded=False)


def full_size_paper(kind: PieceKind) -> Paper:
    """The paper that one piece fills."""
    around = kind.bleed + OFFSET + REACH + _SLUG + _EDGE
    return Paper(FULL.id, Size(kind.width, kind.height).expand(around), _EDGE)
