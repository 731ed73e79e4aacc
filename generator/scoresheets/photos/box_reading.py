"""Tell from the ink in a box whether it is marked, and which boxes have to be looked at by a person."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from generator.base.records import dataclass
from generator.model.sheet import Book, Box, Track
from generator.scoresheets.photos.blank_page import BoxRect
from generator.scoresheets.photos.ink_map import InkMap
from generator.scoresheets.photos.plane_geometry import Array

_DARK = 0.15
"""Darkness beyond the print that counts as ink: pale pencil reaches 0.3, creases and shade stay below 0.1."""
_INSET = 2.0
"""Pixels at the edges of a box that are not read: its line lies there."""
_EMPTY, _MARKED = 0.014, 0.045
"""Shares of a box that are covered by lines of a pen: surely empty below the first, surely marked above the second.

On photos made with other seeds than those of the tests, print that was laid beside itself reached 0.03 in empty boxes;
one mark in a hundred has less than 0.045, all of them in pale pencil.
"""
_SHADED, _CORE = 0.08, 0.1
"""Shares of darkness, of a box and of its middle, without lines from which a box is asked for.

A box that is filled in with pale pencil has no lines, nor has the edge of a shadow.
"""
_PALE = 0.02
"""Share of darkness of a mark: lines without it are print that was laid beside itself."""
_RING = 0.05
"""Share of lines of a ring around a circle. The edge of a shadow across an empty one reaches 0.04."""
_PALE_RING = 0.0035, 0.008
"""Shares of lines and of darkness of a ring in pale pencil, which is asked for. Empty circles have 0.003 and 0.001."""
_FAINT = (0.12, 0.015), (0.1, 0.03)
"""Darknesses, and shares of a box from which lines as dark may be thin pencil in bad light, which is asked for.

Of 1900 empty boxes in such light eight reach one of the shares; in good light none does.
"""
_SPECKED = 0.01
"""Share of darkness, and of lines of the second darkness, that together may be such a mark too."""
_ON_PRINT = 0.8
"""Share of the lines of a box that lie on those of the print from which they may be print that was copied darker.

