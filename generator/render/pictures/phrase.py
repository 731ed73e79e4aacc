"""Parse a picture in words: `temple columns=6 order=ionic | cypress`.

A picture is a row of groups, separated by `|`. A group is a row of stacks, one in front of the other, separated by `+`.
A stack is a list of words from the ground up, each with its options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from generator.base.errors import suggestion
from generator.base.records import dataclass
from generator.render.pictures.vocabulary import TONES, AliasWord, DrawingWord, Vocabulary

BESIDE, IN_FRONT, TIMES = "|", "+", "*"
"""Between groups; between a stack and one in front of it; between a word and how often it comes."""

STACK_OPTIONS = ("at", "lift")  # options that move a whole stack, whichever of its words has them

NUMBERS = ("at", "count", "gap", "height", "lift", "up", "width", "x")  # options with a number, of every word
SWITCHES = ("face", "flip", "full", "round")  # options without a value, of every word
LARGEST = 1000.0  # the largest number of an option
MOST = 60  # the largest count
DEEPEST = 8  # how deep aliases may stand for other aliases
LONGEST = 400  # the most words of a picture, with all aliases expanded


@dataclass(frozen=True, slots=True)
class PictureWord:
    """A part of a picture with its options."""

    part: DrawingWord
    options: Mapping[str, float]
    tone: str = ""

    def number(self, name: str, default: float) -> float:
        """Return the number of an option, or the default without it."""
        return self.options.get(name, default)


Stack: TypeAlias = tuple[PictureWord, ...]
Group: TypeAlias = tuple[Stack, ...]
FindDrawing = Callable[[str], DrawingWord | None]
"""From a name that is in no vocabulary to the drawing of that name among the pictures."""


@dataclass(frozen=True, slots=True)
class _Token:
    """A word as written, with its options."""

    name: str
    options: dict[str, str]


def parse_phrase(text: str, vocabulary: Vocabulary, find_drawing: FindDrawing) -> tuple[Group, ...]:
    """Return the groups of a picture from left to right, each with its stacks from back to front.

    `find_drawing` finds words that are in no vocabulary. Raises ValueError with one argument for each error.

    >>> words = Vocabulary({name: DrawingWord(name) for name in ("wall", "roof", "tree")}, {})
    >>> groups = parse_phrase("wall width=12 roof | tree*2 + wall", words, lambda name: None)
    >>> [[[word.part.name for word in stack] for stack in group] for group in groups]
    [[['wall', 'roof']], [['tree', 'tree'], ['wall']]]
    >>> groups[0][0][0].options
    {'width': 12.0}
    """
    errors: list[str] = []
    groups: list[list[list[PictureWord]]] = [[[]]]
    for token in _Reader(vocabulary, errors).read(text):
        if token.name == BESIDE:
            groups.append([[]])
        elif token.name == IN_FRONT:
            groups[-1].append([])
        elif word := _word(token, vocabulary, find_drawing, errors):
            groups[-1][-1].append(word)
    if not errors and not all(stack for group in groups for stack in group):
        errors.append(f"{BESIDE!r} and {IN_FRONT!r} stand between words")
    if errors:
        raise ValueError(*dict.fromkeys(errors))
    return tuple(tuple(tuple(stack) for stack in group) for group in groups)


class _Reader:
    """Splits text into words with their options, and expands aliases."""

    def __init__(self, vocabulary: Vocabulary, errors: list[str]) -> None:
        """Take the vocabulary with its aliases; `errors` gets the faults."""
        self._aliases = vocabulary.aliases
        self._errors = errors
        self._count = 0

    def read(self, text: str, depth: int = 0) -> Iterator[_Token]:
        """Yield the words of a text with their options; an alias is replaced by the words it stands for.

        `depth` counts the aliases around the text. Raises ValueError for too many words.
        """
        for token in self._repeat(self._split(text)):
            # Counted across all aliases: a few that repeat each other would make millions of words.
            self._count += 1
            if self._count > LONGEST:
                raise ValueError(f"more than {LONGEST} words in one picture")
            alias = self._aliases.get(token.name)
            if alias is None:
                yield token
            elif depth == DEEPEST:
                self._errors.append(f"{token.name!r} stands for itself")
            else:
                yield from self._expand(token, alias, depth)

    def _repeat(self, tokens: list[_Token]) -> Iterator[_Token]:
        """Yield words as often as they are written to come: `floor*3` becomes three words with the same options."""
        for token in tokens:
            name, sign, times = token.name.partition(TIMES)
            if not sign:
                yield token
            elif times.isdecimal() and 1 <= int(times) <= MOST:
                yield from [_Token(name, token.options)] * int(times)
            else:
                self._errors.append(f"{token.name!r} says no number of times from 1 to {MOST}")

    def _split(self, text: str) -> list[_Token]:
        """Return the words of a text, each with the options written behind it."""
        tokens: list[_Token] = []
        for word in text.split():
            name, sign, value = word.partition("=")
            if word in {BESIDE, IN_FRONT}:
                tokens.append(_Token(word, {}))
            elif not tokens or tokens[-1].name in {BESIDE, IN_FRONT}:
                self._first(tokens, word, sign)
            elif sign:
                tokens[-1].options[name] = value
            elif choice := self._choice(tokens[-1].name, word):
                tokens[-1].options[choice] = word
            elif word in SWITCHES:
                tokens[-1].options[word] = "1"
            else:
                tokens.append(_Token(word, {}))
        return tokens

    def _first(self, tokens: list[_Token], word: str, sign: str) -> None:
        """Add the first word of a stack, which cannot be an option."""
        if sign or word in SWITCHES:
            self._errors.append(f"{word!r} is an option, and needs a word before it")
        else:
            tokens.append(_Token(word, {}))

    def _choice(self, name: str, word: str) -> str:
        """Return the option of an alias that has `word` among its choices; empty if there is none."""
        name = name.partition(TIMES)[0]
        options = self._aliases[name].options if name in self._aliases else {}
        return next((key for key, default in options.items() if isinstance(default, list) and word in default), "")

    def _expand(self, token: _Token, alias: AliasWord, depth: int) -> Iterator[_Token]:
        """Yield the words of an alias, with the options written behind the alias.

        Options it does not know go to its first word, `STACK_OPTIONS` to each of its stacks.
        """
        outer = {key: value for key, value in token.options.items() if key not in alias.options}
        moves = {key: value for key, value in outer.items() if key in STACK_OPTIONS}
        first = True
        for inner in self.read(self._fill(token, alias), depth + 1):
            yield _Token(inner.name, _merge(inner.options, outer)) if first else inner
            first = inner.name == IN_FRONT
            outer = moves

    def _fill(self, token: _Token, alias: AliasWord) -> str:
        """Return the words that an alias stands for, in which the options of `token` are filled in."""
        text = alias.words
        for key, default in alias.options.items():
            is_choice = isinstance(default, list)
            value = self._chosen(token, key, default) if is_choice else token.options.get(key, str(default))
            text = text.replace(f"{{{key}}}", value)
        return text

    def _chosen(self, token: _Token, key: str, choices: list[str]) -> str:
        """Return the choice written for an option, by default the first one; an unknown choice is an error."""
        value = token.options.get(key, choices[0])
        if value in choices:
            return value
        self._errors.append(f"{token.name!r} has no {key} {value!r}{suggestion(value, choices)}")
        return choices[0]


def _merge(inner: dict[str, str], outer: dict[str, str]) -> dict[str, str]:
    """Return the options of a word and of its alias, which win; options that move the stack add up."""
    both = inner | outer
    for key in inner.keys() & outer.keys() & {*STACK_OPTIONS}:
        try:
            both[key] = str(float(inner[key]) + float(outer[key]))
        except ValueError:
            # A value that is no number is told later, with the name of its part.
            both[key] = outer[key]
    return both


def _word(token: _Token, vocabulary: Vocabulary, find_drawing: FindDrawing, errors: list[str]) -> PictureWord | None:
    """Return the drawing for a word with its options; None for an unknown word, which is an error."""
    part = vocabulary.parts.get(token.name) or find_drawing(token.name)
    if part is None:
        near = suggestion(token.name, [*vocabulary.parts, *vocabulary.aliases])
        errors.append(f"unknown word {token.name!r}{near}")
        return None
    options = dict(token.options)
    # The only option with a word for its value; all others are numbers.
    tone = options.pop("tone", "")
    if tone and tone not in TONES:
        errors.append(f"{token.name!r} has no tone {tone!r}{suggestion(tone, TONES)}")
    return PictureWord(part, dict(_numbers(part, options, errors)), tone)


def _numbers(part: DrawingWord, options: Mapping[str, str], errors: list[str]) -> Iterator[tuple[str, float]]:
    """Yield the options of a word with their numbers; unknown options and wrong numbers are errors."""
    names = (*NUMBERS, *SWITCHES, *part.options)
    for key, text in options.items():
        if key not in names:
            errors.append(f"{part.name!r} has no option {key!r}{suggestion(key, ['tone', *names])}")
        elif text:
            try:
                yield key, _number(key, text)
            except ValueError as error:
                errors.append(f"{part.name!r}: {error}")


def _number(key: str, text: str) -> float:
    """Return the number of an option. Raises ValueError for a text that is no number or out of range."""
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"{key}={text} is no number") from None
    if not -LARGEST <= value <= LARGEST or (key in {"width", "height"} and value <= 0):
        raise ValueError(f"{key}={text} is out of range")
    if key == "count" and value not in range(1, MOST + 1):
        raise ValueError(f"{key}={text} is no whole number from 1 to {MOST}")
    return value
