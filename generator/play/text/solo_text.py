"""The text of a session of solo play, with or without the sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.records import dataclass
from generator.base.terminal_text import format_table
from generator.model.sheet import Ranks
from generator.play.rules.rules_protocol import PAPER
from generator.play.rules.visible_state import LiveStep, VisibleState
from generator.play.text.event_text import EventText
from generator.play.text.item_names import ItemNames
from generator.play.text.odds_text import odds_lines, odds_summary
from generator.play.text.play_messages import ErrorText
from generator.play.text.prompts import Prompts
from generator.play.text.session_text import SessionText, mode_names, pile_lines
from generator.play.text.sheet_text import SheetText


@dataclass(frozen=True, slots=True)
class ScoreTextRow:
    """A row of the score: of the score column, or of a path card."""

    title: str
    points: int
    card: str = ""
    """The id of a path card, as it is typed."""
    goal: str = ""
    """What a path card counts."""
    count: int = 0
    is_total: bool = False


class SoloText(SessionText):
    """Tells a session of solo play."""

    def __init__(self, names: ItemNames) -> None:
        self.names, self.words = names, names.words
        self.describe_error = ErrorText(self.words, names).describe
        self.prompts = Prompts(names, EventText(names))
        self._events, self._sheets = self.prompts.events, SheetText(names)

    def opening(self, seen: VisibleState) -> Iterator[str]:
        return self._events.opening(seen, mode_names(seen, self.words))

    def beginning(self, seen: VisibleState) -> Iterator[str]:
        return self._events.year(seen)

    def step(self, step: LiveStep) -> Iterator[str]:
        return self._events.step(step)

    def question(self, seen: VisibleState, *, whole: bool = False) -> Iterator[str]:
        return self.prompts.question(seen, whole=whole)

    def answers(self, seen: VisibleState, word: str = "") -> Iterator[str]:
        return self.prompts.answers(seen, word)

    def show(self, seen: VisibleState, part: str = "", /) -> Iterator[str]:
        if part:
            yield from self._sheets.part(seen, part)
            return
        yield from self._sheets.sheets(seen)
        yield from self._table(seen)

    def _table(self, seen: VisibleState) -> Iterator[str]:
        """What lies on the table beside the sheets."""
        names, words, deck = self.names, self.words, self.names.book.solo.hand.deck
        yield ""
        if seen.kind != PAPER:
            held = names.pays((item, count) for item, count in seen.items if count)
            yield words("show.items", items=held or words("nothing"))
        for key, cards in (("hand", seen.hand), ("paths", seen.paths)):
            if cards:
                yield words(f"show.{key}", cards=words("and").join(names.card(deck, card) for card in cards))
        if seen.prospect:
            about = words("show.prospect_gives", **self._events.card_values(names.card_row(deck, seen.prospect)))
            yield words("show.prospect", card=f"{names.card(deck, seen.prospect)} — {about}")
        yield from map(self._events.neutral_card, seen.others)

    def raid(self, seen: VisibleState) -> Iterator[str]:
        return self._events.raid(seen)

    def odds(self, seen: VisibleState, typed: Sequence[str] = ()) -> Iterator[str]:
        return odds_lines(self.names, seen, typed)

    def chances(self, seen: VisibleState) -> Iterator[str]:
        return odds_summary(self.names, seen)

    def piles(self, seen: VisibleState) -> Iterator[str]:
        for pile in seen.piles:
            name = self.names.deck(pile.deck)
            yield from pile_lines(self.words, name, pile.unseen, "deck.left")
            yield from pile_lines(self.words, name, pile.discards, "deck.discards")

    # the score

    def points(self, seen: VisibleState) -> Iterator[str]:
        if seen.points is None:
            yield from self.results(seen)
            yield self.words("score.ask")
            return
        head = self.words("score.head")
        yield head if seen.over else f"{head} ({self.words('score.so_far')})"
        yield from format_table(map(self._score_columns, self.score_rows(seen)))
        yield self.total(seen.points.total)

    def results(self, seen: VisibleState) -> Iterator[str]:
        """What each attack left to mark on printed sheets."""
        return map(self._events.result, seen.results)

    def total(self, points: int) -> str:
        return self.words("score.total", total=points, rank=self.rank(points))

    def rank(self, points: int) -> str:
        """The title of a number of points."""
        return self.names.text(self._ranks.rank(points).title)

    @property
    def _ranks(self) -> Ranks:
        return next(sheet.ranks for sheet in self.names.book.boxes.book.sheets if sheet.ranks)

    def score_rows(self, seen: VisibleState) -> Iterator[ScoreTextRow]:
        """The rows of the score column, then each path card; nothing without sheets."""
        if seen.points is None:
            return
        for value, points, minus in seen.points.rows:
            title = self.names.score_row(value)
            yield ScoreTextRow(title, -points if minus else points, is_total=value == self._ranks.of)
        hand = self.names.book.solo.hand
        for path in {path.card: path for path in seen.points.paths}.values():
            name = self.names.row(self.names.card_row(hand.deck, path.card))
            yield ScoreTextRow(name, path.points, path.card, self.names.value(hand.counts + path.card), path.count)

    def _score_columns(self, row: ScoreTextRow) -> tuple[str, str, str]:
        if not row.card:
            return row.title, str(row.points), ""
        name = self.names.card(self.names.book.solo.hand.deck, row.card)
        return name, str(row.points), self.words("score.path", goal=row.goal, n=row.count)
