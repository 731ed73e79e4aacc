"""Frozen records: `dataclass`, as the standard library has it, but made and pickled in a fraction of its time.

Python 3.11 compiles six functions of each dataclass one by one, 0.6 ms a class and 60 ms for the hundred that a build
loads, and asks every object that is pickled for its fields. Here only `__init__` is, and objects pickle as a call.
Whatever is not a plain frozen class with slots is left to the library itself.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "replace"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass, replace
else:

    def dataclass(*, frozen: bool = False, slots: bool = False, **options: bool) -> Callable[[type], type]:
        """The decorator `dataclasses.dataclass`."""

        def made(cls: type) -> type:
            if frozen and slots and options.keys() <= {"eq"} and _is_plain(cls):
                return _record(cls, eq=options.get("eq", True))
            import dataclasses

            return dataclasses.dataclass(frozen=frozen, slots=slots, **options)(cls)

        return made

    def replace(record: object, **changes: object) -> object:
        """The function `dataclasses.replace`."""
        return record.__class__(**{name: getattr(record, name) for name in record.__match_args__} | changes)


def _is_plain(cls: type) -> bool:
    """Whether there is nothing to it but fields, their defaults and methods."""
    body = vars(cls)
    is_alone = cls.__bases__ == (object,) and "__post_init__" not in body and "__annotations__" in body
    return is_alone and not any(hasattr(body.get(name), "default_factory") for name in cls.__annotations__)


def _record(cls: type, *, eq: bool) -> type:
    names = tuple(cls.__annotations__)
    body = {name: value for name, value in vars(cls).items() if name not in {"__dict__", "__weakref__"}}
    defaults = {name: body.pop(name) for name in names if name in body}
    own = {"__slots__": names, "__match_args__": names, "__setattr__": _refuse, "__delattr__": _refuse}
    fields = _Fields(cls.__annotations__, defaults)
    made = {"__init__": _initial(names, defaults), **_methods(names, eq=eq)}
    return type(cls.__name__, (), {**made, **body, **own, _FIELDS: fields})


_FIELDS = "__dataclass_fields__"


def _initial(names: tuple[str, ...], defaults: dict[str, Any]) -> object:
    """The function that fills the fields, spelt out: it is called a hundred thousand times in a build."""
    parameters = ", ".join(f"{name}=default_{name}" if name in defaults else name for name in names)
    settings = "; ".join(f"set_field(self, {name!r}, {name})" for name in names)
    known: dict[str, Any] = {f"default_{name}": value for name, value in defaults.items()}
    known["set_field"] = object.__setattr__
    exec(f"def __init__(self, {parameters}): {settings}", known)  # noqa: S102  names that Python has just read
    return known["__init__"]


def _methods(names: tuple[str, ...], *, eq: bool) -> dict[str, object]:
    get = attrgetter(*names)
    values: Callable[[object], tuple[object, ...]] = get if len(names) > 1 else lambda self: (get(self),)

    def shown(self: object) -> str:
        fields = ", ".join([f"{name}={value!r}" for name, value in zip(names, values(self), strict=True)])
        return f"{self.__class__.__qualname__}({fields})"

    def reduced(self: object) -> tuple[object, ...]:
        return self.__class__, values(self)

    def same(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(values(self))

    compared = {"__eq__": same, "__hash__": hashed} if eq else {}
    return {"__repr__": shown, "__reduce__": reduced, **compared}


def _refuse(_self: object, name: str, *_: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


class _Fields:
    """What the library's `fields` and `replace` ask a class for, made by the library when they first do."""

    def __init__(self, annotations: dict[str, Any], defaults: dict[str, Any]) -> None:
        self._body = {"__annotations__": annotations, **defaults}

    def __get__(self, _: object, cls: type) -> object:
        import dataclasses

        found = getattr(dataclasses.dataclass(type(cls.__name__, (), dict(self._body))), _FIELDS)
        setattr(cls, _FIELDS, found)
        return found
