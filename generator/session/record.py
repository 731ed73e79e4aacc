"""Events as lines of a file, chained by hashes: every byte is protected by a hash, and every line by the next one.

A line is a JSON object in ASCII: `n` (its number, from 0), `t` (its kind), the data of that kind, `prev` (the hash of
the line before), and `h` (its own hash: the first 32 hexadecimal digits of the SHA-256 of all before `,"h":`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import pairwise
from typing import Any, NoReturn

from generator.base.errors import HandledError
from generator.base.records import dataclass

Body = Mapping[str, Any]
"""The data of an event: its kind under `t`, and what belongs to the kind."""

NOTHING = "0" * 32
"""The `prev` of the first line."""
OWN = frozenset({"n", "prev", "h"})
"""Keys of the chain itself."""
LONGEST_LINE = 65_536
"""The most bytes of a line."""
SECTOR = 512
"""Bytes that a disk writes together; a sector that was never written reads as zeros."""
_SEAL = b',"h":"'
# The length of the end of every line, from `,"h":` on.
_SEALED = len(_SEAL) + 32 + len(b'"}')


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a session."""

    number: int
    body: Body
    hash: str

    @property
    def kind(self) -> str:
        """Return the kind of the event: `open`, `act`, `undo` and so on."""
        return str(self.body["t"])


@dataclass(frozen=True, slots=True)
class Damage:
    """The first event that is not as it was written, and why."""

    event: int
    fault: str

    def __str__(self) -> str:
        """Return, for example, `event 13: it is not plain JSON`."""
        return f"event {self.event}: {self.fault}"


@dataclass(frozen=True, slots=True)
class Log:
    """The result of reading a session's bytes."""

    events: tuple[Event, ...]
    size: int
    """Bytes up to the end of the last good event."""
    tail: bytes = b""
    """The bytes of a half-written line behind it, which was never confirmed."""
    lacks_newline: bool = False
    """Whether the last event lacks its newline; `size` ends before that."""
    damage: Damage | None = None


class BadRecordError(HandledError):
    """A line that is not the event expected there; the message says why."""


def encode(number: int, previous: str, body: Body) -> tuple[Event, bytes]:
    """Return an event and its line, with the newline; raises ValueError for a body without a kind or too long."""
    # These keys belong to the chain; a body with one of them would overwrite it.
    if OWN & body.keys() or not isinstance(body.get("t"), str):
        raise ValueError(f"a body needs 't' and may not have {sorted(OWN)}")
    text = json.dumps({"n": number, **body, "prev": previous}, separators=(",", ":"), allow_nan=False)
    sealed = text[:-1].encode("ascii")
    # 128 bits: enough against accidents, and half the length of a line's hash.
    seal = sha256(sealed).hexdigest()[:32]
    line = sealed + _SEAL + seal.encode("ascii") + b'"}\n'
    if len(line) > LONGEST_LINE:
        raise ValueError(f"an event of {len(line)} bytes")
    return Event(number, dict(body), seal), line


def chain(bodies: Iterable[Body]) -> bytes:
    """Return the lines of a whole session."""
    previous, lines = NOTHING, []
    for number, body in enumerate(bodies):
        event, line = encode(number, previous, body)
        previous = event.hash
        lines.append(line)
    return b"".join(lines)


def decode(line: bytes, number: int, previous: str) -> Event:
    """Return the event of a line without its newline.

    Raises BadRecordError unless it is the event of this number, after that hash, exactly as it was written.
    """
    sealed, seal = line[:-_SEALED], line[-_SEALED:]
    digest = sha256(sealed).hexdigest()[:32]
    # Compared before anything is parsed: a damaged line never reaches the JSON reader.
    if len(line) >= LONGEST_LINE or seal != _SEAL + digest.encode("ascii") + b'"}':
        raise BadRecordError("its hash does not match what it says")
    entry = _parse(sealed + b"}")
    if entry.pop("n", None) != number or not isinstance(entry.get("t"), str):
        raise BadRecordError(f"it is not event {number}")
    if entry.pop("prev", None) != previous:
        raise BadRecordError("it does not follow from the event before it")
    return Event(number, entry, digest)


