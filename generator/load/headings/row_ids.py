"""Makes ids of words, so that a row keeps its id when rows are moved."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import count

_LONGEST = 30  # an id has 41 letters at most; a digest or a number follows


def id_of(words: str, noun: str) -> str:
    """Return an id made of words; of words in other letters than a-z it is a noun with a digest behind it.

    >>> id_of("The Fox!", "card"), id_of("7 Élan", "card"), id_of("騎士", "card")
    ('the_fox', 'card_7_elan', 'card_456046')
    """
    # NFKC first, so that full-width letters become plain ones; NFKD then splits accents off.
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", words)).casefold()
    stem = re.sub(r"[^a-z0-9]+", "_", plain.encode("ascii", "ignore").decode()).strip("_")
    # Words that lose a letter, or are cut, may become equal to others: a digest keeps them apart.
    is_whole = all(char.isascii() for char in plain if char.isalnum()) and len(stem) <= _LONGEST
    parts = [stem[:_LONGEST].strip("_"), "" if is_whole and stem else hashlib.sha256(words.encode()).hexdigest()[:6]]
    joined = "_".join(filter(None, parts))
    return joined if joined[0].isalpha() and stem else f"{noun}_{joined}"


def row_ids(words: Sequence[str], contents: Sequence[object], noun: str) -> list[str]:
    """Return an id for each row by its words; rows of equal words are numbered in the order of their `contents`.

    >>> row_ids(["Fox", "Hare", "Fox"], ["b", "", "a"], "card")
    ['fox_2', 'hare', 'fox']
    """
    stems = [id_of(name, noun) for name in words]
    ids, used = [""] * len(stems), set(stems)
    numbers: dict[str, Iterator[int]] = {}
    # Sorted by content, so that ids do not depend on the order of the rows.
    for row in sorted(range(len(stems)), key=lambda row: repr(contents[row])):
        stem = stems[row]
        if stem not in numbers:
            numbers[stem], ids[row] = count(2), stem
        else:
            ids[row] = next(id_ for number in numbers[stem] if (id_ := f"{stem}_{number}") not in used)
            used.add(ids[row])
    return ids
