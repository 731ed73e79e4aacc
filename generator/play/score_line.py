"""A finished game as one line that anybody can verify.

`vallum1/GAME/SEED/dealt/strict/difficulty=hard/57/0/0/RULES/STATE/MOVES`: game, seed, who draws, undo, settings,
points, take-backs past a reveal, corrections, the first letters of the hashes of the rules and of the last state, and
the decisions. A decision is its index among the legal actions. All of them make one number in mixed radix, in base 64.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from generator.base.errors import UsageError
from generator.base.records import dataclass
from generator.bots.dealer import Dealer
from generator.play.live_session import LiveSession
from generator.play.rules.rules_protocol import PlayError, Rules
from generator.session.header import RELAXED, STRICT
from generator.solo.action import Action

MARK = "vallum1"
DEALT, TYPED = "dealt", "typed"
_HASH = 8
_PARTS = 12
LONGEST = 8_000
"""Characters; longer lines are refused unread."""


@dataclass(frozen=True, slots=True)
class ScoreClaim:
    """What a score line claims; the fields stand in the order of the line."""

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
    """The score line of a session that is over."""
    play, visible = session.play, session.visible
    header = play.header
    fort = visible.fort
    at_fort = [("fort", fort.id), *([("reward", "yes")] if fort.start else [])] if fort else []
    settings = ",".join(f"{name}={choice}" for name, choice in (*visible.settings, *at_fort))
    claims = [
        str(visible.points.total if visible.points else 0),
        str(play.timeline.peeked),
        str(play.timeline.corrected),
    ]
    hashes = [header.rules[:_HASH], session.digest()[:_HASH]]
    draw = TYPED if visible.typed else DEALT
    about = [MARK, header.game, quote(header.seed, safe=""), draw, header.mode, settings]
    return "/".join([*about, *claims, *hashes, _pack_decisions(session)])


def parse_score_line(line: str) -> ScoreClaim:
    """The claims of a score line; raises UsageError for anything else."""
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
    """The bytes of the last part; the unused bits of its last letter must be zero, so that no two lines are alike."""
    found = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if _letters(found) != text:
        raise ValueError(text)
    return found


def _letters(moves: bytes) -> str:
    return base64.urlsafe_b64encode(moves).decode().rstrip("=")


def _number(text: str) -> int:
    # int() would also take spaces, underscores and digits of other scripts
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 6:
        raise ValueError(text)
    return int(text)


def _pack_decisions(session: LiveSession[Any]) -> str:
    """The decisions as digits of one number, each in the base of how many actions were legal."""
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
    """The last state of a score line's game, and its actions; raises UsageError for decisions beyond its end."""
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


def find_false_claim(rules: Rules[Any], claimed: ScoreClaim, digest: str) -> PlayError | None:
    """The error of the first false claim; None where all are true. `digest` is that of the rules.

    Raises what `replay` raises.
    """
    if not digest.startswith(claimed.rules):
        return PlayError(key="claim_rules")
    state, _ = replay(rules, claimed)
    visible = rules.visible_state(state)
    if not visible.over or visible.points is None:
        return PlayError(key="claim_end")
    if visible.points.total != claimed.score:
        return PlayError(key="claim_points", n=visible.points.total, claimed=claimed.score)
    return None if rules.digest(state).startswith(claimed.state) else PlayError(key="claim_state")
