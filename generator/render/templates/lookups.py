"""What rendering asks of its caller: template files by name, and a cache of compiled templates and drawings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

FindFile: TypeAlias = Callable[[str], tuple[str, bytes] | None]
"""From a name as templates write it to the file's path as shown and its content; None if there is no such file."""


LARGEST_FILE, LARGEST_DRAWING = 500_000, 1_500_000
"""Bytes of one template, and of a drawing without the pictures of pixels in it."""

SHARED = "templates/"
"""What the path of a shared template, as shown, begins with."""


class RenderCache(Protocol):
    """A cache that lasts between runs; the caller keeps the entries of different program versions apart."""

    def get(self, name: str) -> Any | None:
        """Return the value stored under `name`, or None."""

    def put(self, name: str, value: object) -> None:
        """Store a value under `name`, if it can be stored."""


class NoCache:
    """A cache that stores nothing."""

    def get(self, name: str) -> None:
        """Return None, as nothing is stored."""

    def put(self, name: str, value: object) -> None:
        """Do nothing."""


ENDING = ".svg"
"""Of the names of drawings, which no template has."""
_PROGRAMS = re.compile(
    rb"""xmlns:\w+\s*=\s*["'][^"']*(?:inkscape\.org|sodipodi|serif\.com|ns\.adobe\.com|figma|sketch|vectornator)"""
)
_OURS = b"urn:vallum:pnp"


def is_drawing(name: str, content: bytes) -> bool:
    """Whether a template is a drawing of another program, known by its ending or the program's marks in its head."""
    if name.lower().endswith(ENDING):
        return True
    # Programs declare their namespaces in the first element of a file.
    head = content[:20_000]
    return bool(_PROGRAMS.search(head)) and _OURS not in head
