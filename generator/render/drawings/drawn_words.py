"""The words of a drawn text: its lines and styles, and what is written in braces in them as a template has it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from generator.render.drawings.drawing_source import DrawnElement

_CODE = re.compile(r"(\{\{[^{}]{0,1000}\}\}|\{%[^{}]{0,1000}%\})")
_OPEN = re.compile(r"\{(?=[{%#])")
_QUOTES = str.maketrans("\u201c\u201d\u201e\u2018\u2019\u201a\u00a0\n", "\"\"\"'''  ")
"""Typographic quotes and spaces, which programs set where plain ones were typed."""
_OF_THE_PLACE = frozenset({"x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust", "id", "transform"})
_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)", re.IGNORECASE)
_WORDS = frozenset({"tspan", "flowPara", "flowSpan", "textPath", "a"})
_PARAGRAPHS = frozenset({"flowPara", "flowDiv", "flowRegionBreak"})


class _Run(NamedTuple):
    """Characters in the elements that hold them, outermost first."""

    text: str
    inside: tuple[DrawnElement, ...]


class DrawnWords:
    """The words of a text, or of some that are its lines, as they are drawn."""

    def __init__(self, *elements: DrawnElement) -> None:
        """Take a text element, or several that are the lines of one text."""
        self._elements = elements
        self.lines: list[list[_Run]] = []
        self.lefts: list[float] = []
        """The x of each line, so far as the drawing says it."""
        self.baselines: list[float] = []
        """The y of each line, so far as the drawing says it."""
        for element in elements:
            self._add(element, ())
        self.lines = [line for line in self.lines if any(run.text.strip() for run in line)]

    @property
    def text(self) -> str:
        """The words of the text, its lines joined by line ends."""
        return "\n".join("".join(run.text for run in line) for line in self.lines)

    @property
    def has_code(self) -> bool:
        """Whether something in braces is typed into the text, such as `{{ card.name }}`."""
        return bool(_CODE.search(self.text))

    @property
    def half_open(self) -> str:
        """Words with braces that open no value, such as `{{ card.name }`; empty for none."""
        plain = "".join(_CODE.split(self.text)[::2])
        return " ".join(plain.split())[:40] if "{{" in plain or "}}" in plain else ""

    @property
    def start(self) -> tuple[str, str]:
        """The x and the y of the first line, as the drawing writes them; empty where it does not."""
        first = self._elements[0]
        places = [first, *first.elements()]
        return _first(places, "x"), _first(places, "y")

    @property
    def pitch(self) -> float:
        """The distance from the first baseline to the next; 0 where the drawing does not say it."""
        two = sorted(set(self.baselines))[:2]
        return two[1] - two[0] if len(two) == 2 else 0.0

    @property
    def is_ragged(self) -> bool:
        """Whether its lines begin at different places, as centred ones do where a program writes no alignment."""
        return len(self.lines) > 1 and len({round(x, 1) for x in self.lefts}) > 1

    def style(self, property_: str) -> str:
        """Return a property that `style=` or an attribute gives to the text or to one of its parts; empty for none."""
        for element in (self._elements[0], *self._elements[0].elements()):
            match = re.search(rf"(?:^|;)\s*{property_}\s*:\s*([^;]+)", element.attributes.get("style", ""))
            if match or property_ in element.attributes:
                return match[1].strip() if match else element.attributes[property_].strip()
        return ""

    def of_column(self, column: str) -> str:
        """Return the source of a template that prints a column in the style of the first words."""
        # A text without words has no style to take over.
        first = self.lines[0][0] if self.lines else _Run("", ())
        return _in_tspans(f"{{{{ card.{column} }}}}", first.inside)

    def as_template(self, *, flows: bool) -> str:
        """Return typed words as source of a template; line ends stay unless the text `flows` in a shape."""
        runs = [run for line in self._joined(" " if flows else "\n") for run in line]
        if any(
            run.text.count("{{") != run.text.count("}}") or run.text.count("{%") != run.text.count("%}") for run in runs
        ):
            runs = [_Run("".join(run.text for run in runs), runs[0].inside)]
        return "".join(_in_tspans(_with_code(run.text), run.inside) for run in runs)

    def _joined(self, sign: str) -> Iterator[Sequence[_Run]]:
        """Yield the lines with a sign between them, unless a line ends in white space."""
        for number, line in enumerate(self.lines):
            if number and not self.lines[number - 1][-1].text.endswith((" ", "\n")):
                yield [_Run(sign, line[0].inside)]
            yield line

    def _add(self, element: DrawnElement, inside: tuple[DrawnElement, ...]) -> None:
        """Gather the words of an element and of the elements in it; `inside` are the elements around its words."""
        self._begin(element)
        for child in element.children:
            if isinstance(child, str):
                self.lines[-1].append(_Run(child, inside))
            elif child.name in _WORDS | _PARAGRAPHS:
                self._add(child, (*inside, child))

    def _begin(self, element: DrawnElement) -> None:
        """Begin a new line if an element begins one, and note its place."""
        y = _NUMBER.match(element.attributes.get("y", ""))
        # Inkscape marks the lines of a text by this role.
        is_line = element.attributes.get("sodipodi:role") == "line" or element.name in _PARAGRAPHS
        moves = element.attributes.get("dy", "0").strip(" 0.") != "" and "x" in element.attributes
        lower = y is not None and bool(self.baselines) and float(y[1]) != self.baselines[-1]
        if y:
            self.baselines.append(float(y[1]))
        if not self.lines or is_line or moves or lower:
            self.lines.append([])
        x = _NUMBER.match(element.attributes.get("x", ""))
        if x and len(self.lefts) < len(self.lines):
            self.lefts.append(float(x[1]))


def _first(elements: Sequence[DrawnElement], name: str) -> str:
    """Return the first number that elements have in an attribute; empty for none."""
    for element in elements:
        if match := _NUMBER.match(element.attributes.get(name, "")):
            value = element.attributes[name]
            return value if len(value.split()) == 1 and "," not in value else match[1]
    return ""


def _in_tspans(words: str, inside: Sequence[DrawnElement]) -> str:
    """Return words inside `<tspan>` elements with the styles of the elements around them."""
    for element in reversed(inside):
        attributes = {name: value for name, value in element.attributes.items() if name not in _OF_THE_PLACE}
        if element.name in {"tspan", "flowSpan", "flowPara"} and attributes:
            words = f"<tspan{written(attributes)}>{words}</tspan>"
    return words


def written(attributes: dict[str, str]) -> str:
    """Return attributes as XML has them, each with a space before it."""
    return "".join(f' {name}="{_quoted(value)}"' for name, value in attributes.items())


def _quoted(value: str) -> str:
    """Escape the value of an attribute; code in braces stays unchanged."""
    # XML reads a plain line end in an attribute as a space (XML 1.0, 3.3.3).
    parts = _CODE.split(value)
    parts[::2] = [literal(escape(part).replace("\n", "&#10;")) for part in parts[::2]]
    return "".join(parts)


def _with_code(text: str) -> str:
    """Escape typed words for XML; code in braces stays unchanged, and a line end stays one."""
    parts = _CODE.split(text)
    parts[1::2] = [part.translate(_QUOTES) for part in parts[1::2]]
    parts[::2] = [literal(escape(part, quote=False).replace("\n", "&#10;")) for part in parts[::2]]
    return "".join(parts)


def literal(text: str) -> str:
    """Return a text in which the signs that open code of a template are printed as they are."""
    return _OPEN.sub('{{ "{" }}', text)
