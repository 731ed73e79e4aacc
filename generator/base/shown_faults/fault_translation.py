"""Puts the English messages of faults and warnings into the reader's language, by a catalogue of patterns.

Messages are English where they are raised. A line of the catalogue (`templates/faults/ja/*.toml`) has the English
message with names in braces for what differs, and the sentence that says the same:

    "no {noun} called {word}{tail}" = "{word}という{noun}はありません。{tail}"

What stands for a name is translated too if it has a line of its own, such as `; did you mean 'swords'?` for `tail`.
The place before a message (`cards/raid.csv:7 [suit]: `) stays, but for one in words (`line 7, TEXT: `). A message
without a line stays English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from string import Formatter

from generator.base.fault_groups import OTHERS
from generator.base.messages import Messages

NOUNS = "nouns"
"""Table of the catalogue that translates single words, for names that begin with `noun`."""

HEADS = "heads"
"""Table of the catalogue that translates the words above the columns of tables."""

PLACES = "places"
"""Table of the catalogue that translates places in words, such as `line 7` of a script; names of files stay."""

_QUOTED = r"""(?<!\w)'(?:[^'\\]|\\.)*'|(?<!\w)"(?:[^"\\]|\\.)*\""""
"""A value in quotes is taken whole, as it may hold the words of the pattern."""
_ENDS = {
    "tail": "(?:; .+)?",  # the remedy, which some messages have
    "s": "s?",  # the plural, which Japanese does not have
    "n": "(?:(?!; |: |, ).)+?",  # a number: `line 7, TEXT: ` is no line of that name
}


def _hole(name: str, *, is_first: bool) -> str:
    """Return the regular expression for a name in braces; a first one must not match the place before a message."""
    if name.endswith("what"):  # another message, with its remedy
        # Atomic groups `(?>…)`: without them a long message without a match would be tried in exponentially many ways.
        return f"(?>{_QUOTED}|(?!: ).)+?" if is_first else f"(?>{_QUOTED}|.)+?"
    if name.startswith("quoted"):
        return _QUOTED
    value = f"(?>{_QUOTED}|(?!; |: ).)+?" if is_first else f"(?>{_QUOTED}|(?!; ).)+?"
    return _ENDS.get(name, value)


class MessagePattern:
    """One line of the catalogue: an English message with names for what differs, and its translation."""

    def __init__(self, english: str, translation: str) -> None:
        """Take a line of the catalogue: the English message and its translation, with names in braces."""
        self.english = english
        self.translation = translation
        self._parts = [(literal, name) for literal, name, _, _ in Formatter().parse(english)]
        self.longest = max((literal for literal, _ in self._parts), key=len)
        """Literal text that each message of this pattern contains."""
        # Longest patterns first: `no suit called {word}` must win over `no {noun} called {word}`.
        self.weight = sum(len(literal) for literal, _ in self._parts)
        """Number of literal characters; of two patterns that match a message, the one with the larger weight is taken.
        """

    def values(self, message: str) -> dict[str, str] | None:
        """Return the values for the names in braces, or None if the message does not match this pattern."""
        match = self._expression.fullmatch(message)
        return match.groupdict("") if match else None

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        """The regular expression of the English message, with a group for each name."""
        expression = ""
        for literal, name in self._parts:
            expression += re.escape(literal)
            if name:
                hole = _hole(name, is_first=not expression)
                expression += f"(?P<{name}>{hole})"
        return re.compile(expression, re.DOTALL)


def _weightiest_first(sentences: Mapping[str, str]) -> tuple[MessagePattern, ...]:
    """Return the patterns of a catalogue, from the most literal text to the least."""
    patterns = [MessagePattern(english, translation) for english, translation in sentences.items()]
    return tuple(sorted(patterns, key=lambda pattern: -pattern.weight))


class FaultTranslation:
    """The catalogue of one language.

    `nouns` are words and phrases that stand for names that begin with `noun`. For `noun` itself another word will do,
    such as that of a column; for `noun_reason` and others only those and what has a line of its own.
    """

    def __init__(
        self,
        sentences: Mapping[str, str],
        nouns: Mapping[str, str],
        heads: Mapping[str, str] | None = None,
        places: Mapping[str, str] | None = None,
    ) -> None:
        """Take translations by English message, and translations of words, of heads of columns and of places."""
        self.patterns = _weightiest_first(sentences)
        self.nouns = nouns
        self.heads = heads or {}
        """Words above the columns of tables."""
        self._places = _weightiest_first(places or {})

    def line(self, line: str) -> str:
        """Return a message in this language, behind the place that stands before it; unchanged if nothing matches."""
        first, begun, rows = line.rpartition(OTHERS)
        translated = self.message(begun + rows) if begun else None
        return self._behind_place(first) + translated if translated else self._behind_place(line)

    def _behind_place(self, line: str) -> str:
        """Return a line whose message, behind the place, is translated; unchanged if nothing matches."""
        start = 0
        while start >= 0:
            translated = self.message(line[start:])
            if translated is not None:
                return self._place(line[:start]) + translated
            start = line.find(": ", start) + 2 if ": " in line[start:] else -1
        return line

    def _place(self, place: str) -> str:
        """Return the translation of the place before a message."""
        return ": ".join(map(self._place_part, place.split(": ")))

    def _place_part(self, part: str) -> str:
        """Return the translation of a part of a place; the part itself if there is none."""
        for pattern in self._places:
            if (values := pattern.values(part)) is not None:
                return pattern.translation.format(**values)
        return part

    def message(self, message: str) -> str | None:
        """Return a message without its place in this language; None if the catalogue has no line for it."""
        pattern = self.pattern(message)
        if pattern is None:
            return None
        values = pattern.values(message) or {}
        return pattern.translation.format(**{name: self._value(name, value) for name, value in values.items()})

    def pattern(self, message: str) -> MessagePattern | None:
        """Return the line of the catalogue that says a message most exactly; None if there is none."""
        # A text that is not in the message rules out nearly all patterns; their expressions are never compiled.
        likely = (pattern for pattern in self.patterns if pattern.longest in message)
        return next((pattern for pattern in likely if self._matches(pattern.values(message))), None)

    def _matches(self, values: Mapping[str, str] | None) -> bool:
        """Whether a pattern matched, with a noun for each name that asks for one."""
        if values is None:
            return False
        return all(self._is_noun(name, value) for name, value in values.items() if name.startswith("noun"))

    def _is_noun(self, name: str, value: str) -> bool:
        """Whether a value can stand for a name that begins with `noun`."""
        is_plain = re.fullmatch(_QUOTED, value) is not None or (name == "noun" and " " not in value)
        return is_plain or value in self.nouns or self.pattern(value) is not None

    def _value(self, name: str, value: str) -> str:
        """Return the value for a name, translated if the catalogue has it."""
        if name.startswith("noun") and value in self.nouns:
            return self.nouns[value]
        if not value or re.fullmatch(_QUOTED, value):
            return value
        return self.message(value) or value


@lru_cache(maxsize=4)
def fault_translation(folder: Path, language: str) -> FaultTranslation | None:
    """Read the catalogue of a language below a folder; None if there is none."""
    files = sorted((folder / language).glob("*.toml")) if language.isalpha() else []
    if not files:
        return None
    texts = Messages.read((file.name, file.read_bytes()) for file in files)
    tables = (f"{NOUNS}.", f"{HEADS}.", f"{PLACES}.")
    sentences = {english: words for english, words in texts.by_key.items() if not english.startswith(tables)}
    return FaultTranslation(sentences, texts.section(NOUNS), texts.section(HEADS), texts.section(PLACES))
