"""The text of questions, and of each possible answer with what it costs and gives.

A path is a card kept for points at the end. Cohorts are the tracks of soldiers against an attack, and a favour cancels
one of its cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from generator.base.terminal_text import format_table
from generator.bots.dealer import DrawRequest
from generator.play.rules.visible_state import VisibleState
from generator.play.text.event_text import EventText
from generator.play.text.item_names import ItemNames
from generator.solo.action import MARK, PLACE, STOPPED, Action
from generator.solo.compiled.rulebook import OWN
from generator.solo.notation import without_equals
from generator.solo.year import ACTIONS

SHOWN = 14
"""Answers listed with a question; of more, only their number is told."""
LISTED = 60
"""Answers in a list that `moves` asks for."""
_JOINTS = {"mark": ": ", "path": " — ", "choose": " → ", "favour": ": "}
"""The sign between the name of an answer and its effect, by verb. Answers of other verbs have only one of them."""


class Prompts:
    """Asks the questions of a solo game in one language."""

    def __init__(self, names: ItemNames, events: EventText) -> None:
        """Take the names of the game's things, and the text of cards and attacks."""
        self.names, self.events, self.messages = names, events, names.messages

    def question(self, state: VisibleState, *, whole: bool = False) -> Iterator[str]:
        """Yield the question, with its answers where they are few or `whole` is set, else with their number."""
        if state.draw:
            yield self._card_question(state.draw, is_typed=state.typed)
            return
        raid = state.raid
        if whole and raid and raid.stopped and not state.asks and not state.over:
            yield self.messages(
                "raid.now", cards=self.events.cards(raid), stopped=self.names.per_direction(raid.stopped)
            )
        yield from self._question_lines(state)
        if self.lists_answers(state, whole=whole):
            yield from self.answers(state)
        else:
            count = len(self._distinct(state))
            yield self.messages("ask.options_left" if unspent_items(state) else "ask.options", n=count)

    def short_question(self, state: VisibleState) -> str:
        """Return the question in one line, without the lines that come before it."""
        if state.draw:
            return self._card_question(state.draw, is_typed=state.typed)
        return ["", *self._question_lines(state)][-1]

    def is_last_year(self, state: VisibleState) -> bool:
        """Return whether the year of a state is the last one of the game."""
        return state.year == len(self.names.book.years)

    def lists_answers(self, state: VisibleState, *, whole: bool = False) -> bool:
        """Return whether `question` lists the answers: at most SHOWN of them, or any number with `whole`."""
        return not state.draw and (whole or len(self._distinct(state)) <= SHOWN)

    def choices(self, state: VisibleState, word: str = "") -> tuple[tuple[int, Action], ...]:
        """Return the answers of a list with their numbers, at most LISTED; only those with `word` in them."""
        return self._fitting(state, word)[:LISTED]

    def answers(self, state: VisibleState, word: str = "") -> Iterator[str]:
        """Yield the list of `choices`, each with its price and gains."""
        fitting = self._fitting(state, word)
        if word and not fitting:
            yield self.messages("no_answers", word=repr(word))
        yield from format_table(
            [(f"{number}.", str(action), self._effect(state, action)) for number, action in fitting[:LISTED]]
        )
        if fitting[LISTED:]:
            yield "  " + self.messages("more", n=len(fitting) - LISTED)

    def _fitting(self, state: VisibleState, word: str) -> tuple[tuple[int, Action], ...]:
        """Return all numbered answers that have a word in their text or box name."""
        return tuple(
            (number, action)
            # Numbered before the search, so that a number means the same with and without a word.
            for number, action in enumerate(self._distinct(state), 1)
            if word.casefold() in self._searched(action).casefold()
        )

    def _searched(self, action: Action) -> str:
        """Return the text in which `moves WORD` searches: the action as it is typed, and the name of its box."""
        return f"{action} {self.names.box(action.words[0])}" if action.verb == MARK else str(action)

    # questions

    def _question_lines(self, state: VisibleState) -> Iterator[str]:
        """Yield the lines of the current question by its kind, with the views that it needs, such as the map."""
        match kind := "over" if state.over else state.asks[0] if state.asks else "act":
            case "over":
                yield self.messages("ask.over" if state.marks is None else "ask.over_kept")
            case "act":
                yield self.messages("ask.act", items=self.names.held(state.items))
            case "choose" | "answer":
                yield self.messages(f"ask.{kind}", box=self.names.box(state.asks[1]))
            case "icon":
                yield self.messages("ask.icon", icon=self.names.icon(state.asks[1]))
            case "place":
                yield from self._map(state)
                yield self.messages("ask.place")
            case "favour" | "favours" | "cohorts":
                yield from self.events.raid(state, summed=kind == "cohorts")
                yield self.messages(f"ask.{kind}", **self._defence_values(state))
            case "result":
                yield self.messages("ask.result_last" if self.is_last_year(state) else "ask.result")
            case _:
                yield self.messages(f"ask.{kind}")

    def _card_question(self, draw: DrawRequest, *, is_typed: bool) -> str:
        """Return the question for a card that is to be turned up; a player with printed cards is asked to type it."""
        deck, dealer = self.names.deck(draw.deck), "typed" if is_typed else "dealt"
        if not draw.unseen:
            return self.messages(f"ask.{dealer}_shuffle", deck=deck)
        return self.messages(f"ask.{dealer}", deck=deck, reason=self.messages(f"reason.{draw.reason}"), n=draw.count)

    def _map(self, state: VisibleState) -> Iterator[str]:
        """Yield the map with the numbers of its empty cells, and the patterns that fit on it."""
        book = self.names.book
        track = book.boxes.tracks[book.map]
        cells = ["xx" if (state.marks or {}).get(box.id) else f"{box.number:02}" for box in track.boxes]
        for start in range(0, len(cells), track.columns or len(cells)):
            yield "  " + " ".join(cells[start : start + (track.columns or len(cells))])
        # the patterns stand side by side, each turned as in its first legal place
        shapes: dict[str, tuple[str, ...]] = {}
        for action in state.legal:
            if action.verb == PLACE:
                source, *words = action.words
                shapes.setdefault(source, _shape([int(word) - 1 for word in words], track.columns))
        rows = zip_longest(*((source, *shape) for source, shape in shapes.items()), fillvalue="")
        yield from format_table([(*row, "") for row in rows], gap="   ")

    def _defence_values(self, state: VisibleState) -> dict[str, object]:
        """Return values for the questions on cohorts and favours: cards let through, directions, open gaps."""
        raid, names = state.raid, [self.names.direction(number) for number in range(len(self.names.book.directions))]
        counts = zip(names, raid.counts, raid.stopped, strict=False) if raid else ()
        gaps = [f"{name} {came - stopped}" for name, came, stopped in counts if came > stopped]
        n = raid.let_through if raid else 0
        return {"n": n, "m": len(names), "directions": " ".join(names), "gaps": self.messages("and").join(gaps)}

    # answers

    def _distinct(self, state: VisibleState) -> tuple[Action, ...]:
        """Return the legal actions without those that only fill another, equal box."""
        return without_equals(self.names.book, state.legal)

    def _effect(self, state: VisibleState, action: Action) -> str:
        """Return the name and the effect of an action in one text, with the sign that its verb wants between them."""
        name, effect = self.describe(state, action)
        joint = _JOINTS.get(action.verb, "")
        return joint.join(part for part in (name, effect) if part) if joint else effect or name

    def describe(self, state: VisibleState, action: Action) -> tuple[str, str]:
        """Return the name of an action and its effect, such as price and gains; either may be empty."""
        verb, words = action
        # To stop gives up what is left, in a strict game for good.
        if action == STOPPED and state.phase == ACTIONS:
            unspent, key = unspent_items(state), "ask.stop_for_good" if state.strict else "ask.stop"
            return "", self.messages(key, n=unspent) if unspent else self.messages("ask.stop_now")
        match verb:
            case "next" if self.is_last_year(state):
                effect = "", self.messages("ask.next_last")
            case "mark":
                effect = self._of_mark(words)
            case "path":
                effect = self.path_card(words[0])
            case "choose":
                effect = self._of_choice(state, words[0])
            case "favour":
                direction = self.names.book.directions.index(words[0])
                effect = self.names.direction(direction), self.names.track(words[1])
            case "place":
                effect = self._of_place(state, words)
            case "from" | "goods" | "scout":
                effect = self._of_source(state, words[0] if words else "")
            case _:
                effect = "", "" if words else self.messages(f"verb.{verb}")
        return effect

    def _of_mark(self, words: tuple[str, ...]) -> tuple[str, str]:
        """Return the name of the box that `mark` fills, and its price and gains."""
        boxes = self.names.book.boxes
        move = boxes.moves[boxes.move_of[Action(MARK, words)]]
        pays = self.names.pays((boxes.items[item], count) for item, count in move.pays) or self.messages("free")
        box = boxes.boxes[move.box]
        gives = self.names.gives(box, [boxes.items[item] for item, _ in move.pays])
        return self.names.box(box.id), pays + (f" → {gives}" if gives else "")

    def path_card(self, card: str) -> tuple[str, str]:
        """Return the name of a path card, and its steps of points with the items it gives as prospect."""
        hand = self.names.book.solo.hand
        row = self.names.card_row(hand.deck, card)
        counts = hand.counts + row.id
        steps = self._path_steps(counts, hand.points + row.id)
        value = self.messages("ask.path_value", goal=self.names.value(counts), steps=steps)
        gives = self.messages("ask.path_gives", **self.events.card_values(row))
        return self.names.row(row), self.messages("ask.path_both", value=value, gives=gives)

    def _path_steps(self, counts: str, points: str) -> str:
        """Return in words the counts at which the points of a path card change, found by trying the formula.

        `counts` and `points` are the ids of the values that the card counts and gives.
        """
        formula = self.names.book.boxes.book.values[points].formula
        # 30 is more than any path card can count
        points_at = [formula.value({}, {counts: number}) for number in range(30)]
        # Some paths count a thing to avoid: their points fall as the count rises.
        if points_at[0] > points_at[-1]:
            key, steps = (
                "ask.path_most",
                [(n, points_at[n]) for n in range(29) if points_at[n] and points_at[n] != points_at[n + 1]],
            )
        else:
            key, steps = (
                "ask.path_least",
                [(n, points_at[n]) for n in range(30) if points_at[n] != (points_at[n - 1] if n else 0)],
            )
        parts = [self.messages(key if n else "ask.path_none", n=n, points=points) for n, points in steps]
        return self.messages("and").join(parts)

    def _of_choice(self, state: VisibleState, choice: str) -> tuple[str, str]:
        """Return the name of a chosen track, direction or icon; for a track also the gains of its next box."""
        book = self.names.book
        if track := book.boxes.book.tracks.get(choice):
            level = sum(1 for box in track.boxes if (state.marks or {}).get(box.id))
            gives = self.names.gives(track.boxes[level]) if level < len(track.boxes) else ""
            return f"{self.names.track(track.id)} {level + 1}", gives
        if choice in book.directions:
            return self.names.direction(book.directions.index(choice)), ""
        return self.names.icon(choice), ""

    def _of_source(self, state: VisibleState, source: str) -> tuple[str, str]:
        """Return the name of the deck or neutral card that a good comes from, and the neutral card's values."""
        solo = self.names.book.solo
        if source == solo.market.deck:
            return self.names.deck(source), ""
        other = next((other for other in state.others if other.card == source), None)
        return (self.names.card(solo.neutral.deck, source), self.events.neutral_card(other)) if other else ("", "")

    def _of_place(self, state: VisibleState, words: tuple[str, ...]) -> tuple[str, str]:
        """Return the card of a pattern, and the gains of the cells it fills and the rows they complete."""
        book = self.names.book
        cells = [book.boxes.boxes[book.boxes.starts[book.map] + int(word) - 1] for word in words[1:]]
        before = state.marks or {}
        # Filled on a copy: the bonus of a row depends on the cells that are there already.
        after = {**before, **{cell.id: 1 for cell in cells}}
        icons = [icon for cell in cells for icon in cell.gains]
        for bonus in [bonus for sheet in book.boxes.book.sheets for bonus in sheet.bonuses]:
            rise = book.boxes.book.value(bonus.value, after) - book.boxes.book.value(bonus.value, before)
            icons += [bonus.gains] * rise
        gives = self.names.counted(icons) or self.messages("nothing")
        is_own = words[0] == OWN
        deck = book.solo.hand.deck if is_own else book.solo.neutral.deck
        card = self.names.card(deck, state.prospect if is_own else words[0])
        return card, self.messages("ask.place_own" if is_own else "ask.place_paid", gives=gives)


def unspent_items(state: VisibleState) -> int:
    """Return how many items go back if the year's actions end now; 0 where stopping is not possible."""
    is_acting = state.phase == ACTIONS and not state.asks and STOPPED in state.legal
    return sum(count for _, count in state.items) if is_acting else 0


def _shape(cells: Sequence[int], columns: int) -> tuple[str, ...]:
    """Cells of a map drawn row by row, without the empty rows and columns around them."""
    places = [divmod(cell, columns) for cell in cells]
    rows, across = ([place[axis] for place in places] for axis in (0, 1))
    return tuple(
        "".join("[]" if (row, column) in places else "  " for column in range(min(across), max(across) + 1))
        for row in range(min(rows), max(rows) + 1)
    )
