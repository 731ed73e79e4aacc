"""Where the variables of a script live: in methods, and in blocks that see those around them."""

from __future__ import annotations

from typing import Any

from generator.base.records import dataclass, field
from generator.imports.ruby.values.ruby_values import RubyBlock, RubyModule, RubyUnknown

_MISSING = object()


@dataclass(slots=True)
class RubyScope:
    """The variables of a method or a block."""

    receiver: Any
    """The object on which calls without a receiver are done."""
    module: RubyModule
    """Where methods and constants are defined."""
    outer: RubyScope | None = None
    """The scope around a block."""
    block: RubyBlock | None = None
    """The block that was given to the method."""
    variables: dict[str, Any] = field(default_factory=dict)

    def get(self, name: str) -> Any:
        """Return the value of a variable in this scope or one around it; MISSING if there is none."""
        scope: RubyScope | None = self
        while scope:
            if name in scope.variables:
                return scope.variables[name]
            scope = scope.outer
        return _MISSING

    def set(self, name: str, value: Any) -> None:
        """Set a variable in the scope that has it, or else in this one."""
        scope: RubyScope | None = self
        while scope and name not in scope.variables:
            scope = scope.outer
        (scope or self).variables[name] = value

    def state(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Return the variables of this scope and those around it, each with a copy of its present state."""
        states, scope = [], self
        while True:
            states.append((scope.variables, dict(scope.variables)))
            if scope.outer is None:
                return states
            scope = scope.outer


MISSING = _MISSING
"""The value of a variable that no scope has."""


def forget_changes(states: list[tuple[dict[str, Any], dict[str, Any]]], reason: str) -> None:
    """Mark variables as unknown whose values changed since `states` were taken."""
    # By identity: a list that was changed in its place is marked where it is changed.
    for variables, before in states:
        for name, value in variables.items():
            if value is not before.get(name, _MISSING):
                variables[name] = RubyUnknown(reason)