Of marks 0.6 lie there at most.
"""
_BEYOND = 0.02
"""Share of the lines of a mark that lie beyond the middle of its box at least, to each side."""
_BAND = 3
"""Pixels beside the edge of a box that lines running over it cross."""
_CIRCLED, _FILLED = 0.05, 0.5
"""Shares of the middle of a circle that are covered at most where it is empty, and at least where it is filled in."""


@dataclass(frozen=True, slots=True)
class BoxInk:
    """Shares of a box, from 0 to 1."""

    dark: float
    """Share that is darker than the print."""
    strokes: float
    """Share that is covered by lines of a pen."""
    core: float
    """Share of the middle that is dark."""
    is_aside: bool = False
    """Whether its lines run over an edge and not to the middle: they belong to the mark of a neighbour."""
    is_faint: bool = False
    """Whether lines that are too pale for a mark may be one all the same."""
    is_print: bool = False
    """Whether its lines lie on those of the print, as on a copy that made pale print dark."""


@dataclass(frozen=True, slots=True)
class BoxReadings:
    """States of the boxes of a photo."""

    states: Mapping[str, int]
    """States by the id of the box, without those that are asked for."""
    questions: tuple[str, ...]
    """Boxes of which a person has to say what they hold, in the order of the sheet."""


def box_ink(ink: InkMap, rect: BoxRect) -> BoxInk:
    """Return the shares of a box that are dark, that lines of a pen cover, and that are dark in its middle."""
    x1, y1, x2, y2 = rect
    rows = np.arange(max(0, round(y1 + _INSET)), min(ink.darkness.shape[0], round(y2 - _INSET)))
    columns = np.arange(max(0, round(x1 + _INSET)), min(ink.darkness.shape[1], round(x2 - _INSET)))
    area: Array = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    covered, trust = ink.darkness[area] > _DARK, ink.trust[area]
    down = (rows - (y1 + y2) / 2) / ((y2 - y1) / 2)
    across = (columns - (x1 + x2) / 2) / ((x2 - x1) / 2)
    distance = np.hypot(across[None, :], down[:, None])

    strokes = trust * (ink.strokes[area] > _DARK)
    weight, middle = trust.sum(), trust * (distance < 0.5)
    # A box of which nothing can be trusted says nothing.
    weight = max(weight, 3)
    dark = float((trust * covered).sum() / weight)
    faint = [float((trust * (ink.strokes[area] > darkness)).sum() / weight) for darkness, _ in _FAINT]
    return BoxInk(
        dark,
        float(strokes.sum() / weight),
        float((middle * covered).sum() / max(middle.sum(), 3)),
        _is_aside(strokes),
        any(share > least for share, (_, least) in zip(faint, _FAINT, strict=True)) or min(dark, faint[-1]) > _SPECKED,
        float(strokes[ink.is_near_line[area]].sum()) > _ON_PRINT * float(strokes.sum()),
    )


def _is_aside(strokes: Array) -> bool:
    """Return whether lines come in over an edge of a box and end before its middle."""
    total = strokes.sum()
    # Turned four times, each edge is once the first row.
    return bool(total) and any(
        turned[len(turned) // 2 :].sum() < _BEYOND * total and bool(turned[:_BAND].any())
        for turned in (strokes, strokes[::-1], strokes.T, strokes.T[::-1])
    )


def read_boxes(book: Book, inks: Mapping[str, BoxInk], covered: Collection[str] = ()) -> BoxReadings:
    """Return the states of boxes by the ink measured in them, and the boxes that a person has to look at.

    Boxes that are `covered` have to be looked at, whatever ink lies there.
    """
    states: dict[str, int] = {}
    questions: list[str] = []
    for track in (track for sheet in book.sheets for track in sheet.tracks):
        inked = {box.id: _state(box, inks[box.id]) for box in track.boxes if box.id in inks}
        readings = inked | dict.fromkeys(inked.keys() & covered)
        for id_, state in _settled(track, readings).items():
            if state is None or id_ in covered:
                questions.append(id_)
            else:
                states[id_] = state
    return BoxReadings(states, tuple(questions))


def _state(box: Box, ink: BoxInk) -> int | None:
    """Return the state of a box; None if it is in doubt, or holds writing."""
    if (ink.is_aside or ink.is_print) and ink.strokes >= _EMPTY:
        return None
    if ink.strokes < _EMPTY:
        is_pale_ring = box.kind == "mark2" and ink.strokes > _PALE_RING[0] and ink.dark > _PALE_RING[1]
        is_shaded = ink.dark >= _SHADED or ink.core >= _CORE
        return None if is_shaded or is_pale_ring or ink.is_faint else 0
    if box.kind == "mark":
        return 1 if ink.strokes > _MARKED and ink.dark > _PALE else None
    if box.kind == "mark2":
        if ink.core > _FILLED:
            return 2
        return 1 if ink.core < _CIRCLED and ink.strokes > _RING else None
    return None


def _settled(track: Track, readings: Mapping[str, int | None]) -> Mapping[str, int | None]:
    """Return the states of the boxes of a track; None where a person has to look.

    In a row, which is filled from its start, boxes before and after settle a state or put it in doubt.
    """
    boxes = [box.id for box in track.boxes if box.id in readings and box.kind == "mark"]
    if track.order != "row" or not boxes:
        return readings
    settled = {**readings, **dict.fromkeys(_gap(boxes, readings))}
    for index, id_ in enumerate(boxes):
        before = [readings[other] for other in boxes[:index]]
        after = [readings[other] for other in boxes[index + 1 :]]
        # Before a marked box all are marked, after an empty one none.
        if readings[id_] is None and 1 in after and 0 not in before:
            settled[id_] = 1
        elif readings[id_] is None and 0 in before and 1 not in after:
            settled[id_] = 0
    return settled


def _gap(boxes: Sequence[str], readings: Mapping[str, int | None]) -> Sequence[str]:
    """Return the boxes of a row to ask for where a marked one stands behind an empty one; none in a sound row.

    Either the empty boxes or the marks behind them were misread: the fewer are asked for.
    """
    states = [readings[id_] for id_ in boxes]
    if 0 not in states or 1 not in states[states.index(0) :]:
        return ()
    first_empty, last_mark = states.index(0), len(states) - 1 - states[::-1].index(1)
    empty = [id_ for id_ in boxes[:last_mark] if readings[id_] == 0]
    marked = [id_ for id_ in boxes[first_empty:] if readings[id_] == 1]
    return min(empty, marked, key=len)
