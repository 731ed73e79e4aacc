"""The parts of a Ruby script after it was parsed: statements and expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class LiteralNode(NamedTuple):
    """A number, a symbol, `nil`, `true` or `false`."""

    value: Any


class TextNode(NamedTuple):
    """A text in quotes, whose expressions are worked out."""

    parts: Sequence[Any]
    kind: str = "text"
    """`text`, or `symbol`."""


class PatternNode(NamedTuple):
    """A regular expression."""

    text: TextNode
    flags: str


class ListedNode(NamedTuple):
    """A list; items may be `Spread`."""

    items: Sequence[Any]


class PairsNode(NamedTuple):
    """A hash, or arguments with names; a pair without a key spreads another hash."""

    items: Sequence[tuple[Any, Any]]
    is_named: bool = False
    """Whether the pairs are arguments with names."""


class SpreadNode(NamedTuple):
    """A list whose items are arguments or items: `*names`."""

    value: Any


class PassedNode(NamedTuple):
    """A block that is passed on: `&:upcase` or `&block`."""

    value: Any


class BoundsNode(NamedTuple):
    """A range."""

    first: Any
    last: Any
    is_open: bool


class NameNode(NamedTuple):
    """A variable, a constant, or a call without arguments; names such as `@width` and `$FG` too."""

    name: str
    line: int


class ScopedNode(NamedTuple):
    """A constant of a module: `Math::PI`."""

    scope: Any
    name: str
    line: int


class CallNode(NamedTuple):
    """A call, of a function where there is no receiver."""

    receiver: Any
    name: str
    arguments: Sequence[Any]
    block: Any
    """A `Block`, a `Passed`, or None."""
    line: int
    is_safe: bool = False
    """Whether it is left out for `nil`: `&.`."""


class ParameterNode(NamedTuple):
    """A parameter of a method or block."""

    name: str
    kind: str = "plain"
    """`plain`, `rest`, `key`, `keys`, `block`, or `group` for several in brackets."""
    default: Any = None
    group: Sequence[Any] = ()


class BlockNode(NamedTuple):
    """What stands between braces, or between `do` and `end`."""

    parameters: Sequence[ParameterNode]
    body: Any


class FunctionNode(NamedTuple):
    """A function without a name: `->(x) { … }`."""

    block: BlockNode


class AssignmentNode(NamedTuple):
    """An assignment; `sign` is the operator before the equals sign, or empty."""

    target: Any
    sign: str
    value: Any
    line: int


class AssignmentsNode(NamedTuple):
    """An assignment to several targets."""

    targets: Sequence[Any]
    value: Any


class BothNode(NamedTuple):
    """Two conditions with `&&` or `||` between them."""

    one: Any
    other: Any
    is_and: bool


class NotNode(NamedTuple):
    """A condition that is turned round."""

    value: Any


class ChoiceNode(NamedTuple):
    """`if`, `unless`, and `… ? … : …`."""

    condition: Any
    then: Any
    otherwise: Any
    line: int


class CaseNode(NamedTuple):
    """`case`: pairs of values and what is done for them."""

    subject: Any
    branches: Sequence[tuple[Sequence[Any], Any]]
    otherwise: Any
    line: int


class LoopNode(NamedTuple):
    """`while`, and `until` with a condition that is turned round."""

    condition: Any
    body: Any
    line: int


class WalkNode(NamedTuple):
    """`for`: a loop over the items of a list."""

    targets: Sequence[Any]
    items: Any
    body: Any
    line: int


class DefinitionNode(NamedTuple):
    """A method; `owner` is the module of which it is a function, or None."""

    name: str
    parameters: Sequence[ParameterNode]
    body: Any
    owner: Any


class ModuleNode(NamedTuple):
    """A module or a class, or the functions of one: `class << self`."""

    name: Any
    body: Any
    is_class: bool


class GuardedNode(NamedTuple):
    """`begin` with its `ensure`; errors are not known, so that `rescue` is never done."""

    body: Any
    ensure: Any


class LeaveNode(NamedTuple):
    """`return`, `next` or `break`, with a value."""

    kind: str
    value: Any


class YieldedNode(NamedTuple):
    """`yield`."""

    arguments: Sequence[Any]
    line: int


class StepsNode(NamedTuple):
    """Statements after each other."""

    items: Sequence[Any]


class UnreadNode(NamedTuple):
    """A statement that cannot be read."""

    reason: str
    line: int
