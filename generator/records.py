"""Frozen records that pickle fast: faces cross from workers and come back from the cache by the thousand."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import TypeVar

Record = TypeVar("Record")


def quick(cls: type[Record]) -> type[Record]:
    """Make a dataclass pickle as a call of itself, half the time that frozen slots take of their own.

    Python 3.11 asks every single object for its fields; here they are asked for once.
    """
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]  # a dataclass, as the docstring says
    get = attrgetter(*names)
    if len(names) == 1:
        cls.__reduce__ = lambda self: (cls, (get(self),))  # type: ignore[method-assign]
    else:
        cls.__reduce__ = lambda self: (cls, get(self))  # type: ignore[method-assign]
    return cls
