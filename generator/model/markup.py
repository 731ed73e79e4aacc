r"""Guarding of characters that would be read as light markup.

In a column that is not `rich`, `*`, `^`, `{`, `}` and the backslash are plain characters. `render` replaces them by
five noncharacters of Unicode, code points for use inside a program (Unicode standard, section 23.7), which XML allows
and which no data may have. `typeset` reads the markup and then turns them back.
"""

DRAWING = 'pnp:drawing="yes"'
"""Attribute of a face that is a drawing of another program, on its root: it is read as leniently as pictures are."""

EMBEDDED = rb"""(["'])data:image/(?:png|jpe?g);base64,([^"']{2000,})\1"""
"""A large picture in a drawing of another program. A face refers to the file and the number of the picture in it."""

MARKUP = "*^{}\\"
"""The characters of light markup and its escapes."""

GUARDED = "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4"
"""The noncharacters for them, in the same order."""

_GUARD = str.maketrans(MARKUP, GUARDED)
_UNGUARD = str.maketrans(GUARDED, MARKUP)
# Bound methods, because these tests run for every text of every face.
_is_plain = frozenset(MARKUP).isdisjoint
_is_free = frozenset(GUARDED).isdisjoint


def guard(text: str) -> str:
    r"""Return a text whose markup characters will be taken literally.

    >>> guard("2 * 3")
    '2 \ufdd0 3'
    """
    return text if _is_plain(text) else text.translate(_GUARD)


def unguard(text: str) -> str:
    r"""Return the text with its guarded characters turned back.

    >>> unguard("2 \ufdd0 3")
    '2 * 3'
    """
    # The noncharacters lie beyond ASCII, and Python knows of every text whether it is ASCII.
    return text if text.isascii() or _is_free(text) else text.translate(_UNGUARD)
