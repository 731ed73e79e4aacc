"""An integer program as plain rows: variables with bounds, linear rows, and the expression to be maximised."""

from collections import defaultdict
from typing import NamedTuple

INFINITE = float("inf")


class Row(NamedTuple):
    """A linear condition: least <= sum of the terms <= most."""

    name: tuple
    terms: dict
    least: float
    most: float


class Linear:
    """A linear expression: terms by variable, and a constant."""

    def __init__(self, constant=0, terms=()):
        """Take the constant and the terms."""
        self.constant, self.terms = constant, defaultdict(int, dict(terms))

    def add(self, other, times=1):
        """Add another expression, or the variable of that name, so many times; return this expression."""
        if not isinstance(other, Linear):
            self.terms[other] += times
            return self
        self.constant += times * other.constant
        for name, count in other.terms.items():
            self.terms[name] += times * count
        return self

    def value(self, values):
        """Return the value of the expression; variables without a value are 0."""
        return self.constant + sum(count * values.get(name, 0) for name, count in self.terms.items())


class Program:
    """Variables, rows and the aim of an integer program."""

    def __init__(self):
        """Begin without variables and rows."""
        self.bounds, self.whole, self.rows, self.aim = {}, set(), [], Linear()

    def variable(self, name, most=1, least=0, *, whole=True):
        """Add a variable with its bounds, and return its name."""
        if name in self.bounds:
            raise ValueError(name)
        self.bounds[name] = least, most
        if whole:
            self.whole.add(name)
        return name

    def at_most(self, name, small, large):
        """Add the row `small <= large` for two expressions."""
        row = Linear().add(small).add(large, -1)
        self.rows.append(Row(name, {key: count for key, count in row.terms.items() if count}, -INFINITE, -row.constant))

    def equal(self, name, one, other):
        """Add the row `one == other` for two expressions."""
        row = Linear().add(one).add(other, -1)
        terms = {key: count for key, count in row.terms.items() if count}
        self.rows.append(Row(name, terms, -row.constant, -row.constant))

    def faults(self, values):
        """Yield what some values break: names of variables that are not in the program, bounds, and rows."""
        for name, value in values.items():
            if value and name not in self.bounds:
                yield ("unknown", name, value)
        for name, (least, most) in self.bounds.items():
            if not least <= values.get(name, 0) <= most:
                yield ("bound", name, values.get(name, 0))
        for row in self.rows:
            total = sum(count * values.get(name, 0) for name, count in row.terms.items())
            if not row.least <= total <= row.most:
                yield (*row.name, total, row.least, row.most)
