"""Blocks and methods of a script, and how their parameters get their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from generator.imports.ruby.engine.ruby_scopes import RubyScope
from generator.imports.ruby.syntax.ruby_nodes import BlockNode, DefinitionNode, ParameterNode
from generator.imports.ruby.values.ruby_limits import RubyLeaveError
from generator.imports.ruby.values.ruby_values import RubyBlock, RubyKeywords, RubyModule, RubySymbol


class Evaluator(Protocol):
    """What works out the nodes of a script."""

    doubt: str

    def evaluate(self, node: Any, scope: RubyScope) -> Any:
        """Return the value of a parsed node, with the variables of a scope."""


class RubyMethod(NamedTuple):
    """A method that the script defines, with the module in which it stands."""

    definition: DefinitionNode
    module: RubyModule


class RubyProcedure:
    """A block with the variables around it."""

    def __init__(self, evaluator: Evaluator, node: BlockNode, scope: RubyScope, *, is_lambda: bool = False) -> None:
        """Take a block, the scope in which it stands, and the evaluator of its nodes."""
        self._evaluator, self.node, self._scope, self.is_lambda = evaluator, node, scope, is_lambda

    def __call__(self, *operands: Any) -> Any:
        """Return the result of the block for some arguments."""
        return self.run(operands, self._scope.receiver)

    def run(self, operands: Sequence[Any], receiver: Any, module: RubyModule | None = None) -> Any:
        """Return the result of the block, with `receiver` as its `self`.

        A `module` gets the methods that the block defines.
        """
        scope = RubyScope(receiver, module or self._scope.module, self._scope)
        before = self._evaluator.doubt
        try:
            self._bind(operands, scope)
            return self._evaluator.evaluate(self.node.body, scope)
        except RubyLeaveError as leave:
            # `return` in a lambda leaves that alone, in any other block the method around it.
            if leave.kind == "next" or (leave.kind == "return" and self.is_lambda):
                return leave.value
            if leave.kind == "break" and leave.block is None:
                leave.block = self
            raise
        finally:
            self._evaluator.doubt = before

    def _bind(self, operands: Sequence[Any], scope: RubyScope) -> None:
        """Set the parameters of the block to its arguments."""
        # Ruby calls values of such a block `_1`, `_2` and on, since 2.7, and the first one `it`, since 3.4.
        if not self.node.parameters:
            scope.variables |= {f"_{number}": operand for number, operand in enumerate(operands, 1)}
            scope.variables |= {"it": operands[0]} if operands else {}
            return
        places = [parameter for parameter in self.node.parameters if parameter.kind in {"plain", "rest", "group"}]
        # A block with several parameters takes a list apart, one with a single parameter takes it whole.
        is_one = len(operands) == 1 and isinstance(operands[0], list)
        values = [*operands[0]] if is_one and len(places) > 1 else [*operands]
        bind(self._evaluator, self.node.parameters, values, scope, None)


def bind(
    evaluator: Evaluator,
    parameters: Sequence[ParameterNode],
    arguments: Sequence[Any],
    scope: RubyScope,
    block: RubyBlock | None,
) -> None:
    """Set parameters in a scope to the arguments of a call; parameters without a value or default are `nil`.

    `block` is the block of the call, for a parameter `&block`.
    """
    values, named = [*arguments], {}
    if any(parameter.kind in {"key", "keys"} for parameter in parameters) and values:
        named = dict(values.pop()) if isinstance(values[-1], RubyKeywords) else {}
    places = [parameter for parameter in parameters if parameter.kind in {"plain", "rest", "group"}]
    # Parameters with a default go without a value before those that have none.
    # Ruby fills required parameters first, whichever side of the optional ones they stand on.
    later = sum(parameter.kind != "rest" for parameter in places)
    missing = max(later - len(values), 0)
    for parameter in parameters:
        match parameter.kind:
            case "plain" | "group":
                later -= 1
                is_left_out = not values or (parameter.default is not None and missing > 0)
                missing -= is_left_out and parameter.default is not None
                value = evaluator.evaluate(parameter.default, scope) if is_left_out else values.pop(0)
                _set(evaluator, parameter, value, scope)
            case "rest":
                count = max(len(values) - later, 0)
                scope.variables[parameter.name], values = values[:count], values[count:]
            case "key":
                symbol = RubySymbol(parameter.name)
                is_missing = symbol not in named
                value = evaluator.evaluate(parameter.default, scope) if is_missing else named.pop(symbol)
                scope.variables[parameter.name] = value
            case "keys":
                scope.variables[parameter.name] = named
            case "block":
                scope.variables[parameter.name] = block


def _set(evaluator: Evaluator, parameter: ParameterNode, value: Any, scope: RubyScope) -> None:
    """Set one parameter, or the parameters in its brackets, to a value."""
    if parameter.kind == "group":
        bind(evaluator, parameter.group, value if isinstance(value, list) else [value], scope, None)
    else:
        scope.variables[parameter.name] = value
