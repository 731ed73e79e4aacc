"""Scripts whose letters HarfBuzz must be told: which script a character is of, and the marks that belong to a letter.

Latin, Greek, Cyrillic, kana and the like need no such care: to shape them, their script makes no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

_COMPLEX = (
    "[\u0590-\u109f\u1200-\u139f\u1680-\u1cff\u2d30-\u2ddf\ua4d0-\ua63f\ua6a0-\ua6ff\ua800-\ua95f\ua980-\uabff"
    "\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00011fff\U0001e000-\U0001eeff]"
)
_SHARED = {
    **dict.fromkeys("،؛؟ـ\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652", "Arab"),
    **dict.fromkeys("।॥", "Deva"),
}
"""Signs that Unicode counts to no script, as several have them; the fonts of these scripts have them."""
_LANGUAGES = {
    **dict.fromkeys(("ar", "ckb", "fa", "ks", "ps", "sd", "ug", "ur"), "Arab"),
    **dict.fromkeys(("as", "bn"), "Beng"),
    **dict.fromkeys(("hi", "mr", "ne", "sa"), "Deva"),
    **dict.fromkeys(("he", "iw", "yi"), "Hebr"),
    "km": "Khmr",
    "ko": "Hang",
    "lo": "Laoo",
    "my": "Mymr",
    "ta": "Taml",
    "te": "Telu",
    "th": "Thai",
}
CURSIVE = frozenset({"Adlm", "Arab", "Mand", "Mong", "Nkoo", "Phag", "Rohg", "Syrc"})
"""Scripts whose letters are joined: no space may come between them."""


def is_plain_script(text: str) -> bool:
    """Whether all characters are Latin, Greek or Cyrillic, or all are Chinese, Japanese or Korean.

    Asked of every text, so no regular expression is used: it would take longer.

    >>> is_plain_script("Жar"), is_plain_script("城壁。"), is_plain_script("城壁 wall"), is_plain_script("א")
    (True, True, False, False)
    """
    return text.isascii() or max(text) < "\u0590" or (min(text) >= "\u2e80" and max(text) < "\ua4d0")


def script_of_language(language: str) -> str:
    """Return the script of a language for which fonts.toml may name fonts, by its ISO 15924 code; '' for others.

    >>> script_of_language("ar-EG"), script_of_language("en")
    ('Arab', '')
    """
    return _LANGUAGES.get(language.partition("-")[0], "")


def has_italics(language: str) -> bool:
    """Whether a language is written in a script that has italics: not so in East Asia, nor in scripts of fonts.toml.

    >>> has_italics("de"), has_italics("ja"), has_italics("he")
    (True, False, False)
    """
    return not script_of_language(language) and language.partition("-")[0] not in {"ja", "zh"}


def has_complex_script(text: str) -> bool:
    """Whether a text has letters of a script that is shaped by rules of its own.

    >>> has_complex_script("कि"), has_complex_script("Ж 壁 wall")
    (True, False)
    """
    return not is_plain_script(text) and re.search(_COMPLEX, text) is not None


@cache
def script_of(char: str) -> str:
    """Return the ISO 15924 code of a letter's script; empty where it makes no difference, as for digits.

    >>> script_of("א"), script_of("a"), script_of("٣")
    ('Hebr', '', 'Arab')
    """
    return iso_script(char) if has_complex_script(char) else ""


@cache
def iso_script(char: str) -> str:
    """Return the ISO 15924 code of a letter's script, of any script; empty for signs that most scripts share.

    >>> iso_script("Ж"), iso_script("한"), iso_script("3")
    ('Cyrl', 'Hang', '')
    """
    import uharfbuzz

    hb: Any = uharfbuzz  # a C library without types
    buffer = hb.Buffer()
    buffer.add_str(char)
    buffer.guess_segment_properties()
    return str(buffer.script or _SHARED.get(char, ""))


def marked_letters(text: str) -> Iterator[str]:
    """Yield the letters of a text, each with the marks and joiners after it.

    >>> list(marked_letters("שָׁם"))
    ['שָׁ', 'ם']
    """
    start = 0
    for index, char in enumerate(text):
        # Mn, Mc and Me are marks; Cf are joiners.
        if index > start and unicodedata.category(char) not in {"Mn", "Mc", "Me", "Cf"}:
            yield text[start:index]
            start = index
    if text:
        yield text[start:]
