"""From the words of a picture to its parts, each placed on the stage: pure measuring, nothing is drawn here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from generator.base.records import dataclass, replace
from generator.render.pictures.phrase import Group, PictureWord, Stack
from generator.render.pictures.size_sums import evaluate
from generator.render.pictures.vocabulary import DrawingWord, Vocabulary

GAP = 1.6
"""Millimetres between neighbours that say nothing else."""

MARGIN = 0.8
"""Millimetres that stay free at the sides and above."""

SMALLEST = 0.55
"""A picture that must be drawn smaller than this to find room is refused: its lines would be too thin."""

MANY = 400
"""How many of a part may stand side by side."""

ROUND = math.radians(72)
"""How far round a cylinder one sees its bays, from the middle."""

Measure = Callable[[DrawingWord], tuple[float, float]]
"""Width and height of a part that is a file."""


@dataclass(frozen=True, slots=True)
class StageRect:
    """A rectangle on the stage; y is its foot, counted upwards from the ground."""

    x: float
    y: float
    width: float
    height: float

    def moved(self, by: float) -> StageRect:
        """The same further to the right."""
        return StageRect(self.x + by, self.y, self.width, self.height)


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part where it stands."""

    part: DrawingWord
    box: StageRect
    tone: str
    flip: bool = False
    values: Mapping[str, float] | None = None
    """Numbers that its outlines know by name, beside its width and height."""


@dataclass(frozen=True, slots=True)
class PlacedPicture:
    """All parts in the order of drawing; the figures between back and front are drawn `scale` times as large."""

    width: float
    height: float
    ground: float
    scale: float
    back: tuple[PlacedPart, ...]
    figures: tuple[PlacedPart, ...]
    front: tuple[PlacedPart, ...]


def place_picture(
    groups: Sequence[Group],
    vocabulary: Vocabulary,
    size: tuple[float, float],
    measure: Measure,
    enlarge: float = 1,
) -> PlacedPicture:
    """Place the groups on a stage of some size, in the middle: smaller where there is no room, `enlarge` at most.

    Raises ValueError where there is far too little room.
    """
    (width, height), ground = size, vocabulary.ground
    scenery = [word for group in groups for stack in group for word in stack if word.part.place in {"back", "front"}]
    if vocabulary.floor and not any(word.part.floor for word in scenery):
        scenery.append(PictureWord(vocabulary.parts[vocabulary.floor], {}))
    stage = StageRect(-width / 2, 0, width, height - ground)
    figures, wide, high = _row([_Figure(group, stage, measure) for group in groups])
    scale = min(enlarge, (width - 2 * MARGIN) / max(wide, 1), (height - ground - MARGIN) / max(high, 1))
    if scale < SMALLEST:
        raise ValueError(f"no room: {wide:.0f} by {high:.0f} mm on a stage of {width:.0f} by {height - ground:.0f} mm")
    back, front = (
        tuple(each for word in scenery if word.part.place == place for each in _scenery(word, size, ground, measure))
        for place in ("back", "front")
    )
    return PlacedPicture(width, height, ground, scale, back, tuple(figures), front)


def _scenery(word: PictureWord, stage: tuple[float, float], ground: float, measure: Measure) -> Iterator[PlacedPart]:
    """A part from side to side of the stage; the floor fills the strip below the ground."""
    foot = (-ground if word.part.floor else 0) + word.number("up", 0)
    size = _size(word, stage[0], measure, stage=stage[1])
    yield from _across(word, StageRect(-stage[0] / 2, foot, stage[0], size[1]), size)


def _row(figures: Sequence[_Figure]) -> tuple[list[PlacedPart], float, float]:
    """Figures side by side about the middle, and the width and height of all; one alone stands with its axis there."""
    high = max((figure.high for figure in figures), default=0.0)
    if len(figures) == 1:
        return [*figures[0].moved(0)], 2 * max(-figures[0].left, figures[0].right), high
    cursor, parts = 0.0, []
    for at, figure in enumerate(figures):
        cursor += figure.gap if at else 0.0
        parts.append((figure, cursor - figure.left))
        cursor += figure.right - figure.left
    moved = [each for figure, axis in parts for each in figure.moved(axis - cursor / 2)]
    return moved, cursor, high


class _Figure:
    """Stacks one before the other on a common axis."""

    def __init__(self, group: Group, stage: StageRect, measure: Measure) -> None:
        self._piles = [_Pile(stack, stage, measure) for stack in group]
        boxes = [each.box for pile in self._piles for each in pile.placed if not pile.full]
        self.left = min((box.x for box in boxes), default=0.0)
        self.right = max((box.x + box.width for box in boxes), default=0.0)
        self.high = max((each.box.y + each.box.height for pile in self._piles for each in pile.placed), default=0.0)
        self.gap = next((word.told["gap"] for stack in group for word in stack if "gap" in word.told), GAP)

    def moved(self, by: float) -> Iterator[PlacedPart]:
        """All its parts, further to the right; what reaches from side to side of the stage stays."""
        for pile in self._piles:
            for each in pile.placed:
                yield each if pile.full else replace(each, box=each.box.moved(by))


