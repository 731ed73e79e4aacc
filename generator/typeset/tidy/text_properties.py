"""Properties of letters: those that are set in another way here, and those that are told as they are not set."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from generator.base.records import dataclass
from generator.typeset.svg.css import keeps_spaces
from generator.typeset.tidy.drawing_file import DrawingNode
from generator.typeset.tidy.plain_values import SIZE_WORDS
from generator.typeset.tidy.tidy_notes import TidyNotes

_UNSET: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        ("font-variant", "font-variant-caps", "font-variant-numeric", "font-variant-ligatures"),
        frozenset({"normal"}),
    ),
    **dict.fromkeys(
        ("font-variant-alternates", "font-variant-position", "font-variant-east-asian"), frozenset({"normal"})
    ),
    **dict.fromkeys(("font-feature-settings", "font-variation-settings"), frozenset({"normal"})),
    "font-stretch": frozenset({"normal", "100%"}),
    "font-kerning": frozenset({"auto", "normal"}),
    "kerning": frozenset({"auto"}),
    "font-size-adjust": frozenset({"none"}),
    "text-shadow": frozenset({"none"}),
    "text-emphasis": frozenset({"none"}),
    "text-emphasis-style": frozenset({"none"}),
    "-webkit-text-stroke": frozenset({"0", "0px"}),
    "-webkit-text-stroke-width": frozenset({"0", "0px"}),
    "unicode-bidi": frozenset({"normal", "embed", "isolate", "plaintext"}),
}
"""Properties that no letters here have, with the values that change nothing."""
_LINE_STYLES: Mapping[str, frozenset[str]] = {
    "text-decoration-style": frozenset({"solid"}),
    "text-decoration-thickness": frozenset({"auto", "from-font"}),
    "text-underline-offset": frozenset({"auto"}),
}
"""The same of lines at letters."""
_LINES = frozenset({"underline", "overline", "line-through"})
_COLOUR = "text-decoration-color"
_CASE = "text-transform"
_ATTRIBUTES = frozenset({"font-variant", "font-stretch", "font-size-adjust", "kerning", "unicode-bidi"})
"""Properties that may be attributes too."""
LETTER_PROPERTIES = frozenset({*_UNSET, *_LINE_STYLES, _COLOUR, _CASE, "alignment-baseline"})
CSS_LETTER_PROPERTIES = LETTER_PROPERTIES - _ATTRIBUTES - {"alignment-baseline"}
"""Properties among them that only a style sets."""
_CASES: Mapping[str, Callable[[str], str]] = {
    "uppercase": str.upper,
    "lowercase": str.lower,
    "capitalize": lambda words: " ".join(word[:1].upper() + word[1:] for word in words.split(" ")),
}
_DIFFER = "viewers differ in what they draw with"
_INITIALS = frozenset({"font-family", "font-size", "font-style", "font-weight", "dominant-baseline"})
"""Properties of which some viewers do not know the value `initial`."""
_RUN = re.compile(r"^\s|\s\s|[\t\n]|\s$")
"""Spaces that are drawn only where they are kept."""
_EDGES = {"before-edge": "text-before-edge", "after-edge": "text-after-edge", "baseline": "", "auto": ""}
"""Values of `alignment-baseline` that `dominant-baseline` calls otherwise."""


@dataclass(frozen=True, slots=True)
class _Around:
    """What characters take from the elements around them."""

    case: str = "none"
    in_text: bool = False
    is_hidden: bool = False
    has_size: bool = False
    is_from_right: bool = False
    baseline: str = ""
    keeps_by_xml: bool = False
    """Whether `xml:space` keeps spaces."""
    keeps: bool = False
    """Whether all that is said keeps spaces."""

    def inside(self, node: DrawingNode) -> _Around:
        """Return the values for the characters inside an element."""
        space, collapse = node.get("xml:space"), node.get("white-space")
        keeps_by_xml = self.keeps_by_xml if space is None else space == "preserve"
        keeps = self.keeps if space is None else keeps_by_xml
        direction, case = _said(node, "direction"), node.attrib.pop(_CASE, "inherit").strip()
        baseline = _said(node, "dominant-baseline")
        return _Around(
            case=self.case if case == "inherit" else case,
            in_text=self.in_text or node.tag in {"text", "flowRoot"},
            is_hidden=self.is_hidden or node.get("display", "").strip() == "none",
            has_size=self.has_size or bool(_said(node, "font-size")),
            is_from_right=self.is_from_right if not direction else direction == "rtl",
            baseline=baseline if baseline not in {"", "auto"} else self.baseline,
            keeps_by_xml=keeps_by_xml,
            keeps=keeps if collapse is None else keeps_spaces(collapse),
        )


def _said(node: DrawingNode, name: str) -> str:
    """Return the value of a property in small letters, '' where it is inherited."""
    value = node.get(name, "").strip().lower()
    return "" if value in {"inherit", "unset", "revert"} else value


def tidy_text_properties(root: DrawingNode, notes: TidyNotes) -> None:
    """Rewrite the properties of letters below a root; those that are not set are left out, with a warning each."""
    _tidy(root, notes, _Around())


def _tidy(node: DrawingNode, notes: TidyNotes, around: _Around) -> None:
    """Tidy the properties of letters of a node and of all below it."""
    around = around.inside(node)
    unset = _unset(node)
    if around.in_text or any(inner.tag in {"text", "flowRoot"} for inner in node.iter()):
        for name, value in unset.items():
            notes.warn(node.line, f"{name}: {value!r} is left out of text; save the text as paths")
        _check_font(node, notes)
    _align(node, notes)
    if around.in_text:
        node.text = _words(node.text, node, notes, around)
        if around.baseline and node.get("dominant-baseline", "").strip() == "auto":
            notes.warn(node.line, f"{_DIFFER} dominant-baseline: 'auto' below {around.baseline!r}; leave it out")
    for child in node.nodes():
        _tidy(child, notes, around)
        if around.in_text:
            child.tail = _words(child.tail, node, notes, around)
    if node.tag == "text" and not around.is_hidden:
        _check_beginning(node, notes)


def _words(words: str | None, node: DrawingNode, notes: TidyNotes, around: _Around) -> str | None:
    """Return characters in the case of the style; warn where viewers would draw them differently."""
    # Spaces alone look the same everywhere.
    if not words or not words.strip() or around.is_hidden:
        return words
    if not around.has_size:
        notes.warn(node.line, f"{_DIFFER} text without a font-size; write font-size=")
    if around.is_from_right:
        notes.warn(node.line, f"{_DIFFER} direction: 'rtl'; write text-anchor='end' instead, or save the text as paths")
    if around.keeps != around.keeps_by_xml and _RUN.search(words):
        instead = "write xml:space='preserve'" if around.keeps else "take xml:space='preserve' away"
        notes.warn(node.line, f"{_DIFFER} spaces by white-space; {instead}")
    change = _CASES.get(around.case)
    changed = change(words) if change else words
    if changed != words:
        notes.warn(node.line, f"{_DIFFER} text-transform: {around.case!r}; write the words so")
    return changed


def _check_font(node: DrawingNode, notes: TidyNotes) -> None:
    """Warn of sizes and slants that some viewers draw with other letters than the rest."""
    size = node.get("font-size", "").strip().lower()
    if size in SIZE_WORDS:
        notes.warn(node.line, f"{_DIFFER} font-size: {size!r}; write a number")
    angle = node.get("font-style", "").split()[1:]
    if angle:
        notes.warn(node.line, f"{_DIFFER} font-style: 'oblique {angle[0]}'; write italic or normal")
    if node.get("baseline-shift", "").strip() == "inherit":
        notes.warn(node.line, f"{_DIFFER} baseline-shift: 'inherit'; write the shift")
    for name in sorted(_INITIALS & node.attrib.keys()):
        if node.attrib[name].strip().lower() == "initial":
            notes.warn(node.line, f"{_DIFFER} {name}: 'initial'; write its value")


def _check_beginning(node: DrawingNode, notes: TidyNotes) -> None:
    """Warn of a part at the beginning of a text that is not displayed: some viewers place the text by it."""
    first = next(iter(node.nodes()), None)
    if first is not None and not (node.text or "").strip() and first.get("display", "").strip() == "none":
        notes.warn(first.line, f"{_DIFFER} text that begins with a part of display: 'none'; delete that part")


def _unset(node: DrawingNode) -> dict[str, str]:
    """Return the properties of a node that letters here do not have, and delete them."""
    lines = node.get("text-decoration", "").split()
    has_line = bool(_LINES & {*lines})
    names = LETTER_PROPERTIES & node.attrib.keys() - {"alignment-baseline"}
    values = {name: node.attrib.pop(name).strip() for name in sorted(names)}
    unset = {name: value for name, value in values.items() if name in _UNSET and value not in _UNSET[name]}
    if has_line:
        node.attrib["text-decoration"] = " ".join(word for word in lines if word in _LINES)
        unset |= {name: values[name] for name in _LINE_STYLES.keys() & values if values[name] not in _LINE_STYLES[name]}
        colour = values.get(_COLOUR, " ".join(word for word in lines if word not in _LINES | {"solid"}))
        if colour and colour.lower() not in {"currentcolor", "auto", node.get("fill", "").lower()}:
            unset[_COLOUR] = colour
    if node.tag == "tspan" and "textLength" in node.attrib:
        unset["textLength"] = node.attrib.pop("textLength")
    return unset


def _align(node: DrawingNode, notes: TidyNotes) -> None:
    """Replace `alignment-baseline` on a part of a text by `dominant-baseline`; warn of it on whole texts."""
    value = node.attrib.pop("alignment-baseline", "").strip()
    value = _EDGES.get(value, value)
    if value and node.tag in {"tspan", "textPath"}:
        node.attrib.setdefault("dominant-baseline", value)
    elif value and node.tag == "text":
        difference = f"viewers differ in what they draw with alignment-baseline: {value!r} on <text>"
        notes.warn(node.line, f"{difference}; write dominant-baseline")
    if node.tag == "text":
        node.attrib.pop("baseline-shift", None)  # it is for parts of a text
