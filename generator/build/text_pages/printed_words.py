"""The words on finished faces, by which a game in words leaves out none that is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.model.face import Composite, Face, GlyphRun, Group, Part, Use

if TYPE_CHECKING:
    from generator.build.faces.face_jobs import FaceJob
    from generator.model.face import Ink

_LEAST = 3
"""Least letters of a text that is searched for more than once."""


class PrintedWords:
    """The words on both sides of each piece."""

    def __init__(self, jobs: Iterable[FaceJob], faces: Mapping[str, Face]) -> None:
        """Take the finished faces by the keys of their jobs."""
        self._faces: dict[tuple[str, str, str], list[Face]] = {}
        for job in jobs:
            name = job.component.id, job.piece.id, job.language
            self._faces.setdefault(name, []).append(faces[job.key])

    def of(self, part: str, piece: str, language: str) -> tuple[str, ...]:
        """Return the words printed on both sides of a piece, line by line; none if it is not drawn."""
        return tuple(line for face in self._faces.get((part, piece, language), ()) for line in _lines(face))


def _lines(face: Face) -> Iterator[str]:
    """Yield the words of a face, a glyph run each, with those in shared parts."""
    ink, parts = face.ink.unpack()
    yield from _texts(ink, {part.key: part for part in parts if isinstance(part, Part)})


def _texts(ink: Iterable[Ink], parts: Mapping[str, Part]) -> Iterator[str]:
    """Yield the text of each glyph run in some ink; `parts` are shared drawings by key."""
    for item in ink:
        match item:
            case GlyphRun():
                yield item.text
            case Group() | Composite():
                yield from _texts(item.ink, parts)
            # A drawing that several faces share is stored once, and named where it stands.
            case Use() if item.part in parts:
                yield from _texts(parts[item.part].ink, parts)


def bare(text: str) -> str:
    """Return a text as it can be found again on a face: letters and digits alone, without capitals.

    >>> bare("The Well-known FOX")
    'thewellknownfox'
    """
    return "".join(filter(str.isalnum, text.casefold()))


def is_printed(text: str, lines: Sequence[str]) -> bool:
    """Whether a text stands among the words of a piece, wherever its lines are broken."""
    return bool(bare(text)) and bare(text) in bare("".join(lines))


def words_left(lines: Sequence[str], texts: Iterable[str]) -> tuple[str, ...]:
    """Return the words of each line that are in none of some texts; each resulting line once.

    Lines with nothing but numbers and single letters are left out.

    >>> words_left(["Discard a card", "the fox", "Cost 2", "3"], ["The fox", "2"])
    ('Discard a card', 'Cost')
    """
    by_line = [line.split() for line in lines]
    text = "".join(bare(word) for words in by_line for word in words)
    is_known = _marked(text, texts)
    lines_left: list[str] = []
    start = 0
    for words in by_line:
        new = {}
        for place, word in enumerate(words):
            end = start + len(bare(word))
            new[place] = "".join(
                char for char, is_told in zip(text[start:end], is_known[start:end], strict=True) if not is_told
            )
            start = end
        if any(map(_is_word, new.values())):
            lines_left.append(" ".join(words[place] for place, letters in new.items() if letters))
    return tuple(dict.fromkeys(lines_left))


def _marked(text: str, texts: Iterable[str]) -> bytearray:
    """Return a byte for each character of a text: 1 if it belongs to one of some other texts."""
    marks = bytearray(len(text))
    # The longest first: a short text inside a long one must not break it up.
    for known_text in sorted(set(map(bare, texts)), key=len, reverse=True):
        start = text.find(known_text) if known_text else -1
        while start >= 0:
            marks[start : start + len(known_text)] = b"\1" * len(known_text)
            # Two letters occur by chance in many words.
            start = text.find(known_text, start + len(known_text)) if len(known_text) >= _LEAST else -1
    return marks


def _is_word(letters: str) -> bool:
    """Whether some letters tell a reader anything: two of an alphabet, or one sign of Chinese or Japanese."""
    return sum(char.isalpha() for char in letters) >= 2 or any(char >= "\u3041" and char.isalpha() for char in letters)
