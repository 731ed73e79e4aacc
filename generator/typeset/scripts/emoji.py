"""Emoji, which are drawn as pictures where no font has them: their files are named by code points, as Twemoji's are."""

from __future__ import annotations

import re

_SIGN = "[\U0001f000-\U0001faff]\ufe0f?|[\u203c-\u3299]\ufe0f"
_SKIN = "[\U0001f3fb-\U0001f3ff]?"
_EMOJI = f"[\U0001f1e6-\U0001f1ff]{{2}}|(?:{_SIGN}){_SKIN}(?:\u200d(?:{_SIGN}|[\u2640\u2642\u2695]){_SKIN})*"
"""A flag, or a sign that may be joined with others (Unicode standard 51)."""
_FIRST = "\u203c"
_NAME = r"[0-9a-f]{4,5}(?:-[0-9a-f]{4,5})*"


def split_emoji(text: str) -> list[str]:
    """A text split before and after each emoji; emoji stand at the odd places.

    >>> split_emoji("win 😀!")
    ['win ', '😀', '!']
    """
    return re.split(f"({_EMOJI})", text) if text and max(text) >= _FIRST else [text]


def emoji_file_name(emoji: str) -> str:
    """The name of the picture of an emoji, without the mark that asks for a picture.

    >>> emoji_file_name("😀"), emoji_file_name("❤️")
    ('1f600', '2764')
    """
    return "-".join(f"{ord(char):04x}" for char in emoji if char != "\ufe0f")


def emoji_of_file(name: str) -> str:
    """The emoji whose picture has a name; empty where it is no such name.

    >>> emoji_of_file("1f600"), emoji_of_file("coin")
    ('😀', '')
    """
    if not re.fullmatch(_NAME, name):
        return ""
    emoji = "".join(chr(int(code, 16)) for code in name.split("-"))
    return emoji if len(split_emoji(emoji)) > 1 or len(split_emoji(emoji + "\ufe0f")) > 1 else ""
