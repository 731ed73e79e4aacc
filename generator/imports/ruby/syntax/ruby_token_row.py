"""The tokens of a script with the place up to which they were read."""

from __future__ import annotations

from generator.imports.ruby.syntax.ruby_tokens import RubyToken
from generator.imports.ruby.values.ruby_values import RubyUnknownError


class RubyTokenRow:
    """Tokens, of which the last is of the kind `end`."""

    def __init__(self, tokens: tuple[RubyToken, ...]) -> None:
        self.tokens = tokens
        self.position = 0

    def peek(self, ahead: int = 0) -> RubyToken:
        """Return a token without passing it."""
        # The last token stands for everything behind it, so that no reader has to ask how many there are.
        return self.tokens[min(self.position + ahead, len(self.tokens) - 1)]

    def take(self) -> RubyToken:
        """Return the next token, and pass it; the last one stays."""
        token = self.peek()
        self.position = min(self.position + 1, len(self.tokens) - 1)
        return token

    def takes(self, kind: str, value: str = "") -> RubyToken | None:
        """Return the next token and pass it, if it is of a kind, and has a value where one is named."""
        token = self.peek()
        is_next = token.kind == kind and (not value or token.value == value)
        return self.take() if is_next else None

    def needs(self, kind: str, value: str) -> None:
        """Pass a token. Raises RubyUnknownError if another one comes next."""
        if not self.takes(kind, value):
            raise RubyUnknownError(f"“{self.peek().value or 'the end of the line'}” where “{value}” is expected")

    def skip_lines(self) -> None:
        """Pass the ends of lines."""
        while self.takes("line"):
            pass
