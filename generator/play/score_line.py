"""A finished game as one line that a stranger can check: who deals, what was done, and what it came to.

`vallum1/GAME/SEED/dealt/strict/difficulty=hard/57/0/0/RULES/STATE/MOVES`: game, seed, who draws, undo, settings,
points, take-backs past a reveal, corrections, the first letters of the hashes of the rules and of the last state, and
every decision as its place among those that were legal, all packed into one number in base 64.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from generator.base.errors import UsageError
from generator.base.records import dataclass
from generator.play.live_session import LiveSession
from generator.play.rules.dealer import Dealer
from generator.play.rules.rules_protocol import Rules
from generator.session.header import RELAXED, STRICT
from generator.solo.action import Action

MARK = "vallum1"
DEALT, TYPED = "dealt", "typed"
_HASH = 8
_PARTS = 12
LONGEST = 8_000
"""Characters of a line that is read."""


@dataclass(frozen=True, slots=True)
class ScoreClaim:
    """What a score line says."""

    game: str
    seed: str
    draw: str
    mode: str
    settings: Mapping[str, str]
    score: int
    peeked: int
    corrected: int
    rules: str
    state: str
    moves: bytes


def score_line(session: LiveSession[Any]) -> str:
    """The line of a game that is over."""
    play, seen = session.play, session.visible
    header = play.header
    settings = ",".join(f"{name}={choice}" for name, choice in seen.settings)
    claims = [str(seen.points.total if seen.points else 0), str(play.peeked), str(play.corrected)]
    hashes = [header.rules[:_HASH], session.digest()[:_HASH]]
    draw = TYPED if seen.typed else DEALT
    about = [MARK, header.game, quote(header.seed, safe=""), draw, header.mode, settings]
    return "/".join([*about, *claims, *hashes, _packed(session)])


def parse_score_line(line: str) -> ScoreClaim:
    """A score line taken apart.

    Raises UsageError for anything that is none.
    """
    parts = line.strip().split("/")
    is_whole = len(line) <= LONGEST and len(parts) == _PARTS and parts[0] == MARK
    if not is_whole or parts[3] not in {DEALT, TYPED} or parts[4] not in {STRICT, RELAXED}:
        raise UsageError(f"{line[:60]!r} is no score line; copy the whole line that begins with {MARK}")
    try:
        settings = dict(pair.split("=", 1) for pair in parts[5].split(",") if pair)
        score, peeked, corrected = map(_number, parts[6:9])
        moves = _moves(parts[11])
    except ValueError:
        raise UsageError("the score line is damaged; copy it again, all of it") from None
    seed = unquote(parts[2])
    who, rules, state = parts[1], parts[9], parts[10]
    return ScoreClaim(who, seed, parts[3], parts[4], settings, score, peeked, corrected, rules, state, moves)


def _moves(text: str) -> bytes:
    """The bytes of the last part; the few bits that its last letter has over must be those that were written."""
    found = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if _letters(found) != text:
        raise ValueError(text)
    return found


def _letters(moves: bytes) -> str:
    return base64.urlsafe_b64encode(moves).decode().rstrip("=")


def _number(text: str) -> int:
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 6:
        raise ValueError(text)
    return int(text)


def _packed(session: LiveSession[Any]) -> str:
    """Every decision as a digit in a base of its own: how many others were legal."""
    digits = []
    rules, state = session.rules, session.rules.start()
    is_dealt = not session.typed
    for action in map(Action.parse, session.play.actions):
        if not (is_dealt and rules.draw(state)):
            legal = rules.legal(state)
            digits.append((legal.index(action), len(legal)))
        state = rules.apply(state, action)
    number = 1
    for digit, base in reversed(digits):
        number = number * base + digit
    return _letters(number.to_bytes(-(-number.bit_length() // 8)))


def replay(rules: Rules[Any], claimed: ScoreClaim) -> tuple[Any, tuple[Action, ...]]:
    """The last state of a line's game, and its actions.

    Raises UsageError where its moves lead nowhere.
    """
    dealer = Dealer(claimed.seed) if claimed.draw == DEALT else None
    number = int.from_bytes(claimed.moves)
    state, done = rules.start(), []
    while legal := rules.legal(state):
        draw = rules.draw(state)
        if draw and dealer:
            action = dealer.action(draw)
        elif number > 1 or len(legal) == 1:
            number, digit = divmod(number, len(legal))
            action = legal[digit]
        else:
            break
        state = rules.apply(state, action)
        done.append(action)
    if number != 1:
        raise UsageError("the moves of the score line lead past the end of the game; copy it again, all of it")
    return state, tuple(done)


def find_false_claim(rules: Rules[Any], claimed: ScoreClaim, digest: str) -> str:
    """What a score line says wrongly, in a few words; empty where all of it is right. Raises what `replayed` raises."""
    if not digest.startswith(claimed.rules):
        return "it was played by other rules than these"
    state, _ = replay(rules, claimed)
    seen = rules.seen(state)
    if not seen.over or seen.points is None:
        return "its moves do not come to an end"
    if seen.points.total != claimed.score:
        return f"its moves come to {seen.points.total} points, not {claimed.score}"
    return "" if rules.digest(state).startswith(claimed.state) else "its last state is another one"
