"""Outlines of drawings as points: the paths of SVG, with their curves in short straight steps."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.base.geometry import Point

STEPS = 6
"""Straight steps of a curve; a figure is some millimetres large, and its ground is laid in pieces of 0.7 mm."""

_TOKEN = re.compile(r"([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""Numbers that each command takes (SVG 1.1, 8.3)."""


def outline_lines(path: str) -> list[list[Point]]:
    """Return the lines of a path, each as its points in order; text that is no path gives the lines before it.

    >>> outline_lines("M1 1h2v2zM5 5L6 6")
    [[(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 1.0)], [(5.0, 5.0), (6.0, 6.0)]]
    """
    lines: list[list[Point]] = []
    for command, numbers in _commands(path):
        if command == "M":
            lines.append([(numbers[0], numbers[1])])
        elif lines:
            lines[-1] += _steps(command, numbers, lines[-1])
            if command == "Z":
                lines.append([lines[-1][0]])
    return [line for line in lines if len(line) > 1]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command of a path as a capital letter with absolute coordinates."""
    command, place, start = "", (0.0, 0.0), (0.0, 0.0)
    numbers: list[float] = []
    for letter, number in _TOKEN.findall(path):
        if letter:
            command, numbers = letter, []
        else:
            numbers.append(float(number))
        if command.upper() in _COUNTS and len(numbers) == _COUNTS[command.upper()] and (letter or numbers):
            whole = _absolute(command, numbers, place)
            place = start if command in "Zz" else (whole[-2], whole[-1])
            start = place if command in "Mm" else start
            yield _as_line(command), whole
            # Further pairs after a move are lines (SVG 1.1, 8.3.2).
            command, numbers = {"M": "L", "m": "l"}.get(command, command), []


def _as_line(command: str) -> str:
    """Return the capital of a command; lines along an axis are lines."""
    return {"H": "L", "V": "L"}.get(command.upper(), command.upper())


def _absolute(command: str, numbers: list[float], place: Point) -> list[float]:
    """Return the coordinates of a command, not relative to the point before it; one along an axis gets both."""
    x, y = place if command.islower() else (0.0, 0.0)
    kind = command.upper()
    if kind == "H":
        return [x + numbers[0], place[1]]
    if kind == "V":
        return [place[0], y + numbers[0]]
    if kind == "A":
        return [*numbers[:5], x + numbers[5], y + numbers[6]]
    return [number + (y if index % 2 else x) for index, number in enumerate(numbers)]


def _steps(command: str, numbers: list[float], line: Sequence[Point]) -> list[Point]:
    """Return the points that a command adds to a line."""
    if command == "Z":
        return [line[0]]
    end = (numbers[-2], numbers[-1])
    if command == "A":
        return _arc(line[-1], numbers, end)
    if command in "LT":
        return [end]
    # The control points of an `S` that are not written hardly change where the outline lies.
    points = [line[-1], *zip(numbers[::2], numbers[1::2], strict=True)]
    return [_bezier(points, step / STEPS) for step in range(1, STEPS + 1)]


def _bezier(points: Sequence[Point], share: float) -> Point:
    """Return the point of a Bézier curve at a share of its way (de Casteljau)."""
    while len(points) > 1:
        points = [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in pairwise(points)]
    return points[0]


def _arc(start: Point, numbers: Sequence[float], end: Point) -> list[Point]:
    """Return points of an elliptic arc; the turn of its axes is left out (SVG 1.1, F.6.5)."""
    wide, high = abs(numbers[0]), abs(numbers[1])
    if not wide or not high or start == end:
        return [end]
    # In units of the radii the ellipse is a circle.
    sx, sy, ex, ey = start[0] / wide, start[1] / high, end[0] / wide, end[1] / high
    half = math.hypot(ex - sx, ey - sy) / 2
    grow = max(1.0, half)
    rise = math.sqrt(max(0.0, grow * grow - half * half)) / (2 * half)
    if bool(numbers[3]) == bool(numbers[4]):
        rise = -rise
    cx, cy = (sx + ex) / 2 - rise * (ey - sy), (sy + ey) / 2 + rise * (ex - sx)
    first, last = math.atan2(sy - cy, sx - cx), math.atan2(ey - cy, ex - cx)
    if numbers[4] and last <= first:
        last += 2 * math.pi
    if not numbers[4] and last >= first:
        last -= 2 * math.pi
    turns = (first + (last - first) * step / STEPS for step in range(1, STEPS + 1))
    return [((cx + grow * math.cos(turn)) * wide, (cy + grow * math.sin(turn)) * high) for turn in turns]
