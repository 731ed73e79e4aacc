"""The types of command line arguments: each turns the text of one into a value, or says what is wrong with it."""

from __future__ import annotations

from argparse import ArgumentTypeError

from generator.base.units import MM, parse_length


def cutting_length(text: str) -> float:
    """A bleed or gap in points, from 0 mm to 25 mm.

    >>> round(cutting_length("25.4mm"))
    72
    """
    return _length_from(0, text)


def overlap_length(text: str) -> float:
    """The overlap of two tiles in points; below 4 mm they could not be glued."""
    return _length_from(4, text)


def _length_from(least: int, text: str) -> float:
    try:
        points = parse_length(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None
    if not least * MM <= points <= 72:  # an inch, so that 1in passes too
        raise ArgumentTypeError(f"{text!r} is out of range; between {least}mm and 25mm is possible")
    return points


def port_number(text: str) -> int:
    """A TCP port; 0 stands for any free one."""
    return _whole_number(text, 0, 65535, "a port")


def small_count(text: str) -> int:
    """A number of places on a press sheet."""
    return _whole_number(text, 0, 999, "a whole number")


def process_count(text: str) -> int:
    """A number of processes."""
    return _whole_number(text, 1, 999, "a number of processes")


def resolution(text: str) -> int:
    """Dots per inch of a PNG."""
    return _whole_number(text, 36, 600, "a number of dots per inch")


def _whole_number(text: str, least: int, most: int, noun: str) -> int:
    # int() of a very long text is slow, and it takes digits of other scripts and signs.
    if text.isascii() and text.isdecimal() and len(text) < 9 and least <= int(text) <= most:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is not {noun} from {least} to {most}")
