"""Find the phrases and words of a Japanese text, which has no spaces between them, so that lines end between them.

BudouX learned from texts where a reader expects a line to end. Its models are loaded by the first text that takes more
than one line; what they answer is kept by text, and a face that has not changed is never asked about again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import accumulate

from generator.typeset.text.line_breaks import CJK, ICON, SPACES

PHRASED = frozenset({"ja"})
"""Languages whose lines end between phrases."""

MOST_TEXTS = 8192
"""Texts whose phrases are remembered: more than a game has, for rows may change for ever while a server runs."""

_NOUN = "※"
"""Stands for an icon: a sign that the models do not know, so that only the words about it count."""
# Patterns are text: `re` compiles them at their first use, and remembers them.
_CHARACTER = f"[{CJK}]"
_AFTER = f"(?<=[{SPACES}、。，．])"
_NAME = "[一-鿿々ァ-ヺーa-zA-Z]"
_INSIDE_NAME = f"(?<={_NAME})(?={_NAME})"
_BEGUN = f"(?<=[ぁ-ん、。：）])(?={ICON}+[0-9a-zA-Z一-鿿ァ-ヺ])"
"""Places where a phrase begins, whatever the model says: before an icon, which binds to the word after it."""
_CONTINUED = (
    f"(?<={ICON})(?=[^{SPACES}])|"
    "(?<=[にと])(?=つき|つい|よ[るりっ]|な[るりらっ]|い[うっ]|し[てたな、]|する|ある)|(?<=も)(?=よい|な[るりらい])"
    "|(?<=^[そこど]の)|(?<=[^ぁ-ん][そこど]の)|(?<=と)(?=同じ)|(?<=同じ|一番|好き)|(?<=好きな)|(?<=捨て)(?=札)|(?=ごと|たび)|(?<=[はがの、]あと)"
    "|(?<=[青紫白黄]か)(?=[青紫白黄])"
)
"""Places where no phrase begins, whatever the model says: 1枚に|つき, その|建物, 捨て|札, 青か|紫."""


def has_phrases(text: str, language: str) -> bool:
    """Whether a text is Japanese: a name or number in Latin letters has spaces where lines may end.

    >>> has_phrases("壁を守る", "ja"), has_phrases("Jack 3", "ja"), has_phrases("wall", "en")
    (True, False, False)
    """
    return language in PHRASED and not text.isascii() and re.search(_CHARACTER, text) is not None


@lru_cache(MOST_TEXTS)
def phrase_starts(text: str) -> frozenset[int]:
    """Return the indexes at which phrases begin: words with the particles after them.

    >>> sorted(phrase_starts("番号を一番上に置く。"))
    [0, 3, 7]
    """
    in_names = _places(_INSIDE_NAME, text) - _starts(text, "ja_word")
    starts = _starts(text, "ja") | _places(_BEGUN, text)
    return (starts - _places(_CONTINUED, text) - in_names) | _places(_AFTER, text)


@lru_cache(MOST_TEXTS)
def word_starts(text: str) -> frozenset[int]:
    """Return the indexes at which words and particles begin.

    >>> sorted(word_starts("小規模な工房"))
    [0, 3, 4]
    """
    return _starts(text, "ja_word") | phrase_starts(text)


def _places(pattern: str, text: str) -> frozenset[int]:
    """Return the ends of all matches of a pattern, except the end of the text."""
    return frozenset(match.end() for match in re.finditer(pattern, text) if match.end() < len(text))


@lru_cache(MOST_TEXTS)
def _starts(text: str, model: str) -> frozenset[int]:
    """Return the indexes at which the parts of a text begin, by a model of BudouX."""
    parts = _parser(model)(text.replace(ICON, _NOUN))
    return frozenset(accumulate(map(len, parts[:-1]), initial=0))


@cache
def _parser(model: str) -> Callable[[str], list[str]]:
    """Return the function that splits a text by a model of the library."""
    from importlib.resources import files

    from budoux import Parser

    return Parser(json.loads(files("budoux").joinpath("models", f"{model}.json").read_text("utf-8"))).parse
