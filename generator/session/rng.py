"""Chance that is the same on every machine and in every version: `sha256ctr/1`, written down and never changed.

- The key of a stream is SHA-256(seed, a zero byte, name of the stream), seed and name in UTF-8.
- The bytes of a stream are SHA-256(key, 0), SHA-256(key, 1), … one after the other; the counter has 8 bytes, big end
  first.
- A number below n takes the fewest whole bytes that hold n - 1, big end first, keeps as many low bits as n - 1 has, and
  where the result is not below n throws it away and takes the next bytes. A number below 1 takes no bytes.
- A shuffle goes from the last place down to the second: place i changes with a place below i + 1.

Every deck, and every time it is shuffled anew, has a stream of its own (`fate/1`, `fate/2`), so that there is no
pointer to save, and a new draw somewhere in the rules moves nothing elsewhere. `tests/session/vectors.txt` holds 1,000
shuffles that every version makes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from generator.base.errors import UsageError

NAME = "sha256ctr/1"
"""What the head of a session calls this."""
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no letter that looks like another."""
LONGEST_SEED = 100
"""Characters."""

Item = TypeVar("Item")


class Stream:
    """An endless row of numbers that a seed and a name settle."""

    def __init__(self, seed: str, name: str) -> None:
        if "\0" in seed or "\0" in name:
            raise ValueError("a seed and a name are without zero bytes")
        self._key = sha256(f"{seed}\0{name}".encode()).digest()
        self._counter = 0
        self._bytes = b""

    def below(self, bound: int) -> int:
        """The next whole number from 0 up to, not with, a bound of at least 1; each is as likely as the others."""
        if bound < 1:
            raise ValueError(f"no number is below {bound}")
        bits = (bound - 1).bit_length()
        while (found := int.from_bytes(self._next(-(-bits // 8))) & ((1 << bits) - 1)) >= bound:
            pass
        return found

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in an order of chance (Fisher and Yates, from the end)."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    def _next(self, count: int) -> bytes:
        while len(self._bytes) < count:
            self._bytes += sha256(self._key + self._counter.to_bytes(8)).digest()
            self._counter += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken


def new_seed() -> str:
    """A seed nobody has had: 80 bits as four groups of letters and digits that can be read out."""
    number = int.from_bytes(os.urandom(10))
    letters = "".join(_LETTERS[(number >> shift) & 31] for shift in range(75, -1, -5))
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))


def check_seed(seed: str) -> None:
    """Raise UsageError for what cannot be a seed."""
    if not seed.isprintable() or not 0 < len(seed) <= LONGEST_SEED:
        raise UsageError(f"{seed[:20]!r} cannot be a seed; it has 1 to {LONGEST_SEED} characters on one line")
