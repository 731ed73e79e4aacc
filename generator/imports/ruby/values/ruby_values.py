"""The values of Ruby scripts that have no like in Python: texts that change, symbols, ranges, and unknown values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

from generator.base.errors import HandledError
from generator.base.records import dataclass, field


class RubyUnknownError(HandledError):
    """A part of a script that cannot be worked out; the message names it."""


class RubyUnknown(NamedTuple):
    """The value of a part of a script that cannot be worked out."""

    reason: str
    """The part, as a reader finds it in the script."""


class RubySymbol(str):
    """A symbol such as `:center`."""

    __slots__ = ()


class RubyText:
    """A text, which methods such as `gsub!` change in its place."""

    # Ruby changes texts in their place: a `str` could not be an item of two lists and change in both.
    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        """Take the text as Python's text."""
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RubyText) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __lt__(self, other: object) -> bool:
        return isinstance(other, RubyText) and self.value < other.value

    def __repr__(self) -> str:
        return f"RubyText({self.value!r})"


class RubyKeywords(dict[Any, Any]):
    """The arguments of a call that have names."""


class RubyRange(NamedTuple):
    """A range of numbers or texts; None for an end that is open."""

    first: Any
    last: Any
    is_open: bool
    """Whether the last value is left out."""


class RubyPattern(NamedTuple):
    """A regular expression: its source, and the letters behind it."""

    source: str
    flags: str


class RubyObject:
    """An object whose methods are written in Python."""

    methods: ClassVar[Mapping[str, ObjectMethod]] = {}
    """Functions of the object, its arguments and its block, by the names of methods."""
    variables: dict[str, Any]
    """Values such as `@width`, which the script sees inside the object."""

    def has(self, name: str) -> bool:
        """Return whether a script may call the method `name` of the object."""
        return name in self.methods

    def send(self, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of a method.

        Raises RubyUnknownError for an unknown method or wrong arguments.
        """
        try:
            return self.methods[name](self, arguments, block)
        except (LookupError, TypeError, ValueError):
            raise RubyUnknownError(name) from None


RubyBlock = Callable[..., Any]
"""What stands between braces behind a call, as a function."""
ObjectMethod = Callable[[Any, list[Any], RubyBlock | None], Any]


@dataclass(slots=True)
class RubyModule:
    """A module or a class of the script, with its constants and methods."""

    name: str
    constants: dict[str, Any] = field(default_factory=dict)
    methods: dict[str, Any] = field(default_factory=dict)
    """Methods of its objects."""
    functions: dict[str, Any] = field(default_factory=dict)
    """Methods of the module itself."""
    variables: dict[str, Any] = field(default_factory=dict)
    create: Callable[[list[Any], RubyBlock | None], Any] | None = None
    """What makes an object of it, where that is written in Python."""


@dataclass(slots=True)
class RubyInstance:
    """An object of a class of the script."""

    kind: RubyModule
    variables: dict[str, Any] = field(default_factory=dict)


def text_of(value: Any) -> str:
    """Return a value as Ruby writes it into a text.

    Raises RubyUnknownError for values that are unknown, or have no text.
    """
    if isinstance(value, RubyText):
        return value.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) >= 1e16:
        # Ruby writes 1.0e+16 where Python writes 1e+16.
        return f"{value:.1e}"
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, RubyUnknown):
        raise RubyUnknownError(value.reason)
    raise RubyUnknownError("to_s")


def ruby_value(value: Any) -> Any:
    """Return values of Python, such as a YAML file gives, as values of a script; `:name` becomes a symbol."""
    if isinstance(value, str):
        return RubySymbol(value[1:]) if value[:1] == ":" and value[1:].isidentifier() else RubyText(value)
    if isinstance(value, Mapping):
        return {ruby_value(key): ruby_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [ruby_value(item) for item in value]
    return value if isinstance(value, int | float | None) else RubyText(str(value))


def plain_value(value: Any) -> Any:
    """Return a value of a script as texts, lists and hashes of Python; unknown parts stay as they are."""
    if isinstance(value, RubyText):
        return value.value
    if isinstance(value, RubySymbol):
        return str(value)
    if isinstance(value, list):
        return [plain_value(item) for item in value]
    if isinstance(value, dict):
        return {plain_value(key): plain_value(item) for key, item in value.items()}
    return value


def is_true(value: Any) -> bool:
    """Return whether Ruby takes a value for true. Raises RubyUnknownError for an unknown value."""
    if isinstance(value, RubyUnknown):
        raise RubyUnknownError(value.reason)
    # In Ruby 0 and an empty text are true.
    return value is not None and value is not False
