"""The text of one template with the ranges of its tags, attributes, macros and calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from jinja2.environment import Environment

from generator.base.text_files.text_encoding import decode_utf8
from generator.render.templates.template_tokens import TemplateToken, template_tokens

_OPENERS, _CLOSERS = frozenset("([{"), frozenset(")]}")
_BEGINS = {"variable_begin": "variable_end", "block_begin": "block_end", "comment_begin": "comment_end"}
_NAME = re.compile(r"[^\s=/>\"'{]+")
_BLANKS = re.compile(r"\s*")
_BRANCHES = frozenset({"if", "for"})
BOM = b"\xef\xbb\xbf"
"""Byte order mark, which Windows programs write before UTF-8, and which stays where it was."""


class SourceRange(NamedTuple):
    """A range of a text, in characters."""

    start: int
    end: int


class Attribute(NamedTuple):
    """An attribute of a tag: its name, and the range of its value between the quotes."""

    name: str
    value: SourceRange
    is_conditional: bool
    """Whether it stands between `{% if %}` and `{% endif %}`."""


class Tag(NamedTuple):
    """A tag that opens an element, from `<` to `>`."""

    name: str
    span: SourceRange
    attributes: tuple[Attribute, ...]
    is_empty: bool
    """Whether it ends with `/>`."""

    def attribute(self, name: str) -> Attribute | None:
        """Return the attribute with a name; None if the tag has none."""
        return next((attribute for attribute in self.attributes if attribute.name == name), None)


class Macro(NamedTuple):
    """A macro with the ranges of its defaults, by parameter in order; None for a parameter without one."""

    name: str
    span: SourceRange
    parameters: dict[str, SourceRange | None]


class Call(NamedTuple):
    """A call of a macro or function: ranges of positional arguments, and of others by name."""

    name: str
    positional: tuple[SourceRange, ...]
    named: dict[str, SourceRange]
    close: int
    """Characters before the parenthesis that closes it."""


class TemplateSource:
    """One file, with tokens as Jinja reads them."""

    is_drawing = False
    """Whether it is a drawing of another program, which has no code but values in braces."""

    def __init__(self, environment: Environment, path: str, content: bytes) -> None:
        """Raise Faults or jinja2.TemplateSyntaxError for a file that cannot be read."""
        self.path, self.content = path, content
        self.text = decode_utf8(content, path)
        self.tokens = template_tokens(environment, content, path)

    def spliced(self, edits: Sequence[tuple[SourceRange, str]]) -> bytes:
        """Return the file with other text in some ranges; all other bytes stay. Raises ValueError if they overlap."""
        text, last = self.text, len(self.text) + 1
        # From the end, so that the places of earlier ranges stay right.
        for span, new in sorted(edits, reverse=True):
            if span.end > last or span.end > len(self.text):
                raise ValueError
            text, last = text[: span.start] + new + text[span.end :], span.start
        return (BOM if self.content.startswith(BOM) else b"") + text.encode()

    def line(self, start: int) -> int:
        """Return the number of the line, from 1, of a place."""
        return self.text.count("\n", 0, start) + 1

    @cached_property
    def _opaque(self) -> dict[int, TemplateToken]:
        """Last token of each tag of Jinja, `{{ }}` or `{% %}`, by the place where the tag starts."""
        results, start = {}, 0
        ends = set(_BEGINS.values())
        for token in self.tokens:
            if token.kind in _BEGINS:
                start = token.start
            elif token.kind in ends:
                results[start] = token
        return results

    @cached_property
    def _keywords(self) -> dict[int, str]:
        """First word of each `{% %}` tag, such as `if`, by the place where the tag starts."""
        pairs = pairwise(self.tokens)
        return {token.start: following.text for token, following in pairs if token.kind == "block_begin"}

    def end_of(self, start: int) -> int:
        """Return the end of a tag of Jinja; without the line end that Jinja drops behind a block."""
        token = self._opaque[start]
        return token.start + len(token.text.rstrip())

    def tag(self, start: int) -> Tag | None:
        """Return the tag that begins at a `<`; None for one that cannot be read."""
        name = _NAME.match(self.text, start + 1)
        if not name:
            return None
        position, depth, attributes = name.end(), 0, list[Attribute]()
        while position < len(self.text):
            position = self._blanks(position)
            if position in self._opaque:
                depth += self._nesting(position)
                position = self._opaque[position].end
            elif self.text.startswith(("/>", ">"), position):
                end = self.text.index(">", position) + 1
                return Tag(name[0], SourceRange(start, end), tuple(attributes), self.text[position] == "/")
            else:
                attribute = self._read_attribute(position, is_conditional=depth > 0)
                if attribute is None:
                    return None
                attributes.append(attribute)
                position = attribute.value.end + 1
        return None

    def _blanks(self, position: int) -> int:
        """Return the first place behind blanks."""
        match = _BLANKS.match(self.text, position)
        return match.end() if match else position

    def _nesting(self, start: int) -> int:
        """Return by how much a tag of Jinja deepens the nesting of `if` and `for`: 1, 0 or -1."""
        word = self._keywords.get(start, "")
        return (word in _BRANCHES) - (word in {"endif", "endfor"})

    def _read_attribute(self, position: int, *, is_conditional: bool) -> Attribute | None:
        """Return the attribute at a place; None if it is not written like `name="value"`."""
        name = _NAME.match(self.text, position)
        equals = self._blanks(name.end()) if name else -1
        if not name or self.text[equals : equals + 1] != "=":
            return None
        start = self._blanks(equals + 1)
        quote, position = self.text[start : start + 1], start + 1
        # The value ends at the quote that it began with.
        while position < len(self.text) and self.text[position] != quote:
            # A quote inside a tag of Jinja does not end the value.
            position = self._opaque[position].end if position in self._opaque else position + 1
        is_quoted = quote in {'"', "'"} and position < len(self.text)
        return Attribute(name[0], SourceRange(start + 1, position), is_conditional) if is_quoted else None

    def element(self, tag: Tag) -> SourceRange | None:
        """Return the range of an element from its first tag to the end of its last; None where that is not found."""
        if tag.is_empty:
            return tag.span
        depth, position = 1, tag.span.end
        pattern = re.compile(rf"<(/?){re.escape(tag.name)}(?=[\s/>])")
        while match := pattern.search(self.text, position):
            inner = None if match[1] else self.tag(match.start())
            position = inner.span.end if inner else match.end()
            depth += -1 if match[1] else not (inner and inner.is_empty)
            if not depth:
                return SourceRange(tag.span.start, self.text.index(">", match.end()) + 1)
        return None

    def pieces(self, span: SourceRange) -> list[SourceRange]:
        """Return the parts of an attribute's value between blanks and commas; a tag of Jinja is one part."""
        results, position, start = list[SourceRange](), span.start, -1
        while position < span.end:
            if position in self._opaque:
                start = position if start < 0 else start
                position = self._opaque[position].end
                continue
            if self.text[position] in " \t\r\n,":
                results += [SourceRange(start, position)] if start >= 0 else []
                start = -1
            elif start < 0:
                start = position
            position += 1
        return results + ([SourceRange(start, span.end)] if start >= 0 else [])

    def printed(self, span: SourceRange) -> SourceRange | None:
        """Return the range of the expression in a `{{ }}` that fills a range of the text; None for anything else."""
        end = self._opaque.get(span.start)
        if not end or end.kind != "variable_end" or end.end != span.end:
            return None
        inside = self.inside(span)
        return SourceRange(inside[0].start, inside[-1].end) if inside else None

    def inside(self, span: SourceRange) -> list[TemplateToken]:
        """Return the tokens of Jinja in a range of the template, without those that open and close its tags."""
        edges = {*_BEGINS, *_BEGINS.values()}
        return [token for token in self.tokens if span.start <= token.start < span.end and token.kind not in edges]

    @cached_property
    def macros(self) -> tuple[Macro, ...]:
        """All macros that the template defines, with their parameters."""
        results, stack = [], list[tuple[str, int, dict[str, SourceRange | None]]]()
        for start, word in self._keywords.items():
            if word == "macro":
                tokens = self.inside(SourceRange(start, self._opaque[start].end))[1:]
                arguments = _arguments(tokens[2:]) if len(tokens) > 1 else []
                names = {argument[0].text: _default(argument) for argument in arguments if argument}
                stack.append((tokens[0].text, start, names))
            elif word == "endmacro" and stack:
                name, begin, names = stack.pop()
                results.append(Macro(name, SourceRange(begin, self._opaque[start].end), names))
        return tuple(results)

    def signature_end(self, macro: Macro) -> int:
        """Return the place of the parenthesis that closes the parameters of a macro."""
        tokens = self.inside(SourceRange(macro.span.start, self._opaque[macro.span.start].end))
        return _closing(tokens[3:])

    def macro_at(self, start: int) -> Macro | None:
        """Return the innermost macro around a place."""
        around = [macro for macro in self.macros if macro.span.start < start < macro.span.end]
        return min(around, key=lambda macro: macro.span.end - macro.span.start, default=None)

    def call(self, start: int, name: str, of: str = "") -> Call | None:
        """Return the call of a name within the tag of Jinja at a place; any call where the name is empty.

        `of` is a name that has the function, such as `draw` in `draw.star(…)`.
        """
        if start not in self._opaque:
            return None
        tokens = self.inside(SourceRange(start, self._opaque[start].end))
        for index, (token, following) in enumerate(pairwise(tokens)):
            is_of = not of or (index > 1 and (tokens[index - 2].text, tokens[index - 1].text) == (of, "."))
            if token.kind == "name" and following.text == "(" and name in {"", token.text} and is_of:
                return _read_call(tokens, index)
        return None

    def block(self, start: int) -> SourceRange | None:
        """Return the range of a `{% call %}` with its body; None for another block, or one that is not closed."""
        depth = 0
        for offset, word in self._keywords.items():
            if offset >= start and word in {"call", "endcall"}:
                depth += 1 if word == "call" else -1
                if not depth and offset > start:
                    return SourceRange(start, self.end_of(offset))
        return None

    def block_tags(self) -> Iterator[tuple[int, str]]:
        """Yield the place and the first word of each `{% %}` tag of the template."""
        yield from self._keywords.items()


