"""Works out the statements of a Ruby script; a part that cannot be worked out becomes unknown, and all else goes on.

Nothing is run: methods that are not written here or in the library of the script's program are unknown. Where a
condition is unknown all its branches are worked out, and `doubt` says so meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.imports.ruby.engine.ruby_calls import RubyLibrary
from generator.imports.ruby.engine.ruby_evaluator import RubyEvaluator
from generator.imports.ruby.engine.ruby_procedures import RubyMethod
from generator.imports.ruby.engine.ruby_scopes import RubyScope, forget_changes
from generator.imports.ruby.syntax import ruby_nodes as nodes
from generator.imports.ruby.values.ruby_limits import RubyLeaveError, RubyLimits
from generator.imports.ruby.values.ruby_values import RubyModule, RubySymbol, RubyUnknown, RubyUnknownError, is_true

# Each part takes several calls of Python, which allows a thousand inside each other.
_DEEPEST = 120
"""Parts of a script that are worked out inside each other."""


class RubyInterpreter(RubyEvaluator):
    """Works out one script and the files that it loads."""

    def __init__(self, library: RubyLibrary, limits: RubyLimits | None = None) -> None:
        """Take the functions of the script's program, and limits to its work."""
        super().__init__(library, limits)
        self.unread: list[nodes.UnreadNode] = []
        """Statements that were to be done, and could not be read."""
        self._depth = 0

    def run(self, program: nodes.StepsNode, file: str) -> None:
        """Work out the statements of a file; raises RubyLimitError if they are too many."""
        before, self.file = self.file, file
        try:
            self.evaluate(program, RubyScope(self.main, self.main))
        except RubyLeaveError:
            return
        finally:
            self.file = before

    def definitions(self) -> Iterator[tuple[str, RubyMethod, RubyModule]]:
        """Yield the functions that the script defines, at its top and in modules: name, method, receiver."""
        for name, method in [*self.main.methods.items()]:
            yield name, method, self.main
        for label, module in [*self.main.constants.items()]:
            for name, method in [*module.functions.items()] if isinstance(module, RubyModule) else ():
                if isinstance(method, RubyMethod):
                    yield f"{label}.{name}", method, module

    def evaluate(self, node: Any, scope: RubyScope) -> Any:
        """Return the value of a node; a part that cannot be worked out is a RubyUnknown."""
        if node is None:
            return None
        self.limits.take_step()
        self._depth += 1
        try:
            return _HANDLERS[type(node) if self._depth <= _DEEPEST else None](self, node, scope)
        except RubyUnknownError as problem:
            return RubyUnknown(str(problem))  # here, at the smallest part, so that all around it goes on
        finally:
            self._depth -= 1

    def _steps(self, node: nodes.StepsNode, scope: RubyScope) -> Any:
        """Work out statements one after another; return the value of the last."""
        value: Any = None
        for statement in node.items:
            value = self.evaluate(statement, scope)
        return value

    def _guarded(self, node: nodes.GuardedNode, scope: RubyScope) -> Any:
        """Return the value of a body; its `ensure` is worked out in any case."""
        try:
            return self.evaluate(node.body, scope)
        finally:
            self.evaluate(node.ensure, scope)

    def _leave(self, node: nodes.LeaveNode, scope: RubyScope) -> Any:
        """Leave a method, block or loop by raising RubyLeaveError."""
        raise RubyLeaveError(node.kind, self.evaluate(node.value, scope))

    def _choice(self, node: nodes.ChoiceNode, scope: RubyScope) -> Any:
        """Return the value of the branch that a condition chooses; an unknown condition takes both."""
        condition = self.evaluate(node.condition, scope)
        if isinstance(condition, RubyUnknown):
            return self._doubted([node.then, node.otherwise], condition.reason, scope)
        return self.evaluate(node.then if is_true(condition) else node.otherwise, scope)

    def _doubted(self, branches: Sequence[Any], reason: str, scope: RubyScope) -> RubyUnknown:
        """Work out all branches of an unknown condition; variables that they set are unknown afterwards."""
        before, states = self.doubt, scope.state()
        self.doubt, is_left = before or reason, False
        for branch in branches:
            try:
                self.evaluate(branch, scope)
            except RubyLeaveError:
                is_left = True  # what follows is done or not, so that it stays in doubt
        forget_changes(states, reason)
        self.doubt = self.doubt if is_left else before
        return RubyUnknown(reason)

    def _case(self, node: nodes.CaseNode, scope: RubyScope) -> Any:
        """Return the value of the branch of `case` that the subject matches."""
        subject = self.evaluate(node.subject, scope) if node.subject is not None else True
        if isinstance(subject, RubyUnknown):
            bodies = [*(body for _, body in node.branches), node.otherwise]
            return self._doubted(bodies, subject.reason, scope)
        for values, body in node.branches:
            if any(self._fits(value, subject, node) for value in self.arguments(values, scope)):
                return self.evaluate(body, scope)
        return self.evaluate(node.otherwise, scope)

    def _fits(self, value: Any, subject: Any, node: nodes.CaseNode) -> bool:
        """Return whether a value behind `when` matches the subject."""
        # `case` without a subject takes the first branch whose condition is true.
        if node.subject is None or isinstance(value, RubyUnknown):
            return is_true(value)
        return is_true(self.call_method(value, "===", [subject], None))

    def _loop(self, node: nodes.LoopNode, scope: RubyScope) -> Any:
        """Work out a `while` loop; an unknown condition works its body out once."""
        while True:
            condition = self.evaluate(node.condition, scope)
            if isinstance(condition, RubyUnknown):
                return self._doubted([node.body], condition.reason, scope)
            if not is_true(condition) or not self._turn(node.body, scope):
                return None

    def _walk(self, node: nodes.WalkNode, scope: RubyScope) -> Any:
        """Work out a `for` loop over items; unknown items work its body out once."""
        items = self.evaluate(node.items, scope)
        if isinstance(items, RubyUnknown):
            for target in node.targets:
                self.assign(target, items, scope)
            return self._doubted([node.body], items.reason, scope)
        for item in self.methods.items(items):
            values = item if len(node.targets) > 1 and isinstance(item, list) else [item]
            # `for` sets variables of the scope around it, unlike a block, which has its own.
            for number, target in enumerate(node.targets):
                self.assign(target, values[number] if number < len(values) else None, scope)
            if not self._turn(node.body, scope):
                return None
        return items

    def _turn(self, body: Any, scope: RubyScope) -> bool:
        """Work out one turn of a loop; return whether the loop goes on."""
        before = self.doubt
        try:
            self.evaluate(body, scope)
        except RubyLeaveError as leave:
            # A `break` that has a block ends the call with that block, and not this loop.
            if leave.kind == "return" or leave.block is not None:
                raise
            return leave.kind == "next"
        finally:
            self.doubt = before
        return True

    # Definitions.

    def _definition(self, node: nodes.DefinitionNode, scope: RubyScope) -> Any:
        """Add a method to its module; return its name as a symbol."""
        method = RubyMethod(node, scope.module)
        if node.owner is None:
            scope.module.methods[node.name] = method
        else:
            owner = self.evaluate(node.owner, scope)
            if isinstance(owner, RubyModule):
                owner.functions[node.name] = method
        # A definition has its name as value, so that `private def …` can be written.
        return RubySymbol(node.name)

    def _module_body(self, node: nodes.ModuleNode, scope: RubyScope) -> Any:
        """Work out the body of a module or class, whose definitions are added to it."""
        # The functions of a module are the methods of its own class, which has no name.
        if node.name is None:
            module = scope.module
            inner = RubyModule(module.name, module.constants, module.functions, {}, module.variables)
            return self.evaluate(node.body, RubyScope(module, inner, scope))
        module = self._module_named(node.name, scope)
        return self.evaluate(node.body, RubyScope(module, module, scope))

    def _module_named(self, node: Any, scope: RubyScope) -> RubyModule:
        """Return the module with a name, made if there is none."""
        module = self.evaluate(node, scope)
        if isinstance(module, RubyModule):
            return module
        created = RubyModule(node.name)
        if isinstance(node, nodes.ScopedNode):
            parent = self.evaluate(node.scope, scope)
            if isinstance(parent, RubyModule):
                parent.constants[node.name] = created
        else:
            scope.module.constants[node.name] = created
        return created

    def _unread(self, node: nodes.UnreadNode, _: RubyScope) -> Any:
        """Note a statement that could not be read; raise RubyUnknownError."""
        # A statement in a loop is met many times, and told once.
        self.unread += [node] if node not in self.unread else []
        raise RubyUnknownError(node.reason)

    def _too_deep(self, _node: Any, _scope: RubyScope) -> Any:
        """Raise RubyUnknownError for calls nested too deeply."""
        raise RubyUnknownError("calls in calls")


