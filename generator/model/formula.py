"""Sums of a sheet as nouns: each knows its value on a sheet, and the least and greatest that value can be.

Boxes are spelt out and every name is another value of the same book, so that a writer can compile them as they stand.
A state maps box ids to what stands in them: 0 or "" an empty box, 1 a mark or a circle, 2 a circle filled in, else the
year, the number or the id of the option chosen. Values that a formula names are reckoned before it: `known` holds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from generator.base.records import dataclass

State: TypeAlias = Mapping[str, int | str]
"""What stands in the boxes; those it leaves out are empty."""

Known: TypeAlias = Mapping[str, int]
"""Values by id."""

Span: TypeAlias = tuple[int, int]
"""The least and the greatest that something can be."""

Spans: TypeAlias = Mapping[str, Span]
"""Of values, and of what can be written in number boxes, by id."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, written in the formula or read from a row."""

    number: int

    def value(self, _state: State, _known: Known) -> int:
        """The number."""
        return self.number

    def span(self, _spans: Spans) -> Span:
        """The number alone."""
        return self.number, self.number


@dataclass(frozen=True, slots=True)
class NamedValue:
    """Another value of the book."""

    id: str

    def value(self, _state: State, known: Known) -> int:
        """What was reckoned for it."""
        return known[self.id]

    def span(self, spans: Spans) -> Span:
        """That of the value."""
        return spans[self.id]


@dataclass(frozen=True, slots=True)
class MarkedBoxes:
    """How many boxes have something in them: the level of a track, `count(…)`, or 0 or 1 for a single box."""

    boxes: tuple[str, ...]

    def value(self, state: State, _known: Known) -> int:
        """The boxes that are not empty."""
        return sum(1 for box in self.boxes if state.get(box))

    def span(self, _spans: Spans) -> Span:
        """None to all of them."""
        return 0, len(self.boxes)


@dataclass(frozen=True, slots=True)
class CircledBoxes:
    """How many boxes are circled and not filled in: `circled(…)`."""

    boxes: tuple[str, ...]

    def value(self, state: State, _known: Known) -> int:
        """The boxes in state 1."""
        return sum(1 for box in self.boxes if state.get(box) == 1)

    def span(self, _spans: Spans) -> Span:
        """None to all of them."""
        return 0, len(self.boxes)


@dataclass(frozen=True, slots=True)
class FilledBoxes:
    """How many boxes are circled and then filled in: `filled(…)`."""

    boxes: tuple[str, ...]

    def value(self, state: State, _known: Known) -> int:
        """The boxes in state 2."""
        return sum(1 for box in self.boxes if state.get(box) == 2)

    def span(self, _spans: Spans) -> Span:
        """None to all of them."""
        return 0, len(self.boxes)


@dataclass(frozen=True, slots=True)
class Full:
    """How many groups of boxes have something in every box: `full(…)`."""

    groups: tuple[tuple[str, ...], ...]

    def value(self, state: State, _known: Known) -> int:
        """The groups without an empty box."""
        return sum(1 for group in self.groups if all(state.get(box) for box in group))

    def span(self, _spans: Spans) -> Span:
        """None to all of them."""
        return 0, len(self.groups)


@dataclass(frozen=True, slots=True)
class Written:
    """The sum of the numbers in number boxes."""

    boxes: tuple[str, ...]

    def value(self, state: State, _known: Known) -> int:
        """The numbers together; an empty box is 0."""
        return sum(int(state.get(box) or 0) for box in self.boxes)

    def span(self, spans: Spans) -> Span:
        """All the least to all the greatest numbers, where an empty box is 0."""
        lows, highs = zip(*(spans[box] for box in self.boxes), strict=True)
        return sum(min(0, low) for low in lows), sum(max(0, high) for high in highs)


@dataclass(frozen=True, slots=True)
class DifferentNumbers:
    """How many different numbers stand in number boxes, empty ones apart: `different(…)`."""

    boxes: tuple[str, ...]

    def value(self, state: State, _known: Known) -> int:
        """The numbers, each counted once."""
        return len({state.get(box) for box in self.boxes} - {None, 0, ""})

    def span(self, _spans: Spans) -> Span:
        """None to one a box."""
        return 0, len(self.boxes)


@dataclass(frozen=True, slots=True)
class Sum:
    """Its parts together."""

    parts: tuple[Formula, ...]

    def value(self, state: State, known: Known) -> int:
        """The sum."""
        return sum(part.value(state, known) for part in self.parts)

    def span(self, spans: Spans) -> Span:
        """The sum of the least to the sum of the greatest."""
        lows, highs = zip(*(part.span(spans) for part in self.parts), strict=True)
        return sum(lows), sum(highs)


@dataclass(frozen=True, slots=True)
class Less:
    """One thing less another."""

    left: Formula
    right: Formula

    def value(self, state: State, known: Known) -> int:
        """The difference, which may be below 0."""
        return self.left.value(state, known) - self.right.value(state, known)

    def span(self, spans: Spans) -> Span:
        """Least less greatest to greatest less least."""
        low, high = self.left.span(spans)
        least, greatest = self.right.span(spans)
        return low - greatest, high - least


