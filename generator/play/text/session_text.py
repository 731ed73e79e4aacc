"""Everything that is said of a game in one language, as lines of text made from what may be seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from generator.base.errors import GeneratorError
from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.base.terminal_text import format_table
from generator.model.game import Component
from generator.model.sheet import Ranks
from generator.model.text import Text
from generator.play.live_step import LiveStep
from generator.play.rules.deck_rules import grouped
from generator.play.rules.rules_protocol import PAPER, PlayError
from generator.play.rules.visible_state import VisibleState
from generator.play.text.event_text import EventText
from generator.play.text.item_names import ItemNames
from generator.play.text.odds_text import odds_lines, odds_summary
from generator.play.text.prompts import Meaning, Prompts
from generator.play.text.sheet_text import SheetText
from generator.play.text.word_matching import list_words
from generator.solo.action import REVEAL, SHUFFLE, Action
from generator.solo.notation import AmbiguousError, UnreadableActionError
from generator.solo.reasons import IllegalActionError, Reason, examples


class SessionText(Protocol):
    """Tells a game, whichever rules it is played by."""

    words: Messages

    def opening(self, seen: VisibleState) -> Iterator[str]:
        """What is played, and how."""
        ...

    def beginning(self, seen: VisibleState) -> Iterator[str]:
        """What is told when somebody sits down to it."""
        ...

    def step(self, step: LiveStep) -> Iterator[str]:
        """What an action did."""
        ...

    def question(self, seen: VisibleState, *, whole: bool = False) -> Iterator[str]:
        """What is asked now."""
        ...

    def answers(self, seen: VisibleState, word: str = "") -> Iterator[str]:
        """What can be typed now."""
        ...

    def show(self, seen: VisibleState, part: str = "", /) -> Iterator[str]:
        """The sheets and the table."""
        ...

    def raid(self, seen: VisibleState) -> Iterator[str]:
        """The attack."""
        ...

    def odds(self, seen: VisibleState, typed: Sequence[str] = ()) -> Iterator[str]:
        """The odds of the attack."""
        ...

    def chances(self, seen: VisibleState) -> Iterator[str]:
        """The odds in two lines; nothing where there are none."""
        ...

    def piles(self, seen: VisibleState) -> Iterator[str]:
        """The decks."""
        ...

    def points(self, seen: VisibleState) -> Iterator[str]:
        """The score."""
        ...

    def total(self, points: int) -> str:
        """A final score and its rank."""
        ...

    def wrong(self, error: GeneratorError) -> str:
        """What was wrong with an action, in one line, and what would be legal."""
        ...


@dataclass(frozen=True, slots=True)
class ScoreTextRow:
    """A row of the score."""

    title: str
    points: int
    card: str = ""
    """Of a path, what is typed for it."""
    goal: str = ""
    """Of a path, what it counts."""
    count: int = 0
    is_total: bool = False


class SoloText:
    """Tells solo play, with or without the sheets."""

    def __init__(self, names: ItemNames) -> None:
        self.words = names.words
        self.names = names
        self._events = EventText(names)
        self._prompts = Prompts(names, self._events)
        self._sheets = SheetText(names)

    def opening(self, seen: VisibleState) -> Iterator[str]:
        """What is played, and how."""
        return self._events.opening(seen, mode_names(seen, self.words))

    def beginning(self, seen: VisibleState) -> Iterator[str]:
        """The year that it stands in."""
        return self._events.year(seen)

    def step(self, step: LiveStep) -> Iterator[str]:
        """What an action did."""
        return self._events.step(step)

    def question(self, seen: VisibleState, *, whole: bool = False) -> Iterator[str]:
        """What is asked now."""
        return self._prompts.question(seen, whole=whole)

    def asked(self, seen: VisibleState) -> str:
        """The question alone, in a line."""
        return self._prompts.asked(seen)

    def answers(self, seen: VisibleState, word: str = "") -> Iterator[str]:
        """What can be typed now."""
        return self._prompts.answers(seen, word)

    def meanings(self, seen: VisibleState) -> Iterator[Meaning]:
        """The same, each with its name and what it costs and gives."""
        return self._prompts.meanings(seen)

    def meaning(self, seen: VisibleState, action: Action) -> Meaning:
        """One of them, or something that may be done later."""
        return self._prompts.meaning(seen, action)

    def show(self, seen: VisibleState, part: str = "", /) -> Iterator[str]:
        """The sheets, or one part of them, and what lies beside them."""
        if part:
            yield from self._sheets.part(seen, part)
            return
        yield from self._sheets.sheets(seen)
        yield from self._table(seen)

    def raid(self, seen: VisibleState) -> Iterator[str]:
        """The attack."""
        return self._events.raid(seen)

    def odds(self, seen: VisibleState, typed: Sequence[str] = ()) -> Iterator[str]:
        """The odds of the attack."""
        return odds_lines(self.names, seen, typed)

    def chances(self, seen: VisibleState) -> Iterator[str]:
        """The odds in two lines; nothing where there are none."""
        return odds_summary(self.names, seen)

    def piles(self, seen: VisibleState) -> Iterator[str]:
        """The decks, each card once, in the order of the data."""
        for pile in seen.piles:
            name = self.names.deck(pile.deck)
            yield from _pile(self.words, name, pile.unseen, "deck.left")
            yield from _pile(self.words, name, pile.discards, "deck.discards")

    def points(self, seen: VisibleState) -> Iterator[str]:
        """The score column, each path with what it counts, and the rank."""
        if seen.points is None:
            yield from self.results(seen)
            yield self.words("score.ask")
            return
        head = self.words("score.head")
        yield head if seen.over else f"{head} ({self.words('score.so_far')})"
        yield from format_table(map(self._in_line, self.scored(seen)))
        yield self.total(seen.points.total)

    def results(self, seen: VisibleState) -> Iterator[str]:
        """What each attack left to mark beside printed sheets."""
        return map(self._events.result, seen.results)

    def claims(self, seen: VisibleState) -> Iterator[str]:
        """What an honest sheet says of itself."""
        if seen.peeked:
            yield self.words("score.taken_back", n=seen.peeked)
        if seen.corrected:
            yield self.words("score.corrected", n=seen.corrected)

    def total(self, points: int) -> str:
        """A final score and its rank."""
        return self.words("score.total", total=points, rank=self.rank(points))

    def rank(self, points: int) -> str:
        """What so many points are called."""
        return self.names.text(self._ranks.rank(points).title)

    @property
    def _ranks(self) -> Ranks:
        return next(sheet.ranks for sheet in self.names.book.boxes.book.sheets if sheet.ranks)

    def wrong(self, error: GeneratorError) -> str:
        """What was wrong with an action."""
        if isinstance(error, UnreadableActionError):
            return self._unreadable(error)
        if isinstance(error, IllegalActionError):
            what = self.words("reasons.illegal", action=error.said, why=self._why(error.reason))
            return what + self._legal(error.legal)
        return _wrong(error, self.words, self._named(error.values) if isinstance(error, PlayError) else None)

    def _unreadable(self, error: UnreadableActionError) -> str:
        values = dict(error.reason.values)
        text, near = repr(values.get("text", "")), values.get("near")
        key = "near" if near else error.reason.key
        what = self.words(f"reasons.{key}", text=text, near=repr(near), n=values.get("n", 0))
        return what + self._legal(error.legal)

    def _legal(self, legal: Sequence[Action]) -> str:
        """The end of an error message: what is legal."""
        named = examples(legal)
        key = "legal_more" if len(legal) > len(named) else "legal" if legal else "legal_none"
        return self.words(f"reasons.{key}", legal=", ".join(map(str, named)), n=len(legal) - len(named))

    def _why(self, reason: Reason) -> str:
        values = {name: self._value(name, value) for name, value in reason.values}
        if reason.key == "waits":
            values["wanted"] = self.words(f"reasons.{values['wants']}", **values)
        return self.words(f"reasons.{reason.key}", **values)

    def _value(self, name: str, value: str | int) -> str | int:
        names, book = self.names, self.names.book.boxes.book
        text = str(value)
        if name in {"what", "box"}:
            return names.value(text) if text in {*book.values, *book.tracks, *book.boxes} else text
        if name in {"pile", "deck"}:
            return names.deck(text)
        return names.icon(text) if name == "icon" else value

    def _named(self, values: Mapping[str, object]) -> Mapping[str, object]:
        """The names of the ids among the values of an error, and the words of an error among them."""
        names = self.names
        named: dict[str, object] = {}
        for name, value in values.items():
            if name in {"has", "deck"}:
                named[name] = names.deck(str(value))
            elif name in {"phase", "now"}:
                named[name] = self.words(f"phase.{value}")
            elif name == "direction":
                named[name] = names.direction(names.book.directions.index(str(value)))
            elif isinstance(value, GeneratorError):
                named[name] = self.wrong(value)
        return named

    def scored(self, seen: VisibleState) -> Iterator[ScoreTextRow]:
        """The rows of the score column, then each path; nothing where the companion does not keep the sheets."""
        if seen.points is None:
            return
        for value, points, minus in seen.points.rows:
            yield ScoreTextRow(self._row_of(value), -points if minus else points, is_total=value == self._ranks.of)
        paths = {path.card: path for path in seen.points.paths}
        for path in paths.values():
            hand = self.names.book.solo.hand
            goal = self.names.value(hand.counts + path.card)
            name = self.names.row(self.names.card_row(hand.deck, path.card))
            yield ScoreTextRow(name, path.points, path.card, goal, path.count)

    def _in_line(self, row: ScoreTextRow) -> tuple[str, str, str]:
        """A row of the score as it is printed, a path with what is typed for it and what it counts."""
        if not row.card:
            return row.title, str(row.points), ""
        name = self.names.card(self.names.book.solo.hand.deck, row.card)
        return name, str(row.points), self.words("score.path", goal=row.goal, n=row.count)

    def _row_of(self, value: str) -> str:
        for sheet in self.names.book.boxes.book.sheets:
            for score in [score for score in sheet.scores if score.value == value]:
                return self.names.text(score.title)
        return value

    def _table(self, seen: VisibleState) -> Iterator[str]:
        """What lies on the table beside the sheets."""
        deck = self.names.book.solo.hand.deck
        yield ""
        if seen.kind != PAPER:
            held = self.names.pays((item, count) for item, count in seen.items if count)
            yield self.words("show.items", items=held or self.words("nothing"))
        for key, cards in (("hand", seen.hand), ("paths", seen.paths)):
            if cards:
                names = self.words("and").join(self.names.card(deck, card) for card in cards)
                yield self.words(f"show.{key}", cards=names)
        if seen.prospect:
            row = self.names.card_row(deck, seen.prospect)
            said = {"gives": self._events.gives(row), "goods": self._events.number(row)}
            card = self.names.card(deck, seen.prospect)
            about = self.words("show.prospect_gives", pattern=self._events.pattern(row), **said)
            yield self.words("show.prospect", card=f"{card} — {about}")
        for other in seen.others:
            yield self._events.other(other)


class DeckText:
    """Tells one deck of any game."""

    def __init__(self, component: Component, title: Text, words: Messages, language: str) -> None:
        self.words = words
        self._component, self._language = component, language
        self._title = self._text(title)
        self._rows = {piece.label: piece.row for piece in component.pieces}

    def opening(self, seen: VisibleState) -> Iterator[str]:
        """Which deck, and how it is dealt."""
        title = f"{self._title}: {self._name}"
        yield self.words("open.line", title=title, name=seen.session, **mode_names(seen, self.words))
        yield self.words("open.hint", name=seen.session)

    def beginning(self, _: VisibleState) -> Iterator[str]:
        """Nothing that the question does not tell."""
        yield from ()

    def step(self, step: LiveStep) -> Iterator[str]:
        """The card drawn, or the deck shuffled."""
        if step.action.verb == REVEAL:
            yield self.words("draw.deck", card=self._card(" ".join(step.action.words)))
        elif step.action.verb == SHUFFLE:
            count = len(step.after.piles[0].unseen)
            asked = step.before.draw is None
            yield self.words("draw.shuffled" if asked else "draw.shuffle", deck=self._name, n=count)

    def question(self, seen: VisibleState, *, whole: bool = False) -> Iterator[str]:
        """What lies on the table, and what can be done."""
        pile = seen.piles[0]
        if seen.draw:
            key = "ask.typed" if seen.draw.unseen else "ask.typed_shuffle"
            yield self.words(key, deck=self._name, reason=self.words("reason.deck"), n=seen.draw.count)
            return
        if pile.table:
            yield self.words("did.table", cards=self._cards(pile.table))
        yield self.words("ask.deck", n=len(pile.unseen), m=len(pile.discards))
        if whole:
            yield from self.answers(seen)

    def answers(self, seen: VisibleState, word: str = "") -> Iterator[str]:
        """What can be typed now."""
        legal = enumerate(map(str, seen.legal), 1)
        found = [(f"{n}.", action) for n, action in legal if word.lower() in action.lower()]
        return format_table(found)

    def show(self, seen: VisibleState, _: str = "", /) -> Iterator[str]:
        """The deck; it has no parts."""
        yield from self.piles(seen)

    def raid(self, _: VisibleState) -> Iterator[str]:
        """A deck attacks nobody."""
        yield from ()

    def odds(self, _: VisibleState, __: Sequence[str] = ()) -> Iterator[str]:
        """A deck attacks nobody."""
        yield from ()

    def chances(self, _: VisibleState) -> Iterator[str]:
        """A deck attacks nobody."""
        yield from ()

    def piles(self, seen: VisibleState) -> Iterator[str]:
        """The deck, its discards and the table, in the order of the data."""
        for pile in seen.piles:
            yield from _pile(self.words, self._name, pile.table, "deck.table")
            yield from _pile(self.words, self._name, pile.unseen, "deck.left")
            yield from _pile(self.words, self._name, pile.discards, "deck.discards")

    def points(self, _: VisibleState) -> Iterator[str]:
        """A deck is worth nothing."""
        yield from ()

    def total(self, points: int) -> str:
        """A deck is worth nothing, whatever is said."""
        return str(points)

    def wrong(self, error: GeneratorError) -> str:
        """What was wrong with an action."""
        return _wrong(error, self.words)

    @property
    def _name(self) -> str:
        return self._text(self._component.title)

    def _text(self, text: Text) -> str:
        return dict(text.by).get(self._language, text.by[0][1])

    def _card(self, label: str) -> str:
        name = self._rows[label].cells.get("name")
        return f"{label} ({self._text(name)})" if isinstance(name, Text) else label

    def _cards(self, labels: tuple[str, ...]) -> str:
        return self.words("and").join(
            self._card(label) + (f" ×{count}" if count > 1 else "") for label, count in grouped(labels)
        )


def _wrong(error: GeneratorError, words: Messages, named: Mapping[str, object] | None = None) -> str:
    """What was wrong, in the language's words where it has any for it; `named` are values that stand for ids."""
    if isinstance(error, AmbiguousError):
        return words("wrong.ambiguous", known=list_words([str(action) for action in error.fitting]))
    if not isinstance(error, PlayError) or not error.key:
        return str(error)
    values = {**error.values, **(named or {})}
    if "noun" in values:
        values["noun"] = words(f"noun.{values['noun']}")
    return words(f"wrong.{error.key}", **values)


def mode_names(seen: VisibleState, words: Messages) -> Mapping[str, str]:
    """How a session is played, in words."""
    return {
        "kind": words(f"open.{seen.kind}"),
        "draw": words("open.typed" if seen.typed else "open.dealt"),
        "undo": words("open.strict" if seen.strict else "open.relaxed"),
    }


def _pile(words: Messages, deck: str, cards: tuple[str, ...], key: str) -> Iterator[str]:
    if cards:
        listed = " ".join(card if count == 1 else f"{card}×{count}" for card, count in grouped(cards))
        yield words(key, deck=deck, n=len(cards), cards=listed)
    elif key == "deck.left":
        yield words(key, deck=deck, n=0, cards=words("deck.none"))
