"""What a box of the sheets lacks, and what it opens: gates, chains of needs, and prices, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby

from generator.model.sheet import Box, Need
from generator.play.rules.visible_state import VisibleState
from generator.play.text.item_names import ItemNames
from generator.solo.compiled.boxes import bits

Marks = Mapping[str, "int | str"]
_MOST_SOURCES = 8
"""Boxes that are named as givers of an icon."""


class NeedsText:
    """Tells needs and openings of boxes in one language."""

    def __init__(self, names: ItemNames) -> None:
        """Take the names of the game's things, which also set the language."""
        self._names, self._messages = names, names.messages
        self._book = names.book.boxes.book

    def missing(self, box: Box, marks: Marks) -> tuple[Need, ...]:
        """Return the needs of a box that the marks do not meet: values to be reached before it can be filled."""
        return tuple(need for need in (*box.needs, *box.when) if self._book.value(need.value, marks) < need.least)

    def lacks(self, box: Box, marks: Marks) -> str:
        """Return the unmet needs of a box in one phrase; empty for none, and for a box that is marked."""
        missing = () if marks.get(box.id) else self.missing(box, marks)
        needs = self._messages("and").join(self.need(need, marks) for need in missing)
        return self._messages("show.lacks", what=needs) if needs else ""

    def opens(self, box: Box) -> str:
        """Return the boxes that a box opens, in one phrase; whole sections are left out, as its gains tell them."""
        boxes = self._opened.get(box.id, ())
        return self._messages("show.opens", what=self.box_list(boxes)) if boxes else ""

    def box_list(self, ids: Iterable[str]) -> str:
        """Return the names of boxes in words; neighbours in one track are told as its first and last number."""
        parts = []
        for _, group in groupby(enumerate(map(self._book.box, ids)), _neighbours):
            boxes = [box for _, box in group]
            if len(boxes) > 1:
                ends = {"first": boxes[0].number, "last": boxes[-1].number}
                parts.append(self._messages("show.boxes", track=self._names.track(boxes[0].track), **ends))
            else:
                parts.append(self._names.box(boxes[0].id))
        return self._messages("and").join(parts)

    def chain(self, box: Box, marks: Marks, listed: set[str], depth: int = 1) -> Iterator[str]:
        """Yield the unmet needs of a box, each followed by its own needs, indented by `depth` steps.

        `listed` holds the boxes told so far, none of which is told again; it grows.
        """
        for need in self.missing(box, marks):
            needed = self._book.boxes.get(need.value)
            if needed is None:
                yield f"{'  ' * depth}{self.need(need, marks)}"
            elif needed.id not in listed:
                yield f"{'  ' * depth}{self._names.box(needed.id)}"
                listed.add(needed.id)
                yield from self.chain(needed, marks, listed, depth + 1)
        # The order of a track is a need that the data does not spell out.
        before = self._before(box, marks)
        if before and before.id not in listed:
            listed.add(before.id)
            yield f"{'  ' * depth}{self._messages('why.before', box=self._names.box(before.id))}"

    def why(self, box: Box, state: VisibleState, reason: str) -> Iterator[str]:
        """Yield whether a box can be filled now, its unmet needs, and the boxes that it opens.

        `reason` is another reason of the rules against it, in words; empty for none.
        """
        marks = state.marks or {}
        price = self._names.box_price(box)
        yield f"{self._names.box(box.id)} ({box.id}){': ' if price else ''}{price}"
        if marks.get(box.id):
            yield self._messages("why.filled")
        elif closed := self.closed_for_good(box, state):
            yield self._messages("why.never", what=closed)
            return
        elif state.over:
            yield self._messages("why.over")
            return
        elif (missing := [*self.chain(box, marks, {box.id}), *self._price(box, state)]) or reason:
            yield self._messages("why.not_now", why=reason) if reason else self._messages("why.missing")
            yield from (self._messages("why.first"), *missing) if missing else ()
        else:
            yield self._messages("why.open")
        if not marks.get(box.id):
            yield from self._sources(box)
        if opens := self.opens(box):
            yield opens[:1].upper() + opens[1:]

    def _sources(self, box: Box) -> Iterator[str]:
        """Yield the sentence on the boxes that give the icon of a box which nothing pays for; nothing for others."""
        icons = set() if box.costs else {*self._book.track(box.track).filled_by}
        sources = [
            giver.id for giver in self._book.boxes.values() if not icons.isdisjoint((*giver.gains, *giver.one_of))
        ]
        if sources:
            icon = self._messages("or").join(map(self._names.icon, sorted(icons)))
            more = self._messages("why.more", n=len(sources) - _MOST_SOURCES) if sources[_MOST_SOURCES:] else ""
            yield self._messages("why.given", icon=icon, boxes=self.box_list(sources[:_MOST_SOURCES]), more=more)

    def closed_for_good(self, box: Box, state: VisibleState) -> str:
        """Return the sentence on a box that a fort keeps closed to the end; empty where none is in the way.

        The closed box is this one or one that it needs.
        """
        fort = self._names.book.fort
        # A box that opens in a later year is not closed for good.
        closed = {id_ for id_, until in self._names.book.closed_boxes(state.year).items() if not until}
        closed_box = self._closed_need(box, state.marks or {}, closed, set()) if fort and closed else ""
        if not fort or not closed_box:
            return ""
        title = self._names.text(fort.fort.title)
        return self._messages("why.closed", box=self._names.box(closed_box), fort=title)

    def _closed_need(self, box: Box, marks: Marks, closed: Collection[str], visited: set[str]) -> str:
        """Return the closed box among a box and all that it needs in turn; empty where there is none."""
        # Needs may go in a circle; each box is asked once.
        if box.id in closed or box.id in visited:
            return box.id if box.id in closed else ""
        visited.add(box.id)
        for need in self.missing(box, marks):
            needed = need.value if need.value in self._book.boxes else self.reached_with(need)
            if needed and (closed_box := self._closed_need(self._book.box(needed), marks, closed, visited)):
                return closed_box
        return ""

    def _price(self, box: Box, state: VisibleState) -> Iterator[str]:
        """Yield the line for the price of a box, where the items in hand do not pay it."""
        boxes, items = self._names.book.boxes, dict(state.items)
        moves = [boxes.moves[number] for number in bits(boxes.moves_of[boxes.index[box.id]])]
        if moves and not any(all(items[boxes.items[item]] >= count for item, count in move.pays) for move in moves):
            price = self._messages("or").join(self._names.pays(price.items) for price in box.costs)
            yield "  " + self._messages("why.price", price=price, items=self._names.held(state.items))

    def need(self, need: Need, marks: Marks) -> str:
        """Return a need in words with the number that the player has: `Traders 4 (you have 2)`."""
        if need.value in self._book.boxes:
            return self._names.box(need.value)
        phrase = f"{self._names.value(need.value)} {need.least}"
        # For a level of a track its name and number already say which box is meant.
        if need.value not in self._book.tracks and (reached := self._reached_with.get((need.value, need.least))):
            phrase = self._messages("why.reached", what=phrase, box=self._names.box(reached))
        return self._messages("why.have", what=phrase, have=self._book.value(need.value, marks))

    def reached_with(self, need: Need) -> str:
        """Return the id of the box that meets a need once it is filled; empty where no single box does."""
        return self._reached_with.get((need.value, need.least), "")

    def _before(self, box: Box, marks: Marks) -> Box | None:
        """Return the box that the order of a track wants filled before this one; None where nothing is left to fill."""
        track = self._book.tracks[box.track]
        if track.order != "row" or box.number < 2 or marks.get(track.boxes[box.number - 2].id):
            return None
        return next(next_box for next_box in track.boxes if not marks.get(next_box.id))

    @cached_property
    def _needed(self) -> dict[tuple[str, int], tuple[str, ...]]:
        """Return for each pair of a value and its least number the boxes that need it."""
        by_need: dict[tuple[str, int], list[str]] = {}
        for box in self._book.boxes.values():
            for need in box.needs:
                by_need.setdefault((need.value, need.least), []).append(box.id)
        return {need: tuple(boxes) for need, boxes in by_need.items()}

    @cached_property
    def _reached_with(self) -> dict[tuple[str, int], str]:
        """Return for each need the box that meets it when a track is filled from its first box on."""
        by_need: dict[tuple[str, int], str] = {}
        for track in self._book.tracks.values():
            marks: dict[str, int | str] = {}
            for box in track.boxes:
                # One box more each time: a need belongs to the box with which its value first reaches it.
                before, marks = marks, {**marks, box.id: 1}
                by_need |= {need: box.id for need in self._needed if self._rises(need, before, marks)}
        return by_need

    def _rises(self, need: tuple[str, int], before: Marks, after: Marks) -> bool:
        """Return whether a need is unmet by the first marks and met by the second."""
        value, least = need
        return self._book.value(value, before) < least <= self._book.value(value, after)

    @cached_property
    def _opened(self) -> dict[str, tuple[str, ...]]:
        """Return for each box the boxes whose needs it meets, in the order of the sheets."""
        # Openings are found by need, in any order; a player reads them in the order of the sheets.
        order = {id_: number for number, id_ in enumerate(self._book.boxes)}
        by_box: dict[str, set[str]] = {}
        for need, reached in self._reached_with.items():
            sections = self._names.opened_sections(reached)
            boxes = [self._book.box(id_) for id_ in self._needed[need]]
            by_box.setdefault(reached, set()).update(
                box.id for box in boxes if (box.section, box.track) not in sections
            )
        return {box: tuple(sorted(boxes, key=order.__getitem__)) for box, boxes in by_box.items()}


def _neighbours(numbered: tuple[int, Box]) -> tuple[str, int]:
    """Return a key that is the same for unnamed boxes side by side in a track, to group them."""
    place, box = numbered
    return (box.id, 0) if box.title else (box.track, box.number - place)
