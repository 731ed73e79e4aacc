"""The commands of a nanDECK script: files that it includes, constants, loops, conditions and frames are worked out."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from generator.base.errors import Faults
from generator.imports.foreign.project_files import read_foreign_table
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder

_COMMAND = re.compile(r"([A-Za-z]\w*)\s*(?:=\s*(.*))?\Z", re.DOTALL)
_LABEL = re.compile(r"(\w*)\[(\w+)\]\s*(\d*)\s*=\s*(.*)\Z", re.DOTALL)
_FRAME = re.compile(r"<(\w+)>\s*=\s*(.*)\Z")
_FRAME_BOX = re.compile(r"framebox\((.*)\)\Z", re.IGNORECASE)
_CALL = re.compile(r"[A-Za-z]+\(.*\)\Z")
_SHARE = re.compile(r"(\d{1,4}(?:\.\d{1,6})?)\s*%")
_PART = re.compile(r'\s*("(?:[^"]*)"|[^,]*)\s*(?:,|\Z)')
_REFERENCE = re.compile(r"\[(\w+)\]")
_SUM = re.compile(r"\{([^{}\[\]]*)\}")
_ELEMENT = re.compile(r"\s*(\w+)\s*\?\s*(.+?)\s*\Z")
_JOIN = re.compile(r"join\((.*)\)\Z", re.IGNORECASE)
_BOTH = re.compile(r"\s*_(AND|OR)_\s*", re.IGNORECASE)
_CONDITION = re.compile(r"(.*?)\s*(<>|<=|>=|=|<|>)\s*(.*)\Z")

_LONGEST = 1_000_000
"""Characters of a script."""
_MOST_COMMANDS = 5_000
_DEEPEST = 8
"""Files that include each other, and constants inside constants."""

_ENDS: Mapping[str, frozenset[str]] = {
    "for": frozenset({"next"}),
    "if": frozenset({"endif"}),
    "frame": frozenset({"endframe"}),
    "macro": frozenset({"endmacro", "end"}),
    "section": frozenset({"endsection"}),
}
_SIGNS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_TESTS: Mapping[str, Callable[[float | str, float | str], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
}
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


class NandeckCommand(NamedTuple):
    """A command with the parts between its commas; `place` is its line, and its file if that is an included one."""

    place: str
    name: str
    parts: Sequence[str]

    def part(self, index: int) -> str:
        """Return a part by its number from 0, with an empty text for none."""
        return self.parts[index] if index < len(self.parts) else ""


class _Line(NamedTuple):
    place: str
    text: str

    @property
    def command(self) -> str:
        """Return the name of the line's command in small letters; empty if it has none."""
        match = _COMMAND.match(self.text)
        return match[1].lower() if match else ""


class _Macro(NamedTuple):
    """Lines with parameters, which stand in brackets."""

    parameters: Sequence[str]
    lines: Sequence[_Line]


