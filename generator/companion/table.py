"""The table somebody sits at: a session, the voice that tells it, and what a line that is typed does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from generator.companion.rules import IllegalError
from generator.companion.seen import Seen
from generator.companion.sitting import Sitting, Step
from generator.companion.verbs import OTHERS, Verb, known, meant
from generator.companion.voice import Voice
from generator.errors import UsageError

LONGEST = 400
"""Characters of a line that is looked at."""


class Table:
    """Takes typed lines one by one and tells what came of each."""

    def __init__(self, sitting: Sitting[Any], voice: Voice) -> None:
        self.sitting = sitting
        self.voice = voice
        self.words = voice.words
        self.tells_odds = False
        """Whether the odds of the attack are told with every question."""
        self.is_left = False
        """Whether whoever sat here has left."""
        self.steps: list[Step] = []
        """What happened since the last line was typed."""
        self.wrong = ""
        """What was wrong with that line."""

    @property
    def seen(self) -> Seen:
        """What may be seen now."""
        return self.sitting.seen

    @cached_property
    def verbs(self) -> tuple[Verb, ...]:
        """What can be typed here."""
        return known(self.seen.kind, typed=self.seen.typed)

    def sit_down(self) -> Iterator[str]:
        """What is told first: what is played, and what chance brings before anything is asked."""
        self.steps = []
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

    def line(self, typed: str) -> Iterator[str]:
        """Do what a line says, and tell it; whatever is wrong with it is one line, and nothing has happened."""
        self.steps, self.wrong = [], ""
        try:
            yield from self._line(typed.strip())
        except (IllegalError, UsageError) as error:
            self.wrong = self.voice.wrong(error, self.seen.legal)
            yield self.wrong

    def _line(self, typed: str) -> Iterator[str]:
        if len(typed) > LONGEST:
            raise IllegalError(key="long", n=len(typed), most=LONGEST)
        if not typed:
            yield from self.question()
            return
        word, _, rest = self._chosen(typed).partition(" ")
        verb = meant(word, self.verbs)
        if verb and verb.run:
            yield from verb.run(self, rest.strip())
            return
        instead = OTHERS.get(typed.casefold())
        if instead and any(verb.name == instead for verb in self.verbs):
            raise IllegalError(key="instead", typed=repr(typed), would=instead)
        before = self.seen
        yield from self.told(self.sitting.do(self._chosen(typed)))
        yield from self.question(whole=self.seen.phase != before.phase or self.seen.asks != before.asks)

    def _chosen(self, typed: str) -> str:
        """A number picks a line of the list, where numbers are not what is asked for."""
        seen = self.seen
        if seen.draw or not seen.legal or not typed.isascii() or not typed.isdecimal():
            return typed
        if not 1 <= int(typed) <= len(seen.legal):
            raise IllegalError(key="line", n=typed, most=len(seen.legal))
        return seen.legal[int(typed) - 1]

    def told(self, steps: Iterator[Step]) -> Iterator[str]:
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
        done = [step.action for step in self.steps]
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
