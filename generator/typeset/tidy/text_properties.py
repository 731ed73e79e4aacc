"""Properties of letters: those that are set in another way here, and those that are told as they are not set."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.typeset.tidy.drawing_file import DrawingNode
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
"""Those that only a style sets."""
_CASES: Mapping[str, Callable[[str], str]] = {
    "uppercase": str.upper,
    "lowercase": str.lower,
    "capitalize": lambda words: " ".join(word[:1].upper() + word[1:] for word in words.split(" ")),
}
_EDGES = {"before-edge": "text-before-edge", "after-edge": "text-after-edge", "baseline": "", "auto": ""}
"""Values of `alignment-baseline` that `dominant-baseline` calls otherwise."""


def tidy_text_properties(root: DrawingNode, notes: TidyNotes) -> None:
    """Rewrite the properties of letters below a root; those that are not set are left out, with a warning each."""
    _tidy(root, notes, "none", in_text=False)


def _tidy(node: DrawingNode, notes: TidyNotes, case: str, *, in_text: bool) -> None:
    in_text = in_text or node.tag in {"text", "flowRoot"}
    case = node.attrib.pop(_CASE, case).strip()
    unset = _unset(node)
    if unset and (in_text or any(inner.tag in {"text", "flowRoot"} for inner in node.iter())):
        for name, value in unset.items():
            notes.warn(node.line, f"{name}: {value!r} is left out of text; save the text as paths")
    _align(node, notes)
    change = _CASES.get(case) if in_text else None
    if change and node.text:
        node.text = change(node.text)
    for child in node.nodes():
        _tidy(child, notes, case, in_text=in_text)
        if change and child.tail:
            child.tail = change(child.tail)


def _unset(node: DrawingNode) -> dict[str, str]:
    """Return the properties of a node that letters here do not have, and take them away."""
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
    """Align a part of a text by the property of whole texts."""
    value = node.attrib.pop("alignment-baseline", "").strip()
    value = _EDGES.get(value, value)
    if value and node.tag in {"tspan", "textPath"}:
        node.attrib.setdefault("dominant-baseline", value)
    elif value and node.tag == "text":
        difference = f"viewers differ in what they draw with alignment-baseline: {value!r} on <text>"
        notes.warn(node.line, f"{difference}; write dominant-baseline")
    if node.tag == "text":
        node.attrib.pop("baseline-shift", None)  # it is for parts of a text
