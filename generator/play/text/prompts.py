"""What is asked now, and everything that would be an answer, with what it costs and gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest

from generator.base.records import dataclass
from generator.base.terminal_text import format_table, pad, text_width
from generator.play.rules.rules_protocol import DrawRequest
from generator.play.rules.visible_state import VisibleState
from generator.play.text.event_text import EventText
from generator.play.text.item_names import ItemNames
from generator.solo.action import MARK, PLACE, STOPPED, Action
from generator.solo.rulebook import OWN

SHOWN = 14
"""Answers that are listed unasked; of more, their number is told."""
LISTED = 60
"""Answers in a list that was asked for."""
_JOINTS = {"mark": ": ", "path": " — ", "choose": " → ", "favour": ": "}
"""What stands between the name of an answer and what it means, where both are told."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """Something that can be typed."""

    action: Action
    name: str
    """What it is called; empty where the verb says it."""
    means: str
    """What it costs and gives."""

    @property
    def line(self) -> str:
        """What is typed for it."""
        return str(self.action)

    @property
    def verb(self) -> str:
        return self.action.verb

    @property
    def words(self) -> tuple[str, ...]:
        return self.action.words


class Prompts:
    """Asks the questions of a solo game in one language."""

    def __init__(self, names: ItemNames, events: EventText) -> None:
        self._names, self.events = names, events
        self._words = names.words

    def question(self, seen: VisibleState, *, whole: bool = False) -> Iterator[str]:
        """The question, its answers where they are few or where `whole`, and else their number."""
        if seen.draw:
            yield self._typed(seen.draw)
            return
        if whole:
            yield from self._defence(seen)
        yield from _ASKS.get(self._kind(seen), Prompts._plain)(self, seen)
        if len(seen.legal) <= SHOWN or whole:
            yield from self.answers(seen)
        else:
            yield self._words("ask.options_left" if _left(seen) else "ask.options", n=len(seen.legal))

    def asked(self, seen: VisibleState) -> str:
        """The question alone, in a line."""
        if seen.draw:
            return self._typed(seen.draw)
        *_, last = ("", *_ASKS.get(self._kind(seen), Prompts._plain)(self, seen))
        return last

    def answers(self, seen: VisibleState, word: str = "") -> Iterator[str]:
        """What can be typed, numbered, with what it means; `word` narrows it down."""
        rows = [
            (f"{number}.", str(action), *self._meaning(seen, action))
            for number, action in self._different(seen.legal)
            if word.lower() in f"{action} {self._title(action)}".lower()
        ]
        if word and not rows:
            yield self._words("no_answers", word=repr(word))
        yield from format_table(rows[:LISTED])
        if rows[LISTED:]:
            yield "  " + self._words("more", n=len(rows) - LISTED)

    def meanings(self, seen: VisibleState) -> Iterator[Meaning]:
        """Everything that can be typed, what it is called, and what it costs and gives."""
        return (self.meaning(seen, action) for action in seen.legal)

    def meaning(self, seen: VisibleState, action: Action) -> Meaning:
        """One of them, or something that may be done later."""
        return Meaning(action, *self._told(seen, action))

    # questions

    def _kind(self, seen: VisibleState) -> str:
        return "over" if seen.over else seen.asks[0] if seen.asks else "act"

    def _typed(self, draw: DrawRequest) -> str:
        deck = self._names.deck(draw.deck)
        if not draw.unseen:
            return self._words("ask.typed_shuffle", deck=deck)
        return self._words("ask.typed", deck=deck, reason=self._words(f"reason.{draw.reason}"), n=draw.count)

    def _plain(self, seen: VisibleState) -> Iterator[str]:
        yield self._words(f"ask.{self._kind(seen)}")

    def _act(self, seen: VisibleState) -> Iterator[str]:
        held = self._names.pays((item, count) for item, count in seen.items if count)
        yield self._words("ask.act", items=held or self._words("nothing"))

    def _defence(self, seen: VisibleState) -> Iterator[str]:
        if seen.raid and seen.raid.stopped and not seen.asks and not seen.over:
            stopped = self.events.stops(seen.raid)
            yield self._words("raid.now", cards=self.events.cards(seen.raid), stopped=stopped)

    def _choose(self, seen: VisibleState) -> Iterator[str]:
        yield self._words(f"ask.{seen.asks[0]}", box=self._names.box(seen.asks[1]))

    def _icon(self, seen: VisibleState) -> Iterator[str]:
        yield self._words("ask.icon", icon=self._names.icon(seen.asks[1]))

    def _place(self, seen: VisibleState) -> Iterator[str]:
        """The map as it stands: the numbers of its empty cells."""
        book = self._names.book
        track = book.boxes.tracks[book.map]
        cells = ["xx" if (seen.marks or {}).get(box.id) else f"{box.number:02}" for box in track.boxes]
        for start in range(0, len(cells), track.columns or len(cells)):
            yield "  " + " ".join(cells[start : start + (track.columns or len(cells))])
        yield from self._patterns(seen, track.columns)
        yield self._words("ask.place")

    def _patterns(self, seen: VisibleState, columns: int) -> Iterator[str]:
        """The shape of every pattern that can be laid, as it lies in the first place that it has."""
        shapes: dict[str, tuple[str, ...]] = {}
        for action in seen.legal:
            if action.verb == PLACE:
                source, *cells = action.words
                shapes.setdefault(source, _shape([int(cell) - 1 for cell in cells], columns))
        drawings = [(source, *shape) for source, shape in shapes.items()]
        rows = zip_longest(*(_beside(drawing) for drawing in drawings), fillvalue="")
        yield from format_table([(*row, "") for row in rows], gap="   ")

    def _favour(self, seen: VisibleState) -> Iterator[str]:
        yield from self.events.raid(seen, summed=False)
        yield self._words("ask.favour", n=seen.raid.let_through if seen.raid else 0)

    def _cohorts(self, seen: VisibleState) -> Iterator[str]:
        yield from self.events.raid(seen)
        yield self._words("ask.cohorts", n=len(self._names.book.directions), directions=self._directions())

    def _favours(self, seen: VisibleState) -> Iterator[str]:
        yield from self.events.raid(seen, summed=False)
        raid = seen.raid
        if raid:
            open_ = [max(0, came - stops) for came, stops in zip(raid.counts, raid.stopped, strict=True)]
            gaps = self._words("and").join(
                f"{self._names.direction(number)} {gap}" for number, gap in enumerate(open_) if gap
            )
            said = {"gaps": gaps, "directions": self._directions(), "m": len(open_)}
            yield self._words("ask.favours", n=raid.let_through, **said)

    def _directions(self) -> str:
        return " ".join(self._names.direction(number) for number in range(len(self._names.book.directions)))

    # answers

    def _different(self, legal: Sequence[Action]) -> Iterator[tuple[int, Action]]:
        """The answers with their numbers; of boxes that are alike in everything but their number only the first."""
        told: set[tuple[object, ...]] = set()
        for number, action in enumerate(legal, 1):
            if action.verb == MARK:
                box = self._names.book.boxes.book.box(action.words[0])
                kind = box.track, box.title, box.needs, box.gains, box.one_of, box.outcomes, action.words[1:]
                if kind in told:
                    continue
                told.add(kind)
            yield number, action

    def _title(self, action: Action) -> str:
        return self._names.box(action.words[0]) if action.verb == MARK else ""

    def _meaning(self, seen: VisibleState, action: Action) -> tuple[str, ...]:
        """What an answer means, in one column for every answer to a question."""
        name, means = self._told(seen, action)
        joint = _JOINTS.get(action.verb, "")
        return (joint.join(part for part in (name, means) if part) if joint else means or name,)

    def _told(self, seen: VisibleState, action: Action) -> tuple[str, str]:
        """What an answer is called, and what it means."""
        verb, words = action
        if action == STOPPED and (left := _left(seen)):
            count = sum(number for _, number in left)
            return "", self._words("ask.stop_for_good" if seen.strict else "ask.stop", n=count)
        means = _MEANS.get(verb)
        if means is None:
            return "", "" if words else self._words(f"verb.{verb}")
        return means(self, seen, words)

    def _of_mark(self, _: VisibleState, words: tuple[str, ...]) -> tuple[str, str]:
        boxes = self._names.book.boxes
        move = boxes.moves[boxes.move_of[Action(MARK, words)]]
        pays = self._names.pays((boxes.items[item], count) for item, count in move.pays) or self._words("free")
        box = boxes.boxes[move.box]
        gives = self._names.gives(box, [boxes.items[item] for item, _ in move.pays])
        return self._names.box(box.id), pays + (f" → {gives}" if gives else "")

    def _of_path(self, _: VisibleState, words: tuple[str, ...]) -> tuple[str, str]:
        solo = self._names.book.solo
        row = self._names.card_row(solo.hand.deck, words[0])
        value = self._words(
            "ask.path_value",
            goal=self._names.value(solo.hand.counts + row.id),
            steps=self._steps(solo.hand.counts + row.id, solo.hand.points + row.id),
        )
        gives = self._words("ask.path_gives", **self.events.card_values(row))
        return self._names.row(row), self._words("ask.path_both", value=value, gives=gives)

    def _steps(self, counts: str, points: str) -> str:
        """Where the points of a path change: found by asking the formula."""
        formula = self._names.book.boxes.book.values[points].formula
        found = [formula.value({}, {counts: number}) for number in range(30)]
        if found[0] > found[-1]:
            steps = [(n, found[n]) for n in range(29) if found[n] and found[n] != found[n + 1]]
        else:
            steps = [(n, found[n]) for n in range(30) if found[n] != (found[n - 1] if n else 0)]
        key = "ask.path_most" if found[0] > found[-1] else "ask.path_least"
        told = [self._words(key if n else "ask.path_none", n=n, points=points) for n, points in steps]
        return self._words("and").join(told)

    def _of_choice(self, seen: VisibleState, words: tuple[str, ...]) -> tuple[str, str]:
        book = self._names.book.boxes.book
        if words[0] in book.tracks:
            track = book.tracks[words[0]]
            level = sum(1 for box in track.boxes if (seen.marks or {}).get(box.id))
            gives = self._names.gives(track.boxes[level]) if level < len(track.boxes) else ""
            return f"{self._names.track(track.id)} {level + 1}", gives
        if words[0] in self._names.book.directions:
            return self._names.direction(self._names.book.directions.index(words[0])), ""
        return self._names.icon(words[0]), ""

    def _of_source(self, seen: VisibleState, words: tuple[str, ...]) -> tuple[str, str]:
        solo = self._names.book.solo
        source = words[0] if words else ""
        if source == solo.market.deck:
            return self._names.deck(source), ""
        other = next((other for other in seen.others if other.card == source), None)
        return (self._names.card(solo.neutral.deck, source), self.events.neutral_card(other)) if other else ("", "")

    def _of_favour(self, _: VisibleState, words: tuple[str, ...]) -> tuple[str, str]:
        direction = self._names.direction(self._names.book.directions.index(words[0]))
        return direction, self._names.track(words[1])

    def _of_place(self, seen: VisibleState, words: tuple[str, ...]) -> tuple[str, str]:
        """What the cells give, the rows they complete, and the card that a neighbour's pattern adds."""
        book = self._names.book
        cells = [book.boxes.boxes[book.boxes.starts[book.map] + int(word) - 1] for word in words[1:]]
        before = seen.marks or {}
        after = {**before, **{cell.id: 1 for cell in cells}}
        icons = [icon for cell in cells for icon in cell.gains]
        for bonus in [bonus for sheet in book.boxes.book.sheets for bonus in sheet.bonuses]:
            rise = book.boxes.book.value(bonus.value, after) - book.boxes.book.value(bonus.value, before)
            icons += [bonus.gains] * rise
        gives = self._names.counted(icons) or self._words("nothing")
        is_own = words[0] == OWN
        deck = book.solo.hand.deck if is_own else book.solo.neutral.deck
        card = self._names.card(deck, seen.prospect if is_own else words[0])
        return card, self._words("ask.place_own" if is_own else "ask.place_paid", gives=gives)


