"""Sorts the cards on which a call of Squib draws by what it looks like on them, and joins the calls of a loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.imports.ruby.methods.number_methods import range_items
from generator.imports.ruby.values.ruby_values import RubyRange, RubyUnknown, RubyUnknownError, plain_value
from generator.imports.squib.squib_deck import DrawCall
from generator.imports.squib.squib_layout import LayoutEntry
from generator.load.files.fault_report import quote

CONTENTS: Mapping[str, tuple[str, ...]] = {"text": ("str",), "svg": ("file", "data", "id"), "png": ("file",)}
"""Options of a command whose values become cells of the table."""
COLOURS = ("color", "fill_color", "stroke_color")
"""Options that become cells where they differ."""
_FOR_ALL = {"range", "layout"}
_MOST_STYLES = 1_500
_MOST_DRAWN = 300_000
"""Texts, pictures and shapes of all cards together."""


class CardStyle(NamedTuple):
    """What a call draws on some cards with the same options."""

    call: DrawCall
    layout: str
    options: Mapping[str, Any]
    """Options with those of the layout."""
    contents: Mapping[str, Mapping[int, Any]]
    """Values that may differ, by option and card."""
    cards: tuple[int, ...]

    def settled(self) -> CardStyle:
        """Return the style with colours that are the same on all cards moved to its options."""
        same = {
            name: plain_value(next(iter(values.values())))
            for name, values in self.contents.items()
            if name in COLOURS and len({repr(value) for value in values.values()}) == 1
        }
        options = {**self.options, **{name: value for name, value in same.items() if value is not None}}
        contents = {name: values for name, values in self.contents.items() if name not in same}
        return self._replace(options=options, contents=contents)

    @property
    def key(self) -> Any:
        """Return the values that are equal for all calls which draw the same box."""
        options = tuple(sorted((name, repr(value)) for name, value in self.options.items()))
        return self.call.place, self.call.command, self.call.group, self.layout, options, tuple(self.contents)


class StyleSorter:
    """Finds the styles of the calls of one deck; `lose` takes a call and what is lost of it."""

    def __init__(
        self, card_count: int, layouts: Mapping[str, LayoutEntry], lose: Callable[[DrawCall, str], None]
    ) -> None:
        """Take the number of cards and the layouts of a deck.

        `lose` is called with a drawing call and the reason why something of it is lost.
        """
        self._count, self._layouts, self._lose = card_count, layouts, lose

    def styles(self, calls: Sequence[DrawCall]) -> list[CardStyle]:
        """Return the styles of all calls in the order in which they are drawn, joined across turns of a loop."""
        joined: list[CardStyle] = []
        count = 0
        for call in calls:
            for style in self._of_call(call):
                count += len(style.cards)
                if count > _MOST_DRAWN:
                    self._lose(call, f"it comes after the first {_MOST_DRAWN:,} things on cards")
                    return [style.settled() for style in joined]
                if len(joined) >= _MOST_STYLES:
                    self._lose(call, f"it comes after the first {_MOST_STYLES} boxes")
                    return [style.settled() for style in joined]
                _join(joined, style)
        return [style.settled() for style in joined]

    def _of_call(self, call: DrawCall) -> Iterator[CardStyle]:
        """Yield the styles of a drawing call: groups of cards on which all its options are equal."""
        cards = self._cards(call)
        options = self._options_of(call)
        contents = CONTENTS.get(call.command, ())
        varied = [
            name
            for name, value in options.items()
            if isinstance(value, list) and name not in {*contents, *COLOURS, "range"}
        ]
        groups: dict[Any, list[int]] = {}
        for card in cards:
            # By their text, because values may be lists, which Python cannot hash.
            groups.setdefault(tuple(repr(_at(options[name], card)) for name in varied), []).append(card)
        for group in groups.values():
            if style := self._style(call, options, group):
                yield style

    def _style(self, call: DrawCall, options: Mapping[str, Any], cards: list[int]) -> CardStyle | None:
        """Return how a call draws on cards with equal options; None if its layout entry is missing."""
        layout = plain_value(_at(options.get("layout"), cards[0]))
        entry = self._entry(call, layout)
        if entry is None:
            return None
        contents = CONTENTS.get(call.command, ())
        single = {
            name: plain_value(value if not isinstance(value, list) else _at(value, cards[0]))
            for name, value in options.items()
            if name not in {*contents, *_FOR_ALL, *COLOURS}
        }
        merged = {**entry, **{name: value for name, value in single.items() if value is not None}}
        values = {
            name: {card: _at(value, card) for card in cards}
            for name, value in options.items()
            if name in contents or name in COLOURS
        }
        for name in contents:
            if name not in values and name in merged:
                values[name] = dict.fromkeys(cards, merged[name])
        return CardStyle(call, str(layout or ""), merged, values, tuple(cards))

    def _entry(self, call: DrawCall, layout: Any) -> Mapping[str, Any] | None:
        """Return a layout's entry; None if it is missing and nothing else says where the box is."""
        if not layout:
            return {}
        entry = self._layouts.get(str(layout))
        if entry is None:
            self._lose(call, f"no layout entry called {quote(str(layout))}")
            return {} if {"x", "y", "x1"} & call.options.keys() else None
        return {str(name): value for name, value in entry.items()}

    def _options_of(self, call: DrawCall) -> dict[str, Any]:
        """Return the known options of a call.

        Unknown options are noted as lost, unless they are contents of cells.
        """
        contents = CONTENTS.get(call.command, ())
        options: dict[str, Any] = {}
        for name, value in call.options.items():
            items = value if isinstance(value, list) else [value]
            unknown = next((item for item in items if isinstance(item, RubyUnknown)), None)
            if unknown is None or name in contents:
                options[name] = value
                continue
            if name != "range":
                reason = f"{name} needs {unknown.reason}, which must be worked out"
                self._lose(call, f"{reason}; what Squib takes without is drawn")
            if isinstance(value, list) and len(items) > sum(isinstance(item, RubyUnknown) for item in items):
                options[name] = [None if isinstance(item, RubyUnknown) else item for item in items]
        if call.doubt:
            self._lose(
                call, f"it stands in a condition, {call.doubt}, that must be worked out, and is drawn on all cards"
            )
        return options

    def _cards(self, call: DrawCall) -> list[int]:
        """Return the cards on which a call draws, counted from 0; all cards if its range is unknown."""
        every = [*range(self._count)]
        value = call.options.get("range")
        if isinstance(value, RubyUnknown):
            self._lose(call, f"range needs {value.reason}, which must be worked out; it is drawn on all cards")
            return every
        try:
            return _chosen(value, self._count)
        except RubyUnknownError as problem:
            self._lose(call, f"range needs {problem}, which must be worked out; it is drawn on all cards")
            return every


