"""The direction of writing: which characters run from right to left, and the direction of a paragraph."""

from __future__ import annotations

import re
import unicodedata

from generator.model.text import is_rtl_language
from generator.typeset.scripts.script_runs import is_plain_script

RTL, LTR = "rtl", "ltr"
"""Values of the attribute `direction`, as in SVG and CSS."""

BIDI_CONTROLS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Invisible characters that set the direction of text."""
# Whole blocks, so that a character that Unicode adds is known before Python knows it.
_RTL = f"[{BIDI_CONTROLS}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
_RTL_CLASSES = {"R", "AL"}
_ISOLATES = {"LRI", "RLI", "FSI"}


def has_rtl(text: str) -> bool:
    """Whether a text has characters that are written from right to left, or that set the direction.

    >>> has_rtl("שלום"), has_rtl("wall 3"), has_rtl("壁")
    (True, False, False)
    """
    return not is_plain_script(text) and re.search(_RTL, text) is not None


def is_rtl_paragraph(text: str, language: str, direction: str = "") -> bool:
    """Whether a paragraph begins at the right: as `direction` says, else its language and letters.

    In a right-to-left language only a text of other letters alone begins at the left; else the first letter decides.

    >>> is_rtl_paragraph("שלום!", "en"), is_rtl_paragraph("Jack של", "he"), is_rtl_paragraph("Jack!", "he")
    (True, True, False)
    """
    if direction:
        return direction == RTL
    first = _first_strong(text)
    return first in _RTL_CLASSES or (is_rtl_language(language) and (not first or has_rtl(text)))


def _first_strong(text: str) -> str:
    """Return the class of the first strong letter that stands in no isolate (UAX 9, rule P2); empty without one."""
    depth = 0
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            # A sign that closes nothing changes nothing (UAX 9, BD9).
            depth = max(0, depth - 1)
        elif not depth and (kind == "L" or kind in _RTL_CLASSES):
            return kind
    return ""
