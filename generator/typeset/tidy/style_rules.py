"""Style sheets of a drawing and `style=`, written as attributes: the cascade of CSS with all its selectors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.typeset.svg.attribute_values import NUMBER
from generator.typeset.svg.css import CSS_ONLY
from generator.typeset.tidy.drawing_file import DrawingNode
from generator.typeset.tidy.text_properties import CSS_LETTER_PROPERTIES, LETTER_PROPERTIES
from generator.typeset.tidy.tidy_notes import TidyNotes

_SCREENS = frozenset({"all", "screen", ""})
"""Media whose rules are obeyed."""

_WITHOUT_INK = frozenset({"charset", "namespace", "page"})
"""Rules with @ that change nothing in a drawing."""
_CODE_ALONE: Mapping[str, bool] = {"skip_comments": True, "skip_whitespace": True}
"""Keywords of the parser, which leaves out what changes nothing."""

_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_DEEPEST = 8
"""Custom properties within custom properties."""

_GEOMETRY: Mapping[str, frozenset[str]] = {
    "svg": frozenset({"x", "y", "width", "height"}),
    "rect": frozenset({"x", "y", "width", "height", "rx", "ry"}),
    "image": frozenset({"x", "y", "width", "height"}),
    "use": frozenset({"x", "y", "width", "height"}),
    "circle": frozenset({"cx", "cy", "r"}),
    "ellipse": frozenset({"cx", "cy", "rx", "ry"}),
    "path": frozenset({"d"}),
}
"""Attributes that are properties of CSS too."""

_STYLED = frozenset({
    *("fill", "fill-opacity", "fill-rule", "clip-rule", "color", "stroke", "stroke-opacity", "stroke-width"),
    *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset"),
    *("font-family", "font-size", "font-weight", "font-style", "letter-spacing", "word-spacing"),
    *("text-anchor", "direction", "dominant-baseline", "baseline-shift", "text-decoration", "writing-mode"),
    *("white-space", "opacity", "display", "visibility", "overflow", "clip-path", "filter", "mask", "mask-type"),
    *("transform", "transform-origin", "transform-box", "stop-color", "stop-opacity", "flood-color", "flood-opacity"),
    *("color-interpolation", "color-interpolation-filters", "image-rendering", "mix-blend-mode", "isolation"),
    *("marker-start", "marker-mid", "marker-end", "paint-order", "vector-effect", "text-decoration-line"),
    *("text-orientation", "lighting-color"),
})  # fmt: skip
"""Properties that may change what is drawn; the others are left out."""

_DIFFERING: Mapping[str, str] = {
    **dict.fromkeys(("translate", "rotate", "scale", "zoom", "offset-path"), "transform"),
    "mask-image": "mask",
    "clip": "clip-path",
    "mask-mode": "mask-type",
}
"""Properties that some viewers draw and others do not, and the attributes that all of them draw."""

_UNCHANGED = frozenset({"none", "auto", "1", "normal", "match-source"})
"""Values of these properties that change nothing."""
_MASK = re.compile(r"\s*url\([^()]*\)(.*)", re.DOTALL)
_MASK_MODE = re.compile(r"\b(?:alpha|luminance)\b")

Declared = dict[str, tuple[str, bool]]
"""Value of each property, and whether it is `!important`."""


def apply_styles(root: DrawingNode, notes: TidyNotes) -> None:
    """Write all that style sheets and `style=` say as attributes, which count less, and delete both."""
    matcher = _matcher(root, notes)
    if matcher is None:
        for node in root.iter():
            if isinstance(node, DrawingNode):
                _apply(node, {}, notes, is_root=node is root)
    else:
        from cssselect2 import ElementWrapper

        for wrapper in ElementWrapper.from_xml_root(root).iter_subtree():
            rules = _matching(matcher, wrapper)
            _apply(wrapper.etree_element, rules, notes, is_root=wrapper.etree_element is root)
    _resolve_variables(root, {})


def _matching(matcher: Any, wrapper: Any) -> Declared:
    """Return the declarations of all rules for an element, the strongest last."""
    rules: Declared = {}
    # By weight, then by place in the file: what comes later wins.
    for _, _, pseudo, declared in sorted(matcher.match(wrapper), key=lambda match: match[:2]):
        if pseudo is None:
            _add(rules, declared)
    return rules


def _matcher(root: DrawingNode, notes: TidyNotes) -> Any:
    """Return the rules of all `<style>` as a matcher of cssselect2; None where there are none."""
    sheets = [node for node in root.iter() if isinstance(node, DrawingNode) and node.tag == "style"]
    if not sheets:
        return None
    import tinycss2
    from cssselect2 import Matcher

    matcher = Matcher()
    for sheet in sheets:
        kind, media = sheet.get("type", ""), sheet.get("media", "")
        if kind.strip().lower() in {"", "text/css"} and _is_obeyed(media):
            text = "".join(sheet.itertext())
            _add_rules(matcher, tinycss2.parse_stylesheet(text, **_CODE_ALONE), notes, sheet.line - 1)
    return matcher


def _is_obeyed(media: str) -> bool:
    """Return whether a list of media has one whose rules count here."""
    return any(medium.strip().lower().removeprefix("only ") in _SCREENS for medium in media.split(","))


def _add_rules(matcher: Any, rules: Iterable[Any], notes: TidyNotes, line: int) -> None:
    """Add the rules of a `<style>`, whose text begins on a line of the file."""
    for rule in rules:
        if rule.type == "at-rule":
            _add_at_rule(matcher, rule, notes, line)
        elif rule.type == "qualified-rule":
            _add_rule(matcher, rule, notes, line)


def _add_at_rule(matcher: Any, rule: Any, notes: TidyNotes, line: int) -> None:
    """Add the rules of `@media` for screens; warn of others that could change a drawing."""
    import tinycss2

    keyword, prelude = rule.lower_at_keyword, tinycss2.serialize(rule.prelude).strip()
    if keyword == "import":
        notes.warn(line + rule.source_line, f"<style> imports {prelude[:40]}, which is not read")
    elif keyword == "media" and rule.content is not None and _is_obeyed(prelude):
        _add_rules(matcher, tinycss2.parse_rule_list(rule.content, **_CODE_ALONE), notes, line)
    elif keyword not in _WITHOUT_INK and rule.content is not None:
        named = f"@{keyword} {prelude[:40]}".strip()
        notes.warn(line + rule.source_line, f"<style> has rules for {named}, which are left out")


def _add_rule(matcher: Any, rule: Any, notes: TidyNotes, line: int) -> None:
    """Add a rule with all its selectors; warn of rules inside it and of selectors that are not read."""
    import tinycss2
    from cssselect2 import SelectorError, compile_selector_list

    content = tinycss2.parse_blocks_contents(rule.content, **_CODE_ALONE)
    for nested in content:
        if nested.type in {"at-rule", "qualified-rule"}:
            keyword = f"@{nested.lower_at_keyword} " if nested.type == "at-rule" else ""
            inner = f"{keyword}{tinycss2.serialize(nested.prelude).strip()[:40]}"
            notes.warn(line + nested.source_line, f"<style> has a rule for {inner!r} inside another, which is left out")
    try:
        selectors = compile_selector_list(rule.prelude)
    except SelectorError:
        prelude = tinycss2.serialize(rule.prelude).strip()[:40]
        notes.warn(line + rule.source_line, f"<style> has the selector {prelude!r}, which is not read")
        return
    declared = _declared(content)
    for selector in selectors:
        matcher.add_selector(selector, declared)


def _declared(declarations: Iterable[Any]) -> Declared:
    """Return the declarations of a rule or `style=` by the names of their properties."""
    import tinycss2

    declared: Declared = {}
    for declaration in declarations:
        if declaration.type == "declaration":
            value = tinycss2.serialize(declaration.value).strip()
            _add(
                declared,
                dict.fromkeys(
                    # Names of variables keep their capitals, as in CSS.
                    [declaration.name if declaration.name.startswith("--") else declaration.lower_name],
                    (value, declaration.important),
                ),
            )
    return declared


def _add(rules: Declared, declared: Declared) -> None:
    """Add declarations to others, which they replace unless those alone are `!important`."""
    for name, (value, important) in declared.items():
        if important or not rules.get(name, ("", False))[1]:
            rules[name] = value, important


def _apply(node: DrawingNode, rules: Declared, notes: TidyNotes, *, is_root: bool) -> None:
    """Write the properties that rules and `style=` set on a node as its attributes."""
    style = node.attrib.pop("style", "")
    node.attrib.pop("class", None)
    if style.strip():
        import tinycss2

        declared = _declared(tinycss2.parse_blocks_contents(style, **_CODE_ALONE))
        rules = dict(rules)
        _add(rules, declared)
    for name, (value, _) in rules.items():
        for property_, text in _long_hands(name, value):
            if property_.startswith("--"):
                node.custom[property_] = text
            elif text.startswith("color(") and property_ in node.attrib:
                continue  # for wide screens, as Figma writes it beside the colour for all
            elif property_ in _STYLED or property_ in LETTER_PROPERTIES:
                node.attrib[property_] = text
            elif property_ in _GEOMETRY.get(node.tag, ()):
                _set_side(node, property_, text, notes, is_root=is_root)
            elif property_ in _DIFFERING and text not in _UNCHANGED and _has_subject(node, property_, rules):
                _refuse_differing(node, property_, notes)
    for name in (CSS_ONLY | CSS_LETTER_PROPERTIES | {"white-space"}) & node.attrib.keys() - _set_by(rules):
        del node.attrib[name]  # no attributes of SVG: only CSS can set them
    _check_short_hands(node, {name: value for name, (value, _) in rules.items()}, notes)
    _check_transform(node, notes, is_style="transform" in rules)
    _check_mask(node, notes)


def _has_subject(node: DrawingNode, name: str, rules: Declared) -> bool:
    """Return whether a property has something to change.

    Programs write the mode of masks beside `mask-image: none` too.
    """
    return name != "mask-mode" or "mask" in rules or "mask" in node.attrib


def _refuse_differing(node: DrawingNode, name: str, notes: TidyNotes) -> None:
    """Refuse a property that viewers draw differently, with advice."""
    if name == "mask-mode":
        hint = "write mask-type= on the <mask>"
        notes.refuse(node, f"style: viewers differ in what they draw with 'mask-mode'; {hint}")
    else:
        notes.refuse(node, f"style: viewers differ in what they draw with {name!r}; write {_DIFFERING[name]}=")


def _check_mask(node: DrawingNode, notes: TidyNotes) -> None:
    """Refuse further masks, and modes of a mask, in the short form of CSS."""
    match = _MASK.fullmatch(node.get("mask", ""))
    if match and "url(" in match[1]:
        notes.refuse(node, "mask: of several masks only the first is drawn; put all into one <mask>")
    elif match and _MASK_MODE.search(match[1]):
        _refuse_differing(node, "mask-mode", notes)


def _check_short_hands(node: DrawingNode, rules: Mapping[str, str], notes: TidyNotes) -> None:
    """Warn of properties that stand for several, such as `font`, in forms that some programs do not know."""
    lines = rules.get("text-decoration-line", "none")
    if lines not in {"none", "inherit", rules.get("text-decoration")}:
        warning = f"viewers differ in what they draw with text-decoration-line: {lines!r}"
        notes.warn(node.line, f"{warning}; write text-decoration")
    font = rules.get("font", "inherit")
    if font != "inherit" and (not _FONT.fullmatch(font) or "/" in font):
        differ = f"viewers differ in what they draw with font: {font[:40]!r}"
        notes.warn(node.line, f"{differ}; write font-size, font-family and the like")


def _set_by(rules: Declared) -> set[str]:
    """Return the properties that rules set, also through short forms such as `font`."""
    return {name for rule in rules for name, _ in _long_hands(rule, "")}


def _check_transform(node: DrawingNode, notes: TidyNotes, *, is_style: bool) -> None:
    """Warn of a transform that styles and attributes read differently: styles have units, attributes have none."""
    if node.tag in _OWN_TRANSFORMS:
        return
    text = node.get("transform", "")
    has_units = bool(_UNIT.search(text)) or bool(_STYLE_STEP.search(text))
    if has_units and not is_style:
        notes.warn(node.line, f"transform={text[:40]!r} on <{node.tag}> is not understood and left out")
        del node.attrib["transform"]
    elif is_style and (has_units or _needs_units(text)):
        differ = f"viewers differ in what they draw with style='transform:{text[:40]}'"
        notes.warn(node.line, f"{differ}; write transform= with numbers alone")
        if not has_units:
            del node.attrib["transform"]
    if node.attrib.pop("transform-box", "view-box") in _OWN_BOXES and node.get("transform-origin"):
        notes.refuse(node, "style: viewers differ in what they draw with 'transform-box'; write transform= alone")


_OWN_TRANSFORMS = frozenset({"linearGradient", "radialGradient", "pattern"})
"""Elements with a transform of another name; this one is refused."""
_UNIT = re.compile(r"\d(?:%|deg|g?rad|turn|px|r?em|ex|ch|mm|cm|in|pt|pc|q|v[wh])", re.IGNORECASE)
_STYLE_STEP = re.compile(r"(?:translate|scale)[XY]|3d|perspective", re.IGNORECASE)
"""Steps that attributes do not have."""
_PLAIN_STEP = re.compile(r"(translate|rotate|skew[XY]?)\(([^()]*)\)")
_OWN_BOXES = frozenset({"fill-box", "stroke-box", "content-box", "border-box"})


def _needs_units(transform: str) -> bool:
    """Return whether a transform of a style lacks units, so that browsers ignore it.

    A length or an angle of 0 needs none.
    """
    steps = _PLAIN_STEP.findall(transform)
    return any(float(value) for _, values in steps for value in re.findall(NUMBER, values))


def _set_side(node: DrawingNode, name: str, value: str, notes: TidyNotes, *, is_root: bool) -> None:
    """Set a length that only browsers take from a style sheet; a root's they all take."""
    if is_root and name in {"width", "height"}:
        node.attrib[name] = value
    elif (node.get(name) or "auto").removesuffix("px") != value.removesuffix("px"):
        notes.refuse(node, f"style: only browsers read {name!r} there; write {name}= on it")


