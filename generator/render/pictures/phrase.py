"""A picture in words: `temple columns=6 order=ionic | cypress`, read into stacks of parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from generator.base.errors import suggestion
from generator.base.records import dataclass
from generator.render.pictures.vocabulary import TONES, AliasWord, DrawingWord, Vocabulary

BESIDE, BEFORE, TIMES = "|", "+", "*"
"""Between stacks side by side; between a stack and one that stands before it; between a word and how often it comes."""

OF_STACK = ("at", "lift")
"""What moves a whole stack, whichever of its words is told it."""

NUMBERS = ("at", "count", "gap", "height", "lift", "up", "width", "x")
SWITCHES = ("face", "flip", "full", "round")
"""What any part can be told, as a number or by the bare word."""

LARGEST = 1000.0
MOST = 60
DEEPEST = 8
LONGEST = 400
"""Words of a picture, those that forms stand for included."""

Value: TypeAlias = "float | str | bool"


@dataclass(frozen=True, slots=True)
class PictureWord:
    """A part, and what it was told."""

    part: DrawingWord
    told: Mapping[str, float]
    tone: str = ""

    def number(self, name: str, usual: float) -> float:
        """A number that was told, or the usual one."""
        return self.told.get(name, usual)


Stack: TypeAlias = tuple[PictureWord, ...]
Group: TypeAlias = tuple[Stack, ...]
FindDrawing = Callable[[str], DrawingWord | None]
"""A part of no vocabulary: a drawing that lies among the pictures under this name."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A word as it was written, with its options."""

    name: str
    options: dict[str, str]


def parse_phrase(text: str, vocabulary: Vocabulary, known: FindDrawing) -> tuple[Group, ...]:
    """The groups of a picture from left to right, each of its stacks from back to front.

    Raises ValueError with a message for each thing that is wrong.
    """
    wrong: list[str] = []
    groups: list[list[list[PictureWord]]] = [[[]]]
    for said in _Reader(vocabulary, wrong).read(text):
        if said.name == BESIDE:
            groups.append([[]])
        elif said.name == BEFORE:
            groups[-1].append([])
        elif word := _word(said, vocabulary, known, wrong):
            groups[-1][-1].append(word)
    if not wrong and not all(stack for group in groups for stack in group):
        wrong.append(f"{BESIDE!r} and {BEFORE!r} stand between words")
    if wrong:
        raise ValueError(*dict.fromkeys(wrong))
    return tuple(tuple(tuple(stack) for stack in group) for group in groups)


