"""Parses the arguments of calls in Ruby, with and without brackets, and their blocks with parameters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from generator.imports.ruby.syntax.ruby_nodes import (
    BlockNode,
    LiteralNode,
    NameNode,
    PairsNode,
    ParameterNode,
    PassedNode,
    SpreadNode,
    TextNode,
)
from generator.imports.ruby.syntax.ruby_tokens import RubyToken
from generator.imports.ruby.values.ruby_values import RubySymbol, RubyUnknownError

_BEGINNING = {
    *("number", "text", "regex", "command", "symbol", "symboltext", "words", "key", "textkey", "name", "constant"),
    *("instance", "global"),
}
"""Kinds of tokens with which an argument may begin."""
_BEGINNING_WORDS = {
    "nil",
    "true",
    "false",
    "self",
    "not",
    "defined?",
    "__FILE__",
    "__dir__",
    "case",
    "yield",
    "super",
    "def",
}
_TIGHT = {"*", "&", "**", "-", "::"}
"""Signs that begin an argument if a blank stands before and none behind them."""
_DEEPEST = 20


class RubyTokenRow:
    """Tokens, of which the last is of the kind `end`."""

    def __init__(self, tokens: tuple[RubyToken, ...]) -> None:
        """Take the tokens of a Ruby script, and start before the first."""
        self.tokens = tokens
        self.position = 0

    def peek(self, ahead: int = 0) -> RubyToken:
        """Return the token `ahead` places further on, without passing any."""
        # The last token stands for everything behind it, so that no reader has to ask how many there are.
        return self.tokens[min(self.position + ahead, len(self.tokens) - 1)]

    def take(self) -> RubyToken:
        """Return the next token, and pass it; the last one stays."""
        token = self.peek()
        self.position = min(self.position + 1, len(self.tokens) - 1)
        return token

    def takes(self, kind: str, value: str = "") -> RubyToken | None:
        """Return the next token and pass it, if it has the kind, and the value if one is given; else None."""
        token = self.peek()
        is_next = token.kind == kind and (not value or token.value == value)
        return self.take() if is_next else None

    def needs(self, kind: str, value: str) -> None:
        """Pass a token with a kind and value. Raises RubyUnknownError if another one comes next."""
        if not self.takes(kind, value):
            raise RubyUnknownError(f"“{self.peek().value or 'the end of the line'}” where “{value}” is expected")

    def skip_lines(self) -> None:
        """Move past the ends of lines."""
        while self.takes("line"):
            pass


class ArgumentParser(RubyTokenRow, ABC):
    """Reads arguments; the expressions among them are read by what is derived from it."""

    def __init__(self, tokens: tuple[RubyToken, ...], names: set[str] | None = None) -> None:
        """Take the tokens, and names known as variables from the text around."""
        super().__init__(tokens)
        self.names = names if names is not None else set()
        """Variables that were assigned: behind them no argument follows."""
        self._has_do = True
        """Whether a `do` belongs to the call that is read."""
        self.has_pipe = True
        self._depth = 0

    @contextmanager
    def without_do(self) -> Iterator[None]:
        """Leave `do` to the statement around while an expression is read, as in `while x do`."""
        before, self._has_do = self._has_do, False
        yield
        self._has_do = before

    @contextmanager
    def with_do(self) -> Iterator[None]:
        """Read the inside of brackets, where every `do` belongs to its call.

        Raises RubyUnknownError for brackets nested too deeply.
        """
        before, self._has_do, self.has_pipe = (self._has_do, self.has_pipe), True, True
        self._depth += 1
        # Each bracket takes two dozen calls of Python, of which a thousand may be open.
        if self._depth > _DEEPEST:
            self._depth -= 1
            raise RubyUnknownError("brackets in brackets")
        try:
            yield
        finally:
            self._depth -= 1
            self._has_do, self.has_pipe = before

    def declare(self, *targets: Any) -> None:
        """Note the names of variables that are assigned, or of parameters."""
        self.names |= {target.name for target in targets if isinstance(target, NameNode | ParameterNode)}

    def has_bracket(self) -> bool:
        """Return whether a bracket opens right behind a name, without a blank."""
        token = self.peek()
        return token[:2] == ("sign", "(") and not token.is_spaced

    def begins_argument(self) -> bool:
        """Return whether an argument follows behind a blank, without brackets."""
        token = self.peek()
        if not token.is_spaced:
            return False
        if token.kind == "word":
            return token.value in _BEGINNING_WORDS
        if token.kind != "sign":
            return token.kind in _BEGINNING
        if token.value in _TIGHT:
            return not self.peek(1).is_spaced and self.peek(1).kind != "line"
        return token.value in {"[", "->", "!", "("}

    def open_arguments(self) -> list[Any]:
        """Return the arguments of a call without brackets, up to the end of the line."""
        with self.without_do():
            return self._gathered(self._arguments())

    def _arguments(self) -> Iterator[Any]:
        """Parse and yield arguments separated by commas."""
        yield self.argument()
        while self.takes("sign", ","):
            self.skip_lines()
            yield self.argument()

    def bracketed(self, end: str) -> list[Any]:
        """Return arguments or items up to a closing bracket, and pass it."""
        items: list[Any] = []
        with self.with_do():
            self.skip_lines()
            while self.peek()[:2] != ("sign", end):
                items.append(self.argument())
                self.skip_lines()
                if not self.takes("sign", ","):
                    break
                self.skip_lines()
        self.needs("sign", end)
        return self._gathered(iter(items))

    def _gathered(self, items: Iterator[Any]) -> list[Any]:
        """Return arguments with their pairs collected in one hash behind the others."""
        values, pairs = [], []
        for item in items:
            if isinstance(item, tuple) and type(item) is tuple:
                pairs.append(item)
            else:
                values.append(item)
        return [*values, PairsNode(pairs, is_named=True)] if pairs else values

    def argument(self) -> Any:
        """Return an argument or an item: an expression, a pair `key: value`, a spread list, or a passed block."""
        token = self.peek()
        if self.takes("sign", "*"):
            return SpreadNode(self.ternary())
        if self.takes("sign", "**"):
            return (None, self.ternary())
        if self.takes("sign", "&"):
            return PassedNode(self.ternary())
        if token.kind in {"key", "textkey"}:
            self.take()
            self.skip_lines()
            key = LiteralNode(RubySymbol(token.value)) if token.kind == "key" else self.read_text(token, "symbol")
            # Since Ruby 3.1 `x:` alone stands for `x: x`.
            is_short = self.peek().kind == "sign" and self.peek().value in {",", ")", "}"}
            return (key, NameNode(str(token.value), token.line) if is_short else self.expression())
        node = self.expression()
        if self.takes("sign", "=>"):
            self.skip_lines()
            return (node, self.expression())
        return node

    def block(self) -> BlockNode | None:
        """Return the block of a call; None without one."""
        token = self.peek()
        if token[:2] == ("sign", "{"):
            return self._read_block("}")
        if token[:2] == ("word", "do") and self._has_do:
            return self._read_block("end")
        return None

    def _read_block(self, end: str) -> BlockNode:
        """Return a block from its opening to its end, `}` or `end`."""
        self.take()
        self.skip_lines()
        parameters = self.parameters("|") if self.takes("sign", "|") else []
        # Empty parameters, as in `{ || 1 }`, are read as one sign.
        self.takes("sign", "||")
        return BlockNode(parameters, self.block_body(end))

    def parameters(self, end: str) -> list[ParameterNode]:
        """Return parameters up to a sign, which is passed; an empty `end` stands for the end of the line."""
        parameters: list[ParameterNode] = []
        # In the default value of a block's parameter `|` is no operator, because it ends the parameters.
        before, self.has_pipe = self.has_pipe, end != "|"
        while self.peek().kind != "end" and not (end and self.takes("sign", end)):
            if self.takes("line"):
                if end != "|" and not end:
                    break
                if end == "|":
                    self._skip_to(end)
                continue
            if not self.takes("sign", ","):
                parameters.append(self.parameter())
        self.has_pipe = before
        self.declare(*parameters)
        return parameters

    def _skip_to(self, end: str) -> None:
        """Move past all tokens before a sign."""
        while self.peek().kind != "end" and self.peek()[:2] != ("sign", end):
            self.take()

    def parameter(self) -> ParameterNode:
        """Return one parameter, with its default or the parameters in its brackets."""
        token = self.take()
        if token[:2] == ("sign", "("):
            group = self.parameters(")")
            return ParameterNode("", "group", None, group)
        if token.kind == "sign" and token.value in {"*", "**", "&"}:
            kind = {"*": "rest", "**": "keys", "&": "block"}[str(token.value)]
            return ParameterNode(str(self.take().value) if self.peek().kind == "name" else "", kind)
        if token.kind == "key":
            has_default = self.peek().kind not in {"line", "end"} and self.peek().value not in {",", ")", "|"}
            return ParameterNode(str(token.value), "key", self.ternary() if has_default else None)
        if token.kind != "name":
            raise RubyUnknownError(f"“{token.value}” among parameters")
        return ParameterNode(str(token.value), "plain", self.ternary() if self.takes("sign", "=") else None)

    # What is derived reads these.

    @abstractmethod
    def expression(self, *, is_statement: bool = False) -> Any:
        """Return an expression, up to a comma or a closing bracket."""

    @abstractmethod
    def ternary(self) -> Any:
        """Return an expression that is no assignment."""

    @abstractmethod
    def read_text(self, token: RubyToken, kind: str) -> TextNode:
        """Return a text with its expressions; `kind` is "text" or "symbol"."""

    @abstractmethod
    def block_body(self, end: str) -> Any:
        """Return the statements of a block, and pass its end."""
