"""A challenge as a link: the game, its decks and its settings, for another Vallum to begin the same.

`http://127.0.0.1:8475/challenge?game=hadrians-wall&challenge=2026-11-23&kind=full&undo=strict`: what stands before the
question mark is not read, so that the link of any Vallum can be pasted into another, or typed after
`vallum solo new --challenge`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from generator.base.errors import UsageError
from generator.base.records import dataclass
from generator.base.rng import check_seed
from generator.play.rules.rules_protocol import FULL, PAPER
from generator.play.session_library import SessionRequest
from generator.session.header import RELAXED, STRICT
from generator.session.session_folder import challenge_seed

PATH = "/challenge"
LONGEST = 2_000
"""Characters of a link."""
SETTING = "set-"
"""Prefix of the parameter that has a setting of the game."""
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
# Eight letters keep the link short and still tell rules apart.
_HASH = 8


@dataclass(frozen=True, slots=True)
class ChallengeLink:
    """The game, decks and settings that a link to a challenge names."""

    game: str
    challenge: str = ""
    """The day or month whose decks everybody has; empty where a seed names the decks."""
    seed: str = ""
    kind: str = FULL
    undo: str = STRICT
    settings: Mapping[str, str] | None = None
    rules: str = ""
    """The first letters of the hash of the rules it was made with; empty where it does not say."""

    @property
    def query(self) -> str:
        """Return the part of the link after its question mark."""
        words = {name: getattr(self, name) for name in ("game", "challenge", "seed", "kind", "undo", "rules")}
        # Sorted, so that equal settings give equal links.
        settings = {f"{SETTING}{id_}": choice for id_, choice in sorted((self.settings or {}).items())}
        return urlencode({name: value for name, value in (words | settings).items() if value})

    def request(self, language: str) -> SessionRequest:
        """Return the request for a session of this challenge, told in `language`."""
        return SessionRequest(
            self.kind,
            relaxed=self.undo == RELAXED,
            seed=self.seed,
            challenge=self.challenge,
            settings=self.settings,
            language=language,
        )

    def has_rules(self, digest: str) -> bool:
        """Return whether a game's rules, by the hash of their data, are the rules that the link was made with."""
        # A link has only the first letters of the hash, to stay short; an old link has none and fits every game.
        return digest.startswith(self.rules)


def short_rules(digest: str) -> str:
    """Return the first letters of the hash of a game's rules, as many as a link has."""
    return digest[:_HASH]


def is_link(word: str) -> bool:
    """Return whether the word given for a challenge is a link, and not a day or month such as 2026-11."""
    return "?" in word or "=" in word


def parse_link(text: str) -> ChallengeLink:
    """Return the challenge that a link names; raise UsageError for a text that is no such link."""
    # A link comes from a stranger: its length and its fields are bounded before it is read.
    if len(text) > LONGEST:
        raise _no_link(text)
    try:
        fields = dict(parse_qsl(text.strip().rpartition("?")[2], strict_parsing=True, max_num_fields=40))
    except ValueError:
        raise _no_link(text) from None
    settings = {name[len(SETTING) :]: fields.pop(name) for name in tuple(fields) if name.startswith(SETTING)}
    words = {name: fields.get(name, "") for name in ("game", "challenge", "seed", "rules")}
    link = ChallengeLink(**words, kind=fields.get("kind", FULL), undo=fields.get("undo", STRICT), settings=settings)
    is_whole = _ID.fullmatch(link.game) and link.kind in (FULL, PAPER) and link.undo in (STRICT, RELAXED)
    # Decks come from a day or month or from a seed, never from both.
    if not is_whole or bool(link.challenge) == bool(link.seed):
        raise _no_link(text)
    if link.challenge:
        challenge_seed(link.challenge)
    else:
        check_seed(link.seed)
    return link


def _no_link(text: str) -> UsageError:
    """Return the error for a text that is no link to a challenge."""
    return UsageError(f"{text[:60]!r} is no link to a challenge; copy the whole link, with all after its question mark")
