"""Play a session in a terminal, through a pipe, or with a program that reads JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from generator.base.terminal_text import line_width, text_width, wrap
from generator.play.live_session import LiveSession
from generator.play.rules.rules_protocol import PlayError
from generator.play.typed_line import manual, run_line

PROMPT = "> "


class Ask(Protocol):
    """Asks for a line."""

    def __call__(self, prompt: str, known: Callable[[], Sequence[str]]) -> str | None:
        """The typed line, or None at the end of the input; `known` gives what completes a word."""


class JsonOutput(Protocol):
    """Prints one JSON document."""

    def __call__(self, document: dict[str, object], *, ok: bool = True) -> None:
        """Print it."""


class Console(NamedTuple):
    """Input and output of a session; the command line makes one, because only it prints."""

    say: Callable[[str], None]
    ask: Ask
    document: JsonOutput
    note: Callable[[str], None] = lambda _: None
    """Prints a line that is no part of the result, such as progress."""

    def lines(self, lines: Iterable[str]) -> None:
        """Print lines, long ones wrapped; indented lines are drawings and tables and stay whole."""
        for line in lines:
            is_long = text_width(line) > line_width() and not line.startswith(" ")
            for part in wrap(line, line_width()) if is_long else [line]:
                self.say(part)

    def play(self, session: LiveSession[Any], commands: Sequence[str], *, as_json: bool) -> None:
        """Do some commands, or ask for lines until the player leaves.

        Raises PlayError for the first command that cannot be done; a typed line that cannot be done is only told.
        """
        if not commands:
            self._ask_lines(session, as_json=as_json)
        for command in commands:
            lines = list(run_line(session, command))
            if session.error:
                raise PlayError(session.error)
            self._tell(session, lines, as_json=as_json)

    def _ask_lines(self, session: LiveSession[Any], *, as_json: bool) -> None:
        first = list(session.start())
        if as_json:
            self.document({**session.document(), "verbs": manual(session), "told": first})
        else:
            self.lines(first)
        while not session.is_left:
            typed = self._ask_line(session, as_json=as_json)
            if typed is None:
                return
            lines = list(run_line(session, typed))
            if not session.is_left:
                self._tell(session, lines, as_json=as_json)

    def _ask_line(self, session: LiveSession[Any], *, as_json: bool) -> str | None:
        """A typed line; a player who leaves without `quit` is told how to resume."""
        typed, prompt = None, "" if as_json else PROMPT
        try:
            typed = self.ask(prompt, lambda: completions(session))
        except KeyboardInterrupt:
            self.note("")
            raise
        finally:
            if typed is None and not as_json:
                self.note(session.words("open.saved", name=session.visible.session))
        return typed

    def _tell(self, session: LiveSession[Any], lines: Sequence[str], *, as_json: bool) -> None:
        if as_json:
            self.document({**session.document(), "told": list(lines)}, ok=not session.error)
        else:
            self.lines(lines)


def completions(session: LiveSession[Any]) -> tuple[str, ...]:
    """Everything that can be typed now, in full."""
    seen = session.visible
    cards = seen.draw.unseen if seen.draw and seen.typed else ()
    return (*map(str, seen.legal), *cards, *(verb.name for verb in session.verbs))
