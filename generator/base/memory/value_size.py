"""Bytes that a value takes in memory."""

from __future__ import annotations

import gc
import sys
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

_PROGRAM = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
"""Types of objects that belong to the program and not to a value: classes, modules, functions."""


def value_size(*values: Any, apart: tuple[Any, ...] = ()) -> int:
    """Return the bytes of values with everything they refer to.

    Objects that stand `apart`, such as those that other values share, are not counted.
    """
    counted_ids, size = {*map(id, apart)}, 0
    waiting = [*values]
    while waiting:
        value = waiting.pop()
        if id(value) in counted_ids or isinstance(value, _PROGRAM):
            continue
        counted_ids.add(id(value))
        size += sys.getsizeof(value)
        waiting += gc.get_referents(value)
    return size
