"""The methods of lists in Ruby that have a block."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cmp_to_key
from itertools import groupby
from typing import Any

from generator.imports.ruby.values.ruby_limits import MOST_ITEMS, is_heavy
from generator.imports.ruby.values.ruby_values import RubyBlock, RubyUnknown, RubyUnknownError, is_true

List = list[Any]


def flat_items(values: List, depth: int = 20) -> List:
    """Return the items of lists nested up to `depth` levels as one list.

    Raises RubyUnknownError if they are too many.
    """
    flat: List = []
    for value in values:
        flat += flat_items(value, depth - 1) if isinstance(value, list) and depth else [value]
        if len(flat) > MOST_ITEMS:
            raise RubyUnknownError("flatten")
    return flat


def unique_items(values: List, block: RubyBlock | None = None) -> List:
    """Return the items without repeats, compared by the result of a block if there is one."""
    unique: dict[Any, Any] = {}
    for value, key in zip(values, _keys(values, block, "uniq") if block else values, strict=True):
        # Python cannot hash lists and hashes.
        unique.setdefault(repr(key) if isinstance(key, list | dict) else key, value)
    return [*unique.values()]


def _keys(values: List, block: RubyBlock, name: str) -> List:
    """Return the result of a block for each item.

    Raises RubyUnknownError, with the method's name, if they hold too much to be compared.
    """
    # A block of a script may return lists in lists, which take long to compare.
    keys = [block(value) for value in values]
    if is_heavy(keys):
        raise RubyUnknownError(name)
    return keys


def _grouped(values: List, block: RubyBlock) -> dict[Any, List]:
    """Return lists of items by the result of a block. Raises RubyUnknownError if a result is unknown."""
    groups: dict[Any, List] = {}
    for value in values:
        key = block(value)
        if isinstance(key, RubyUnknown):
            raise RubyUnknownError(key.reason)
        groups.setdefault(key, []).append(value)
    return groups


def sorted_items(values: List, block: RubyBlock | None = None) -> List:
    """Return the items sorted, by a block that compares two of them if there is one.

    Raises RubyUnknownError where an item is unknown.
    """
    if any(isinstance(value, RubyUnknown) for value in values):
        raise RubyUnknownError("sort")
    return sorted(values, key=cmp_to_key(lambda one, other: int(block(one, other)))) if block else sorted(values)


def _sorted_by(values: List, block: RubyBlock) -> List:
    """Return the items sorted by the result of a block. Raises RubyUnknownError if a result is unknown."""
    keys = _keys(values, block, "sort_by")
    if any(isinstance(key, RubyUnknown) for key in keys):
        raise RubyUnknownError("sort_by")
    order = sorted(range(len(values)), key=lambda place: _sort_key(keys[place]))
    return [values[place] for place in order]


def _sort_key(key: Any) -> Any:
    """Return a key that Python can sort: lists become tuples."""
    return tuple(map(_sort_key, key)) if isinstance(key, list) else key


def _walk(values: List, block: RubyBlock, *_: Any) -> List:
    """Call a block with each item; return the list."""
    # A copy, so that a block that adds to its own list comes to an end.
    for value in [*values]:
        block(value)
    return values


def _walk_numbered(values: List, block: RubyBlock, *_: Any) -> List:
    """Call a block with each item and its number from 0; return the list."""
    for number, value in enumerate([*values]):
        block(value, number)
    return values


def _walk_with(values: List, block: RubyBlock, memory: Any) -> Any:
    """Call a block with each item and a shared object `memory`; return that object."""
    for value in values:
        block(value, memory)
    return memory


def _cycled(values: List, block: RubyBlock, turns: Any = None) -> None:
    """Call a block with the items several times. Raises RubyUnknownError if `turns` is no small number."""
    # Without a number `cycle` never ends.
    if not isinstance(turns, int) or turns > MOST_ITEMS:
        raise RubyUnknownError("cycle")
    for value in values * turns:
        block(value)


def sliced_items(values: List, size: int) -> List:
    """Return the items in lists of `size`, the last one shorter."""
    return [values[start : start + size] for start in range(0, len(values), size)]


def _extreme(values: List, block: RubyBlock, pick: Callable[..., Any]) -> Any:
    """Return the item with the least or greatest result of a block; `pick` is `min` or `max`.

    None for an empty list.
    """
    keys = _keys(values, block, "min_by")
    return values[pick(range(len(keys)), key=keys.__getitem__)] if values else None


WITH_BLOCK: Mapping[str, Callable[..., Any]] = {
    "map": lambda values, block: [block(value) for value in [*values]],
    "collect": lambda values, block: [block(value) for value in [*values]],
    # Ruby opens one level of lists only.
    "flat_map": lambda values, block: flat_items([block(value) for value in values], 1),
    "each": _walk,
    "each_entry": _walk,
    "reverse_each": lambda values, block: _walk(values[::-1], block),
    "each_with_index": _walk_numbered,
    "each_index": lambda values, block: _walk([*range(len(values))], block),
    "each_with_object": _walk_with,
    "each_slice": lambda values, block, size: _walk(sliced_items(values, size), block),
    "each_cons": lambda values, block, size: _walk(
        [values[start : start + size] for start in range(len(values) - size + 1)], block
    ),
    "select": lambda values, block: [value for value in [*values] if is_true(block(value))],
    "filter": lambda values, block: [value for value in [*values] if is_true(block(value))],
    "reject": lambda values, block: [value for value in [*values] if not is_true(block(value))],
    "filter_map": lambda values, block: [result for value in values if is_true(result := block(value))],
    "find": lambda values, block: next((value for value in values if is_true(block(value))), None),
    "detect": lambda values, block: next((value for value in values if is_true(block(value))), None),
    "find_index": lambda values, block: next(
        (number for number, value in enumerate(values) if is_true(block(value))), None
    ),
    "index": lambda values, block: next((number for number, value in enumerate(values) if is_true(block(value))), None),
    "any?": lambda values, block: any(is_true(block(value)) for value in values),
    "all?": lambda values, block: all(is_true(block(value)) for value in values),
    "none?": lambda values, block: not any(is_true(block(value)) for value in values),
    "count": lambda values, block: sum(is_true(block(value)) for value in values),
    "sum": lambda values, block: sum(block(value) for value in values),
    "partition": lambda values, block: [
        [value for value in values if is_true(block(value))],
        [value for value in values if not is_true(block(value))],
    ],
    "group_by": _grouped,
    "chunk_while": lambda values, block: [[*run] for _, run in groupby(values, block)],
    "sort": sorted_items,
    "sort_by": _sorted_by,
    "min_by": lambda values, block: _extreme(values, block, min),
    "max_by": lambda values, block: _extreme(values, block, max),
    "uniq": unique_items,
    "to_h": lambda values, block: {pair[0]: pair[1] for pair in map(block, values)},
    "zip": lambda values, block, *lists: _walk([[*items] for items in zip(values, *lists, strict=False)], block),
    "cycle": _cycled,
    "take_while": lambda values, block: values[
        : next((number for number, value in enumerate(values) if not is_true(block(value))), len(values))
    ],
    "drop_while": lambda values, block: values[
        next((number for number, value in enumerate(values) if not is_true(block(value))), len(values)) :
    ],
}
"""Functions of a list, a block and further arguments, by the names of methods."""
