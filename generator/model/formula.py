"""Formulas of a scoresheet as a tree of records, each with its value on a sheet and the range of that value.

Boxes are listed by id, and a name is the id of another value of the same book, so that `write` can compile a formula
to the script of a PDF form. A state maps the ids of boxes to their content: 0 or "" for an empty box, 1 for a mark or a
circle, 2 for a circle filled in, else the year, the number or the id of the option chosen. In a number box that takes
0, only "" is empty, and 0 is written. `known` has the values that a formula names, which are calculated before it.

The names of the fields are part of the digest in `form_stamp`: they cannot be changed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from generator.base.records import dataclass

State: TypeAlias = Mapping[str, int | str]
"""What stands in the boxes, by id; boxes that are left out are empty."""

Known: TypeAlias = Mapping[str, int]
"""Values that have been calculated, by id."""

Span: TypeAlias = tuple[int, int]
"""The least and the greatest value."""

Spans: TypeAlias = Mapping[str, Span]
"""Smallest and greatest value by id, for values and number boxes."""


def _up_to_all(
    formula: MarkedBoxes | WrittenBoxes | CircledBoxes | FilledBoxes | DifferentNumbers, _spans: Spans
) -> Span:
    # Each box counts once at most.
    """Return the range of a formula that counts boxes: from none of them to all."""
    return 0, len(formula.boxes)


@dataclass(frozen=True, slots=True)
class Constant:
    """A whole number, from the formula or from a cell of a table."""

    number: int

    def value(self, _state: State, _values: Known) -> int:
        """Return the number."""
        return self.number

    def span(self, _spans: Spans) -> Span:
        """Return the number as the least and the greatest value."""
        return self.number, self.number


@dataclass(frozen=True, slots=True)
class NamedValue:
    """The value of another formula of the book."""

    id: str

    def value(self, _state: State, values: Known) -> int:
        """Return the value that was calculated before, by its id."""
        return values[self.id]

    def span(self, spans: Spans) -> Span:
        # Spans are computed in the order of calculation too.
        """Return the range of the named value."""
        return spans[self.id]


@dataclass(frozen=True, slots=True)
class MarkedBoxes:
    """How many boxes are not empty: the level of a track, `count(…)`, or 0 or 1 for a single box."""

    boxes: tuple[str, ...]

    def value(self, state: State, _values: Known) -> int:
        """Return the number of boxes that are not empty."""
        return sum(map(bool, map(state.get, self.boxes)))  # several times faster than a loop

    span = _up_to_all


@dataclass(frozen=True, slots=True)
class WrittenBoxes:
    """How many number boxes that take 0 have a number, be it 0: `written(…)`."""

    boxes: tuple[str, ...]

    def value(self, state: State, _values: Known) -> int:
        # Here 0 is a number, so truth would not do.
        """Return the number of boxes that hold a number, also 0."""
        return sum(1 for box in self.boxes if state.get(box, "") != "")

    span = _up_to_all


@dataclass(frozen=True, slots=True)
class CircledBoxes:
    """How many boxes are circled and not filled in (state 1): `circled(…)`."""

    boxes: tuple[str, ...]

    # State 1 of such a box is circled, 2 is circled and filled in.
    def value(self, state: State, _values: Known) -> int:
        """Return the number of boxes that are circled and not filled in."""
        return [*map(state.get, self.boxes)].count(1)

    span = _up_to_all


@dataclass(frozen=True, slots=True)
class FilledBoxes:
    """How many boxes are circled and filled in (state 2): `filled(…)`."""

    boxes: tuple[str, ...]

    def value(self, state: State, _values: Known) -> int:
        """Return the number of boxes that are circled and filled in."""
        return [*map(state.get, self.boxes)].count(2)

    span = _up_to_all


@dataclass(frozen=True, slots=True)
class FullGroups:
    """How many groups of boxes have no empty box: `full(…)`."""

    groups: tuple[tuple[str, ...], ...]

    def value(self, state: State, _values: Known) -> int:
        """Return the number of groups without an empty box."""
        return sum(1 for group in self.groups if all(map(state.get, group)))

    def span(self, _spans: Spans) -> Span:
        """Return the range: from none of the groups to all."""
        return 0, len(self.groups)


@dataclass(frozen=True, slots=True)
class NumberSum:
    """The sum of the numbers in number boxes; an empty box is 0."""

    boxes: tuple[str, ...]

    def value(self, state: State, _values: Known) -> int:
        """Return the sum of the numbers in the boxes."""
        return sum(int(state.get(box) or 0) for box in self.boxes)

    # `or 0` takes the empty text of a box that was never written.

    def span(self, spans: Spans) -> Span:
        """Return the least and the greatest sum, if each box is empty or holds a number of its range."""
        lows, highs = zip(*(spans[box] for box in self.boxes), strict=True)
        # An empty box counts 0, so a range above 0 still starts there.
        return sum(min(0, low) for low in lows), sum(max(0, high) for high in highs)


@dataclass(frozen=True, slots=True)
class DifferentNumbers:
    """How many different numbers stand in number boxes, without the empty ones: `different(…)`."""

    boxes: tuple[str, ...]

    def value(self, state: State, _values: Known) -> int:
        # 0 and an empty text both stand for an empty box.
        """Return how many different numbers stand in the boxes."""
        return len({state.get(box) for box in self.boxes} - {None, 0, ""})

    span = _up_to_all


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of its parts."""

    parts: tuple[Formula, ...]

    def value(self, state: State, values: Known) -> int:
        """Return the sum of the values of all parts."""
        return sum(part.value(state, values) for part in self.parts)

    def span(self, spans: Spans) -> Span:
        """Return the sums of the least and of the greatest values."""
        lows, highs = zip(*(part.span(spans) for part in self.parts), strict=True)
        return sum(lows), sum(highs)


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two formulas."""

    left: Formula
    right: Formula

    def value(self, state: State, values: Known) -> int:
        """Return the left value less the right one."""
        return self.left.value(state, values) - self.right.value(state, values)

    def span(self, spans: Spans) -> Span:
        """Return the least and the greatest difference."""
        low, high = self.left.span(spans)
        least, greatest = self.right.span(spans)
        # The least difference takes the greatest number away.
        return low - greatest, high - least


@dataclass(frozen=True, slots=True)
class Product:
    """The product of its parts."""

    parts: tuple[Formula, ...]

    def value(self, state: State, values: Known) -> int:
        """Return the product of the values of all parts."""
        return math.prod(part.value(state, values) for part in self.parts)

    def span(self, spans: Spans) -> Span:
        """Return the least and the greatest product, also with negative factors."""
        low, high = 1, 1  # negative factors can make the product of the least values the greatest
        for part in self.parts:
            ends = [end * other for end in (low, high) for other in part.span(spans)]
            low, high = min(ends), max(ends)
        return low, high


@dataclass(frozen=True, slots=True)
class Quotient:
    """A quotient rounded down: `x // 10`."""

    of: Formula
    by: int
    """Above 0."""

    def value(self, state: State, values: Known) -> int:
        """Return the quotient, rounded down also below 0."""
        return self.of.value(state, values) // self.by

    def span(self, spans: Spans) -> Span:
        """Return the quotients of the least and the greatest value."""
        low, high = self.of.span(spans)
        # The divisor is above 0, so that the lesser end stays the lesser one.
        return low // self.by, high // self.by


@dataclass(frozen=True, slots=True)
class Minimum:
    """The least of its parts: `min(…)`."""

    parts: tuple[Formula, ...]

    def value(self, state: State, values: Known) -> int:
        """Return the least of the values of all parts."""
        return min(part.value(state, values) for part in self.parts)

    def span(self, spans: Spans) -> Span:
        """Return the least of the least values, and the least of the greatest."""
        lows, highs = zip(*(part.span(spans) for part in self.parts), strict=True)
        return min(lows), min(highs)


@dataclass(frozen=True, slots=True)
class Maximum:
    """The greatest of its parts: `best(…)`."""

    parts: tuple[Formula, ...]

    def value(self, state: State, values: Known) -> int:
        """Return the greatest of the values of all parts."""
        return max(part.value(state, values) for part in self.parts)

    def span(self, spans: Spans) -> Span:
        """Return the greatest of the least values, and the greatest of the greatest."""
        lows, highs = zip(*(part.span(spans) for part in self.parts), strict=True)
        return max(lows), max(highs)


@dataclass(frozen=True, slots=True)
class StepTable:
    """The gain at the highest threshold reached, 0 below the first: `steps(x, {1: 1, 3: 2})`."""

    of: Formula
    table: tuple[tuple[int, int], ...]
    """Thresholds in rising order, with their gains."""

    def value(self, state: State, values: Known) -> int:
        """Return the gain at the highest threshold that is reached; 0 below the first."""
        reached = self.of.value(state, values)
        # The highest step that is reached counts.
        return next((gives for threshold, gives in reversed(self.table) if reached >= threshold), 0)

    def span(self, _spans: Spans) -> Span:
        """Return the least and the greatest gain of the table, with 0 among them."""
        return _ends(self.table)


@dataclass(frozen=True, slots=True)
class LimitTable:
    """The gain at the lowest limit that is kept, 0 above the last: `at_most(x, {4: 1, 2: 2, 0: 3})`."""

    of: Formula
    table: tuple[tuple[int, int], ...]
    """Limits in rising order, with their gains."""

    def value(self, state: State, values: Known) -> int:
        """Return the gain at the lowest limit that is not exceeded; 0 above the last."""
        reached = self.of.value(state, values)
        # Limits rise, so the first that is kept is the lowest.
        return next((gives for limit, gives in self.table if reached <= limit), 0)

    def span(self, _spans: Spans) -> Span:
        """Return the least and the greatest gain of the table, with 0 among them."""
        return _ends(self.table)


@dataclass(frozen=True, slots=True)
class ChosenOptions:
    """The sum of the gains of the options chosen in some choice boxes: `chosen(x, {left: 1, right: y})`."""

    boxes: tuple[str, ...]
    options: tuple[tuple[str, Formula], ...]
    """Ids of options, with their gains; other options give 0."""

    def value(self, state: State, values: Known) -> int:
        """Return the sum of the gains of the options that are chosen, each as often as it is chosen."""
        choices = [*map(state.get, self.boxes)]
        return sum(
            # Several boxes may have the same option, which then counts for each.
            choices.count(option) * gives.value(state, values)
            for option, gives in dict(self.options).items()
            if option in choices
        )

    def span(self, spans: Spans) -> Span:  # a box may be empty, and an option that is not listed gives 0
        """Return the least and the greatest sum, if each box is empty or has any of the options."""
        ends = [formula.span(spans) for _, formula in self.options]
        low, high = min([0, *(low for low, _ in ends)]), max([0, *(high for _, high in ends)])
        return low * len(self.boxes), high * len(self.boxes)


Formula: TypeAlias = (
    "Constant | NamedValue | MarkedBoxes | WrittenBoxes | CircledBoxes | FilledBoxes | FullGroups | NumberSum "
    "| DifferentNumbers | Sum | Difference | Product | Quotient | Minimum | Maximum | StepTable | LimitTable "
    "| ChosenOptions"
)
"""Any node of a formula."""


def children(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas that a formula is directly made of."""
    match formula:
        case Sum(parts) | Product(parts) | Minimum(parts) | Maximum(parts):
            return parts
        case Difference(left, right):
            return left, right
        case StepTable(inner, _) | LimitTable(inner, _) | Quotient(inner, _):
            return (inner,)
        case ChosenOptions(_, options):
            # A gain may be a formula of its own.
            return tuple(gives for _, gives in options)
    return ()


def value_names(formula: Formula) -> Iterator[str]:
    """Yield the ids of the values that a formula names, anywhere in it."""
    if isinstance(formula, NamedValue):
        yield formula.id
    for part in children(formula):
        yield from value_names(part)


def box_ids(formula: Formula) -> Iterator[str]:
    """Yield the ids of the boxes that a formula reads itself; boxes behind named values are left out."""
    match formula:
        case (
            MarkedBoxes(boxes)
            | WrittenBoxes(boxes)
            | CircledBoxes(boxes)
            | FilledBoxes(boxes)
            | NumberSum(boxes)
            | DifferentNumbers(boxes)
        ):
            yield from boxes
        case ChosenOptions(boxes, _):
            yield from boxes
        case FullGroups(groups):
            for group in groups:
                yield from group
    for part in children(formula):
        yield from box_ids(part)


def _ends(table: tuple[tuple[int, int], ...]) -> Span:
    """Return the least and the greatest gain of a table, with 0 among them."""
    # A value outside the table gives 0.
    gives = [0, *(gives for _, gives in table)]
    return min(gives), max(gives)
