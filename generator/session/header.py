"""The first event of a session: the game, a digest of its rules, the seed and the mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base import rng
from generator.base.records import dataclass
from generator.session.record import Body

FORMAT = 1
"""The version of the events that this program writes."""
STRICT, RELAXED = "strict", "relaxed"
"""The modes: whether undo stops at the last reveal."""
TUTORIAL = "tutorial"
"""The option of a session that guides a beginner: lists and statistics leave it out."""


@dataclass(frozen=True, slots=True)
class Header:
    """The data of a session's first event; the seed is kept secret until the game is over."""

    game: str
    rules: str
    """Digest of the rules' data."""
    engine: str
    """Version of the program that began it."""
    seed: str
    mode: str = STRICT
    options: Mapping[str, Any] | None = None
    """JSON values by name; their meaning is the game's."""
    rng: str = rng.NAME
    format: int = FORMAT

    @property
    def place(self) -> str:
        """Return the name of a shipped game, or the folder of another, where the session's game is found."""
        # Shipped games have no place, so that a session finds them wherever the program is installed.
        return str((self.options or {}).get("place") or self.game)

    @property
    def is_tutorial(self) -> bool:
        """Return whether the session guides a beginner, and is left out of lists and statistics."""
        return bool((self.options or {}).get(TUTORIAL))

    def body(self) -> Body:
        """Return the first event of a session with this header."""
        words = {"game": self.game, "rules": self.rules, "engine": self.engine, "rng": self.rng, "seed": self.seed}
        return {"t": "open", "format": self.format, **words, "mode": self.mode, "options": dict(self.options or {})}


def parse_header(body: Body) -> Header:
    """Return the header of an event in the current format.

    Raises ValueError for any other event, with the reason.
    """
    if body.get("t") != "open" or body.get("format") != FORMAT:
        raise ValueError("a session begins with 'open'")
    words: dict[str, Any] = {name: _word(body, name) for name in ("game", "rules", "engine", "seed", "mode", "rng")}
    if words["mode"] not in {STRICT, RELAXED}:
        raise ValueError(f"'mode' is {STRICT!r} or {RELAXED!r}, not {words['mode']!r}")
    if words["rng"] != rng.NAME:
        raise ValueError(f"'rng' is {words['rng']!r}, and this program knows {rng.NAME!r}")
    options = body.get("options")
    if options is None:
        raise ValueError("'options' is missing")
    if not isinstance(options, dict):
        raise ValueError(f"'options' is {options!r}, which is no table")  # noqa: TRY004  the file is wrong, not the caller
    return Header(**words, options=options)


def _word(body: Body, name: str) -> str:
    """Return a text of the first event by its key; raise ValueError for a missing one or another value."""
    word = body.get(name)
    if word is None:
        raise ValueError(f"{name!r} is missing")
    if not isinstance(word, str) or "\0" in word:  # a zero byte separates seed and name in a random stream
        raise ValueError(f"{name!r} is {word!r}, which is no text that a session has")
    return word
