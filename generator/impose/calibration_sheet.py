"""The printer's test sheet, and the error of its second side worked out from four numbers read off it.

The recto carries a millimetre graph at two far corners, A and B, the verso a cross behind the middle of each. Held
against the light, or pricked through with a pin, each cross shows on its graph how far the printer missed.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Mapping

from generator.base.errors import Fault, Faults
from generator.base.geometry import Matrix
from generator.base.units import MM, decimal
from generator.impose.imposition_inputs import TextSetter
from generator.impose.layout.mirror import Segment, verso_mirror
from generator.impose.marks.cut_marks import BLACK
from generator.impose.printer_adjustment import verso_turn
from generator.model.face import Ink, Shape, Stroke
from generator.model.paper import Paper, Printer
from generator.model.press_sheet import PressSheet

REACH = 10
"""Millimetres that a graph reaches to each side of its middle."""
WORDS = ("title", "steps", "right", "down", "recto", "verso")
"""What the sheet says: `steps` has a line for each step, `right` and `down` name the numbers to read."""
READINGS = ("A right", "A down", "B right", "B down")
"""The four numbers, in order: millimetres from the middle of a graph, negative for left and up."""

_INSET = 18 * MM
"""From the printable area's edge to the middle of a graph."""
_LETTER = 14 * MM, -7 * MM
"""From the middle of a graph to its letter."""
_ARM = 13.5 * MM
_TEXT = 42 * MM
"""From the left and the upper edge of the paper to the text and the rulers' zero."""


def calibration_sheets(
    paper: Paper, words: Mapping[str, str], label: TextSetter, *, flip: str = "long"
) -> tuple[PressSheet, PressSheet]:
    """Both sides of the test sheet of a paper that is turned over its `long` or `short` edge.

    Nothing is placed on it, all is marks. `words` has the keys of WORDS.
    """
    recto = (*_graphs(paper, label), *_rulers(paper, label), *_instructions(paper, words, label))
    room = paper.size.width - paper.margin - 5 * MM - _TEXT
    verso = (*_crosses(paper, flip, label), *_line(words["verso"], 9.0, paper.size.height / 2, room, label))
    return PressSheet(paper.size, "recto", 1, (), recto), PressSheet(paper.size, "verso", 1, (), verso)


def fit_printer(readings: tuple[float, float, float, float], paper: Paper, flip: str, name: str) -> Printer:
    """The profile of a printer that misses by these readings, the only similarity that explains them.

    Raises Faults for numbers that are off the graph.
    """
    wrong = [
        Fault("calibration", f"{value!r} is off the graph; it is a number of mm from -{REACH} to {REACH}", key=which)
        for which, value in zip(READINGS, readings, strict=True)
        if not -REACH <= value <= REACH
    ]
    if wrong:
        raise Faults(wrong)
    (meant_a, printed_a), (meant_b, printed_b) = _pairs(readings, paper, flip)
    turn = (printed_b - printed_a) / (meant_b - meant_a)
    shift = printed_a - turn * meant_a
    dx, dy = Matrix.rotation(verso_turn(paper.size, flip)).apply(shift.real, shift.imag)
    return Printer(name, dx, dy, math.degrees(cmath.phase(turn)), abs(turn))