class _Pile:
    """One stack, built from the ground up about x = 0."""

    def __init__(self, stack: Stack, stage: StageRect, measure: Measure) -> None:
        self.placed: list[PlacedPart] = []
        self._stage, self._measure = stage, measure
        words = [word for word in stack if word.part.place not in {"back", "front"}]
        self.full = any("full" in word.told for word in words) or bool(words and _on_face(words[0]))
        """It reaches from side to side of the stage."""
        self._axis = sum(word.number("at", 0) for word in words)
        self._y = sum(word.number("lift", 0) for word in words)
        self._last = StageRect(self._axis - stage.width / 2, self._y, stage.width, stage.height)
        for word, width in zip(words, self._widths(words), strict=True):
            self._put(word, width)

    def _widths(self, words: Sequence[PictureWord]) -> list[float]:
        """The width that each word has to go by: its own, else that of the one below, else of the one above."""
        led = [self._own_width(word) for word in words]
        own = [0 if _on_face(word) else width for word, width in zip(words, led, strict=True)]
        first = next(filter(None, own + led), self._natural(words[0]) if words else 0)
        widths: list[float] = []
        for width in own:
            widths.append(width or (widths[-1] if widths else first))
        return widths

    def _natural(self, word: PictureWord) -> float:
        """The width of a stack that nothing says: its lowest part's own."""
        sized = word.part.file or word.part.width
        return self._row_width(word) if sized and not word.part.fills else word.part.natural

    def _own_width(self, word: PictureWord) -> float:
        if "full" in word.told:
            return self._stage.width
        if "width" in word.told:
            return word.told["width"]
        return self._row_width(word) if word.part.leads else 0

    def _row_width(self, word: PictureWord) -> float:
        """How wide several of a part are at their usual distance."""
        count, (width, _) = word.number("count", word.part.count), _size(word, 0, self._measure)
        pitch = word.part.pitch or width
        return pitch * count + (width - pitch if word.part.spread == "ends" else 0)

    def _put(self, word: PictureWord, width: float) -> None:
        if _on_face(word):
            self.placed += self._faced(word)
        elif word.part.repeat == "up":
            self._upwards(word, width)
        else:
            self._level(word, width)

    def _level(self, word: PictureWord, width: float, count: int = 0) -> None:
        """One or several of a part side by side; what comes next stands upon them."""
        size = self._sized(word, width)
        foot = self._y + word.number("up", 0)
        self._last = StageRect(self._axis - width / 2 + word.number("x", 0), foot, width, size[1])
        self._y = foot + size[1]
        self.placed += _across(word, self._last, size, count)

    def _sized(self, word: PictureWord, width: float) -> tuple[float, float]:
        """The size of one of a part; from side to side of the stage nothing reaches further."""
        return _size(word, width, self._measure, 0 if width >= self._stage.width else word.part.out)

    def _upwards(self, word: PictureWord, width: float) -> None:
        """Several on top of each other, each lower one wider."""
        count = int(word.number("count", word.part.count))
        for below in range(count - 1, -1, -1):
            self._level(word, width if self.full else width + 2 * word.part.grow * below, 1)

    def _faced(self, word: PictureWord) -> Iterator[PlacedPart]:
        """On the front of what was built last, wherever the part belongs there."""
        face = self._last
        width = min(word.number("width", face.width), face.width)
        size = self._sized(word, width)
        free = {"foot": 0.0, "middle": (face.height - size[1]) / 2, "head": face.height - size[1]}[word.part.sit]
        left = face.x + (face.width - width) / 2 + word.number("x", 0)
        foot = face.y + free + word.number("up", 0)
        return _across(word, StageRect(left, foot, width, size[1]), size)


def _on_face(word: PictureWord) -> bool:
    """Whether a word goes onto the front of what was built before it."""
    return word.part.place == "face" or "face" in word.told


def _size(word: PictureWord, width: float, measure: Measure, out: float = 0, stage: float = 0) -> tuple[float, float]:
    """Width and height of one of a part; what stretches is as wide as it is told, scenery as high as the `stage`."""
    part = word.part
    if part.file:
        wide, high = measure(part)
        scale = word.number("height", high) / high
        return wide * scale, high * scale
    values = {**part.options, **word.told, "stage": stage}
    values["w"] = evaluate(part.width, values) if part.width else width + 2 * out
    return values["w"], word.number("height", evaluate(part.height, values))


def _across(word: PictureWord, run: StageRect, size: tuple[float, float], count: int = 0) -> Iterator[PlacedPart]:
    """One or several of a part along a run."""
    part = word.part
    count = count or int(word.number("count", _room(part, run.width, size[0])))
    if count > MANY:
        raise ValueError(f"{part.name!r} comes {count:,} times; a picture takes {MANY} of a part")
    tone, flip, values = word.tone or part.tone, "flip" in word.told, {**part.options, **word.told}
    for x, width in _spread(word, count, run.width, size[0]):
        yield PlacedPart(part, StageRect(run.x + x, run.y, width, size[1]), tone, flip, values)


def _room(part: DrawingWord, width: float, own: float) -> int:
    return max(1, round(width / (part.pitch or own))) if part.fills else part.count


def _spread(word: PictureWord, count: int, run: float, own: float) -> Iterator[tuple[float, float]]:
    """Left edge and width of each of several along a run."""
    if "round" in word.told:
        yield from _rounded(count, run, own)
        return
    spread = word.part.spread
    if spread == "close" and word.part.fills:
        own = run / count
    step = {"bays": run / count, "close": own, "ends": (run - own) / (count - 1) if count > 1 else 0}[spread]
    start = (run - step * (count - 1) - own) / 2
    for at in range(count):
        yield start + at * step, own


def _rounded(count: int, run: float, own: float) -> Iterator[tuple[float, float]]:
    """Bays round a cylinder: the nearer to its edge, the narrower."""
    edges = [math.sin(ROUND * (2 * at / count - 1)) / math.sin(ROUND) * run / 2 for at in range(count + 1)]
    for left, right in pairwise(edges):
        width = own * (right - left) * count / run / (ROUND / math.sin(ROUND))
        yield (left + right - width) / 2 + run / 2, width
