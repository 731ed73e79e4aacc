"""Finds the changes of templates that may give an element another number, attribute or text, for trials in memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple

from generator.base.units import decimal
from generator.build.layout_edits.drawn_elements import FaceElement, Slot
from generator.build.layout_edits.template_source import Call, Macro, SourceRange, Tag, TemplateSource
from generator.render.templates.source_lines import SourceMark
from generator.render.templates.template_tokens import TemplateToken

MOST_CANDIDATES = 8
"""Changes that are tried for one number: each costs a rendering of the card, some 10 ms."""
_DEEPEST = 6
"""Calls of macros in each other that an argument is followed through."""
_LITERAL = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+))([a-z%]*)\s*")
_MOVABLE = re.compile(r'<g transform="translate\(\{\{ (shift\d*) \}\}\)">\Z')
"""Group that an earlier edit put around what one call of a macro moves."""
_PLAIN = re.compile(r"[^{}<>&\"'\\]+")
"""Text that is written alike between the quotes of an attribute and of an expression."""
_LISTED = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_NUMBERS = frozenset({"integer", "float"})
_LOOSE = frozenset({"if", "else", "or", "and", "not", "in", "|", "~", "==", "!=", "<", ">", "<=", ">="})
"""Operators that bind more loosely than a sum, so that an expression with one needs parentheses in a sum."""


class TemplateSplice(NamedTuple):
    """Another text for a range of one template."""

    path: str
    span: SourceRange
    text: str


Change = tuple[TemplateSplice, ...]
"""Splices that are made together."""


class ValueEdits:
    """Looks for places in the templates of one state of a game; only `is_own` files are changed."""

    def __init__(self, source: Callable[[str], TemplateSource | None], is_own: Callable[[str], bool]) -> None:
        """Take a function that returns the source of a template by its path.

        `is_own` tells by its path whether a template may be changed.
        """
        self._template, self._is_own = source, is_own

    def number_changes(self, element: FaceElement, slot: Slot, value: float) -> list[Change]:
        """Return changes that may give a number of an element a value, the most direct first."""
        located = self._tag(element)
        if located is None:
            return []
        source, tag = located
        attribute = tag.attribute(slot.attribute)
        if attribute is None:
            is_new = slot.index == 0 and self._is_own(source.path)
            return [(_new_attribute(source, tag, slot.attribute, decimal(value)),)] if is_new else []
        pieces = source.pieces(attribute.value)
        delta = value - element.geometry.get(slot, value)
        if len(pieces) == 1 and slot.attribute == "pnp:rect":
            return [*self._listed_number(source, attribute.value, slot.index, delta, element.source.frames)]
        if slot.index >= len(pieces):
            return []
        return _first_different(self._number_edits(source, pieces[slot.index], delta, element.source.frames))

    def size_changes(self, element: FaceElement, name: str, value: float, now: float) -> list[Change]:
        """Return changes that may give an attribute that is a length, such as `font-size`, another value in points."""
        located = self._tag(element)
        if located is None:
            return []
        source, tag = located
        attribute = tag.attribute(name)
        if attribute is None:
            return self.attribute_changes(element, name, f"{decimal(value)}pt")
        return _first_different(self._number_edits(source, attribute.value, value - now, element.source.frames))

    def attribute_changes(self, element: FaceElement, name: str, value: str) -> list[Change]:
        """Return changes that may give an attribute another text; an empty one takes the attribute away."""
        located = self._tag(element)
        if located is None:
            return self._drawing_changes(element, name, value)
        source, tag = located
        if source.is_drawing:
            return [change] if self._is_own(source.path) and (change := _restyled(source, tag, name, value)) else []
        attribute = tag.attribute(name)
        if attribute is None:
            is_new = bool(value) and self._is_own(source.path)
            return [(_new_attribute(source, tag, name, value),)] if is_new else []
        # An argument is an expression of Jinja, where a text stands in quotes.
        quoted = '"' + value.replace('"', "") + '"'
        changes = [*self._replacements(source, attribute.value, quoted, element.source.frames, 0)]
        if self._is_own(source.path):
            # In a branch it is the argument that chooses the value.
            at = len(changes) if attribute.is_conditional else 0
            changes.insert(at, (_written(source, tag, attribute.value, value),))
        return changes[:MOST_CANDIDATES]

    def _drawing_changes(self, element: FaceElement, name: str, value: str) -> list[Change]:
        """Return the changes of the call of a drawing function that give its shape an attribute, such as `fill`."""
        frame = next(iter(reversed(element.source.frames)), None)
        source = self._template(frame.place.path) if frame and self._is_own(frame.place.path) else None
        call = source.call(frame.start, "", of="draw") if source and frame else None
        if source is None or call is None or not value:
            return []
        argument, text = name.replace("-", "_"), '"' + value.replace('"', "") + '"'
        if argument in call.named:
            return [(TemplateSplice(source.path, call.named[argument], text),)]
        return [(TemplateSplice(source.path, SourceRange(call.close, call.close), f", {argument}={text}"),)]

    def content_changes(self, element: FaceElement, expression: str) -> list[Change]:
        """Return changes that may make a text print another expression, such as `card.name`."""
        located = self._tag(element)
        inside = self._text_range(*located) if located else None
        if located is None or inside is None:
            return []
        source, _ = located
        # Names of objects in a drawing say what they print.
        if source.is_drawing:
            return []
        if self._is_own(source.path):
            return [(TemplateSplice(source.path, inside, "{{ " + expression + " }}"),)]
        return [*self._replacements(source, inside, expression, element.source.frames, 0)][:MOST_CANDIDATES]

    def _text_range(self, source: TemplateSource, tag: Tag) -> SourceRange | None:
        """Return the range between the tags of a text element; None if the element is empty or not closed."""
        whole = source.element(tag)
        if whole is None or tag.is_empty:
            return None
        return SourceRange(tag.span.end, source.text.rindex("</", tag.span.end, whole.end))

    def parameter_changes(self, element: FaceElement, names: Sequence[str], delta: float) -> list[Change]:
        """Return changes to the argument of a macro that places a shape of many numbers, by `delta` millimetres.

        `names` are the usual names of such a parameter, the likeliest first.
        """
        located = self._tag(element)
        macro = located[0].macro_at(located[1].span.start) if located else None
        if not located or not macro:
            return []
        name = next((name for name in names if name in macro.parameters), "")
        return [*islice(self._argument(macro, name, delta, element.source.frames, 0), MOST_CANDIDATES)] if name else []

    def moving_argument(self, element: FaceElement, span: SourceRange, step: tuple[float, float]) -> Change:
        """Return the change that gives the macro of an element a parameter for its movement, and one call a value.

        `span` is the range of the element in the macro, `step` the movement. Empty where no call of the game does it.
        """
        located = self._tag(element)
        macro = located[0].macro_at(span.start) if located else None
        calling = self._calling(macro, element.source.frames) if macro else None
        if not located or not macro or not calling or not self._is_own(calling[0].path):
            return ()
        source, caller, call = located[0], calling[0], calling[1]
        # An earlier edit may have made the parameter, for this call or another one.
        opened = _MOVABLE.search(source.text[: span.start])
        if opened and opened[1] in macro.parameters:
            now = _argument_span(macro, call, opened[1])
            before = _LISTED.findall(caller.text[slice(*now)]) if now else ["0", "0"]
            if len(before) != 2:
                return ()
            value = " ".join(decimal(float(number) + more) for number, more in zip(before, step, strict=True))
            again = TemplateSplice(caller.path, now, f'"{value}"') if now else None
            return (again or _new_argument(caller, call, f'{opened[1]}="{value}"'),)
        name = _free_name(source, macro, "shift")
        opening = f'<g transform="translate({{{{ {name} }}}})">'
        return (
            _new_parameter(source, macro, f'{name}="0 0"'),
            TemplateSplice(source.path, SourceRange(span.start, span.start), opening),
            TemplateSplice(source.path, SourceRange(span.end, span.end), "</g>"),
            _new_argument(caller, call, f'{name}="{" ".join(map(decimal, step))}"'),
        )

    def attribute_arguments(self, element: FaceElement, name: str, value: str) -> list[Change]:
        """Return changes that give a macro of the game a parameter for an attribute, and one of its calls a value.

        The parameter's default leaves the attribute as it is at the other calls.
        """
        changes, stem = list[Change](), name.rpartition(":")[2].replace("-", "_")
        for place in self._attribute_places(element, name) if _PLAIN.fullmatch(value) else ():
            source = self._template(place.path)
            macro = source.macro_at(place.span.start) if source else None
            calling = self._calling(macro, element.source.frames) if macro else None
            if source and macro and calling and self._is_own(calling[0].path):
                word = _free_name(source, macro, stem)
                default, text = _optional(source, place, word)
                signature = _new_parameter(source, macro, f"{word}={default}")
                argument = _new_argument(calling[0], calling[1], f'{word}="{value}"')
                changes.append((signature, place._replace(text=text), argument))
        return changes[:MOST_CANDIDATES]

    def _attribute_places(self, element: FaceElement, name: str) -> Iterator[TemplateSplice]:
        """Yield where the value of an attribute is written in the game: in the tag, or in an argument of a call.

        The text is the name where the tag lacks the attribute, else empty.
        """
        located = self._tag(element)
        if located is None or located[0].is_drawing:
            return
        source, tag = located
        attribute = tag.attribute(name)
        if attribute is None:
            if self._is_own(source.path):
                yield _new_attribute(source, tag, name, "")._replace(text=name)
            return
        span = source.printed(attribute.value) or attribute.value
        if self._is_own(source.path) and (span != attribute.value or _PLAIN.fullmatch(source.text, *span)):
            yield TemplateSplice(source.path, span, "")
        for (splice,) in self._replacements(source, attribute.value, "", element.source.frames, 0):
            if splice.span.start < splice.span.end:
                yield splice

    def _tag(self, element: FaceElement) -> tuple[TemplateSource, Tag] | None:
        """Return the template and the tag that an element was written by; None if either is not found."""
        mark = element.source.tag
        source = self._template(mark.place.path) if mark else None
        tag = source.tag(mark.start) if source and mark else None
        return (source, tag) if source and tag else None

    def _number_edits(
        self, source: TemplateSource, span: SourceRange, delta: float, frames: Sequence[SourceMark]
    ) -> Iterator[Change]:
        """Yield the changes that may add a difference to the number in a range: a literal, or a `{{ }}`.

        `frames` are the calls of macros around it, the innermost last.
        """
        literal = _LITERAL.fullmatch(source.text, *span)
        if literal:
            if self._is_own(source.path):
                yield (_literal(source, SourceRange(*literal.span(1)), delta),)
            return
        end = max(
            (token.end for token in source.tokens if token.start < span.end and token.kind == "variable_end"), default=0
        )
        expression = source.printed(SourceRange(span.start, min(end, span.end)))
        if expression:
            yield from self._expression(source, expression, delta, frames, 0)

    def _expression(
        self, source: TemplateSource, span: SourceRange, delta: float, frames: Sequence[SourceMark], depth: int
    ) -> Iterator[Change]:
        """Yield changes to an expression that add a difference to its value.

        They change a number in it, or an argument that it is made of, or add the difference itself. `depth` counts the
        macros followed so far.
        """
        tokens, is_own = source.inside(span), self._is_own(source.path)
        if len(tokens) == 1 and tokens[0].kind in _NUMBERS and is_own:
            yield (_literal(source, span, delta),)
            return
        if len(tokens) == 2 and tokens[0].text == "-" and tokens[1].kind in _NUMBERS and is_own:
            yield (_literal(source, span, delta),)
            return
        macro = source.macro_at(span.start)
        for index, token in enumerate(tokens):
            before = tokens[index - 1].text if index else ""
            if token.kind in _NUMBERS and is_own:
                yield from _signed(source, token, delta, is_negative=before == "-")
            elif macro and token.text in macro.parameters and before != "." and _is_value(tokens, index):
                # `x * 0.5` moves by half of a change to x.
                share = _factor(tokens, index)
                yield from self._argument(macro, token.text, delta / share, frames, depth + 1)
        if is_own:
            yield (_sum(source, span, tokens, delta),)

    def _argument(
        self, macro: Macro, name: str, delta: float, frames: Sequence[SourceMark], depth: int
    ) -> Iterator[Change]:
        """Yield changes to an argument of the call of a macro, which add a difference to it."""
        located = self._calling(macro, frames)
        if located is None or depth > _DEEPEST:
            return
        source, call, outer = located
        span = _argument_span(macro, call, name)
        default = macro.parameters[name]
        if span:
            yield from self._expression(source, span, delta, outer, depth)
        elif default and self._is_own(source.path):
            inner = self._template(self._macro_path(frames, macro))
            literal = _LITERAL.fullmatch(inner.text, *default) if inner else None
            if literal:
                # The default stays as it is: other calls of the macro use it too.
                number, close = decimal(float(literal[1]) + delta), SourceRange(call.close, call.close)
                yield (TemplateSplice(source.path, close, f", {name}={number}"),)

    def _macro_path(self, frames: Sequence[SourceMark], macro: Macro) -> str:
        """Return the file of a macro, among those that the frames were written in; empty if none has it."""
        for path in dict.fromkeys([self._inner_path, *(frame.place.path for frame in reversed(frames))]):
            source = self._template(path)
            if source and macro in source.macros:
                return path
        return ""

    _inner_path = ""

    def _listed_number(
        self, source: TemplateSource, span: SourceRange, index: int, delta: float, frames: Sequence[SourceMark]
    ) -> Iterator[Change]:
        """Yield changes of one number in an argument that lists several, as in `line(…, "5 6 41 10")`."""
        for (splice,) in self._replacements(source, span, "", frames, 0):
            caller = self._template(splice.path)
            text = caller.text[splice.span.start : splice.span.end] if caller else ""
            numbers = [*_LISTED.finditer(text)] if text.startswith(('"', "'")) else []
            if index < len(numbers):
                start, end = (splice.span.start + place for place in numbers[index].span())
                number = decimal(float(numbers[index][0]) + delta)
                yield (TemplateSplice(splice.path, SourceRange(start, end), number),)

    def _replacements(
        self, source: TemplateSource, span: SourceRange, text: str, frames: Sequence[SourceMark], depth: int
    ) -> Iterator[Change]:
        """Yield changes that replace the argument that an expression prints, through the macros that hand it on."""
        expression = source.printed(span) if depth == 0 else span
        tokens = source.inside(expression) if expression else []
        macro = source.macro_at(span.start)
        if not tokens or not macro or tokens[0].text not in macro.parameters or depth > _DEEPEST:
            return
        located = self._calling(macro, frames)
        argument = _argument_span(macro, located[1], tokens[0].text) if located else None
        if not located:
            return
        caller, call, outer = located
        if argument:
            if self._is_own(caller.path):
                yield (TemplateSplice(caller.path, argument, text),)
            yield from self._replacements(caller, argument, text, outer, depth + 1)
        elif self._is_own(caller.path):
            yield (TemplateSplice(caller.path, SourceRange(call.close, call.close), f", {tokens[0].text}={text}"),)

    def _calling(
        self, macro: Macro, frames: Sequence[SourceMark]
    ) -> tuple[TemplateSource, Call, Sequence[SourceMark]] | None:
        """Return the innermost call of a macro, its file, and the frames around it."""
        for index in range(len(frames) - 1, -1, -1):
            source = self._template(frames[index].place.path)
            call = source.call(frames[index].start, macro.name) if source else None
            if source and call:
                return source, call, frames[:index]
        return None


def _first_different(changes: Iterable[Change]) -> list[Change]:
    """Return the first MOST_CANDIDATES changes, each once."""
    return [*islice(dict.fromkeys(changes), MOST_CANDIDATES)]


def _argument_span(macro: Macro, call: Call, name: str) -> SourceRange | None:
    """Return the range of an argument in a call, given by name or by position; None if its default is used."""
    position = [*macro.parameters].index(name)
    if name in call.named:
        return call.named[name]
    return call.positional[position] if position < len(call.positional) else None


def _free_name(source: TemplateSource, macro: Macro, stem: str) -> str:
    """Return a name for a new parameter: one that the macro uses already would hide another value."""
    used = {token.text for token in source.inside(macro.span)}
    return next(name for number in count(1) if (name := f"{stem}{number if number > 1 else ''}") not in used)


def _new_parameter(source: TemplateSource, macro: Macro, text: str) -> TemplateSplice:
    """Return the splice that gives a macro one more parameter with its default."""
    end = source.signature_end(macro)
    return TemplateSplice(source.path, SourceRange(end, end), f"{', ' if macro.parameters else ''}{text}")


def _new_argument(source: TemplateSource, call: Call, text: str) -> TemplateSplice:
    """Return the splice that gives a call one more argument."""
    comma = ", " if call.positional or call.named else ""
    return TemplateSplice(source.path, SourceRange(call.close, call.close), f"{comma}{text}")


def _optional(source: TemplateSource, place: TemplateSplice, word: str) -> tuple[str, str]:
    """Return the default of a new parameter for an attribute, and the text that prints the parameter in its place.

    A place without characters is one where the tag lacks the attribute; its text is then the attribute's name.
    """
    if place.text:
        return '""', f'{{% if {word} %}} {place.text}="{{{{ {word} }}}}"{{% endif %}}'
    tokens, text = source.inside(place.span), source.text[slice(*place.span)]
    if not tokens:
        return f'"{text}"', f"{{{{ {word} }}}}"
    if len(tokens) == 1 and tokens[0].kind == "string":
        return text, word
    is_choice = any(token.text == "if" for token in tokens)
    return '""', f"{word} or ({text})" if is_choice else f"{word} or {text}"


def _is_value(tokens: Sequence[TemplateToken], index: int) -> bool:
    """Whether a name stands for a number itself, not for something in it or for a function."""
    return index + 1 == len(tokens) or tokens[index + 1].text not in {".", "(", "[", "="}


def _factor(tokens: Sequence[TemplateToken], index: int) -> float:
    """Return the number that a name is multiplied or divided by, such as 0.62 in `height * 0.62`; else 1."""
    if index + 2 < len(tokens) and tokens[index + 2].kind in _NUMBERS:
        number = float(tokens[index + 2].text.replace("_", ""))
        if number and tokens[index + 1].text in {"*", "/"}:
            return number if tokens[index + 1].text == "*" else 1 / number
    return 1.0


def _literal(source: TemplateSource, span: SourceRange, delta: float) -> TemplateSplice:
    """Return the splice that adds a difference to the number in a range."""
    return TemplateSplice(
        source.path, span, decimal(float(source.text[span.start : span.end].replace(" ", "")) + delta)
    )


def _signed(source: TemplateSource, token: TemplateToken, delta: float, *, is_negative: bool) -> Iterator[Change]:
    """Yield changes to one number of a longer expression, in the direction that its sign suggests first."""
    span, number = SourceRange(token.start, token.end), float(token.text.replace("_", ""))
    for change in (-delta, delta) if is_negative else (delta, -delta):
        # A negative number behind a sign would read `- -3`.
        if number + change >= 0:
            yield (TemplateSplice(source.path, span, decimal(number + change)),)


def _sum(source: TemplateSource, span: SourceRange, tokens: Sequence[TemplateToken], delta: float) -> TemplateSplice:
    """Return the splice that adds a difference to a whole expression."""
    text = source.text[span.start : span.end]
    if any(token.text in _LOOSE for token in tokens):
        text = f"({text})"
    return TemplateSplice(source.path, span, f"{text} {'-' if delta < 0 else '+'} {decimal(abs(delta))}")


def changed_attribute(source: TemplateSource, tag: Tag, name: str, value: str) -> TemplateSplice:
    """Return the splice that gives a tag an attribute, or takes it out where the value is empty."""
    attribute = tag.attribute(name)
    if attribute:
        return _written(source, tag, attribute.value, value)
    return _new_attribute(source, tag, name, value)


def style_value(style: str, name: str) -> str:
    """Return the value of a property in the text of a `style` attribute; empty for none."""
    declared = _declaration(style, name)
    return style[slice(*declared)].strip() if declared else ""


def _declaration(style: str, name: str) -> tuple[int, int] | None:
    """Return where the value of a property stands in the text of a `style` attribute; the last one counts in CSS."""
    matches = [*re.finditer(rf"(?:^|;)\s*{re.escape(name)}\s*:([^;]*)", style)]
    return matches[-1].span(1) if matches else None


def _restyled(source: TemplateSource, tag: Tag, name: str, value: str) -> Change | None:
    """Return the change of a property of an element of a drawing, and of the parts of a text that have it too."""
    # A drawing does not declare the names of this program.
    if ":" in name and "urn:vallum:pnp" not in source.text:
        return None
    tags, whole = [tag], source.element(tag)
    if tag.name == "text" and whole and value:
        starts = (match.start() for match in _SPAN.finditer(source.text, tag.span.end, whole.end))
        parts = [part for start in starts if (part := source.tag(start))]
        tags += [part for part in parts if part.attribute(name) or _declaration(_style(source, part), name)]
    return tuple(_restyled_tag(source, part, name, value) for part in tags)


_SPAN = re.compile(r"<tspan(?=[\s/>])")


def _style(source: TemplateSource, tag: Tag) -> str:
    """Return the text of a tag's `style`; empty for none."""
    attribute = tag.attribute("style")
    return source.text[slice(*attribute.value)] if attribute else ""


