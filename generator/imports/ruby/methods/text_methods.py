"""The methods of texts and regular expressions in Ruby."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.imports.ruby.methods.ruby_patterns import compiled, replacement
from generator.imports.ruby.values.ruby_limits import MOST_ITEMS
from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyPattern,
    RubyRange,
    RubySymbol,
    RubyText,
    RubyUnknownError,
    text_of,
)

Call = Callable[[Any, str, list[Any], RubyBlock | None], Any]
# Widths have three digits at most, because Python pads a text to any width.
_FORMAT = re.compile(
    r"%[-+0 ]{0,3}\d{0,3}(?:\.\d{1,2})?[sdfxXgeu]|%%|%\{\w+\}|%<\w+>[-+0 ]{0,3}\d{0,3}(?:\.\d{1,2})?[sdf]"
)


class TextMethods:
    """Calls the methods of texts; it knows the groups of the last search."""

    def __init__(self, call: Call) -> None:
        """Take a function that calls methods of other values."""
        self._call = call
        self._match: re.Match[str] | None = None

    def group(self, number: int) -> Any:
        """Return a group of the last search (`$1` for 1); None if the search had no such group."""
        if self._match is None or number > len(self._match.groups()):
            return None
        return _wrapped(self._match[number])

    def call(self, text: RubyText, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of a method of a text. Raises RubyUnknownError for an unknown method."""
        # The same text may be an item of a list, which changes with it.
        if name in _CHANGING:
            text.value = _CHANGING[name](text.value, *map(_plain, arguments))
            return text
        if name.endswith("!") and name != "!":
            changed = self.call(text, name[:-1], arguments, block)
            # Ruby's methods with `!` return nil where they change nothing.
            is_same = changed.value == text.value
            text.value = changed.value
            return None if is_same else text
        if name in _SEARCHING:
            return self._search(text, name, arguments, block)
        if name in {"each_char", "each_line", "each_byte"} and block:
            for part in self.call(text, {"each_char": "chars", "each_line": "lines"}[name], [], None):
                block(part)
            return text
        if name in {"%", "format"}:
            return RubyText(formatted(text.value, arguments[0] if arguments else None))
        if name in _PLAIN:
            return _wrapped(_PLAIN[name](text.value, *map(_plain, arguments)))
        raise RubyUnknownError(name)

    def call_pattern(self, pattern: RubyPattern, name: str, arguments: list[Any], _: RubyBlock | None) -> Any:
        """Return the result of a method of a regular expression. Raises RubyUnknownError for an unknown method."""
        if name == "source":
            return RubyText(pattern.source)
        if name in {"match?", "match", "=~", "==="}:
            if not isinstance(arguments[0], RubyText | RubySymbol):
                return False if name in {"match?", "==="} else None
            text = RubyText(text_of(arguments[0]))
            result = self._search(text, "match" if name == "===" else name, [pattern], None)
            return result is not None if name == "===" else result
        raise RubyUnknownError(name)

    def _search(self, text: RubyText, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of a method that searches a text: `gsub`, `scan`, `split`, `match` and so on."""
        match name:
            case "gsub" | "sub":
                return self._replaced(text, name, arguments, block)
            case "[]" | "slice":
                return self._part(text, arguments)
            case "scan":
                return self._scanned(text, arguments[0], block)
            case "split":
                return _divided(text, arguments)
            case "index" | "=~" | "match" | "match?":
                return self._matched(text, name, arguments[0])
        separated = compiled(arguments[0], text.value)
        matches = [*separated.finditer(text.value)]
        edge = matches[-1 if name == "rpartition" else 0].span() if matches else (len(text.value), len(text.value))
        return [RubyText(text.value[: edge[0]]), RubyText(text.value[slice(*edge)]), RubyText(text.value[edge[1] :])]

    def _replaced(self, text: RubyText, name: str, arguments: list[Any], block: RubyBlock | None) -> RubyText:
        """Return a text with one match (`sub`) or all (`gsub`) replaced by a text, hash or block."""
        pattern = compiled(arguments[0], text.value)

        def new(match: re.Match[str]) -> str:
            """Return the text in place of a match, and keep the match for `$1` and the like."""
            self._match = match
            if len(arguments) < 2:
                if block is None:
                    raise RubyUnknownError(name)
                return text_of(block(RubyText(match[0])))
            if isinstance(arguments[1], dict):
                return text_of(arguments[1].get(RubyText(match[0])))
            return replacement(text_of(arguments[1]), match)

        new_size = len(arguments[1].value) if len(arguments) > 1 and isinstance(arguments[1], RubyText) else 1
        if len(text.value) * max(new_size, 1) > 10 * MOST_ITEMS:  # each sign may be replaced
            raise RubyUnknownError(name)
        return RubyText(pattern.sub(new, text.value, count=name == "sub"))

    def _part(self, text: RubyText, arguments: list[Any]) -> Any:
        """Return a part of a text by index, range, text or regular expression: `[]`; None if there is none."""
        place, value = arguments[0], text.value
        if isinstance(place, RubyPattern):
            self._match = compiled(place, value).search(value)
            number = arguments[1] if len(arguments) > 1 else 0
            return _wrapped(self._match[number]) if self._match else None
        if isinstance(place, RubyText):
            return RubyText(place.value) if place.value in value else None
        if isinstance(place, RubyRange):
            last = len(value) if place.last is None else place.last
            last = last + len(value) if last < 0 else last
            first = place.first or 0
            first = first + len(value) if first < 0 else first
            return RubyText(value[first : last + (not place.is_open)])
        if len(arguments) > 1:
            place = place + len(value) if place < 0 else place
            return RubyText(value[place : place + arguments[1]])
        return RubyText(value[place]) if -len(value) <= place < len(value) else None

    def _scanned(self, text: RubyText, pattern: Any, block: RubyBlock | None) -> Any:
        """Return all matches of a pattern: texts, or lists of groups.

        With a block it is called for each, and the text returned.
        """
        parts: list[Any] = []
        for match in compiled(pattern, text.value).finditer(text.value):
            self._match = match
            part = [_wrapped(group) for group in match.groups()] if match.groups() else RubyText(match[0])
            parts.append(block(part) if block else part)
        return text if block else parts

    def _matched(self, text: RubyText, name: str, pattern: Any) -> Any:
        """Return whether or where a pattern matches.

        `match?` gives true or false, `index` and `=~` a place, `match` groups by number and name. None where nothing
        matches, but for `match?`.
        """
        match = compiled(pattern, text.value).search(text.value)
        if name == "match?":
            return match is not None
        self._match = match
        if match is None:
            return None
        if name != "match":
            return match.start()
        groups: dict[Any, Any] = {number: self.group(number) for number in range(len(match.groups()) + 1)}
        named = {RubySymbol(group): _wrapped(value) for group, value in match.groupdict().items()}
        return groups | named | {RubyText(str(group)): value for group, value in named.items()}


def _wrapped(value: Any) -> Any:
    """Return texts of Python as texts of Ruby, also inside lists."""
    if isinstance(value, str) and not isinstance(value, RubySymbol):
        return RubyText(value)
    if isinstance(value, list):
        return [_wrapped(item) for item in value]
    return value


def _plain(value: Any) -> Any:
    """Return an argument as Python's text or number. Raises RubyUnknownError for other values."""
    if isinstance(value, RubyText):
        return value.value
    if isinstance(value, str | int | float):
        return value
    raise RubyUnknownError("an argument of a text's method")


def _divided(text: RubyText, arguments: list[Any]) -> list[Any]:
    """Return the parts of a text split at a text, pattern or white space (Ruby's `split`)."""
    most = arguments[1] - 1 if len(arguments) > 1 and isinstance(arguments[1], int) and arguments[1] > 0 else 0
    sign = arguments[0] if arguments else RubyText(" ")
    # One blank stands for every run of white space, and white space at the start makes no empty part.
    if sign == RubyText(" ") or sign is None:
        parts: list[Any] = text.value.split(None, most or -1)
    elif isinstance(sign, RubyText) and not sign.value:
        parts = [*text.value]
    else:
        parts = compiled(sign, text.value).split(text.value, maxsplit=most)
    # Ruby leaves out empty parts at the end, unless their number was asked for.
    while parts and not parts[-1] and not most:
        parts.pop()
    return [_wrapped(part) for part in parts if part is not None]


def formatted(words: str, value: Any) -> str:
    """Return a text in which `%d`, `%02d`, `%s`, `%.1f` and `%{name}` have become values."""
    values = [*value] if isinstance(value, list) else [value]
    named = values[0] if values and isinstance(values[0], dict) else {}

    def new(sign: re.Match[str]) -> str:
        """Return the value in place of a format such as `%02d`."""
        if sign[0] == "%%":
            return "%"
        if sign[0].startswith("%{"):
            return text_of(named.get(RubySymbol(sign[0][2:-1])))
        if name := re.match(r"%<(\w+)>", sign[0]):
            return _filled(f"%{sign[0][name.end() :]}", named.get(RubySymbol(name[1])))
        return _filled(sign[0], values.pop(0) if values else None)

    return _FORMAT.sub(new, words)


def _filled(sign: str, value: Any) -> str:
    """Return a value in a format such as `%02d`.

    Raises RubyUnknownError if the format needs a number and the value is none.
    """
    if sign[-1] == "s":
        return sign % text_of(value)
    if isinstance(value, RubyText):
        value = float(value.value) if "." in value.value else int(value.value)
    if not isinstance(value, int | float):
        raise RubyUnknownError("format")
    return sign.replace("u", "d") % (value if sign[-1] in "fge" else int(value))


def _padded(text: str, width: int, sign: str, side: str) -> str:
    """Return a text filled up to a width with a sign, at its "left", "right" or "both" sides."""
    if not sign or width > MOST_ITEMS:
        raise RubyUnknownError("ljust")
    # `left` names the place of the text, so the filling stands behind it.
    missing = max(width - len(text), 0)
    before = {"left": 0, "right": missing, "both": missing // 2}[side]
    filling = sign * (missing + 1)
    return filling[:before] + text + filling[: missing - before]


def _as_int(text: str, base: int = 10) -> int:
    """Return the whole number at the start of a text, 0 without one (Ruby's `to_i`)."""
    digits = "0-9a-fA-F" if base == 16 else "0-9"
    # Ruby reads digits at the start as far as they go, with `_` between them; without any it is 0.
    match = re.match(rf"\s*[-+]?[{digits}_]{{1,15}}", text)
    return int(match[0].replace("_", ""), base) if match and match[0].strip("_ ") not in {"", "-", "+"} else 0


def _as_float(text: str) -> float:
    """Return the number at the start of a text, 0 without one (Ruby's `to_f`)."""
    match = re.match(r"\s*[-+]?[0-9]{1,15}(?:\.[0-9]{1,15})?", text)
    return float(match[0]) if match else 0.0


def _signs(words: str) -> str:
    """Return all signs of a set such as `a-z`. Raises RubyUnknownError for a set of excluded signs, `^a`."""
    if words.startswith("^") and len(words) > 1:
        raise RubyUnknownError("tr")
    return re.sub(
        r"(\w)-(\w)",
        lambda bounds: "".join(map(chr, range(ord(bounds[1]), min(ord(bounds[2]), ord(bounds[1]) + 500) + 1))),
        words,
    )


def _translated(text: str, old: str, new: str) -> str:
    """Return a text with the signs of one set replaced by the signs of another (Ruby's `tr`)."""
    old, new = _signs(old), _signs(new)
    # Ruby repeats the last sign of a second set that is shorter.
    table = {ord(sign): new[min(place, len(new) - 1)] if new else "" for place, sign in enumerate(old)}
    return text.translate(table)


def _deleted(text: str, signs: str) -> str:
    """Return a text without the signs of a set (Ruby's `delete`)."""
    return text.translate(dict.fromkeys(map(ord, _signs(signs))))


def _squeezed(text: str, signs: str = "") -> str:
    """Return a text with repeated signs made single, all or the signs of a set (Ruby's `squeeze`)."""
    return re.sub(r"(.)\1+", lambda run: run[1] if not signs or run[1] in signs else run[0], text, flags=re.DOTALL)


def _repeated(text: str, count: Any) -> str:
    """Return a text several times over: `*`. Raises RubyUnknownError if it grows too long."""
    if not 0 <= int(count) * max(len(text), 1) <= MOST_ITEMS:
        raise RubyUnknownError("*")
    return text * int(count)


def _joined(text: str, other: Any) -> str:
    """Return two texts joined; raises TypeError if the second is none."""
    if not isinstance(other, str):
        raise TypeError
    return text + other


def _successor(text: str) -> str:
    """Return the next number or letter: `succ`. Raises RubyUnknownError for longer words."""
    if text.isdigit():
        return str(int(text[:15]) + 1).zfill(len(text))
    if len(text) == 1 and text.isascii() and text not in "zZ":
        return chr(ord(text) + 1)
    raise RubyUnknownError("succ")


_SEARCHING = {
    "gsub",
    "sub",
    "[]",
    "slice",
    "scan",
    "split",
    "index",
    "=~",
    "match",
    "match?",
    "partition",
    "rpartition",
}
_CHANGING: Mapping[str, Callable[..., str]] = {
    "<<": lambda text, other: _joined(text, chr(other) if isinstance(other, int) else other),
    "concat": lambda text, *texts: "".join([text, *texts]),
    "replace": lambda _, other: _joined("", other),
    "clear": lambda _: "",
    "prepend": lambda text, other: _joined(other, text),
    "insert": lambda text, place, other: text[:place] + other + text[place:],
}
_PLAIN: Mapping[str, Callable[..., Any]] = {
    "+": _joined,
    "*": _repeated,
    "upcase": lambda text: text.upper(),
    "downcase": lambda text: text.lower(),
    "swapcase": lambda text: text.swapcase(),
    "capitalize": lambda text: text[:1].upper() + text[1:].lower(),
    # Ruby counts the null character as white space here.
    "strip": lambda text: text.strip("\0 \t\n\v\f\r"),
    "lstrip": lambda text: text.lstrip(),
    "rstrip": lambda text: text.rstrip(),
    "chomp": lambda text, end="\n": text.removesuffix(end),
    "chop": lambda text: text[:-1],
    "chr": lambda text: text[:1],
    "ord": lambda text: ord(text[0]),
    "succ": _successor,
    "next": _successor,
    "to_sym": RubySymbol,
    "intern": RubySymbol,
    "to_i": _as_int,
    "to_f": _as_float,
    "to_str": str,
    "to_c": _as_float,
    "size": len,
    "length": len,
    "bytesize": lambda text: len(text.encode()),
    "reverse": lambda text: text[::-1],
    "tr": _translated,
    "delete": _deleted,
    "squeeze": _squeezed,
    "count": lambda text, signs: sum(sign in _signs(signs) for sign in text),
    "include?": lambda text, part: part in text,
    "start_with?": lambda text, *parts: text.startswith(parts),
    "end_with?": lambda text, *parts: text.endswith(parts),
    "delete_prefix": lambda text, part: text.removeprefix(part),
    "delete_suffix": lambda text, part: text.removesuffix(part),
    "empty?": lambda text: not text,
    "casecmp?": lambda text, other: text.casefold() == other.casefold(),
    "casecmp": lambda text, other: (text.lower() > other.lower()) - (text.lower() < other.lower()),
    "<=>": lambda text, other: (text > other) - (text < other),
    "<": lambda text, other: text < _joined("", other),
    ">": lambda text, other: text > _joined("", other),
    "<=": lambda text, other: text <= _joined("", other),
    ">=": lambda text, other: text >= _joined("", other),
    "rjust": lambda text, width, sign=" ": _padded(text, width, sign, "right"),
    "ljust": lambda text, width, sign=" ": _padded(text, width, sign, "left"),
    "center": lambda text, width, sign=" ": _padded(text, width, sign, "both"),
    "chars": lambda text: [*text],
    # Ruby keeps the end of each line.
    "lines": lambda text: text.splitlines(keepends=True),
    # Texts are Unicode here, whatever encoding a script asks for.
    "encode": lambda text, *_: text,
    "force_encoding": lambda text, *_: text,
    "unicode_normalize": lambda text, *_: text,
    "scrub": lambda text, *_: text,
    "valid_encoding?": lambda _: True,
    "-@": lambda text: text,
    "+@": lambda text: text,
    "b": lambda text: text,
    "hex": lambda text: _as_int(text, 16),
    "eql?": lambda text, other: text == other,
}
