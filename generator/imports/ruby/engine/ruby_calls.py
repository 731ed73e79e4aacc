"""Calls the methods and functions of a script, of its library, and of the values of the language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from generator.imports.ruby.engine.ruby_procedures import RubyMethod, RubyProcedure, bind
from generator.imports.ruby.engine.ruby_scopes import RubyScope
from generator.imports.ruby.methods.ruby_methods import RubyMethods
from generator.imports.ruby.values.ruby_limits import RubyLeaveError, RubyLimits
from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyInstance,
    RubyModule,
    RubyObject,
    RubySymbol,
    RubyText,
    RubyUnknown,
    RubyUnknownError,
    text_of,
)

_CHANGING = {"<<", "push", "append", "unshift", "concat", "delete", "insert", "store", "clear", "shift", "pop"}
# Objects give all their variables as attributes here, and no method is refused for being private.
_WITHOUT_EFFECT = {"private", "public", "protected", "module_function", "extend", "attr_reader", "attr_accessor"}
_MOST_TURNS = 1000
"""Turns of a `loop` without end."""
Function = Callable[[list[Any], RubyBlock | None], Any]


class RubyLibrary(Protocol):
    """What a script finds beside its own methods."""

    constants: Mapping[str, Any]
    functions: Mapping[str, Callable[[Sequence[Any], RubyBlock | None], Any]]


class RubyCaller(ABC):
    """Calls functions by their names, and methods of values; nodes are worked out by what is derived from it."""

    def __init__(self, library: RubyLibrary, limits: RubyLimits | None = None) -> None:
        """Take the functions and constants of the script's program, and limits to its work."""
        self.library = library
        self.limits = limits or RubyLimits()
        self.methods = RubyMethods(self.limits, self.call_method)
        self.main = RubyModule("main")
        self.doubt = ""
        """Why it is not known whether what is worked out is done at all; empty where it is."""
        self._names: dict[int, tuple[str, Any]] = {}
        """Names of lists by their identities, with the lists, so that no other one gets the identity."""

    @abstractmethod
    def evaluate(self, node: Any, scope: RubyScope) -> Any:
        """Return the value of a parsed node, with the variables of a scope."""

    # Functions, which are called without a receiver.

    def call_function(self, name: str, arguments: list[Any], block: RubyBlock | None, scope: RubyScope) -> Any:
        """Return the result of a call without a receiver.

        It is looked up in the language, the receiver's methods, the script's functions and the library, in this order.
        Raises RubyUnknownError if none has the name.
        """
        # First, because a script that defines one of these names would be no script that anybody wrote.
        if name in _LANGUAGE:
            return _LANGUAGE[name](self, arguments, block, scope)
        function = (
            self._function_of_receiver(name, scope)
            or self._defined_function(name, scope)
            or self.library.functions.get(name)
        )
        if function is None:
            raise RubyUnknownError(name)
        return function(arguments, block)

    def _function_of_receiver(self, name: str, scope: RubyScope) -> Function | None:
        """Return the function for a name among the methods of the current object (`self`); None if it has none."""
        receiver = scope.receiver
        if isinstance(receiver, RubyObject):
            return partial(receiver.send, name) if receiver.has(name) else None
        if isinstance(receiver, RubyInstance | RubyModule):
            return self._bound(self._method_of(receiver, name), receiver)
        if isinstance(receiver, list | dict | RubyText | int | float):  # inside a method that was added to its class
            return partial(self.call_method, receiver, name)
        return None

    def _defined_function(self, name: str, scope: RubyScope) -> Function | None:
        """Return the function for a name that the script defines at its top or in a module; None if there is none."""
        method = self.main.methods.get(name) or scope.module.methods.get(name)
        return self._bound(method, scope.receiver)

    def _bound(self, method: Any, receiver: Any) -> Function | None:
        """Return a method of the script as a function of its arguments and its block; None for no method."""
        return partial(self.call_definition, method, receiver) if method else None

    def _method_of(self, receiver: RubyInstance | RubyModule, name: str) -> Any:
        """Return the method of an object or module of the script by its name; None if it has none."""
        if isinstance(receiver, RubyInstance):
            return receiver.kind.methods.get(name)
        return receiver.functions.get(name) or (receiver.methods.get(name) if receiver is not self.main else None)

    # Methods, which are called on a value.

    def call_method(self, receiver: Any, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of calling the method `name` on a value of a Ruby script."""
        if isinstance(receiver, RubyUnknown):
            return self._doubtful(receiver, block)
        if name in {"send", "public_send", "__send__"} and arguments and not isinstance(receiver, RubyModule):
            name, arguments = text_of(arguments[0]), arguments[1:]
        method = self._method(receiver, name)
        result = method(arguments, block) if method else self.methods.call(receiver, name, arguments, block)
        # Columns of the game's table get the names that the script has for its lists.
        if isinstance(result, list):
            self._name_result(receiver, name, arguments, result)
        # The list may have been changed or not: none of its items is sure any more.
        if self.doubt and (name in _CHANGING or name.endswith("!")) and isinstance(receiver, list):
            receiver[:] = [RubyUnknown(self.doubt)] * len(receiver)
        return result

    def _method(self, receiver: Any, name: str) -> Function | None:
        """Return the function for a method that is not part of the language; None leaves it to the language."""
        if isinstance(receiver, RubyModule | RubyInstance):
            method = self._bound(self._method_of(receiver, name), receiver)
            find = self._module_method if isinstance(receiver, RubyModule) else self._instance_method
            return method or find(receiver, name)
        if isinstance(receiver, RubyObject) and receiver.has(name):
            return partial(receiver.send, name)
        # `===` of a procedure calls it, so that `when` may name one.
        if callable(receiver) and name in {"call", "[]", "yield", "==="}:
            return lambda arguments, _: receiver(*arguments)
        return self._bound(self._added_method(receiver, name), receiver)

    def _instance_method(self, receiver: Any, name: str) -> Function | None:
        """Return a function that reads or sets an attribute of a script's object.

        None if there is no such attribute.
        """
        variable = f"@{name.removesuffix('=')}"
        if name.endswith("=") and name not in {"==", "==="}:
            return lambda arguments, _: receiver.variables.update({variable: arguments[0]})
        # An OpenStruct answers nil to every name that it does not have.
        is_attribute = variable in receiver.variables or receiver.kind.name == "OpenStruct"
        return (lambda *_: receiver.variables.get(variable)) if is_attribute else None

    def _module_method(self, module: Any, name: str) -> Function | None:
        """Return a function that makes an object of a class (`new`), or gives a constant; None for other names."""
        if name == "new" and module is not self.main:
            return module.create or partial(self._new_instance, module)
        return (lambda *_: module.constants[name]) if name in module.constants else None

    def _new_instance(self, module: RubyModule, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return a new object of a script's class, after its method `initialize`."""
        instance = RubyInstance(module)
        if method := module.methods.get("initialize"):
            self.call_definition(method, instance, arguments, block)
        return instance

    def _added_method(self, receiver: Any, name: str) -> Any:
        """Return a method that the script adds to a class of the language, such as Array; None if there is none."""
        # `class Array` in a script adds to the class of the library, which is the one of all lists.
        kinds = (*self.methods.kinds(receiver), "Object")
        modules = (self.library.constants.get(kind) for kind in kinds)
        return next((method for module in modules if module and (method := module.methods.get(name))), None)

    def _doubtful(self, unknown: RubyUnknown, block: RubyBlock | None) -> RubyUnknown:
        """Work out a block once with unknown arguments, as it may draw; return the unknown value."""
        # What the block draws belongs on the cards even where its words are not known.
        if isinstance(block, RubyProcedure):
            before, self.doubt = self.doubt, self.doubt or unknown.reason
            block(*[unknown] * max(1, len(block.node.parameters)))
            self.doubt = before
        return unknown

    def call_definition(self, method: Any, receiver: Any, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of a method that the script defines, or that is written in Python."""
        if not isinstance(method, RubyMethod):
            return method(arguments, block)
        scope = RubyScope(receiver, method.module, None, block)
        bind(self, method.definition.parameters, arguments, scope, block)
        before = self.doubt
        try:
            return self.evaluate(method.definition.body, scope)
        except RubyLeaveError as leave:
            # A `break` belongs to the call that was given the block, further out.
            if leave.kind != "return":
                raise
            return leave.value
        finally:
            self.doubt = before

    def name_of(self, value: Any) -> str:
        """Return the name under which a script keeps a list; empty for none.

        It becomes the name of a column.
        """
        return self._names.get(id(value), ("", None))[0]

    def _name_result(self, receiver: Any, name: str, arguments: list[Any], result: list[Any]) -> None:
        """Give a list the name of the column or key that it comes from, or of the list that it is made of."""
        if name in {"[]", "fetch"} and arguments and isinstance(arguments[0], RubyText | RubySymbol):
            stem = text_of(arguments[0])
        elif isinstance(receiver, RubyObject):
            stem = name
        else:
            stem = self.name_of(receiver)
        if stem:
            self._names.setdefault(id(result), (stem, result))


def _as_lambda(_: RubyCaller, __: list[Any], block: RubyBlock | None, ___: RubyScope) -> Any:
    """Return a block marked as a lambda, so that `return` leaves only the block."""
    if isinstance(block, RubyProcedure):
        block.is_lambda = True
    return block


def _loop(_: RubyCaller, __: list[Any], block: RubyBlock | None, ___: RubyScope) -> Any:
    """Run a block up to `_MOST_TURNS` times; raise RubyUnknownError if nothing ends it."""
    for _turn in range(_MOST_TURNS if block else 0):
        block and block()
    # Only an exception such as that of `break` leaves a loop: one that comes here turned too often.
    raise RubyUnknownError("loop")


def _method_as_block(caller: RubyCaller, arguments: list[Any], _: RubyBlock | None, scope: RubyScope) -> Any:
    """Return a function of the script as a block (Ruby's `method(:name)`)."""
    return lambda *values: caller.call_function(text_of(arguments[0]), [*values], None, scope)


def _include(_: RubyCaller, arguments: list[Any], __: RubyBlock | None, scope: RubyScope) -> Any:
    """Add the methods of modules to the current one (Ruby's `include`)."""
    for module in arguments:
        scope.module.methods |= module.methods if isinstance(module, RubyModule) else {}


def _refine(_: RubyCaller, arguments: list[Any], block: RubyBlock | None, __: RubyScope) -> Any:
    """Run a block whose definitions are added to a class (Ruby's `refine`)."""
    if isinstance(block, RubyProcedure) and arguments and isinstance(arguments[0], RubyModule):
        block.run([], arguments[0], arguments[0])


def _send(caller: RubyCaller, arguments: list[Any], block: RubyBlock | None, scope: RubyScope) -> Any:
    """Call a function by a name that the script works out (Ruby's `send`)."""
    return caller.call_function(text_of(arguments[0] if arguments else None), arguments[1:], block, scope)


_LANGUAGE: Mapping[str, Callable[[RubyCaller, list[Any], RubyBlock | None, RubyScope], Any]] = {
    **dict.fromkeys(_WITHOUT_EFFECT, lambda *_: None),
    "lambda": _as_lambda,
    "proc": lambda _, __, block, ___: block,
    "loop": _loop,
    "block_given?": lambda _, __, ___, scope: scope.block is not None,
    "method": _method_as_block,
    "include": _include,
    "refine": _refine,
    "send": _send,
    "public_send": _send,
}
"""Functions of the language that work with the script itself."""
