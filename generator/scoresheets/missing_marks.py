"""Fewer marks than the game must have given: a reward is no choice, so its box stands filled where there was room.

Room only ever shrinks, so a track with an empty box at the end had one all along. It is left out of account where that
box has a need of its own, which may not have been met in time, and where nothing to be seen may still be an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.model.formula import State
from generator.model.sheet import Book, Box, Track
from generator.scoresheets.excess_marks import GivenIcons, given_icons, groups, subsets
from generator.scoresheets.flaw import Flaw

_SEEN = {"mark", "mark2", "year"}
"""Kinds of boxes that show that they are filled."""


class _Owed(NamedTuple):
    """Icons that something gave, and the tracks that they must be found on."""

    tracks: frozenset[str]
    number: int


def missing_marks(book: Book, state: State) -> Iterator[Flaw]:
    """The smallest sets of tracks that hold fewer marks than rewards must have filled."""
    tracks = [track for track in book.tracks.values() if track.filled_by]
    room = {track.id: free for track in tracks if (free := _room(track, state))}
    given = [
        each for each in given_icons(book, state, book.calculate(state)) if not (each.box and book.box(each.box).start)
    ]
    owed = [each for each in (_owed(one, tracks, room) for one in given) if each]
    for rivals in groups(tracks, book, ()):
        yield from _too_few(rivals, state, owed, room)


def _too_few(rivals: Sequence[Track], state: State, owed: Sequence[_Owed], room: Mapping[str, Box]) -> Iterator[Flaw]:
    found: list[set[str]] = []
    for some in subsets(rivals):
        ids = {track.id for track in some}
        count = sum(1 for track in some for box in track.boxes if state.get(box.id) and not box.start)
        least = sum(each.number for each in owed if each.tracks <= ids)
        if count < least and not any(less <= ids for less in found):
            found.append(ids)
            boxes = tuple(room[track.id].id for track in some if track.id in room)
            yield Flaw("owed", boxes, {"tracks": tuple(track.id for track in some), "count": count, "least": least})


def _owed(given: GivenIcons, tracks: Sequence[Track], room: Mapping[str, Box]) -> _Owed | None:
    """Where an icon must be found; None where it may have been lost, or have gone to no track at all."""
    reached: set[str] = set()
    for icon in given.icons:
        near = {track.id for track in tracks if icon in track.filled_by and _takes_from(track, given.box)}
        if near.isdisjoint(room):
            return None
        reached |= near
    return _Owed(frozenset(reached), given.number) if given.number else None


def _takes_from(track: Track, box: str) -> bool:
    return not track.filled_from or box in track.filled_from


def _room(track: Track, state: State) -> Box | None:
    """The empty box that was open to rewards all the time; None where there may not have been one."""
    if any(box.kind not in _SEEN for box in track.boxes):
        return None
    for box in track.boxes:
        if track.order == "row" and (box.needs or box.when):
            return None
        if not state.get(box.id) and not (box.needs or box.when):
            return box
    return None
