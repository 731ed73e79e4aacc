"""The one table of what can be typed: it drives the loop, `help`, completion and the JSON of the companion.

A verb without a `run` is an action of the rules. Its help stands in the words of each language under `verb.<name>`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from generator.base.records import dataclass
from generator.play.rules.rules_protocol import DECK, FULL, PAPER

if TYPE_CHECKING:
    from generator.play.table import TypedSession

NONE, FREE, REVEALS, UNDO = "none", "free", "reveals", "undo"
"""What undo makes of it: nothing happened · it can be taken back · a strict game keeps it · it is undo itself."""
_SOLO = (FULL, PAPER)
_ALL = (FULL, PAPER, DECK)

OTHERS = dict.fromkeys(("end", "done", "pass", "finish"), "stop") | dict.fromkeys(("legal", "options"), "moves")
"""Words that other programs have for a verb of ours."""

Run = Callable[["TypedSession", str], Iterator[str]]
"""What a verb does with the words behind it, told line by line."""


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that can be typed."""

    name: str
    arguments: str
    kinds: tuple[str, ...]
    """The ways to play in which it is known."""
    undo: str
    """One of NONE, FREE, REVEALS, UNDO."""
    run: Run | None = None
    aliases: tuple[str, ...] = ()
    is_slow: bool = False
    """It looks for a while and changes nothing: other windows may go on meanwhile."""

    @property
    def usage(self) -> str:
        """How it is typed."""
        return f"{self.name} {self.arguments}".strip()

    def document(self, help_: str) -> dict[str, object]:
        """As JSON."""
        return {"name": self.name, "usage": self.usage, "undo": self.undo, "help": help_, "aliases": self.aliases}


def actions() -> tuple[Verb, ...]:
    """The verbs of the rules."""
    return (
        Verb("mark", "BOX [PAID WITH]", (FULL,), FREE),
        Verb("choose", "WORD", (FULL,), FREE),
        Verb("path", "CARD", _SOLO, REVEALS),
        Verb("from", "CARD", (FULL,), REVEALS),
        Verb("place", "CARD CELLS", (FULL,), FREE),
        Verb("favour", "DIRECTION [TRACK]", (FULL,), FREE),
        Verb("goods", "CARD", (PAPER,), REVEALS),
        Verb("battle", "", (PAPER,), REVEALS),
        Verb("scout", "CARD", (PAPER,), FREE),
        Verb("stop", "", _SOLO, REVEALS),
        Verb("next", "", (PAPER,), REVEALS),
        Verb("cohorts", "N N N", (PAPER,), FREE),
        Verb("favours", "N N N", (PAPER,), FREE),
        Verb("draw", "[N]", (DECK,), REVEALS),
        Verb("discard", "CARD | all", (DECK,), FREE),
        Verb("reveal", "CARD", _ALL, REVEALS),
        Verb("shuffle", "", _ALL, FREE),
    )


def verbs() -> tuple[Verb, ...]:
    """Every verb, those of the rules first."""
    from generator.play import verb_handlers

    return (
        *actions(),
        Verb("moves", "[WORD]", _ALL, NONE, verb_handlers.moves, ("m",)),
        Verb("show", "[PART]", _ALL, NONE, verb_handlers.show),
        Verb("raid", "", _SOLO, NONE, verb_handlers.raid),
        Verb("odds", "[N …]", _SOLO, NONE, verb_handlers.odds),
        Verb("hint", "", (FULL,), NONE, verb_handlers.hint, is_slow=True),
        Verb("deck", "", _ALL, NONE, verb_handlers.deck),
        Verb("score", "[N]", _SOLO, NONE, verb_handlers.score),
        Verb("log", "", _ALL, NONE, verb_handlers.log),
        Verb("undo", "[NUMBER]", _ALL, UNDO, verb_handlers.undo, ("u",)),
        Verb("redo", "", _ALL, UNDO, verb_handlers.redo),
        Verb("fix", "[NUMBER] ACTION", _ALL, UNDO, verb_handlers.fix),
        Verb("help", "[WORD]", _ALL, NONE, verb_handlers.help_, ("?", "h")),
        Verb("quit", "", _ALL, NONE, verb_handlers.quit_, ("q", "exit")),
    )


def known(kind: str, *, typed: bool) -> tuple[Verb, ...]:
    """The verbs of a way to play; cards are turned up by the player only where they are typed."""
    return tuple(verb for verb in verbs() if kind in verb.kinds and (typed or verb.name != "reveal"))


def meant(typed: str, among: Sequence[Verb]) -> Verb | None:
    """The verb of a word, in full or by a beginning that no other verb has; None where it is none of ours to run."""
    word = typed.casefold()
    exact = next((verb for verb in among if word == verb.name or word in verb.aliases), None)
    if exact:
        return exact
    begun = [verb for verb in among if word and verb.name.startswith(word)]
    return begun[0] if len(begun) == 1 else None
