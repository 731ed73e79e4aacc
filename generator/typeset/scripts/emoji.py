"""Emoji, which are drawn as pictures where no font has them: their files are named by code points, as Twemoji's are."""

from __future__ import annotations

import re

_OLD = (
    "\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u23cf\u23e9-\u23f3\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6"
    "\u25c0\u25fb-\u25fe\u2600-\u2604\u260e\u2611\u2614\u2615\u2618\u261d\u2620\u2622\u2623\u2626\u262a\u262e\u262f\u2638-\u263a\u2640"
    "\u2642\u2648-\u2653\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e\u267f\u2692-\u2697\u2699\u269b\u269c\u26a0\u26a1\u26a7\u26aa"
    "\u26ab\u26b0\u26b1\u26bd\u26be\u26c4\u26c5\u26c8\u26ce\u26cf\u26d1\u26d3\u26d4\u26e9\u26ea\u26f0-\u26f5\u26f7-\u26fa\u26fd\u2702"
    "\u2705\u2708-\u270d\u270f\u2712\u2714\u2716\u271d\u2721\u2728\u2733\u2734\u2744\u2747\u274c\u274e\u2753-\u2755\u2757\u2763\u2764"
    "\u2795-\u2797\u27a1\u27b0\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299"
)
"""Signs below U+10000 that Unicode counts among the emoji (emoji-data.txt); new ones are all above."""
_SIGN = f"[\U0001f000-\U0001faff{_OLD}]\ufe0f?|[\u203c-\u3299]\ufe0f"
_SKIN = "[\U0001f3fb-\U0001f3ff]?"
_EMOJI = f"[\U0001f1e6-\U0001f1ff]{{2}}|(?:{_SIGN}){_SKIN}(?:\u200d(?:{_SIGN}|[\u2640\u2642\u2695]){_SKIN})*"
"""A flag, or a sign that may be joined with others (Unicode standard 51)."""
_FIRST = "\u203c"
_NAME = r"[0-9a-f]{4,5}(?:-[0-9a-f]{4,5})*"


def split_emoji(text: str) -> list[str]:
    """Return a text split before and after each emoji; emoji stand at the odd places.

    Signs such as a heart, which are drawn as letters too, are among them.

    >>> split_emoji("win 😀!")
    ['win ', '😀', '!']
    """
    # Most texts have no character so high, which is found faster than an emoji.
    return re.split(f"({_EMOJI})", text) if text and max(text) >= _FIRST else [text]


def emoji_file_name(emoji: str) -> str:
    """Return the name of the picture of an emoji, its code points without the mark that asks for a picture.

    >>> emoji_file_name("😀"), emoji_file_name("❤️")
    ('1f600', '2764')
    """
    return "-".join(f"{ord(char):04x}" for char in emoji if char != "\ufe0f")


def emoji_of_file(name: str) -> str:
    """Return the emoji whose picture has a file name; empty where the name is none of an emoji.

    >>> emoji_of_file("1f600"), emoji_of_file("coin")
    ('😀', '')
    """
    if not re.fullmatch(_NAME, name):
        return ""
    emoji = "".join(chr(int(code, 16)) for code in name.split("-"))
    # Code points alone may be any character.
    return emoji if len(split_emoji(emoji)) > 1 else ""
