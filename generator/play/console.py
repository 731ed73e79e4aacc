"""What stands between a table and whoever sits at it: a terminal, a pipe, or a program that reads JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import NamedTuple, Protocol

from generator.base.terminal_text import line_width, text_width, wrap
from generator.play.rules.rules_protocol import PlayError
from generator.play.table import TypedSession

PROMPT = "> "


class Ask(Protocol):
    """Asks for a line."""

    def __call__(self, prompt: str, known: Callable[[], Sequence[str]]) -> str | None:
        """The line that is typed, with the words that complete it; None where no more will come."""
        ...


class JsonOutput(Protocol):
    """Prints one JSON document."""

    def __call__(self, document: dict[str, object], *, ok: bool = True) -> None:
        """Print it."""
        ...


class Console(NamedTuple):
    """How the companion is heard and answered; made by the command line, which alone prints."""

    say: Callable[[str], None]
    ask: Ask
    document: JsonOutput
    note: Callable[[str], None] = lambda _: None
    """Says how far something long has come, beside the result."""

    def lines(self, lines: Iterable[str]) -> None:
        """Say lines, the long ones broken between words."""
        for line in lines:
            for part in (
                wrap(line, line_width()) if text_width(line) > line_width() and not line.startswith(" ") else [line]
            ):
                self.say(part)

    def play(self, table: TypedSession, commands: Sequence[str], *, as_json: bool) -> None:
        """Sit at a table until whoever types has left, or for some commands only.

        Raises PlayError for a command given beforehand that cannot be done; what is typed may be typed again.
        """
        with closing(table.sitting.play):
            if commands:
                self._do(table, commands, as_json=as_json)
            else:
                self._sit(table, as_json=as_json)

    def _do(self, table: TypedSession, commands: Sequence[str], *, as_json: bool) -> None:
        for command in commands:
            lines = list(table.line(command))
            if table.wrong:
                raise PlayError(table.wrong)
            self._tell(table, lines, as_json=as_json)

    def _sit(self, table: TypedSession, *, as_json: bool) -> None:
        first = list(table.sit_down())
        if as_json:
            self.document({**table.document(), "verbs": table.manual(), "told": first})
        else:
            self.lines(first)
        while not table.is_left:
            typed = self._asked(table, as_json=as_json)
            if typed is None:
                return
            lines = list(table.line(typed))
            if not table.is_left:
                self._tell(table, lines, as_json=as_json)

    def _asked(self, table: TypedSession, *, as_json: bool) -> str | None:
        """A line that is typed; whoever leaves without a word is told how to come back."""
        typed, prompt = None, "" if as_json else PROMPT
        try:
            typed = self.ask(prompt, lambda: completions(table))
        except KeyboardInterrupt:
            self.note("")
            raise
        finally:
            if typed is None and not as_json:
                self.note(table.words("open.saved", name=table.seen.session))
        return typed

    def _tell(self, table: TypedSession, lines: Sequence[str], *, as_json: bool) -> None:
        if as_json:
            self.document({**table.document(), "told": list(lines)}, ok=not table.wrong)
        else:
            self.lines(lines)


def completions(table: TypedSession) -> tuple[str, ...]:
    """Everything that can be typed now, in full."""
    seen = table.seen
    cards = seen.draw.unseen if seen.draw and seen.typed else ()
    return (*map(str, seen.legal), *cards, *(verb.name for verb in table.verbs))
