"""Reads the cards that rpg-cards saves as JSON: a title, a colour, and contents that are written line by line."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from generator.imports.foreign.project import PLAIN_FONT, ForeignBox, ForeignDeck, ForeignProject, ImportCount, Look
from generator.imports.foreign.project_files import ForeignPictures, ForeignTable, rows_of
from generator.imports.foreign.web_colours import hex_colour
from generator.load.files.folder import Folder

_SIZE = (63.0, 88.0)
"""Millimetres of a card: the file does not say its size, and this is the one that the program begins with."""
_EDGE, _BAR, _LINE = 3.0, 10.0, 5.0
"""Millimetres of the margin, the bar of the title, and the line below it."""
_MOST_COLOURS = 40

_NOTHING = {
    "rule",
    "ruler",
    "p2e_ruler",
    "fill",
    "divider",
    "table_start",
    "table_end",
    "pills_start",
    "pills_end",
    "disabled",
    "",
}
"""Contents that are lines or room."""
_JOINTS = dict.fromkeys(
    ("text", "center", "justify", "section", "italic", "footer", "subtitle", "html", "pill"), " "
) | {
    "table_head": " – ",
    "table_row": " – ",
}
"""Contents that are words, and what stands between their parts."""
_PAIRS = {"property": "{}: {}", "description": "{}. {}"}
# The abilities of Dungeons & Dragons, in its order.
_STATS = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
_TAG = re.compile(r"<[^<>]*>")
_BREAK = re.compile(r"<br\s*/?>|</?p>")


def read_rpg_cards(folder: Folder, name: str, cards: Sequence[Mapping[str, Any]]) -> ForeignProject:
    """Read the cards of a file of rpg-cards as one deck; `cards` are the entries of its JSON."""
    reader = _CardsReader(ForeignPictures(folder))
    deck = reader.deck(PurePosixPath(name).stem, cards)
    return ForeignProject(
        PurePosixPath(name).stem,
        [deck],
        reader.pictures.data,
        [*reader.lost, *reader.pictures.lost],
        boxes=ImportCount(reader.line_count - reader.lost_count, reader.line_count),
        tables=ImportCount(1, 1),
        pictures_named=reader.pictures.count,
    )


class _CardsReader:
    """Reads the cards; boxes are counted by the lines of their contents."""

    def __init__(self, pictures: ForeignPictures) -> None:
        """Take the collected pictures of the project, which grow by the cards' pictures."""
        self.pictures = pictures
        self.line_count = 0
        self._others: Counter[str] = Counter()
        self._has_tags = False

    @property
    def lost_count(self) -> int:
        """Return how many lines of the cards' contents could not be imported."""
        return sum(self._others.values())

    @property
    def lost(self) -> list[str]:
        """Return lines for the user about everything that could not be imported."""
        listed = ", ".join(f"{kind} ({number})" for kind, number in sorted(self._others.items()))
        return [
            *([f"contents that are not taken over: {listed}"] if listed else []),
            *(["bold and other tags of the contents; their words are there"] if self._has_tags else []),
            "icons, backs and the size of the cards, which the file does not say: they are 63 × 88 mm",
            f"fonts: {PLAIN_FONT}",
        ]

    def deck(self, title: str, cards: Sequence[Mapping[str, Any]]) -> ForeignDeck:
        """Return the cards as a deck: a bar in each card's colour, with title, subtitle, text and picture."""
        cells, colours = [], []
        for card in cards:
            subtitle, text, picture = self._contents(card.get("contents"))
            name = self._plain(str(card.get("title") or ""))
            tags = card.get("tags")
            cells.append(
                [
                    name,
                    str(card.get("count", 1)),
                    subtitle,
                    text,
                    picture,
                    ", ".join(map(str, tags)) if isinstance(tags, list) else "",
                ]
            )
            colours.append(hex_colour(str(card.get("color_front") or card.get("color") or "")) or "#000000")
        rows = rows_of(ForeignTable(["title", "count", "subtitle", "text", "picture", "tags"], cells), ["count"])
        rows.fill_column("picture", (self.pictures.take(row[4]) for row in cells))
        width, height = _SIZE
        boxes = []
        for colour in [*dict.fromkeys(colours)][:_MOST_COLOURS]:
            id_ = rows.add_column(f"colour {colour[1:]}")
            rows.fill_column(id_, ("yes" if front == colour else "" for front in colours))
            bar = ForeignBox(f"bar {colour}", "rect", 0, 0, width, _BAR, look=Look(fill=colour))
            boxes.append(bar._replace(when=id_))
        inner = width - 2 * _EDGE
        body = _BAR + _LINE + _EDGE
        shows_pictures = any(row["picture"] for row in rows.written)
        foot = height / 3 if shows_pictures else 0.0
        boxes += [
            _text("title", _EDGE, 0, inner, _BAR, Look(size=13, bold=True, valign="middle", colour="#ffffff")),
            _text("subtitle", _EDGE, _BAR + 1, inner, _LINE, Look(size=8, italic=True, valign="middle")),
            _text("text", _EDGE, body, inner, height - body - _EDGE - foot, Look(size=9)),
        ]
        if shows_pictures:
            frame = ForeignBox("picture", "picture", _EDGE, height - foot, inner, foot - _EDGE)
            boxes.append(frame._replace(content=(("picture", True),), when="picture"))
        return ForeignDeck("cards", title, width, height, bleed=0, rows=rows.written, boxes=boxes)

    def _contents(self, contents: Any) -> tuple[str, str, str]:
        """Return the subtitle, the text and the picture's file from a card's contents.

        These are lines such as `property | Cost | 3`.
        """
        subtitle, picture, lines = "", "", []
        for written in contents if isinstance(contents, list) else ():
            kind, *parts = (part.strip() for part in str(written).split("|"))
            self.line_count += 1
            if kind == "subtitle" and not subtitle:
                subtitle = self._plain(" ".join(parts))
            elif kind == "picture" and parts and not picture:
                picture = parts[0]
            elif kind not in _NOTHING:
                line = self._line(kind, [self._plain(part) for part in parts])
                lines += [line] if line else []
        return subtitle, "\n".join(lines), picture

    def _line(self, kind: str, parts: Sequence[str]) -> str:
        """Return a line of text for a kind of content and its parts.

        Empty, and counted as lost, for an unknown kind.
        """
        if kind in _JOINTS:
            return _JOINTS[kind].join(parts)
        if kind in _PAIRS and parts:
            return _PAIRS[kind].format(parts[0], " ".join(parts[1:]))
        if kind == "bullet":
            return f"• {' '.join(parts)}"
        if kind == "boxes" and parts and parts[0].isdecimal():
            return "[ ] " * min(int(parts[0][:3]), 50)
        if kind == "dndstats":
            return "  ".join(f"{name} {value}" for name, value in zip(_STATS, parts, strict=False))
        self._others[kind] += 1
        return ""

    def _plain(self, words: str) -> str:
        """Return words without the tags of HTML, and note whether there were any."""
        plain = _TAG.sub("", _BREAK.sub(" ", words))
        self._has_tags = self._has_tags or plain != words
        return html.unescape(plain).strip()


def _text(column: str, x: float, y: float, width: float, height: float, look: Look) -> ForeignBox:
    """Return a box of text that prints a column, at a place in mm."""
    return ForeignBox(column, "text", x, y, width, height, content=((column, True),), look=look)
