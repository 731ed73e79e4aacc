"""What happened, in a few lines: every card with its reason, and all that followed from an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from generator.base.messages import format_signed
from generator.model.game import Row
from generator.play.live_step import LiveStep
from generator.play.rules.rules_protocol import FULL, PAPER
from generator.play.rules.visible_state import AttackResult, VisibleAttack, VisibleNeutral, VisibleState
from generator.play.text.item_names import ItemNames
from generator.solo.action import FAVOUR, PATH, REVEAL, STOPPED
from generator.solo.attack import gaps, outcome


class EventText:
    """Tells the steps of a solo game in one language."""

    def __init__(self, names: ItemNames) -> None:
        self.names = names
        self._words = names.words
        self._solo = names.book.solo

    def opening(self, seen: VisibleState, modes: Mapping[str, str]) -> Iterator[str]:
        """What is played, and how."""
        yield self._words("open.line", title=self.names.text(self.names.game.title), name=seen.session, **modes)
        for setting, (_, choice) in zip(self._solo.settings, seen.settings, strict=True):
            chosen = next(each for each in setting.choices if each.id == choice)
            named = self.names.text(setting.title)
            yield self._words("open.setting", title=named, choice=self.names.text(chosen.title))
        yield self._words("open.hint", name=seen.session)

    def step(self, step: LiveStep) -> Iterator[str]:
        """What an action did."""
        verb, words = step.action
        if verb == REVEAL:
            yield from self._revealed(step, words[0])
        else:
            yield from _DID.get(verb, EventText._nothing)(self, step, words)
        if step.after.kind == FULL:
            yield from self._outcome(step)
            yield from self._changes(step)
        yield from self._results(step)
        yield from self.year(step.after, step.before)

    def year(self, seen: VisibleState, before: VisibleState | None = None) -> Iterator[str]:
        """The head of a year that has begun, with the attack at its end."""
        if seen.over:
            if before and not before.over:
                yield self._words("year.over")
        elif seen.raid and (before is None or before.year != seen.year):
            yield ""
            yield self._words("year.head", n=seen.year, m=len(self.names.book.years))
            yield self._words("year.raid", cards=self.cards(seen.raid), potential=seen.raid.potential)

    def cards(self, raid: VisibleAttack) -> str:
        """How many cards an attack has, and why."""
        total = raid.cards + raid.extra
        if raid.extra:
            return self._words("year.extra", n=total, board=raid.cards, extra=raid.extra)
        return self._words("year.card") if total == 1 else self._words("year.cards", n=total)

    def gives(self, row: Row) -> str:
        """The items that a card gives."""
        counts = [(item, row.cells.get(item)) for item in self.names.book.items]
        return self.names.pays((item, int(str(count))) for item, count in counts if count) or self._words("nothing")

    def pattern(self, row: Row) -> str:
        """The pattern of a card, by its letter."""
        pattern = row.cells.get(self._solo.scouting.pattern)
        if not isinstance(pattern, Row):
            return "–"
        return str(pattern.cells.get("letter", pattern.id))

    def number(self, row: Row) -> str:
        """The number of a card's good."""
        return str(row.cells.get(self._solo.market.column, "–"))

    def other(self, other: VisibleNeutral) -> str:
        """A card that stands for a neighbour."""
        deck = self._solo.neutral.deck
        row = self.names.card_row(deck, other.card)
        paid = str(other.goods + other.scouts)
        said = {"card": self.names.card(deck, other.card), "goods": self.number(row), "pattern": self.pattern(row)}
        return self._words("show.other", paid=paid, **said)

    # actions

    def _revealed(self, step: LiveStep, name: str) -> Iterator[str]:
        draw = step.before.draw
        if draw is None:
            return
        row = self.names.card_row(draw.deck, name)
        known = {
            "deck": self.names.deck(draw.deck),
            "card": self.names.card(draw.deck, name),
            "gives": self.gives(row),
            "goods": self.number(row),
            "pattern": self.pattern(row),
            "number": self.number(row),
            "direction": self._direction(draw.deck, name),
        }
        if draw.reason == "battle":
            known["number"] = str(row.cells.get(self._solo.fights.column, "–"))
        yield self._words(f"draw.{draw.reason}", **known)

    def _direction(self, deck: str, name: str) -> str:
        if deck != self._solo.attack.deck:
            return ""
        card = self.names.book.deck(deck).index[name]
        return self.names.direction(self.names.book.direction_of[card])

    def _shuffled(self, step: LiveStep, _: tuple[str, ...]) -> Iterator[str]:
        draw = step.before.draw
        left = step.after.draw
        if draw is None or left is None:
            return
        every = len(left.unseen) == len(left.every)
        name = self.names.deck(draw.deck)
        yield self._words("draw.shuffle_all" if every else "draw.shuffle", deck=name, n=len(left.unseen))

    def _path(self, step: LiveStep, words: tuple[str, ...]) -> Iterator[str]:
        deck = self._solo.hand.deck
        prospect = step.after.prospect
        gives = self.gives(self.names.card_row(deck, prospect))
        path = self.names.card(deck, words[0])
        yield self._words("did.path", path=path, prospect=self.names.card(deck, prospect), gives=gives)

    def _paid(self, step: LiveStep, words: tuple[str, ...]) -> Iterator[str]:
        """What was bought from a neutral card, or lent by it."""
        deck = self._solo.neutral.deck
        if not words or words[0] not in {other.card for other in step.before.others}:
            return
        card, row = self.names.card(deck, words[0]), self.names.card_row(deck, words[0])
        if step.action.verb in ("goods", "from"):
            yield self._words("did.good", card=card, n=self.number(row))
        else:
            yield self._words("did.pattern", card=card, pattern=self.pattern(row))
        yield self._words("did.paid", card=card)

    def _nothing(self, _: LiveStep, __: tuple[str, ...]) -> Iterator[str]:
        yield from ()

    # what followed

    def _changes(self, step: LiveStep) -> Iterator[str]:
        """The boxes and items that are different after a step of the full game."""
        before, after = step.before.marks or {}, step.after.marks or {}
        new = [box for box, held in after.items() if held and not before[box]]
        circled = [box for box in new if self._is_circled(box, after)]
        filled = [box for box in new if box not in circled]
        inked = [box for box, held in after.items() if held == 2 and before[box] == 1]
        if filled:
            yield self._words("did.filled", what=self._words("and").join(map(self._marked(after), filled)))
        if circled:
            yield self._words("did.circled", what=self._words("and").join(map(self.names.box, circled)))
        if inked:
            yield self._words("did.circle_in", what=self._words("and").join(map(self.names.box, inked)))
        yield from self._items(step)

    def _is_circled(self, id_: str, marks: Mapping[str, int | str]) -> bool:
        return self.names.book.boxes.book.box(id_).kind == "mark2" and marks[id_] == 1

    def _marked(self, marks: Mapping[str, int | str]) -> Callable[[str], str]:
        """How a box is told that was just filled: with its number or answer where it holds one."""
        book = self.names.book.boxes.book

        def told(id_: str) -> str:
            box = book.box(id_)
            if box.kind == "number":
                return f"{self.names.box(id_)} = {marks[id_]}"
            title = next((self.names.text(option.title) for option in box.options if option.id == marks[id_]), "")
            return f"{self.names.box(id_)} = {title}" if title else self.names.box(id_)

        return told

    def _items(self, step: LiveStep) -> Iterator[str]:
        before = dict(step.before.items)
        moved = [(item, count - before[item]) for item, count in step.after.items if count != before[item]]
        reason = step.before.draw.reason if step.before.draw else ""
        if not moved or reason == "income" or step.action.verb == PATH:  # their cards have said it
            return
        changes = (
            self._words("did.change", n=format_signed(change, "+"), what=self.names.item(item))
            for item, change in moved
        )
        what = self._words("and").join(changes)
        if step.action == STOPPED and step.before.phase == "actions":
            yield self._words("did.lost")
        else:
            yield self._words("did.income" if reason == "neutral" else "did.items", what=what)

    def _outcome(self, step: LiveStep) -> Iterator[str]:
        """How an attack ended: of the full game, in which that follows from the last card or favour."""
        raid = step.before.raid
        if raid is None or step.before.phase != "attack" or step.after.phase == "attack":
            return
        verb, words = step.action
        came, cancelled = list(raid.counts), list(raid.cancelled)
        book = self.names.book
        if verb == REVEAL:
            deck = book.deck(self._solo.attack.deck)
            came[book.direction_of[deck.index[words[0]]]] += 1
        elif verb == FAVOUR:
            cancelled[book.directions.index(words[0])] += 1
        ends = outcome(gaps(came, raid.stopped, cancelled), raid.potential)
        attack = self._solo.attack
        said = {"loses": self.names.track(attack.disdain), "gains": self.names.icon(attack.gains)}
        yield self._words("raid.outcome", n=ends.let_through, m=sum(came), loss=ends.disdain, gain=ends.valour, **said)

    def _results(self, step: LiveStep) -> Iterator[str]:
        for result in step.after.results[len(step.before.results) :]:
            yield self.result(result)

    def result(self, result: AttackResult) -> str:
        """How the attack of a year ended."""
        names = [self.names.direction(number) for number in range(len(result.counts))]
        counts = self._words("and").join(f"{name} {count}" for name, count in zip(names, result.counts, strict=True))
        attack = self._solo.attack
        return self._words(
            "raid.result",
            year=result.year,
            counts=counts,
            loss=result.loss,
            loses=self.names.track(attack.disdain),
            gain=result.gain,
            gains=self.names.icon(attack.gains),
        )

    def raid(self, seen: VisibleState, *, summed: bool = True) -> Iterator[str]:
        """The attack of this year, as far as it is known, with what gets through in all where that is `summed`."""
        raid = seen.raid
        if raid is None:
            yield self._words("year.over")
            return
        yield self._words("raid.head", cards=self.cards(raid), potential=raid.potential)
        if not raid.came:
            yield self._words("raid.unknown")
            if raid.stopped:
                yield self._words("raid.stops", stopped=self.stops(raid))
            return
        for number, came in enumerate(raid.counts):
            yield "  " + self._front(raid, number, came)
        if summed and (raid.stopped or seen.kind != PAPER):
            through = raid.let_through
            yield self._words("raid.through", n=through) if through else self._words("raid.held")

    def stops(self, raid: VisibleAttack) -> str:
        """How many cards of each direction the cohorts stop."""
        fronts = [f"{self.names.direction(number)} {stops}" for number, stops in enumerate(raid.stopped)]
        return self._words("and").join(fronts)

    def _front(self, raid: VisibleAttack, number: int, came: int) -> str:
        name = self.names.direction(number)
        if not raid.stopped:
            return self._words("raid.plain", direction=name, came=came)
        gone = raid.cancelled[number] if raid.cancelled else 0
        stops = raid.stopped[number]
        through = max(0, came - stops - gone)
        return self._words("raid.line", direction=name, came=came, stopped=stops, cancelled=gone, through=through)


_DID: Mapping[str, Callable[[EventText, LiveStep, tuple[str, ...]], Iterator[str]]] = {
    "shuffle": EventText._shuffled,
    "path": EventText._path,
    "from": EventText._paid,
    "place": EventText._paid,
    "goods": EventText._paid,
    "scout": EventText._paid,
}
