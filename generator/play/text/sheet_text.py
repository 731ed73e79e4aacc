"""Sheets drawn as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.base.terminal_text import format_table, line_width, pad, text_width
from generator.model.sheet import Area, Box, Track
from generator.play.text.item_names import ItemNames
from generator.play.text.needs_text import NeedsText

_LABEL = 21
"""Columns of the names at the left edge, where the terminal has room for them."""
_BESIDE = 5
"""Columns to the right of the marks of a track: a space, and its level."""

Marks = Mapping[str, "int | str"]


class SheetText:
    """Draws the sheets of a game; `closed` are boxes that a fort closes now, with the year that opens them or 0."""

    def __init__(self, names: ItemNames, needs: NeedsText, closed: Mapping[str, int]) -> None:
        """Take the names and needs of boxes, and the boxes that a fort closes with the year that opens each, or 0."""
        self._names, self._needs_text, self._closed = names, needs, closed
        self._messages = names.messages

    def sheets(self, marks: Marks) -> Iterator[str]:
        """Yield all sheets with a legend, track by track."""
        yield self._messages("show.legend")
        if self._closed:
            yield self._messages("show.legend_closed")
        for sheet in self._names.book.boxes.book.sheets:
            yield ""
            yield f"== {self._names.text(sheet.title)} =="
            for area in sheet.areas:
                yield from self._area(area, marks)

    def part(self, marks: Marks, meant: str) -> Iterator[str]:
        """Yield one area, track or box of the sheets by its id, a line for each box."""
        names, book = self._names, self._names.book.boxes.book
        areas = {area.id: area for area in book.areas}
        if meant in areas and (note := areas[meant].note):
            yield names.text(note)
        if meant in book.boxes and meant not in areas:
            yield from format_table([self._columns(book.boxes[meant], marks)])
            return
        for track in areas[meant].tracks if meant in areas else (book.tracks[meant],):
            filled = sum(1 for box in track.boxes if marks.get(box.id))
            yield self._messages("show.track", track=names.text(track.title), id=track.id, n=filled, m=len(track.boxes))
            yield from format_table([self._columns(box, marks) for box in track.boxes])

    def _columns(self, box: Box, marks: Marks) -> tuple[str, ...]:
        """Return the table cells of a box: mark, id, name; then price and gains, unmet needs, and boxes it opens."""
        about = (self._names.box_price(box), self._lacks(box, marks), self._needs_text.opens(box))
        return (
            self._mark(box, marks),
            box.id,
            self._names.box(box.id),
            self._messages("show.also").join(filter(None, about)),
        )

    def _lacks(self, box: Box, marks: Marks) -> str:
        """Return the unmet needs of a box in words, or that a fort keeps it closed."""
        if box.id not in self._closed:
            return self._needs_text.lacks(box, marks)
        year = self._closed[box.id]
        return self._messages("show.closed_until" if year else "show.closed", year=year)

    def _area(self, area: Area, marks: Marks) -> Iterator[str]:
        """Yield the tracks of an area; boxes with names of their own share lines."""
        named: list[Box] = []
        for track in area.tracks:
            # Named boxes are collected, as a line for each would fill the screen.
            if all(box.title for box in track.boxes):
                named += [box for box in track.boxes if box.kind != "text"]
            else:
                yield from self._named_boxes(area, named, marks)
                yield from self._track(track, marks)
        yield from self._named_boxes(area, named, marks)

    def _named_boxes(self, area: Area, named: list[Box], marks: Marks) -> Iterator[str]:
        """Yield the collected boxes with names of their own on as few lines as they need, and empty `named`."""
        if named:
            cells = [f"{self._mark(box, marks)} {self._names.box(box.id)}" for box in named]
            yield from _lines(self._names.text(area.title), cells, "  ")
            named.clear()

    def _track(self, track: Track, marks: Marks) -> Iterator[str]:
        """Yield the lines of a track: its name, the marks of its boxes, and its level (number of marked boxes)."""
        label = self._names.text(track.title)
        if track.columns:
            grid = track.boxes
            if text_width(label) > label_width():
                yield label
                label = ""
            for start in range(0, len(grid), track.columns):
                row = "".join(self._mark(box, marks) for box in grid[start : start + track.columns])
                numbers = f"{grid[start].number:02}–{grid[min(start + track.columns, len(grid)) - 1].number:02}"
                yield f"{pad(label if not start else '', label_width())} {row}  {numbers}"
            return
        # The level stands behind the last section, where a wrapped line has room for it.
        cells = [part for _, boxes in track.sections for part in self._cells(boxes, marks)]
        level = sum(1 for box in track.boxes if marks.get(box.id))
        yield from _lines(label, [*cells[:-1], f"{cells[-1]} {level}"], "|")

    def _cells(self, boxes: Sequence[Box], marks: Marks) -> Iterator[str]:
        """Yield the marks of a section in parts, each short enough for a line behind the label."""
        room, part = line_width() - label_width() - _BESIDE, ""
        for mark in (self._mark(box, marks) for box in boxes):
            if part and text_width(part + mark) > room:
                yield part
                part = ""
            part += mark
        yield part

    def _mark(self, box: Box, marks: Marks) -> str:
        """Return the sign for a box in brackets: `[x]` filled, `(o)` circled, `[+]` empty with a gain, `[–]` closed."""
        value = marks.get(box.id) or 0
        if box.kind == "mark2" and value:  # 1 is circled, 2 is circled and filled in
            return "(o)" if value == 1 else "(x)"
        if box.kind == "choice":
            title = next((self._names.text(option.title) for option in box.options if option.id == value), "")
            return f"[{title or ' '}]"
        if value:
            return f"[{value}]" if box.kind in {"year", "number"} else "[x]"
        if box.id in self._closed:
            return "[–]"
        return "[+]" if box.gains or box.one_of or box.yearly or box.yearly_one_of else "[ ]"


def label_width() -> int:
    """Return the columns for the names at the left edge: a third of a narrow terminal at most."""
    return min(_LABEL, line_width() // 3)


def _lines(label: str, cells: Sequence[str], between: str) -> Iterator[str]:
    """Yield a label, with cells to the right of it on as many lines as they need; `between` joins cells."""
    edge = label_width()
    if text_width(label) > edge:
        yield label
        label = ""
    line = pad(label, edge) + " "
    for number, cell in enumerate(cells):
        joint = between if number and line.strip() and text_width(line) > edge + 1 else ""
        if text_width(line + joint + cell) > line_width():
            yield line.rstrip()
            line, joint = " " * (edge + 1), ""
        line += joint + cell
    yield line.rstrip()
