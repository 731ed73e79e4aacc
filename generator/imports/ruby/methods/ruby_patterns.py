"""Regular expressions of Ruby, as those of Python, where their search ends soon."""

from __future__ import annotations

import re
from functools import lru_cache

from generator.imports.ruby.values.ruby_values import RubyPattern, RubyText, RubyUnknownError

_MOST_STEPS = 100_000_000
_CLASSES = {
    "[[:alpha:]]": r"[^\W\d_]",
    "[[:digit:]]": r"\d",
    "[[:space:]]": r"\s",
    "[[:upper:]]": "[A-Z]",
    "[[:lower:]]": "[a-z]",
    "[[:alnum:]]": r"[^\W_]",
    "[[:punct:]]": r"[!-/:-@\[-`{-~]",
}
_SIGNS = re.compile(r"\\.|\[(?:\\.|\[:\w+:\]|[^\]\\])+\]|\(\?[:=!<>#-]?|[()|]|[*+]|\{\d*,\d*\}", re.DOTALL)
_RUBY_ONLY = re.compile(r"\\[pPGKRXhH]|\(\?>|[*+?}]\+")
_GROUP = re.compile(r"\\(?:(\d)|k<(\w+)>|\\)")


def compiled(pattern: RubyPattern | RubyText, text: str) -> re.Pattern[str]:
    """Return a pattern of Python for a search in a text. Raises RubyUnknownError if the search might not end."""
    if isinstance(pattern, RubyText):
        return re.compile(re.escape(pattern.value))
    expression, repeats = _expression(pattern.source, pattern.flags)
    # A part that repeats may begin and end anywhere: the steps grow with a power of the length.
    if max(len(text), 2) ** (repeats + 1) > _MOST_STEPS:
        raise RubyUnknownError(f"/{pattern.source}/")
    return expression


@lru_cache(maxsize=256)
def _expression(source: str, flags: str) -> tuple[re.Pattern[str], int]:
    """Return a compiled pattern of Python, and how many of its parts repeat without end.

    Raises RubyUnknownError for signs that Python does not have.
    """
    repeats = _repeats(source)
    # Ruby's `\z`, the very end of the text, is `\Z` in Python.
    python = source.replace(r"\A", r"\A").replace(r"\z", r"\Z").replace(r"\h", "[0-9a-fA-F]").replace("(?<", "(?P<")
    python = python.replace("(?P<=", "(?<=").replace("(?P<!", "(?<!")
    for name, letters in _CLASSES.items():
        python = python.replace(name, letters)
    if _RUBY_ONLY.search(python) or len(source) > 500:
        raise RubyUnknownError(f"/{source}/")
    # In Ruby `^` and `$` always stand for the edges of a line.
    options = re.MULTILINE
    options |= re.IGNORECASE if "i" in flags else re.NOFLAG
    # Ruby's `m` lets the dot stand for line ends, which is another option in Python.
    options |= re.DOTALL if "m" in flags else re.NOFLAG
    options |= re.VERBOSE if "x" in flags else re.NOFLAG
    try:
        return re.compile(python, options), repeats
    except (re.error, OverflowError, RecursionError):
        raise RubyUnknownError(f"/{source}/") from None


def _repeats(source: str) -> int:
    """Return how many parts of a pattern repeat without end.

    Raises RubyUnknownError for repeats of parts that repeat or choose, whose search may take forever.
    """
    inside: list[int] = [0]
    choices = [False]
    is_closed_risk = False
    for sign in _SIGNS.finditer(source):
        if sign[0].startswith("("):
            inside.append(0)
            choices.append(False)
        elif sign[0] == ")" and len(inside) > 1:
            repeats, has_choice = inside.pop(), choices.pop()
            is_closed_risk = repeats > 0 or has_choice
            inside[-1] += repeats
        elif sign[0] == "|":
            choices[-1] = True
        elif sign[0][0] in "*+{":
            if is_closed_risk and source[sign.start() - 1 : sign.start()] == ")":
                raise RubyUnknownError(f"/{source}/")
            inside[-1] += 1
    return sum(inside)


def replacement(words: str, match: re.Match[str]) -> str:
    r"""Return the text in place of a match: `\1` and `\k<name>` stand for its groups."""

    def part(group: re.Match[str]) -> str:
        """Return the text for a group in a replacement; empty for a group that the pattern lacks."""
        if group[0] == "\\\\":
            return "\\"
        try:
            return match[int(group[1])] or "" if group[1] else match[group[2]] or ""
        except IndexError:
            return ""

    return _GROUP.sub(part, words)
