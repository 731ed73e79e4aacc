"""Tell where a photo lacks print of its page or shows more: covered boxes, other editions, screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from generator.base.records import dataclass
from generator.scoresheets.photos.blank_page import BoxRect
from generator.scoresheets.photos.image_filters import label_areas
from generator.scoresheets.photos.ink_map import InkMap
from generator.scoresheets.photos.plane_geometry import Array

_BLOCK = 24
"""Half the side, in pixels, of the squares whose print is compared: a label, or the sign in a box."""
_LEAST = 0.03
"""Mean darkness of the lines of a square from which it counts as printed."""
_ABSENT = 0.35
"""Share of the print of a square from which it is absent: blurred and bent photos of the page reach 0.32."""
_ABSENT_BOX = 0.2
"""The same of the print of a box, its line included; they reach 0.16."""
_BESIDE = 4
"""Pixels around a box that belong to its line."""
_COVERED = 2
"""Boxes that one thing covers at most: correction tape over a mark reaches over the next box, too."""
_FREE = 0.9
"""Trust from which a pixel is beside all print."""
_INK, _PATTERN = 0.15, 0.1
"""Darkness of a line, and the share of a block of paper from which lines may be a pattern."""
_MOST = 0.12
"""Share of such blocks from which a pattern lies over the paper: noise gives 0.03, lines of a screen some 0.8."""


@dataclass(frozen=True, slots=True)
class PrintCheck:
    """Where a photo lacks print."""

    boxes: frozenset[str]
    """Boxes without their print; what they hold can only be asked for."""
    is_other: bool
    """Whether print is absent in other places too: the sheet is of another edition."""


def check_print(ink: InkMap, boxes: Mapping[str, BoxRect]) -> PrintCheck:
    """Return where a photo lacks the print of a page with some boxes."""
    areas = _absent_areas(ink, boxes)
    within = [[id_ for id_, rect in boxes.items() if _holds(area, rect)] for area in areas]
    absent = {id_ for id_, rect in boxes.items() if _absent_share(ink, rect) > _ABSENT_BOX}.union(*within)
    is_other = len(areas) > 1 or [] in within or len(absent) > _COVERED
    return PrintCheck(frozenset(absent), is_other)


def has_pattern(ink: InkMap, places: Iterable[BoxRect]) -> bool:
    """Return whether a pattern, lines of a screen or grain, covers the paper outside the places for writing."""
    is_free = ink.trust > _FREE
    for x1, y1, x2, y2 in places:
        is_free[_around((x1, y1, x2, y2))] = False
    free, lines = (_block_sums(mask.astype(np.float32)) for mask in (is_free, is_free & (ink.strokes > _INK)))
    is_paper = free > _BLOCK**2 / 2
    return bool((lines[is_paper] > _PATTERN * free[is_paper]).sum() > _MOST * max(is_paper.sum(), 1))


def _absent_share(ink: InkMap, rect: BoxRect) -> float:
    """Return how much of the print of a box the photo lacks, from 0 to 1."""
    area = _around(rect)
    return float(ink.absent[area].sum() / max(ink.printed[area].sum(), 1))


def _around(rect: BoxRect) -> tuple[slice, slice]:
    """Return the pixels of a box and of its line."""
    x1, y1, x2, y2 = map(round, rect)
    return np.s_[max(0, y1 - _BESIDE) : y2 + _BESIDE + 1, max(0, x1 - _BESIDE) : x2 + _BESIDE + 1]


def _absent_areas(ink: InkMap, boxes: Mapping[str, BoxRect]) -> list[Array]:
    """Return the areas without print, as the middles of their squares, x before y.

    Above and below the boxes are titles, marks and notes, which may differ from print to print.
    """
    printed, absent = _square_sums(ink.printed), _square_sums(ink.absent)
    labels = label_areas((printed > _LEAST * (2 * _BLOCK) ** 2) & (absent > _ABSENT * printed))
    top, bottom = min(rect[1] for rect in boxes.values()), max(rect[3] for rect in boxes.values())
    numbers: list[int] = np.unique(labels[labels > 0]).tolist()
    areas: list[Array] = [_BLOCK * (np.argwhere(labels == number)[:, ::-1] + 1) for number in numbers]
    return [area for area in areas if top < area[:, 1].mean() < bottom]


def _square_sums(values: Array) -> Array:
    """Return the sums of squares that overlap by half."""
    blocks = _block_sums(values)
    return blocks[:-1, :-1] + blocks[1:, :-1] + blocks[:-1, 1:] + blocks[1:, 1:]


def _block_sums(values: Array) -> Array:
    """Return the sums of blocks, without those that the edge cuts."""
    rows, columns = (side // _BLOCK for side in values.shape)
    return values[: rows * _BLOCK, : columns * _BLOCK].reshape(rows, _BLOCK, columns, _BLOCK).sum((1, 3))


def _holds(area: Array, rect: BoxRect) -> bool:
    """Return whether the middle of a square of an area lies in a box or on its line."""
    x1, y1, x2, y2 = rect
    x, y = area.T
    return bool(((x > x1 - _BESIDE) & (x < x2 + _BESIDE) & (y > y1 - _BESIDE) & (y < y2 + _BESIDE)).any())
