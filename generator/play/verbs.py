"""The verbs that can be typed in a session, in one table: the line reader, `help`, completion and JSON use it.

A verb without a function in `generator.play.typed_line` is an action of the rules. The help of each verb is the
message `verb.<name>`.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.records import dataclass
from generator.play.rules.rules_protocol import DECK, FULL, PAPER

NONE, FREE, REVEALS, UNDO, TRIES = "none", "free", "reveals", "undo", "tries"
"""Meanings of a verb for undo: it changes nothing, can be taken back, is kept by a strict session, is undo itself, or
tries actions without a change of the game."""
_SOLO = (FULL, PAPER)
_ALL = (FULL, PAPER, DECK)

OTHER_WORDS = dict.fromkeys(("end", "done", "pass", "finish"), "stop") | dict.fromkeys(("legal", "options"), "moves")
"""Verbs of other programs, with ours for each."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb."""

    name: str
    arguments: str
    kinds: tuple[str, ...]
    """The kinds of session that have it: FULL, PAPER, DECK."""
    undo: str
    """One of NONE, FREE, REVEALS, UNDO, TRIES."""
    aliases: tuple[str, ...] = ()
    is_slow: bool = False
    """It takes seconds and changes nothing: other windows may write meanwhile."""
    at_fort: bool = False
    """Only a game at a fort of a campaign has it."""


# In the order in which `help` lists them: actions first.
VERBS = (
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
    Verb("moves", "[WORD]", _ALL, NONE, ("m",)),
    Verb("show", "[PART]", _ALL, NONE),
    Verb("board", "", (FULL,), NONE, ("b",)),
    Verb("why", "BOX", (FULL,), NONE),
    Verb("rules", "[WORD]", _SOLO, NONE),
    Verb("raid", "", _SOLO, NONE),
    Verb("odds", "[N …]", _SOLO, NONE),
    Verb("plan", "[1 | 2 | keep | …]", (FULL,), TRIES),
    Verb("hint", "", (FULL,), NONE, is_slow=True),
    Verb("do", "", (FULL,), REVEALS, ("d",), is_slow=True),
    Verb("review", "", (FULL,), NONE, is_slow=True),
    Verb("deck", "", _ALL, NONE),
    Verb("score", "[N]", _SOLO, NONE),
    Verb("goals", "[met | challenge | missed]", _SOLO, NONE, at_fort=True),
    Verb("log", "", _ALL, NONE),
    Verb("undo", "[NUMBER]", _ALL, UNDO, ("u",)),
    Verb("redo", "", _ALL, UNDO),
    Verb("fix", "[NUMBER] ACTION", _ALL, UNDO),
    Verb("help", "[WORD]", _ALL, NONE, ("?", "h")),
    Verb("quit", "", _ALL, NONE, ("q", "exit")),
)

PLANNED = frozenset(
    verb.name
    for verb in VERBS
    if FULL in verb.kinds and verb.name not in {"stop", "reveal", "shuffle", "plan", "review", "fix", "quit"}
)
"""Verbs of a plan: those that neither end the year nor write into the session."""


def available(kind: str, *, typed: bool, at_fort: bool = False) -> tuple[Verb, ...]:
    """Return the verbs of a kind of session; `reveal` only where the player types cards, `goals` only at a fort.

    >>> [verb.name for verb in available("deck", typed=True)][:4]
    ['draw', 'discard', 'reveal', 'shuffle']
    """
    offered = [verb for verb in VERBS if kind in verb.kinds and (at_fort or not verb.at_fort)]
    return tuple(verb for verb in offered if typed or verb.name != "reveal")


def match_verb(word: str, verbs: Sequence[Verb]) -> Verb | None:
    """Return the verb of a typed word: its name, an alias, or a beginning that no other verb has; else None.

    >>> match_verb("und", VERBS).name
    'undo'
    >>> match_verb("s", VERBS)
    """
    typed = word.casefold()
    exact = next((verb for verb in verbs if typed == verb.name or typed in verb.aliases), None)
    if exact:
        return exact
    candidates = [verb for verb in verbs if typed and verb.name.startswith(typed)]
    return candidates[0] if len(candidates) == 1 else None
