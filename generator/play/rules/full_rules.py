"""Solo play with the sheets kept by the program: every legal box is known."""

from __future__ import annotations

from generator.play.rules.engine_rules import EngineRules
from generator.play.rules.rules_protocol import FULL
from generator.play.rules.visible_state import Path, Points, VisibleAttack, VisibleState
from generator.solo import notation
from generator.solo.action import Action
from generator.solo.availability import attack_counts, kept_paths, open_gaps
from generator.solo.compiled.boxes import BoxView
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.scoring import score
from generator.solo.state import OVER, State, pending_words
from generator.solo.state_digest import digest_state


class FullRules(EngineRules):
    """Solo play with the sheets kept in the state."""

    kind = FULL

    def read(self, state: State, typed: str) -> Action:
        """An action as the notation reads it; raises its three errors."""
        return notation.read_action(self.book, state, typed)

    def digest(self, state: State) -> str:
        """A hash of the whole state."""
        return digest_state(self.book, state)

    def seen(self, state: State) -> VisibleState:
        """The table and the sheets; of the decks what is left of them, and not in what order."""
        return VisibleState(
            kind=FULL,
            year=state.year,
            phase=state.phase,
            asks=tuple(map(str, pending_words(state.pending[0]))) if state.pending else (),
            legal=() if state.awaits else self.legal(state),
            draw=self.draw(state),
            over=state.phase == OVER,
            settings=tuple(zip(self.book.settings, state.settings, strict=True)),
            items=tuple(zip(self.book.items, state.items, strict=True)),
            marks=dict(BoxView(self.book.boxes, state.boxes)),
            piles=self._piles(state),
            hand=tuple(map(self._own, state.hand)),
            paths=tuple(map(self._own, kept_paths(self.book, state))),
            prospect=self._own(state.prospect),
            others=self._neutral(state),
            raid=self._raid(state),
            results=self._results(state),
            points=points(self.book, state),
        )

    def _raid(self, state: State) -> VisibleAttack | None:
        if state.phase == OVER or not state.year:
            return None
        book = self.book
        return VisibleAttack(
            potential=book.years[state.year - 1].potential,
            cards=book.attackers(state.settings, state.year),
            extra=sum(other.goods + other.scouts for other in state.neutral),
            came=self._attack_cards(state),
            counts=tuple(attack_counts(book, state.attack)),
            stopped=tuple(state.levels[cohort] for cohort in book.cohorts),
            cancelled=state.cancelled,
            let_through=sum(open_gaps(book, state)),
        )


def points(book: Rulebook, state: State) -> Points:
    """What the sheets are worth as they stand."""
    found = score(book, state)
    minus = {each.value: each.minus for sheet in book.boxes.book.sheets for each in sheet.scores}
    ranks = next(sheet.ranks for sheet in book.boxes.book.sheets if sheet.ranks)
    return Points(
        tuple((value, count, minus[value]) for value, count in found.rows),
        tuple(Path(*path) for path in found.paths),
        found.total,
        ranks.rows.index(ranks.rank(found.total)),
    )
