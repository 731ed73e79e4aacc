"""One event as one line of text, and a file of such lines read back without guessing.

A line is a JSON object in ASCII: `n` (its number, from 0), `t` (its kind), what belongs to the kind, `prev` (the hash
of the line before), `h` (its own hash: the first 32 hexadecimal digits of the SHA-256 of everything before `,"h":`).
So every byte of the file is held by a hash, and every line by the next.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import pairwise
from typing import Any, NoReturn

from generator.base.records import dataclass

Body = Mapping[str, Any]
"""What an event says: its kind under `t`, and what belongs to it."""

NOTHING = "0" * 32
"""What the first line gives as the hash of the line before."""
OWN = frozenset({"n", "prev", "h"})
"""Keys that the chain itself writes."""
LONGEST_LINE = 65_536
"""Bytes in a line."""
SECTOR = 512
"""Bytes that a disk writes whole or not at all; what it never wrote is read back as zeros."""
_SEAL = b',"h":"'
_SEALED = len(_SEAL) + 32 + len(b'"}')


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened."""

    number: int
    body: Body
    hash: str

    @property
    def kind(self) -> str:
        """What sort of event it is: `open`, `act`, `undo` and so on."""
        return str(self.body["t"])


@dataclass(frozen=True, slots=True)
class Damage:
    """The first event that is not as it was written."""

    event: int
    what: str


@dataclass(frozen=True, slots=True)
class Log:
    """What the bytes of a session hold."""

    events: tuple[Event, ...]
    size: int
    """Bytes up to the end of the last good event."""
    tail: bytes = b""
    """Bytes behind it that were never confirmed: a line half written."""
    mended: bool = False
    """The last event is whole, and only its newline is hurt; `size` ends before that."""
    damage: Damage | None = None


class BadRecordError(ValueError):
    """A line that is not the event that should stand there; the message says why."""


def encode(number: int, previous: str, body: Body) -> tuple[Event, bytes]:
    """An event and its line, newline included; a body with a key of the chain or without a kind is a bug."""
    if OWN & body.keys() or not isinstance(body.get("t"), str):
        raise ValueError(f"a body needs 't' and may not have {sorted(OWN)}")
    text = json.dumps({"n": number, **body, "prev": previous}, separators=(",", ":"), allow_nan=False)
    sealed = text[:-1].encode("ascii")
    seal = sha256(sealed).hexdigest()[:32]
    line = sealed + _SEAL + seal.encode("ascii") + b'"}\n'
    if len(line) > LONGEST_LINE:
        raise ValueError(f"an event of {len(line)} bytes")
    return Event(number, dict(body), seal), line


def chain(bodies: Iterable[Body]) -> bytes:
    """A whole session of these events."""
    previous, lines = NOTHING, []
    for number, body in enumerate(bodies):
        event, line = encode(number, previous, body)
        previous = event.hash
        lines.append(line)
    return b"".join(lines)


def decode(line: bytes, number: int, previous: str) -> Event:
    """The event of a line without its newline.

    Raises BadRecordError where it is not this event, following that hash, exactly as it was written.
    """
    sealed, seal = line[:-_SEALED], line[-_SEALED:]
    digest = sha256(sealed).hexdigest()[:32]
    if len(line) >= LONGEST_LINE or seal != _SEAL + digest.encode("ascii") + b'"}':
        raise BadRecordError("its hash does not match what it says")
    entry = _parsed(sealed + b"}")
    if entry.pop("n", None) != number or not isinstance(entry.get("t"), str):
        raise BadRecordError(f"it is not event {number}")
    if entry.pop("prev", None) != previous:
        raise BadRecordError("it does not follow from the event before it")
    return Event(number, entry, digest)


def _parsed(text: bytes) -> dict[str, Any]:
    try:
        entry = json.loads(text.decode("ascii"), parse_constant=_refuse, parse_int=_whole, parse_float=_refuse)
    except (ValueError, RecursionError):
        raise BadRecordError("it is not plain JSON") from None
    return entry if isinstance(entry, dict) else {}


def _refuse(word: str) -> NoReturn:
    raise BadRecordError(f"{word!r} is not a number that a session holds")


def _whole(digits: str) -> int:
    if len(digits) > 18:
        raise BadRecordError("a number is too long")
    return int(digits)


def read(data: bytes, *, after: Event | None = None, offset: int = 0) -> Log:
    """What bytes hold that stand at an offset of the file behind an event: good events, then a tail or damage."""
    events: list[Event] = []
    number, previous = (after.number + 1, after.hash) if after else (0, NOTHING)
    start = 0
    while (end := data.find(b"\n", start)) >= 0:
        try:
            event = decode(data[start:end], number, previous)
        except BadRecordError as bad:
            return _broken(events, data, (start, end + 1), offset, Damage(number, str(bad)))
        events.append(event)
        number, previous, start = number + 1, event.hash, end + 1
    return _ended(events, data[start:], offset + start, (number, previous))


def _broken(events: list[Event], data: bytes, line: tuple[int, int], offset: int, damage: Damage) -> Log:
    """A bad last line with sectors missing was being written when the power went; any other bad line is damage."""
    start, end = line
    if not data[end:].strip(b"\0") and _has_gap(data[start:], offset + start):
        return Log(tuple(events), offset + start, tail=data[start:])
    return Log(tuple(events), offset + start, damage=damage)


def _has_gap(tail: bytes, place: int) -> bool:
    """Whether whole sectors of a tail that stands at this place of the file are zeros."""
    first = -(-place // SECTOR) * SECTOR - place
    edges = [0, *range(first, len(tail), SECTOR), len(tail)]
    parts = [tail[low:high] for low, high in pairwise(edges) if high > low]
    return any(not part.strip(b"\0") for part in parts)


def _ended(events: list[Event], tail: bytes, place: int, expected: tuple[int, str]) -> Log:
    for length in (len(tail), len(tail) - 1):
        try:
            last = decode(tail[: max(length, 0)], *expected)
        except BadRecordError:
            continue
        return Log((*events, last), place + length, mended=True)
    return Log(tuple(events), place, tail=tail)