class NandeckScript:
    """Works out the commands of a script; `lost` collects everything else."""

    def __init__(self, folder: Folder, name: str) -> None:
        """Work out the script `name` in a folder."""
        self._folder = folder
        self._constants: dict[str, str] = {}
        self._variables: dict[str, float] = {}
        self._frames: dict[str, str] = {}
        self._macros: dict[str, _Macro] = {}
        self._depth = 0
        """How many macros are being worked out inside each other."""
        self._columns: dict[str, Sequence[str]] = {}
        """Cells of the linked tables, by the names of their columns in small letters."""
        self.sequences: dict[str, list[str]] = {}
        """Labels with an element for each card."""
        self.lost: list[str] = []
        self.commands: list[NandeckCommand] = []
        self._run([*self._lines(name, "", (name,))])

    def _lines(self, name: str, prefix: str, above: tuple[str, ...]) -> Iterator[_Line]:
        """Yield the lines of a file and of all files included by it.

        `prefix` names the file before line numbers; `above` are the files that include it.
        """
        for line in _joined(self._folder.text(name)[:_LONGEST], prefix):
            if line.command != "include":
                yield line
                continue
            other = _parts(line.text.partition("=")[2])[0].replace("\\", "/")
            path = (PurePosixPath(name).parent / other).as_posix()
            if path in above or len(above) > _DEEPEST:
                self.lost.append(f"{line.place}, INCLUDE: {quote(other)} includes itself")
                continue
            try:
                yield from self._lines(path, f"{other} ", (*above, path))
            except Faults as faults:
                self.lost.append(f"{line.place}, INCLUDE: {quote(other)}: {faults.faults[0].what}")

    def _run(self, lines: Sequence[_Line]) -> None:
        """Work out lines one after another, blocks as a whole."""
        index = 0
        # Loops of a stranger's script may have no end.
        while index < len(lines) and len(self.commands) < _MOST_COMMANDS:
            line = lines[index]
            if line.command in _ENDS:
                end = _block_end(lines, index)
                self._block(line, lines[index + 1 : end])
                index = end
            else:
                self._line(line)
            index += 1

    def _block(self, line: _Line, body: Sequence[_Line]) -> None:
        """Work out a block: a loop, condition, drawing of frames, section or macro; `body` are its inner lines."""
        if line.command == "for":
            self._repeat(line, body)
        elif line.command == "if":
            self._choose(line, body)
        elif line.command == "frame":
            self._frames |= _drawn_frames([inner.text for inner in body])
        elif line.command == "section" and _parts(line.text.partition("=")[2])[1:2] != ["OFF"]:
            self._run(body)
        elif line.command == "macro":
            name, *parameters = _parts(line.text.partition("=")[2])
            self._macros[name.lower()] = _Macro(parameters, body)

    def _repeat(self, line: _Line, body: Sequence[_Line]) -> None:
        """Work out the lines of a loop `FOR = name, first, last, step` once for each value."""
        name, *bounds = _parts(self._worked_out(line.text.partition("=")[2]))
        numbers = [self._number(bound) for bound in bounds[:3] if bound]
        if len(numbers) < 2 or None in numbers:
            self.lost.append(f"{line.place}, FOR: how often it is done cannot be worked out")
            return
        first, last, step = (*(number or 0.0 for number in numbers), 1.0)[:3]
        step = step or 1.0
        for turn in count():
            value = first + turn * step
            if (
                (value > last if step > 0 else value < last)
                or len(self.commands) >= _MOST_COMMANDS
                or turn > last + 999
            ):
                break
            self._variables[name.lower()] = value
            self._run(body)
        self._variables.pop(name.lower(), None)

    def _choose(self, line: _Line, body: Sequence[_Line]) -> None:
        """Work out the first branch of a condition that holds; none where it cannot be known."""
        branches = [(line, *_branch(body, 0))]
        while branches[-1][2] < len(body):
            head = branches[-1][2]
            branches.append((body[head], *_branch(body, head + 1)))
        for head_line, lines, _ in branches:
            holds = head_line.command == "else" or self._holds(head_line.text.partition("=")[2])
            if holds is None:
                self.lost.append(
                    f"{head_line.place}, {head_line.command.upper()}: it cannot be worked out; its lines are left out"
                )
                return
            if holds:
                self._run(lines)
                return

    def _holds(self, text: str) -> bool | None:
        """Return whether a condition holds, or several joined by `_AND_` or `_OR_`; None if it cannot be known."""
        text, *further = _BOTH.split(self._worked_out(text))
        holds = self._holds_alone(text)
        for word, other in zip(further[::2], further[1::2], strict=True):
            also = self._holds_alone(other)
            if holds is None or also is None:
                return None
            holds = holds and also if word.upper() == "AND" else holds or also
        return holds

    def _holds_alone(self, text: str) -> bool | None:
        """Return whether a single comparison holds; None if it cannot be known.

        Numbers are compared as such, anything else as text in small letters.
        """
        text = text.strip()
        match = _CONDITION.match(text[1:-1] if text.startswith("(") and text.endswith(")") else text)
        if not match or "[" in match[0] or "{" in match[0]:
            return None
        one, other = match[1].strip().strip('"').lower(), match[3].strip().strip('"').lower()
        first, second = self._number(one), self._number(other)
        if match[2] in _ORDERS:
            return (
                _ORDERS[match[2]](one, other) if first is None or second is None else _ORDERS[match[2]](first, second)
            )
        return _TESTS[match[2]](one, other) if first is None or second is None else _TESTS[match[2]](first, second)

    def _line(self, line: _Line) -> None:
        """Work out a script line that is no block: a frame, a label or a command."""
        if match := _FRAME.match(line.text):
            self._frames[match[1].lower()] = self._worked_out(match[2])
        elif match := _LABEL.match(line.text):
            self._label(line, match)
        elif match := _COMMAND.match(line.text):
            self._command(line, match[1].lower(), _parts(self._worked_out(match[2] or "")))
        else:
            self.lost.append(f"{line.place}: {quote(line.text[:30])} is not taken over")

    def _command(self, line: _Line, name: str, parts: Sequence[str]) -> None:
        """Add a command with its parts, or run the macro of that name."""
        if macro := self._macros.get(name):
            self._call(line, macro, parts)
            return
        if name == "link":
            self._link(parts[0])
        self.commands.append(NandeckCommand(line.place, name, [*self._with_frames(parts)]))

    def _call(self, line: _Line, macro: _Macro, parts: Sequence[str]) -> None:
        """Run the lines of a macro with its parameters replaced by `parts`."""
        # A macro that calls itself would never end, as nothing in it decides to stop.
        if self._depth > _DEEPEST:
            self.lost.append(f"{line.place}: a macro uses itself")
            return
        values = dict(zip(macro.parameters, [*parts, *[""] * len(macro.parameters)], strict=False))
        lines = []
        for inner in macro.lines:
            text = inner.text
            for parameter, value in values.items():
                text = text.replace(parameter, value)
            lines.append(_Line(inner.place, text[:_LONGEST]))
        self._depth += 1
        self._run(lines)
        self._depth -= 1

    def _link(self, name: str) -> None:
        """Read the cells of a linked table, which a script may ask for one by one."""
        file, _, sheet = name.replace("\\", "/").partition("!")
        try:
            table = read_foreign_table(self._folder, file, sheet)
        except Faults:
            return  # the reader of the deck tells it
        # The rows of all tables are known by name, for a loop may ask for any cell.
        columns = {name.strip().lower(): [row[place] for row in table.rows] for place, name in enumerate(table.names)}
        self._columns |= columns

    def _label(self, line: _Line, match: re.Match[str]) -> None:
        """Keep the value of a label: a constant, a sequence with an element for each card, or a grid of frames."""
        name, value = match[2].lower(), self._worked_out(match[4].strip())
        if join := _JOIN.match(value):
            self.sequences[name] = self._joined_words(_parts(join[1]))
        elif box := _FRAME_BOX.match(value):
            self._frames |= self._boxed_frames(name, _parts(box[1]))
        elif match[1] or match[3] or _CALL.match(value):
            self.lost.append(f"{line.place}: [{match[2]}] is made by nanDECK, and is not taken over")
        elif "|" in value:
            self.sequences[name] = [element.strip() for element in value.strip('"').split("|")]
        else:
            self._constants[name] = value if "," in value else value.strip('"')

    def _worked_out(self, text: str) -> str:
        """Return a text in which constants and sums are replaced by their values."""
        for _ in range(_DEEPEST):
            before = text
            text = _REFERENCE.sub(lambda match: self._constants.get(match[1].lower(), match[0]), text)[:_LONGEST]
            text = _SUM.sub(self._summed, text)
            if text == before:
                break
        return text

    def _joined_words(self, parts: Sequence[str]) -> list[str]:
        """Return the words of `JOIN`: each part is a word, or a list with an element for each word."""
        lists = [self.sequences.get(part.strip("[]").lower(), part.split("|")) for part in parts]
        count = max(map(len, lists))
        return ["".join(words[number % len(words)] for words in lists) for number in range(min(count, _MOST_COMMANDS))]

    def _summed(self, match: re.Match[str]) -> str:
        """Return the value of `{…}`: a sum, or an element of a list; unchanged if it cannot be worked out."""
        if element := _ELEMENT.match(match[1]):
            return self._element(element[1].lower(), element[2], match[0])
        number = self._number(match[1])
        return match[0] if number is None else f"{round(number, 4):g}"

    def _element(self, name: str, place: str, otherwise: str) -> str:
        """Return the element of a label or a column at a place that counts from 1, or else `otherwise`."""
        elements, number = self.sequences.get(name) or self._columns.get(name), self._number(place)
        if not elements or number is None or not 1 <= number <= len(elements):
            return otherwise
        return elements[int(number) - 1]

    def _number(self, text: str) -> float | None:
        """Return the value of a sum; None for other text."""
        try:
            # Parsed and never evaluated by Python, because a stranger has written it.
            return _value(ast.parse(text.strip().lower()[:200], mode="eval").body, self._variables)
        except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
            return None

    def _with_frames(self, parts: Sequence[str]) -> Iterator[str]:
        """Yield the parts of a command; a part `<name>` becomes the place and size of the frame with that name."""
        for part in parts:
            frame = self._frames.get(part[1:-1].lower()) if part.startswith("<") and part.endswith(">") else None
            yield from _parts(frame) if frame else (part,)

    def _boxed_frames(self, name: str, parts: Sequence[str]) -> dict[str, str]:
        """Return the places of frames in a grid, called `name` and a number from 1, row by row.

        Empty if the grid cannot be worked out, or is too large.
        """
        units = {"%" if part.endswith("%") else "" for part in parts[:6]} - ({""} if "0" in parts[:2] else set())
        lengths = [self._number(part.removesuffix("%")) for part in parts[:6]]
        if len(lengths) < 6 or None in lengths or len(units) > 1:
            return {}
        x, y, width, height, step_x, step_y = (length or 0.0 for length in lengths)
        if step_x <= 0 or step_y <= 0 or width / step_x * height / step_y > _MOST_COMMANDS:
            return {}
        unit = units.pop() if units else ""
        columns, rows = round(width / step_x), round(height / step_y)
        places = ((x + column * step_x, y + row * step_y) for row in range(rows) for column in range(columns))
        texts = (",".join(f"{length:g}{unit}" for length in (*place, step_x, step_y)) for place in places)
        return {f"{name}{number}": text for number, text in enumerate(texts, 1)}


