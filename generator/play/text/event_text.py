"""The text of what happened: each card with its reason, and what an action changed.

A path is a card kept for points at the end, and the prospect is the year's other card, which gives its items. Neutral
cards stand for neighbours and keep the items paid to them. An attack (in messages also raid) brings disdain, a penalty,
for each card that gets through, and valour for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.base.messages import format_signed
from generator.model.game import Row
from generator.play.rules.rules_protocol import FULL, PAPER
from generator.play.rules.visible_state import AttackResult, LiveStep, VisibleAttack, VisibleNeutral, VisibleState
from generator.play.text.item_names import ItemNames
from generator.play.text.session_text import attempt_lines
from generator.solo.action import PATH, STOPPED
from generator.solo.year import ACTIONS


class EventText:
    """Tells the steps of solo play in one language."""

    def __init__(self, names: ItemNames) -> None:
        """Take the names of the game's things, which also set the language."""
        self.names = names
        self._messages = names.messages
        self._solo = names.book.solo

    def opening(self, state: VisibleState, modes: Mapping[str, str]) -> Iterator[str]:
        """Yield the game's title, its settings and how it is played; `modes` comes from `mode_names`."""
        yield self._messages("open.line", title=self.names.text(self.names.game.title), name=state.session, **modes)
        for setting, (_, choice) in zip(self._solo.settings, state.settings, strict=True):
            chosen = next(option for option in setting.choices if option.id == choice)
            values = {"title": self.names.text(setting.title), "choice": self.names.text(chosen.title)}
            yield self._messages("open.setting", **values)
        yield from attempt_lines(self._messages, state)
        yield self._messages("open.hint", name=state.session)

    def step(self, step: LiveStep) -> Iterator[str]:
        """Yield the lines that tell one action: the card it turned up or paid, and the changes of sheets and items."""
        verb, words = step.action
        match verb:
            case "reveal":
                yield from self._revealed(step, words[0])
            case "shuffle":
                yield from self._shuffled(step)
            case "path":
                yield self._path(step, words[0])
            case "from" | "place" | "goods" | "scout":
                yield from self._paid(step, words)
        # With sheets on paper the program knows neither boxes nor items, and tells only cards and results.
        if step.after.kind == FULL:
            for result in step.new_results:
                values = {"n": result.let_through, "m": len(result.came), "loss": result.loss, "gain": result.gain}
                yield self._messages("raid.outcome", **values, **self.names.attack_items)
            yield from self._changes(step)
        else:
            yield from map(self.result, step.new_results)
            yield from self._paper_income(step)
        yield from self.year(step.after, step.before)

    def year(self, state: VisibleState, before: VisibleState | None = None) -> Iterator[str]:
        """Yield the heading of a year that has begun since `before`, with the size of its attack; None for any year."""
        if state.over:
            if before and not before.over:
                yield self._messages("year.over")
        elif state.raid and (before is None or before.year != state.year):
            yield ""
            yield self._messages("year.head", n=state.year, m=len(self.names.book.years))
            yield self._messages("year.raid", cards=self.cards(state.raid), potential=state.raid.potential)

    def cards(self, raid: VisibleAttack) -> str:
        """Return the number of cards of an attack in words, with the cards that neutral cards add named apart."""
        total = raid.cards + raid.extra
        if raid.extra:
            return self._messages("year.extra", n=total, board=raid.cards, extra=raid.extra)
        return self._messages("year.card") if total == 1 else self._messages("year.cards", n=total)

    def gives(self, row: Row) -> str:
        """Return the items that a card gives in words, such as `2 × Soldier`, or the word for nothing."""
        counts = [(item, row.cells.get(item)) for item in self.names.book.items]
        return self.names.pays((item, int(str(count))) for item, count in counts if count) or self._messages("nothing")

    def pattern(self, row: Row) -> str:
        """Return the letter of the scouting pattern (cells of the map to fill) on a card; a dash where it has none."""
        pattern = row.cells.get(self._solo.scouting.pattern)
        return str(pattern.cells.get("letter", pattern.id)) if isinstance(pattern, Row) else "–"

    def number(self, row: Row) -> str:
        """Return the number of a card that a bought good takes on the sheet; a dash where the card has none."""
        return str(row.cells.get(self._solo.market.column, "–"))

    def card_values(self, row: Row) -> dict[str, str]:
        """Return the values that messages about a card use: `gives`, `goods` and `pattern`, in words."""
        return {"gives": self.gives(row), "goods": self.number(row), "pattern": self.pattern(row)}

    def chance_card(self, name: str) -> str:
        """Return the effects of a card of the attack deck, by its name, for each reason to turn one up."""
        row = self.names.card_row(self._solo.attack.deck, name)
        damage = str(row.cells.get(self._solo.fights.column, "–"))
        values = {"direction": self._direction(name), "damage": damage, **self.card_values(row)}
        return self._messages("rules.chance", **values)

    def neutral_card(self, neutral: VisibleNeutral) -> str:
        """Return the line for a neutral card (a card that stands for a neighbour), with the tokens paid to it."""
        deck = self._solo.neutral.deck
        values = self.card_values(self.names.card_row(deck, neutral.card))
        paid = neutral.goods + neutral.scouts
        return self._messages("show.other", card=self.names.card(deck, neutral.card), paid=paid, **values)

    # actions

    def _revealed(self, step: LiveStep, name: str) -> Iterator[str]:
        """Yield the line for a card that was turned up, by its reason: income, hand, attack, goods, battle."""
        draw = step.before.draw
        if draw is None:
            return
        # A fort may pass over an income card: then another one is awaited for the same reason.
        if draw.reason == "income" and step.after.draw and step.after.draw.reason == "income":
            yield self._messages("draw.passed_over", deck=self.names.deck(draw.deck), card=name)
            return
        row = self.names.card_row(draw.deck, name)
        number = str(row.cells.get(self._solo.fights.column, "–")) if draw.reason == "battle" else self.number(row)
        yield self._messages(
            f"draw.{draw.reason}",
            deck=self.names.deck(draw.deck),
            card=self.names.card(draw.deck, name),
            number=number,
            direction=self._direction(name) if draw.deck == self._solo.attack.deck else "",
            **self.card_values(row),
        )

    def _direction(self, card: str) -> str:
        """Return the name of the direction from which a card of the attack deck comes."""
        book = self.names.book
        return self.names.direction(book.direction_of[book.deck(self._solo.attack.deck).index[card]])

    def _shuffled(self, step: LiveStep) -> Iterator[str]:
        """Yield the line that says how many cards a shuffle has put into a deck."""
        draw, after = step.before.draw, step.after.draw
        if draw and after:
            key = "draw.shuffle_all" if len(after.unseen) == len(after.every) else "draw.shuffle"
            yield self._messages(key, deck=self.names.deck(draw.deck), n=len(after.unseen))

    def _path(self, step: LiveStep, card: str) -> str:
        """Return the line for a kept path (a card scored at the end).

        The other card gives items as the year's prospect.
        """
        deck, prospect = self._solo.hand.deck, step.after.prospect
        gives = self.gives(self.names.card_row(deck, prospect))
        path = self.names.card(deck, card)
        return self._messages("did.path", path=path, prospect=self.names.card(deck, prospect), gives=gives)

    def _paid(self, step: LiveStep, words: tuple[str, ...]) -> Iterator[str]:
        """Yield the lines for a good or pattern taken from a neutral card, which keeps the item paid for it."""
        deck = self._solo.neutral.deck
        if not words or words[0] not in {other.card for other in step.before.others}:
            return
        card, row = self.names.card(deck, words[0]), self.names.card_row(deck, words[0])
        if step.action.verb in ("goods", "from"):
            yield self._messages("did.good", card=card, n=self.number(row))
        else:
            yield self._messages("did.pattern", card=card, pattern=self.pattern(row))
        yield self._messages("did.paid", card=card)

    # what followed

    def _paper_income(self, step: LiveStep) -> Iterator[str]:
        """On paper the player takes the income of the sheets when the year's actions begin."""
        if step.after.phase == ACTIONS and step.before.phase != ACTIONS:
            book = self.names.book
            tracks = dict.fromkeys(book.boxes.boxes[box].track for box, _, _ in book.yearly)
            yield self._messages("draw.income_paper", what=self._messages("and").join(map(self.names.track, tracks)))

    def _changes(self, step: LiveStep) -> Iterator[str]:
        """Yield the lines that name the boxes filled or circled by an action, and the items gained or paid."""
        before, after = step.before.marks or {}, step.after.marks or {}
        # Boxes that were circled before and are filled in now are told apart below.
        new = [box for box, mark in after.items() if mark and not before[box]]
        circled = [box for box in new if self._is_circled(box, after)]
        changed = {
            "filled": [self._filled_box(box, after[box]) for box in new if box not in circled],
            "circled": map(self.names.box, circled),
            "circle_in": [self.names.box(box) for box, mark in after.items() if mark == 2 and before[box] == 1],
        }
        for key, boxes in changed.items():
            if names := self._messages("and").join(boxes):
                yield self._messages(f"did.{key}", what=names)
        yield from self._items(step)

    def _is_circled(self, id_: str, marks: Mapping[str, int | str]) -> bool:
        """Return whether a box is circled and not yet filled in; only boxes of the kind `mark2` can be."""
        return self.names.book.boxes.book.box(id_).kind == "mark2" and marks[id_] == 1

    def _filled_box(self, id_: str, mark: int | str) -> str:
        """Return the name of a box with the number or choice written in it, such as `Market 3 = 5`."""
        box = self.names.book.boxes.book.box(id_)
        choice = next((self.names.text(option.title) for option in box.options if option.id == mark), "")
        written = str(mark) if box.kind == "number" else choice
        return f"{self.names.box(id_)} = {written}" if written else self.names.box(id_)

    def _items(self, step: LiveStep) -> Iterator[str]:
        """Yield the line that tells how the items in hand have changed; none where the card has told it already."""
        before = dict(step.before.items)
        moved = [(item, count - before[item]) for item, count in step.after.items if count != before[item]]
        reason = step.before.draw.reason if step.before.draw else ""
        if not moved or reason == "income" or step.action.verb == PATH:  # told with the card already
            return
        changes = [(format_signed(change, "+"), self.names.item(item)) for item, change in moved]
        changed = self._messages("and").join(
            self._messages("did.change", n=change, what=item) for change, item in changes
        )
        if step.action == STOPPED and step.before.phase == "actions":
            yield self._messages("did.lost")
        else:
            yield self._messages("did.income" if reason == "neutral" else "did.items", what=changed)

    def result(self, result: AttackResult) -> str:
        """Return the line for an attack that is over: cards by direction, and the disdain and valour it brought."""
        counts = self.names.per_direction(result.counts)
        values = {"year": result.year, "loss": result.loss, "gain": result.gain, "counts": counts}
        return self._messages("raid.result", **values, **self.names.attack_items)

    def raid(self, state: VisibleState, *, summed: bool = True) -> Iterator[str]:
        """Yield the lines for this year's attack as far as it is known; `summed` adds how many cards get through."""
        raid = state.raid
        if raid is None:
            yield self._messages("year.over")
            return
        yield self._messages("raid.head", cards=self.cards(raid), potential=raid.potential)
        if not raid.came:
            yield self._messages("raid.unknown")
            if raid.stopped:
                yield self._messages("raid.stops", stopped=self.names.per_direction(raid.stopped))
            return
        for number, came in enumerate(raid.counts):
            yield "  " + self._front(raid, number, came)
        if summed and (raid.stopped or state.kind != PAPER):
            yield self._messages("raid.through" if raid.let_through else "raid.held", n=raid.let_through)

    def _front(self, raid: VisibleAttack, number: int, came: int) -> str:
        """Return the line for one direction of an attack: cards that came, were stopped, cancelled, and got through."""
        name = self.names.direction(number)
        if not raid.stopped:
            return self._messages("raid.plain", direction=name, came=came)
        gone = raid.cancelled[number] if raid.cancelled else 0
        stops = raid.stopped[number]
        # Cohorts that have nobody to stop here stop nobody elsewhere.
        through = max(0, came - stops - gone)
        return self._messages("raid.line", direction=name, came=came, stopped=stops, cancelled=gone, through=through)
