"""The methods of values: which of them a value has, and those that all values have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.imports.ruby.methods.hash_methods import hash_method
from generator.imports.ruby.methods.list_methods import PendingList, list_method
from generator.imports.ruby.methods.number_methods import number_method, range_items
from generator.imports.ruby.methods.object_methods import OBJECT_METHODS, kinds_of
from generator.imports.ruby.methods.text_methods import TextMethods
from generator.imports.ruby.values.ruby_limits import RubyLimits, is_heavy
from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyKeywords,
    RubyModule,
    RubyObject,
    RubyPattern,
    RubyRange,
    RubySymbol,
    RubyText,
    RubyUnknown,
    RubyUnknownError,
    is_true,
)

_TAKES_UNKNOWN = {"<<", "push", "append", "unshift", "[]=", "store", "concat", "merge", "fill", "replace", "zip", "+"}
"""Methods of lists and hashes that hold values without asking for them."""
_COMPARING = {
    *("==", "===", "eql?", "equal?", "<=>", "include?", "member?", "index", "find_index", "count", "delete", "-"),
    *("&", "|", "uniq", "uniq!", "sort", "sort!", "max", "min", "minmax", "assoc", "key", "value?", "tally"),
}
"""Methods that compare lists in lists to their last item."""
# The time of a comparison grows with the list, which therefore takes more of the steps that a script has.
_COMPARED_IN_A_STEP = 50
CALL = Callable[[Any, str, list[Any], RubyBlock | None], Any]


class RubyMethods:
    """Calls the methods of values; `$1` and the like are those of the last search."""

    def __init__(self, limits: RubyLimits, call: CALL) -> None:
        """Take the limits of the script, and a function that calls methods of the script's own objects."""
        self._limits, self._call = limits, call
        self._text = TextMethods(call)
        self._kinds: Mapping[type, Callable[..., Any]] = {
            RubyText: self._text.call,
            RubySymbol: self._of_symbol,
            RubyPattern: self._text.call_pattern,
            RubyRange: self._of_range,
            **dict.fromkeys((list, PendingList), self._of_list),
            **dict.fromkeys((dict, RubyKeywords), self._of_hash),
            **dict.fromkeys((int, float), number_method),
        }

    def items(self, value: Any) -> list[Any]:
        """Return the items of a list, a range or a hash. Raises RubyUnknownError for one that is not known."""
        if isinstance(value, RubyUnknown):
            raise RubyUnknownError(value.reason)
        if isinstance(value, dict):
            return [[key, item] for key, item in value.items()]
        items = range_items(value) if isinstance(value, RubyRange) else [] if value is None else value
        return items if isinstance(items, list) else [items]

    def kinds(self, value: Any) -> list[str]:
        """Return the names of a value's classes in Ruby."""
        return kinds_of(value)

    def group(self, number: int) -> Any:
        """Return a group of the last search of a text: `$1` for 1; None if the search had no such group."""
        return self._text.group(number)

    def call(self, value: Any, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of a method of a value. Raises RubyUnknownError for an unknown method or argument."""
        if name in _COMPARING and isinstance(value, list | dict):
            self._limits.take_step(len(value) // _COMPARED_IN_A_STEP)
            if is_heavy(value) or any(map(is_heavy, arguments)):
                raise RubyUnknownError(name)
        if (method := OBJECT_METHODS.get(name)) and method.fits(value, arguments, block):
            return method.call(value, arguments, block)
        if name not in _TAKES_UNKNOWN or not isinstance(value, list | dict):
            for argument in arguments:
                if isinstance(argument, RubyUnknown):
                    raise RubyUnknownError(argument.reason)
        try:
            result = self._of_kind(value, name, arguments, block)
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError):
            raise RubyUnknownError(name) from None
        if isinstance(result, RubyText):
            self._limits.take_size(len(result.value))
        elif isinstance(result, list | dict):
            self._limits.take_size(len(result))
        return result

    def _of_kind(self, value: Any, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of a method of a value's own class."""
        if isinstance(value, bool) or type(value) not in self._kinds:
            return _of_nothing(value, name, arguments)
        return self._kinds[type(value)](value, name, arguments, block)

    def _of_symbol(self, value: Any, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of a method of a symbol, which has the methods of a text."""
        return value if name == "to_sym" else self._text.call(RubyText(str(value)), name, arguments, block)

    def _of_list(self, value: Any, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of the method `name` of a Ruby list."""
        return list_method(value, name, arguments, block, self._call)

    def _of_hash(self, value: Any, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of the method `name` of a Ruby hash, which is a dictionary."""
        return hash_method(value, name, arguments, block, self._call)

    def _of_range(self, value: RubyRange, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of a method of a range, which has the methods of a list of its items too."""
        match name:
            case "first" | "begin" | "min" if not arguments:
                return value.first
            case "end":
                return value.last
            case "step" | "%" if arguments:
                stepped = range_items(value)[:: int(arguments[0])]
                return [block(item) for item in stepped] if block else stepped
            case "include?" | "cover?" | "member?" | "===":
                return _is_inside(value, arguments[0])
        return list_method(range_items(value), name, arguments, block, self._call)


def _is_inside(bounds: RubyRange, value: Any) -> bool:
    """Return whether a value lies in a range; an end of None is open."""
    if isinstance(value, RubyUnknown):
        raise RubyUnknownError(value.reason)
    try:
        if bounds.first is not None and value < bounds.first:
            return False
        if bounds.last is None:
            return True
        return bool(value < bounds.last or (value == bounds.last and not bounds.is_open))
    # Ruby answers false for a value of another kind, and raises nothing.
    except TypeError:
        return False


def _of_nothing(value: Any, name: str, arguments: list[Any]) -> Any:
    """Return the result of a method of `nil`, `true`, `false` or a module.

    Raises RubyUnknownError for an unknown method.
    """
    if value is None and name in _OF_NIL:
        return _OF_NIL[name]()
    if isinstance(value, bool) and name in {"&", "|", "^"}:
        other = is_true(arguments[0])
        return {"&": value and other, "|": value or other, "^": value != other}[name]
    if isinstance(value, RubyModule) and name in {"name", "to_s"}:
        return RubyText(value.name)
    if isinstance(value, RubyObject | RubyModule):
        raise RubyUnknownError(name)
    raise RubyUnknownError(f"{name} of {'nil' if value is None else 'a value'}")


_OF_NIL: Mapping[str, Callable[[], Any]] = {"to_a": list, "to_i": int, "to_f": float, "to_h": dict}
