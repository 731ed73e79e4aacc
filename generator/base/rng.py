"""Random numbers that are the same on every machine and in every version: `sha256ctr/1`, which never changes.

- The key of a stream is SHA-256(seed, a zero byte, name of the stream), seed and name in UTF-8.
- The bytes of a stream are SHA-256(key, 0), SHA-256(key, 1), … one after the other; the counter has 8 bytes, big end
  first.
- A number below n takes the fewest whole bytes that hold n - 1, big end first, and keeps as many low bits as n - 1 has.
  A result that is not below n is discarded for the next bytes. A number below 1 takes no bytes.
- A shuffle goes from the last place down to the second: place i is swapped with a random place below i + 1.

Each shuffle of each deck has a stream of its own (`fate/1`, `fate/2`), so that no position in a stream has to be saved,
and a further draw somewhere in the rules changes no other. `tests/base/vectors.txt` has 1,000 shuffles that every
version must make.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from generator.base.errors import UsageError

NAME = "sha256ctr/1"
"""The name of the method in the header of a session."""
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no letter that looks like another."""
LONGEST_SEED = 100
"""Longest seed, in characters."""

Item = TypeVar("Item")


class Stream:
    """An endless stream of random numbers, given by a seed and a name."""

    def __init__(self, seed: str, name: str) -> None:
        """Take seed and name, which decide all numbers. Raises ValueError for a zero byte in one of them."""
        if "\0" in seed or "\0" in name:
            raise ValueError("a seed and a name are without zero bytes")
        self._key = sha256(f"{seed}\0{name}".encode()).digest()
        self._counter = 0
        self._bytes = b""

    def below(self, bound: int) -> int:
        """Return the next number from 0 to `bound` - 1, each equally likely.

        >>> Stream("seed", "dice").below(6) in range(6)
        True
        """
        if bound < 1:
            raise ValueError(f"no number is below {bound}")
        bits = (bound - 1).bit_length()
        # Rejection sampling: a modulo would make the low numbers likelier.
        while (number := int.from_bytes(self._next(-(-bits // 8))) & ((1 << bits) - 1)) >= bound:
            pass
        return number

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items in random order (Fisher-Yates, from the end)."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    def _next(self, count: int) -> bytes:
        """Return the next bytes of the stream."""
        while len(self._bytes) < count:
            self._bytes += sha256(self._key + self._counter.to_bytes(8)).digest()
            self._counter += 1
        chunk, self._bytes = self._bytes[:count], self._bytes[count:]
        return chunk


def new_seed() -> str:
    """Return a fresh seed of 80 bits, as four groups of four letters and digits that are easy to read out."""
    number = int.from_bytes(os.urandom(10))
    letters = "".join(_LETTERS[(number >> shift) & 31] for shift in range(75, -1, -5))
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))


def is_new_seed(seed: str) -> bool:
    """Return whether `new_seed` can have made a seed.

    >>> is_new_seed("0123-4567-89ab-cdef"), is_new_seed("my-seed")
    (True, False)
    """
    groups = seed.split("-")
    return len(groups) == 4 and all(len(group) == 4 and set(group) <= set(_LETTERS) for group in groups)


def check_seed(seed: str) -> None:
    """Validate a seed. Raises UsageError."""
    if not seed.isprintable() or not 0 < len(seed) <= LONGEST_SEED:
        raise UsageError(f"{seed[:20]!r} cannot be a seed; it has 1 to {LONGEST_SEED} characters on one line")
