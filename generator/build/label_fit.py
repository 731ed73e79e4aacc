"""Refuses to print on label sheets what does not fit their cards, before anything is written."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.errors import UsageError
from generator.build.options import BuildOptions
from generator.build.papers import label_sheets
from generator.impose.imposition_inputs import size_in_mm
from generator.impose.label_plan import fits_cell
from generator.model.game import Component, Game
from generator.model.paper import LabelCells, Paper

_NAMED = 3  # components and sheets that a message names


def check_label_sheets(game: Game, options: BuildOptions) -> None:
    """Check that all that is printed fits the cards of each label sheet.

    Raises UsageError that names the sizes and the sheets that would fit.
    """
    parts = options.select_pieces(game).components(game)
    for paper in options.papers:
        if paper.cells and (large := [part for part in parts if not _fits(part, paper.cells)]):
            raise UsageError(_refusal(large, paper, paper.cells))


def _fits(part: Component, cells: LabelCells) -> bool:
    """Whether a component fits one card of a label sheet; one that fills the paper never does."""
    return part.trim is not None and fits_cell(part.trim, cells, is_round=part.shape == "round")


def _refusal(large: Sequence[Component], paper: Paper, cells: LabelCells) -> str:
    """Return the message that names the components that are too large, and label sheets that would take them."""
    names = [f"{part.id} ({size_in_mm(part.trim)} mm)" if part.trim else part.id for part in large[:_NAMED]]
    more = f" and {len(large) - _NAMED} more" if len(large) > _NAMED else ""
    size = f"ø {size_in_mm(cells.card).partition('x')[0]}" if cells.round else size_in_mm(cells.card)
    message = f"too large for the cards of {paper.id} ({size} mm): {', '.join(names)}{more}"
    sheets = {sheet.id: sheet.cells for sheet in label_sheets().values() if sheet.cells}
    fitting = [name for name, label_cells in sheets.items() if all(_fits(part, label_cells) for part in large)]
    if fitting:
        return f"{message}; {' and '.join(fitting[:_NAMED])} would do"
    return f"{message}; choose with --only what fits, since no label sheet that is known takes them"
