"""What the rules of a sheet say of numbers in its boxes: which can stand together, and which one box can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from generator.model.sheet import Box, Sheet, Track


def contradicted(sheet: Sheet, numbers: Mapping[str, int], free: Collection[str] = ()) -> Iterator[str]:
    """Yield the boxes whose numbers cannot all stand on one sheet: years that fall along a row, or are too many.

    Tracks of `free` are filled in any order, even if they are printed as a row.
    """
    for track in sheet.tracks:
        years = [box.id for box in track.boxes if box.kind == "year" and box.id in numbers]
        is_rising = track.order == "row" and track.id not in free
        for first, second in combinations(years if is_rising else (), 2):
            if numbers[first] > numbers[second]:
                yield from (first, second)
    for limit in sheet.limits:
        counts = Counter(numbers[id_] for id_ in limit.boxes if id_ in numbers)
        yield from (id_ for id_ in limit.boxes if id_ in numbers and counts[numbers[id_]] > limit.most)


def allowed_numbers(sheet: Sheet, id_: str, numbers: Mapping[str, int], free: Collection[str] = ()) -> frozenset[int]:
    """Return the numbers that the rules leave for a box, by the numbers of other boxes.

    Tracks of `free` are filled in any order, even if they are printed as a row.
    """
    track = next(track for track in sheet.tracks if any(box.id == id_ for box in track.boxes))
    box = next(box for box in track.boxes if box.id == id_)
    limits = [limit for limit in sheet.limits if id_ in limit.boxes]
    # A box that was read already does not forbid its own number.
    neighbours = {other: number for other, number in numbers.items() if other != id_}
    least, most = box.least, box.most
    if box.kind == "year" and track.order == "row" and track.id not in free:
        alike = min((limit.most for limit in limits), default=len(track.boxes))
        least, most = _rising_bounds(track, box, neighbours, alike)
    counts = [
        (Counter(neighbours[other] for other in limit.boxes if other in neighbours), limit.most) for limit in limits
    ]
    return frozenset(
        number for number in range(least, most + 1) if all(count[number] < limit for count, limit in counts)
    )


def _rising_bounds(track: Track, box: Box, numbers: Mapping[str, int], alike: int) -> tuple[int, int]:
    """Return the least and the largest year of a box in a row without gaps; so many boxes may have the same year."""
    years = [(other.number - box.number, numbers[other.id]) for other in track.boxes if other.id in numbers]
    # Between two boxes of such a row all are filled, so that years rise by the boxes between them.
    before = [year + -steps // alike for steps, year in years if steps < 0]
    after = [year - steps // alike for steps, year in years if steps > 0]
    return max([box.least + (box.number - 1) // alike, *before]), min([box.most, *after])
