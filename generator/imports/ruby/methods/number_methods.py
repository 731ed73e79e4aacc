"""The methods of numbers in Ruby, and the items of ranges."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from generator.imports.ruby.values.ruby_limits import MOST_ITEMS
from generator.imports.ruby.values.ruby_values import RubyBlock, RubyRange, RubyText, RubyUnknownError, text_of

# Up to here a float of Python holds every whole number exactly.
_LARGEST = 1e15
_MOST_DIGITS = 15
_Number = int | float


def number_method(number: _Number, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
    """Return the result of a method of a number.

    Errors of Python's operators are left to the caller. Raises RubyUnknownError for an unknown method.
    """
    if name in _OPERATORS:
        return _limited(_OPERATORS[name](number, _number(arguments[0])))
    if name in _LOOPS:
        items = _LOOPS[name](number, *arguments)
        return [block(item) for item in items] if block else items
    if name in _ROUNDED:
        return _rounded(number, name, int(arguments[0]) if arguments else 0)
    if name in _PLAIN and not arguments:
        return _PLAIN[name](number)
    if name in _WITH_ARGUMENTS:
        return _WITH_ARGUMENTS[name](number, *arguments)
    raise RubyUnknownError(name)


def range_items(bounds: RubyRange) -> list[Any]:
    """Return the items of a range. Raises RubyUnknownError if it has no end, or is of other values."""
    first, last = bounds.first, bounds.last
    if isinstance(first, RubyText) and isinstance(last, RubyText):
        return _letters(first.value, last.value, is_open=bounds.is_open)
    if not isinstance(first, int) or not isinstance(last, int | float) or abs(last - first) > MOST_ITEMS:
        raise RubyUnknownError("a range")
    end = math.ceil(last) if bounds.is_open else math.floor(last) + 1
    return [*range(first, end)]


def _letters(first: str, last: str, *, is_open: bool) -> list[Any]:
    """Return the texts from one letter or number in digits to another (Ruby's `"a".."f"`, `"01".."12"`).

    Raises RubyUnknownError for other texts.
    """
    if len(first) == 1 and len(last) == 1:
        return [RubyText(chr(code)) for code in range(ord(first), ord(last) + (not is_open))]
    if first.isdigit() and last.isdigit() and len(first) <= len(last) <= 5:
        width = len(first)
        return [RubyText(str(number).zfill(width)) for number in range(int(first), int(last) + (not is_open))]
    raise RubyUnknownError("a range")


def _number(value: Any) -> _Number:
    """Return the operand of an arithmetic operator. Raises TypeError for a value that is no number."""
    # To Python True is a number; Ruby adds nothing to `true`.
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return value


def _limited(value: Any) -> Any:
    """Return a result; raises OverflowError if it is complex or too large."""
    if isinstance(value, complex) or (isinstance(value, int | float) and not abs(value) < _LARGEST):
        raise OverflowError
    return value


def _divided(one: Any, other: Any) -> Any:
    """Return the quotient as Ruby works it out: whole for two whole numbers."""
    # Ruby rounds the quotient of two integers down.
    return one // other if isinstance(one, int) and isinstance(other, int) else one / other


def _power(one: _Number, other: _Number) -> Any:
    """Return a power; raises OverflowError for operands whose power may be huge."""
    # Asked before, because Python works out integers of any length.
    if abs(other) > 64 or abs(one) > 1e6:
        raise OverflowError
    return one**other


def _rounded(number: Any, name: str, digits: int) -> Any:
    """Return a number rounded by `round`, `floor` or `ceil` to some digits; negative digits round to tens."""
    if abs(digits) > _MOST_DIGITS:
        raise RubyUnknownError(name)
    if digits < 0:
        step = 10**-digits
        return _rounded(number / step, name, 0) * step
    scaled = number * 10**digits
    if name == "round":
        # Ruby rounds a half away from zero, Python to the even number.
        whole = math.floor(abs(scaled) + 0.5) * (1 if scaled >= 0 else -1)
    else:
        whole = math.floor(scaled) if name == "floor" else math.ceil(scaled)
    return whole / 10**digits if digits else whole


def _counted(number: _Number) -> list[int]:
    """Return the numbers from 0 below a number, for `times`."""
    return [*range(min(int(number), MOST_ITEMS))]


def _stepped(number: _Number, last: _Number, step: _Number = 1) -> list[_Number]:
    """Return the numbers from one to another in steps."""
    count = int((last - number) / step) + 1
    return [number + turn * step for turn in range(max(min(count, MOST_ITEMS), 0))]


_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
    # In both languages the remainder has the sign of the divisor.
    "%": operator.mod,
    "modulo": operator.mod,
    "**": _power,
    "pow": _power,
    "div": lambda one, other: int(one // other),
    "fdiv": lambda one, other: one / other,
    "&": lambda one, other: int(one) & int(other),
    "|": lambda one, other: int(one) | int(other),
    "^": lambda one, other: int(one) ^ int(other),
    "<=>": lambda one, other: (one > other) - (one < other),
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_PLAIN: Mapping[str, Callable[[Any], Any]] = {
    "to_i": int,
    "to_int": int,
    "truncate": int,
    "to_f": float,
    "to_r": float,
    "abs": abs,
    "-@": operator.neg,
    "+@": operator.pos,
    "zero?": lambda number: number == 0,
    "positive?": lambda number: number > 0,
    "negative?": lambda number: number < 0,
    "even?": lambda number: number % 2 == 0,
    "odd?": lambda number: number % 2 == 1,
    "succ": lambda number: number + 1,
    "next": lambda number: number + 1,
    "pred": lambda number: number - 1,
    "chr": lambda number: RubyText(chr(number)),
    "integer?": lambda number: isinstance(number, int),
    "nan?": math.isnan,
    "to_s": lambda number: RubyText(text_of(number)),
    # Ruby gives the last digit first.
    "digits": lambda number: [int(digit) for digit in str(int(number))[::-1]],
    "inches": lambda number: RubyText(f"{number}in"),
    "cm": lambda number: RubyText(f"{number}cm"),
    "mm": lambda number: RubyText(f"{number}mm"),
}
_WITH_ARGUMENTS: Mapping[str, Callable[..., Any]] = {
    "clamp": lambda number, least, most: min(max(number, least), most),
    "divmod": lambda number, other: [*divmod(number, other)],
    "between?": lambda number, least, most: bool(least <= number <= most),
    "to_s": lambda number, base: RubyText(f"{int(number):{ {16: 'x', 2: 'b', 8: 'o'}[base] }}"),
}
_LOOPS: Mapping[str, Callable[..., list[Any]]] = {
    "times": _counted,
    "upto": _stepped,
    "downto": lambda number, last: _stepped(number, last, -1),
    "step": _stepped,
}
_ROUNDED = {"round", "floor", "ceil"}