class DrawingSource(TemplateSource):
    """A drawing of another program that is used as a template: all of its text is XML."""

    is_drawing = True

    def __init__(self, path: str, content: bytes) -> None:
        """Raise Faults for a file that cannot be read."""
        self.path, self.content = path, content
        self.text = decode_utf8(content, path)
        self.tokens = (TemplateToken("data", self.text, 0, len(self.text)),)


def _read_call(tokens: Sequence[TemplateToken], index: int) -> Call:
    """Return the call whose name is the token at `index`."""
    arguments = _arguments(tokens[index + 2 :])
    is_named = [len(argument) > 2 and argument[1].text == "=" for argument in arguments]
    pairs = [*zip(arguments, is_named, strict=True)]
    positional = tuple(
        SourceRange(argument[0].start, argument[-1].end) for argument, named in pairs if argument and not named
    )
    named = {argument[0].text: SourceRange(argument[2].start, argument[-1].end) for argument, named in pairs if named}
    return Call(tokens[index].text, positional, named, _closing(tokens[index + 2 :]))


def _arguments(tokens: Sequence[TemplateToken]) -> list[list[TemplateToken]]:
    """Split the arguments behind an opening parenthesis at their commas."""
    depth, results = 0, [list[TemplateToken]()]
    for token in tokens:
        if depth == 0 and token.text in _CLOSERS:
            break
        depth += (token.text in _OPENERS) - (token.text in _CLOSERS)
        if depth == 0 and token.text == ",":
            results.append([])
        else:
            results[-1].append(token)
    return [argument for argument in results if argument]


def _closing(tokens: Sequence[TemplateToken]) -> int:
    """Return the place of the parenthesis that closes a call, behind its opening one."""
    depth = 0
    for token in tokens:
        if depth == 0 and token.text in _CLOSERS:
            return token.start
        depth += (token.text in _OPENERS) - (token.text in _CLOSERS)
    return tokens[-1].end


def _default(argument: Sequence[TemplateToken]) -> SourceRange | None:
    """Return the range of a parameter's default; None if it has none."""
    return SourceRange(argument[2].start, argument[-1].end) if len(argument) > 2 else None
