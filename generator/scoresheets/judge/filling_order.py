"""Boxes that only their own rewards, or those of what they open, make possible.

A sheet shows no order of moves, but there must be one. The marks are made anew in any order that works: a box is filled
once its needs are met, and a track that only takes icons or payments is filled no further than payments and the icons
of boxes filled by then reach. Boxes that stay empty hold each other up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from generator.model.formula import State
from generator.model.sheet import Book, Box, Need, Track
from generator.scoresheets.flaw import Facts, Flaw
from generator.scoresheets.judge.mark_counts import can_fill, free_box


class _Stuck(NamedTuple):
    """A box that cannot be filled before what it needs, and its unmet needs, which are met on the sheet."""

    box: Box
    needs: tuple[Need, ...]


def circular_boxes(book: Book, state: State, free: Collection[str] = ()) -> Iterator[Flaw]:
    """Yield a flaw for each need that only its own gains meet, with the boxes that have it.

    Tracks of `free` are filled in any order.
    """
    marks = _MarkOrder(book, state, free)
    filled = marks.refill()
    stuck = [place for place in marks.stuck(filled) if place.needs]
    if not stuck:
        return
    # boxes that hang on others are mended with those
    circular = [place for place in stuck if not marks.unmet(place.box, marks.refill(place.box))]
    boxes: dict[Need, list[str]] = {}
    for box, needs in circular or stuck:
        boxes.setdefault(needs[0], []).append(box.id)
    for need, behind in boxes.items():
        facts: Facts = {"value": need.value, "least": need.least, "has": book.value(need.value, filled)}
        yield Flaw("circular", tuple(behind), facts)


class _MarkOrder:
    """The marks of a sheet, and how they can have been made one after the other."""

    def __init__(self, book: Book, state: State, free: Collection[str]) -> None:
        """Take the marks of a sheet; tracks of `free` are filled in any order."""
        self._book, self._state, self._free = book, state, free
        self._marked = {
            track.id: [box for box in track.boxes if state.get(box.id)]
            for track in book.tracks.values()
            if any(map(state.get, (box.id for box in track.boxes)))
        }
        self._takers = [track for track in book.tracks.values() if track.filled_by and free_box(track, state)]
        icons = Counter(id_ for boxes in self._marked.values() for box in boxes for id_ in self._filled_by(box))
        self._paid = {track.id: max(0, len(self._marked.get(track.id, ())) - icons[track.id]) for track in self._takers}
        """Marks of tracks with room that no icon of a box has made."""

    def refill(self, forced: Box | None = None) -> dict[str, int | str]:
        """Return the marks that can be made in some order; `forced` is made without its needs."""
        boxes = [box for marked in self._marked.values() for box in marked]
        filled = {box.id: self._state[box.id] for box in boxes if box.start or box is forced}
        before = -1
        # A mark on one track may meet the needs of boxes on another, so repeat until nothing is added.
        while before < len(filled):
            before = len(filled)
            reach = self._reach(filled)
            for id_, marked in self._marked.items():
                self._fill_track(self._book.track(id_), marked, filled, reach.get(id_))
        return filled

    def stuck(self, filled: State) -> Iterator[_Stuck]:
        """Yield the marked boxes that are not in `filled`, with the needs that hold them back."""
        for box in (box for marked in self._marked.values() for box in marked if box.id not in filled):
            levels = [need for need in self.unmet(box, filled) if need.value not in self._book.boxes]
            yield _Stuck(box, tuple(need for need in levels if self._is_met(need, self._state)))

    def unmet(self, box: Box, filled: State) -> list[Need]:
        """Return the needs of a box that a state does not meet: least values that its rules ask for."""
        return [need for need in box.needs if not self._is_met(need, filled)]

    def _fill_track(self, track: Track, marked: list[Box], filled: dict[str, int | str], reach: int | None) -> None:
        """Add marks of one track that can be made now; `reach` is the most marks it can have, None for any number."""
        # On a row nothing behind an unmet need can be filled, elsewhere the next box may be.
        is_row = track.order == "row" and track.id not in self._free
        count = sum(1 for box in marked if box.id in filled)
        for box in [box for box in marked if box.id not in filled]:
            if reach is not None and count >= reach:
                return
            if not self.unmet(box, filled):
                filled[box.id] = self._state[box.id]
                count += 1
            elif is_row:
                return

    def _reach(self, filled: State) -> dict[str, int]:
        """Return how far the tracks with room can be filled by payments, and by icons of filled boxes."""
        icons = Counter(id_ for box in filled for id_ in self._filled_by(self._book.box(box)))
        return {id_: paid + icons[id_] for id_, paid in self._paid.items()}

    def _filled_by(self, box: Box) -> Iterator[str]:
        """Yield the id of a track for each icon of a box that can only have filled that track."""
        for icon in box.gains if not box.start else ():
            near = [track.id for track in self._book.tracks.values() if can_fill((icon,), box.id, track)]
            # An icon that another track takes too, or that was lost on a full one, may have gone there.
            if len(near) == 1 and near[0] in {track.id for track in self._takers}:
                yield near[0]

    def _is_met(self, need: Need, state: State) -> bool:
        """Return whether the value that a box needs is large enough in a state."""
        return self._book.value(need.value, state) >= need.least