class _Reader:
    """Splits text into words with their options, and puts other words for forms."""

    def __init__(self, vocabulary: Vocabulary, wrong: list[str]) -> None:
        self._forms = vocabulary.forms
        self._wrong = wrong
        self._count = 0

    def read(self, text: str, depth: int = 0) -> Iterator[_Said]:
        for said in self._repeated(self._split(text)):
            self._count += 1
            if self._count > LONGEST:
                raise ValueError(f"more than {LONGEST} words in one picture")
            form = self._forms.get(said.name)
            if form is None:
                yield said
            elif depth == DEEPEST:
                self._wrong.append(f"{said.name!r} stands for itself")
            else:
                yield from self._instead(said, form, depth)

    def _repeated(self, words: list[_Said]) -> Iterator[_Said]:
        """`floor*3` three times, each with the options that follow it."""
        for said in words:
            name, sign, times = said.name.partition(TIMES)
            if not sign:
                yield said
            elif times.isdecimal() and 1 <= int(times) <= MOST:
                yield from [_Said(name, said.options)] * int(times)
            else:
                self._wrong.append(f"{said.name!r} says no number of times from 1 to {MOST}")

    def _split(self, text: str) -> list[_Said]:
        found: list[_Said] = []
        for token in text.split():
            name, sign, value = token.partition("=")
            if token in {BESIDE, BEFORE}:
                found.append(_Said(token, {}))
            elif not found or found[-1].name in {BESIDE, BEFORE}:
                self._first(found, token, sign)
            elif sign:
                found[-1].options[name] = value
            elif choice := self._choice(found[-1].name, token):
                found[-1].options[choice] = token
            elif token in SWITCHES:
                found[-1].options[token] = "1"
            else:
                found.append(_Said(token, {}))
        return found

    def _first(self, found: list[_Said], token: str, sign: str) -> None:
        if sign or token in SWITCHES:
            self._wrong.append(f"{token!r} stands before any word that it could tell something")
        else:
            found.append(_Said(token, {}))

    def _choice(self, name: str, token: str) -> str:
        """The option of a form that a bare word decides; '' where it decides none."""
        name = name.partition(TIMES)[0]
        options = self._forms[name].options if name in self._forms else {}
        return next((key for key, usual in options.items() if isinstance(usual, list) and token in usual), "")

    def _instead(self, said: _Said, form: AliasWord, depth: int) -> Iterator[_Said]:
        """The words a form stands for; what is not the form's own is told to the first of them, or of each stack."""
        rest = {key: value for key, value in said.options.items() if key not in form.options}
        moves = {key: value for key, value in rest.items() if key in OF_STACK}
        first = True
        for inner in self.read(self._filled(said, form), depth + 1):
            yield _Said(inner.name, _together(inner.options, rest)) if first else inner
            first = inner.name == BEFORE
            rest = moves

    def _filled(self, said: _Said, form: AliasWord) -> str:
        text = form.words
        for key, usual in form.options.items():
            value = said.options.get(key, str(usual)) if not isinstance(usual, list) else self._chosen(said, key, usual)
            text = text.replace(f"{{{key}}}", value)
        return text

    def _chosen(self, said: _Said, key: str, choices: list[str]) -> str:
        value = said.options.get(key, choices[0])
        if value in choices:
            return value
        self._wrong.append(f"{said.name!r} has no {key} {value!r}{suggestion(value, choices)}")
        return choices[0]


def _together(inner: dict[str, str], outer: dict[str, str]) -> dict[str, str]:
    """Options of a word, and what the form it is of was told: moves add up."""
    both = inner | outer
    for key in inner.keys() & outer.keys() & {*OF_STACK}:
        try:
            both[key] = str(float(inner[key]) + float(outer[key]))
        except ValueError:
            both[key] = outer[key]
    return both


def _word(said: _Said, vocabulary: Vocabulary, known: FindDrawing, wrong: list[str]) -> PictureWord | None:
    part = vocabulary.parts.get(said.name) or known(said.name)
    if part is None:
        near = suggestion(said.name, [*vocabulary.parts, *vocabulary.forms])
        wrong.append(f"unknown word {said.name!r}{near}")
        return None
    options = dict(said.options)
    tone = options.pop("tone", "")
    if tone and tone not in TONES:
        wrong.append(f"{said.name!r} has no tone {tone!r}{suggestion(tone, TONES)}")
    return PictureWord(part, dict(_told(part, options, wrong)), tone)


def _told(part: DrawingWord, options: Mapping[str, str], wrong: list[str]) -> Iterator[tuple[str, float]]:
    known = (*NUMBERS, *SWITCHES, *part.options)
    for key, text in options.items():
        if key not in known:
            wrong.append(f"{part.name!r} has no option {key!r}{suggestion(key, ['tone', *known])}")
        elif text:
            try:
                yield key, _number(key, text)
            except ValueError as error:
                wrong.append(f"{part.name!r}: {error}")


def _number(key: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"{key}={text} is no number") from None
    if not -LARGEST <= value <= LARGEST or (key in {"width", "height"} and value <= 0):
        raise ValueError(f"{key}={text} is out of range")
    if key == "count" and value not in range(1, MOST + 1):
        raise ValueError(f"{key}={text} is no whole number from 1 to {MOST}")
    return value