def sealed_hashes(data: bytes) -> frozenset[str]:
    """Return the hashes that stand at the ends of the lines of a file, unchecked: `read` tells whether they hold."""
    # A torn line ends anywhere, so that its end has another length or does not begin with the seal.
    ends = (line[-_SEALED:] for line in data.splitlines() if len(line) > _SEALED)
    return frozenset(end[len(_SEAL) : -2].decode("ascii", "replace") for end in ends if end.startswith(_SEAL))


def _parse(text: bytes) -> dict[str, Any]:
    """Return the JSON object of a line; raise BadRecordError for text that is no plain JSON."""
    try:
        entry = json.loads(text.decode("ascii"), parse_constant=_refuse, parse_int=_parse_int, parse_float=_refuse)
    except (ValueError, RecursionError):
        raise BadRecordError("it is not plain JSON") from None
    return entry if isinstance(entry, dict) else {}


def _refuse(word: str) -> NoReturn:
    """Raise BadRecordError: a session holds no fractions, NaN or infinities."""
    raise BadRecordError(f"{word!r} is not a number that a session holds")


def _parse_int(digits: str) -> int:
    """Return a whole number of up to 18 digits; raise BadRecordError for a longer one."""
    if len(digits) > 18:  # more than 64 bits, and the conversion of long numbers takes quadratic time
        raise BadRecordError("a number is too long")
    return int(digits)


def read(data: bytes, *, after: Event | None = None, offset: int = 0) -> Log:
    """Return the good events in bytes of a session, then the tail or damage behind them.

    `offset` is the place of the bytes in the file, and `after` the event before them; None at the beginning.
    """
    events: list[Event] = []
    number, previous = (after.number + 1, after.hash) if after else (0, NOTHING)
    start = 0
    # Only whole lines are events; the rest is the tail.
    while (end := data.find(b"\n", start)) >= 0:
        try:
            event = decode(data[start:end], number, previous)
        except BadRecordError as bad:
            return _damaged_log(events, data, (start, end + 1), offset, Damage(number, str(bad)))
        events.append(event)
        number, previous, start = number + 1, event.hash, end + 1
    return _log_with_tail(events, data[start:], offset + start, (number, previous))


def _damaged_log(events: list[Event], data: bytes, line: tuple[int, int], offset: int, damage: Damage) -> Log:
    """Return the log up to a bad line, with the rest as an unfinished tail or as damage.

    The rest counts as unfinished if sectors are missing at the end, as after a power failure.
    """
    start, end = line
    if not data[end:].strip(b"\0") and _has_gap(data[start:], offset + start):
        return Log(tuple(events), offset + start, tail=data[start:])
    return Log(tuple(events), offset + start, damage=damage)


def _has_gap(tail: bytes, place: int) -> bool:
    """Return whether whole sectors of a tail, at this place of the file, are zeros: they were never written."""
    first = -(-place // SECTOR) * SECTOR - place
    edges = [0, *range(first, len(tail), SECTOR), len(tail)]
    parts = [tail[low:high] for low, high in pairwise(edges) if high > low]
    return any(not part.strip(b"\0") for part in parts)


def _log_with_tail(events: list[Event], tail: bytes, place: int, expected: tuple[int, str]) -> Log:
    """Return the log of good events and the bytes behind them, which may be an event without its newline."""
    for length in (len(tail), len(tail) - 1):  # without the newline, or with another byte in its place
        try:
            last = decode(tail[: max(length, 0)], *expected)
        except BadRecordError:
            continue
        return Log((*events, last), place + length, lacks_newline=True)
    return Log(tuple(events), place, tail=tail)
