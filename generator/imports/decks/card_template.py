"""Writes the template of a plain card with a named box for each column: title, kind, picture, text and numbers."""

from __future__ import annotations

import json
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from generator.base.units import decimal
from generator.imports.decks.sheet_guess import DeckColumns, SheetColumn
from generator.load.game_locations import templates_root

# The poker size of most print shops, with the bleed that they ask for.
WIDTH, HEIGHT, BLEED = 63.0, 88.0, 3.0
"""Millimetres of a card."""

_EDGE = 7.0
"""From the edge of the card to its words."""
_INNER = WIDTH - 2 * _EDGE
_TOP = 17.0
"""Where the title ends."""
_FOOT, _LINE, _FLAVOUR = 9.5, 4.2, 9.0
"""Heights of the numbers at the foot, of a small line above them, and of the flavour text."""
_MOST_NUMBERS, _MOST_LINES = 4, 3
_LETTERS_OF_LINE, _MOST_OF_LINE = 55, 4
"""Letters that a small line holds at its smallest size, and how many lines a column may have."""
_LETTER_OF_HEADING = 0.78
"""Millimetres of a letter in the smallest heading of a cell."""
_LONGEST_BADGE = 4
"""Characters that can be read in the circle beside the title."""

_HEAD = """\
{{# A card, made for the sheet: a line for each box, with the name of its column. Lengths are mm, and (0, 0) is the
   corner of the cut card; a box is "left top width height". What does not fit is made smaller: `vallum check` #}}
{{% from "shared/plain-card.svg.j2" import {macros} %}}
{tone}
{{% call plain_card(face, tone) %}}
"""
_MACROS = ("plain_card", "line", "reading", "rule", "badge", "cell", "labelled", "picture_box")


def card_template(deck: DeckColumns) -> str:
    """Return the text of a Jinja template (.svg.j2) that draws each card of a deck.

    Its boxes stand below one another: title, kind, picture, text, flavour text, small lines, numbers at the foot.
    """
    numbers, lines = _foot(deck)
    kind, text, picture, flavour = (deck.first(role) for role in ("kind", "text", "picture", "flavour"))
    # With nothing at the head of the card the picture or text begins at the edge.
    top = _TOP + (6.5 if kind else 1.5) if deck.of("title") or kind or _badge(deck) else _EDGE
    foot = HEIGHT - 6 - (_FOOT if numbers else 0)
    small = foot - sum(map(_height, lines))
    foot = small - (_FLAVOUR if flavour else 0)
    # The picture takes about half of the room that it shares with the text.
    height = (foot - top) * (0.52 if text else 1.0) - 1 if picture else 0.0
    parts = [
        *_title(deck),
        *([_picture(picture, top, height)] if picture else ()),
        *([_text(text, top + (height + 2 if picture else 0), foot - 1, is_alone=not picture)] if text else ()),
        *([_flavour(flavour, foot)] if flavour else ()),
        *(_labelled(column, small + sum(map(_height, lines[:number]))) for number, column in enumerate(lines)),
        *_cells(numbers, HEIGHT - 6 - _FOOT),
    ]
    used = [name for name in _MACROS if any(part.startswith(f"{name}(") for part in parts) or name == "plain_card"]
    head = _HEAD.format(macros=", ".join(used), tone=_tone(kind))
    return head + "".join(f"{{{{ {part} }}}}\n" for part in parts) + "{% endcall %}\n"


def back_template(answer: SheetColumn) -> str:
    """Return the text of a Jinja template (.svg.j2) that draws the back of a card, with a column's text alone."""
    text = _text(answer, _EDGE, HEIGHT - _EDGE, is_alone=True)
    return _HEAD.format(macros="plain_card, reading", tone=_tone(None)) + f"{{{{ {text} }}}}\n{{% endcall %}}\n"


def table_only(deck: DeckColumns) -> tuple[SheetColumn, ...]:
    """Return the columns that have no box on the card, as there are too many of their kind."""
    numbers, lines = _foot(deck)
    drawn = (*_badge(deck), *deck.of("kind")[:1], *numbers, *lines)
    small = {"number", "tick", "kind", "more"}
    return tuple(column for column in deck.columns if column.role in small and column not in drawn)


