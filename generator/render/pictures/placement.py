"""Place the parts of a picture on its stage. Lengths are millimetres of the stage, y upwards from the ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from generator.base.records import dataclass, replace
from generator.render.pictures.phrase import Group, PictureWord, Stack
from generator.render.pictures.size_sums import evaluate
from generator.render.pictures.vocabulary import DrawingWord, Vocabulary

GAP = 1.6  # between neighbouring groups without an option `gap`
MARGIN = 0.8  # free at the sides and above
SMALLEST = 0.55  # the smallest scale of a picture; below it lines would be too thin to print
MANY = 400  # the most copies of a part side by side

ROUND = math.radians(72)
"""Half the visible angle of a cylinder with bays."""

Measure = Callable[[DrawingWord], tuple[float, float]]
"""From a part that is a file to its width and height."""


@dataclass(frozen=True, slots=True)
class StageRect:
    """A rectangle on the stage; y is its foot, upwards from the ground."""

    x: float
    y: float
    width: float
    height: float

    def move(self, distance: float) -> StageRect:
        """Return the rectangle further to the right by a distance."""
        return StageRect(self.x + distance, self.y, self.width, self.height)


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part and its place."""

    part: DrawingWord
    box: StageRect
    tone: str
    flip: bool = False
    values: Mapping[str, float] | None = None
    """Named numbers for its outlines, beside width and height."""


@dataclass(frozen=True, slots=True)
class PlacedPicture:
    """All parts in drawing order; the figures between back and front are drawn `scale` times as large."""

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
    clear: tuple[float, float] = (0, 0),
) -> PlacedPicture:
    """Place the groups in the middle of a stage, scaled down to fit or up to `enlarge`.

    They keep clear of strips of the stage, one on each side as wide as the first length of `clear`, and one above as
    high as the second; scenery does not. Raises ValueError if they would have to be drawn too small.
    """
    (width, height), ground = size, vocabulary.ground
    scenery = [word for group in groups for stack in group for word in stack if word.part.place in {"back", "front"}]
    if vocabulary.floor and not any(word.part.floor for word in scenery):
        scenery.append(PictureWord(vocabulary.parts[vocabulary.floor], {}))
    room = (width - 2 * clear[0], height - ground - clear[1])
    stage = StageRect(-width / 2, 0, width, room[1])
    figures, wide, high = _row([_Figure(group, stage, measure) for group in groups])
    # A picture of scenery alone has no figures, and so no width to divide by.
    scale = min(enlarge, (room[0] - 2 * MARGIN) / max(wide, 1), (room[1] - MARGIN) / max(high, 1))
    if scale < SMALLEST:
        raise ValueError(f"no room: {wide:.0f} by {high:.0f} mm on a stage of {room[0]:.0f} by {room[1]:.0f} mm")
    back, front = (
        tuple(
            placed for word in scenery if word.part.place == place for placed in _scenery(word, size, ground, measure)
        )
        for place in ("back", "front")
    )
    return PlacedPicture(width, height, ground, scale, back=back, figures=tuple(figures), front=front)


def _scenery(word: PictureWord, stage: tuple[float, float], ground: float, measure: Measure) -> Iterator[PlacedPart]:
    """Yield a part across the whole stage, as often as it fits; the floor fills the strip below the ground."""
    foot = (-ground if word.part.floor else 0) + word.number("up", 0)
    size = _size(word, stage[0], measure, stage=stage[1])
    yield from _across(word, StageRect(-stage[0] / 2, foot, stage[0], size[1]), size)


def _row(figures: Sequence[_Figure]) -> tuple[list[PlacedPart], float, float]:
    """Return figures side by side about the middle, with the width and height of all.

    A single figure has its own axis in the middle.
    """
    high = max((figure.high for figure in figures), default=0.0)
    if len(figures) == 1:
        return [*figures[0].move(0)], 2 * max(-figures[0].left, figures[0].right), high
    cursor, parts = 0.0, []
    for index, figure in enumerate(figures):
        cursor += figure.gap if index else 0.0
        parts.append((figure, cursor - figure.left))
        cursor += figure.right - figure.left
    moved = [placed for figure, axis in parts for placed in figure.move(axis - cursor / 2)]
    return moved, cursor, high


