"""The text of a session of solo play, with or without the sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from generator.base.records import dataclass
from generator.base.terminal_text import format_table
from generator.model.sheet import Ranks
from generator.play.rules.rules_protocol import PAPER
from generator.play.rules.visible_state import LiveStep, VisibleState
from generator.play.text.event_text import EventText
from generator.play.text.fort_text import FortText
from generator.play.text.item_names import ItemNames
from generator.play.text.needs_text import NeedsText
from generator.play.text.odds_text import odds_lines, odds_summary
from generator.play.text.play_messages import ErrorText
from generator.play.text.printed_names import part_names
from generator.play.text.prompts import Prompts, unspent_items
from generator.play.text.session_text import SessionText, mode_names, pile_lines
from generator.play.text.sheet_text import SheetText
from generator.play.text.typed_names import TypedNames
from generator.solo.action import BATTLE, STOPPED, Action
from generator.solo.explain.reason import Reason

_TOLD_WITH_NEEDS = frozenset(("needs", "box", "order", "price", "marked"))
"""Reasons that the text of the needs and the price of a box names already."""


@dataclass(frozen=True, slots=True)
class ScoreTextRow:
    """A row of the score: of the score column, or of a path card."""

    title: str
    points: int
    card: str = ""
    """The id of a path card, as it is typed."""
    goal: str = ""
    """The count that a path card scores, in words."""
    count: int = 0
    is_total: bool = False


class SoloText(SessionText):
    """Tells a session of solo play."""

    def __init__(self, names: ItemNames) -> None:
        """Take the names of the game's things, which also set the language."""
        self.names, self.messages, self.book = names, names.messages, names.book
        errors = ErrorText(self.messages, names)
        self.describe_error, self.describe_reason = errors.describe, errors.describe_reason
        self._typed = TypedNames(names)
        self.prompts = Prompts(names, EventText(names))
        self._events = self.prompts.events
        self.forts = FortText(names)
        self.needs = NeedsText(names)

    def opening(self, state: VisibleState) -> Iterator[str]:
        """Yield the lines for the game, its settings and its fort."""
        yield from self._events.opening(state, mode_names(state, self.messages))
        yield from self.forts.beginning(state)

    def beginning(self, state: VisibleState) -> Iterator[str]:
        """Yield the heading of the year that the game begins with."""
        return self._events.year(state)

    def step(self, step: LiveStep) -> Iterator[str]:
        """Yield the effects of an action in sentences; with the last one, how the goals of a fort ended."""
        yield from self._events.step(step)
        if step.after.over and not step.before.over:
            yield from self.forts.ending(step.after)

    def fort(self, state: VisibleState) -> Iterator[str]:
        """Yield the goals of the fort with the numbers reached; nothing for a plain game."""
        return self.forts.standing(state)

    def fort_result(self, state: VisibleState) -> Iterator[str]:
        """Yield whether the fort is won, and its reward earned."""
        return self.forts.result(state)

    def question(self, state: VisibleState, *, whole: bool = False) -> Iterator[str]:
        """Yield the lines of the current question; `whole` lists every answer."""
        return self.prompts.question(state, whole=whole)

    def answers(self, state: VisibleState, word: str = "") -> Iterator[str]:
        """Yield the numbered answers that have `word` in them, each with its price and gains."""
        return self.prompts.answers(state, word)

    def choices(self, state: VisibleState, word: str = "") -> tuple[tuple[int, Action], ...]:
        """Return the numbered answers that `answers` shows."""
        return self.prompts.choices(state, word)

    def lists_answers(self, state: VisibleState, *, whole: bool = False) -> bool:
        """Return whether `question` lists the answers too."""
        return self.prompts.lists_answers(state, whole=whole)

    def readings(self, typed: str) -> Iterator[str]:
        """Yield the lines in the notation that a line with names in the player's script can stand for."""
        return self._typed.readings(typed)

    def confirmation(self, state: VisibleState, action: Action) -> str:
        """Return the question asked before items are given up or a battle card is turned up.

        Empty for other actions.
        """
        if action == STOPPED and unspent_items(state):
            key = "confirm.stop_for_good" if state.strict else "confirm.stop"
            return self.messages(key, items=self.names.held(state.items))
        if action.verb == BATTLE:
            return self.messages("confirm.battle", deck=self.names.deck(self.names.book.solo.fights.deck))
        return ""

    def show(self, state: VisibleState, part: str = "", /) -> Iterator[str]:
        """Yield the sheets and the cards on the table, or one `part` of the sheets box by box."""
        meant = part and part_names(self.names, areas=True).find(part)
        if state.marks is None:
            yield self.messages("show.no_sheets")
        else:
            sheets = SheetText(self.names, self.needs, self.names.book.closed_boxes(state.year))
            yield from sheets.part(state.marks, meant) if meant else sheets.sheets(state.marks)
        if not part:
            yield from self._table(state)

    def is_part(self, typed: str) -> bool:
        """Whether a word is the name of a box or track."""
        return part_names(self.names, areas=False).has(typed)

    def why(self, state: VisibleState, part: str, obstacle: Callable[[str], Reason | None]) -> Iterator[str]:
        """Yield the unmet needs of a box, or of a track's next box, and the boxes that it opens.

        `obstacle` returns a further reason why a box, by its id, cannot be marked; None for none.
        """
        book = self.names.book.boxes.book
        meant = part_names(self.names, areas=False).find(part)
        boxes = book.tracks[meant].boxes if meant in book.tracks else (book.boxes[meant],)
        marks = state.marks or {}
        box = next((box for box in boxes if not marks.get(box.id)), boxes[-1])
        reason = obstacle(box.id)
        other = self.describe_reason(reason) if reason and reason.key not in _TOLD_WITH_NEEDS else ""
        return self.needs.why(box, state, other)

    def _table(self, state: VisibleState) -> Iterator[str]:
        """Yield the lines for items in hand, cards in hand, paths, prospect and neutral cards."""
        names, messages, deck = self.names, self.messages, self.names.book.solo.hand.deck
        yield ""
        if state.kind != PAPER:
            yield messages("show.items", items=names.held(state.items))
        for key, cards in (("hand", state.hand), ("paths", state.paths)):
            if cards:
                yield messages(f"show.{key}", cards=messages("and").join(names.card(deck, card) for card in cards))
        if state.prospect:
            about = messages("show.prospect_gives", **self._events.card_values(names.card_row(deck, state.prospect)))
            yield messages("show.prospect", card=f"{names.card(deck, state.prospect)} — {about}")
        yield from map(self._events.neutral_card, state.others)

    def raid(self, state: VisibleState) -> Iterator[str]:
        """Yield the lines for this year's attack as far as it is known."""
        return self._events.raid(state)

    def odds(self, state: VisibleState, typed: Sequence[str] = ()) -> Iterator[str]:
        """Yield the odds of the attack; `typed` holds numbers that replace the cohorts and favours of the sheets."""
        return odds_lines(self.names, state, typed)

    def chances(self, state: VisibleState) -> Iterator[str]:
        """Yield the odds of the attack in two lines; nothing where there is none."""
        return odds_summary(self.names, state)

    def piles(self, state: VisibleState) -> Iterator[str]:
        """Yield for each deck the cards left in it and its discards, in the order of the data."""
        for pile in state.piles:
            name, titles = self.names.deck(pile.deck), partial(self.names.card_title, pile.deck)
            yield from pile_lines(self.messages, name, tuple(map(titles, pile.unseen)), "deck.left")
            yield from pile_lines(self.messages, name, tuple(map(titles, pile.discards)), "deck.discards")

    # the score

    def points(self, state: VisibleState) -> Iterator[str]:
        """Yield the score row by row with its total.

        With sheets on paper the attacks so far, and how to note a total.
        """
        if state.points is None:
            yield from self.results(state)
            yield self.messages("score.ask")
            return
        head = self.messages("score.head")
        yield head if state.over else f"{head} ({self.messages('score.so_far')})"
        yield from format_table(map(self._score_columns, self.score_rows(state)))
        yield self.total(state.points.total)

    def results(self, state: VisibleState) -> Iterator[str]:
        """Yield a line for each attack that is over."""
        return map(self._events.result, state.results)

    def total(self, points: int) -> str:
        """Return the line for a total with its rank."""
        return self.messages("score.total", total=points, rank=self.rank(points))

    def rank(self, points: int) -> str:
        """Return the title of the rank that a total reaches."""
        return self.names.text(self._ranks.rank(points).title)

    @property
    def _ranks(self) -> Ranks:
        """Return the ranks of the game, by points."""
        return self.names.book.boxes.ranks

    def score_rows(self, state: VisibleState) -> Iterator[ScoreTextRow]:
        """Yield the rows of the score column, then each path card; nothing with sheets on paper."""
        if state.points is None:
            return
        for value, points, minus in state.points.rows:
            title = self.names.score_row(value)
            yield ScoreTextRow(title, -points if minus else points, is_total=value == self._ranks.of)
        hand = self.names.book.solo.hand
        for path in {path.card: path for path in state.points.paths}.values():
            name = self.names.row(self.names.card_row(hand.deck, path.card))
            yield ScoreTextRow(name, path.points, path.card, self.names.value(hand.counts + path.card), path.count)

    def _score_columns(self, row: ScoreTextRow) -> tuple[str, str, str]:
        """Return a row of the score as table cells: name, points, and for a path card the count that it scores."""
        if not row.card:
            return row.title, str(row.points), ""
        name = self.names.card(self.names.book.solo.hand.deck, row.card)
        return name, str(row.points), self.messages("score.path", goal=row.goal, n=row.count)
