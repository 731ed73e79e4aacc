"""Do one typed line in a live session: a verb of the program, or an action of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.base.errors import UsageError
from generator.play.live_session import LiveSession
from generator.play.rules.rules_protocol import PlayError
from generator.play.verb_handlers import HANDLERS
from generator.play.verbs import OTHER_WORDS, match_verb

LONGEST_LINE = 400
"""Characters; longer lines are refused unread."""


class StaleLineError(PlayError):
    """The line was typed for an earlier event than the session's last one."""


def run_line(session: LiveSession[Any], typed: str, at: int | None = None) -> Iterator[str]:
    """Do what a line says and tell it.

    An error is told in one line and kept in `session.error`; then nothing has happened. `at` is the last event that
    was shown to whoever typed the line, by default `session.known_event`: a line for an earlier state is refused,
    because another window has gone on since.
    """
    session.steps, session.error = [], ""
    known = session.known_event if at is None else at
    try:
        with session.turn():
            typed = _read(session, typed.strip(), known)
            word, _, rest = typed.partition(" ")
            verb = match_verb(word, session.verbs)
            handler = HANDLERS.get(verb.name) if verb else None
            if handler is None:
                yield from _act(session, typed)
            elif verb and not verb.is_slow:
                yield from handler(session, rest.strip())
        # a hint takes seconds: outside the turn, so that other windows can write meanwhile
        if handler and verb and verb.is_slow:
            yield from handler(session, rest.strip())
    except (PlayError, UsageError) as error:
        session.error = session.text.describe_error(error)
        yield session.error
        if isinstance(error, StaleLineError):
            yield from session.question(whole=True)


def _read(session: LiveSession[Any], typed: str, known: int) -> str:
    """The line to do: a number stands for that line of the list, unless numbers are what is asked for."""
    if known != session.play.last:
        raise StaleLineError(key="moved")
    if len(typed) > LONGEST_LINE:
        raise PlayError(key="long", n=len(typed), most=LONGEST_LINE)
    seen = session.visible
    if seen.draw or not seen.legal or not typed.isascii() or not typed.isdecimal():
        return typed
    if not 1 <= int(typed) <= len(seen.legal):
        raise PlayError(key="line", n=typed, most=len(seen.legal))
    return str(seen.legal[int(typed) - 1])


def _act(session: LiveSession[Any], typed: str) -> Iterator[str]:
    """An action of the rules; an empty line asks again."""
    if not typed:
        yield from session.question()
        return
    instead = OTHER_WORDS.get(typed.casefold())
    if instead and any(verb.name == instead for verb in session.verbs):
        raise PlayError(key="instead", typed=repr(typed), would=instead)
    before = session.visible
    yield from session.tell(session.do(typed))
    after = session.visible
    yield from session.question(whole=after.phase != before.phase or after.asks != before.asks)
