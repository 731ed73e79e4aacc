"""Sums of a sheet as the scripts of a form: what a viewer works out when a box is marked.

They are written for the oldest engine still about (ECMAScript 3), ask nothing of the viewer but `getField` and `event`,
and hold no words of the data: ids of boxes and options and whole numbers only. Whatever is no number counts as none, so
letters typed into a box never show in a sum.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from generator.model import formula as terms
from generator.model.formula import Formula, names
from generator.model.sheet import Book, Box

FILLED = "_filled"
"""What the second control of a box is called, after the box: the one for a circle that is filled in."""

_TOOLS = (
    "function V(n){var f=d.getField(n);return f?f.value:''}"
    "function M(n){var v=V(n);return v&&v!=='Off'?1:0}"
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
"""V: what a field holds. M, P, B: the state of a box that is marked, or circled and filled, or bears a number.
E: how many boxes have a state, or any. U: their sum. X: how many differ. S, Z: tables. C: what choices give."""


def calculation_script(book: Book, formula: Formula, *, shown: str = "x") -> str:
    """The script of a calculated field: `shown` is what becomes of the value `x`."""
    script = ScriptCompiler(book)
    first = "".join(f"var v_{id_}={script.of(book.values[id_].formula)};" for id_ in _needed(book, formula))
    return f"(function(d){{{_TOOLS}{first}var x={script.of(formula)};event.value={shown}}})(this)"


def rank_mark(least: int | None, below: int | None) -> str:
    """What a rank shows of the value: a cross where it is reached and the next one is not."""
    ends = [f"x>={least}"] * (least is not None) + [f"x<{below}"] * (below is not None)
    return f"({'&&'.join(ends) or 'true'})?'X':''"


def keystroke_script(least: int, most: int) -> str:
    """The script of a number's box: nothing but digits goes in, and no number outside its bounds stays.

    A box for one digit takes only those that it may hold, as a viewer tells the player of nothing else.
    """
    digits = f"[{max(least, 0)}-{most}]?" if least >= 0 and most < 10 else f"[{'-' if least < 0 else ''}0-9]*"
    return (
        f"if(!event.willCommit){{if(!/^{digits}$/.test(event.change))event.rc=false}}"
        "else if(event.value!==''){var v=parseInt(event.value,10);"
        f"if(!(v>={least}&&v<={most}))event.rc=false}}"
    )


def character_filter(characters: str) -> str:
    """The script of a box for words, which leaves out what its font cannot show.

    It refuses nothing as a whole: Chromium asks only once all is typed, and would then forget all of it.
    """
    codes = sorted({ord(char) for char in characters if ord(char) < 0x10000} - {0x0A, 0x0D})
    runs: list[list[int]] = []
    for code in codes:
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    known = "".join(rf"\u{first:04x}-\u{last:04x}" for first, last in runs)
    beyond = r"\ud800-\udfff" if any(ord(char) > 0xFFFF for char in characters) else ""
    return (
        "var w=event.willCommit,t=w?event.value:event.change,"
        f"c=t.replace(/[^\\n\\r{known}{beyond}]/g,'');if(c!==t){{if(w)event.value=c;else event.change=c}}"
    )


def _needed(book: Book, formula: Formula) -> Iterable[str]:
    """The values that a formula names, near or far, each after those that it names itself."""
    wanted = {id_ for name in names(formula) for id_ in book.below[name]}
    return (id_ for id_ in book.values if id_ in wanted)


class ScriptCompiler:
    """Formulas of a book as expressions."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def of(self, formula: Formula) -> str:
        """The expression; it needs the tools, and a variable for each value that it names."""
        return _EXPRESSIONS[type(formula)](self, formula)

    def each(self, formulas: Iterable[Formula]) -> list[str]:
        """The expressions of some."""
        return [self.of(formula) for formula in formulas]

    def having(self, ids: Iterable[str], state: int = 0) -> str:
        """How many boxes are in a state, or in any but empty."""
        wanted = f",{state}" if state else ""
        parts = [f"E('{these}',{reader}{wanted})" for these, reader in self._read(ids)]
        printed = sum(1 for id_ in ids if (start := self._book.box(id_).start) and (not state or start == state))
        return _sum([*parts, *([str(printed)] if printed or not parts else [])])

    def written(self, ids: Iterable[str]) -> str:
        """The sum of the numbers in boxes."""
        return _sum([f"U('{these}',{reader})" for these, reader in self._read(ids)])

    def different(self, ids: tuple[str, ...]) -> str:
        """How many numbers in boxes differ."""
        boxes = [self._book.box(id_) for id_ in ids]
        ends = f"B({min(box.least for box in boxes)},{max(box.most for box in boxes)})"
        return f"X('{' '.join(ids)}',{ends})"

    def _read(self, ids: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Names of boxes, those side by side that are read alike, and what reads them; printed marks are no fields."""
        boxes = [self._book.box(id_) for id_ in ids]
        for reader, some in groupby((box for box in boxes if not box.start), _reader):
            yield " ".join(box.id for box in some), reader


def _reader(box: Box) -> str:
    if box.kind in {"year", "number"}:
        return f"B({box.least},{box.most})"
    return "P" if box.kind == "mark2" else "M"


def _sum(parts: list[str]) -> str:
    return f"({'+'.join(parts)})" if len(parts) != 1 else parts[0]


def _whole(_script: ScriptCompiler, formula: terms.Whole) -> str:
    return f"({formula.number})" if formula.number < 0 else str(formula.number)


def _full(script: ScriptCompiler, formula: terms.Full) -> str:
    return _sum([f"({script.having(group)}==={len(group)}?1:0)" for group in formula.groups])


def _chosen(script: ScriptCompiler, formula: terms.Chosen) -> str:
    table = ",".join(f"o_{option}:{script.of(gives)}" for option, gives in formula.options)
    return f"C('{' '.join(formula.boxes)}',{{{table}}})"


def _table(rows: tuple[tuple[int, int], ...]) -> str:
    return json.dumps(rows, separators=(",", ":"))


_EXPRESSIONS: dict[type, Callable[[ScriptCompiler, Any], str]] = {
    terms.Whole: _whole,
    terms.NamedValue: lambda _, formula: f"v_{formula.id}",
    terms.MarkedBoxes: lambda script, formula: script.having(formula.boxes),
    terms.CircledBoxes: lambda script, formula: script.having(formula.boxes, 1),
    terms.FilledBoxes: lambda script, formula: script.having(formula.boxes, 2),
    terms.Full: _full,
    terms.Written: lambda script, formula: script.written(formula.boxes),
    terms.DifferentNumbers: lambda script, formula: script.different(formula.boxes),
    terms.Sum: lambda script, formula: f"({'+'.join(script.each(formula.parts))})",
    terms.Less: lambda script, formula: f"({script.of(formula.left)}-{script.of(formula.right)})",
    terms.Product: lambda script, formula: f"({'*'.join(script.each(formula.parts))})",
    terms.Share: lambda script, formula: f"Math.floor({script.of(formula.of)}/{formula.by})",
    terms.Least: lambda script, formula: f"Math.min({','.join(script.each(formula.parts))})",
    terms.Best: lambda script, formula: f"Math.max({','.join(script.each(formula.parts))})",
    terms.Steps: lambda script, formula: f"S({script.of(formula.of)},{_table(formula.table)})",
    terms.Below: lambda script, formula: f"Z({script.of(formula.of)},{_table(formula.table)})",
    terms.Chosen: _chosen,
}
