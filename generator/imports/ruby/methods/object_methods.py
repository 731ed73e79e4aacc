"""The methods that all values of Ruby have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyInstance,
    RubyModule,
    RubyPattern,
    RubyRange,
    RubySymbol,
    RubyText,
    RubyUnknown,
    RubyUnknownError,
    is_true,
    text_of,
)

_KINDS: Mapping[str, tuple[type, ...]] = {
    "String": (RubyText,),
    "Symbol": (RubySymbol,),
    "Integer": (int,),
    # The class of small integers before Ruby 2.4.
    "Fixnum": (int,),
    "Float": (float,),
    "Numeric": (int, float),
    "Array": (list,),
    "Hash": (dict,),
    "Range": (RubyRange,),
    "Regexp": (RubyPattern,),
    "NilClass": (type(None),),
    "TrueClass": (bool,),
    "FalseClass": (bool,),
    "Proc": (type(lambda: None),),
}


class ObjectFunction(NamedTuple):
    """A method of all values; `fits` says for which of them and for which arguments it is the one."""

    call: Callable[[Any, list[Any], RubyBlock | None], Any]
    fits: Callable[[Any, list[Any], RubyBlock | None], bool]


def kinds_of(value: Any) -> list[str]:
    """Return the names of a value's classes in Ruby."""
    return [name for name, kinds in _KINDS.items() if type(value) in kinds]


def _is_equal(one: Any, other: Any) -> bool:
    """Return whether Ruby takes two values for equal. Raises RubyUnknownError if one is unknown."""
    for value in (one, other):
        if isinstance(value, RubyUnknown):
            raise RubyUnknownError(value.reason)
    # To Python True is 1, and a symbol is a text.
    if isinstance(one, bool) != isinstance(other, bool) or isinstance(one, RubySymbol) != isinstance(other, RubySymbol):
        return False
    return bool(one == other)


def _is_kind(value: Any, kind: Any) -> bool:
    """Return whether a value belongs to a class. Raises RubyUnknownError if either is unknown."""
    if isinstance(value, RubyUnknown) or not isinstance(kind, RubyModule):
        raise RubyUnknownError("is_a?")
    if isinstance(value, RubyInstance):
        return value.kind is kind
    # To Python a bool is an integer; Ruby has a class for true and one for false.
    if isinstance(value, bool):
        return kind.name == ("TrueClass" if value else "FalseClass")
    return isinstance(value, _KINDS.get(kind.name, ()))


def _matches(value: Any, arguments: list[Any], _: RubyBlock | None) -> bool:
    """Return whether `===` holds: the argument belongs to the class, or equals the value."""
    return _is_kind(arguments[0], value) if isinstance(value, RubyModule) else _is_equal(value, arguments[0])


def _copy(value: Any, *_: Any) -> Any:
    """Return a copy of a text, list or hash; other values never change and are returned themselves."""
    if isinstance(value, RubyText):
        return RubyText(value.value)
    return value.copy() if isinstance(value, list | dict) else value


def _inspected(value: Any, *_: Any) -> RubyText:
    """Return a value as Ruby writes it for programmers: texts in quotes, symbols with a colon."""
    if isinstance(value, RubyText):
        return RubyText(f'"{value.value}"')
    return RubyText(f":{value}" if isinstance(value, RubySymbol) else "nil" if value is None else text_of(value))


def _tapped(value: Any, _: list[Any], block: Any) -> Any:
    """Call a block with a value; return the value."""
    block(value)
    return value


def _responds(value: Any, arguments: list[Any], _: RubyBlock | None) -> bool:
    """Return whether a value has a method, for common methods only. Raises RubyUnknownError for others."""
    name = text_of(arguments[0])
    for names, kinds in _RESPONDING:
        if name in names:
            return isinstance(value, kinds)
    raise RubyUnknownError("respond_to?")


def _always(*_: Any) -> bool:
    """Return True for every call."""
    return True


def _has_argument(_: Any, arguments: list[Any], __: RubyBlock | None) -> bool:
    """Return whether a call has exactly one argument."""
    return len(arguments) == 1


def _has_block(_: Any, __: list[Any], block: RubyBlock | None) -> bool:
    """Return whether a call has a block."""
    return block is not None


def _is_single(value: Any, arguments: list[Any], _: RubyBlock | None) -> bool:
    """Return whether a call has no argument and a value that is no collection."""
    return not arguments and not isinstance(value, list | dict | RubyRange)


def _is_no_set(value: Any, arguments: list[Any], _: RubyBlock | None) -> bool:
    """Return whether a call has one argument, and a value that is neither range nor regular expression."""
    return len(arguments) == 1 and not isinstance(value, RubyRange | RubyPattern)


_RESPONDING: tuple[tuple[set[str], Any], ...] = (
    ({"each", "map"}, list | dict | RubyRange),
    ({"strip", "downcase", "upcase", "gsub"}, RubyText),
    ({"to_i", "to_f"}, RubyText | int | float | None),
)
_EQUAL = ObjectFunction(lambda value, arguments, _: _is_equal(value, arguments[0]), _has_argument)
_KIND = ObjectFunction(lambda value, arguments, _: _is_kind(value, arguments[0]), _has_argument)
_SAME = ObjectFunction(lambda value, *_: value, _always)
_COPY = ObjectFunction(_copy, _always)
_PASSED = ObjectFunction(lambda value, _, block: block(value) if block else value, _has_block)
OBJECT_METHODS: Mapping[str, ObjectFunction] = {
    **dict.fromkeys(("==", "eql?", "equal?"), _EQUAL),
    "===": ObjectFunction(_matches, _is_no_set),
    **dict.fromkeys(("is_a?", "kind_of?", "instance_of?"), _KIND),
    **dict.fromkeys(("freeze", "itself"), _SAME),
    **dict.fromkeys(("dup", "clone"), _COPY),
    **dict.fromkeys(("then", "yield_self"), _PASSED),
    "tap": ObjectFunction(_tapped, _has_block),
    "nil?": ObjectFunction(lambda value, *_: value is None, _always),
    "!": ObjectFunction(lambda value, *_: not is_true(value), _always),
    "to_s": ObjectFunction(lambda value, *_: RubyText(text_of(value)), _is_single),
    "inspect": ObjectFunction(_inspected, _is_single),
    "class": ObjectFunction(lambda value, *_: RubyModule((kinds_of(value) or ["Object"])[0]), _always),
    "respond_to?": ObjectFunction(_responds, _has_argument),
}
"""Methods by their names."""