def graph_centres(paper: Paper) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the graphs A and B have their middles, on the recto."""
    edge = paper.margin + _INSET
    return (edge, edge), (paper.size.width - edge, paper.size.height - edge)


def _pairs(readings: tuple[float, ...], paper: Paper, flip: str) -> Iterator[tuple[complex, complex]]:
    """For each cross where it was meant and where it was printed: on the verso, from the middle of the page."""
    mirror, centre = verso_mirror(paper.size, flip), complex(paper.size.width / 2, paper.size.height / 2)
    for (x, y), right, down in zip(graph_centres(paper), readings[::2], readings[1::2], strict=True):
        meant, printed = mirror.point(x, y), mirror.point(x + right * MM, y + down * MM)
        yield complex(*meant) - centre, complex(*printed) - centre


def _graphs(paper: Paper, label: TextSetter) -> Iterator[Ink]:
    for name, (x, y) in zip("AB", graph_centres(paper), strict=True):
        for step, width in ((1, 0.04), (5, 0.2), (REACH, 0.4)):
            yield _lines(_graph(x, y, step), width * MM)
        for at in range(-REACH, REACH + 1, 5):
            yield from label(str(at), 6.0, x + at * MM, y - 12 * MM, "middle", BLACK)
            yield from label(str(at), 6.0, x - 11 * MM, y + at * MM + 2, "end", BLACK)
        yield from _letter(name, (x + _LETTER[0], y + _LETTER[1]), label)


def _graph(x: float, y: float, step: int) -> Iterator[Segment]:
    reach = REACH * MM
    for at in range(-REACH, REACH + 1, step):
        yield x + at * MM, y - reach, x + at * MM, y + reach
        yield x - reach, y + at * MM, x + reach, y + at * MM


def _crosses(paper: Paper, flip: str, label: TextSetter) -> Iterator[Ink]:
    mirror = verso_mirror(paper.size, flip)
    for name, (x, y) in zip("AB", graph_centres(paper), strict=True):
        at, level = mirror.point(x, y)
        yield _lines([(at - _ARM, level, at + _ARM, level), (at, level - _ARM, at, level + _ARM)], 0.25 * MM)
        yield from _letter(name, mirror.point(x + _LETTER[0], y + _LETTER[1]), label)


def _letter(name: str, middle: tuple[float, float], label: TextSetter) -> Iterator[Ink]:
    """A or B about a point: on both sides of the paper they lie on each other."""
    x, y = middle
    yield from label(name, 14.0, x, y + 5.0, "middle", BLACK)


def _rulers(paper: Paper, label: TextSetter) -> Iterator[Ink]:
    """A level and an upright one: a wrong print scale shows in the longest lengths."""
    edge = paper.margin + 4 * MM
    long = _centimetres(paper.size.width - _TEXT - edge)
    high = _centimetres(paper.size.height - _TEXT - edge)
    ticks = [(_TEXT + at * MM, edge, _TEXT + at * MM, edge + _tick(at)) for at in range(long + 1)]
    ticks += [(edge, _TEXT + at * MM, edge + _tick(at), _TEXT + at * MM) for at in range(high + 1)]
    ticks += [(_TEXT, edge, _TEXT + long * MM, edge), (edge, _TEXT, edge, _TEXT + high * MM)]
    yield _lines(ticks, 0.1 * MM)
    for at in range(0, long + 1, 10):
        yield from label(_length(at, long), 6.0, _TEXT + at * MM, edge + 6.5 * MM, "middle", BLACK)
    for at in range(0, high + 1, 10):
        yield from label(_length(at, high), 6.0, edge + 5 * MM, _TEXT + at * MM + 2, "start", BLACK)


def _centimetres(room: float) -> int:
    """The longest ruler of whole centimetres, in mm."""
    return int(room / MM) // 10 * 10


def _tick(at: int) -> float:
    return (4 if at % 10 == 0 else 3 if at % 5 == 0 else 2) * MM


def _length(at: int, last: int) -> str:
    return f"{at} mm" if at == last else str(at)


def _instructions(paper: Paper, words: Mapping[str, str], label: TextSetter) -> Iterator[Ink]:
    room = paper.size.width - paper.margin - 5 * MM - _TEXT
    yield from _line(words["title"], 14.0, _TEXT, room, label)
    at = _TEXT + 10 * MM
    for text in [words["recto"], "", *words["steps"].split("\n"), ""]:
        yield from _line(text, 9.0, at, room, label)
        at += 5 * MM
    for which in READINGS:
        letter, _, direction = which.partition(" ")
        yield from label(f"{letter} {words[direction]}", 9.0, _TEXT + 30 * MM, at, "end", BLACK)
        yield _lines([(_TEXT + 33 * MM, at + 1, _TEXT + 55 * MM, at + 1)], 0.15 * MM)
        yield from label("mm", 9.0, _TEXT + 57 * MM, at, "start", BLACK)
        at += 8 * MM


def _line(text: str, size: float, y: float, room: float, label: TextSetter) -> tuple[Ink, ...]:
    """A line of text, smaller where it would be too long."""
    if not text:
        return ()
    runs = label(text, size, _TEXT, y, "start", BLACK)
    width = max((run.x + run.width - _TEXT for run in runs), default=0.0)
    return label(text, size * room / width, _TEXT, y, "start", BLACK) if width > room else runs


def _lines(segments: Iterable[Segment], width: float) -> Shape:
    words = [f"M {decimal(x1)} {decimal(y1)} L {decimal(x2)} {decimal(y2)}" for x1, y1, x2, y2 in segments]
    return Shape(" ".join(words), stroke=Stroke(BLACK, width))
