"""The sheets on one screen of a terminal: how many boxes of each track are filled, and where one can be filled now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.base.terminal_text import line_width, pad, text_width
from generator.model.sheet import Area, Box
from generator.play.rules.visible_state import VisibleState
from generator.play.text.item_names import ItemNames
from generator.play.text.solo_text import SoloText
from generator.solo.action import MARK

_BAR = 10
"""Columns of the bar of a track."""
_LEVEL = 6
"""Columns of a level such as `20/21`."""
_CELL = 40
"""The fewest columns of a cell: a name, the bar and the level."""
_FULL, _EMPTY, _OPEN = "█", "░", "•"

Marks = Mapping[str, "int | str"]


def board_lines(text: SoloText, state: VisibleState) -> Iterator[str]:
    """Yield the year with points and items in hand, then all tracks in two columns, or one on a narrow terminal."""
    yield from board_head(text, state)
    names = text.names
    marks, columns = state.marks or {}, max(1, line_width() // _CELL)
    openings = {action.words[0] for action in state.legal if action.verb == MARK}
    room = line_width() // columns
    cells = [_cell(title, boxes, marks, openings, room - 1) for title, boxes in _rows(names)]
    # Down the columns, as the sheets are read.
    height = -(-len(cells) // columns)
    for row in range(height):
        yield " ".join(pad(cell, room - 1) for cell in cells[row::height]).rstrip()


def board_head(text: SoloText, state: VisibleState) -> Iterator[str]:
    """Yield the year with points, and the items in hand."""
    names, messages = text.names, text.messages
    yield messages("board.head", year=state.year, years=len(names.book.years)) + _points(text, state)
    yield messages("show.items", items=names.held(state.items))


def _points(text: SoloText, state: VisibleState) -> str:
    """Return the phrase for the points so far; empty where the sheets are not known."""
    if state.points is None:
        return ""
    return text.messages("list.also") + text.messages("board.points", n=state.points.total)


def _rows(names: ItemNames) -> Iterator[tuple[str, tuple[Box, ...]]]:
    """Yield name and boxes of each row of the board: an area, or each of its tracks where icons or a level matter."""
    book = names.book.boxes.book
    for area in book.areas:
        if _is_split(names, area):
            yield from ((names.text(track.title), track.boxes) for track in area.tracks)
        elif boxes := tuple(box for box in area.boxes if box.kind != "text"):
            yield names.text(area.title), boxes


def _is_split(names: ItemNames, area: Area) -> bool:
    """Return whether the tracks of an area count by themselves: boxes need their levels, or only icons fill them."""
    needed = {need.value for box in names.book.boxes.boxes for need in box.needs}
    return len(area.tracks) > 1 and all(track.id in needed or track.filled_by for track in area.tracks)


def _cell(title: str, boxes: Sequence[Box], marks: Marks, openings: set[str], room: int) -> str:
    """Return the cell of a row: its name, a bar, its level, and a dot where one of its boxes can be filled now."""
    filled = sum(1 for box in boxes if marks.get(box.id))
    # Something is seen of the first box on, and the bar is full only with the last.
    bar = _FULL * max(min(filled, 1), filled * _BAR // len(boxes))
    level = f"{filled}/{len(boxes)}".rjust(_LEVEL)
    dot = _OPEN if any(box.id in openings for box in boxes) else " "
    label = _cut(title, room - _BAR - _LEVEL - 3)
    return f"{dot} {label}{bar}{_EMPTY * (_BAR - len(bar))}{level}"


def _cut(title: str, room: int) -> str:
    """Return a name in so many columns and a space, cut with an ellipsis where it is longer."""
    if text_width(title) <= room:
        return pad(title, room + 1)
    short = title
    while text_width(short) > room - 1:
        short = short[:-1]
    return pad(f"{short}…", room + 1)
