"""What is drawn over the sheets on request: the hint with its plan, and the odds of the attack at the cohorts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.base.hashing import digest
from generator.play.live_session import LiveSession
from generator.play.rules.rules_protocol import PlayError
from generator.play.rules.visible_state import VisibleState
from generator.play.text.odds_text import percent, session_odds
from generator.solo.compiled.rulebook import Rulebook
from generator.web.explain.sheet_pointers import SheetPointers
from generator.web.sessions.side_panel import HintView
from generator.web.sessions.turn_view import TurnView
from generator.web.sheets.sheet_view import SheetDrawing, SvgLayer


class HintButton(NamedTuple):
    """Where the button that plays a hint stands on the sheets."""

    sheet: str
    box: str
    line: str
    """Line of the action that it posts."""
    name: str
    """Words for the action; read aloud after the button's own words."""
    beside: str
    """Class names for the side of the box where there is room: `above left`, for instance."""


def hint_button(hint: HintView | None, drawings: Sequence[SheetDrawing]) -> HintButton | None:
    """Return the button that plays a hint, beside the first box of the hint.

    None where the hint is done on no sheet.
    """
    for drawing in drawings:
        for box in (hint.boxes if hint else ())[:1]:
            if hint and box in drawing.svg.boxes:
                across, down = drawing.svg.boxes[box].centre
                # A tenth of the sheet from an edge, the button would stick out.
                side = (
                    "right" if across > 0.9 * drawing.svg.width else "left" if across < 0.1 * drawing.svg.width else ""
                )
                beside = f"{'above' if down > 0.8 * drawing.svg.height else 'below'} {side}"
                # Only the first box: a hint over several boxes is one action, so one button plays all of it.
                return HintButton(drawing.id, box, hint.line, hint.name, beside.strip())
    return None


def board_pointers(
    session: LiveSession[Any], turn: TurnView, drawings: Sequence[SheetDrawing], *, shows_odds: bool
) -> Mapping[str, SvgLayer]:
    """Return the SVG layer with the hint and the odds to draw over each sheet, by sheet id; empty without either."""
    odds, hint = cohort_odds(session.solo_text.book, turn.state) if shows_odds else {}, turn.panel.hint
    layers = {}
    for drawing in drawings:
        drawn = SheetPointers(drawing.svg.boxes)
        markup = drawn.labels(odds)
        if hint:
            markup += drawn.rings(hint.boxes) + drawn.arrows(hint.boxes[:1])
            markup += drawn.numbers((*hint.boxes[:1], *hint.plan)) if hint.plan else ""
        layers[drawing.id] = SvgLayer(f"point-{drawing.id}", digest(markup)[:16], markup)
    return layers


def cohort_odds(book: Rulebook, state: VisibleState) -> dict[str, str]:
    """Return the chance in per cent that each cohort box is needed, by box id; empty if no attack is to come.

    A cohort is a track that stops attacking cards from one direction: its n-th box stops a card if n or more come.
    """
    try:
        odds = session_odds(book, state)
    except PlayError:
        # No attack is to come.
        return {}
    chances = {}
    for cohort, coming in zip(book.cohorts, odds.coming, strict=True):
        for number, box in enumerate(book.boxes.tracks[cohort].boxes, 1):
            # The n-th box helps only if at least n cards come: the sum of these chances.
            needed = sum(coming[number:])
            if needed:
                chances[box.id] = percent(needed)
    return chances