@dataclass(frozen=True, slots=True)
class Product:
    """Its parts multiplied."""

    parts: tuple[Formula, ...]

    def value(self, state: State, known: Known) -> int:
        """The product."""
        result = 1
        for part in self.parts:
            result *= part.value(state, known)
        return result

    def span(self, spans: Spans) -> Span:
        """The least and greatest of all products of ends."""
        low, high = 1, 1
        for part in self.parts:
            ends = [end * other for end in (low, high) for other in part.span(spans)]
            low, high = min(ends), max(ends)
        return low, high


@dataclass(frozen=True, slots=True)
class Share:
    """How often a whole number goes into something: `x // 10`."""

    of: Formula
    by: int
    """Above 0."""

    def value(self, state: State, known: Known) -> int:
        """The quotient, rounded down."""
        return self.of.value(state, known) // self.by

    def span(self, spans: Spans) -> Span:
        """The share of the least to that of the greatest."""
        low, high = self.of.span(spans)
        return low // self.by, high // self.by


@dataclass(frozen=True, slots=True)
class Least:
    """The smallest of its parts: `min(…)`."""

    parts: tuple[Formula, ...]

    def value(self, state: State, known: Known) -> int:
        """The smallest."""
        return min(part.value(state, known) for part in self.parts)

    def span(self, spans: Spans) -> Span:
        """The smallest of the least to the smallest of the greatest."""
        lows, highs = zip(*(part.span(spans) for part in self.parts), strict=True)
        return min(lows), min(highs)


@dataclass(frozen=True, slots=True)
class Best:
    """The largest of its parts: `best(…)`."""

    parts: tuple[Formula, ...]

    def value(self, state: State, known: Known) -> int:
        """The largest."""
        return max(part.value(state, known) for part in self.parts)

    def span(self, spans: Spans) -> Span:
        """The largest of the least to the largest of the greatest."""
        lows, highs = zip(*(part.span(spans) for part in self.parts), strict=True)
        return max(lows), max(highs)


@dataclass(frozen=True, slots=True)
class Steps:
    """What the highest threshold reached gives, 0 below the first: `steps(x, {1: 1, 3: 2})`."""

    of: Formula
    table: tuple[tuple[int, int], ...]
    """Thresholds and what they give, thresholds rising."""

    def value(self, state: State, known: Known) -> int:
        """What the last threshold that is not above gives."""
        reached = self.of.value(state, known)
        return next((gives for at, gives in reversed(self.table) if reached >= at), 0)

    def span(self, _spans: Spans) -> Span:
        """0 and all that it gives."""
        return _ends(self.table)


@dataclass(frozen=True, slots=True)
class Below:
    """What the lowest limit kept gives, 0 above the last: `at_most(x, {4: 1, 2: 2, 0: 3})`."""

    of: Formula
    table: tuple[tuple[int, int], ...]
    """Limits and what they give, limits rising."""

    def value(self, state: State, known: Known) -> int:
        """What the first limit that is not below gives."""
        reached = self.of.value(state, known)
        return next((gives for at, gives in self.table if reached <= at), 0)

    def span(self, _spans: Spans) -> Span:
        """0 and all that it gives."""
        return _ends(self.table)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The sum, over choice boxes, of what the option chosen in each gives: `chosen(x, {left: 1, right: y})`."""

    boxes: tuple[str, ...]
    options: tuple[tuple[str, Formula], ...]
    """Ids of options and what they give; others give 0."""

    def value(self, state: State, known: Known) -> int:
        """The sum for the options chosen."""
        gives = dict(self.options)
        chosen = [gives[option] for option in map(state.get, self.boxes) if option in gives]
        return sum(formula.value(state, known) for formula in chosen)

    def span(self, spans: Spans) -> Span:
        """The least and the greatest option in every box, where an empty box is 0."""
        ends = [formula.span(spans) for _, formula in self.options]
        low, high = min([0, *(low for low, _ in ends)]), max([0, *(high for _, high in ends)])
        return low * len(self.boxes), high * len(self.boxes)


Formula: TypeAlias = (
    "Whole | NamedValue | MarkedBoxes | CircledBoxes | FilledBoxes | Full | Written | DifferentNumbers "
    "| Sum | Less | Product | Share | Least | Best | Steps | Below | Chosen"
)
"""Anything that has a value."""


def inner(formula: Formula) -> tuple[Formula, ...]:
    """The formulas that a formula is directly made of."""
    match formula:
        case Sum(parts) | Product(parts) | Least(parts) | Best(parts):
            return parts
        case Less(left, right):
            return left, right
        case Steps(of, _) | Below(of, _) | Share(of, _):
            return (of,)
        case Chosen(_, options):
            return tuple(gives for _, gives in options)
    return ()


def names(formula: Formula) -> Iterator[str]:
    """The ids of the values that a formula names, anywhere in it."""
    if isinstance(formula, NamedValue):
        yield formula.id
    for part in inner(formula):
        yield from names(part)


def boxes(formula: Formula) -> Iterator[str]:
    """The ids of the boxes that a formula looks at itself, those behind its names apart."""
    match formula:
        case (
            MarkedBoxes(own)
            | CircledBoxes(own)
            | FilledBoxes(own)
            | Written(own)
            | DifferentNumbers(own)
            | Chosen(own, _)
        ):
            yield from own
        case Full(groups):
            for group in groups:
                yield from group
    for part in inner(formula):
        yield from boxes(part)


def _ends(table: tuple[tuple[int, int], ...]) -> Span:
    gives = [0, *(gives for _, gives in table)]
    return min(gives), max(gives)