def _left(seen: VisibleState) -> tuple[tuple[str, int], ...]:
    """The items that would go back if the year's actions ended now."""
    acts = seen.phase == "actions" and not seen.asks and STOPPED in seen.legal
    return tuple((item, count) for item, count in seen.items if count) if acts else ()


def _shape(cells: Sequence[int], columns: int) -> tuple[str, ...]:
    """Cells of a map, drawn row by row without what is empty around them."""
    places = [divmod(cell, columns) for cell in cells]
    rows, across = ([place[axis] for place in places] for axis in (0, 1))
    return tuple(
        "".join("[]" if (row, column) in places else "  " for column in range(min(across), max(across) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def _beside(drawing: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a drawing, its name first, all of one width."""
    columns = max(map(text_width, drawing))
    return tuple(pad(line, columns) for line in drawing)


_ASKS: Mapping[str, Callable[[Prompts, VisibleState], Iterator[str]]] = {
    "act": Prompts._act,
    "choose": Prompts._choose,
    "answer": Prompts._choose,
    "icon": Prompts._icon,
    "favour": Prompts._favour,
    "place": Prompts._place,
    "cohorts": Prompts._cohorts,
    "favours": Prompts._favours,
}
_MEANS: Mapping[str, Callable[[Prompts, VisibleState, tuple[str, ...]], tuple[str, str]]] = {
    "mark": Prompts._of_mark,
    "path": Prompts._of_path,
    "choose": Prompts._of_choice,
    "from": Prompts._of_source,
    "goods": Prompts._of_source,
    "scout": Prompts._of_source,
    "favour": Prompts._of_favour,
    "place": Prompts._of_place,
}
