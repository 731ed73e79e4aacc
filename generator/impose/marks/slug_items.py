"""The slug of a sheet, printed beside the pieces: slug line, notes, scale bar, and the letters that show register.

It takes free places of the printable area along foot, head and sides, clear of marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from generator.base.geometry import Matrix, Rect
from generator.base.records import dataclass
from generator.base.units import MM, decimal
from generator.impose.imposition_inputs import SlugWords, TextSetter
from generator.impose.layout.mirror import Mirror
from generator.impose.marks.cut_marks import BLACK, HAIRLINE, REACH, STUB
from generator.model.face import GlyphRun, Group, Ink, Shape, Stroke

FOOT_FIRST = ("foot", "head", "right", "left")
HEAD_FIRST = ("head", "left", "right", "foot")
_CLEAR = 0.25 * MM  # kept clear around everything that is placed
_BESIDE = 0.75 * MM  # kept clear besides before and after a line of text, so that a crop mark does not read as a letter
_SLACK = 0.001  # by which a place and what is kept clear around another may overlap
_SECOND_ROW = 3.6 * MM  # from the outermost row of an edge to the one behind it
_BEYOND = 0.35 * MM  # from the printable area to a row outside it, the last resort

SLUG_TRIES = ((REACH, False), (STUB, False), (REACH, True), (STUB, True))
"""Concessions to the slug, in this order: the length of crop marks, and whether it may leave the printable area."""

_SIZES = (6.0, 5.0)  # font sizes, in points, by what finds space
_BASELINE = 0.8  # from the top of a line, as a share of the font size
_LETTER = 2.4 * MM  # the side of the frame around a register letter
_AIR = 1.2 * MM  # between that frame and the words beside it
_INCH = 72.0

SheetInk = Mapping[int, tuple[Ink, ...]]
SheetParts = Mapping[int, tuple[str, ...]]
"""The parts of the slug line by sheet number."""


@dataclass(frozen=True, slots=True)
class SlugPlace:
    """A place for one item; at the sides it is turned and reads upwards."""

    rect: Rect
    turned: bool

    @property
    def matrix(self) -> Matrix:
        """Matrix that takes (0, 0) to the beginning of the place, with x along it."""
        if self.turned:
            return Matrix(0.0, -1.0, 1.0, 0.0, self.rect.x, self.rect.bottom)
        return Matrix.translation(self.rect.x, self.rect.y)

    def mirrored(self, mirror: Mirror) -> SlugPlace:
        """Return the place behind this one."""
        return SlugPlace(mirror.rect(self.rect), self.turned)


class SlugArea:
    """The free area of one sheet; `take` reserves places in it.

    Ink may lie within `bounds`; `blocked` are places that are used already. `beyond` allows rows outside the printable
    area, where some printers do not reach, when all else is used.
    """

    def __init__(self, bounds: Rect, printable: Rect, blocked: Iterable[Rect], *, beyond: bool = False) -> None:
        """Take the area with the places that are blocked; all rectangles are in points on the sheet."""
        self.bounds = bounds.expand(-_CLEAR)
        self.printable = printable
        self.beyond = beyond
        self._blocks = [_block(rect) for rect in blocked]

    def take(
        self, length: float, depth: float, edges: Sequence[str] = FOOT_FIRST, *, last: bool = False
    ) -> SlugPlace | None:
        """Reserve a free place of this length and depth for an item beside the pieces; None if there is none.

        The edges are tried in order; `last` takes the last place along an edge instead of the first.
        """
        for edge, band in self._bands(depth, edges):
            turned = edge in {"left", "right"}
            free = self._free(band, turned=turned, length=length)
            if free:
                # A turned text begins at the foot, so the first place on a side is the lowest.
                at_end = last != turned
                start, end = free[-1] if at_end else free[0]
                start_here = end - length if at_end else start
                rect = (
                    Rect(band.x, start_here, band.width, length)
                    if turned
                    else Rect(start_here, band.y, length, band.height)
                )
                self._blocks.append(_block(rect))
                return SlugPlace(rect, turned)
        return None

    def give_back(self, count: int) -> None:
        """Free the last `count` places that were reserved."""
        del self._blocks[len(self._blocks) - count :]

    def _bands(self, depth: float, edges: Sequence[str]) -> Iterator[tuple[str, Rect]]:
        """Yield strips of the edges from the outermost to the innermost, then those outside the printable area."""
        for edge in edges:
            for inset in (0.0, _SECOND_ROW):
                yield edge, _band(self.printable, edge, depth, inset)
        for edge in edges if self.beyond else ():
            band = _band(self.printable, edge, depth, -depth - _BEYOND)
            if self.bounds.contains(band):
                yield edge, band

    def _free(self, band: Rect, *, turned: bool, length: float) -> list[tuple[float, float]]:
        """Return start and end of each gap in a strip that is long enough for an item."""
        free_from, end = (band.y, band.bottom) if turned else (band.x, band.right)
        left, top, right, bottom = band.x, band.y, band.right - _SLACK, band.bottom - _SLACK
        spans = sorted(
            (y - _BESIDE, end_y + _BESIDE) if turned else (x - _BESIDE, end_x + _BESIDE)
            for x, y, end_x, end_y in self._blocks
            if x < right and left < end_x - _SLACK and y < bottom and top < end_y - _SLACK
        )
        free = []
        for start, stop in [*spans, (end, end)]:
            if start - free_from >= length:
                free.append((free_from, start))
            free_from = max(free_from, stop)
        return free


def _band(area: Rect, edge: str, depth: float, inset: float) -> Rect:
    """Return the strip of a depth along one edge of an area, at a distance from that edge."""
    if edge in {"head", "foot"}:
        return Rect(area.x, area.y + inset if edge == "head" else area.bottom - inset - depth, area.width, depth)
    return Rect(area.x + inset if edge == "left" else area.right - inset - depth, area.y, depth, area.height)


def _block(rect: Rect) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a place with its clearance, as numbers: compared with each line that is tried."""
    clear = rect.expand(_CLEAR)
    return clear.x, clear.y, clear.right, clear.bottom


