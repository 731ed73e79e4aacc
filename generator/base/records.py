"""Records: `dataclass`, `field`, `replace` and `NamedTuple` of Python, for a fraction of their start-up time.

For a plain class with `@dataclass(slots=True)`, frozen or not, this compiles one function, `__init__`, where Python
3.11 compiles six, and only for a class of which more than a few records are made. A record is pickled as one call
instead of field by field.
`dataclasses.fields`, `asdict`, `replace` and the like take these records. The library is imported when one of them
first asks, or for any other kind of class. `help` and `inspect.signature` show the parameters, with types and defaults.
Of a named tuple Python compiles the type of each field and one function; here it is that function alone.

CPU seconds of `vallum build glory-to-rome --paper a4 --only orders`, whole process, medians of interleaved pairs of
runs (31 pairs unchanged, 15 cold), Python 3.11, 2026-11-22; the ratio is the median over the pairs:

                     nothing to do           nothing cached but fonts
    dataclasses      0.091 : 0.080 = 1.14    1.34 : 1.25 = 1.08    of the library, for every record
    msgspec.Struct   0.101 : 0.086 = 1.18    1.24 : 1.27 = 0.92    and a compiled dependency more

The second figure of each pair is this module's.
"""

from __future__ import annotations

from _collections import _tuplegetter  # type: ignore[import-not-found]  # as `collections` does
from operator import attrgetter
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from generator.base.code_archive.compiled_texts import compile_text

