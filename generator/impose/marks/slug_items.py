"""What stands in the waste beside the marks: slug line, notes, scale bar, and the letters that show register."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.base.units import MM, decimal
from generator.impose.imposition_inputs import SlugWords, TextSetter
from generator.impose.layout.mirror import Mirror
from generator.impose.marks.cut_marks import BLACK, HAIRLINE
from generator.impose.marks.slug_area import FOOT_FIRST, HEAD_FIRST, SlugArea, SlugPlace
from generator.model.face import GlyphRun, Group, Ink, Shape, Stroke

_SIZES = (6.0, 5.0)
_BETWEEN = " · "
_BASELINE = 0.8
"""Of the size, from the top of a line."""
_LETTER = 2.4 * MM
"""The side of the frame around a register letter."""
_AIR = 1.2 * MM
"""Between that frame and the words beside it."""
_INCH = 72.0

Runs = tuple[GlyphRun, ...]
Texts = Mapping[int, str]
"""What a line says on each sheet, by the sheet's number."""


@dataclass(frozen=True, slots=True)
class SlugText:
    """A text in one place of every sheet, of one line or more."""

    place: SlugPlace
    side: str
    """`recto`, `verso` or `both`."""
    runs: Mapping[int, Runs]


@dataclass(frozen=True, slots=True)
class SlugMark:
    """What is the same on every sheet."""

    place: SlugPlace
    recto: tuple[Ink, ...]
    verso: tuple[Ink, ...]


@dataclass(frozen=True, slots=True)
class SlugItems:
    """All that found a place, for the sheets that share a frame."""

    fixtures: tuple[SlugMark, ...]
    lines: tuple[SlugText, ...]
    missing: tuple[str, ...]
    """What found none, in words."""

    def ink(self, sheet: int) -> tuple[Ink, ...]:
        """What is printed on the recto of a sheet."""
        fixed = [_set(each.place, each.recto) for each in self.fixtures]
        lines = [_set(line.place, line.runs[sheet]) for line in self.lines if line.side != "verso"]
        return tuple(ink for inks in fixed + lines for ink in inks)

    def ink_behind(self, sheet: int, mirror: Mirror) -> tuple[Ink, ...]:
        """What is printed on its verso: each thing behind its place on the recto."""
        fixed = [_set(each.place.behind(mirror), each.verso) for each in self.fixtures]
        lines = [_set(line.place.behind(mirror), line.runs[sheet]) for line in self.lines if line.side != "recto"]
        return tuple(ink for inks in fixed + lines for ink in inks)

    @property
    def taken(self) -> tuple[Rect, ...]:
        """Where it lies on the recto."""
        places = [each.place for each in self.fixtures] + [line.place for line in self.lines]
        return tuple(place.rect for place in places)


class SlugPlacer:
    """Finds places on one frame, in the order of what is needed most."""

    def __init__(self, waste: SlugArea, label: TextSetter) -> None:
        self.waste = waste
        self.label = label
        self.fixtures: list[SlugMark] = []
        self.lines: list[SlugText] = []
        self.missing: list[str] = []

    def furnish(self, slug: SlugWords, words: Mapping[int, tuple[str, ...]], *, two_sided: bool) -> SlugItems:
        """Letters, bar, slug line and notes; `words` are those of the slug line, by sheet."""
        if two_sided:
            self._letters()
        self._bar()
        self._slug_line(words)
        for side, note in (("recto", slug.front_note), ("verso", slug.back_note)):
            if note:
                self._note(note, side, words)
        return SlugItems(tuple(self.fixtures), tuple(self.lines), tuple(self.missing))

    def _letters(self) -> None:
        """R on the recto, V on the verso in one frame: against the light they lie on each other."""
        place = self.waste.take(_LETTER + 2 * _AIR, _LETTER, HEAD_FIRST)
        if place is None:
            self.missing.append("register letters")
            return
        frame = Shape(box_path(_AIR, 0, _LETTER, _LETTER), stroke=Stroke(BLACK, HAIRLINE))
        recto, verso = (self.label(name, 5.0, _AIR + _LETTER / 2, 1.8 * MM, "middle", BLACK) for name in "RV")
        self.fixtures.append(SlugMark(place, (frame, *recto), (frame, *verso)))

    def _bar(self) -> None:
        """The scale bar, flatter where even the strip outside the printable area is narrow."""
        for flat in (False, True) if self.waste.beyond else (False,):
            ink, length, depth = scale_bar(self.label, flat=flat)
            place = self.waste.take(length, depth, last=True)
            if place:
                self.fixtures.append(SlugMark(place, ink, ink))
                return
        self.missing.append("scale bar")

    def _slug_line(self, words: Mapping[int, tuple[str, ...]]) -> None:
        """The slug in one line; where no edge is long enough in some, together or apart."""
        most = max(map(len, words.values()))
        for count in range(1, most + 1):
            texts = [
                {sheet: _BETWEEN.join(_share(each, part, count)) for sheet, each in words.items()}
                for part in range(count)
            ]
            before = len(self.lines)
            if self._block(texts, "both") or all(self._block([text], "both") for text in texts):
                return
            self.waste.give_back(len(self.lines) - before)
            del self.lines[before:]
        self.missing.append("slug line")

    def _note(self, note: str, side: str, sheets: Iterable[int]) -> None:
        """A sentence, in one line or in some that stand together."""
        for count in range(1, 5):
            if self._block([dict.fromkeys(sheets, line) for line in break_text(note, count)], side):
                return
        self.missing.append(f"note {note!r}")

    def _block(self, texts: Sequence[Texts], side: str) -> bool:
        """Place lines under each other at the largest size that finds room, as long as the longest wording."""
        for size in _SIZES:
            runs = self._runs(texts, size)
            place = self.waste.take(max(map(line_width, runs.values())), size * len(texts), FOOT_FIRST)
            if place:
                self.lines.append(SlugText(place, side, runs))
                return True
        return False

    def _runs(self, texts: Sequence[Texts], size: float) -> Mapping[int, Runs]:
        runs: dict[int, Runs] = dict.fromkeys(texts[0], ())
        for at, line in enumerate(texts):
            said = dict.fromkeys(line.values())
            ink = {text: self.label(text, size, 0.0, (at + _BASELINE) * size, "start", BLACK) for text in said}
            runs = {sheet: (*above, *ink[line[sheet]]) for sheet, above in runs.items()}
        return runs