@dataclass(frozen=True, slots=True)
class SlugItem:
    """An item in one place of every sheet; its ink by sheet number, none for a side without it."""

    place: SlugPlace
    recto: SheetInk
    verso: SheetInk


@dataclass(frozen=True, slots=True)
class SlugItems:
    """All that found a place, for the sheets that share a layout; `missing` names the rest in words."""

    placed: tuple[SlugItem, ...]
    missing: tuple[str, ...]

    def recto_ink(self, sheet: int) -> tuple[Ink, ...]:
        """Return the ink of a recto, each item at its place; `sheet` is the number of the sheet."""
        return tuple(Group(ink, item.place.matrix) for item in self.placed if (ink := item.recto.get(sheet)))

    def verso_ink(self, sheet: int, mirror: Mirror) -> tuple[Ink, ...]:
        """Return the ink of a verso, each item behind its place on the recto."""
        inks = ((item.place, item.verso.get(sheet)) for item in self.placed)
        return tuple(Group(ink, place.mirrored(mirror).matrix) for place, ink in inks if ink)

    @property
    def taken(self) -> tuple[Rect, ...]:
        """Rectangles of all items."""
        return tuple(item.place.rect for item in self.placed)


class SlugPlacer:
    """Finds places for the slug in one area, the items most needed first."""

    def __init__(self, area: SlugArea, set_text: TextSetter) -> None:
        """Take the free area, and the function that typesets words."""
        self.area, self.set_text = area, set_text
        self.placed: list[SlugItem] = []
        self.missing: list[str] = []

    def place(self, slug: SlugWords, parts: SheetParts, *, two_sided: bool) -> SlugItems:
        """Return all items that found a place: register letters, scale bar, slug line, then notes."""
        if two_sided:
            self._letters(parts)
        self._bar(parts)
        self._slug_line(parts, slug.dot)
        for side, note in (("recto", slug.front_note), ("verso", slug.back_note)):
            if note:
                self._note(note, side, parts)
        return SlugItems(tuple(self.placed), tuple(self.missing))

    def _letters(self, sheets: Iterable[int]) -> None:
        """Place R on the recto and V on the verso, in one frame.

        Held against the light they show how well the sides meet.
        """
        place = self.area.take(_LETTER + 2 * _AIR, _LETTER, HEAD_FIRST)
        if place is None:
            self.missing.append("register letters")
            return
        frame = Shape(box_path(_AIR, 0, _LETTER, _LETTER), stroke=Stroke(BLACK, HAIRLINE))
        recto, verso = (self.set_text(name, 5.0, _AIR + _LETTER / 2, 1.8 * MM, "middle", BLACK) for name in "RV")
        self.placed.append(
            SlugItem(place, dict.fromkeys(sheets, (frame, *recto)), dict.fromkeys(sheets, (frame, *verso)))
        )

    def _bar(self, sheets: Iterable[int]) -> None:
        """Place the scale bar, flatter where even the strip outside the printable area is narrow."""
        for flat in (False, True) if self.area.beyond else (False,):
            ink, length, depth = scale_bar(self.set_text, flat=flat)
            place = self.area.take(length, depth, last=True)
            if place:
                everywhere = dict.fromkeys(sheets, ink)
                self.placed.append(SlugItem(place, everywhere, everywhere))
                return
        self.missing.append("scale bar")

    def _slug_line(self, parts: SheetParts, dot: str) -> None:
        """Place the slug line, in one place or split over several lines, together or apart.

        `dot` is the sign between its parts.
        """
        most = max(map(len, parts.values()))
        for count in range(1, most + 1):
            lines = [
                {sheet: dot.join(_share(words, number, count)) for sheet, words in parts.items()}
                for number in range(count)
            ]
            before = len(self.placed)
            # Together first. Apart, some lines may be placed before one is not: these are given back.
            if self._block(lines, "both") or all(self._block([line], "both") for line in lines):
                return
            self.area.give_back(len(self.placed) - before)
            del self.placed[before:]
        self.missing.append("slug line")

    def _note(self, note: str, side: str, sheets: Iterable[int]) -> None:
        """Place a note on one side, in one to four lines."""
        for count in range(1, 5):
            if self._block([dict.fromkeys(sheets, line) for line in break_text(note, count)], side):
                return
        self.missing.append(f"note {note!r}")

    def _block(self, lines: Sequence[Mapping[int, str]], side: str) -> bool:
        """Place lines of text under each other in the largest font size that finds space; return whether one did.

        Texts are given by sheet number.
        """
        for size in _SIZES:
            runs = self._runs(lines, size)
            # One place serves all sheets, so it is as long as the longest text of any sheet.
            place = self.area.take(max(map(line_width, runs.values())), size * len(lines), FOOT_FIRST)
            if place:
                self.placed.append(SlugItem(place, {} if side == "verso" else runs, {} if side == "recto" else runs))
                return True
        return False

    def _runs(self, lines: Sequence[Mapping[int, str]], size: float) -> dict[int, tuple[GlyphRun, ...]]:
        """Return the typeset lines of a font size by sheet number."""
        runs: dict[int, tuple[GlyphRun, ...]] = dict.fromkeys(lines[0], ())
        for row, line in enumerate(lines):
            texts = dict.fromkeys(line.values())
            ink = {text: self.set_text(text, size, 0.0, (row + _BASELINE) * size, "start", BLACK) for text in texts}
            runs = {sheet: (*above, *ink[line[sheet]]) for sheet, above in runs.items()}
        return runs


