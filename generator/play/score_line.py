"""A finished game as one line that anybody can verify.

`vallum1/GAME/SEED/dealt/strict/difficulty=hard/57/0/0/RULES/STATE/MOVES`: game, seed, who draws, undo, settings,
points, take-backs past a reveal, corrections, the first letters of the hashes of the rules and of the last state, and
the decisions. A decision is its index among the legal actions. All of them make one number in mixed radix, in base 64.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any
from urllib.parse import quote, unquote

from generator.base.errors import UsageError
from generator.base.records import dataclass
from generator.bots.dealer import Dealer
from generator.play.live_session import LiveSession
from generator.play.rules.rules_protocol import PlayError, Rules
from generator.play.rules.visible_state import VisibleState
from generator.session.header import RELAXED, STRICT
from generator.solo.action import Action

MARK = "vallum1"
DEALT, TYPED = "dealt", "typed"
_HASH = 8
_NO_LETTER = re.compile("[^!-~]")
# The mark and the eleven fields of `ScoreClaim`.
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
    """Return the score line of a session that is over: the game as one line that anybody can replay."""
    play, header = session.play, session.play.header
    return game_line(
        session.rules,
        (header.game, header.seed, header.rules),
        tuple(map(Action.parse, play.actions)),
        draw=TYPED if session.typed else DEALT,
        mode=header.mode,
        counts=(play.peeked, play.corrected),
    )


def _settings(visible: VisibleState) -> dict[str, str]:
    """Return the settings of a game, with its fort and whether it began with a reward, as a score line names them."""
    fort = visible.fort
    at_fort = {"fort": fort.id} | ({"reward": "yes"} if fort.start else {}) if fort else {}
    return dict(visible.settings) | at_fort


def _write_line(claim: ScoreClaim) -> str:
    """Return the text of a score line with these claims, its parts joined by slashes."""
    settings = ",".join(f"{name}={choice}" for name, choice in claim.settings.items())
    # Typed cards come from no seed: with that of the session, one game would have many lines.
    seed = quote(claim.seed, safe="") if claim.draw == DEALT else ""
    about = [MARK, claim.game, seed, claim.draw, claim.mode, settings]
    counts = map(str, (claim.score, claim.peeked, claim.corrected))
    return "/".join([*about, *counts, claim.rules, claim.state, _letters(claim.moves)])


def looks_like_score_line(word: str) -> bool:
    """Return whether a word is meant as a score line, also with blanks or capitals that none should have."""
    return word.strip().lower().startswith(f"{MARK}/")


def parse_score_line(line: str) -> ScoreClaim:
    """Return the claims of a score line; raise UsageError for a damaged line or other text."""
    if looks_like_score_line(line) and not line.startswith(f"{MARK}/"):
        raise UsageError(f"a score line begins with {MARK}/…; copy it without blanks and in small letters")
    # A space or a letter of another script is the usual damage of a copied line, and easy to name.
    strange = _NO_LETTER.search(line) if line.strip().startswith(MARK) and len(line) <= LONGEST else None
    if strange:
        refusal = f"character {strange.start() + 1} is {strange[0]!r}, which no score line has"
        raise UsageError(f"{refusal}; copy it again, on one line and with plain letters and digits")
    parts = line.split("/")
    # Checked before anything is decoded: the line may come from anyone.
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
    return ScoreClaim(
        who,
        seed,
        parts[3],
        parts[4],
        settings=settings,
        score=score,
        peeked=peeked,
        corrected=corrected,
        rules=rules,
        state=state,
        moves=moves,
    )


def _moves(text: str) -> bytes:
    """Return the bytes of the decisions from the base-64 text at the end of a score line; raise ValueError if damaged.

    The unused bits of the last letter must be zero, so that one game has only one line.
    """
    moves = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    # The last letter has spare bits; two lines for one game would defeat a comparison of lines.
    if _letters(moves) != text:
        raise ValueError(text)
    return moves


def _letters(moves: bytes) -> str:
    """Return the bytes of the decisions in base 64, with letters that a URL may have and without padding."""
    return base64.urlsafe_b64encode(moves).decode().rstrip("=")


def _number(text: str) -> int:
    """Return a part of a score line as a whole number of six characters at most; raise ValueError for other text."""
    # int() would also take spaces, underscores and digits of other scripts
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 6:
        raise ValueError(text)
    return int(text)


def _pack_decisions(rules: Rules[Any], actions: Iterable[Action], *, is_dealt: bool) -> bytes:
    """Return the decisions of a game as the bytes of one number in mixed radix.

    A decision is a digit, its index among the legal actions, in the base of how many were legal.
    """
    digits, state = [], rules.start()
    for action in actions:
        if not (is_dealt and rules.draw(state)):
            legal = rules.legal(state)
            digits.append((legal.index(action), len(legal)))
        state = rules.apply(state, action)
    number = 1
    # From a leading 1 on, so that zeros at the front are not lost.
    for digit, base in reversed(digits):
        number = number * base + digit
    return number.to_bytes(-(-number.bit_length() // 8))


def replay(rules: Rules[Any], claimed: ScoreClaim) -> tuple[Any, tuple[Action, ...]]:
    """Play the game of a score line again, and return its last state and its actions.

    Raises UsageError for decisions that lead beyond the end of the game.
    """
    dealer = Dealer(claimed.seed) if claimed.draw == DEALT else None
    number = int.from_bytes(claimed.moves)
    state, done = rules.start(), []
    while legal := rules.legal(state):
        draw = rules.draw(state)
        if draw and dealer:
            action = dealer.action(draw)
        # A single legal action takes no digit, even when the number is used up.
        elif number > 1 or len(legal) == 1:
            # The first decision is the lowest digit of the number.
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
    """Return the error of the first false claim of a score line, found by replaying; None where all claims are true.

    `digest` is the hash of the rules. Raises UsageError, as `replay` does, for a line of typed cards that leads too
    far.
    """
    if not digest.startswith(_hash_letters(claimed.rules)):
        return PlayError(key="claim_rules")
    try:
        state, _ = replay(rules, claimed)
    except UsageError:
        # Other cards leave other choices, so that the moves end too late; typed cards are moves themselves.
        if claimed.draw == DEALT:
            return PlayError(key="claim_seed")
        raise
    visible = rules.visible_state(state)
    if not visible.over or visible.points is None:
        return PlayError(key="claim_end")
    if visible.points.total != claimed.score:
        return PlayError(key="claim_points", n=visible.points.total, claimed=claimed.score)
    return None if rules.digest(state).startswith(_hash_letters(claimed.state)) else PlayError(key="claim_state")


def _hash_letters(part: str) -> str:
    """Return the letters of a hash in a part of a score line, in small letters; capitals are refused later."""
    # Capitals are another spelling, which is told with its own message.
    return part[:_HASH].lower()


def rebuilt_line(rules: Rules[Any], claimed: ScoreClaim, game: str, digest: str) -> str:
    """Return the score line that a replay of the game gives, to compare it with the claimed line.

    `digest` is the hash of the rules. The counts of cards taken back and entries corrected cannot be replayed, and are
    copied from the claim. Raises UsageError as `replay` does.
    """
    _, actions = replay(rules, claimed)
    counts = claimed.peeked, claimed.corrected
    return game_line(rules, (game, claimed.seed, digest), actions, draw=claimed.draw, mode=claimed.mode, counts=counts)


def game_line(
    rules: Rules[Any],
    about: tuple[str, str, str],
    actions: Sequence[Action],
    *,
    draw: str = DEALT,
    mode: str = STRICT,
    counts: tuple[int, int] = (0, 0),
) -> str:
    """Return the score line of a game's actions, from the first to the last.

    `about` has the game, the seed and the hash of the rules; `counts` the cards taken back and the entries corrected.
    """
    (game, seed, digest), (peeked, corrected) = about, counts
    state = reduce(rules.apply, actions, rules.start())
    visible = rules.visible_state(state)
    return _write_line(
        ScoreClaim(
            game,
            seed,
            draw,
            mode,
            settings=_settings(visible),
            score=visible.points.total if visible.points else 0,
            peeked=peeked,
            corrected=corrected,
            rules=digest[:_HASH],
            state=rules.digest(state)[:_HASH],
            moves=_pack_decisions(rules, actions, is_dealt=draw == DEALT),
        )
    )


def find_other_spelling(line: str, rebuilt: str, claimed: ScoreClaim) -> PlayError | None:
    """Return the error of a line that differs from the rebuilt one in any character or has impossible counts.

    Else None.
    """
    # These counts cannot be replayed; only impossible ones are refused.
    if claimed.peeked < 0 or claimed.corrected < 0 or (claimed.mode == STRICT and claimed.peeked):
        return PlayError(key="claim_counts", mode=claimed.mode, peeked=claimed.peeked, corrected=claimed.corrected)
    pairs = enumerate(zip(line.split("/"), rebuilt.split("/"), strict=True), 1)
    number, has, expected = next(((number, *pair) for number, pair in pairs if pair[0] != pair[1]), (0, "", ""))
    return PlayError(key="claim_spelling", n=number, has=repr(has[:80]), wanted=repr(expected[:80])) if number else None
