"""Find fewer marks than the game must have given: a reward is not a choice, so it fills a box if there was room.

Room only shrinks: a track with an empty box at the end had one all the time. A track is left out if that box has a
need, which may have been unmet in time, or if a filled box may look empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.model.formula import State
from generator.model.sheet import Book, Box, Track
from generator.scoresheets.excess_marks import GivenIcons, given_icons, groups, subsets
from generator.scoresheets.flaw import Flaw

_VISIBLE = {"mark", "mark2", "year"}
"""Kinds of boxes that look different when filled."""


class _Required(NamedTuple):
    """A number of marks that must be on some tracks."""

    tracks: frozenset[str]
    number: int


def missing_marks(book: Book, state: State) -> Iterator[Flaw]:
    """Yield the smallest sets of tracks with fewer marks than rewards must have filled."""
    tracks = [track for track in book.tracks.values() if track.filled_by]
    room = {track.id: free for track in tracks if (free := _room(track, state))}
    given = [
        each for each in given_icons(book, state, book.calculate(state)) if not (each.box and book.box(each.box).start)
    ]
    required = [each for each in (_required(one, tracks, room) for one in given) if each]
    for rivals in groups(tracks, book, ()):
        yield from _too_few(rivals, state, required, room)


def _too_few(
    rivals: Sequence[Track], state: State, required: Sequence[_Required], room: Mapping[str, Box]
) -> Iterator[Flaw]:
    found: list[set[str]] = []
    for some in subsets(rivals):
        ids = {track.id for track in some}
        count = sum(1 for track in some for box in track.boxes if state.get(box.id) and not box.start)
        least = sum(each.number for each in required if each.tracks <= ids)
        if count < least and not any(less <= ids for less in found):
            found.append(ids)
            boxes = tuple(room[track.id].id for track in some if track.id in room)
            yield Flaw("owed", boxes, {"tracks": tuple(track.id for track in some), "count": count, "least": least})


def _required(given: GivenIcons, tracks: Sequence[Track], room: Mapping[str, Box]) -> _Required | None:
    """Return the marks that an icon requires; None if it may have been lost or may have filled no track."""
    reached: set[str] = set()
    for icon in given.icons:
        near = {track.id for track in tracks if icon in track.filled_by and _takes_from(track, given.box)}
        if near.isdisjoint(room):
            return None
        reached |= near
    return _Required(frozenset(reached), given.number) if given.number else None


def _takes_from(track: Track, box: str) -> bool:
    return not track.filled_from or box in track.filled_from


def _room(track: Track, state: State) -> Box | None:
    """Return the empty box that rewards could always fill, or None."""
    if any(box.kind not in _VISIBLE for box in track.boxes):
        return None
    for box in track.boxes:
        if track.order == "row" and (box.needs or box.when):
            return None
        if not state.get(box.id) and not (box.needs or box.when):
            return box
    return None
