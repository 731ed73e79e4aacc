"""Solo play with the sheets kept by the program: every legal box is known."""

from __future__ import annotations

from generator.base.records import replace
from generator.play.rules.engine_rules import EngineRules
from generator.play.rules.rules_protocol import FULL
from generator.play.rules.visible_state import Path, Points, VisibleState
from generator.solo import notation
from generator.solo.action import MARK, Action
from generator.solo.compiled.boxes import BoxView, bits
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.explain.reason import Reason
from generator.solo.reasons import why_not
from generator.solo.scoring import score
from generator.solo.state import State
from generator.solo.state_digest import digest_state


class FullRules(EngineRules):
    """Solo play with the sheets kept in the state."""

    kind = FULL

    def read(self, state: State, typed: str) -> Action:
        """Return the action that a typed text means.

        Raises UnreadableActionError, AmbiguousError or IllegalActionError, as `notation.read_action` does.
        """
        return notation.read_action(self.book, state, typed)

    def obstacle(self, state: State, box: str) -> Reason | None:
        """Return the reason why a box cannot be marked, at any of its prices; None where it can be."""
        boxes = self.book.boxes
        ways = [boxes.moves[number].action for number in bits(boxes.moves_of[boxes.index[box]])]
        legal = self.legal(state)
        if any(action in legal for action in ways):
            return None
        return why_not(self.book, state, ways[0] if ways else Action(MARK, (box,)))

    def digest(self, state: State) -> str:
        """Return a hash of the whole state."""
        return digest_state(self.book, state)

    def visible_state(self, state: State) -> VisibleState:
        """Return all of a state that the player may see, with the sheets, the items in hand and the score."""
        return replace(
            super().visible_state(state),
            items=tuple(zip(self.book.items, state.items, strict=True)),
            marks=dict(BoxView(self.book.boxes, state.boxes)),
            points=points(self.book, state),
        )


def points(book: Rulebook, state: State) -> Points:
    """Return the score of the sheets as they stand, with the points of each path (a card kept for points)."""
    final = score(book, state)
    minus = {row.value: row.minus for sheet in book.boxes.book.sheets for row in sheet.scores}
    return Points(
        tuple((value, count, minus[value]) for value, count in final.rows),
        tuple(Path(*path) for path in final.paths),
        final.total,
        book.boxes.ranks.rows.index(book.boxes.ranks.rank(final.total)),
    )
