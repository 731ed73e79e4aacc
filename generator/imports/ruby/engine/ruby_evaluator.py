"""Works out the values of a script: literals, names, calls and assignments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.imports.ruby.engine.ruby_calls import RubyCaller, RubyLibrary
from generator.imports.ruby.engine.ruby_procedures import RubyProcedure
from generator.imports.ruby.engine.ruby_scopes import MISSING, RubyScope
from generator.imports.ruby.syntax import ruby_nodes as nodes
from generator.imports.ruby.values.ruby_limits import RubyLeaveError, RubyLimits
from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyInstance,
    RubyKeywords,
    RubyModule,
    RubyObject,
    RubyPattern,
    RubyRange,
    RubySymbol,
    RubyText,
    RubyUnknown,
    RubyUnknownError,
    is_true,
    text_of,
)


class RubyEvaluator(RubyCaller):
    """Works out the nodes that have a value."""

    def __init__(self, library: RubyLibrary, limits: RubyLimits | None = None) -> None:
        """Take the functions of the script's program, and limits to its work."""
        super().__init__(library, limits)
        self.globals: dict[str, Any] = {}
        self.line = 0
        """The line of the call that is worked out."""
        self.file = ""
        """The file that is worked out."""

    # Values.

    def work_literal(self, node: nodes.LiteralNode, _: RubyScope) -> Any:
        """Return the value of a literal, such as a number, a symbol or `nil`."""
        return node.value

    def work_text(self, node: nodes.TextNode, scope: RubyScope) -> Any:
        """Return a text in quotes, or a symbol, with its expressions `#{…}` replaced."""
        words = "".join(part if isinstance(part, str) else self._inner(part, scope) for part in node.parts)
        self.limits.take_size(len(words))
        return RubySymbol(words) if node.kind == "symbol" else RubyText(words)

    def _inner(self, node: Any, scope: RubyScope) -> str:
        """Return the value of an expression inside a text, as Ruby writes it."""
        value = self.evaluate(node, scope)
        # Objects of the script may say themselves how they are written.
        if isinstance(value, list | dict | RubyObject | RubyInstance):
            value = self.call_method(value, "to_s", [], None)
        return text_of(value)

    def work_pattern(self, node: nodes.PatternNode, scope: RubyScope) -> Any:
        """Return a regular expression, with its expressions replaced."""
        return RubyPattern(text_of(self.work_text(node.text, scope)), node.flags)

    def work_listed(self, node: nodes.ListedNode, scope: RubyScope) -> Any:
        """Return a list with the values of its items."""
        return self.arguments(node.items, scope)

    def work_pairs(self, node: nodes.PairsNode, scope: RubyScope) -> Any:
        """Return a hash, or the named arguments of a call; a pair without a key adds another hash."""
        pairs: dict[Any, Any] = RubyKeywords() if node.is_named else {}
        for key, value in node.items:
            item = self.evaluate(value, scope)
            if key is None:
                pairs |= item if isinstance(item, dict) else {RubySymbol("**"): item}
            else:
                pairs[_key(self.evaluate(key, scope))] = item
        return pairs

    def work_bounds(self, node: nodes.BoundsNode, scope: RubyScope) -> Any:
        """Return a range between two values; unknown if one of them is."""
        bounds = [self.evaluate(bound, scope) for bound in (node.first, node.last)]
        for bound in bounds:
            if isinstance(bound, RubyUnknown):
                return bound
        return RubyRange(bounds[0], bounds[1], node.is_open)

    def work_function(self, node: nodes.FunctionNode, scope: RubyScope) -> Any:
        """Return a lambda `->(x) { … }` as a function."""
        return RubyProcedure(self, node.block, scope, is_lambda=True)

    def work_both(self, node: nodes.BothNode, scope: RubyScope) -> Any:
        """Return the value of `a && b` or `a || b`; the second part is worked out only if it matters."""
        value = self.evaluate(node.one, scope)
        if isinstance(value, RubyUnknown):
            return value
        return self.evaluate(node.other, scope) if is_true(value) == node.is_and else value

    def work_not(self, node: nodes.NotNode, scope: RubyScope) -> Any:
        """Return the opposite of a condition's truth."""
        return not is_true(self.evaluate(node.value, scope))

    # Names.

    def work_name(self, node: nodes.NameNode, scope: RubyScope) -> Any:
        """Return the value of a variable or constant, or of a call without arguments."""
        name = node.name
        if name == "self":
            return scope.receiver
        if name in {"__FILE__", "__dir__"}:
            return RubyText(self.file if name == "__FILE__" else self.file.rpartition("/")[0])
        if name[0] in "@$":
            return self._stored(name, scope)
        value = scope.get(name)
        if value is not MISSING:
            return value
        if name[0].isupper():
            return self._constant(name, scope)
        self.line = node.line
        return self.call_function(name, [], None, scope)

    def _stored(self, name: str, scope: RubyScope) -> Any:
        """Return a variable of an object (`@x`) or of the script (`$x`); `$1` is a group of the last search."""
        # `$0` is the name of the script, and no group.
        if name[1:].isdecimal() and name != "$0":
            return self.methods.group(int(name[1:]))
        return self._variables(name, scope).get(name)

    def _variables(self, name: str, scope: RubyScope) -> dict[str, Any]:
        """Return the variables among which a name beginning with `@` or `$` is kept."""
        if name.startswith("$"):
            return self.globals
        holder = scope.receiver
        return holder.variables if isinstance(holder, RubyInstance | RubyModule | RubyObject) else self.globals

    def _constant(self, name: str, scope: RubyScope) -> Any:
        """Return a constant from the modules around, the script or the library.

        Raises RubyUnknownError if none of them has it.
        """
        layer: RubyScope | None = scope
        while layer:
            if name in layer.module.constants:
                return layer.module.constants[name]
            layer = layer.outer
        if name in self.main.constants:
            return self.main.constants[name]
        if name in self.library.constants:
            return self.library.constants[name]
        raise RubyUnknownError(name)

    def work_scoped(self, node: nodes.ScopedNode, scope: RubyScope) -> Any:
        """Return a constant of a module: `Math::PI`. Raises RubyUnknownError if the module lacks it."""
        module = self.evaluate(node.scope, scope)
        if isinstance(module, RubyModule) and node.name in module.constants:
            return module.constants[node.name]
        name = getattr(node.scope, "name", "")
        raise RubyUnknownError(f"{name}::{node.name}" if name else node.name)

    # Calls.

    def arguments(self, items: Sequence[Any], scope: RubyScope) -> list[Any]:
        """Return the values of arguments or items; a spread list `*names` becomes several."""
        values: list[Any] = []
        for item in items:
            if not isinstance(item, nodes.SpreadNode):
                values.append(self.evaluate(item, scope))
                continue
            value = self.evaluate(item.value, scope)
            values += value if isinstance(value, list) else self.methods.items(value)
        return values

    def block(self, node: Any, scope: RubyScope) -> RubyBlock | None:
        """Return the block of a call as a function; None without one."""
        if isinstance(node, nodes.BlockNode):
            return RubyProcedure(self, node, scope)
        if node is None:
            return None
        value = self.evaluate(node.value, scope)
        if isinstance(value, RubySymbol):
            return lambda one, *more: self.call_method(one, str(value), [*more], None)
        return value if callable(value) else None

    def work_call(self, node: nodes.CallNode, scope: RubyScope) -> Any:
        """Return the result of a call, with its receiver, arguments and block worked out in this order."""
        receiver = self.evaluate(node.receiver, scope)
        # Behind `&.` of nil Ruby does not work out the arguments either.
        if node.is_safe and receiver is None:
            return None
        # The line is set after the arguments, which may have calls on lines of their own.
        arguments, block = self.arguments(node.arguments, scope), self.block(node.block, scope)
        self.line = node.line
        try:
            if node.receiver is None:
                return self.call_function(node.name, arguments, block, scope)
            return self.call_method(receiver, node.name, arguments, block)
        except RubyLeaveError as leave:
            if leave.kind == "break" and leave.block is block is not None:
                return leave.value
            raise
        except RubyUnknownError as problem:
            scoped = getattr(node.receiver, "name", "")
            is_constant = str(problem) == node.name and scoped[:1].isupper()
            raise RubyUnknownError(f"{scoped}.{node.name}" if is_constant else str(problem)) from None

    def work_yielded(self, node: nodes.YieldedNode, scope: RubyScope) -> Any:
        """Return the result of the block given to the method (Ruby's `yield`)."""
        # A block has no block of its own: it yields to that of the method around it.
        layer: RubyScope | None = scope
        while layer and layer.block is None:
            layer = layer.outer
        arguments = self.arguments(node.arguments, scope)
        if layer is None or layer.block is None:
            raise RubyUnknownError("yield")
        return layer.block(*arguments)

    # Assignments.

    def work_assignment(self, node: nodes.AssignmentNode, scope: RubyScope) -> Any:
        """Set a variable or the like to a value; return the value.

        `a += b` and `a ||= b` ask for the value before.
        """
        if not node.sign:
            value = self.evaluate(node.value, scope)
            self.assign(node.target, value, scope)
            return value
        before = self._value_before(node.target, scope)
        # `a ||= b` works b out only where a is nothing, which may be a call with an effect.
        if node.sign in {"||", "&&"}:
            if isinstance(before, RubyUnknown) or is_true(before) == (node.sign == "||"):
                return before
            value = self.evaluate(node.value, scope)
        else:
            value = self._operated(before, node, scope)
        self.assign(node.target, value, scope)
        return value

    def _operated(self, before: Any, node: nodes.AssignmentNode, scope: RubyScope) -> Any:
        """Return the value of `a + b` for `a += b`; unknown if it cannot be worked out."""
        try:
            return self.call_method(before, node.sign, [self.evaluate(node.value, scope)], None)
        except RubyUnknownError as problem:
            return RubyUnknown(str(problem))

    def _value_before(self, target: Any, scope: RubyScope) -> Any:
        """Return the value of an assignment's target before it; None for a new variable."""
        if isinstance(target, nodes.NameNode) and target.name[0] not in "@$":
            value = scope.get(target.name)
            if value is MISSING:
                # The assignment itself makes it a variable, which is nil until then; no method of the name is called.
                return self.main.constants.get(target.name)
            return value
        return self.evaluate(target, scope)

    def assign(self, target: Any, value: Any, scope: RubyScope) -> None:
        """Set a variable, a constant, an item or an attribute to a value."""
        match target:
            case nodes.NameNode(name=name) if name[0] in "@$":
                self._variables(name, scope)[name] = value
            # In Ruby a capital makes a constant, which belongs to the module and not to the block.
            case nodes.NameNode(name=name) if name[0].isupper():
                scope.module.constants[name] = value
            case nodes.NameNode(name=name):
                if isinstance(value, list):
                    self._names.setdefault(id(value), (name, value))
                scope.set(name, value)
            case nodes.CallNode(name="[]"):
                receiver = self.evaluate(target.receiver, scope)
                self.call_method(receiver, "[]=", [*self.arguments(target.arguments, scope), value], None)
            case nodes.CallNode():
                receiver = self.evaluate(target.receiver, scope)
                self.call_method(receiver, f"{target.name}=", [value], None)
            case nodes.ListedNode():
                self._assign_several(target.items, value, scope)

    def work_assignments(self, node: nodes.AssignmentsNode, scope: RubyScope) -> Any:
        """Set several targets: `a, b = …`; return the value on the right."""
        value = self.evaluate(node.value, scope)
        self._assign_several(node.targets, value, scope)
        return value

    def _assign_several(self, targets: Sequence[Any], value: Any, scope: RubyScope) -> None:
        """Set several targets to the items of a list; a target `*rest` takes the ones left over."""
        if isinstance(value, RubyUnknown):
            values = [value] * len(targets)
        else:
            values = [*value] if isinstance(value, list) else [value]
        behind = 0
        for number, target in enumerate(targets):
            if isinstance(target, nodes.SpreadNode):
                end = max(len(values) - (len(targets) - number - 1), number)
                self.assign(target.value, values[number:end], scope)
                behind = end - number - 1
            else:
                place = number + behind
                self.assign(target, values[place] if place < len(values) else None, scope)


def _key(value: Any) -> Any:
    """Return a value as the key of a hash. Raises RubyUnknownError for lists, hashes and unknown values."""
    # Ruby takes lists and hashes as keys, which Python cannot hash.
    if isinstance(value, list | dict | RubyUnknown):
        raise RubyUnknownError("the key of a hash")
    return value
