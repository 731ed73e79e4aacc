r"""Characters that mean markup in paragraphs, and their guarded forms that never do.

A column that is not `rich` may hold `*`, `^`, `{`, `}` or a backslash as plain characters. `render` writes these as
five of Unicode's noncharacters, code points reserved for use inside a program (Unicode standard, section 23.7), so
that they pass through templates without ever looking like markup; no data may hold them, and XML allows them.
`typeset` reads the markup first and then turns them back.
"""

MARKUP = "*^{}\\"
"""What light markup and its escapes are written with."""

GUARDED = "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4"
"""The same characters, guarded, in the same order."""

_GUARD = str.maketrans(MARKUP, GUARDED)
_UNGUARD = str.maketrans(GUARDED, MARKUP)
_is_plain = frozenset(MARKUP).isdisjoint
_is_free = frozenset(GUARDED).isdisjoint


def guard(text: str) -> str:
    r"""Text whose markup characters are taken literally.

    >>> guard("2 * 3")
    '2 \ufdd0 3'
    """
    return text if _is_plain(text) else text.translate(_GUARD)


def unguard(text: str) -> str:
    r"""The text as it is to be drawn.

    >>> unguard("2 \ufdd0 3")
    '2 * 3'
    """
    return text if text.isascii() or _is_free(text) else text.translate(_UNGUARD)
