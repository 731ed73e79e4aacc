"""The methods of hashes in Ruby."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.imports.ruby.methods.list_methods import list_method
from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyText,
    RubyUnknown,
    RubyUnknownError,
    is_true,
    text_of,
)

Call = Callable[[Any, str, list[Any], RubyBlock | None], Any]
Hash = dict[Any, Any]


def hash_method(value: Hash, name: str, arguments: list[Any], block: RubyBlock | None, call: Call) -> Any:
    """Return the result of a method of a hash.

    `call` calls methods of other values. Errors of Python's operators are left to the caller.
    """
    if name in _LOOKING_UP:
        return _looked_up(value, name, arguments, block, call)
    if name in _CHANGING:
        return _CHANGING[name](value, *arguments)
    if block and name in _WITH_BLOCK:
        return _WITH_BLOCK[name](value, block)
    if name in _PLAIN and not block:
        return _PLAIN[name](value, *arguments)
    if name.endswith("!") and (base := name.removesuffix("!")) in {"select", "reject", "merge", "transform_values"}:
        changed = hash_method(value, base, arguments, block, call)
        value.clear()
        value.update(changed)
        return value
    # What a hash of Ruby shares with lists works on its pairs.
    return list_method([[key, item] for key, item in value.items()], name, arguments, block, call)


def _looked_up(value: Hash, name: str, arguments: list[Any], block: RubyBlock | None, call: Call) -> Any:
    """Return an item by its key: `[]`, `fetch` or `dig`. Raises RubyUnknownError where Ruby raises an error."""
    key = arguments[0]
    if isinstance(key, list | dict):
        raise RubyUnknownError(name)
    if key in value:
        item = value[key]
    elif name == "fetch":
        # `fetch` does not ask for the default value of the hash, as `[]` does.
        if block is None and len(arguments) < 2:
            raise RubyUnknownError("fetch")
        item = arguments[1] if len(arguments) > 1 else block and block(key)
    else:
        item = value.get(DEFAULT)
    if name == "dig" and len(arguments) > 1:
        return None if item is None else call(item, "dig", arguments[1:], None)
    return item


DEFAULT = object()
"""The key under which a hash keeps the value of those that it lacks."""


def _store(value: Hash, key: Any, item: Any) -> Any:
    """Set an item; return it. Raises RubyUnknownError for a key that Python cannot hash."""
    if isinstance(key, RubyUnknown | list | dict):
        raise RubyUnknownError("the key of a hash")
    value[key] = item
    return item


def _merge(value: Hash, *more: Hash) -> Hash:
    """Return a new hash with the pairs of several; later ones win."""
    merged = dict(value)
    for other in more:
        merged |= other
    return merged


def _select(value: Hash, block: RubyBlock) -> Hash:
    """Return the pairs for which a block is true."""
    return {key: item for key, item in value.items() if is_true(block(key, item))}


def _walk(value: Hash, block: RubyBlock) -> Hash:
    """Call a block with each pair; return the hash."""
    # A copy, because the block may add or delete keys, which Python forbids meanwhile.
    for key, item in [*value.items()]:
        block(key, item)
    return value


def _named(pairs: list[Any]) -> Hash:
    """Return a hash made of lists with a key and an item."""
    return {pair[0]: pair[1] for pair in pairs}


_LOOKING_UP = {"[]", "fetch", "dig"}
_CHANGING: Mapping[str, Callable[..., Any]] = {
    "[]=": _store,
    "store": _store,
    "delete": lambda value, key: value.pop(key, None),
    "default=": lambda value, item: _store(value, DEFAULT, item),
    "clear": lambda value: value.clear(),
}
_WITH_BLOCK: Mapping[str, Callable[[Hash, RubyBlock], Any]] = {
    "each": _walk,
    "each_pair": _walk,
    "each_key": lambda value, block: [block(key) for key in [*value]],
    "each_value": lambda value, block: [block(item) for item in [*value.values()]],
    "map": lambda value, block: [block(key, item) for key, item in value.items()],
    "collect": lambda value, block: [block(key, item) for key, item in value.items()],
    "flat_map": lambda value, block: [one for key, item in value.items() for one in block(key, item)],
    "select": _select,
    "filter": _select,
    "reject": lambda value, block: {key: item for key, item in value.items() if not is_true(block(key, item))},
    "transform_values": lambda value, block: {key: block(item) for key, item in value.items()},
    "transform_keys": lambda value, block: {block(key): item for key, item in value.items()},
    "any?": lambda value, block: any(is_true(block(key, item)) for key, item in value.items()),
    "all?": lambda value, block: all(is_true(block(key, item)) for key, item in value.items()),
    "count": lambda value, block: sum(is_true(block(key, item)) for key, item in value.items()),
    "find": lambda value, block: next(([key, item] for key, item in value.items() if is_true(block(key, item))), None),
    "to_h": lambda value, block: _named([block(key, item) for key, item in value.items()]),
    "filter_map": lambda value, block: [result for key, item in value.items() if is_true(result := block(key, item))],
}
_PLAIN: Mapping[str, Callable[..., Any]] = {
    "keys": lambda value: [key for key in value if key is not DEFAULT],
    "values": lambda value: [item for key, item in value.items() if key is not DEFAULT],
    "size": len,
    "length": len,
    "to_a": lambda value: [[key, item] for key, item in value.items()],
    "to_h": lambda value: value,
    "key?": lambda value, key: key in value,
    "has_key?": lambda value, key: key in value,
    "include?": lambda value, key: key in value,
    "member?": lambda value, key: key in value,
    "value?": lambda value, item: item in value.values(),
    "key": lambda value, item: next((key for key, other in value.items() if other == item), None),
    "empty?": lambda value: not value,
    "merge": _merge,
    "update": _merge,
    "invert": lambda value: {item: key for key, item in value.items()},
    "compact": lambda value: {key: item for key, item in value.items() if item is not None},
    "slice": lambda value, *keys: {key: value[key] for key in keys if key in value},
    "except": lambda value, *keys: {key: item for key, item in value.items() if key not in keys},
    "values_at": lambda value, *keys: [value.get(key) for key in keys],
    "to_s": lambda value: RubyText(", ".join(f"{text_of(key)}: {text_of(item)}" for key, item in value.items())),
}
