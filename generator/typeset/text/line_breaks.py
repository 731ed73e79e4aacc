"""Find where a line may end: after spaces, hyphens and slashes, by the Japanese rules (kinsoku), and by hyphenation.

The Japanese tables follow JIS X 4051 and the W3C's Requirements for Japanese Text Layout (classes cl-01 to cl-12). A
forbidden character is never hung into the margin: it takes the character before it to the next line (oidashi).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from generator.typeset.scripts.script_runs import is_plain_script

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ICON = "\ufffc"
"""Stands for an inline icon (Unicode's object replacement character)."""

SHY = "\u00ad"
"""A soft hyphen: invisible unless the line ends there."""


def _wide(ascii_chars: str) -> str:
    """Return the full-width forms of ASCII characters."""
    return "".join(chr(ord(char) + 0xFEE0) for char in ascii_chars)


CLOSING = "、。」』】〕〉》〙〗\u2986\uff60" + _wide(",.)]}")
"""Full-width closing marks, whose ink fills the left half."""
OPENING = "「『【〔〈《〘〖\u2985\uff5f" + _wide("([{")
"""Full-width opening marks, whose ink fills the right half."""

_SMALL_KANA = "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
_SMALL_HALF = "".join(map(chr, range(0xFF67, 0xFF70)))
_REPEATS = "々〻ゝゞヽヾー゛゜〜゠\uff70\uff9e\uff9f" + _wide("~")
_HALF_WIDTH = "\uff61\uff63\uff64\uff65"
_LATIN_CLOSING = ")]},.;:!?%'\"’”»›–‐"
NOT_FIRST = (
    CLOSING
    + _SMALL_KANA
    + _SMALL_HALF
    + _REPEATS
    + _HALF_WIDTH
    + _LATIN_CLOSING
    + _wide("!?:;%")
    + "・‼⁇⁈⁉°′″℃‰¢\uffe0"
)
"""Characters that never begin a line."""
NOT_LAST = OPENING + "([{'\"‘“«‹〝\uff62"
"""Characters that never end a line."""

SPACES = " \t\u2000-\u2006\u2008-\u200b\u205f\u3000"
"""Spaces after which a line may end, as a range for a regular expression."""
_NO_BREAK = "\u00a0\u202f\u2007\u2011\u2060\ufeff\u200d"
_MARKS = "\u0300-\u036f\u200c\u200d\u20d0-\u20ff\u3099\u309a\ufe00-\ufe0f\U000e0100-\U000e01ef"
CJK = "\u2e80-\u2fff\u3001-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffef\U00020000-\U0003ffff"
"""Characters between which lines break freely, as a range for a regular expression."""
_UNSPACED = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f]"
"""Letters of Thai, Lao, Khmer and Burmese, which are written without spaces."""
_DIGITS = "0-9\uff10-\uff19"
_PREFIXES = "第約+-±×¥$£€№#\uffe5" + _wide("+-$#")
_NUMERALS = "一二三四五六七八九十百千"
_LETTERS = "ぁ-ゖァ-ヺ一-鿿々"
_COUNTERS = "枚個人点回本年月日時分秒円目番体隻台列行段階件種組軒戸匹頭倍割章頁番度色種つ"
_TOGETHER = "…‥―—─"
_BREAKERS = frozenset(" -/")
"""ASCII characters after which a line may end."""
_MIN_LETTERS = 3
"""Fewest letters of a divided word on either line."""


def _any(chars: str) -> str:
    """Return a regular expression that matches any one of some characters."""
    return f"[{re.escape(chars)}]"


_JOINS = "|".join(
    (
        f"(?:{_any(NOT_FIRST)}|[{_MARKS}{_NO_BREAK}])",
        f"(?<={_any(NOT_LAST + _NO_BREAK)})[^{SPACES}]",
        f"(?<=[^{CJK}{SPACES}])(?!(?<=\\w[-‐/])[^\\W\\d_]|(?<=—)\\w|(?<={ICON}){ICON})[^{CJK}{SPACES}]",
        f"(?<={ICON})[^{ICON}{SPACES}]",
        f"(?<=[{_DIGITS}])[{_DIGITS}{_LETTERS}]",
        f"(?<=[{_NUMERALS}])[{_COUNTERS}]",
        f"(?<={_any(_PREFIXES)})[{_DIGITS}]",
        *(f"(?<={char}){char}" for char in _TOGETHER),
    )
)
"""Continuations of a character without a break between them; each rule looks back at one character."""


# Both are compiled and remembered by `re` at their first use.
_UNIT = f"[^{SPACES}](?:{_JOINS})*[{SPACES}]*|[{SPACES}]+"

_LATIN_UNIT = f"[^{SPACES}](?:(?!(?<=\\w[-‐/])[^\\W\\d_]|(?<=—)\\w)[^{SPACES}])*[{SPACES}]*|[{SPACES}]+"
"""What remains of it below U+2E80; compiling the whole takes a fiftieth of a build of two changed cards."""


def units(text: str) -> list[str]:
    """Return the text split wherever a line may end; each unit keeps the spaces after it.

    >>> units("well-known “words”, かった。")
    ['well-', 'known ', '“words”, ', 'かっ', 'た。']
    """
    # Most texts are one word, and the expression below takes longer than everything else here.
    if _is_simple(text):
        return [text]
    # The expression without East Asian characters is faster.
    is_latin = text.isascii() or max(text) < CJK[0]
    pieces = re.findall(_LATIN_UNIT if is_latin else _UNIT, text)
    return pieces if is_plain_script(text) or not re.search(_UNSPACED, text) else list(_divided(pieces))


def _divided(units_: list[str]) -> Iterator[str]:
    """Yield the units of a text, divided into words where a script writes no spaces between them."""
    from generator.typeset.scripts.unspaced_words import words_without_spaces

    for unit in units_:
        if re.search(_UNSPACED, unit):
            yield from words_without_spaces(unit)
        else:
            yield unit


def _is_simple(text: str) -> bool:
    """Return whether the text is one ASCII word: most are, and need no regular expression."""
    return text.isascii() and text.isprintable() and text != "" and _BREAKERS.isdisjoint(text[:-1])


def is_unbreakable(before: str, after: str) -> bool:
    """Whether no line may end between two characters, which may differ in style.

    >>> is_unbreakable("か", "。"), is_unbreakable("か", "a"), is_unbreakable("d", ",")
    (True, False, True)
    """
    return len(units(before + after)) == 1


def hyphen_points(word: str, language: str) -> tuple[int, ...]:
    """Return the indexes at which a word may be divided: at its soft hyphens if it has any, else by a dictionary.

    At least three letters stay on either line; punctuation around the word does not count. Empty for languages
    without a dictionary.

    >>> hyphen_points("“fortification,", "en"), hyphen_points("another", "en")
    ((4, 6, 9, 10), ())
    """
    soft = tuple(index for index, char in enumerate(word) if char == SHY)
    # Whoever wrote soft hyphens knows better than a dictionary.
    if soft:
        return soft
    # Without quotes and stops; words of four letters are not divided.
    letters = re.search(r"[^\W\d_]{5,}", word)
    positions = _dictionary(language)
    if not letters or positions is None:
        return ()
    return tuple(letters.start() + index for index in positions(letters[0]))


@cache
def _dictionary(language: str) -> Callable[[str], list[int]] | None:
    """Return the function that finds the break points of a word; None for languages without a dictionary."""
    from importlib import import_module

    # Imported late, as only hyphenated texts need it.
    pyphen: Any = import_module("pyphen")
    dictionary = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=dictionary, left=_MIN_LETTERS, right=_MIN_LETTERS).positions if dictionary else None
