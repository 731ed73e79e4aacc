"""Parses the expressions of Ruby, from the loosest operator to the tightest, and calls with and without brackets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from generator.imports.ruby.syntax.ruby_arguments import ArgumentParser
from generator.imports.ruby.syntax.ruby_nodes import (
    AssignmentNode,
    AssignmentsNode,
    BlockNode,
    BothNode,
    BoundsNode,
    CallNode,
    ChoiceNode,
    FunctionNode,
    LeaveNode,
    ListedNode,
    LiteralNode,
    NameNode,
    NotNode,
    PairsNode,
    PassedNode,
    PatternNode,
    ScopedNode,
    SpreadNode,
    TextNode,
    YieldedNode,
)
from generator.imports.ruby.syntax.ruby_tokens import RubyToken
from generator.imports.ruby.values.ruby_values import RubySymbol, RubyUnknownError

# From the loosest operators to the tightest, as the order of the sets says which is applied first.
_LEVELS = (
    {"..", "..."},
    {"||"},
    {"&&"},
    {"<=>", "==", "===", "!=", "=~", "!~"},
    {"<", "<=", ">", ">="},
    {"|", "^"},
    {"&"},
    {"<<", ">>"},
    {"+", "-"},
    {"*", "/", "%"},
)
_ASSIGNING = {"=", "+=", "-=", "*=", "/=", "%=", "**=", "||=", "&&=", "<<=", ">>=", "|=", "&="}
_CONSTANTS = {"nil": None, "true": True, "false": False}


class ExpressionParser(ArgumentParser):
    """Reads expressions; statements are read by what is derived from it."""

    # What statements are made of.

    def statement(self) -> Any:
        """Return a statement, with the `if`, `unless` or `rescue` behind it."""
        node = self._assignments() if self._has_several_targets() else self._words_between()
        while True:
            token = self.peek()
            if self.takes("word", "if"):
                self.skip_lines()
                node = ChoiceNode(self._words_between(), node, None, token.line)
            elif self.takes("word", "unless"):
                self.skip_lines()
                node = ChoiceNode(NotNode(self._words_between()), node, None, token.line)
            elif self.takes("word", "rescue"):
                self._words_between()
            else:
                return node

    def _words_between(self) -> Any:
        """Return expressions with `and` or `or` between them."""
        node = self.expression(is_statement=True)
        # Both words bind alike in Ruby, unlike `&&` and `||`.
        while word := (self.takes("word", "and") or self.takes("word", "or")):
            self.skip_lines()
            node = BothNode(node, self.expression(), word.value == "and")
        return node

    def _has_several_targets(self) -> bool:
        """Return whether an assignment to several targets follows: `a, b = …`."""
        # Looked ahead for, because `a, b` alone are two arguments, and no targets.
        commas, before = 0, ""
        for token in self.tokens[self.position : self.position + 60]:
            if token.kind == "sign" and token.value == "=":
                return commas > 0
            is_name = token.kind in {"name", "instance", "global", "constant"}
            is_sign = token.kind == "sign" and token.value in {",", "*", ".", "[", "]", "(", ")"}
            is_index = before == "[" and token.kind in {"number", "text", "symbol"}
            if not (is_name or is_sign or is_index) or (is_name and before == "name"):
                return False
            commas += token.value == "," if is_sign else 0
            before = "name" if is_name else str(token.value)
        return False

    def _assignments(self) -> Any:
        """Parse an assignment to several targets, `a, b = …`, and return its node."""
        targets = [self._target()]
        while self.takes("sign", ","):
            targets.append(self._target())
        self.needs("sign", "=")
        self.skip_lines()
        values = [self.argument()]
        while self.takes("sign", ","):
            self.skip_lines()
            values.append(self.argument())
        self.declare(*targets)
        is_one = len(values) == 1 and not isinstance(values[0], SpreadNode)
        return AssignmentsNode(targets, values[0] if is_one else ListedNode(values))

    def _target(self) -> Any:
        """Return one target of an assignment: a variable, an item, `*rest`, or targets in brackets."""
        if self.takes("sign", "*"):
            return SpreadNode(self._target())
        if self.takes("sign", "("):
            targets = [self._target()]
            while self.takes("sign", ","):
                targets.append(self._target())
            self.needs("sign", ")")
            return ListedNode(targets)
        return self.postfix()

    def expression(self, *, is_statement: bool = False) -> Any:
        """Return an expression, also an assignment, up to a comma or a closing bracket.

        In a statement `a = 1, 2` makes a list.
        """
        if self.takes("word", "not"):
            return NotNode(self.expression())
        node = self.ternary()
        token = self.peek()
        if (
            token.kind != "sign"
            or token.value not in _ASSIGNING
            or not isinstance(node, NameNode | ScopedNode | CallNode)
        ):
            return node
        self.take()
        self.skip_lines()
        self.declare(node)
        value = self.argument() if self.peek()[:2] == ("sign", "*") else self.expression(is_statement=is_statement)
        if isinstance(value, SpreadNode) or (is_statement and self.peek()[:2] == ("sign", ",")):
            value = ListedNode([value, *self._more_items()])
        return AssignmentNode(node, str(token.value).removesuffix("="), value, token.line)

    def _more_items(self) -> Iterator[Any]:
        """Parse and yield further items, each behind a comma."""
        while self.takes("sign", ","):
            self.skip_lines()
            yield self.argument()

    def ternary(self) -> Any:
        """Return an expression that is no assignment, also a choice `a ? b : c`."""
        condition = self._binary(0)
        token = self.takes("sign", "?")
        if not token:
            return condition
        self.skip_lines()
        then = self.ternary()
        self.skip_lines()
        self.needs("sign", ":")
        self.skip_lines()
        return ChoiceNode(condition, then, self.expression(), token.line)

    def _binary(self, level: int) -> Any:
        """Return operands joined by the operators of a level and all tighter ones."""
        if level == len(_LEVELS):
            return self._unary()
        node = self._binary(level + 1)
        while self._has_sign(_LEVELS[level]):
            sign = self.take()
            self.skip_lines()
            if sign.value in {"..", "..."} and self._is_open_end():
                # Since Ruby 2.6 a range may have no end.
                return BoundsNode(node, None, sign.value == "...")
            node = _combined(node, sign, self._binary(level + 1))
        return node

    def _has_sign(self, signs: set[str]) -> bool:
        """Return whether one of some operators follows; `|` is none where it ends parameters."""
        token = self.peek()
        return token.kind == "sign" and token.value in signs and (token.value != "|" or self.has_pipe)

    def _is_open_end(self) -> bool:
        """Return whether nothing follows the dots of a range."""
        token = self.peek()
        return token.kind in {"line", "end"} or token.value in {")", "]", "then"}

    def _unary(self) -> Any:
        """Return a value with the signs before it, and its power."""
        token = self.peek()
        if self.takes("sign", "!"):
            return NotNode(self._unary())
        if self.takes("sign", "-"):
            return CallNode(self._unary(), "-@", (), None, token.line)
        if self.takes("sign", "+"):
            return self._unary()
        if self._has_sign({"..", "..."}):
            self.take()
            # Since Ruby 2.7 a range may have no beginning.
            return BoundsNode(None, self._binary(1), token.value == "...")
        node = self.postfix()
        # A power binds tighter than a minus before it, and is worked out from the right.
        if power := self.takes("sign", "**"):
            return CallNode(node, "**", (self._unary(),), None, power.line)
        return node

    # Values with the calls behind them.

    def postfix(self) -> Any:
        """Return a value with the calls and indexes behind it: `a.b[0]`."""
        node = self.primary()
        while True:
            token = self.peek()
            if self.takes("sign", ".") or self.takes("sign", "&."):
                self.skip_lines()
                node = self._method(node, is_safe=token.value == "&.")
            elif self.takes("sign", "::"):
                node = self._scoped(node)
            elif token[:2] == ("sign", "[") and not token.is_spaced:
                self.take()
                node = CallNode(node, "[]", self.bracketed("]"), None, token.line)
            else:
                return node

    def _method(self, receiver: Any, *, is_safe: bool) -> Any:
        """Parse a method call behind a dot, and return its node."""
        token = self.take()
        if token.kind not in {"name", "constant", "word"} and token[:2] != ("sign", "("):
            raise RubyUnknownError(f"“{token.value}” behind a dot")
        # `f.(x)` is short for `f.call(x)`.
        if token.value == "(":
            return CallNode(receiver, "call", self.bracketed(")"), None, token.line, is_safe)
        return self._finish(receiver, token, is_safe=is_safe)

    def _scoped(self, node: Any) -> Any:
        """Parse a constant or a call behind `::`, and return its node."""
        token = self.take()
        if token.kind == "constant" and not self.has_bracket():
            return ScopedNode(node, str(token.value), token.line)
        return self._finish(node, token)

    def _finish(self, receiver: Any, token: RubyToken, *, is_safe: bool = False) -> Any:
        """Return a call of a name with its arguments and its block.

        `is_safe` marks `&.`, which does nothing for `nil`.
        """
        arguments: list[Any] = []
        if self.has_bracket():
            self.take()
            arguments = self.bracketed(")")
        elif self.begins_argument():
            arguments = self.open_arguments()
        block = next((item for item in arguments if isinstance(item, PassedNode)), None)
        arguments = [item for item in arguments if not isinstance(item, PassedNode)]
        return CallNode(receiver, str(token.value), arguments, self.block() or block, token.line, is_safe)

    # Values.

    def primary(self) -> Any:
        """Return a literal, a variable, a bracket, or a call by its name."""
        token = self.take()
        readers: Mapping[str, Callable[[RubyToken], Any]] = {
            "name": self._named,
            "constant": self._named,
            "sign": self._bracket,
            "word": self.read_word,
        }
        if token.kind in readers:
            return readers[token.kind](token)
        return self._literal(token)

    def _literal(self, token: RubyToken) -> Any:
        """Return the node of a number, text, symbol, regular expression, list of words, or variable with a sign."""
        match token.kind:
            case "number" | "symbol":
                return LiteralNode(token.value)
            case "text" | "symboltext":
                return self.read_text(token, "symbol" if token.kind == "symboltext" else "text")
            case "instance" | "global":
                return NameNode(str(token.value), token.line)
            case "regex":
                return PatternNode(TextNode(self._inner_parts(token.value[0])), token.value[1])
            # Never run: a call that nobody knows is unknown.
            case "command":
                return CallNode(None, "a command of the system", (), None, token.line)
        if token.kind != "words":
            raise RubyUnknownError(f"“{token.value}”")
        return ListedNode(
            [LiteralNode(word) if isinstance(word, RubySymbol) else TextNode((word,)) for word in token.value]
        )

    def read_text(self, token: RubyToken, kind: str) -> TextNode:
        """Return a text with its expressions, joined with the texts beside it."""
        parts = [*self._inner_parts(token.value)]
        while kind == "text" and self.peek().kind == "text":  # texts beside each other are one
            parts += self._inner_parts(self.take().value)
        return TextNode(parts, kind)

    def _inner_parts(self, parts: Any) -> list[Any]:
        """Return the parts of a text, with the tokens of its expressions parsed."""
        return [part if isinstance(part, str) else self.inner(part) for part in parts]

    def _named(self, token: RubyToken) -> Any:
        """Return a variable or constant, or else a call by its name."""
        name = str(token.value)
        # `a -1` is a difference where a is a variable, and a call where it is none.
        if name in self.names and not self.has_bracket() and self.peek().kind not in {"key", "textkey"}:
            return NameNode(name, token.line)
        if token.kind == "constant" and not self.has_bracket():
            return NameNode(name, token.line)
        node = self._finish(None, token)
        is_bare = not node.arguments and node.block is None and self.tokens[self.position - 1] is token
        return NameNode(name, token.line) if is_bare else node

    def _bracket(self, token: RubyToken) -> Any:
        """Return the node that begins with a sign: a bracket, list, hash or lambda."""
        match token.value:
            case "(":
                return self.bracketed_statements()
            case "[":
                return ListedNode(
                    [item if not isinstance(item, PairsNode) else PairsNode(item.items) for item in self.bracketed("]")]
                )
            case "{":
                return PairsNode(self._pairs())
            case "->":
                parameters = self.parameters(")") if self.takes("sign", "(") else []
                if self.peek().kind == "name":
                    parameters = [self.parameter()]
                block = self.block()
                if block:
                    return FunctionNode(BlockNode([*parameters, *block.parameters], block.body))
            case "::":
                return NameNode(str(self.take().value), token.line)
        raise RubyUnknownError(f"“{token.value}”")

    def _pairs(self) -> list[tuple[Any, Any]]:
        """Return the pairs of a hash up to its closing brace. Raises RubyUnknownError for other items."""
        pairs: list[tuple[Any, Any]] = []
        for item in self.bracketed("}"):
            if not isinstance(item, PairsNode):
                raise RubyUnknownError("a hash")
            pairs += item.items
        return pairs

    def read_word(self, token: RubyToken) -> Any:
        """Return the node of an expression that begins with a word of the language, already passed."""
        word = str(token.value)
        if word in _CONSTANTS:
            return LiteralNode(_CONSTANTS[word])
        if word in {"self", "__FILE__", "__dir__"}:
            return NameNode(word, token.line)
        if word == "super":
            return self._finish(None, token)
        if word == "yield":
            call = self._finish(None, token)
            return YieldedNode(call.arguments, token.line)
        if word in {"return", "next", "break"}:
            return LeaveNode(word, self._left_value())
        raise RubyUnknownError(word)

    def _left_value(self) -> Any:
        """Return the value behind `return`, `next` or `break`; `nil` if there is none."""
        token = self.peek()
        is_empty = token.kind in {"line", "end"} or token.value in {"}", ")"}
        if is_empty or (token.kind == "word" and token.value in {"if", "unless", "end"}):
            return LiteralNode(None)
        node = self.expression()
        more = [*self._more_items()]
        return ListedNode([node, *more]) if more else node

    # What is derived reads these.

    @abstractmethod
    def inner(self, tokens: tuple[RubyToken, ...]) -> Any:
        """Return the statements of an expression in a text."""

    @abstractmethod
    def bracketed_statements(self) -> Any:
        """Return the statements in round brackets, and pass the closing one."""


def _combined(one: Any, sign: RubyToken, other: Any) -> Any:
    """Return the node of an operator between two operands."""
    match sign.value:
        case "&&" | "||":
            return BothNode(one, other, sign.value == "&&")
        case ".." | "...":
            return BoundsNode(one, other, sign.value == "...")
        # Ruby asks `==` for `!=` too.
        case "!=":
            return NotNode(CallNode(one, "==", (other,), None, sign.line))
        case "!~":
            return NotNode(CallNode(one, "=~", (other,), None, sign.line))
    return CallNode(one, str(sign.value), (other,), None, sign.line)
