"""Turn path data into PDF path operators."""

from __future__ import annotations

import re
from functools import lru_cache

_segments = re.compile("[MLCZ][^MLCZ]*").findall
_OPERATORS = {"M": "m ", "L": "l ", "C": "c ", "Z": "h "}


@lru_cache(maxsize=4096)
def path_operators(path: str) -> str:
    """Return the path with each operator behind its numbers, as PDF wants it.

    The numbers are copied as text. They were rounded when the face was typeset.

    >>> path_operators("M 0 0 L 10 0 C 10 5 5 10 0 10 Z")
    '0 0 m 10 0 l 10 5 5 10 0 10 c h '
    """
    return "".join([segment[2:] + _OPERATORS[segment[0]] for segment in _segments(path + " ")])
