"""The texts, pictures and shapes that a script of Squib draws on the cards of a deck, call by call."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.base.records import dataclass, field
from generator.imports.ruby.engine.ruby_procedures import RubyProcedure
from generator.imports.ruby.values.ruby_limits import is_heavy
from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyKeywords,
    RubyObject,
    RubyRange,
    RubySymbol,
    RubyText,
    RubyUnknown,
    RubyUnknownError,
    plain_value,
    text_of,
)
from generator.imports.squib.squib_layout import DeckSize
from generator.load.files.fault_report import quote

DRAWING = frozenset(
    [
        "text",
        "svg",
        "png",
        "rect",
        "circle",
        "ellipse",
        "line",
        "triangle",
        "polygon",
        "star",
        "curve",
        "grid",
        "background",
        "safe_zone",
        "cut_zone",
    ]
)
_UNITS = {"inches": "in", "cm": "cm", "mm": "mm", "points": "pt", "cells": "c"}
_SAVING = frozenset(["save", "save_png", "save_pdf", "save_sheet", "save_json", "hand", "showcase", "hint"])
"""What makes files of the cards, which is chosen here when a game is built."""
_MOST_CALLS = 5_000
_TOO_MANY = f"what the deck draws after the first {_MOST_CALLS:,} texts, pictures and shapes"


class EmbeddedPicture(NamedTuple):
    """A picture that is set into a text wherever a word stands in it."""

    word: str
    options: Mapping[str, Any]


class DrawCall(NamedTuple):
    """A call that draws on some cards or all, with its options as the script has worked them out."""

    command: str
    options: Mapping[str, Any]
    place: str
    """The line of the script, with its file where that is another one."""
    doubt: str = ""
    """The condition in which it stands, if that is not known."""
    group: str = ""
    """The build group without which Squib does not draw it."""
    embedded: Sequence[EmbeddedPicture] = ()
    names: Mapping[str, str] = {}
    """Names under which the script keeps the lists of options."""


@dataclass(slots=True)
class DeckRecord:
    """A deck that a script makes, with its drawing."""

    options: Mapping[str, Any]
    size: DeckSize
    cards: int
    layouts: list[str] = field(default_factory=list)
    calls: list[DrawCall] = field(default_factory=list)
    font: str = ""
    """The font of texts that name none."""
    lost: list[str] = field(default_factory=list)
    """Parts of the deck itself that cannot be worked out."""


class ScriptPlace(NamedTuple):
    """The place of a call in a script."""

    line: str
    doubt: str
    name_of: Callable[[Any], str]
    """Returns the name under which the script keeps a list, or an empty text."""


class SquibDeck(RubyObject):
    """A deck inside a script: it notes each call that draws."""

    def __init__(
        self, options: Mapping[str, Any], place: Callable[[], ScriptPlace], functions: Mapping[str, Callable[..., Any]]
    ) -> None:
        """Take the options of `Squib::Deck.new`, the place of the running call, and functions of the library."""
        self._place, self._functions = place, functions
        dpi = options.get("dpi", 300)
        dpi = float(dpi) if isinstance(dpi, int | float) else 300.0
        size = DeckSize(STANDARD[0], STANDARD[1], dpi)
        width, height = (size.length(_plain(options.get(name)), 0) for name in ("width", "height"))
        size = DeckSize(width or STANDARD[0], height or STANDARD[1], dpi)
        self.record = DeckRecord(options, size, _count(options))
        self.record.lost += _lost_options(options, size)
        self.variables = {
            "@width": self.record.size.width,
            "@height": self.record.size.height,
            "@dpi": dpi,
            "@cards": [None] * self.record.cards,
        }
        self._groups: list[str] = []
        # Squib draws this group without being asked.
        self._enabled = {"all"}
        self.use(options.get("layout"))

    def has(self, name: str) -> bool:
        """Return whether a script may call a method of the deck."""
        return name in self.methods or name in self._functions

    def send(self, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of the method `name` of the deck, or of a library function of that name."""
        function = self._functions.get(name) if name not in self.methods else None
        return function(arguments, block) if function else super().send(name, arguments, block)

    def use(self, layouts: Any) -> None:
        """Note one layout or several, as the script names them."""
        named = layouts if isinstance(layouts, list) else [layouts]
        self.record.layouts += [text_of(name) for name in named if isinstance(name, RubyText | RubySymbol)]

    def set_font(self, font: Any) -> None:
        """Set the font of texts that name none."""
        self.record.font = text_of(font) if isinstance(font, RubyText) else ""

    def enable(self, group: str, *, is_drawn: bool) -> None:
        """Set whether the calls of a build group are drawn without being asked for."""
        self._enabled = self._enabled | {group} if is_drawn else self._enabled - {group}

    def build(self, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Work out the calls of a build group, marked with its name if Squib would not draw them."""
        word = text_of(arguments[0]) if arguments else "all"
        is_enabled = word in self._enabled
        if block and not is_enabled:
            self._groups.append(word)
        result = block() if block else None
        if block and not is_enabled:
            self._groups.pop()
        return result

    def draw(self, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Note a call that draws, with its options; return nothing, or an unknown size for a text."""
        embedded: list[EmbeddedPicture] = []
        place = self._place()  # before the block, which has lines of its own
        if block and name == "text":
            _ = block(EmbeddedPictures(embedded))
        group = self._groups[-1] if self._groups else ""
        if len(self.record.calls) == _MOST_CALLS:
            self.record.lost += [_TOO_MANY] if _TOO_MANY not in self.record.lost else []
        else:
            options = {
                option: RubyUnknown("lists in lists") if is_heavy(value) else value
                for option, value in _options(arguments).items()
            }
            names = {option: place.name_of(value) for option, value in options.items() if isinstance(value, list)}
            call = DrawCall(name, options, place.line, place.doubt, group, embedded, names)
            self.record.calls.append(call)
        # Squib returns how much room the words took, which depends on its own setting of text.
        return RubyUnknown("the size of a text") if name == "text" else None


def _drawing(name: str) -> Any:
    """Return the method of the deck that notes drawing calls of a name."""
    return lambda deck, arguments, block: deck.draw(name, arguments, block)


def _length(unit: str) -> Any:
    """Return the method of the deck that converts lengths of a unit to pixels."""
    return lambda deck, arguments, _: deck.record.size.length(f"{_number(arguments[0]):f}{unit}", 0)


def _evaluated(deck: SquibDeck, _: list[Any], block: RubyBlock | None) -> Any:
    """Return the result of a block that runs inside the deck."""
    return block.run([deck], deck) if isinstance(block, RubyProcedure) else None


SquibDeck.methods = {
    **{name: _drawing(name) for name in DRAWING},
    **{name: _length(unit) for name, unit in _UNITS.items()},
    **dict.fromkeys(_SAVING, lambda *_: None),
    # Squib takes angles in radians.
    "deg": lambda _, arguments, __: math.radians(_number(arguments[0])),
    **dict.fromkeys(("build", "group"), lambda deck, arguments, block: deck.build(arguments, block)),
    **dict.fromkeys(
        ("enable_build", "enable_group"), lambda deck, arguments, _: deck.enable(text_of(arguments[0]), is_drawn=True)
    ),
    "disable_build": lambda deck, arguments, _: deck.enable(text_of(arguments[0]), is_drawn=False),
    "use_layout": lambda deck, arguments, _: deck.use(_options(arguments).get("file", RubyText("layout.yml"))),
    "set": lambda deck, arguments, _: deck.set_font(_options(arguments).get("font")),
    "instance_eval": _evaluated,
    **{name: lambda deck, *_, name=name: deck.variables[f"@{name}"] for name in ("width", "height", "dpi", "cards")},
    "size": lambda deck, *_: deck.record.cards,
}


class EmbeddedPictures(RubyObject):
    """The pictures that a script sets into a text: `embed.svg key: ':heart:', file: 'heart.svg'`."""

    def __init__(self, pictures: list[EmbeddedPicture]) -> None:
        """Take the list to which the pictures of a text are added."""
        self._pictures = pictures

    def add(self, options: Mapping[str, Any]) -> None:
        """Note a picture for the word in its option `key`."""
        word = options.get("key")
        if isinstance(word, RubyText | RubySymbol):
            self._pictures.append(EmbeddedPicture(text_of(word), options))


EmbeddedPictures.methods = dict.fromkeys(
    ("svg", "png"), lambda pictures, arguments, _: pictures.add(_options(arguments))
)


STANDARD = (825, 1125)
"""Pixels of a poker card with its bleed, which is Squib's default."""


def _options(arguments: Sequence[Any]) -> dict[str, Any]:
    """Return the named arguments of a call, by their names."""
    options = arguments[-1] if arguments and isinstance(arguments[-1], dict | RubyKeywords) else {}
    return {str(key.value if isinstance(key, RubyText) else key): value for key, value in options.items()}


def _plain(value: Any) -> Any:
    """Return texts and symbols of a script as Python's texts, other values unchanged."""
    return text_of(value) if isinstance(value, RubyText | RubySymbol) else value


def _number(value: Any) -> float:
    """Return a number of a script; 0 for text without one.

    Raises RubyUnknownError for other values.
    """
    if isinstance(value, RubyText):
        try:
            return float(value.value)
        except ValueError:
            return 0.0
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RubyUnknownError(value.reason if isinstance(value, RubyUnknown) else "a length")
    return float(value)


def _count(options: Mapping[str, Any]) -> int:
    """Return the number of cards in the options of a deck, 1 where it is no number."""
    count = options.get("cards", 1)
    if isinstance(count, RubyRange | bool) or not isinstance(count, int | float):
        return 1
    return min(max(int(count), 1), MOST_CARDS)


def _lost_options(options: Mapping[str, Any], size: DeckSize) -> Iterator[str]:
    """Yield a line for each option of a deck that cannot be worked out, so that Squib's default is taken."""
    for name, value in options.items():
        if isinstance(value, RubyUnknown):
            yield f"{name} of the deck: {value.reason} must be worked out; what Squib takes without is taken"
        elif name in {"width", "height"} and value is not None and not size.length(_plain(value), 0):
            yield f"{name} of the deck: {quote(text_of(value))} is no length; what Squib takes without is taken"
    cards = options.get("cards", 1)
    if isinstance(cards, int | float) and cards > MOST_CARDS:
        yield f"cards of the deck: those after the first {MOST_CARDS:,}"
    elif not isinstance(cards, int | float | RubyUnknown):
        yield f"cards of the deck: {quote(str(plain_value(cards))[:60])} is no number; one card is made"


# A hand-made deck has hundreds of cards; the limit stops a script that asks for millions.
MOST_CARDS = 20_000