_HANDLERS: Mapping[type | None, Callable[[RubyInterpreter, Any, RubyScope], Any]] = {
    None: RubyInterpreter._too_deep,
    nodes.LiteralNode: RubyInterpreter.work_literal,
    nodes.TextNode: RubyInterpreter.work_text,
    nodes.PatternNode: RubyInterpreter.work_pattern,
    nodes.ListedNode: RubyInterpreter.work_listed,
    nodes.PairsNode: RubyInterpreter.work_pairs,
    nodes.BoundsNode: RubyInterpreter.work_bounds,
    nodes.FunctionNode: RubyInterpreter.work_function,
    nodes.BothNode: RubyInterpreter.work_both,
    nodes.NotNode: RubyInterpreter.work_not,
    nodes.NameNode: RubyInterpreter.work_name,
    nodes.ScopedNode: RubyInterpreter.work_scoped,
    nodes.CallNode: RubyInterpreter.work_call,
    nodes.StepsNode: RubyInterpreter._steps,
    nodes.GuardedNode: RubyInterpreter._guarded,
    nodes.LeaveNode: RubyInterpreter._leave,
    nodes.YieldedNode: RubyInterpreter.work_yielded,
    nodes.ChoiceNode: RubyInterpreter._choice,
    nodes.CaseNode: RubyInterpreter._case,
    nodes.LoopNode: RubyInterpreter._loop,
    nodes.WalkNode: RubyInterpreter._walk,
    nodes.AssignmentNode: RubyInterpreter.work_assignment,
    nodes.AssignmentsNode: RubyInterpreter.work_assignments,
    nodes.DefinitionNode: RubyInterpreter._definition,
    nodes.ModuleNode: RubyInterpreter._module_body,
    nodes.UnreadNode: RubyInterpreter._unread,
}
