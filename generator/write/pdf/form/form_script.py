"""JavaScript of a form: calculated values, and checks of what is typed.

The scripts run in ECMAScript 3, the oldest engine still in use, and need only `getField` and `event` of the viewer.
They contain box ids, option ids and whole numbers, no other text of the data. What is no number counts as 0, so that
letters typed into a box never show in a sum.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import Any

from generator.model import formula as terms
from generator.model.formula import Formula, value_names
from generator.model.sheet import Book, Box

FILLED = "_filled"
"""Suffix of a box's second control, for a circle that is filled in."""

NOTHING = "-"
"""Id of the option by which a choice is taken back."""

_TOOLS = (
    "function V(n){var f=d.getField(n);return f?f.value:''}"
    f"function M(n){{var v=V(n);return v==null||v===''||v==='Off'||v==='{NOTHING}'?0:1}}"
    f"function P(n){{return M(n+'{FILLED}')?2:M(n)}}"
    "function B(a,b){return function(n){var v=parseInt(V(n),10);return v>=a&&v<=b?v:0}}"
    "function E(s,f,x){var w=s.split(' '),t=0,i,v;"
    "for(i=0;i<w.length;i++){v=f(w[i]);if(x?v===x:v)t++}return t}"
    "function U(s,f){var w=s.split(' '),t=0,i;for(i=0;i<w.length;i++)t+=f(w[i]);return t}"
    "function X(s,f){var w=s.split(' '),k={},t=0,i,v;"
    "for(i=0;i<w.length;i++){v=f(w[i]);if(v&&!k['n'+v]){k['n'+v]=1;t++}}return t}"
    "function S(x,t){var i,v=0;for(i=0;i<t.length;i++)if(x>=t[i][0])v=t[i][1];return v}"
    "function Z(x,t){var i;for(i=0;i<t.length;i++)if(x<=t[i][0])return t[i][1];return 0}"
    "function C(s,t){var w=s.split(' '),v=0,i,k;"
    "for(i=0;i<w.length;i++){k='o_'+V(w[i]);if(typeof t[k]==='number')v+=t[k]}return v}"
)
"""V: value of a field. M, P, B: state of a marked box, of one marked or filled, of one with a number in bounds.
E: number of boxes in a state, or not empty. U: sum of numbers. X: number of different values. S, Z: lookup in a table
of lower or upper bounds. C: sum of what choices give.
"""


def calculation_script(book: Book, formula: Formula, *, display: str = "x") -> str:
    """Return the script of a calculated field; `display` is the expression displayed, of the value `x`."""
    script = ScriptCompiler(book)
    first = "".join(f"var v_{id_}={script.of(book.values[id_].formula)};" for id_ in _needed(book, formula))
    return f"(function(d){{{_TOOLS}{first}var x={script.of(formula)};event.value={display}}})(this)"


def rank_mark(least: int | None, below: int | None) -> str:
    """Return the expression of a mark beside a rank: a cross if `x` reaches `least` and not `below`.

    >>> rank_mark(10, 20)
    "(x>=10&&x<20)?'X':''"
    """
    ends = [f"x>={least}"] * (least is not None) + [f"x<{below}"] * (below is not None)
    return f"({'&&'.join(ends) or 'true'})?'X':''"


def keystroke_script(least: int, most: int) -> str:
    """Return the script of a number field: only digits can be typed, and only a number in bounds stays.

    A field for one digit takes only digits in bounds, since a viewer gives no other hint.

    >>> keystroke_script(1, 6)[:70]
    'if(!event.willCommit){if(!/^[1-6]?$/.test(event.change))event.rc=false'
    """
    digits = f"[{max(least, 0)}-{most}]?" if least >= 0 and most < 10 else f"[{'-' if least < 0 else ''}0-9]*"
    return (
        f"if(!event.willCommit){{if(!/^{digits}$/.test(event.change))event.rc=false}}"
        "else if(event.value!==''){var v=parseInt(event.value,10);"
        f"if(!(v>={least}&&v<={most}))event.rc=false}}"
    )


def character_filter(characters: str) -> str:
    r"""Return the script of a text field, which removes characters that its font does not have.

    It does not refuse the whole text: Chromium asks only when typing is finished, and would then drop all of it.

    >>> print(character_filter("abcé")[54:].partition(";")[0])
    t.replace(/[^\n\r\u0061-\u0063\u00e9-\u00e9]/g,'')
    """
    # ECMAScript 3 knows only units of 16 bits; line breaks are always allowed.
    codes = sorted({ord(char) for char in characters if ord(char) < 0x10000} - {0x0A, 0x0D})
    # Neighbouring codes become ranges, as a font has thousands of characters.
    runs: list[list[int]] = []
    for code in codes:
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    ranges = "".join(rf"\u{first:04x}-\u{last:04x}" for first, last in runs)
    beyond = r"\ud800-\udfff" if any(ord(char) > 0xFFFF for char in characters) else ""
    return (
        "var w=event.willCommit,t=w?event.value:event.change,"
        f"c=t.replace(/[^\\n\\r{ranges}{beyond}]/g,'');if(c!==t){{if(w)event.value=c;else event.change=c}}"
    )


def _needed(book: Book, formula: Formula) -> Iterable[str]:
    """Return the ids of all values that a formula depends on, also through other values, in order of dependence."""
    needed = {id_ for name in value_names(formula) for id_ in book.dependencies[name]}
    return (id_ for id_ in book.values if id_ in needed)