def fit_slug(
    slug: SlugWords,
    parts: SheetParts,
    set_text: TextSetter,
    area: Callable[[float, bool], SlugArea],
    *,
    two_sided: bool,
) -> tuple[SlugItems, float]:
    """Place the slug beside long crop marks and inside the printable area if possible, by SLUG_TRIES.

    `area` is the free area for a length of crop marks. Returns what found a place, and that length.
    """
    for reach, beyond in SLUG_TRIES:
        # The slug is placed anew each time, as shorter marks free other places.
        items = SlugPlacer(area(reach, beyond), set_text).place(slug, parts, two_sided=two_sided)
        if not items.missing:
            break
    return items, reach


def break_text(text: str, count: int) -> list[str]:
    """Return a sentence in at most `count` lines, broken between words, after Japanese punctuation, or anywhere.

    >>> break_text("turn the stack over", 2), break_text("紙を裏返し、裏面を印刷する", 2)
    (['turn the', 'stack over'], ['紙を裏返し、', '裏面を印刷する'])
    """
    if " " in text:
        lines = [" ".join(_share(text.split(), number, count)) for number in range(count)]
    else:
        clauses = text.replace("、", "、\n").replace("。", "。\n").split("\n")
        pieces = clauses if len(clauses) >= count else list(text)
        lines = ["".join(_share(pieces, number, count)) for number in range(count)]
    return [line for line in lines if line]


def scale_bar(set_text: TextSetter, *, flat: bool = False) -> tuple[tuple[Ink, ...], float, float]:
    """Return two rulers, 50 mm in centimetres and 2 in in halves, with their length and depth, words included."""
    cell, row = (0.5 * MM, 0.8 * MM) if flat else (1.0 * MM, 1.5 * MM)
    cells = [box_path(centimetre * 10 * MM, 0, 10 * MM, cell) for centimetre in (0, 2, 4)]
    cells += [box_path(half_inch * _INCH / 2, row, _INCH / 2, cell) for half_inch in (0, 2)]
    # The frames are drawn inside, so that the bar's outer edges are exactly 50 mm and 2 in apart.
    inset = HAIRLINE / 2
    frames = box_path(inset, inset, 50 * MM - HAIRLINE, cell - HAIRLINE)
    frames += " " + box_path(inset, row + inset, 2 * _INCH - HAIRLINE, cell - HAIRLINE)
    x = 2 * _INCH + 0.8 * MM
    lines = (("50 mm, 2 in", 4.0, row + cell),) if flat else (("50 mm", 4.5, cell), ("2 in", 4.5, row + cell))
    words = tuple(run for text, size, y in lines for run in set_text(text, size, x, y, "start", BLACK))
    bar = (Shape(" ".join(cells), fill=BLACK), Shape(frames, stroke=Stroke(BLACK, HAIRLINE)))
    return (*bar, *words), max(line_width(words), 2 * _INCH), row + cell


def line_width(runs: Sequence[GlyphRun]) -> float:
    """Return the x where the last run of a line ends."""
    return max((run.x + run.width for run in runs), default=0.0)


def _share(parts: Sequence[str], number: int, count: int) -> Sequence[str]:
    """Return the share number `number` of `count` nearly equal shares, in order."""
    return parts[number * len(parts) // count : (number + 1) * len(parts) // count]


def box_path(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle as a path.

    >>> box_path(1, 2, 10, 5)
    'M 1 2 L 11 2 L 11 7 L 1 7 Z'
    """
    left, top, right, bottom = map(decimal, (x, y, x + width, y + height))
    return f"M {left} {top} L {right} {top} L {right} {bottom} L {left} {bottom} Z"
