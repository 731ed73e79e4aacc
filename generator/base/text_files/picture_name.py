"""Names of pictures as sheets write them, made names of files of a game."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"\s*\(https?://[^()\s]*\)\Z")
"""The address behind the name of a file, as Airtable exports attachments."""


def plain_picture_name(cell: str) -> str:
    r"""Return the name of a picture's file without an address behind it, with `/` between its folders.

    >>> plain_picture_name(r"art\fox.png"), plain_picture_name("fox.png (https://x.org/a)"), plain_picture_name("Fox")
    ('art/fox.png', 'fox.png', 'Fox')
    """
    # Windows writes the other bar.
    return _ADDRESS.sub("", cell.strip()).replace("\\", "/")
