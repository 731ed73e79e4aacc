"""Says what is wrong with a template in the words of its writer, where Jinja and Python speak of their own parts."""

from __future__ import annotations

import re
from collections.abc import Callable

from generator.base.errors import suggestion

_OPENING = ("if", "for", "set", "macro", "call", "filter", "block", "with")
_TAGS = (*_OPENING, *(f"end{tag}" for tag in _OPENING), "elif", "else", "include", "import", "from", "extends")
_SIGNS = {
    "end of print statement": "'}}'",
    "begin of print statement": "'{{'",
    "end of statement block": "'%}'",
    "begin of statement block": "'{%'",
    "end of template": "the end",
    "name": "a name",
    "string": "a text",
    "integer": "a number",
}
"""What Jinja calls the parts of a template."""
_TYPES = {"str": "text", "Markup": "text", "int": "a number", "float": "a number", "list": "a list", "NoneType": "none"}


def syntax_text(message: str) -> str:
    """Translate an error message of Jinja's parser to plain words.

    >>> syntax_text("expected token 'end of print statement', got 'b'")
    "expected '}}', found 'b'"
    """
    for pattern, text in _SYNTAX:
        if match := re.match(pattern, message):
            return text(match)
    return "this cannot be read as a template"


def call_text(message: str) -> str:
    """Translate an error message of Python, caused by a template, to plain words.

    >>> call_text("upper() takes 1 positional argument but 2 were given")
    'upper() is given too much'
    """
    for pattern, text in _CALLS:
        if match := re.search(pattern, message):
            return text(match)
    return "this does not go with the values that stand here"


def _unknown_tag(match: re.Match[str]) -> str:
    """Return the fault for a tag that Jinja does not know, or that cannot stand where it is."""
    if match[1] in _TAGS and match[2]:
        return f"{match[1]!r} cannot stand here; {match[2]!r} is open, write {{% end{match[2]} %}}"
    if match[1] in _TAGS:
        return f"{match[1]!r} cannot stand here; nothing is open that it belongs to"
    near = suggestion(match[1], _TAGS)
    if match[2] and "did you mean" not in near:
        near = f"; {match[2]!r} is open, write {{% end{match[2]} %}}"
    return f"unknown tag {match[1]!r}{near}"


def _type(name: str) -> str:
    """Return a type of Python as a template's writer knows it."""
    return _TYPES.get(name, "something else")


def _sign(word: str) -> str:
    """Return a part of a template as its writer knows it."""
    return _SIGNS.get(word, repr(word))


# The first pattern that matches counts, so that longer ones stand before their beginnings.
_SYNTAX: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Encountered unknown tag '(.*?)'.*?(?:closed is '(\w+)')?\.?\Z", _unknown_tag),
    (
        r"Unexpected end of template.*closed is '(\w+)'",
        lambda match: f"the template ends while {match[1]!r} is open; write {{% end{match[1]} %}}",
    ),
    (
        r"unexpected end of template, expected '(.*)'",
        lambda match: f"the template ends before {_sign(match[1])}",
    ),
    (r"expected token '(.*)', got '(.*)'", lambda match: f"expected {_sign(match[1])}, found {_sign(match[2])}"),
    (r"Expected an expression, got '(.*)'", lambda match: f"expected a value, found {_sign(match[1])}"),
    (r"unexpected '(.*)', expected '(.*)'", lambda match: f"expected {_sign(match[2])}, found {_sign(match[1])}"),
    (r"unexpected '(.*)'", lambda match: f"{_sign(match[1])} cannot stand here"),
    (r"unexpected char (.*) at \d+", lambda match: f"{match[1]} cannot stand here"),
    (r"expected name or number", lambda _: "a name or number is missing after '.'"),
    (r"tag name expected", lambda _: "a tag has a name, like {% if card.cost %}"),
    (r"Missing end of comment tag", lambda _: "a comment is not closed; write '#}'"),
    (r"Missing end of raw", lambda _: "what begins with {% raw %} is not closed; write {% endraw %}"),
    (r"can't assign to", lambda _: "nothing can be set here; write it like {% set name = 1 %}"),
    (r"block '(.*)' defined twice", lambda match: f"block {match[1]!r} given twice"),
    (r"No (\w+) named '(.*)'", lambda match: f"{match[2]!r} is no {match[1]}"),
)
_CALLS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"not enough arguments for format", lambda _: "a value is missing"),
    (r"not all arguments converted", lambda _: "there are more values than places"),
    (r"format: .* number is required", lambda _: "a number is needed"),
    (
        r"(\w+)\(\) missing .*?arguments?: (.*)",
        lambda match: f"{match[1]}() lacks {match[2].replace(' and ', ', ').replace(',,', ',')}",
    ),
    (r"(\w+)\(\) takes .* given", lambda match: f"{match[1]}() is given too much"),
    (r"(\w+)\(\) got an unexpected keyword argument '(\w+)'", lambda match: f"{match[1]}() takes no {match[2]!r}"),
    (r"(\w+)\(\) got multiple values for argument '(\w+)'", lambda match: f"{match[1]}() is given {match[2]!r} twice"),
    (r"(\w+)\(\) got some positional-only", lambda match: f"{match[1]}() takes values without names"),
    (r"macro '(\w+)' takes no keyword argument '(\w+)'", lambda match: f"{match[1]}() takes no {match[2]!r}"),
    (r"macro '(\w+)' takes not more than", lambda match: f"{match[1]}() is given too much"),
    (
        r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'",
        lambda match: f"{match[1]!r} does not go with {_type(match[2])} and {_type(match[3])}",
    ),
)
