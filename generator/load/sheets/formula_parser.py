"""Parses the formulas of a sheet. Python's own parser reads them, and nothing is ever run as Python.

    wall  wall[1:7]  small_temple  renown        a track's level, boxes of it, a box (0 or 1, or its number), a value
    3  + - *  x // 10  ( )                       whole numbers; division rounds down
    count(…)  circled(…)  filled(…)  full(…)     boxes marked, in state 1, in state 2; groups that are complete
    sum(…)  different(…)  written(…)             numbers in boxes: together, how many different ones, how many at all
    min(…)  best(…)  product(…)                  of formulas
    steps(x, {1: 1, 3: 2})  at_most(x, {4: 1})   what the highest threshold reached, or lowest limit kept, gives; else 0
    chosen(box, …, {option: formula})            the sum of what the options chosen give
    cards.scout.strength                         a whole number of a row: component or table, row, column
    points(x, cards.scout)                       a row's thresholds t1, t2, t3 … give 1, 2, 3 …; its comparator says how

Boxes are named by track, box, tag or slice of a track. Slices count from 1 and include both ends; `cells[2:20:5]`
takes every fifth box. Between brackets of a function, `a, ..., b` is all from one track to another, or from one box to
another of the same track, or at the same place of other tracks of that length.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from generator.base.errors import suggestion
from generator.load.files.fault_report import quote
from generator.load.keys.sheet_keys import LARGEST
from generator.model import formula as terms
from generator.model.formula import Formula
from generator.model.game import Row
from generator.model.sheet import Box, Track

DEEPEST = 24
"""Deepest nesting; a row of additions is one level."""

LONGEST = 4_000
"""Longest formula, in characters."""

_FOREIGN = re.compile(r"""["'#\\]|\b[0-9]+[A-Za-z_]""")
"""Quotes, comments, and digits that run into a word, such as `3wall`: Python prints a warning for these."""

_ZERO = terms.Constant(0)
_MARKS: Mapping[str, Callable[..., Formula]] = {
    "count": terms.MarkedBoxes,
    "circled": terms.CircledBoxes,
    "filled": terms.FilledBoxes,
}
_COMBINERS: Mapping[str, Callable[..., Formula]] = {
    "min": terms.Minimum,
    "best": terms.Maximum,
    "product": terms.Product,
}


class FormulaScope(NamedTuple):
    """Names that formulas can use: boxes, tracks, values and tags of all sheets, and rows of tables."""

    boxes: Mapping[str, Box]
    tracks: Mapping[str, Track]
    values: Collection[str]
    tags: Mapping[str, tuple[str, ...]]
    rows: Mapping[str, Mapping[str, Row]]
    """Rows by id, by the id of their table or component."""

    @property
    def names(self) -> tuple[str, ...]:
        """All names that a formula can use, without the rows."""
        return (*self.tracks, *self.boxes, *self.values, *self.tags)


def tagged_boxes(boxes: Mapping[str, Box]) -> Mapping[str, tuple[str, ...]]:
    """Return the ids of the boxes with each tag, by tag."""
    tags: dict[str, tuple[str, ...]] = {}
    for box in boxes.values():
        for tag in box.tags:
            tags[tag] = (*tags.get(tag, ()), box.id)
    return tags


def parse_formula(text: str, scope: FormulaScope, note: Callable[[str], None]) -> Formula:
    """Parse a formula; `note` is called with each fault, and the faulty part becomes the constant 0.

    >>> scope = FormulaScope({}, {}, {"renown", "valour"}, {}, {})
    >>> parse_formula("renown + 2", scope, print)
    Sum(parts=(NamedValue(id='renown'), Constant(number=2)))
    >>> parse_formula("renwon", scope, print)
    no track, box or value called 'renwon'; did you mean 'renown'?
    MarkedBoxes(boxes=())
    """
    tree = _parse(text, note)
    return _FormulaReader(scope, note).formula(tree, 0) if tree else _ZERO