class ScriptCompiler:
    """Compiles formulas of a book to expressions."""

    def __init__(self, book: Book) -> None:
        """Take the sheets whose boxes and values formulas name."""
        self._book = book

    def of(self, formula: Formula) -> str:
        """Return the expression of a formula; it needs the tools, and a variable for each value that it names."""
        return _EXPRESSIONS[type(formula)](self, formula)

    def join(self, operator: str, formulas: Iterable[Formula]) -> str:
        """Return the expressions of formulas with an operator between them."""
        return operator.join(map(self.of, formulas))

    def having(self, ids: Iterable[str], state: int = 0) -> str:
        """Return the expression that counts the boxes in a state, or in any state but empty (0)."""
        state_argument = f",{state}" if state else ""
        parts = [f"E('{these}',{reader}{state_argument})" for these, reader in self._read(ids)]
        # Boxes that are printed as marked have no field, and are counted here once for all.
        printed = sum(1 for id_ in ids if (start := self._book.box(id_).start) and (not state or start == state))
        return _sum([*parts, *([str(printed)] if printed or not parts else [])])

    def written(self, ids: Iterable[str]) -> str:
        """Return the expression for the sum of the numbers written in boxes."""
        return _sum([f"U('{these}',{reader})" for these, reader in self._read(ids)])

    def different(self, ids: tuple[str, ...]) -> str:
        """Return the expression that counts the different numbers written in boxes."""
        boxes = [self._book.box(id_) for id_ in ids]
        ends = f"B({min(box.least for box in boxes)},{max(box.most for box in boxes)})"
        return f"X('{' '.join(ids)}',{ends})"

    def _read(self, ids: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield neighbouring boxes that are read by the same function, as joined ids, with that function.

        Boxes printed as marked have no field, and are left out.
        """
        boxes = [self._book.box(id_) for id_ in ids]
        for reader, group in groupby((box for box in boxes if not box.start), _reader):
            yield " ".join(box.id for box in group), reader

    def with_number(self, ids: Iterable[str]) -> str:
        """Return the expression that counts the boxes with a number in them, also with 0."""
        boxes = [self._book.box(id_) for id_ in ids]
        groups = groupby(boxes, lambda box: _HAS_NUMBER.format(box.least, box.most))
        return _sum([f"E('{' '.join(box.id for box in group)}',{reader})" for reader, group in groups])


_HAS_NUMBER = "function(n){{var v=parseInt(V(n),10);return v>={}&&v<={}?1:0}}"
"""Whether a field has a number in bounds: an empty one has none. It is no tool, as hardly any sheet asks for it."""


def _reader(box: Box) -> str:
    """Return the JavaScript function that reads the field of a box."""
    if box.kind in {"year", "number"}:
        return f"B({box.least},{box.most})"
    return "P" if box.kind == "mark2" else "M"


def _sum(parts: list[str]) -> str:
    """Return the sum of some expressions, in brackets unless there is only one."""
    return f"({'+'.join(parts)})" if len(parts) != 1 else parts[0]


def _whole(_script: ScriptCompiler, formula: terms.Constant) -> str:
    """Return a whole number, a negative one in brackets."""
    return f"({formula.number})" if formula.number < 0 else str(formula.number)


def _full(script: ScriptCompiler, formula: terms.FullGroups) -> str:
    """Return the expression that counts the complete groups of boxes."""
    return _sum([f"({script.having(group)}==={len(group)}?1:0)" for group in formula.groups])


def _chosen(script: ScriptCompiler, formula: terms.ChosenOptions) -> str:
    """Return the expression for the sum of the values of the chosen options."""
    table = ",".join(f"o_{option}:{script.of(gives)}" for option, gives in formula.options)
    return f"C('{' '.join(formula.boxes)}',{{{table}}})"


_table = partial(json.dumps, separators=(",", ":"))

_EXPRESSIONS: dict[type, Callable[[ScriptCompiler, Any], str]] = {
    terms.Constant: _whole,
    terms.NamedValue: lambda _, formula: f"v_{formula.id}",
    terms.MarkedBoxes: lambda script, formula: script.having(formula.boxes),
    terms.WrittenBoxes: lambda script, formula: script.with_number(formula.boxes),
    terms.CircledBoxes: lambda script, formula: script.having(formula.boxes, 1),
    terms.FilledBoxes: lambda script, formula: script.having(formula.boxes, 2),
    terms.FullGroups: _full,
    terms.NumberSum: lambda script, formula: script.written(formula.boxes),
    terms.DifferentNumbers: lambda script, formula: script.different(formula.boxes),
    terms.Sum: lambda script, formula: f"({script.join('+', formula.parts)})",
    terms.Difference: lambda script, formula: f"({script.of(formula.left)}-{script.of(formula.right)})",
    terms.Product: lambda script, formula: f"({script.join('*', formula.parts)})",
    terms.Quotient: lambda script, formula: f"Math.floor({script.of(formula.of)}/{formula.by})",
    terms.Minimum: lambda script, formula: f"Math.min({script.join(',', formula.parts)})",
    terms.Maximum: lambda script, formula: f"Math.max({script.join(',', formula.parts)})",
    terms.StepTable: lambda script, formula: f"S({script.of(formula.of)},{_table(formula.table)})",
    terms.LimitTable: lambda script, formula: f"Z({script.of(formula.of)},{_table(formula.table)})",
    terms.ChosenOptions: _chosen,
}