def break_text(text: str, count: int) -> list[str]:
    """A sentence in so many lines: between words, or after the punctuation of Japanese, or anywhere.

    >>> broken("turn the stack over", 2), broken("紙を裏返し、裏面を印刷する", 2)
    (['turn the', 'stack over'], ['紙を裏返し、', '裏面を印刷する'])
    """
    if " " in text:
        lines = [" ".join(_share(text.split(), part, count)) for part in range(count)]
    else:
        clauses = text.replace("、", "、\n").replace("。", "。\n").split("\n")
        pieces = clauses if len(clauses) >= count else list(text)
        lines = ["".join(_share(pieces, part, count)) for part in range(count)]
    return [line for line in lines if line]


def scale_bar(label: TextSetter, *, flat: bool = False) -> tuple[tuple[Ink, ...], float, float]:
    """Two rules under each other, 50 mm in centimetres and 2 in in halves; with its length and depth, words and all."""
    cell, row = (0.5 * MM, 0.8 * MM) if flat else (1.0 * MM, 1.5 * MM)
    cells = [box_path(at * 10 * MM, 0, 10 * MM, cell) for at in (0, 2, 4)]
    cells += [box_path(at * _INCH / 2, row, _INCH / 2, cell) for at in (0, 2)]
    inset = HAIRLINE / 2
    frames = box_path(inset, inset, 50 * MM - HAIRLINE, cell - HAIRLINE)
    frames += " " + box_path(inset, row + inset, 2 * _INCH - HAIRLINE, cell - HAIRLINE)
    at = 2 * _INCH + 0.8 * MM
    if flat:
        words = label("50 mm, 2 in", 4.0, at, row + cell, "start", BLACK)
    else:
        words = (*label("50 mm", 4.5, at, cell, "start", BLACK), *label("2 in", 4.5, at, row + cell, "start", BLACK))
    bar = (Shape(" ".join(cells), fill=BLACK), Shape(frames, stroke=Stroke(BLACK, HAIRLINE)))
    return (*bar, *words), max(line_width(words), 2 * _INCH), row + cell


def line_width(runs: Sequence[GlyphRun]) -> float:
    """Where the last glyph of a line that begins at 0 ends."""
    return max((run.x + run.width for run in runs), default=0.0)


def _share(words: Sequence[str], part: int, count: int) -> Sequence[str]:
    """One of `count` nearly equal shares of the words, in order."""
    return words[part * len(words) // count : (part + 1) * len(words) // count]


def _set(place: SlugPlace, ink: tuple[Ink, ...]) -> tuple[Ink, ...]:
    return (Group(ink, place.matrix),) if ink else ()


def box_path(x: float, y: float, width: float, height: float) -> str:
    """A rectangle as a path."""
    left, top, right, bottom = map(decimal, (x, y, x + width, y + height))
    return f"M {left} {top} L {right} {top} L {right} {bottom} L {left} {bottom} Z"