def _restyled_tag(source: TemplateSource, tag: Tag, name: str, value: str) -> TemplateSplice:
    """Return the splice that gives one tag a property: in its `style` where that or a class would win."""
    style, declared = tag.attribute("style"), _declaration(_style(source, tag), name)
    if style and declared:
        start, end = (style.value.start + place for place in declared)
        if not value:
            start = source.text.rindex(name, style.value.start, start)
        return TemplateSplice(source.path, SourceRange(start, end), value)
    if ":" in name or tag.attribute(name) or not (value and tag.attribute("class")):
        return changed_attribute(source, tag, name, value)
    before = _style(source, tag).rstrip("; ")
    return changed_attribute(source, tag, "style", f"{before};{name}:{value}".lstrip(";"))


def _new_attribute(source: TemplateSource, tag: Tag, name: str, value: str) -> TemplateSplice:
    """Return the splice that writes an attribute behind the others."""
    last = tag.attributes[-1].value.end + 1 if tag.attributes else tag.span.start + 1 + len(tag.name)
    # Not into a branch: an attribute there is not always written.
    if tag.attributes and tag.attributes[-1].is_conditional:
        last = tag.span.end - (2 if tag.is_empty else 1)
    escaped = value.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return TemplateSplice(source.path, SourceRange(last, last), f' {name}="{escaped}"')


def _written(source: TemplateSource, tag: Tag, span: SourceRange, value: str) -> TemplateSplice:
    """Return the splice that writes a value between its quotes, or takes the attribute out where it is empty."""
    if value:
        quote = source.text[span.start - 1]
        escaped = (
            value.replace("&", "&amp;").replace(quote, "&quot;" if quote == '"' else "&apos;").replace("<", "&lt;")
        )
        return TemplateSplice(source.path, span, escaped)
    name = source.text.rindex("<", 0, span.start) if not tag.attributes else tag.span.start
    start = max((other.value.end + 1 for other in tag.attributes if other.value.end < span.start), default=0)
    return TemplateSplice(source.path, SourceRange(start or name + 1 + len(tag.name), span.end + 1), "")
