"""From finished faces to press sheets: which piece goes where, on both sides of the paper, and the marks around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.errors import Fault, Faults
from generator.impose.imposition import Imposition, Label, Printed, Slug, size_in_mm
from generator.impose.plan import planned
from generator.impose.run import Run
from generator.model.paper import Paper
from generator.model.press import PressSheet

__all__ = ["Imposed", "Imposition", "Label", "Printed", "Slug", "impose", "sides"]


@dataclass(frozen=True, slots=True)
class Imposed:
    """Press sheets in printing order."""

    sheets: tuple[PressSheet, ...]
    grids: tuple[str, ...] = ()
    """The names of the layouts used, `a4-63x88-3x3`; an equal name means equal places."""
    duplex: str | None = None
    """The edge to turn the paper over, `long` or `short`, where there are versos."""
    warnings: tuple[str, ...] = ()


def impose(pieces: Sequence[Printed], paper: Paper, how: Imposition, slug: Slug, label: Label) -> Imposed:
    """Lay pieces on as few sheets as they need; `label` sets the words of the slug line and the scale bar.

    Sheets come as recto, verso, recto, verso where backs are asked for and any piece has one; else as rectos.
    Raises Faults for pieces larger than the paper or with a back of another size, UsageError for a skip that
    leaves a sheet empty.
    """
    _backs_match(pieces)
    if not pieces:
        return Imposed(())
    backed = how.backs != "none" and any(piece.back for piece in pieces)
    plans = planned(pieces, paper, how, folded=backed and how.backs == "fold")
    flip = how.flip if backed and how.backs == "duplex" else None
    total = sum(len(plan.leaves) for plan in plans)
    sheets: list[PressSheet] = []
    warnings: list[str] = []
    first = 1
    for plan in plans:
        words = {number: slug.words(number, total, plan.grid) for number in range(first, first + len(plan.leaves))}
        run = Run(plan, how, flip)
        run.furnish(slug, words, label)
        sheets += run.sheets()
        warnings += run.warnings
        first += len(plan.leaves)
    return Imposed(tuple(sheets), tuple(plan.grid for plan in plans), flip, tuple(dict.fromkeys(warnings)))


def sides(
    sheets: Iterable[PressSheet], *, backwards: bool = False
) -> tuple[tuple[PressSheet, ...], tuple[PressSheet, ...]]:
    """Rectos and versos as two documents, for a printer that prints one side.

    Versos come in the order of their rectos, or backwards for printers that hand the stack back last sheet first;
    they stand as the flip edge asks, the edge over which the whole stack is turned.
    """
    sheets = tuple(sheets)
    rectos, versos = (tuple(sheet for sheet in sheets if sheet.side == side) for side in ("recto", "verso"))
    return rectos, versos[::-1] if backwards else versos


def _backs_match(pieces: Sequence[Printed]) -> None:
    faults = {
        piece.piece.partition("#")[0]: f"the back is '{size_in_mm(piece.back.trim)}' mm, the front "
        f"'{size_in_mm(piece.front.trim)}' mm; give both one trim"
        for piece in pieces
        if piece.back and piece.back.trim != piece.front.trim
    }
    if faults:
        raise Faults(Fault(where, what) for where, what in faults.items())
