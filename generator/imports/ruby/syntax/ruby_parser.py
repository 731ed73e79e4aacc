"""Parses Ruby scripts: statements, blocks, methods and modules; a statement that cannot be read is left out alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.imports.ruby.syntax.ruby_expressions import ExpressionParser
from generator.imports.ruby.syntax.ruby_nodes import (
    CaseNode,
    ChoiceNode,
    DefinitionNode,
    GuardedNode,
    LoopNode,
    ModuleNode,
    NameNode,
    NotNode,
    ParameterNode,
    ScopedNode,
    StepsNode,
    UnreadNode,
    WalkNode,
)
from generator.imports.ruby.syntax.ruby_tokens import RubyToken, ruby_tokens
from generator.imports.ruby.values.ruby_values import RubyUnknownError

_NEVER_DONE = {"alias", "undef", "redo", "retry"}


def parse_ruby(text: str, line: int = 1) -> StepsNode:
    """Return the parsed statements of a Ruby script; `line` is the number of its first line.

    Raises RubyUnknownError for a quoted text without its closing quote, and for expressions nested too deeply.
    """
    try:
        parser = _ScriptParser(ruby_tokens(text, line))
        return StepsNode(parser.statements(()))
    except RecursionError:
        raise RubyUnknownError("expressions in expressions without end") from None


class _ScriptParser(ExpressionParser):
    """Reads statements from tokens."""

    def statements(self, ends: tuple[str, ...]) -> list[Any]:
        """Return the statements up to one of the words in `ends`, not passed, or to the end of the script."""
        read: list[Any] = []
        while True:
            while self.takes("line"):
                pass
            token = self.peek()
            if token.kind == "end" or (token.kind in {"word", "sign"} and token.value in ends):
                return read
            read.append(self._whole_statement(token))

    def _whole_statement(self, token: RubyToken) -> Any:
        """Return a statement, or a node for one that cannot be read, with the rest of its line passed."""
        start = self.position
        try:
            node = self.statement()
        except RubyUnknownError as problem:
            return self._unread(str(problem), token, start)
        is_whole = self.peek().kind in {"line", "end"} or self._is_closing()
        return node if is_whole else self._unread(f"“{self.peek().value}”", token, start)

    # A line that cannot be read costs that line alone: the rest of a script is worth having.
    def _unread(self, reason: str, token: RubyToken, start: int) -> UnreadNode:
        """Return a node for a statement that cannot be read, and pass the rest of its line."""
        self.position = max(self.position, start + 1)
        while self.peek().kind not in {"line", "end"}:
            self.take()
        return UnreadNode(reason, token.line)

    def _is_closing(self) -> bool:
        """Return whether a word or bracket follows that closes a part of a statement."""
        token = self.peek()
        closes = {"end", "else", "elsif", "when", "in", "rescue", "ensure", "then", "}", ")"}
        return token.kind in {"word", "sign"} and token.value in closes

    def body(self, *ends: str) -> StepsNode:
        """Return the statements up to one of the words in `ends`, which is not passed."""
        return StepsNode(self.statements(ends))

    def read_word(self, token: RubyToken) -> Any:
        """Return the node of a statement that begins with a word of the language, already passed."""
        if token.value in _NEVER_DONE:
            raise RubyUnknownError(token.value)
        if token.value in _STATEMENTS:
            return _STATEMENTS[token.value](self, token)
        return super().read_word(token)

    def _condition(self) -> Any:
        """Return the condition of `if` or `while`, whose `do` belongs to the statement."""
        with self.without_do():
            return self.statement()

    def _then(self) -> None:
        """Pass the end of a line and the word `then`, where they follow."""
        self.takes("line")
        self.takes("word", "then")

    def _choice(self, token: RubyToken) -> Any:
        """Parse `if` or `unless` with its branches `elsif` and `else`, and return its node."""
        condition = self._condition()
        self._then()
        then = self.body("else", "elsif", "end")
        otherwise: Any = None
        if branch := self.takes("word", "elsif"):
            otherwise = self._choice(branch._replace(value="if"))
        else:
            if self.takes("word", "else"):
                otherwise = self.body("end")
            self.needs("word", "end")
        condition = NotNode(condition) if token.value == "unless" else condition
        return ChoiceNode(condition, then, otherwise, token.line)

    def _case(self, token: RubyToken) -> Any:
        """Parse a `case` with its branches, and return its node."""
        subject = None if self.peek().kind == "line" else self.statement()
        self.takes("line")
        branches: list[tuple[list[Any], Any]] = []
        otherwise: Any = None
        while self.takes("word", "when"):
            values = [self.argument()]
            while self.takes("sign", ","):
                self.skip_lines()
                values.append(self.argument())
            self._then()
            branches.append((values, self.body("when", "else", "end")))
        if self.takes("word", "else"):
            otherwise = self.body("end")
        self.needs("word", "end")
        return CaseNode(subject, branches, otherwise, token.line)

    def _loop(self, token: RubyToken) -> Any:
        """Parse a loop `while` or `until`, and return its node."""
        condition = self._condition()
        self.takes("word", "do")
        body = self.body("end")
        self.needs("word", "end")
        return LoopNode(NotNode(condition) if token.value == "until" else condition, body, token.line)

    def _walk(self, token: RubyToken) -> Any:
        """Parse a loop `for … in`, and return its node."""
        targets = [self.primary()]
        while self.takes("sign", ","):
            targets.append(self.primary())
        self.declare(*targets)
        self.needs("word", "in")
        items = self._condition()
        self.takes("word", "do")
        body = self.body("end")
        self.needs("word", "end")
        return WalkNode(targets, items, body, token.line)

    def _definition(self, _: RubyToken) -> Any:
        """Parse the definition of a method, and return its node.

        It may also be a method behind a dot, an operator, or one without `end`.
        """
        owner, token = None, self.take()
        if self.takes("sign", "."):
            owner, token = NameNode(token.value, token.line), self.take()
        name = str(token.value)
        # A blank tells the body of a short method, `def x = 1`, from the name of one that sets, `def x=(value)`.
        if self.peek().value == "=" and not self.peek().is_spaced:
            self.take()
            name += "="
        elif name == "[":
            self.needs("sign", "]")
            name = "[]=" if self.takes("sign", "=") else "[]"
        parameters = self._parameters()
        # A method without `end`, which Ruby has since 3.0.
        if self.takes("sign", "="):
            self.skip_lines()
            return DefinitionNode(name, parameters, self.statement(), owner)
        return DefinitionNode(name, parameters, self._guarded("end"), owner)

    def _parameters(self) -> list[ParameterNode]:
        """Return the parameters of a method, with or without brackets."""
        if self.takes("sign", "("):
            return self.parameters(")")
        return [] if self.peek().kind == "line" or self.peek().value in {";", "="} else self.parameters("")

    def _module(self, token: RubyToken) -> Any:
        """Parse a module or class with its body, and return its node.

        The class that it inherits from is passed over.
        """
        is_class = token.value == "class"
        if is_class and self.takes("sign", "<<"):
            self.statement()
            return ModuleNode(None, self._ended_body(), is_class=False)
        name: Any = NameNode(str(self.take().value), self.peek().line)
        while self.takes("sign", "::"):
            name = ScopedNode(name, str(self.take().value), self.peek().line)
        if self.takes("sign", "<"):
            self.statement()
        return ModuleNode(name, self._ended_body(), is_class)

    def _ended_body(self) -> StepsNode:
        """Return statements up to `end`, and pass that word."""
        body = self.body("end")
        self.needs("word", "end")
        return body

    def _guarded(self, end: str) -> Any:
        """Return statements up to their end, with their `ensure`; the branches of `rescue` are passed over."""
        body, ensure = self.body("rescue", "else", "ensure", end), None
        while token := (self.takes("word", "rescue") or self.takes("word", "else") or self.takes("word", "ensure")):
            if token.value == "rescue":
                while self.peek().kind not in {"line", "end"} and self.peek().value != "then":
                    self.take()
                self.takes("word", "then")
            branch = self.body("rescue", "else", "ensure", end)
            ensure = branch if token.value == "ensure" else ensure
        self.needs("word" if end == "end" else "sign", end)
        return GuardedNode(body, ensure) if ensure else body

    def block_body(self, end: str) -> Any:
        """Return the statements of a block, and pass its end."""
        with self.with_do():
            return self._guarded(end)

    def inner(self, tokens: tuple[RubyToken, ...]) -> Any:
        """Return the statements of an expression inside a text."""
        parser = _ScriptParser(tokens, self.names)
        return StepsNode(parser.statements(()))

    def bracketed_statements(self) -> Any:
        """Return the statements in round brackets, and pass the closing one."""
        with self.with_do():
            body = self.body(")")
        self.needs("sign", ")")
        return body if len(body.items) != 1 else body.items[0]


_STATEMENTS: Mapping[str, Callable[[_ScriptParser, RubyToken], Any]] = {
    **dict.fromkeys(("if", "unless"), _ScriptParser._choice),
    **dict.fromkeys(("while", "until"), _ScriptParser._loop),
    **dict.fromkeys(("module", "class"), _ScriptParser._module),
    "case": _ScriptParser._case,
    "for": _ScriptParser._walk,
    "def": _ScriptParser._definition,
    "begin": lambda parser, _: parser._guarded("end"),
}
