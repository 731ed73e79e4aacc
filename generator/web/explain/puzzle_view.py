"""The view model of a puzzle: the sheets before a move, the two moves to choose from, and the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.play.puzzles.puzzle_collection import Puzzle
from generator.play.puzzles.puzzle_text import PuzzlePosition
from generator.solo.action import Action
from generator.web.explain.sheet_pointers import OPENED, SheetPointers
from generator.web.sessions.tapped_boxes import boxes_of
from generator.web.sheets.sheet_view import SheetDrawing, SheetView, sheet_view


class PuzzleMove(NamedTuple):
    """A move to choose."""

    number: int
    """Number of the move, from 1, as a form posts it and as the sheets have it."""
    name: str
    means: str
    """Price and gains in words; empty where the name says all."""
    is_better: bool
    is_chosen: bool


class PuzzleView(NamedTuple):
    """A puzzle as its page shows it."""

    session: str
    step: int
    """Number of the review's step whose move is asked for."""
    facts: tuple[str, ...]
    question: str
    """Question of the game; empty where the player acts freely."""
    moves: tuple[PuzzleMove, ...]
    answer: tuple[str, ...]
    """Sentences of the answer; empty until a move is chosen."""
    sheets: tuple[SheetView, ...]
    """Sheets, the one with the moves' boxes first."""
    pointers: Mapping[str, str]
    """Content of an `<svg>` for each sheet: the numbers of the moves, and an arrow to the better one."""
    across: Mapping[str, float]
    """For each sheet with a numbered box, how far to the right of the sheet it is, from 0 to 1."""


def puzzle_view(
    position: PuzzlePosition, puzzle: Puzzle, drawings: Sequence[SheetDrawing], chosen: int, step: int
) -> PuzzleView:
    """Return the view of a puzzle; call it in the thread of the sessions.

    `chosen` is the number of the chosen move, 0 for none; `step` that of the move in the review.
    """
    names, marks = position.text.names, position.before.marks or {}
    boxes = _boxes(position, puzzle)
    better = boxes[puzzle.options.index(puzzle.better)] if chosen else ()
    by_sheet = {drawing.id: drawing.svg.boxes for drawing in drawings}
    sheets = (sheet_view(drawing, names, marks, marks, {}) for drawing in drawings)
    first = {id_: [place[box] for move in boxes for box in move if box in place] for id_, place in by_sheet.items()}
    widths = {drawing.id: drawing.svg.width for drawing in drawings}
    return PuzzleView(
        session=puzzle.session,
        step=step,
        facts=position.facts(),
        question=position.game_question(),
        moves=tuple(
            PuzzleMove(number, *position.describe(move), move == puzzle.better, number == chosen)
            for number, move in enumerate(puzzle.options, 1)
        ),
        answer=tuple(position.answer(puzzle.options[chosen - 1])) if chosen else (),
        sheets=tuple(sorted(sheets, key=lambda sheet: not first[sheet.id])),
        pointers={id_: _pointers(SheetPointers(place), boxes, better) for id_, place in by_sheet.items()},
        across={id_: places[0].centre[0] / widths[id_] for id_, places in first.items() if places},
    )


def _boxes(position: PuzzlePosition, puzzle: Puzzle) -> tuple[tuple[str, ...], ...]:
    """Return for each move the boxes that are tapped for it, without boxes that both share."""
    before, names = position.before, position.text.names
    tapped = [tuple(boxes_of(names, before.marks or {}, Action.parse(move), before.asks)) for move in puzzle.options]
    # A box of both moves would tell nothing of their difference.
    shared = set(tapped[0]).intersection(*tapped[1:])
    return tuple(tuple(box for box in boxes if box not in shared) for boxes in tapped)


def _pointers(drawn: SheetPointers, boxes: Sequence[Sequence[str]], better: Sequence[str]) -> str:
    """Return the SVG marks of one sheet: a ring and a number for each move, dashes and an arrow at the better one."""
    # The better move is drawn as in the review.
    markup = drawn.dashes(better, OPENED) + drawn.arrows(better[:1], OPENED)
    for number, tapped in enumerate(boxes, 1):
        ring = "" if tapped == better else drawn.rings(tapped)
        markup += ring + drawn.numbers(tapped[:1], number)
    return markup
