"""Paths of Skia, from those of shapes and back."""

from __future__ import annotations

from typing import Any

from generator.base.errors import UsageError
from generator.base.geometry import quadratic_controls
from generator.base.units import decimal


def skia_library() -> Any:
    """Return Skia's library of paths. Raises UsageError if it is not installed."""
    try:
        import pathops
    except ImportError:
        from generator.base.system.install_command import install_tail

        message = f"transparent lines are flattened with Skia{install_tail('press')}"
        raise UsageError(message) from None
    return pathops


def draw_path(pen: Any, words: list[str]) -> None:
    """Draw the path of a Shape with a pen of fontTools' protocol."""
    index, is_open = 0, False
    while index < len(words):
        letter = words[index]
        count = {"M": 2, "L": 2, "C": 6, "Z": 0}[letter]
        values = [float(word) for word in words[index + 1 : index + 1 + count]]
        points = list(zip(values[::2], values[1::2], strict=True))
        # Pens want an open contour to be ended before the next one begins.
        if letter == "M" and is_open:
            pen.endPath()
        _segment(pen, letter, points)
        is_open = letter != "Z"
        index += 1 + count
    if is_open:
        pen.endPath()


def _segment(pen: Any, letter: str, points: list[tuple[float, float]]) -> None:
    """Draw one segment of a path with a pen; `letter` is M, L, C or Z."""
    match letter:
        case "M":
            pen.moveTo(*points)
        case "L":
            pen.lineTo(*points)
        case "C":
            pen.curveTo(*points)
        case _:
            pen.closePath()


def path_words(drawn: Any) -> list[str]:
    """Return a path of Skia as the words of a Shape's path."""
    words: list[str] = []
    current_point = (0.0, 0.0)
    for verb, points in drawn:
        match int(verb):  # Skia's numbers: move, line, quadratic curve, conic (none is left), cubic curve, close
            case 0 | 1:
                words += ("ML"[verb], *_numbers(points))
            case 2:
                # PDF has cubic curves alone.
                words += ("C", *_numbers((*quadratic_controls(current_point, *points), points[-1])))
            case 4:
                words += ("C", *_numbers(points))
            case 5:
                words.append("Z")
        current_point = points[-1] if points else current_point
    return words


def _numbers(points: tuple[tuple[float, float], ...]) -> list[str]:
    """Return coordinates as texts with three decimals."""
    return [decimal(round(value, 3)) for point in points for value in point]
