"""Find more marks than the game can have given: marks on tracks against icons, bonuses and other sources.

One icon may fill one of several tracks, and one box may give one of several icons. By Hall's theorem it is enough to
compare every set of competing tracks with all icons that can reach any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from generator.model.formula import State
from generator.model.sheet import Book, Box, MarkSource, Track
from generator.scoresheets.flaw import Flaw

_MOST_RIVALS = 8
"""Largest group whose subsets are all tested; of larger groups only single tracks and the whole (2^n subsets)."""


class GivenIcons(NamedTuple):
    """Icons that a box or a bonus has given: `number` icons, each one of `icons`."""

    icons: frozenset[str]
    box: str
    """The box that gave it; empty for a bonus."""
    number: int


def excess_marks(book: Book, state: State) -> Iterator[Flaw]:
    """Yield the smallest sets of tracks with more marks than can have been given."""
    known = book.calculate(state)
    given = list(given_icons(book, state, known))
    sources = [(source, max(0, source.most.value(state, known))) for sheet in book.sheets for source in sheet.sources]
    later = _later_icons(book)
    bounded = [track for track in book.tracks.values() if _is_bounded(track, later, sources)]
    for rivals in groups(bounded, book, [source for source, _ in sources]):
        yield from _too_many(rivals, state, given, sources)


def _too_many(
    rivals: Sequence[Track], state: State, given: Sequence[GivenIcons], sources: Sequence[tuple[MarkSource, int]]
) -> Iterator[Flaw]:
    found: list[set[str]] = []
    for some in subsets(rivals):
        ids = {track.id for track in some}
        marked = [[box.id for box in track.boxes if is_given(box) and state.get(box.id)] for track in some]
        count, most = sum(map(len, marked)), sum(each.number for each in given if _reaches(each, some))
        most += _most_from_sources(ids, sources)
        if count > most and not any(less <= ids for less in found):
            found.append(ids)
            last = tuple(boxes[-1] for boxes in marked if boxes)
            yield Flaw("source", last, {"tracks": tuple(track.id for track in some), "count": count, "most": most})


def subsets(rivals: Sequence[Track]) -> Iterable[tuple[Track, ...]]:
    """Return the sets of tracks to test, the smallest first."""
    sizes = range(1, len(rivals) + 1) if len(rivals) <= _MOST_RIVALS else (1, len(rivals))
    return (some for size in sizes for some in combinations(rivals, size))


def given_icons(book: Book, state: State, known: Mapping[str, int]) -> Iterator[GivenIcons]:
    """Yield the icons that filled boxes have given at once, and those of bonuses on the current values."""
    for box in [box for box in book.boxes.values() if state.get(box.id)]:
        for icon in box.gains:
            yield GivenIcons(frozenset((icon,)), box.id, 1)
        if box.one_of:
            yield GivenIcons(frozenset(box.one_of), box.id, 1)
    for bonus in [bonus for sheet in book.sheets for bonus in sheet.bonuses]:
        count = known[bonus.value] if bonus.value in known else book.value(bonus.value, state)
        yield GivenIcons(frozenset((bonus.gains,)), "", max(0, count))


def _reaches(given: GivenIcons, tracks: Iterable[Track]) -> bool:
    return any(
        not given.icons.isdisjoint(track.filled_by) and (not track.filled_from or given.box in track.filled_from)
        for track in tracks
    )


def is_given(box: Box) -> bool:
    """Whether only icons and rules fill a box: one that is paid for can be filled as often as a player pays."""
    return not box.costs and not box.start


def _is_bounded(track: Track, later: set[str], sources: Iterable[tuple[MarkSource, int]]) -> bool:
    """Whether the marks of a track can be counted: a source names it, or only filled boxes give its icons, once."""
    if any(track.id in source.tracks for source, _ in sources):
        return True
    return bool(track.filled_by) and later.isdisjoint(track.filled_by)


def _later_icons(book: Book) -> set[str]:
    """Return the icons that boxes give every year, or only when something happens."""
    found: set[str] = set()
    for box in book.boxes.values():
        found.update(box.yearly, box.yearly_one_of, *(icons for _, icons in box.outcomes))
    return found


def _most_from_sources(ids: set[str], sources: Sequence[tuple[MarkSource, int]]) -> int:
    """Return the most marks that sources other than icons can give: the tightest sources that cover the tracks."""
    bound = {id_ for source, _ in sources for id_ in source.tracks} & ids
    near = [(bound.intersection(source.tracks), most) for source, most in sources if bound.intersection(source.tracks)]
    best = {frozenset[str](): 0}
    for covers, most in near:
        for have, sum_ in list(best.items()):
            more = have | covers
            best[more] = min(best.get(more, sum_ + most), sum_ + most)
    return best[frozenset(bound)]


def groups(tracks: Sequence[Track], book: Book, sources: Sequence[MarkSource]) -> list[list[Track]]:
    """Return the tracks in groups that share icons, a box with a choice of icons, or a source."""
    links = [
        {track.id for track in tracks if not icons.isdisjoint(track.filled_by)} for icons in _competing_icons(book)
    ]
    links += [set(source.tracks) for source in sources]
    groups: list[set[str]] = [{track.id} for track in tracks]
    for link in links:
        joined = [group for group in groups if group & link]
        groups = [group for group in groups if not group & link] + ([set().union(*joined)] if joined else [])
    return [[track for track in tracks if track.id in group] for group in groups]


def _competing_icons(book: Book) -> set[frozenset[str]]:
    icons = {frozenset((icon,)) for track in book.tracks.values() for icon in track.filled_by}
    return icons | {frozenset(box.one_of) for box in book.boxes.values() if box.one_of}