_FONT = re.compile(
    r"(?:(.*?)\s+)?([\d.]+(?:[A-Za-z]+|%)|(?:xx?-|)small|medium|(?:xx?-|)large|smaller|larger)\s*(?:/\s*\S+)?\s+(.+)"
)


def _long_hands(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield the properties that a short form sets, with their values; any other property is itself."""
    if name == "marker":
        yield from ((f"marker-{place}", value) for place in ("start", "mid", "end"))
    elif name == "font" and (match := _FONT.fullmatch(value)):
        words = (match[1] or "").split()
        yield "font-style", next((word for word in words if word in {"italic", "oblique"}), "normal")
        weights = (word for word in words if word in {"bold", "bolder", "lighter"} or word.isdigit())
        yield "font-weight", next(weights, "normal")
        yield "font-size", match[2]
        yield "font-family", match[3]
    elif name == "text-decoration-line":
        yield "text-decoration", value
    elif name == "white-space-collapse":
        yield "white-space", "normal" if value == "collapse" else "pre"
    else:
        yield name, value


def _resolve_variables(node: DrawingNode, inherited: Mapping[str, str]) -> None:
    """Replace `var(--name)` by the value that a node has or inherits; without one the property is not set."""
    node.custom = {**inherited, **node.custom} if node.custom else dict(inherited)
    for name, value in list(node.attrib.items()):
        if "var(" not in value:
            continue
        resolved = _resolved(value, node.custom)
        if resolved is None:
            del node.attrib[name]
        else:
            node.attrib[name] = resolved
    for child in node.nodes():
        _resolve_variables(child, node.custom)


def _resolved(value: str, custom: Mapping[str, str]) -> str | None:
    """Return a value with its custom properties replaced; None where one of them is not set."""
    for _ in range(_DEEPEST):
        match = _VARIABLE.search(value)
        if not match:
            return value
        replacement: str | None = custom.get(match[1], match[2])  # group 2 is None without a value to fall back to
        if replacement is None:
            return None
        value = value[: match.start()] + replacement.strip() + value[match.end() :]
    return None
