"""Find signs that are not set and would be printed as they stand; set digits higher and lower."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from generator.load.files.fault_report import quote
from generator.load.markdown.dialect_signs import ALNUM, HIDDEN, NO_LINK, OWN_SIGN, dialect_signs, line_signs

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

_Matches = Iterator[tuple[re.Match[str], str]]

_BRACE = re.compile(r"\{(?![a-z0-9][a-z0-9_-]*\})[^{}\n]*\}?")
_STARRED = re.compile(r"[^\s*]{0,20}(?:\*+[^\s*]{0,20})+")
"""Words with an asterisk, which is left only if it has no partner; between spaces it is a plain sign."""
_TIMES = re.compile(r"(?<=\d)\*(?=\d)")
_UNPAIRED = re.compile(r"(?<![\w`])`+[^\s`][^\s`]{0,20}|(?<![\w_])__?[^\W\d_][^\s_]{0,20}")
_NO_ICON = "has a brace that names no icon; write '\\{' for the sign itself"

_FORMULA = re.compile(rf"(?<![{ALNUM}$\\])\$(?=[^\s$])([^$\n]*?[^\s$])\$(?![{ALNUM}$])")
_FORMULA_BLOCK = re.compile(r"(?<!\$)\$\$(?!\$)(?:\n[^$]+\n|(?=[^\s$])[^$\n]*[^\s$])\$\$(?!\$)")
_NO_FORMULA = f"is a formula, which is not set; write it in words or with characters such as ×, or {OWN_SIGN}"

_SMILEY = re.compile(r"[oOvVwWuUxXT._-]")
_RAISED = re.compile(rf"(?<=[{ALNUM})])\^([{ALNUM}+-]{{1,8}})\^(?![\^{ALNUM}])")
_LOWERED = re.compile(rf"(?<=[A-Za-z)])~([0-9+-]{{1,4}}(?!~[~0-9])|[a-z]{{1,4}}(?!~[~{ALNUM}]))~")
"""Digits or a few small letters, behind a letter: `H~2~O`, but `1~2` and `a~b~c` are ranges."""
_RAISED_FORMS = str.maketrans("0123456789n", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ")
_LOWERED_FORMS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

_DEFINED_LABEL = re.compile(r"^ {0,3}\[([^\]^\n][^\]\n]*)\]:[ \t]+(?:<|\w+://|mailto:|#|\.{0,2}/|www\.)", re.MULTILINE)
_LABEL = re.compile(r"\[([^\[\]\n]+)\](?:\[([^\[\]\n]*)\])?(?!:)")
_NOTE = re.compile(r"^[ >]{0,6}\[\^([^\]\s]+)\]:", re.MULTILINE)


class PlainText:
    """The words of a text without the signs of its bold and italic words."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        """Take the nodes of a block, and gather their words in `words`."""
        self._parts: list[str] = []
        self._length = 0
        self._hidden: dict[int, str] = {}
        self._pairs: list[tuple[int, int, str]] = []
        self._add(nodes)
        self.words = "".join(self._parts)

    def _add(self, nodes: Iterable[Node]) -> None:
        """Gather the words of nodes, and note which stretches are bold or italic."""
        for node in nodes:
            if node.type in {"strong", "em"}:
                place, start = len(self._pairs), self._length
                self._add(node.children)
                self._pairs.insert(place, (start, self._length, node.markup))
            else:
                self._append(node)

    def _append(self, node: Node) -> None:
        """Gather the words of a node that holds no others; a character that can be no sign is hidden."""
        if node.type in {"softbreak", "hardbreak"}:
            words = "\n"
        elif node.type == "text" or (node.type == "text_special" and node.content == node.markup):
            words = str(node.content)  # a backslash before a letter hides nothing
        else:
            words = HIDDEN
            self._hidden[self._length] = node.markup if node.type == "text_special" else "…"
        self._parts.append(words)
        self._length += len(words)

    def written(self, start: int, end: int) -> str:
        """Return the source of a stretch of the words, with the signs of bold or italic that begin or end inside it."""
        begins: dict[int, str] = {}
        ends: dict[int, str] = {}
        for first, last, sign in self._pairs:
            if start < first < end or start < last < end:
                begins[first] = begins.get(first, "") + sign
                ends[last] = sign + ends.get(last, "")
        places = chain.from_iterable(
            (
                ends.get(place, "") if place > start else "",
                begins.get(place, "") if place < end else "",
                self._char(place),
            )
            for place in range(start, end)
        )
        return f"{''.join(places)}{ends.get(end, '')}"

    def _char(self, place: int) -> str:
        """Return the source of the character at a place in the words."""
        return self._hidden.get(place, self.words[place])


def raised(number: str) -> str:
    """Return digits as superscripts.

    >>> raised("12")
    '¹²'
    """
    return number.translate(_RAISED_FORMS)


def with_raised_digits(text: str) -> str:
    r"""Return a text with digits between `^` or `~` as superscripts and subscripts, where there are such characters.

    >>> with_raised_digits("10 m^2^ of H~2~O for 1~2 people")
    '10 m² of H₂O for 1~2 people'
    """
    if "^" not in text and "~" not in text:
        return text
    text = _RAISED.sub(lambda match: _formed(match, _RAISED_FORMS), text)
    return _LOWERED.sub(lambda match: _formed(match, _LOWERED_FORMS), text)


def _formed(match: re.Match[str], forms: dict[int, int]) -> str:
    """Return the matched letters in raised or lowered forms; unchanged if one of them has no such form."""
    return match[1].translate(forms) if all(ord(char) in forms for char in match[1]) else match[0]


def link_labels(source: str) -> frozenset[str]:
    """Return the labels that a text defines as links."""
    return frozenset(match[1].casefold() for match in _DEFINED_LABEL.finditer(source))


def stray_signs(text: PlainText, labels: Collection[str], *, with_dialects: bool) -> Iterator[tuple[int, str]]:
    """Yield each sign that would be printed as it stands: the number of line breaks before it, and the fault.

    `labels` are those that the whole text defines as links. Of signs within another one, only the outer one is named.
    """
    words = text.words
    matches = _unset(words)
    if with_dialects:
        matches = chain(
            _dialects(words), _formulas(words), _shifted(words), _links(words, labels), _unpaired(words), matches
        )
    last = 0
    # Sorted by start, the longer one first; a sign that ends inside the last one is part of it.
    for match, message in sorted(matches, key=lambda pair: (pair[0].start(), -pair[0].end())):
        # One mistake can match several patterns, and gets one fault.
        if match.end() > last:
            last = match.end()
            written = text.written(*match.span()).strip(" \t\n")
            yield words.count("\n", 0, match.start()), message if message is NO_LINK else f"{quote(written)} {message}"


def stray_line(line: str) -> str | None:
    """Return the fault of a line outside tables that holds nothing but signs.

    >>> stray_line("+++ great +++"), stray_line("+---+---+")
    (None, "'+---+---+' is no table here; write its rows between pipes, with '|---|' below the head")
    """
    line = line.strip()
    return next((f"{quote(line)} {message}" for pattern, message in line_signs() if pattern.fullmatch(line)), None)


def _dialects(text: str) -> _Matches:
    """Yield the signs of other dialects, with their faults."""
    for pattern, message in dialect_signs():
        yield from ((match, message) for match in pattern.finditer(text))


def _unset(text: str) -> _Matches:
    """Yield braces and asterisks of light markup that belong to no icon and no bold or italic words."""
    if "{" in text:
        yield from ((match, _NO_ICON) for match in _BRACE.finditer(text))
    if "*" in text:
        message = "has a '*' that pairs with none; write '\\*' for the sign itself"
        # `3*4` is a multiplication; an asterisk alone between spaces is a plain sign.
        matches = (match for match in _STARRED.finditer(text) if "*" in _TIMES.sub("×", match[0]))
        yield from ((match, message) for match in matches if match[0] != "*")


def _unpaired(text: str) -> _Matches:
    """Yield single backticks and underscores, with their faults."""
    for match in _UNPAIRED.finditer(text):
        sign = match[0][0]
        yield match, f"has a '{sign}' that pairs with none; write '\\{sign}' for the sign itself"


def _formulas(text: str) -> _Matches:
    """Yield formulas between dollar signs, with their faults."""
    if "$" in text:
        yield from ((match, _NO_FORMULA) for match in _FORMULA_BLOCK.finditer(text))
        yield from ((match, _NO_FORMULA) for match in _FORMULA.finditer(text) if _is_formula(match[1]))


def _is_formula(words: str) -> bool:
    r"""Whether the text between two dollar signs is a formula: a command, or no word of three letters.

    >>> _is_formula("2n + 1"), _is_formula("and 3 more for A")
    (True, False)
    """
    return bool(re.search(r"\\[A-Za-z]", words)) or not re.search(r"[^\W\d_]{3}|[\u3000-\u9fff]", words)


def _shifted(text: str) -> _Matches:
    """Yield superscripts and subscripts that have no characters of their own."""
    message = f"cannot be set higher or lower; write it otherwise, or {OWN_SIGN}"
    for match in chain(_RAISED.finditer(text), _LOWERED.finditer(text)):
        forms = _RAISED_FORMS if match[0][0] == "^" else _LOWERED_FORMS
        if not all(ord(char) in forms for char in match[1]) and not _is_smiley(match):
            yield match, message


def _is_smiley(match: re.Match[str]) -> bool:
    """Whether `^o^` behind a word is a face."""
    word = re.search(r"[A-Za-z]*$", match.string[: match.start()])
    # A face has no letters but o, v, w and the like, and stands behind a word of two letters or more.
    return match[0][0] == "^" and bool(_SMILEY.fullmatch(match[1])) and bool(word and len(word[0]) > 1)


def _links(text: str, labels: Collection[str]) -> _Matches:
    """Yield words in brackets that the text defines as links elsewhere, with their faults."""
    if labels:
        matches = (match for match in _LABEL.finditer(text) if (match[2] or match[1]).casefold() in labels)
        yield from ((match, NO_LINK) for match in matches)


def note_faults(source: str, used: Callable[[str], bool]) -> Iterator[tuple[int, str]]:
    """Yield line and fault of each footnote that is defined twice, or that `used` returns False for."""
    first: dict[str, int] = {}
    for match in _NOTE.finditer(source):
        line, label = source.count("\n", 0, match.start(1)) + 1, match[1]
        if label in first:
            yield line, f"a second note {quote(label)}; the first stands in line {first[label]}"
        elif not used(label):
            yield line, f"no text refers to the note {quote(label)}; write its label where it belongs"
        first.setdefault(label, line)
