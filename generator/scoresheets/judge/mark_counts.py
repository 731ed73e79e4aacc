"""Find more marks on tracks than the game can have given, and fewer than it must have given.

Marks on tracks are compared with icons, bonuses and other sources. One icon may fill one of several tracks, and one box
may give one of several icons. By Hall's theorem it is enough to compare every set of competing tracks with all icons
that can reach any of them.

A reward is not a choice, so it fills a box if there was room. Room only shrinks: a track with an empty box at the end
had one all the time. A track is left out if that box has a need, which may have been unmet in time, or if a filled box
may look empty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from generator.model.formula import State
from generator.model.sheet import Book, Box, MarkSource, Track
from generator.scoresheets.flaw import Facts, Flaw

_MOST_RIVALS = 8
"""Largest group whose subsets are all tested; of larger groups only single tracks and the whole (2^n subsets)."""
_VISIBLE = {"mark", "mark2", "year"}
"""Kinds of boxes that look different when filled."""


MostGiven: TypeAlias = Callable[[tuple[str, ...], State], "int | None"]
"""Returns how many boxes of tracks can have been filled without an icon of a box, or None."""


class GivenIcons(NamedTuple):
    """Icons that a box or a bonus has given: `number` icons, each one of `icons`."""

    icons: frozenset[str]
    box: str
    """The box that gave it; empty for a bonus."""
    number: int


class _Required(NamedTuple):
    """The number of marks that must at least be on a set of tracks."""

    tracks: frozenset[str]
    number: int


def excess_marks(
    book: Book, state: State, most_given: MostGiven | None = None, *, absent: Collection[str] = ()
) -> Iterator[Flaw]:
    """Yield the smallest sets of tracks with more marks than can have been given.

    `most_given` may know a limit closer than that of a source, which holds for every year of the game.
    Tracks whose marks hang on `absent` boxes are left out.
    """
    supply = _Supply(book, state, most_given)

    def too_many(tracks: Sequence[Track]) -> Flaw | None:
        """Return a flaw for tracks with more marks together than they can have; else None."""
        count, most = supply.count(tracks), supply.most(tracks)
        facts: Facts = {"tracks": tuple(track.id for track in tracks), "count": count, "most": most}
        return Flaw("source", supply.last_boxes(tracks), facts) if count > most else None

    return _smallest_flaws(_without(book, supply.groups(), absent), too_many)


def missing_marks(
    book: Book, state: State, other_icons: Iterable[GivenIcons] = (), *, absent: Collection[str] = ()
) -> Iterator[Flaw]:
    """Yield the smallest sets of tracks with fewer marks than rewards, and `other_icons`, must have filled.

    Tracks whose marks hang on `absent` boxes are left out.
    """
    demand = _Demand(book, state, other_icons)

    def too_few(tracks: Sequence[Track]) -> Flaw | None:
        """Return a flaw for tracks with fewer marks together than they must have; else None."""
        count, least = demand.count(tracks), demand.least(tracks)
        facts: Facts = {"tracks": tuple(track.id for track in tracks), "count": count, "least": least}
        return Flaw("owed", demand.free_boxes(tracks), facts) if count < least else None

    return _smallest_flaws(_without(book, demand.groups(), absent), too_few)


def unexplained_marks(
    book: Book, state: State, icon: str, most_given: MostGiven, other_icons: Iterable[GivenIcons]
) -> tuple[int, int | None]:
    """Return the least and the most marks that only icons of one kind from no box can have made.

    `most_given` and `other_icons` are given without these icons. There is no most where some may have been lost.
    """
    supply, demand = _Supply(book, state, most_given), _Demand(book, state, other_icons)
    # Such marks may lie on any track that takes the icon.
    near = {track.id for track in demand.tracks if can_fill((icon,), "", track)}
    sets = [{track.id: track for track in tracks} for group in supply.groups() for tracks in _subsets(group)]
    least = max((supply.count(tracks) - supply.most(tracks) for tracks in _sets_with(sets, near)), default=0)
    if near.isdisjoint(demand.room):
        return max(0, least), None
    sets = [{track.id: track for track in tracks} for group in demand.groups() for tracks in _subsets(group)]
    free = min(demand.count(tracks) - demand.least(tracks) for tracks in _sets_with(sets, near, whole=True))
    return max(0, least), free


def rival_tracks(book: Book, tracks: Collection[str]) -> set[str]:
    """Return `tracks`, and the tracks that compete with them for icons."""
    filled = [track for track in book.tracks.values() if track.filled_by]
    groups = [{track.id for track in group} for group in _groups(filled, book, _sources(book))]
    return set().union(*(group for group in groups if not group.isdisjoint(tracks)), tracks)


def _without(book: Book, groups: Iterable[list[Track]], absent: Collection[str]) -> list[list[Track]]:
    """Return the groups of tracks whose marks hang on no absent box."""
    return [group for group in groups if not absent or _boxes_behind(book, group).isdisjoint(absent)]


def _boxes_behind(book: Book, tracks: Collection[Track]) -> set[str]:
    """Return the ids of the boxes of tracks, and of those that may have given them marks."""
    ids, icons = {track.id for track in tracks}, {icon for track in tracks for icon in track.filled_by}
    boxes = {box.id for track in tracks for box in track.boxes}
    boxes |= {box.id for box in book.boxes.values() if not icons.isdisjoint((*box.gains, *box.one_of))}
    bonuses = (bonus for sheet in book.sheets for bonus in sheet.bonuses if bonus.gains in icons)
    sources = (source for source in _sources(book) if not ids.isdisjoint(source.tracks))
    boxes = boxes.union(*(book.boxes_counted(bonus.value) for bonus in bonuses))
    return boxes.union(*(book.boxes_of(source.most) for source in sources))


def _sources(book: Book) -> list[MarkSource]:
    """Return the rules of all sheets that limit how many marks some tracks can get."""
    return [source for sheet in book.sheets for source in sheet.sources]


class _Supply:
    """The marks of tracks that can be counted, and the most that can have been given for them."""

    def __init__(self, book: Book, state: State, most_given: MostGiven | None) -> None:
        """Take a sheet, and limits that its years set: `most_given` is None where there are none."""
        self._book, self._state = book, state
        values = book.calculate(state)
        self._given = list(_given_icons(book, state, values))
        self._sources = [
            (
                source,
                _most_of(source.most.value(state, values), most_given(source.tracks, state) if most_given else None),
            )
            for source in _sources(book)
        ]
        later = later_icons(book)
        self._tracks = [track for track in book.tracks.values() if _is_bounded(track, later, self._sources)]

    def groups(self) -> list[list[Track]]:
        """Return the tracks that can be judged, in groups that compete for icons."""
        return _groups(self._tracks, self._book, [source for source, _ in self._sources])

    def count(self, tracks: Collection[Track]) -> int:
        """Return the number of marks on tracks that must have been given."""
        return sum(len(self._marked(track)) for track in tracks)

    def most(self, tracks: Collection[Track]) -> int:
        """Return the most marks that icons and other sources can have given for tracks together."""
        icons = sum(
            icon.number for icon in self._given if any(can_fill(icon.icons, icon.box, track) for track in tracks)
        )
        return icons + _most_from_sources({track.id for track in tracks}, self._sources)

    def last_boxes(self, tracks: Collection[Track]) -> tuple[str, ...]:
        """Return the ids of the last marked box of each track, where a mark may be too many."""
        return tuple(self._marked(track)[-1] for track in tracks if self._marked(track))

    def _marked(self, track: Track) -> list[str]:
        """Return the ids of the marked boxes of a track that only icons and rules fill."""
        return [box.id for box in track.boxes if _is_given(box) and self._state.get(box.id)]


class _Demand:
    """The marks of tracks that icons fill, and the least that rewards must have made."""

    def __init__(self, book: Book, state: State, other_icons: Iterable[GivenIcons]) -> None:
        """Take a sheet, and icons that it must have got from elsewhere than its boxes."""
        self._book, self._state = book, state
        self.tracks = [track for track in book.tracks.values() if track.filled_by]
        self.room = {track.id: free for track in self.tracks if (free := free_box(track, state))}
        icons = [*_given_icons(book, state, book.calculate(state)), *other_icons]
        # A box that is printed as marked has given nothing.
        rewards = (icon for icon in icons if not (icon.box and book.box(icon.box).start))
        self._required = [marks for marks in (_required(icon, self.tracks, self.room) for icon in rewards) if marks]

    def groups(self) -> list[list[Track]]:
        """Return the tracks that icons fill, in groups that compete for them."""
        return _groups(self.tracks, self._book, ())

    def count(self, tracks: Collection[Track]) -> int:
        """Return the number of marks on tracks, without those that are printed."""
        return sum(1 for track in tracks for box in track.boxes if self._state.get(box.id) and not box.start)

    def least(self, tracks: Collection[Track]) -> int:
        """Return the least marks that rewards must have made on tracks together."""
        ids = {track.id for track in tracks}
        return sum(marks.number for marks in self._required if marks.tracks <= ids)

    def free_boxes(self, tracks: Collection[Track]) -> tuple[str, ...]:
        """Return the id of the box of each track that a reward could have filled."""
        return tuple(self.room[track.id].id for track in tracks if track.id in self.room)


def _most_of(by_source: int, by_years: int | None) -> int:
    """Return the smaller of two limits, at least 0; the second may be None."""
    return max(0, by_source if by_years is None else min(by_source, by_years))


def _smallest_flaws(groups: list[list[Track]], test: Callable[[Sequence[Track]], Flaw | None]) -> Iterator[Flaw]:
    """Yield the flaws of the smallest sets of tracks (rows of boxes on a sheet) that fail a test.

    A group has the tracks that compete for the same items.
    """
    for rivals in groups:
        flawed: list[set[str]] = []
        for tracks in _subsets(rivals):
            ids = {track.id for track in tracks}
            if not any(less <= ids for less in flawed) and (flaw := test(tracks)):
                flawed.append(ids)
                yield flaw


def _subsets(rivals: Sequence[Track]) -> Iterator[tuple[Track, ...]]:
    """Yield the sets of competing tracks that are tested, smaller ones first."""
    sizes = range(1, len(rivals) + 1) if len(rivals) <= _MOST_RIVALS else (1, len(rivals))
    return (tracks for size in sizes for tracks in combinations(rivals, size))


def _sets_with(
    sets: Iterable[Mapping[str, Track]], tracks: Collection[str], *, whole: bool = False
) -> Iterator[Collection[Track]]:
    """Yield the sets that contain one of `tracks`; with `whole`, all of them."""
    for rivals in sets:
        if rivals.keys() >= set(tracks) if whole else not rivals.keys().isdisjoint(tracks):
            yield rivals.values()


def _given_icons(book: Book, state: State, values: Mapping[str, int]) -> Iterator[GivenIcons]:
    """Yield the icons that filled boxes have given at once, and the icons of bonuses on the current values."""
    for box in [box for box in book.boxes.values() if state.get(box.id)]:
        for icon in box.gains:
            yield GivenIcons(frozenset((icon,)), box.id, 1)
        if box.one_of:
            yield GivenIcons(frozenset(box.one_of), box.id, 1)
    for bonus in [bonus for sheet in book.sheets for bonus in sheet.bonuses]:
        count = values[bonus.value] if bonus.value in values else book.value(bonus.value, state)
        yield GivenIcons(frozenset((bonus.gains,)), "", max(0, count))


def can_fill(icons: Iterable[str], box: str, track: Track) -> bool:
    """Return whether one of `icons` fills a track; `box` is the id of the box that gives it, or empty."""
    return not set(track.filled_by).isdisjoint(icons) and (not track.filled_from or box in track.filled_from)


def _is_given(box: Box) -> bool:
    """Return whether only icons and rules fill a box: one that is paid for can be filled as often as a player pays."""
    return not box.costs and not box.start


def _is_bounded(track: Track, later: set[str], sources: Iterable[tuple[MarkSource, int]]) -> bool:
    """Return whether the marks of a track can be counted.

    So it is where a source names the track, or where only filled boxes give its icons, once each.
    """
    # Icons that come every year cannot be counted, unless a rule of the sheet limits their marks.
    is_named = any(track.id in source.tracks for source, _ in sources)
    return is_named or (bool(track.filled_by) and later.isdisjoint(track.filled_by))


def later_icons(book: Book) -> set[str]:
    """Return the icons that boxes give every year, or only when something happens."""
    later: set[str] = set()
    for box in book.boxes.values():
        later.update(box.yearly, box.yearly_one_of, *(icons for _, icons in box.outcomes))
    return later


def _most_from_sources(ids: set[str], sources: Sequence[tuple[MarkSource, int]]) -> int:
    """Return the most marks that sources other than icons can give: the tightest sources that cover the tracks."""
    bound = {id_ for source, _ in sources for id_ in source.tracks} & ids
    near = [(bound.intersection(source.tracks), most) for source, most in sources if bound.intersection(source.tracks)]
    # Smallest sum of limits for each set of tracks that some sources cover together.
    best = {frozenset[str](): 0}
    for covers, most in near:
        for have, sum_ in list(best.items()):
            more = have | covers
            best[more] = min(best.get(more, sum_ + most), sum_ + most)
    return best[frozenset(bound)]


def _groups(tracks: Sequence[Track], book: Book, sources: Sequence[MarkSource]) -> list[list[Track]]:
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
    """Return each icon, and each choice of icons that a box gives: tracks that take one of a set compete for it."""
    icons = {frozenset((icon,)) for track in book.tracks.values() for icon in track.filled_by}
    return icons | {frozenset(box.one_of) for box in book.boxes.values() if box.one_of}


def _required(reward: GivenIcons, tracks: Sequence[Track], room: Mapping[str, Box]) -> _Required | None:
    """Return the marks that an icon must have made on some tracks together.

    None if the icon may have been lost on a full track, or may have filled none.
    """
    reached: set[str] = set()
    for icon in reward.icons:
        near = {track.id for track in tracks if can_fill((icon,), reward.box, track)}
        # A full track takes no icon, so the icon may have been lost.
        if near.isdisjoint(room):
            return None
        reached |= near
    return _Required(frozenset(reached), reward.number) if reward.number else None


def free_box(track: Track, state: State) -> Box | None:
    """Return the empty box of a track that a reward could have filled at any time; None without one."""
    if any(box.kind not in _VISIBLE for box in track.boxes):
        return None
    for box in track.boxes:
        # A box that was closed at the time keeps the whole row behind it closed.
        if track.order == "row" and (box.needs or box.when):
            return None
        if not state.get(box.id) and not (box.needs or box.when):
            return box
    return None
