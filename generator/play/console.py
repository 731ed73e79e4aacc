"""What stands between a table and whoever sits at it: a terminal, a pipe, or a program that reads JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import Any, NamedTuple, Protocol

from generator.base.terminal_text import line_width, text_width, wrap
from generator.play.live_session import LiveSession
from generator.play.rules.rules_protocol import PlayError
from generator.play.typed_line import run_line
from generator.play.verb_handlers import manual

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
            is_long = text_width(line) > line_width() and not line.startswith(" ")
            for part in wrap(line, line_width()) if is_long else [line]:
                self.say(part)

    def play(self, session: LiveSession[Any], commands: Sequence[str], *, as_json: bool) -> None:
        """Sit at a table until whoever types has left, or for some commands only.

        Raises PlayError for a command given beforehand that cannot be done; what is typed may be typed again.
        """
        with closing(session.play):
            if commands:
                self._do(session, commands, as_json=as_json)
            else:
                self._sit(session, as_json=as_json)

    def _do(self, session: LiveSession[Any], commands: Sequence[str], *, as_json: bool) -> None:
        for command in commands:
            lines = list(run_line(session, command))
            if session.error:
                raise PlayError(session.error)
            self._tell(session, lines, as_json=as_json)

    def _sit(self, session: LiveSession[Any], *, as_json: bool) -> None:
        first = list(session.start())
        if as_json:
            self.document({**session.document(), "verbs": manual(session), "told": first})
        else:
            self.lines(first)
        while not session.is_left:
            typed = self._asked(session, as_json=as_json)
            if typed is None:
                return
            lines = list(run_line(session, typed))
            if not session.is_left:
                self._tell(session, lines, as_json=as_json)

    def _asked(self, session: LiveSession[Any], *, as_json: bool) -> str | None:
        """A line that is typed; whoever leaves without a word is told how to come back."""
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
