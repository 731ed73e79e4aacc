"""The table somebody sits at: a session, the voice that tells it, and what a line that is typed does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cached_property
from typing import Any

from generator.base.errors import UsageError
from generator.play.live_session import LiveSession, LiveStep
from generator.play.rules.rules_protocol import PlayError
from generator.play.rules.visible_state import VisibleState
from generator.play.text.session_text import SessionText
from generator.play.verbs import OTHERS, Verb, known, meant

LONGEST = 400
"""Characters of a line that is looked at."""


class MovedError(PlayError):
    """A line was meant for a game that has gone on since."""


class TypedSession:
    """Takes typed lines one by one and tells what came of each."""

    def __init__(self, sitting: LiveSession[Any], voice: SessionText) -> None:
        self.sitting = sitting
        self.voice = voice
        self.words = voice.words
        self.tells_odds = False
        """Whether the odds of the attack are told with every question."""
        self._known = sitting.play.last
        """The last event that was there when a turn ended."""
        self.is_left = False
        """Whether whoever sat here has left."""
        self.steps: list[LiveStep] = []
        """What happened since the last line was typed."""
        self.wrong = ""
        """What was wrong with that line."""

    @property
    def seen(self) -> VisibleState:
        """What may be seen now."""
        return self.sitting.seen

    @cached_property
    def verbs(self) -> tuple[Verb, ...]:
        """What can be typed here."""
        return known(self.seen.kind, typed=self.seen.typed)

    def sit_down(self) -> Iterator[str]:
        """What is told first: what is played, and what chance brings before anything is asked."""
        self.steps = []
        with self._turn():
            yield from self.voice.opening(self.seen)
            yield from self.voice.beginning(self.seen)
            yield from self.told(self.sitting.goes_on())
            yield from self.question(whole=True)

    def question(self, *, whole: bool = False) -> Iterator[str]:
        """What is asked now, or what a game that is over leaves to look at."""
        if self.seen.over:
            self.note_score()
        if whole and self.tells_odds:
            yield from self.voice.chances(self.seen)
        yield from self.voice.question(self.seen, whole=whole)

    def line(self, typed: str, at: int | None = None) -> Iterator[str]:
        """Do what a line says, and tell it; whatever is wrong with it is one line, and nothing has happened.

        `at` is the number of the last event that was known to whoever typed it, that of the last turn where it is left
        out: what was meant for a game that has gone on since in another window is not done.
        """
        self.steps, self.wrong = [], ""
        known = self._known if at is None else at
        try:
            with self._turn():
                verb, rest = self._verb(typed.strip(), known)
                if verb is None or not verb.is_slow:
                    yield from self._done(typed.strip(), verb, rest)
                    return
            yield from verb.run(self, rest) if verb.run else ()
        except (PlayError, UsageError) as error:
            self.wrong = self.voice.wrong(error, self.seen.legal)
            yield self.wrong
            if isinstance(error, MovedError):
                yield from self.question(whole=True)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """A stretch in which no other window writes; at its end everything that happened is known here."""
        play = self.sitting.play
        with play.turn() if play.store.writing else nullcontext():
            try:
                yield
            finally:
                self._known = play.last

    def _verb(self, typed: str, known: int) -> tuple[Verb | None, str]:
        """The verb of our own that a line begins with, and what stands behind it; none for an action of the rules."""
        if known != self.sitting.play.last:
            raise MovedError(key="moved")
        if len(typed) > LONGEST:
            raise PlayError(key="long", n=len(typed), most=LONGEST)
        word, _, rest = self._chosen(typed).partition(" ")
        verb = meant(word, self.verbs)
        return (verb if verb and verb.run else None), rest.strip()

    def _done(self, typed: str, verb: Verb | None, rest: str) -> Iterator[str]:
        if not typed:
            yield from self.question()
            return
        if verb and verb.run:
            yield from verb.run(self, rest)
            return
        instead = OTHERS.get(typed.casefold())
        if instead and any(verb.name == instead for verb in self.verbs):
            raise PlayError(key="instead", typed=repr(typed), would=instead)
        before = self.seen
        yield from self.told(self.sitting.do(self._chosen(typed)))
        yield from self.question(whole=self.seen.phase != before.phase or self.seen.asks != before.asks)

    def _chosen(self, typed: str) -> str:
        """A number picks a line of the list, where numbers are not what is asked for."""
        seen = self.seen
        if seen.draw or not seen.legal or not typed.isascii() or not typed.isdecimal():
            return typed
        if not 1 <= int(typed) <= len(seen.legal):
            raise PlayError(key="line", n=typed, most=len(seen.legal))
        return str(seen.legal[int(typed) - 1])

    def told(self, steps: Iterator[LiveStep]) -> Iterator[str]:
        """What happens, kept for the document and told."""
        for step in steps:
            self.steps.append(step)
            yield from self.voice.step(step)

    def note_score(self) -> None:
        """Write the score of a game that is over into its session, for the list."""
        seen = self.seen
        if seen.points and self.sitting.play.store.writing:
            self.sitting.note("score", seen.points.total)

    def document(self) -> dict[str, Any]:
        """What a line did and where the game stands, as JSON."""
        done = [str(step.action) for step in self.steps]
        return {"done": done, "error": self.wrong, "seen": self.seen.document()}

    def usage(self, verb: Verb) -> str:
        """How a verb is typed, in the language."""
        return f"{verb.name} {self.words.section('usage').get(verb.name, verb.arguments)}".strip()

    def about(self, verb: Verb) -> str:
        """What a verb does; where cards are dealt there are none to correct."""
        is_dealt_fix = verb.name == "fix" and not self.seen.typed
        return self.words("verb_dealt.fix" if is_dealt_fix else f"verb.{verb.name}")

    def manual(self) -> list[dict[str, object]]:
        """Everything that can be typed here, as JSON."""
        return [verb.document(self.about(verb)) for verb in self.verbs]