def _joined(text: str, prefix: str) -> Iterator[_Line]:
    """Yield the lines of a text without remarks; lines between braces are joined."""
    pending: list[str] = []
    first = 0
    for number, written in enumerate(text.split("\n"), 1):
        # Editors of Windows, where nanDECK runs, may write a byte order mark at the start.
        line = written.strip().lstrip("\ufeff")
        if not pending and (not line or line.startswith((";", "'", "//"))):
            continue
        if not pending:
            first = number
        opens = line.startswith("{") and not line.endswith("}")
        if pending or opens:
            pending.append(line)
            if not line.endswith("}"):
                continue
            line = "".join(pending).strip("{}")
            pending = []
        yield _Line(f"{prefix}line {first}", line)


def _parts(text: str) -> list[str]:
    """Return the parts of a command between commas outside of quotes."""
    return [part.strip().strip('"') for part in _PART.findall(text)][:20] or [""]


def _block_end(lines: Sequence[_Line], start: int) -> int:
    """Return the index of a block's last line, or the number of lines if its end is missing."""
    opening, closing = lines[start].command, _ENDS[lines[start].command]
    depth = 0
    for index in range(start, len(lines)):
        depth += (lines[index].command == opening) - (lines[index].command in closing)
        if not depth:
            return index
    return len(lines)


