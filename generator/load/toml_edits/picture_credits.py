"""Writes the makers of pictures into the text of `credits.toml`; all else in it stays."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from generator.load.kept_parts import PICTURES
from generator.load.toml_edits.toml_changes import changed_toml


def with_credits(text: str, makers: Mapping[str, str]) -> str:
    """Return a text of credits in which each picture has a maker; `makers` has the words by the picture's file.

    Raises ValueError for a text that is no TOML or has no room for them.

    >>> print(with_credits("# Ours.", {"art/fox.png": "A. Smith"}), end="")
    # Ours.
    [pictures]
    "art/fox.png" = "A. Smith"
    """
    if PICTURES not in tomllib.loads(text):
        ending = "\r\n" if "\r\n" in text else "\n"
        text += f"[{PICTURES}]{ending}" if text.endswith("\n") or not text else f"{ending}[{PICTURES}]{ending}"
    for picture, words in makers.items():
        text = changed_toml(text, (PICTURES, picture), words)
    return text