def parse_boxes(text: str, scope: FormulaScope, note: Callable[[str], None]) -> tuple[str, ...]:
    """Return the ids of the boxes that a text like `wall[1:7]` names; `note` is called with each fault."""
    tree = _parse(text, note)
    return _FormulaReader(scope, note).boxes(tree) if tree else ()


def _parse(text: str, note: Callable[[str], None]) -> ast.expr | None:
    """Return Python's syntax tree of a formula; None after a fault, which `note` is called with."""
    if len(text) > LONGEST:
        note(f"formula is over {LONGEST:,} characters; name its parts as values")
        return None
    try:
        if text.isascii() and not _FOREIGN.search(text):  # Python would normalise other letters to ASCII names
            return ast.parse(" ".join(text.split()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # deep nesting ends in the latter two
        pass
    note(f"{quote(text)} is not a formula; write it like 'count(wall) + 2 * fort'")
    return None


class _FormulaReader:
    """Turns a syntax tree of Python into a formula."""

    __slots__ = ("note", "scope")

    def __init__(self, scope: FormulaScope, note: Callable[[str], None]) -> None:
        """Take the names that can be used; `note` is called with each fault."""
        self.scope = scope
        self.note = note

    def formula(self, node: ast.expr, depth: int) -> Formula:
        """Return the formula of a node; `depth` counts the levels of nesting above it."""
        # A limit of ours, below Python's own limit of recursion.
        if depth > DEEPEST:
            return self._wrong(f"nested deeper than {DEEPEST}; name a part of it as a value")
        reader = _NODES.get(type(node), _FormulaReader._foreign)
        return reader(self, node, depth + 1)

    def boxes(self, node: ast.expr) -> tuple[str, ...]:
        """Return the ids of the boxes that a node names: a track, a box, a tag or a slice of a track."""
        match node:
            case ast.Name(id=name):
                return self._named_boxes(name)
            case ast.Subscript(value=ast.Name(id=name), slice=part) if name in self.scope.tracks:
                return self._slice(name, part)
        self.note(f"{_source(node)} does not name boxes; name a track, a box, a tag or a slice like 'wall[1:7]'")
        return ()

    def _number(self, node: ast.expr, depth: int) -> Formula:
        """Return a whole number, or the negative of a formula."""
        match node:
            # bool is a subclass of int, and `True` is a constant of Python's grammar.
            case ast.Constant(value=int(number)) if not isinstance(number, bool) and number <= LARGEST:
                return terms.Constant(number)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                term = self.formula(operand, depth)
                return (
                    terms.Constant(-term.number) if isinstance(term, terms.Constant) else terms.Difference(_ZERO, term)
                )
        return self._foreign(node, depth)

    def _operation(self, node: ast.expr, depth: int) -> Formula:
        """Return a sum, difference, product, or quotient by a whole number."""
        match node:
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                return self._terms(node, depth)
            case ast.BinOp(op=ast.Mult()):
                return self._factors(node, depth)
            case ast.BinOp(left=dividend, op=ast.FloorDiv(), right=ast.Constant(value=int(divisor))) if (
                0 < divisor <= LARGEST
            ):
                return terms.Quotient(self.formula(dividend, depth), int(divisor))
            case ast.BinOp(op=ast.FloorDiv()):
                return self._wrong(
                    f"{_source(node.right)} cannot divide; only a whole number above 0 can, like 'x // 10'"
                )
        return self._foreign(node, depth)

    def _foreign(self, node: ast.expr, _depth: int) -> Formula:
        """Note that a node cannot stand in a formula, and return the constant 0."""
        return self._wrong(
            f"{_source(node)} cannot stand in a formula; it has names, whole numbers, + - * and functions"
        )

    def _wrong(self, message: str) -> Formula:
        """Note a fault, and return the constant 0 in place of the faulty part."""
        self.note(message)
        return _ZERO

    def _terms(self, node: ast.expr, depth: int) -> Formula:
        """Return a row of additions and subtractions, however long, as one sum or difference."""
        # Python's tree of `a + b - c` leans left, as deep as the row is long: a loop, so that DEEPEST does not count
        # it.
        plus: list[Formula] = []
        minus: list[Formula] = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            (plus if isinstance(node.op, ast.Add) else minus).append(self.formula(node.right, depth))
            node = node.left
        plus.append(self.formula(node, depth))
        total = _combine(terms.Sum, plus[::-1])
        return terms.Difference(total, _combine(terms.Sum, minus[::-1])) if minus else total

    def _factors(self, node: ast.expr, depth: int) -> Formula:
        """Return a row of multiplications, however long, as one product."""
        factors: list[Formula] = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            factors.append(self.formula(node.right, depth))
            node = node.left
        factors.append(self.formula(node, depth))
        return _combine(terms.Product, factors[::-1])

    def _named(self, node: ast.expr, _depth: int) -> Formula:
        """Return the value of a name: a named value, the number in a number box, or how many boxes are marked."""
        if isinstance(node, ast.Name) and node.id in self.scope.values:
            return terms.NamedValue(node.id)
        boxes = self.boxes(node)
        # A number box alone means its number; a track of number boxes means its level.
        if (
            len(boxes) == 1
            and self.scope.boxes[boxes[0]].kind == "number"
            and ast.unparse(node) not in self.scope.tracks
        ):
            return terms.NumberSum(boxes)
        return terms.MarkedBoxes(boxes)

    def _named_boxes(self, name: str) -> tuple[str, ...]:
        """Return the ids of the boxes of a track or tag, or of a single box; none after a fault."""
        if name in self.scope.tracks:
            return tuple(box.id for box in self.scope.tracks[name].boxes)
        if name in self.scope.boxes:
            return (name,)
        if name in self.scope.tags:
            return self.scope.tags[name]
        if name in self.scope.values:
            self.note(f"{quote(name)} is a value; only a track, a box, a tag or a slice can stand here")
        else:
            self.note(f"no track, box or value called {quote(name)}{suggestion(name, self.scope.names)}")
        return ()

    def _slice(self, name: str, part: ast.expr) -> tuple[str, ...]:
        """Return the boxes of a slice of a track, `wall[1:7]`; numbers count from 1 and both ends belong to it."""
        boxes = self._named_boxes(name)
        numbers = _numbers(part)
        if numbers is None:
            self.note(f"a slice of {quote(name)} has two whole numbers, like '{name}[1:{len(boxes)}]'; a third skips")
            return ()
        first, last, step = numbers
        if not 1 <= first <= last <= len(boxes) or step < 1:
            self.note(f"'{name}[{first}:{last}]' is out of range; its boxes are 1 to {len(boxes)}")
            return ()
        return boxes[first - 1 : last : step]

    def _call(self, node: ast.expr, depth: int) -> Formula:
        """Return the formula for the call of a function, such as `count(wall)`. An unknown function is a fault."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.keywords:
            return self._foreign(node, depth)
        name = node.func.id
        if name not in _FUNCTIONS:
            near = suggestion(_OTHER_NAMES.get(name, name), _FUNCTIONS) or f"; it is one of {', '.join(_FUNCTIONS)}"
            return self._wrong(f"no function called {quote(name)}{near}")
        if not node.args:
            return self._wrong(f"{name}() has nothing in its brackets")
        return _FUNCTIONS[name](self, name, self._with_ranges(node.args), depth)

    def _with_ranges(self, args: list[ast.expr]) -> list[ast.expr]:
        """Return the arguments with `...` replaced by the names between its two neighbours."""
        nodes: list[ast.expr] = []
        for index, node in enumerate(args):
            if not isinstance(node, ast.Constant) or node.value is not ...:
                nodes.append(node)
            else:
                # Neighbours that are no names are left out, and `_between` reports that fewer than two remain.
                ends = [
                    neighbour.id
                    for neighbour in (*args[index - 1 : index], *args[index + 1 : index + 2])
                    if isinstance(neighbour, ast.Name)
                ]
                nodes += [ast.Name(name) for name in self._between(ends)]
        return nodes

    def _between(self, ends: list[str]) -> tuple[str, ...]:
        """Return the names that stand between two names (`ends`) on the sheets, in the order of print.

        None after a fault.
        """
        names = self._names_with(ends)
        places = [names.index(end) for end in ends if end in names]
        if len(places) != 2 or places[0] > places[1]:
            self.note("'...' stands between two tracks, or two boxes of one track or one place, in their order")
            return ()
        return names[places[0] + 1 : places[1]]

    def _names_with(self, ends: list[str]) -> tuple[str, ...]:
        """Return the row of names in which `...` counts between two `ends`.

        Between boxes it is the boxes of their track, or the boxes at one place of all tracks of that length; between
        tracks it is all tracks.
        """
        tracks, boxes = self.scope.tracks, [self.scope.boxes[end] for end in ends if end in self.scope.boxes]
        if len(boxes) != 2:
            return tuple(tracks)
        track_boxes = tracks[boxes[0].track].boxes
        if boxes[0].track == boxes[1].track:
            return tuple(box.id for box in track_boxes)
        return tuple(
            track.boxes[boxes[0].number - 1].id for track in tracks.values() if len(track.boxes) == len(track_boxes)
        )

    def _marks(self, name: str, args: list[ast.expr], _depth: int) -> Formula:
        """Return `count(…)`, `circled(…)` or `filled(…)`: how many boxes are marked, in state 1 or in state 2."""
        kinds = () if name == "count" else ("mark2",)
        return _MARKS[name](self._all(name, args, kinds))

    def _full(self, _name: str, args: list[ast.expr], _depth: int) -> Formula:
        """Return `full(…)`: how many of some groups of boxes are complete."""
        return terms.FullGroups(tuple(self.boxes(arg) for arg in args))

    def _written(self, name: str, args: list[ast.expr], _depth: int) -> Formula:
        """Return `written(…)`: how many number boxes have a number in them.

        Boxes that take 0 are counted apart, as only an empty text stands for an empty one there.
        """
        boxes = self._all(name, args, ("number",))
        with_zero = tuple(box for box in boxes if self.scope.boxes[box].takes_zero)
        without_zero = tuple(box for box in boxes if not self.scope.boxes[box].takes_zero)
        parts: list[Formula] = [terms.WrittenBoxes(with_zero)] if with_zero else []
        parts += [terms.MarkedBoxes(without_zero)] if without_zero else []
        return _combine(terms.Sum, parts) if parts else _ZERO

    def _different(self, name: str, args: list[ast.expr], _depth: int) -> Formula:
        """Return `different(…)`: how many different numbers are written in boxes."""
        return terms.DifferentNumbers(self._all(name, args, ("number",)))

    def _sum(self, _name: str, args: list[ast.expr], depth: int) -> Formula:
        """Return `sum(…)` of formulas, or of the numbers written in boxes."""
        return _combine(terms.Sum, [self._summand(arg, depth) for arg in args])

    def _summand(self, node: ast.expr, depth: int) -> Formula:
        """Return the sum of the numbers in boxes, if a node names number boxes; else the value of the node."""
        term = self.formula(node, depth)
        if not isinstance(term, terms.MarkedBoxes) or not isinstance(node, ast.Name | ast.Subscript):
            return term
        is_number = all(self.scope.boxes[box].kind == "number" for box in term.boxes)
        return terms.NumberSum(term.boxes) if is_number and term.boxes else term

    def _parts(self, name: str, args: list[ast.expr], depth: int) -> Formula:
        """Return `min(…)`, `best(…)` or `product(…)`: the least, the greatest or the product of formulas."""
        return _combine(_COMBINERS[name], [self.formula(arg, depth) for arg in args])

    def _table(self, name: str, args: list[ast.expr], depth: int) -> Formula:
        """Return `steps(x, {1: 1, 3: 2})` or `at_most(…)`: the number that a table gives for a value."""
        if len(args) != 2 or not isinstance(args[1], ast.Dict):
            return self._wrong(f"{name}() takes a formula and a table, like '{name}(fort, {{1: 1, 3: 2}})'")
        table: dict[int, int] = {}
        for key, gives in zip(args[1].keys, args[1].values, strict=True):
            threshold = self._whole(key)
            if threshold in table:
                self.note(f"{threshold} stands twice in the table of {name}()")
            table[threshold] = self._whole(gives)
        # Rising, as the terms look for the highest step that is reached.
        rising = tuple(sorted(table.items()))
        subject = self.formula(args[0], depth)
        return terms.StepTable(subject, rising) if name == "steps" else terms.LimitTable(subject, rising)

    def _whole(self, node: ast.expr | None) -> int:
        """Return a whole number of a table; 0 after a fault."""
        # One level below the deepest: only a plain number or its negative can stand in a table.
        term = self.formula(node, DEEPEST - 1) if node else None
        if isinstance(term, terms.Constant):
            return term.number
        self.note("a table has whole numbers only, like '{1: 1, 3: 2}'")
        return 0

    def _chosen(self, name: str, args: list[ast.expr], depth: int) -> Formula:
        """Return `chosen(box, …, {option: formula})`: the sum of the formulas of the options that are chosen."""
        *chosen, last = args
        if not chosen or not isinstance(last, ast.Dict):
            return self._wrong("chosen() takes choice boxes and a table, like 'chosen(path, {left: 1, right: 2})'")
        boxes = self._all(name, chosen, ("choice",))
        options_allowed = dict.fromkeys(option.id for box in boxes for option in self.scope.boxes[box].options)
        options = [
            (self._option(key, options_allowed), self.formula(gives, depth))
            for key, gives in zip(last.keys, last.values, strict=True)
        ]
        return terms.ChosenOptions(boxes, tuple(options))

    def _option(self, node: ast.expr | None, names: Collection[str]) -> str:
        """Return the id of an option, which must be in `names`."""
        if isinstance(node, ast.Name) and node.id in names:
            return node.id
        name = node.id if isinstance(node, ast.Name) else ""
        self.note(f"no option called {quote(name)}{suggestion(name, names)}")
        return name

    def _points(self, name: str, args: list[ast.expr], depth: int) -> Formula:
        """Return `points(x, cards.scout)`: the points for a value by the thresholds t1, t2, t3 … in a row."""
        row = self._row(args[-1])
        if len(args) != 2 or row is None:
            return self._wrong(f"{name}() takes a formula and a row, like '{name}(fort, cards.scout)'")
        thresholds: list[tuple[int, int]] = []
        for gives in count(1):
            threshold = row.cells.get(f"t{gives}")
            if not isinstance(threshold, int):
                break
            thresholds.append((threshold, gives))
        if not thresholds:
            return self._wrong(f"row {quote(row.id)} has no whole number in a column 't1'; points() reads t1, t2, t3 …")
        subject = self.formula(args[0], depth)
        if row.cells.get("comparator") == "at_most":
            # Of equal limits the one that gives most comes first.
            return terms.LimitTable(subject, tuple(sorted(thresholds, key=lambda pair: (pair[0], -pair[1]))))
        return terms.StepTable(subject, tuple(sorted(thresholds)))

    def _constant(self, node: ast.expr, _depth: int) -> Formula:
        """Return the whole number in a cell of a row, `cards.scout.strength`."""
        row = self._row(node.value) if isinstance(node, ast.Attribute) else None
        if row is None or not isinstance(node, ast.Attribute):
            return self._wrong(f"{_source(node)} is not a number of a row; write it like 'cards.scout.strength'")
        numbers = {name: cell for name, cell in row.cells.items() if type(cell) is int}
        if node.attr in numbers:
            return terms.Constant(numbers[node.attr])
        return self._wrong(f"no whole number called {quote(node.attr)} in that row{suggestion(node.attr, numbers)}")

    def _row(self, node: ast.expr) -> Row | None:
        """Return the row that a node like `cards.scout` names; None after a fault, or for another node."""
        match node:
            case ast.Attribute(value=ast.Name(id=table), attr=id_) if id_ in self.scope.rows.get(table, ()):
                return self.scope.rows[table][id_]
            case ast.Attribute(value=ast.Name(id=table), attr=id_) if table in self.scope.rows:
                self.note(f"no row called {quote(id_)} in {quote(table)}{suggestion(id_, self.scope.rows[table])}")
            case ast.Attribute(value=ast.Name(id=table)):
                self.note(f"no table or component called {quote(table)}{suggestion(table, self.scope.rows)}")
        return None

    def _all(self, name: str, args: Sequence[ast.expr], kinds: tuple[str, ...]) -> tuple[str, ...]:
        """Return the ids of the boxes that all arguments of a function name, each once.

        With `kinds`, all must be of one of these kinds; else none are returned after a fault.
        """
        boxes = tuple(dict.fromkeys(box for arg in args for box in self.boxes(arg)))
        for box in [box for box in boxes if kinds and self.scope.boxes[box].kind not in kinds]:
            self.note(f"{name}() takes boxes of kind {kinds[0]!r}; {box!r} is of kind {self.scope.boxes[box].kind!r}")
            return ()
        return boxes


_NODES: Mapping[type[ast.expr], Callable[[_FormulaReader, ast.expr, int], Formula]] = {
    ast.Constant: _FormulaReader._number,
    ast.UnaryOp: _FormulaReader._number,
    ast.BinOp: _FormulaReader._operation,
    ast.Call: _FormulaReader._call,
    ast.Attribute: _FormulaReader._constant,
    ast.Name: _FormulaReader._named,
    ast.Subscript: _FormulaReader._named,
}
_OTHER_NAMES = {"max": "best", "maximum": "best", "highest": "best", "minimum": "min", "lowest": "min", "total": "sum"}
"""Names of functions in other programs."""
_FUNCTIONS: Mapping[str, Callable[[_FormulaReader, str, list[ast.expr], int], Formula]] = {
    **dict.fromkeys(_MARKS, _FormulaReader._marks),
    "full": _FormulaReader._full,
    "sum": _FormulaReader._sum,
    "different": _FormulaReader._different,
    "written": _FormulaReader._written,
    **dict.fromkeys(_COMBINERS, _FormulaReader._parts),
    **dict.fromkeys(("steps", "at_most"), _FormulaReader._table),
    "chosen": _FormulaReader._chosen,
    "points": _FormulaReader._points,
}


def _numbers(part: ast.expr) -> tuple[int, int, int] | None:
    """Return first number, last number and step of a slice; None if it is written in another way."""
    match part:
        case ast.Constant(value=int(first)):
            return first, first, 1
        case ast.Slice(lower=ast.Constant(value=int(first)), upper=ast.Constant(value=int(last)), step=None):
            return first, last, 1
        case ast.Slice(ast.Constant(value=int(first)), ast.Constant(value=int(last)), ast.Constant(value=int(step))):
            return first, last, step
    return None


def _combine(noun: Callable[[tuple[Formula, ...]], Formula], parts: list[Formula]) -> Formula:
    """Return the combination of formulas, such as a sum; a single one stays as it is."""
    return parts[0] if len(parts) == 1 else noun(tuple(parts))


def _source(node: ast.expr) -> str:
    """Return the source text of a node, in quotes, for faults."""
    try:
        return quote(ast.unparse(node))
    except RecursionError:
        return "something this deep"