def _chosen(value: Any, count: int) -> list[int]:
    """Return the cards, counted from 0, that an option `range` names: a number, list, range or "all".

    Raises RubyUnknownError for unknown numbers.
    """
    if value is None or plain_value(value) == "all":
        return [*range(count)]
    if isinstance(value, RubyRange):
        last = count - 1 if value.last is None else value.last
        value = range_items(RubyRange(value.first or 0, last, value.is_open and value.last is not None))
    numbers = []
    for item in value if isinstance(value, list) else [value]:
        number = plain_value(item)
        if isinstance(number, RubyUnknown):
            raise RubyUnknownError(number.reason)
        if isinstance(number, str) and number.strip().isdecimal():
            number = int(number)
        if isinstance(number, int) and not isinstance(number, bool) and -count <= number < count:
            numbers.append(number % count)
    return [*dict.fromkeys(numbers)]


def _at(value: Any, card: int) -> Any:
    """Return the value of an option for a card; lists have a value for each card."""
    if isinstance(value, list):
        return value[card] if card < len(value) else None
    return value


def _join(joined: list[CardStyle], style: CardStyle) -> None:
    """Add a style, joined to one of the same call in another turn of its loop if nothing was drawn over that since."""
    cards = set(style.cards)
    # What is drawn later lies above: nothing that shares a card may have come in between.
    for place in range(len(joined) - 1, -1, -1):
        before = joined[place]
        if not cards.isdisjoint(before.cards):
            break
        if before.key == style.key:
            contents = {name: {**values, **style.contents[name]} for name, values in before.contents.items()}
            every = tuple(sorted({*before.cards, *style.cards}))
            joined[place] = before._replace(contents=contents, cards=every)
            return
    joined.append(style)