__all__ = ["FEW", "NamedTuple", "dataclass", "field", "replace"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass, field, replace
    from typing import NamedTuple
else:

    class _NamedTupleType(type):
        """Maker of the classes that extend NamedTuple."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            """Return a class of tuples with the annotated names of a body as fields."""
            return _tuple_class(name, body) if bases else super().__new__(cls, name, bases, body)

    class NamedTuple(metaclass=_NamedTupleType):
        """Class of tuples with names, as `typing.NamedTuple`."""

    def dataclass(*, frozen: bool = False, slots: bool = False, **options: bool) -> Callable[[type], type]:
        """Return a decorator that makes a class a record, with the options of `dataclasses.dataclass`."""

        def decorate(cls: type) -> type:
            """Return the class as a record, or as a dataclass of the library if it is no plain one."""
            if slots and options.keys() <= {"eq"} and _is_plain(cls):
                return _record(cls, frozen=frozen, eq=options.get("eq", True))
            return _library_class(cls, frozen=frozen, slots=slots, **options)

        return decorate

    def field(**options: Any) -> _FieldOptions:
        """Return the options of a field of a record, as `dataclasses.field` does."""
        return _FieldOptions(options)

    def replace(record: object, /, **changes: object) -> object:
        """Return a copy of a record with other values in some fields, as `dataclasses.replace` does."""
        return record.__class__(**{name: getattr(record, name) for name in record.__match_args__} | changes)


class _FieldOptions(dict[str, Any]):
    """The arguments of a call of `field`."""


_LIBRARY_NAMES = "__dataclass_fields__", "__dataclass_params__"


class _Factory:
    """Default of a parameter whose value is made by a function; written as in the library."""

    def __repr__(self) -> str:
        """Return the text that the library shows for such a default."""
        return "<factory>"


_UNSET = _Factory()
FEW = 16
"""Records of a class that are filled without `__init__` being compiled, which takes as long as filling thirty."""


def _is_plain(cls: type) -> bool:
    """Whether a class has no bases, and only fields, methods and the commonest options of fields."""
    values = [vars(cls).get(name) for name in cls.__annotations__]
    options = {option for value in values if isinstance(value, _FieldOptions) for option in value}
    is_alone = cls.__bases__ == (object,) and "__post_init__" not in vars(cls)
    is_ours = not any(hasattr(value, "default_factory") for value in values)  # a field of the library has it
    return is_alone and is_ours and bool(values) and options <= {"default", "default_factory", "repr"}


def _library_class(cls: type, **options: bool) -> type:
    """Return a class made a dataclass by the library."""
    import dataclasses

    for name, value in list(vars(cls).items()):
        if isinstance(value, _FieldOptions):
            setattr(cls, name, dataclasses.field(**value))
    library_class: type = dataclasses.dataclass(**options)(cls)
    # A class that extends a record must not be pickled with the fields of that record only.
    setattr(library_class, "__reduce__", vars(library_class).get("__reduce__", object.__reduce__))  # noqa: B010
    return library_class


def _record(cls: type, *, frozen: bool, eq: bool) -> type:
    """Return a new class with the methods of a dataclass, whose `__init__` is compiled later."""
    names = tuple(cls.__annotations__)
    body = {name: value for name, value in vars(cls).items() if name not in {"__dict__", "__weakref__"}}
    defaults = {name: body.pop(name) for name in names if name in body}
    fields = {
        name: value if isinstance(value, _FieldOptions) else {"default": value} for name, value in defaults.items()
    }
    _refuse_mutable(fields)
    repr_names = [name for name in names if fields.get(name, {}).get("repr", True)]
    methods = _methods(names, repr_names, frozen=frozen, eq=eq)
    attributes = {"__slots__": names, "__match_args__": names, "__qualname__": cls.__qualname__}
    library = {name: _LibraryAttribute(name, cls, defaults, frozen=frozen) for name in _LIBRARY_NAMES}
    refusing = {"__setattr__": _refuse, "__delattr__": _refuse} if frozen else {}
    record = type(cls.__name__, (), {**methods, **body, **attributes, **library, **refusing})
    if "__init__" not in body:
        initializer = _Initializer(record, fields, "_set_{}(self, {})" if frozen else "self.{} = {}")
        _compile_later(record, names, fields, initializer)
        setattr(record, "__signature__", _Signature(record, initializer))  # noqa: B010
    return record


def _refuse_mutable(fields: dict[str, dict[str, Any]]) -> None:
    """Raise ValueError for a mutable default, as `dataclasses` does: all records would share one list or dict."""
    for name, options in fields.items():
        kind = options.get("default").__class__
        if kind.__hash__ is None:
            raise ValueError(f"mutable default {kind} for field {name} is not allowed: use default_factory")


class _Initializer:
    """Stands in for `__init__` of a record until it is compiled; reading it from the class compiles it."""

    def __init__(self, record: type, fields: dict[str, dict[str, Any]], setting: str) -> None:
        """Take the options of each field, and the statement that sets one, with places for its name and its value."""
        self._record, self._fields, self._setting = record, fields, setting
        self.initialize: Callable[..., object] = self.compile

    def __get__(self, record: object | None, _: type) -> object:
        """Return `__init__` bound to a record; asked of the class, compile it."""
        return self.compile() if record is None else MethodType(self.initialize, record)

    def compile(self) -> FunctionType:
        """Compile `__init__`, and put it into the place of this object."""
        compiled = _initializer(self._record, self._fields, self._setting)
        setattr(self._record, "__init__", compiled)  # noqa: B010
        return compiled


def _tuple_class(name: str, body: dict[str, Any]) -> type:
    """Return a class of named tuples. Raises TypeError for a field without a default behind one with a default."""
    names = tuple(body.get("__annotations__", {}))
    defaults = {field: body.pop(field) for field in names if field in body}
    if tuple(defaults) != names[len(names) - len(defaults) :]:
        raise TypeError(name)
    namespace: dict[str, Any] = {"_new": tuple.__new__}
    code = compile_text(f"def __new__(_cls, {', '.join(names)}): return _new(_cls, ({', '.join(names)},))")
    exec(code, namespace)  # noqa: S102  names of fields
    new: FunctionType = namespace["__new__"]
    new.__defaults__, new.__annotations__ = tuple(defaults.values()), body.get("__annotations__", {})
    new.__qualname__, new.__module__ = f"{body['__qualname__']}.__new__", body["__module__"]
    getters = {field: _tuplegetter(place, "") for place, field in enumerate(names)}
    about = {"__slots__": (), "__match_args__": names, "_fields": names, "_field_defaults": defaults}
    return type(name, (tuple,), {**_TUPLE_METHODS, **about, **getters, **body, "__new__": new})


def _represent_tuple(self: Any) -> str:
    """Return a named tuple as text, with the names and values of its fields."""
    return f"{self.__class__.__name__}({', '.join(map('{}={!r}'.format, self._fields, self))})"


def _plain_tuple(self: Any) -> tuple[Any, ...]:
    """Return the values of a named tuple, as pickle asks for them."""
    return tuple(self)


def _replace_fields(self: Any, /, **changes: object) -> object:
    """Return a copy of a named tuple with other values in some fields. Raises TypeError for unknown ones."""
    return self.__class__(**dict(zip(self._fields, self, strict=True)) | changes)


_TUPLE_METHODS: dict[str, Any] = {
    "__repr__": _represent_tuple,
    "__getnewargs__": _plain_tuple,
    "_replace": _replace_fields,
    "_asdict": lambda self: dict(zip(self._fields, self, strict=True)),
    "_make": classmethod(lambda cls, values: cls(*values)),
}
"""Methods of named tuples by name, as those of `collections.namedtuple`."""


class _Signature:
    """The attribute `__signature__` of a record, made when `inspect` asks for it."""

    def __init__(self, record: type, initializer: _Initializer) -> None:
        """Take the record class and its `__init__`."""
        self._record, self._initializer = record, initializer

    def __get__(self, record: object | None, cls: type) -> object:
        """Return the signature of the record class.

        Raises AttributeError for its instances and classes that extend it.
        """
        if record is not None or cls is not self._record:
            raise AttributeError("__signature__")  # that of what extends it is found in the usual way
        import inspect

        parameters = inspect.signature(cls.__init__).parameters.values()  # type: ignore[misc]  # of this very class
        return inspect.Signature([*parameters][1:])


def _compile_later(
    record: Any, names: tuple[str, ...], fields: dict[str, dict[str, Any]], initializer: _Initializer
) -> None:
    """Have `__init__` compiled when more than a few records are made: half of the classes of a build make no more."""
    usual = {name: options["default"] for name, options in fields.items() if "default" in options}
    makers = {name: options["default_factory"] for name, options in fields.items() if "default_factory" in options}
    parameter_names, count = set(names), 0

    def initialize(self: object, *args: object, **values: object) -> None:
        """Fill a record by its arguments; after the first few, compile `__init__` and call that."""
        nonlocal count
        count += 1
        placed = dict(zip(names, args, strict=False))
        arguments = usual | placed | values
        arguments |= {name: make() for name, make in makers.items() if name not in arguments}
        fits = arguments.keys() == parameter_names and len(placed) == len(args) and not placed.keys() & values.keys()
        if count > FEW or not fits:  # what is compiled says what is wrong with the arguments
            initializer.compile()(self, *args, **values)
            return
        for name, value in arguments.items():
            # A frozen record refuses `setattr`, so its fields are set through `object`.
            object.__setattr__(self, name, value)

    initializer.initialize = initialize
    record.__init__ = initializer


def _initializer(record: type, fields: dict[str, dict[str, Any]], setting: str) -> FunctionType:
    """Return `__init__`, compiled from text: it runs a hundred thousand times in a build."""
    namespace: dict[str, Any] = {"_unset": _UNSET}
    parameters, settings = [], []
    for name in record.__match_args__:  # type: ignore[attr-defined]  # a record has it
        options, value = fields.get(name, {}), name
        # The slot of a field is set in two thirds of the time that `object.__setattr__` takes.
        namespace[f"_set_{name}"] = vars(record)[name].__set__
        if "default_factory" in options:
            namespace[f"_make_{name}"] = options["default_factory"]
            value = f"_make_{name}() if {name} is _unset else {name}"
        namespace[f"_default_{name}"] = options.get("default", _UNSET)
        is_optional = options.keys() & {"default", "default_factory"}
        parameters.append(f"{name}=_default_{name}" if is_optional else name)
        settings.append(setting.format(name, value))
    # Only names of fields enter the text; values and factories are passed in the namespace.
    code = compile_text(f"def __init__(self, {', '.join(parameters)}): {'; '.join(settings)}")
    exec(code, namespace)  # noqa: S102  names of fields
    compiled: FunctionType = namespace["__init__"]
    compiled.__annotations__ = {**record.__annotations__, "return": None}
    compiled.__qualname__, compiled.__module__ = f"{record.__qualname__}.__init__", record.__module__
    return compiled


def _methods(names: tuple[str, ...], repr_names: list[str], *, frozen: bool, eq: bool) -> dict[str, object]:
    """Return the methods of a record by name: for `repr`, pickling, comparison and hashing."""
    get = attrgetter(*names)
    values: Callable[[object], tuple[object, ...]] = get if len(names) > 1 else lambda self: (get(self),)

    def represent(self: object) -> str:
        """Return a record as text, with the names and values of its fields."""
        return f"{self.__class__.__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in repr_names])})"

    def reduce(self: object) -> tuple[object, ...]:
        """Return class and values, as pickle asks for them."""
        return self.__class__, values(self)

    def equals(self: object, other: object) -> bool:
        """Whether another record of the same class has the same values."""
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hash_values(self: object) -> int:
        """Return a hash of the values of a record's fields."""
        return hash(values(self))

    # What can change has no hash, as in the library.
    comparison = {"__eq__": equals, "__hash__": hash_values if frozen else None} if eq else {}
    return {"__repr__": represent, "__reduce__": reduce, **comparison}


def _refuse(_self: object, name: str, *_: object) -> None:
    """Raise FrozenInstanceError, as a frozen dataclass does when a field is set or deleted."""
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


class _LibraryAttribute:
    """An attribute by which the library knows a dataclass, made by the library when one is first asked for."""

    def __init__(self, name: str, cls: type, defaults: dict[str, Any], *, frozen: bool) -> None:
        """Take the attribute's name, and the class with its defaults."""
        self._name, self._frozen = name, frozen
        self._body = {"__annotations__": cls.__annotations__, **defaults}

    def __get__(self, _: object, cls: type) -> object:
        """Make the class a dataclass of the library, and return the attribute of that."""
        twin = _library_class(type(cls.__name__, (), dict(self._body)), frozen=self._frozen)
        for name in _LIBRARY_NAMES:
            setattr(cls, name, getattr(twin, name))
        return getattr(twin, self._name)