class _Figure:
    """The stacks of a group, one in front of the other, on a common axis."""

    def __init__(self, group: Group, stage: StageRect, measure: Measure) -> None:
        """Build the stacks of a group about a common axis, and measure them."""
        self._stacks = [_StackBuilder(words, stage, measure) for words in group]
        boxes = [placed.box for stack in self._stacks for placed in stack.placed if not stack.full]
        self.left = min((box.x for box in boxes), default=0.0)
        self.right = max((box.x + box.width for box in boxes), default=0.0)
        self.high = max(
            (placed.box.y + placed.box.height for stack in self._stacks for placed in stack.placed), default=0.0
        )
        self.gap = next((word.options["gap"] for stack in group for word in stack if "gap" in word.options), GAP)

    def move(self, distance: float) -> Iterator[PlacedPart]:
        """Yield all parts of the figure, further to the right; stacks across the whole stage stay."""
        for stack in self._stacks:
            for placed in stack.placed:
                yield placed if stack.full else replace(placed, box=placed.box.move(distance))


class _StackBuilder:
    """Builds one stack from the ground up about x = 0.

    `full` tells whether it goes across the whole stage.
    """

    def __init__(self, stack: Stack, stage: StageRect, measure: Measure) -> None:
        """Build a stack of words on the stage; `measure` gives the size of parts that are files."""
        self.placed: list[PlacedPart] = []
        self._stage, self._measure = stage, measure
        words = [word for word in stack if word.part.place not in {"back", "front"}]
        self.full = any("full" in word.options for word in words) or bool(words and _on_face(words[0]))
        self._axis = sum(word.number("at", 0) for word in words)
        self._y = sum(word.number("lift", 0) for word in words)
        self._last = StageRect(self._axis - stage.width / 2, self._y, stage.width, stage.height)
        for word, width in zip(words, self._widths(words), strict=True):
            self._place(word, width)

    def _widths(self, words: Sequence[PictureWord]) -> list[float]:
        """Return the width for each word: its own, else the width of the word below, else of the word above."""
        # A window on a front is narrow, and must not set the width of the wall around it.
        own_widths = [self._own_width(word) for word in words]
        upright = [0 if _on_face(word) else width for word, width in zip(words, own_widths, strict=True)]
        first = next(filter(None, upright + own_widths), self._natural(words[0]) if words else 0)
        widths: list[float] = []
        for width in upright:
            widths.append(width or (widths[-1] if widths else first))
        return widths

    def _natural(self, word: PictureWord) -> float:
        """Return the width of a stack without any width option: the natural width of its lowest part."""
        sized = word.part.file or word.part.width
        return self._row_width(word) if sized and not word.part.fills else word.part.natural

    def _own_width(self, word: PictureWord) -> float:
        """Return the width that a word sets for its stack; 0 if it sets none."""
        if "full" in word.options:
            return self._stage.width
        if "width" in word.options:
            return word.options["width"]
        return self._row_width(word) if word.part.leads else 0

    def _row_width(self, word: PictureWord) -> float:
        """Return the width of `count` copies of a part at their default distance."""
        count, (width, _) = word.number("count", word.part.count), _size(word, 0, self._measure)
        pitch = word.part.pitch or width
        return pitch * count + (width - pitch if word.part.spread == "ends" else 0)

    def _place(self, word: PictureWord, width: float) -> None:
        """Build a word on top of the stack, or on the front of the part built last."""
        if _on_face(word):
            self.placed += self._on_front(word)
        elif word.part.repeat == "up":
            self._stack_copies(word, width)
        else:
            self._on_top(word, width)

    def _on_top(self, word: PictureWord, width: float, count: int = 0) -> None:
        """Place copies of a part side by side on top of the stack; the next word stands on them."""
        size = self._sized(word, width)
        foot = self._y + word.number("up", 0)
        self._last = StageRect(self._axis - width / 2 + word.number("x", 0), foot, width, size[1])
        self._y = foot + size[1]
        self.placed += _across(word, self._last, size, count)

    def _sized(self, word: PictureWord, width: float) -> tuple[float, float]:
        """Return the size of one copy of a part.

        A part across the whole stage does not stand out further at its sides.
        """
        return _size(word, width, self._measure, 0 if width >= self._stage.width else word.part.out)

    def _stack_copies(self, word: PictureWord, width: float) -> None:
        """Place copies of a part above each other, the lower ones wider if the part grows."""
        count = int(word.number("count", word.part.count))
        for below in range(count - 1, -1, -1):
            self._on_top(word, width if self.full else width + 2 * word.part.grow * below, 1)

    def _on_front(self, word: PictureWord) -> Iterator[PlacedPart]:
        """Yield copies of a part on the front of the part built last, at the height that its `sit` says."""
        face = self._last
        # A part on a front cannot be wider than it.
        width = min(word.number("width", face.width), face.width)
        size = self._sized(word, width)
        free = {"foot": 0.0, "middle": (face.height - size[1]) / 2, "head": face.height - size[1]}[word.part.sit]
        left = face.x + (face.width - width) / 2 + word.number("x", 0)
        foot = face.y + free + word.number("up", 0)
        return _across(word, StageRect(left, foot, width, size[1]), size)


