"""The methods of lists in Ruby."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain, combinations, product, zip_longest
from typing import Any

from generator.imports.ruby.methods.list_blocks import WITH_BLOCK, flat_items, sliced_items, sorted_items, unique_items
from generator.imports.ruby.values.ruby_limits import MOST_ITEMS
from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyRange,
    RubySymbol,
    RubyText,
    RubyUnknown,
    RubyUnknownError,
    is_true,
    text_of,
)

Call = Callable[[Any, str, list[Any], RubyBlock | None], Any]
List = list[Any]


class PendingList(list[Any]):
    """A list on which a method waits for its block (Ruby's `map.with_index`)."""

    def __init__(self, items: List, method: str) -> None:
        """Take the items, and the name of the method that waits."""
        super().__init__(items)
        self.method = method


_NUMBERED = {"with_index", "each_with_index"}
_REPLACING = {"keep_if": "select", "delete_if": "reject"}
_BANGS = {
    *("map", "collect", "select", "filter", "reject", "uniq", "compact", "sort", "sort_by", "flatten", "reverse"),
    "rotate",
}


def list_method(values: List, name: str, arguments: List, block: RubyBlock | None, call: Call) -> Any:
    """Return the result of a method of a list.

    `call` calls methods of the items. Errors of Python's operators are left to the caller.
    """
    if name in _REPLACING or (name.endswith("!") and name[:-1] in _BANGS):
        values[:] = list_method(values, _REPLACING.get(name, name.removesuffix("!")), arguments, block, call)
        return values
    # `each_with_index` of a plain list is another method than that of one that waits.
    if isinstance(values, PendingList) and name in _NUMBERED:
        return _counted(values, arguments, block, call)
    if name in _CALLING:
        return _CALLING[name](values, name, arguments, block, call)
    return _plain_method(values, name, arguments, block)


def _plain_method(values: List, name: str, arguments: List, block: RubyBlock | None) -> Any:
    """Return the result of a method that calls none of the items' methods.

    A method without its block returns a PendingList. Raises RubyUnknownError for an unknown method.
    """
    if block and name in WITH_BLOCK:
        return WITH_BLOCK[name](values, block, *arguments)
    if name in _CHANGING:
        return _CHANGING[name](values, *arguments)
    if name in _PENDING and not block and not (name == "index" and arguments):
        return PendingList(*_COUNTING[name](values)) if name in _COUNTING else PendingList(values, name)
    if name in _PLAIN and not block:
        return _PLAIN[name](values, *arguments)
    raise RubyUnknownError(name)


def _counted(values: PendingList, arguments: List, block: RubyBlock | None, call: Call) -> Any:
    """Return the result of a waiting method whose block takes each item and its number (Ruby's `map.with_index(1)`)."""
    start = int(arguments[0]) if arguments and isinstance(arguments[0], int) else 0
    pairs = [[item, number] for number, item in enumerate(values, start)]
    method = values.method
    if not block:
        return PendingList(pairs, method)
    result = list_method(pairs, method, [], lambda pair: block(pair[0], pair[1]), call)
    if method in {"select", "filter", "reject", "sort_by", "find", "each"} and isinstance(result, list):
        return [pair[0] for pair in result]
    return result


def _folded(values: List, _: str, arguments: List, block: RubyBlock | None, call: Call) -> Any:
    """Return the items combined one after another by a block or an operator (Ruby's `inject`, `reduce`)."""
    # A copy, as the first item may be taken out below.
    items, sign = [*values], None
    if arguments and isinstance(arguments[-1], RubySymbol) and not block:
        sign = str(arguments[-1])
        arguments = arguments[:-1]
    value = arguments[0] if arguments else items.pop(0) if items else None
    for item in items:
        value = call(value, sign, [item], None) if sign else block(value, item) if block else None
    return value


def _item(values: List, name: str, arguments: List, _: RubyBlock | None, call: Call) -> Any:
    """Return an item by its index, or the items of a range or number (Ruby's `[]`, `slice`, `dig`).

    None for an index beyond the ends.
    """
    place = arguments[0]
    if name == "dig" and len(arguments) > 1:
        item = _item(values, "[]", [place], None, call)
        return None if item is None else call(item, "dig", arguments[1:], None)
    if isinstance(place, RubyRange):
        first = place.first or 0
        last = len(values) - 1 if place.last is None else place.last
        last = last + len(values) if last < 0 else last
        first = first + len(values) if first < 0 else first
        return values[first : last + (not place.is_open or place.last is None)]
    # To Python True is an integer; to Ruby it is no index.
    if isinstance(place, bool) or not isinstance(place, int | float):
        raise RubyUnknownError("[]")
    place = int(place)
    if len(arguments) > 1:
        place = place + len(values) if place < 0 else place
        return values[place : place + arguments[1]]
    return values[place] if -len(values) <= place < len(values) else None


def _joined(values: List, name: str, arguments: List, block: RubyBlock | None, call: Call) -> Any:
    """Return the items added up (`sum`), or as one text (`join`, `to_s`).

    Raises RubyUnknownError if a text grows too long.
    """
    if name == "sum":
        # By the method `+` of the items, because Ruby adds up texts and lists too.
        total: Any = arguments[0] if arguments else 0
        for value in values:
            total = call(total, "+", [block(value) if block else value], None)
        return total
    sign = text_of(arguments[0]) if arguments and name == "join" else "" if name == "join" else ", "
    texts = [
        text_of(value) if not isinstance(value, list) else text_of(_joined(value, name, arguments, None, call))
        for value in values
    ]
    if sum(map(len, texts)) + len(texts) * len(sign) > MOST_ITEMS:
        raise RubyUnknownError(name)
    return RubyText(sign.join(texts) if name == "join" else f"[{sign.join(texts)}]")


def _includes(values: List, item: Any) -> bool:
    """Return whether an item is in a list. Raises RubyUnknownError if an unknown item might be the one."""
    if item in values:
        return True
    for value in values:
        # An item that is not known may be the one that is looked for.
        if isinstance(value, RubyUnknown):
            raise RubyUnknownError(value.reason)
    return False


def _repeated(values: List, other: Any) -> Any:
    """Return `list * n` as a repeated list, and `list * ","` as a joined text."""
    if isinstance(other, RubyText):
        return RubyText(other.value.join(map(text_of, values)))
    if not 0 <= other * max(len(values), 1) <= MOST_ITEMS:
        raise RubyUnknownError("*")
    return values * int(other)


def _append(values: List, *items: Any) -> List:
    """Add items at the end; return the list. Raises RubyUnknownError for a list that is too long."""
    if len(values) > MOST_ITEMS:
        raise RubyUnknownError("push")
    values.extend(items)
    return values


def _concat(values: List, *lists: List) -> List:
    """Add the items of other lists at the end."""
    return _append(values, *chain.from_iterable(lists))


def _insert(values: List, place: int, *items: Any) -> List:
    """Insert items before a place."""
    values[place:place] = items
    return values


def _set(values: List, place: Any, *items: Any) -> Any:
    """Set the item at a place; return the item. Raises RubyUnknownError for places that are no plain index."""
    if not isinstance(place, int) or len(items) != 1 or place > MOST_ITEMS:
        raise RubyUnknownError("[]=")
    # Ruby fills the gap before a place behind the end with nil.
    if place >= len(values):
        values += [None] * (place + 1 - len(values))
    values[place] = items[0]
    return items[0]


def _delete(values: List, item: Any) -> Any:
    """Remove all items equal to one; return that one."""
    values[:] = [value for value in values if value != item]
    return item


def _product(values: List, *lists: List) -> List:
    """Return all combinations with one item of each list. Raises RubyUnknownError if they are too many."""
    size = len(values)
    for other in lists:
        size *= len(other)
    if size > MOST_ITEMS:
        raise RubyUnknownError("product")
    return [[*items] for items in product(values, *lists)]


def _combined(values: List, size: int) -> List:
    """Return all combinations of `size` items. Raises RubyUnknownError for lists of more than 20 items."""
    # Of 20 items there are at most 184,756 combinations of one size.
    if len(values) > 20:
        raise RubyUnknownError("combination")
    return [[*items] for items in combinations(values, size)]


def _tallied(values: List) -> dict[Any, int]:
    """Return how often each item occurs."""
    tally: dict[Any, int] = {}
    for value in values:
        tally[value] = tally.get(value, 0) + 1
    return tally


def _first(values: List, *count: int) -> Any:
    """Return the first item (None if empty), or a list of the first `count` items."""
    return values[: count[0]] if count else values[0] if values else None


def _last(values: List, *count: int) -> Any:
    """Return the last item (None if empty), or a list of the last `count` items."""
    return values[-count[0] :] if count else values[-1] if values else None


_CALLING: Mapping[str, Callable[..., Any]] = {
    **dict.fromkeys(("inject", "reduce"), _folded),
    **dict.fromkeys(("[]", "slice", "dig", "at"), _item),
    **dict.fromkeys(("sum", "join", "to_s", "inspect"), _joined),
}
"""Methods that call those of the items."""
_PENDING = {
    *("map", "each", "collect", "select", "filter", "reject", "each_with_index", "flat_map", "filter_map", "find"),
    *("each_index", "sort_by", "group_by", "partition", "find_index", "index", "each_entry"),
}
_COUNTING: Mapping[str, Callable[[List], tuple[List, str]]] = {
    "each_index": lambda values: ([*range(len(values))], "each"),
    "each_with_index": lambda values: ([[item, number] for number, item in enumerate(values)], "each"),
}
"""Methods that wait for their block with other items than those of the list."""
_CHANGING: Mapping[str, Callable[..., Any]] = {
    "<<": _append,
    "push": _append,
    "append": _append,
    "concat": _concat,
    "unshift": lambda values, *items: _insert(values, 0, *items),
    "prepend": lambda values, *items: _insert(values, 0, *items),
    "insert": _insert,
    "pop": lambda values: values.pop() if values else None,
    "shift": lambda values: values.pop(0) if values else None,
    "delete": _delete,
    "delete_at": lambda values, place: values.pop(place) if -len(values) <= place < len(values) else None,
    "clear": lambda values: values.clear() or values,
    "[]=": _set,
}
_PLAIN: Mapping[str, Callable[..., Any]] = {
    "size": len,
    "length": len,
    "count": lambda values, *item: values.count(*item) if item else len(values),
    "first": _first,
    "last": _last,
    "take": lambda values, count: values[:count],
    "drop": lambda values, count: values[count:],
    "compact": lambda values: [value for value in values if value is not None],
    "uniq": unique_items,
    "reverse": lambda values: values[::-1],
    "rotate": lambda values, count=1: values[count % max(len(values), 1) :] + values[: count % max(len(values), 1)],
    "sort": sorted_items,
    "flatten": flat_items,
    "max": lambda values: max(values, default=None),
    "min": lambda values: min(values, default=None),
    "minmax": lambda values: [min(values), max(values)],
    "to_a": lambda values: [*values],
    "entries": lambda values: [*values],
    "to_ary": lambda values: values,
    "to_h": lambda values: {pair[0]: pair[1] for pair in values},
    # Sets of Ruby keep the order in which items came.
    "to_set": unique_items,
    "index": lambda values, item: values.index(item) if item in values else None,
    "find_index": lambda values, item: values.index(item) if item in values else None,
    "include?": _includes,
    "member?": _includes,
    "empty?": lambda values: not values,
    "any?": lambda values: any(map(is_true, values)),
    "all?": lambda values: all(map(is_true, values)),
    "none?": lambda values: not any(map(is_true, values)),
    # Ruby's `zip` is as long as its receiver, with nil where another list is shorter.
    "zip": lambda values, *lists: [[*items][: len(lists) + 1] for items in zip_longest(values, *lists)][: len(values)],
    # Ruby, too, refuses lists of different lengths.
    "transpose": lambda values: [[*items] for items in zip(*values, strict=True)],
    "product": _product,
    "combination": _combined,
    "each_slice": sliced_items,
    "tally": _tallied,
    "values_at": lambda values, *places: [
        values[place] if -len(values) <= place < len(values) else None for place in places
    ],
    "assoc": lambda values, key: next((pair for pair in values if pair[0] == key), None),
    "*": _repeated,
    "+": lambda values, other: [*values, *other],
    "-": lambda values, other: [value for value in values if value not in other],
    "&": lambda values, other: unique_items([value for value in values if value in other]),
    "|": lambda values, other: unique_items([*values, *other]),
    "<=>": lambda values, other: (values > other) - (values < other),
    # A lazy list has the same items, only later.
    "lazy": lambda values: values,
    "force": lambda values: values,
    "fetch": lambda values, place, *default: values[place] if -len(values) <= place < len(values) else default[0],
}
