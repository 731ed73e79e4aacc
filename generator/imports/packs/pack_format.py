"""What packs have in common where they are written and where they are read: limits, and names that would collide."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

MOST_FILES = 5_000
MOST_BYTES = 500_000_000
"""Bytes of all files of a pack, unpacked."""


def colliding_name(names: Iterable[str]) -> tuple[str, str] | None:
    """Return two names that are one on some systems, by case or by the form of their accents; None without.

    >>> colliding_name(["art/Tower.png", "rules.md", "art/tower.png"])
    ('art/Tower.png', 'art/tower.png')
    >>> colliding_name(["art", "ART/tower.png"])
    ('art', 'ART')
    """
    spelt: dict[str, str] = {}
    """Every file and folder by its key, as it was written first."""
    files: set[str] = set()
    for name in names:
        parts = name.split("/")
        paths = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
        keys = [_key(path) for path in paths]
        is_taken = keys[-1] in spelt
        for key, path in zip(keys, paths, strict=True):
            other = spelt.setdefault(key, path)
            if other != path or key in files or (is_taken and key == keys[-1]):
                return other, path
        files.add(keys[-1])
    return None


def _key(path: str) -> str:
    """Return the form of a path that all spellings of one file share on every system."""
    # Windows and macOS take capitals and small letters as one, macOS also both forms of an accented letter.
    return unicodedata.normalize("NFC", path).casefold()