def _on_face(word: PictureWord) -> bool:
    """Whether a word's part goes on the front of the part built before it, instead of on top."""
    return word.part.place == "face" or "face" in word.options


def _size(word: PictureWord, width: float, measure: Measure, out: float = 0, stage: float = 0) -> tuple[float, float]:
    """Return width and height of one copy of a part: from its file, or calculated for this width and stage height.

    `out` is how far the part stands out at each side.
    """
    part = word.part
    if part.file:
        wide, high = measure(part)
        scale = word.number("height", high) / high
        return wide * scale, high * scale
    values = {**part.options, **word.options, "stage": stage}
    values["w"] = evaluate(part.width, values) if part.width else width + 2 * out
    return values["w"], word.number("height", evaluate(part.height, values))


def _across(word: PictureWord, run: StageRect, size: tuple[float, float], count: int = 0) -> Iterator[PlacedPart]:
    """Yield copies of a part along the foot of a rectangle, as many as the word says or as fit.

    Raises ValueError for too many copies.
    """
    part = word.part
    count = count or int(word.number("count", _default_count(part, run.width, size[0])))
    if count > MANY:
        raise ValueError(f"{part.name!r} comes {count:,} times; a picture takes {MANY} of a part")
    tone, flip, values = word.tone or part.tone, "flip" in word.options, {**part.options, **word.options}
    for x, width in _spread(word, count, run.width, size[0]):
        yield PlacedPart(part, StageRect(run.x + x, run.y, width, size[1]), tone, flip, values)


def _default_count(part: DrawingWord, width: float, copy_width: float) -> int:
    """Return how many copies of a part stand side by side in a width, unless the word says so."""
    return max(1, round(width / (part.pitch or copy_width))) if part.fills else part.count


def _spread(word: PictureWord, count: int, run: float, copy_width: float) -> Iterator[tuple[float, float]]:
    """Yield left edge and width of each of several copies along a length."""
    if "round" in word.options:
        yield from _on_cylinder(count, run, copy_width)
        return
    spread = word.part.spread
    if spread == "close" and word.part.fills:
        copy_width = run / count
    step = {"bays": run / count, "close": copy_width, "ends": (run - copy_width) / (count - 1) if count > 1 else 0}[
        spread
    ]
    start = (run - step * (count - 1) - copy_width) / 2
    for index in range(count):
        yield start + index * step, copy_width


def _on_cylinder(count: int, run: float, copy_width: float) -> Iterator[tuple[float, float]]:
    """Yield left edge and width of bays round a cylinder, narrower towards its edges."""
    # Bays of equal angle, seen from the front: their edges lie at the sine of their angles.
    edges = [math.sin(ROUND * (2 * index / count - 1)) / math.sin(ROUND) * run / 2 for index in range(count + 1)]
    for left, right in pairwise(edges):
        width = copy_width * (right - left) * count / run / (ROUND / math.sin(ROUND))
        yield (left + right - width) / 2 + run / 2, width
