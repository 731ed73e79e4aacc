"""Normalise SVG path data to the form of a finished face, absolute `M x y L x y C … Z`, and write that form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from generator.typeset.paths.path_builder import PathBuilder
from generator.typeset.svg.attribute_values import LIMIT

MOST_NUMBERS = 100_000
"""Numbers in one path; a detailed map of a country has 10,000."""

# Possessive quantifiers (++, *+) keep damaged data of a megabyte from being tried in every way.
_PLAIN = r"-?[0-9]{1,6}+(?:\.[0-9]{1,4}+)?+"
_FINISHED = re.compile(rf"M {_PLAIN} {_PLAIN}(?: (?:L {_PLAIN} {_PLAIN}|C(?: {_PLAIN}){{6}}|M {_PLAIN} {_PLAIN}|Z))*+")
_NUMBER = r"(?>[+-]?(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+)"
_GAP = r"[\s,]*+"
_SEGMENT = re.compile(rf"({_GAP}([MmZzLlHhVvCcSsQqTtAa]){_GAP}((?:{_NUMBER}{_GAP})*+))")
_EACH = re.compile(_NUMBER)
_ARC = re.compile(
    rf"({_NUMBER}){_GAP}({_NUMBER}){_GAP}({_NUMBER}){_GAP}([01]){_GAP}([01]){_GAP}({_NUMBER}){_GAP}({_NUMBER}){_GAP}"
)
_ENDLESS = re.compile(r"[+-]?(?:nan|inf)", re.IGNORECASE)
_HUGE = re.compile("[0-9]{7}|[eE]")
_BENT = re.compile("[A-BD-KN-Ya-y]")
"""All commands but absolute moves, lines, curves and closings."""

_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COMMANDS = {
    case(name): (name, takes, case is str.lower) for name, takes in _TAKES.items() for case in (str, str.lower)
}
"""For each letter: its capital, the count of its numbers, and whether they are relative."""


def normalise(d: str, decimals: int = 4) -> str:
    """Return path data as absolute moves, lines, curves and closings; finished paths are returned as they are.

    Raises ValueError for data outside the grammar of SVG, and for numbers over a million.

    >>> normalise("m1,1 h2 v2 z")
    'M 1 1 L 3 1 L 3 3 Z'
    """
    # Long paths seldom come twice, and would fill the memory.
    return _read_once(d, decimals) if len(d) <= _LONGEST_REMEMBERED else _read(d, decimals)


def _read(d: str, decimals: int) -> str:
    """Return path data normalised; raises as `normalise`."""
    if len(d) > 2 * MOST_NUMBERS and len(_EACH.findall(d)) > MOST_NUMBERS:
        raise ValueError(f"path has more than {MOST_NUMBERS:,} numbers")
    if _FINISHED.fullmatch(d):
        return d
    # In such data only spaces and letters are missing, which is found faster than by reading it.
    if not _BENT.search(d):
        spaced = " ".join(_spaced(d).split())
        if _FINISHED.fullmatch(spaced):
            return spaced
        explicit = _explicit(spaced)
        if _FINISHED.fullmatch(explicit):
            return explicit
    return _build(d, decimals)


_LONGEST_REMEMBERED = 40_000
_read_once = lru_cache(maxsize=512)(_read)
"""Half of the paths of a game come again: rows of mosaic in three hues, or a shape on another face. 40 MB at most."""


def normalise_all(paths: Sequence[str], decimals: int = 4) -> list[str]:
    """Return many paths normalised, in two thirds of the time where all are of absolute lines and curves.

    >>> normalise_all(["M1,1L2-2Z", "M0 0 1 1"])
    ['M 1 1 L 2 -2 Z', 'M 0 0 L 1 1']
    """
    together = "|".join(paths)
    # Long data goes through the checks of a single path.
    is_long = any(len(d) > 2 * MOST_NUMBERS for d in paths)
    if is_long or _BENT.search(together) or together.count("|") >= len(paths):
        return [normalise(d, decimals) for d in paths]
    spaced = [" ".join(data.split()) for data in _spaced(together).split("|")]
    pairs = zip(paths, spaced, strict=True)
    return [data if _FINISHED.fullmatch(data) else normalise(d, decimals) for d, data in pairs]


def _spaced(d: str) -> str:
    """Return path data with a space before each letter and minus, and none of the commas."""
    d = d.replace(",", " ").replace("-", " -").replace("M", " M ").replace("L", " L ")
    return d.replace("C", " C ").replace("Z", " Z ").replace("z", " Z ")


def _explicit(spaced: str) -> str:
    """Return path data with a letter before every segment; '' where a command has too few numbers."""
    words: list[str] = []
    for segment in re.split(" (?=[MLCZ])", spaced):
        letter, *numbers = segment.split(" ")
        takes = _TAKES.get(letter, 0)
        if len(numbers) == takes:
            words.append(segment)
        elif not takes or len(numbers) % takes:
            return ""
        else:
            remaining = iter(numbers)
            steps = [" ".join(step) for step in zip(*[remaining] * takes, strict=True)]
            words += (letter, f" {letter if letter == 'C' else 'L'} ".join(steps))
    return " ".join(words)


def _build(d: str, decimals: int) -> str:
    """Return any path data as absolute moves, lines, curves and closings. Raises ValueError for wrong data."""
    segments = _SEGMENT.findall(d)
    if sum([len(whole) for whole, _, _ in segments]) != len(d):
        _refuse_rest(d)
    if segments and segments[0][1] not in "Mm":
        raise ValueError(f"path begins with {segments[0][1]!r}; it has to begin with 'M'")
    # Only numbers of seven digits or with an exponent can be over the limit.
    if _HUGE.search(d):
        _refuse_huge(d)
    path = PathBuilder()
    for _, letter, arguments in segments:
        _command(path, letter, arguments)
    return write_path(" ".join(path.form), path.values, decimals)


def _command(path: PathBuilder, letter: str, arguments: str) -> None:
    """Add one command with all its numbers to a path. Raises ValueError for a wrong count of numbers."""
    upper, takes, relative = _COMMANDS[letter]
    values = _arc_values(arguments) if upper == "A" else _values(arguments)
    draw = getattr(path, upper)
    if len(values) == takes:
        draw(path.x, path.y, *values) if relative else draw(0.0, 0.0, *values)
        return
    if upper == "L" and values and len(values) % 2 == 0:
        path.lines(values, relative=relative)
        return
    # Z takes no numbers, and every other command a whole set of them.
    if not values or not takes or len(values) % takes:
        expected = {0: "no numbers", 1: "1 number"}.get(takes, f"{takes} numbers each time")
        raise ValueError(f"path command {(letter + arguments)[:24].strip()!r} takes {expected}")
    for start in range(0, len(values), takes):
        offset = (path.x, path.y) if relative else (0.0, 0.0)
        draw(*offset, *values[start : start + takes])
        if upper == "M":
            draw = path.L  # more pairs after a move are lines


def _values(arguments: str) -> list[float]:
    """Return the numbers after a command letter, whose grammar has been checked."""
    try:
        return list(map(float, arguments.replace(",", " ").replace("-", " -").split()))
    except ValueError:  # numbers without a gap, such as `.5.5`, or with an exponent
        return list(map(float, _EACH.findall(arguments)))


def _arc_values(arguments: str) -> list[float]:
    """Return the numbers after the command A, whose flags may stand without a gap. Raises ValueError for others."""
    values: list[float] = []
    position = 0
    while match := _ARC.match(arguments, position):
        values += map(float, match.groups())
        position = match.end()
    if position < len(arguments):
        text = f"A{arguments[position:]}"[:24].strip()
        raise ValueError(f"path command {text!r} takes 7 numbers, the fourth and fifth 0 or 1")
    return values


def _refuse_rest(d: str) -> None:
    """Raise ValueError that quotes the first place outside the grammar of paths."""
    if match := _ENDLESS.search(d):
        raise ValueError(f"path holds {match[0]!r}, which is not a finite number")
    position = 0
    while match := _SEGMENT.match(d, position):
        position = match.end()
    if unread := d[position:].strip():
        raise ValueError(f"path cannot be read at {unread[:12]!r}, character {position + 1}")


def _refuse_huge(d: str) -> None:
    """Raise ValueError that quotes a number over a million, if there is one."""
    for text in _EACH.findall(d):
        if abs(float(text)) > LIMIT:
            fault = "not a finite number" if float(text) in {float("inf"), float("-inf")} else "over 1,000,000"
            raise ValueError(f"path holds {text!r}, which is {fault}")


def write_path(form: str, values: Sequence[float], decimals: int = 4) -> str:
    """Return the text of a path: `form` with each `#` replaced by a number. Raises ValueError above a million.

    >>> write_path("M # # L # # Z", (0.5, -0.00001, 10, 2.25))
    'M 0.5 0 L 10 2.25 Z'
    """
    if not values:
        return form
    if max(values) > LIMIT or min(values) < -LIMIT:
        raise ValueError("path reaches beyond 1,000,000")
    text = f"{form.replace('#', f'%.{decimals}f')} " % tuple(values)
    # Every number has all its decimals now. Whole numbers are marked first, so that 10 does not become 1.
    text = text.replace(f".{'0' * decimals} ", "| ")
    for count in range(decimals - 1, 0, -1):
        text = text.replace(f"{'0' * count} ", " ")
    text = text.replace("| ", " ")
    while " -0 " in text:
        text = text.replace(" -0 ", " 0 ")
    return text[:-1]
