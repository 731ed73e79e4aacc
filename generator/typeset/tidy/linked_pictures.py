"""Drawings that link their pictures, as drawing programs save them: files of the game are put in as data."""

from __future__ import annotations

import base64
import posixpath
import re
from collections.abc import Callable
from urllib.parse import unquote
from xml.sax.saxutils import unescape

_LINK = re.compile(
    rb"""(<(?:\w+:)?image\b[^>]*?\bhref\s*=\s*)(["'])(?!data:|\#)([^"':]+?\.(png|jpe?g))\2""", re.IGNORECASE
)


def with_linked_pictures(name: str, content: bytes, find: Callable[[str], tuple[str, bytes] | None]) -> bytes:
    """Return a drawing with the PNG and JPEG files that it links, counted from its folder; other links stay.

    `name` is that of the drawing in its game, and `find` takes such names.
    """

    # As data they are part of the drawing for all who look at it: digests, pixels, and the count of references.
    def embedded(link: re.Match[bytes]) -> bytes:
        """Return a link with the data of its picture; unchanged where the game has no such file."""
        file = find(_in_game(name, link[3]))
        if file is None:
            return link[0]
        kind = b"png" if link[4].lower() == b"png" else b"jpeg"
        return b"".join((link[1], link[2], b"data:image/", kind, b";base64,", base64.b64encode(file[1]), link[2]))

    return _LINK.sub(embedded, content)


def _in_game(name: str, href: bytes) -> str:
    """Return the name in the game of a file that a drawing links; one that leads out of the game is found nowhere."""
    path = unquote(unescape(href.decode("utf-8", "replace"))).replace("\\", "/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