def _branch(lines: Sequence[_Line], start: int) -> tuple[Sequence[_Line], int]:
    """Return the lines up to the next branch of a condition, and the index of that branch."""
    depth = 0
    for index in range(start, len(lines)):
        command = lines[index].command
        if not depth and command in {"else", "elseif"}:
            return lines[start:index], index
        depth += (command == "if") - (command == "endif")
    return lines[start:], len(lines)


def _drawn_frames(rows: Sequence[str]) -> dict[str, str]:
    """Return places of frames drawn with letters: a frame spans all places of its letter, in percent of the card."""
    places: dict[str, list[tuple[int, int]]] = {}
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            places.setdefault(letter.lower(), []).append((column, row))
    width, height = max(map(len, rows), default=1), len(rows)
    frames = {}
    for letter, cells in places.items():
        (start, end), (top, bottom) = ((min(side), max(side) + 1) for side in zip(*cells, strict=True))
        ends = (start / width, top / height, (end - start) / width, (bottom - top) / height)
        frames[letter] = ",".join(f"{100 * end:.4g}%" for end in ends)
    return frames


def length_of(text: str, side: float, unit: float) -> float | None:
    """Return a sum of lengths and shares of a side, such as `50%-2/2`, in millimetres; None for other text.

    >>> length_of("100%-1+0.5", 63.5, 10)
    58.5
    """
    shares = _SHARE.sub(lambda match: f"({float(match[1]) * side / 100 / unit:.9g})", text[:200])
    try:
        return round(_value(ast.parse(shares.strip(), mode="eval").body, {}) * unit, 6)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return None


def _value(node: ast.expr, variables: Mapping[str, float]) -> float:
    """Return the value of a parsed sum with variables. Raises ValueError if it is more than a sum."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return float(node.value)
    if isinstance(node, ast.Name) and node.id in variables:
        return variables[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, variables)
    if isinstance(node, ast.BinOp) and type(node.op) in _SIGNS:
        return _SIGNS[type(node.op)](_value(node.left, variables), _value(node.right, variables))
    raise ValueError
