"""Formulas of the sheets as linear expressions of a program.

Steps of a table are a variable for each unit that a formula counts, one where it has come so far. With whole variables the
expressions are exact.
"""

from functools import cached_property
from itertools import pairwise

from generator.model.formula import (
    ChosenOptions,
    CircledBoxes,
    Constant,
    Difference,
    DifferentNumbers,
    FullGroups,
    LimitTable,
    MarkedBoxes,
    NamedValue,
    StepTable,
    Sum,
)
from tests.bench.ceilings.program import Linear


class Formulas:
    """Translates formulas at the end of a year into expressions, with the rows that tie their variables."""

    def __init__(self, program, book, leaves):
        """Take the program, the sheets, and how the leaves of formulas are counted: `marked`, `circled` and `different`."""
        self._program, self._book, self._leaves = program, book, leaves
        self.defined = {}
        """For each variable the formula, the year, and the value from which on the variable is 1."""

    def value(self, id_, year):
        """Return the expression of a value of the sheets at the end of a year."""
        return self.expression(self._book.values[id_].formula, year)

    def expression(self, formula, year):
        """Return the expression of a formula at the end of a year; raise KeyError for one that has none."""
        return self._kinds[type(formula)](formula, year)

    @cached_property
    def _kinds(self):
        """Return for each kind of formula what makes its expression."""
        leaves = self._leaves
        return {
            Constant: lambda formula, _: Linear(formula.number),
            NamedValue: lambda formula, year: self.value(formula.id, year),
            MarkedBoxes: lambda formula, year: leaves.marked(formula.boxes, year),
            CircledBoxes: lambda formula, year: leaves.circled(formula.boxes, year),
            DifferentNumbers: leaves.different,
            Sum: lambda formula, year: self._sum([self.expression(part, year) for part in formula.parts]),
            Difference: lambda formula, year: self.expression(formula.left, year).add(
                self.expression(formula.right, year), -1
            ),
            FullGroups: lambda formula, year: self._sum(
                [Linear().add(self._full(group, year)) for group in formula.groups]
            ),
            StepTable: self._table,
            LimitTable: self._table,
            ChosenOptions: self._chosen,
        }

    @staticmethod
    def _sum(parts):
        """Return the sum of expressions."""
        total = Linear()
        for part in parts:
            total.add(part)
        return total

    def _full(self, group, year):
        """Return the variable that is one where a group of boxes is full."""
        formula = FullGroups((group,))
        name = ("full", group[0], group[-1], len(group), year)
        if name not in self.defined:
            self.defined[name] = formula, year, 1
            self._program.variable(name)
            for box in group:
                self._program.at_most((*name, box), name, self._leaves.marked((box,), year))
            count = self._leaves.marked(group, year)
            self._program.at_most((*name, "if"), count.add(Linear(1 - len(group))), name)
        return name

    def units(self, formula, year):
        """Return the variables of the units that a formula counts: the first is one from 1 on, and so on."""
        _, most = self._book.span(formula)
        names = [("unit", repr(formula), year, number) for number in range(1, most + 1)]
        if names and names[0] not in self.defined:
            for number, name in enumerate(names, 1):
                self.defined[name] = formula, year, number
                self._program.variable(name)
            for name, after in pairwise(names):
                self._program.at_most((*after, "follows"), after, name)
            count = self.expression(formula, year)
            self._program.equal((*names[0], "count"), self._sum([Linear().add(name) for name in names]), count)
        return names

    def _table(self, formula, year):
        """Return the expression of a table of steps or limits."""
        units = self.units(formula.of, year)
        heights = [self._at(formula, count) for count in range(len(units) + 1)]
        result = Linear(heights[0])
        for name, before, height in zip(units, heights, heights[1:], strict=False):
            result.add(name, height - before)
        return result

    @staticmethod
    def _at(formula, count):
        """Return the value of a table where its formula has a value."""
        return type(formula)(Constant(count), formula.table).value({}, {})

    def _chosen(self, formula, year):
        """Return the points of the options that are chosen."""
        total = Linear()
        for option, gives in formula.options:
            chosen, (_, most) = self._leaves.chosen(option), self._book.span(gives)
            name = self._program.variable(("chosen", option), most, whole=False)
            self._program.at_most((*name, "chosen"), name, Linear().add(chosen, most))
            self._program.at_most((*name, "points"), name, self.expression(gives, year))
            self.defined[name] = gives, year, None
            total.add(name)
        return total
