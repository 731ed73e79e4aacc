"""The ink on a sheet, as SVG over its drawing.

Each state of a box has its own shape, so that nothing depends on colour: a cross for a mark, a ring for a circled box,
a disc in it once that is filled in. Numbers and words are written out. New marks have a dot at their corner, legal
boxes a dashed edge and a plus.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from generator.base.geometry import Rect
from generator.model.sheet import Box, Track
from generator.play.text.item_names import ItemNames
from generator.web.sheets.ink_shapes import INK, PAPER, border, circle, cross, oval, plus, stroke, write
from generator.write.pdf.form.controls import rank_rows
from generator.write.svg.syntax import attributes, escape

OPEN = "#0b6a43"
NEW = "#b3261e"
_MAX_PRINTED_OPTIONS = 4
"""Most options that are printed side by side, with a ring for the chosen one; of more, the name is written."""
_RING, _DISC, _LABEL = 0.08, 0.21, 0.12
"""Distance of marks from the edge of their box, as a share of the shorter side."""

Marks = Mapping[str, "int | str"]


class InkSvg:
    """Draws the marks of one sheet; `places` are the rectangles of its boxes, in points, `free` their free parts."""

    def __init__(self, names: ItemNames, places: Mapping[str, Rect], free: Mapping[str, Rect]) -> None:
        self._names = names
        self._book = names.book.boxes.book
        self._places, self._free = places, free

    def draw(self, before: Marks, after: Marks, legal: Iterable[str], *, is_over: bool = False) -> str:
        """Return the SVG of all marks, of those that are new since `before`, and of the edges of legal boxes.

        Once the game `is_over`, the rank is ticked.
        """
        # A screen reader gets one group for each track, with its marks in words, and no single boxes.
        tracks = dict.fromkeys(self._book.boxes[id_].track for id_ in self._places if id_ in self._book.boxes)
        marked = "".join(self._track(self._book.tracks[id_], after) for id_ in tracks)
        new = [id_ for id_ in self._places if after.get(id_) and after[id_] != before.get(id_)]
        ranks = self._rank(after) if is_over else ""
        open_boxes = [id_ for id_ in legal if id_ in self._places]
        return marked + ranks + self._sums(after) + self._new(new) + self._open(open_boxes)

    def _track(self, track: Track, marks: Marks) -> str:
        """Return the marks of a track as a group with a name; boxes that are printed as marked get none."""
        boxes = [box for box in track.boxes if marks.get(box.id) and not box.start and box.id in self._places]
        if not boxes:
            return ""
        drawn = "".join(draw(self, [box for box in boxes if box.kind in kinds], marks) for kinds, draw in _DRAW.items())
        return f'<g role="img" aria-label="{escape(self._label(track, marks))}">{drawn}</g>'

    def _crosses(self, boxes: Sequence[Box], _: Marks) -> str:
        """Return a cross in each box."""
        return stroke("".join(cross(self._free[box.id]) for box in boxes), INK, 2.2)

    def _rings(self, boxes: Sequence[Box], marks: Marks) -> str:
        """Return a ring in each circled box, with a disc where the box is filled in."""
        rings = "".join(oval(_inset(self._places[box.id], _RING)) for box in boxes)
        discs = "".join(oval(_inset(self._places[box.id], _DISC)) for box in boxes if marks[box.id] == 2)
        return stroke(rings, INK, 1.8) + (f'<path fill="{INK}" d="{discs}"/>' if discs else "")

    def _texts(self, boxes: Sequence[Box], marks: Marks) -> str:
        """Return the SVG of the numbers and words that were written into boxes, as `marks` has them."""
        return "".join(write(str(marks[box.id]), self._free[box.id]) for box in boxes)

    def _choices(self, boxes: Sequence[Box], marks: Marks) -> str:
        """Return the chosen option of each box."""
        return "".join(self._choice(box, str(marks[box.id])) for box in boxes)

    def _choice(self, box: Box, chosen: str) -> str:
        """Return a ring around the chosen option of a box, or its name where the options are not printed."""
        place, option_index = self._places[box.id], [option.id for option in box.options].index(chosen)
        if len(box.options) > _MAX_PRINTED_OPTIONS:
            return write(self._names.text(box.options[option_index].title), _inset(place, _LABEL))
        wide, high = place.width / len(box.options), place.height - 1.5
        middle = place.x + wide * (option_index + 0.5)
        return stroke(oval(Rect(middle - high / 2, place.y + 0.75, high, high)), INK, 2)

    def _sums(self, marks: Marks) -> str:
        """Return the sums that the sheet has places for, such as totals, without those that are 0."""
        book = self._book
        sums = {id_: book.value(id_, marks) for id_ in self._places if id_ in book.values or id_ in book.tracks}
        texts = {id_: str(value) for id_, value in sums.items() if value}
        if not texts:
            return ""
        label = self._names.messages("and").join(f"{self._names.value(id_)} {value}" for id_, value in texts.items())
        drawn = "".join(write(value, self._places[id_]) for id_, value in texts.items())
        return f'<g role="img" aria-label="{escape(label)}">{drawn}</g>'

    def _rank(self, marks: Marks) -> str:
        """Return the cross beside the rank that the total reaches; empty on a sheet without ranks."""
        # The marks beside ranks are fields of the sheet, but no boxes of the game.
        for name, (ranks, rank) in rank_rows(self._book).items():
            if name in self._places and rank == ranks.rank(self._book.value(ranks.of, marks)):
                label = escape(self._names.messages("sheet.rank", rank=self._names.text(rank.title)))
                return f'<g role="img" aria-label="{label}">{stroke(cross(self._free[name]), INK, 2.2)}</g>'
        return ""

    def _label(self, track: Track, marks: Marks) -> str:
        """Return the marks of a track in words, which are read aloud."""
        title, words = self._names.track(track.id), self._names.messages
        boxes = [box for box in track.boxes if marks.get(box.id)]
        if track.boxes[0].kind == "mark2":
            filled = sum(marks[box.id] == 2 for box in boxes)
            return words("sheet.circled", what=title, n=len(boxes), m=filled)
        if track.boxes[0].kind == "mark" and not track.boxes[0].title and not track.columns:
            return words("sheet.level", what=title, n=len(boxes), m=len(track.boxes))
        return words("sheet.marked", what=title, boxes=words("and").join(self._state(box, marks) for box in boxes))

    def _state(self, box: Box, marks: Marks) -> str:
        """Return the name of a box, with its content if it holds more than a mark."""
        name = self._names.text(box.title) if box.title else str(box.number)
        if box.kind == "mark":
            return name
        content = str(marks[box.id])
        title = next((self._names.text(option.title) for option in box.options if option.id == content), content)
        return self._names.messages("sheet.holds", box=name, what=title)

    def _new(self, boxes: Sequence[str]) -> str:
        """Return the edges and dots that point out new marks."""
        if not boxes:
            return ""
        names = self._names.messages("and").join(self._names.box(id_) for id_ in boxes)
        label = escape(self._names.messages("sheet.fresh", boxes=names))
        corners = [(self._places[id_].right - 1.2, self._places[id_].y + 1.2) for id_ in boxes]
        edges = "".join(border(self._places[id_]) for id_ in boxes)
        dots = "".join(circle(x, y, 4.2) for x, y in corners)
        hearts = "".join(circle(x, y, 1.6) for x, y in corners)
        return (
            f'<g role="img" aria-label="{label}">{stroke(edges, NEW, 1.5)}'
            f'<path fill="{NEW}" stroke="{PAPER}" d="{dots}"/><path fill="{PAPER}" d="{hearts}"/></g>'
        )

    def _open(self, boxes: Collection[str]) -> str:
        """Return the dashed edges of legal boxes; they have no names here, as the controls over them have."""
        if not boxes:
            return ""
        edges = "".join(border(self._places[id_].expand(-0.2)) for id_ in boxes)
        pluses = "".join(plus(self._free[id_]) for id_ in boxes)
        dashes = attributes(fill=OPEN, fill_opacity=0.08, stroke=OPEN, stroke_width=1.7, stroke_dasharray="4 2.4")
        return f'<g aria-hidden="true"><path{dashes} d="{edges}"/>{stroke(pluses, OPEN, 1.7)}</g>'


_DRAW = {
    ("mark",): InkSvg._crosses,
    ("mark2",): InkSvg._rings,
    ("choice",): InkSvg._choices,
    ("year", "number", "text"): InkSvg._texts,
}
"""Drawing method for each kind of box."""


def _inset(place: Rect, share: float) -> Rect:
    """Return a rectangle made smaller on each side by a share of its shorter side."""
    return place.expand(-share * min(place.width, place.height))