def _foot(deck: DeckColumns) -> tuple[tuple[SheetColumn, ...], tuple[SheetColumn, ...]]:
    """Return the columns whose numbers stand at the foot of a card, and the columns with a small line above these."""
    numbers = (*(column for column in deck.of("number") if column not in _badge(deck)), *deck.of("tick"))
    brief = (column for column in (*deck.of("kind")[1:], *deck.of("more")) if _line_count(column) <= _MOST_OF_LINE)
    return numbers[:_MOST_NUMBERS], tuple(islice(brief, _MOST_LINES))


def _line_count(column: SheetColumn) -> int:
    """Return how many lines the longest cell of a column needs below the text, with its heading before it."""
    lengths = [
        sum(1 + (char > "\u2e7f") for char in column.heading + value) for value in column.displayed or column.values
    ]
    breaks = max(value.count("\n") for value in column.values)
    return -(-max(lengths) // _LETTERS_OF_LINE) + breaks


def _height(column: SheetColumn) -> float:
    """Return the height in mm of a column's small line, or lines."""
    return _LINE + 0.55 * _LINE * (_line_count(column) - 1)


def _badge(deck: DeckColumns) -> tuple[SheetColumn, ...]:
    """Return the column whose numbers stand beside the title: the first one, if all of them are short."""
    return tuple(column for column in deck.of("number")[:1] if column.longest <= _LONGEST_BADGE)


@lru_cache(maxsize=1)
def _tones() -> Mapping[str, tuple[str, ...]]:
    """Return the words for each colour of cards, by the colour's name, from `templates/tables/tones.toml`."""
    with (templates_root() / "tables" / "tones.toml").open("rb") as file:
        return {tone: tuple(words) for tone, words in tomllib.load(file).items()}


def _kind_tones(kinds: Sequence[str]) -> dict[str, str]:
    """Return the colour of each kind of card: the colour that the word for the kind names, or the next free one."""
    by_word = {word: tone for tone, words in _tones().items() for word in words}
    chosen = {kind: by_word[kind.casefold()] for kind in kinds if kind.casefold() in by_word}
    # Twice around, as there may be more kinds than colours.
    free = (tone for tone in (*_tones(), *_tones()) if tone not in chosen.values())
    return {kind: chosen.get(kind) or next(free, _plain_tone()) for kind in kinds}


def _plain_tone() -> str:
    """Return the name of the colour for cards without a kind, the last one of the file of colours."""
    return [*_tones()][-1]


def _tone(kind: SheetColumn | None) -> str:
    """Return template code that sets `tone`, the colour of a card.

    `kind` is the column with few repeated words, such as suits; with None all cards have the same colour.
    """
    if kind is None:
        return f'{{% set tone = "{_plain_tone()}" %}}'
    tones = _kind_tones([*dict.fromkeys(kind.filled)])
    colours = ", ".join(f"{_literal(value)}: {_literal(tone)}" for value, tone in tones.items())
    name = f"card.{kind.name}"
    chosen = f'{{% set tone = colours[{name}] if {name} in colours else "{_plain_tone()}" %}}'
    return f"{{% set colours = {{{colours}}} %}}\n{chosen}"


def _title(deck: DeckColumns) -> Iterator[str]:
    """Yield calls that draw the head of a card: the title, the first number beside it, and the kind below."""
    title, kind = deck.first("title"), deck.first("kind")
    for number in _badge(deck):
        yield f"badge({_named(number)}, {decimal(WIDTH - _EDGE - 3.5)}, 11.2, tone)"
    if title:
        box = _box(_EDGE, 6.5, _INNER - (11 if _badge(deck) else 0), 9.5)
        yield f'line({_named(title)}, {box}, 15, lines=2, font="title")'
    if title or _badge(deck):
        yield f"rule({decimal(_EDGE)}, {decimal(_TOP)}, {decimal(_INNER)}, tone)"
    if kind:
        yield f"line({_named(kind)}, {_box(_EDGE, _TOP + 0.8, _INNER, 4.4)}, 8, tone)"


def _picture(column: SheetColumn, top: float, height: float) -> str:
    """Return the call that draws the picture of a column; `top` and `height` are mm on the card."""
    place = ", ".join(decimal(round(length, 2)) for length in (_EDGE, top, _INNER, height))
    return f"picture_box({_named(column)}, {place})"


def _text(column: SheetColumn, top: float, foot: float, *, is_alone: bool) -> str:
    """Return the call that draws a column's text between `top` and `foot` (mm), in a size that fits its longest cell.

    A text without a picture above it (`is_alone`) is centred from top to bottom.
    """
    # From U+2E80 on stand Chinese and Japanese signs, which are about twice as wide as Latin letters.
    longest = max(sum(1 + (char > "\u2e7f") for char in value) for value in column.filled)
    # Points of a letter. Short texts get larger ones, but no more than can be read across a table.
    size = 12 if longest < 100 else 10.5 if longest < 220 else 9
    middle = ', "middle"' if is_alone else ""
    return f"reading({_named(column)}, {_box(_EDGE, top, _INNER, foot - top)}, {size}, tone{middle})"


def _flavour(column: SheetColumn, top: float) -> str:
    """Return the call that draws a column's flavour text, in italics and centred, below `top` (mm)."""
    place = _box(_EDGE, top + 0.5, _INNER, _FLAVOUR - 1)
    return f'reading({_named(column)}, {place}, 7.5, tone, "middle", "center", "italic")'


def _labelled(column: SheetColumn, top: float) -> str:
    """Return the call that draws a small line with a column's heading and value; `top` is in mm."""
    id_, value = _named(column).split(", ", 1)
    lines = f", {count}" if (count := _line_count(column)) > 1 else ""
    return (
        f"labelled({id_}, {_heading(column)}, {value}, {_box(_EDGE, top, _INNER, _height(column) - 0.4)}, tone{lines})"
    )


def _cells(columns: Sequence[SheetColumn], top: float) -> Iterator[str]:
    """Yield calls that draw columns as cells beside each other at the foot, a heading above each number."""
    # A single number would otherwise be stretched over the whole card.
    width = min(_INNER / max(len(columns), 1), _INNER / 2)
    for place, column in enumerate(columns):
        id_, value = _named(column).split(", ", 1)
        x = decimal(round(_EDGE + place * width, 2))
        heading = _heading(column, int((width - 2) / _LETTER_OF_HEADING))
        yield f"cell({id_}, {heading}, {value}, {x}, {decimal(top)}, {decimal(round(width, 2))}, tone)"


def _named(column: SheetColumn) -> str:
    """Arguments of a template's box for a column: its quoted name and its value; a tick is printed as `✓`."""
    value = f"card.{column.name}"
    return f'"{column.name}", ' + (f'("✓" if {value} else "")' if column.role == "tick" else value)


def _heading(column: SheetColumn, most: int = 60) -> str:
    """Return a column's heading on one line, without emoji and of `most` letters, as a quoted text for Jinja."""
    # A heading needs no picture, and few fonts have one; U+FE0F asks for colours.
    plain = (char for char in column.heading if unicodedata.category(char) != "So" and char != "\ufe0f")
    words = " ".join("".join(plain).split())
    return _literal(words if len(words) <= most else f"{words[: most - 1].rstrip()}…")


def _box(x: float, y: float, width: float, height: float) -> str:
    """Return a box "left top width height" in mm, as a quoted text for Jinja."""
    return _literal(" ".join(decimal(round(length, 2)) for length in (x, y, width, height)))


def _literal(value: str) -> str:
    """Return a text quoted for Jinja, with braces and `<` escaped so that they start no command and no tag."""
    return json.dumps(value, ensure_ascii=False).replace("{", "\\u007b").replace("}", "\\u007d").replace("<", "\\u003c")
