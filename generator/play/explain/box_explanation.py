"""A box of the sheets as a player asks about it: what it costs and gives, what it lacks, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.base.messages import format_signed
from generator.model.sheet import Box, Need
from generator.play.rules.full_rules import FullRules
from generator.play.rules.visible_state import VisibleState
from generator.play.text.item_names import ItemNames
from generator.play.text.needs_text import Marks
from generator.play.text.solo_text import SoloText
from generator.solo.action import PLACE, Action
from generator.solo.compiled.boxes import bits
from generator.solo.explain.outcome import Changes, Outcome, changes_of, outcome_of
from generator.solo.explain.reason import Reason
from generator.solo.reasons import why_closed
from generator.solo.state import State


class Lack(NamedTuple):
    """One thing that keeps a box closed."""

    text: str
    boxes: tuple[tuple[str, str], ...] = ()
    """The boxes that would mend it, each with its name."""


class Preview(NamedTuple):
    """The effects of an action, before it is done."""

    lines: tuple[str, ...]
    filled: tuple[str, ...]
    """The boxes that are filled, the chosen one first."""
    opened: tuple[str, ...]
    """The boxes that it opens, but for the next one in the same row."""
    follows: tuple[str, ...] = ()
    """The lines that tell which boxes the rules fill in after the action, and which it opens."""


class BoxExplanation(NamedTuple):
    """A box in a state."""

    id: str
    title: str
    price: str
    """What it costs and gives; may be empty."""
    is_filled: bool
    lacks: tuple[Lack, ...]
    """Why it cannot be marked now; empty where it can, and where it is filled."""
    opens: str
    """What it opens once it is filled; may be empty."""


class BoxExplainer:
    """Explains the boxes of one state in one language."""

    def __init__(self, rules: FullRules, text: SoloText, state: State) -> None:
        """Take the rules, the state to explain, and the text of its session.

        The text keeps the openings of boxes once they were computed.
        """
        self._rules, self._text, self._state = rules, text, state
        self._names, self._needs, self._messages = text.names, text.needs, text.messages
        self._visible = rules.visible_state(state)
        self._marks: Marks = self._visible.marks or {}

    def box(self, id_: str, *, is_open: bool) -> BoxExplanation:
        """Return the explanation of a box, by its id; `is_open` says that tapping it answers the current question."""
        box = self._names.book.boxes.book.box(id_)
        # A box that answers the current question is open, whatever else it would lack.
        reasons = () if is_open else why_closed(self._rules.book, self._state, id_)
        is_filled = any(reason.key == "marked" for reason in reasons)
        closed = "" if is_open or is_filled else self._needs.closed_for_good(box, self._visible)
        lacks = (Lack(self._capital(closed)),) if closed else tuple(self._lack(box, reason) for reason in reasons)
        return BoxExplanation(
            id=id_,
            title=self._names.box(id_),
            price=self._names.box_price(box).strip(),
            is_filled=is_filled,
            lacks=() if is_filled else lacks,
            opens=self._needs.opens(box),
        )

    def preview(self, action: Action) -> Preview:
        """Return the effects of a legal action in words, with the boxes that it fills and opens."""
        outcome = outcome_of(self._rules.book, self._state, action)
        opened = self._opened(outcome)
        follows = tuple(self._follows(action, outcome, opened))
        return Preview((*follows, *self._outcome(outcome)), outcome.filled, opened, follows)

    def follows(self, action: Action) -> tuple[str, ...]:
        """Return only `Preview.follows` of a legal action, in a tenth of the time that the whole preview takes."""
        changes = changes_of(self._rules.book, self._state, action)
        return tuple(self._follows(action, changes, self._opened(changes)))

    def _opened(self, changes: Changes | Outcome) -> tuple[str, ...]:
        """Return the boxes that changes open, without the next box of the same row, which is no news."""
        beside = _next_in_row(self._names, changes)
        return tuple(box for box in changes.opened if box not in beside)

    def _lack(self, box: Box, reason: Reason) -> Lack:
        """Return a reason why a box is closed in words, with the boxes that would remove it."""
        values = dict(reason.values)
        match reason.key:
            case "price":
                return Lack(self._price(box))
            # Both name a box that has to be filled first.
            case "box" | "order":
                id_ = str(values["what" if reason.key == "box" else "box"])
                return Lack(self._capital(self._text.describe_reason(reason)), self._named((id_,)))
            case "needs":
                need = Need(str(values["what"]), int(values["least"]))
                need_text = self._messages("show.needs", what=self._needs.need(need, self._marks))
                return Lack(self._capital(need_text), self._named(self._mending(need)))
            case "never":
                icons = self._names.book.boxes.book.track(box.track).filled_by
                if icons:
                    icon = self._messages("or").join(map(self._names.icon, icons))
                    return Lack(self._messages("explain.by_icon", icon=icon))
        return Lack(self._capital(self._text.describe_reason(reason)))

    def _named(self, boxes: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return box ids as pairs of id and name."""
        return tuple((box, self._names.box(box)) for box in boxes)

    def _mending(self, need: Need) -> tuple[str, ...]:
        """Return the box with which a need is met, or the next box of the track that it counts; empty for neither."""
        if need.value in self._names.book.boxes.book.tracks:
            boxes = self._names.book.boxes.book.track(need.value).boxes
            return tuple(box.id for box in boxes if not self._marks.get(box.id))[:1]
        reached = self._needs.reached_with(need)
        return (reached,) if reached else ()

    def _price(self, box: Box) -> str:
        """Return the price of a box that nothing in hand pays, with the items in hand that it asks for."""
        book = self._names.book
        moves = [book.boxes.moves[number] for number in bits(book.boxes.moves_of[book.boxes.index[box.id]])]
        items = dict.fromkeys(item for move in moves for item, _ in move.pays)
        in_hand = self._names.pays((book.items[item], self._state.items[item]) for item in items)
        price = self._messages("or").join(self._names.pays(price.items) for price in box.costs)
        return self._messages("explain.price", price=price, items=in_hand)

    def _follows(self, action: Action, changes: Changes | Outcome, opened: Sequence[str]) -> Iterator[str]:
        """Yield a line for the boxes that the rules fill after an action, and one for the boxes that open."""
        chosen = set(self._cells(action)) or set(changes.filled[:1])
        # The player chose these boxes, so only the others are news.
        if filled := [box for box in changes.filled if box not in chosen]:
            yield self._messages("explain.filled", boxes=self._needs.box_list(filled))
        if opened:
            yield self._messages("explain.opened", boxes=self._needs.box_list(opened))

    def _cells(self, action: Action) -> Iterator[str]:
        """Yield the ids of the map cells that an action lays a pattern on; nothing for other actions."""
        if action.verb == PLACE:
            cells = self._names.book.boxes.tracks[self._names.book.map].boxes
            yield from (cells[int(word) - 1].id for word in action.words[1:])

    def _outcome(self, outcome: Outcome) -> Iterator[str]:
        """Yield lines for points, items in hand, the end of the year and the next question after an action."""
        after, words = self._rules.visible_state(outcome.after), self._messages
        if outcome.points:
            yield words("explain.points", n=format_signed(outcome.points))
        if outcome.ends_year:
            items = zip(self._names.book.items, self._state.items, strict=True)
            yield words("explain.ends_year", items=self._names.held(items))
        else:
            yield words("explain.held", items=self._names.held(after.items))
        yield from self._next(after)

    def _next(self, after: VisibleState) -> Iterator[str]:
        """Yield the line for the card or question that comes next; nothing where the player acts freely."""
        if after.draw:
            yield self._messages("explain.card", deck=self._names.deck(after.draw.deck))
        elif after.asks:
            yield self._messages("explain.asks", question=self._text.prompts.short_question(after))

    @staticmethod
    def _capital(sentence: str) -> str:
        """Return a sentence with a capital at its beginning."""
        return sentence[:1].upper() + sentence[1:]


def _next_in_row(names: ItemNames, changes: Changes | Outcome) -> set[str]:
    """Return all boxes of the rows with filled boxes: a player knows that the next one in a row opens."""
    book = names.book.boxes.book
    tracks = {book.box(id_).track for id_ in changes.filled}
    return {box.id for track in tracks if book.track(track).order == "row" for box in book.track(track).boxes}
