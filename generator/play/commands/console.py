"""Play a session in a terminal, through a pipe, or with a program that reads JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from generator.base.terminal_text import line_width, text_width, wrap_line
from generator.play.live_session import LiveSession
from generator.play.rules.rules_protocol import PlayError
from generator.play.typed_line import manual, run_line

PROMPT = "> "


Ask = Callable[[str, Callable[[], Sequence[str]]], str | None]
"""Asks for a line, given the prompt and what completes a word; returns None at the end of the input."""


class JsonOutput(Protocol):
    """Prints one JSON document."""

    def __call__(self, document: dict[str, object], *, ok: bool = True) -> None:
        """Print the document; `ok` is False for a result that is a failure."""


class Console(NamedTuple):
    """Input and output of a session; the command line makes one, because only it prints."""

    say: Callable[[str], None]
    ask: Ask
    document: JsonOutput
    note: Callable[[str], None] = lambda _: None
    """Prints a line that is no part of the result, such as progress."""
    as_json: bool = False
    is_typed: bool = False
    """A person types at a terminal: some actions are asked about once more."""

    def result(self, document: dict[str, Any], lines: Iterable[str], *, ok: bool = True) -> None:
        """Print a result, as JSON or as lines; `ok` becomes a field of the JSON."""
        self.document(document, ok=ok) if self.as_json else self.lines(lines)

    def lines(self, lines: Iterable[str]) -> None:
        """Print lines, long ones wrapped; a single long word, such as a score line, stays whole to be copied."""
        for line in lines:
            is_long = text_width(line) > line_width() and not (line.isascii() and " " not in line)
            # Lines that fit are printed as they are: tables keep their columns.
            for part in wrap_line(line) if is_long else [line]:
                self.say(part)

    def play(self, session: LiveSession[Any], commands: Sequence[str]) -> None:
        """Do some commands, or ask for lines until the player leaves.

        Raises PlayError for the first command that cannot be done; a typed line that cannot be done is only told.
        """
        if not commands:
            self._ask_lines(session)
            return
        # The program may have been stopped between two cards.
        dealt = session.deal_due()
        for command in commands:
            lines, dealt = [*dealt, *run_line(session, command)], []
            if session.error:
                raise PlayError(session.error)
            self._tell(session, lines)

    def _ask_lines(self, session: LiveSession[Any]) -> None:
        """Ask for lines and do them, until the player leaves or the input ends."""
        session.note = self.note
        session.asks_again = self.is_typed and not self.as_json
        first = list(session.start())
        self.result({**session.document(), "verbs": manual(session), "told": first}, first)
        while not session.is_left:
            typed = self._ask_line(session)
            if typed is None:
                return
            lines = list(run_line(session, typed))
            if not session.is_left:
                self._tell(session, lines)

    def _ask_line(self, session: LiveSession[Any]) -> str | None:
        """Return the next typed line, None at the end of the input; a player who leaves is told how to resume."""
        typed, prompt = None, "" if self.as_json else PROMPT
        try:
            typed = self.ask(prompt, lambda: completions(session))
        # The line that tells how to resume begins on a line of its own.
        except KeyboardInterrupt:
            self.note("")
            raise
        finally:
            if typed is None and not self.as_json:
                for line in wrap_line(session.messages("open.saved", name=session.visible.session)):
                    self.note(line)
        return typed

    def _tell(self, session: LiveSession[Any], lines: list[str]) -> None:
        """Print the effects of a line, as JSON with the visible state or as text."""
        self.result({**session.document(), "told": lines}, lines, ok=not session.error)


def completions(session: LiveSession[Any]) -> tuple[str, ...]:
    """Return all words and lines that can be typed now, in full: legal actions, cards to be turned up, verbs."""
    state = session.visible
    cards = state.draw.unseen if state.draw and state.typed else ()
    return (*map(str, state.legal), *cards, *(verb.name for verb in session.verbs))
