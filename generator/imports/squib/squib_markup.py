"""Texts of Squib with the markup of Pango and with pictures among their words, as light markup."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

from generator.model.markup import MARKUP

_TAG = re.compile(r"<(/?)([a-zA-Z]+)([^<>]*)>")
_BOLD = re.compile(r"\b(?:font_)?weight\s*=\s*['\"]?(?:bold|heavy|[6-9]00)|\bfont(?:_desc)?\s*=\s*['\"][^'\"]*\bBold\b")
_ITALIC = re.compile(r"\b(?:font_)?style\s*=\s*['\"]?(?:italic|oblique)|\bfont(?:_desc)?\s*=\s*['\"][^'\"]*\bItalic\b")
_SIGNS = {"b": "**", "i": "*"}
_PLAIN_TAGS = {"span", "u", "s", "sub", "sup", "small", "big", "tt"}
"""Tags whose words are kept without what they mean; `small` and colours have no like here."""


def light_markup(text: str, icons: Mapping[str, str], *, has_tags: bool) -> str:
    r"""Return a text as light markup; `icons` are names of icons by the words that they stand for.

    >>> light_markup("<b>2</b> * :coin:", {":coin:": "coin"}, has_tags=True)
    '**2** \\* {coin}'
    """
    parts = _TAG.split(text) if has_tags else [text]
    written, opened = [_words(parts[0], icons, has_tags=has_tags)], list[tuple[str, str]]()
    # Each tag gives three groups, with the words behind it as the fourth part.
    for number in range(1, len(parts), 4):
        is_end, tag, options, words = parts[number : number + 4]
        written.append(_sign(bool(is_end), tag.lower(), options, opened))
        written.append(_words(words, icons, has_tags=has_tags))
    written += [sign for _, sign in reversed(opened)]
    return "".join(written)


def _sign(is_end: bool, tag: str, options: str, opened: list[tuple[str, str]]) -> str:
    """Return the sign of light markup for a tag: `**`, `*` or none.

    `opened` collects the open tags with their signs; an end tag closes the last of them.
    """
    if not is_end:
        sign = _SIGNS.get(tag, "")
        if tag == "span":
            sign = "**" if _BOLD.search(options) else "*" if _ITALIC.search(options) else ""
        if tag in {*_SIGNS, *_PLAIN_TAGS}:
            opened.append((tag, sign))
            return sign
        return ""
    # An end tag without its start is left out, as signs must be paired.
    if opened and opened[-1][0] == tag:
        return opened.pop()[1]
    return ""


def _words(words: str, icons: Mapping[str, str], *, has_tags: bool) -> str:
    """Return words with icons `{name}` in place of the words that stand for them."""
    if not icons:
        return _escaped(words, has_tags=has_tags)
    # The longest first, because one of the words may begin with another.
    keys = sorted(icons, key=len, reverse=True)
    parts = re.split(f"({'|'.join(map(re.escape, keys))})", words)
    return "".join(
        f"{{{icons[part]}}}" if number % 2 else _escaped(part, has_tags=has_tags) for number, part in enumerate(parts)
    )


def _escaped(words: str, *, has_tags: bool) -> str:
    """Return words whose signs of light markup are escaped; entities of tagged text become characters."""
    words = unescape(words) if has_tags else words
    return "".join(f"\\{char}" if char in MARKUP else char for char in words)


def has_markup(text: str) -> bool:
    """Return whether a text has tags or entities."""
    return bool(_TAG.search(text) or "&" in text)
