"""Words stand clear: none is smaller than six points, and none is within a millimetre of a trim or a frame by mistake.
Lines along a trim are whole: none is cut lengthwise.

All faces of the games are measured in both languages, by the boxes of their glyphs and the straight edges that are seen:
an edge that something else covers, or that has the colour of what lies about it, is not. What is meant to be nearer
stands in clear_of_lines.toml, by component, with a reason. Lengths are millimetres from the corner of the trim.
"""

import math
import tomllib
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.units import MM
from generator.build.faces.typeset_game import typeset_game
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from generator.model.face import GlyphRun, Group, Part, Shape, Use
from generator.typeset.paths.path_geometry import subpaths

HERE = Path(__file__)
DATA = HERE.parents[2] / "data"
GAMES = ("aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall")
MEANT = tomllib.loads(HERE.with_name("clear_of_lines.toml").read_text("utf-8"))
SMALLEST, NEAR = 6.0, 1.0
"""Points; millimetres."""
ROUNDING = 0.01
LONG = 6.0
"""From this length on, a level or upright edge is that of a frame or panel; shorter and slanting ones are of pictures."""
LARGE = 18.0
"""From this size on, a part that is drawn in several places may be a frame; smaller ones are icons."""
CURVE = 6
"""Straight pieces that stand for a curve."""
CONTRAST = 48
"""Levels of 255 by which an edge differs from what lies about it where it is seen."""
THICK = 1.5
"""Up to this width a line may be a frame; thicker ones along a trim are grounds."""
CLEAR = 0.4
"""Between the icon of a token and its line."""
SLIVER = 0.02
"""How far from a cut the rest of a line is looked for."""
BESIDE = 0.12
"""How far from an edge its surroundings are looked at."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A run of letters: its size in points, the boxes of its glyphs in its own coordinates, and where that is."""

    text: str
    size: float
    boxes: tuple[tuple[float, float, float, float], ...]
    matrix: Matrix
    clips: tuple["Area", ...]

    box: tuple[float, float, float, float]
    """Left, top, right and bottom of its ink."""

    def distance(self, start, end):
        """The distance of its ink from a straight line, and the point of the line that is nearest."""
        inverse = self.matrix.inverse()
        ends = [inverse.apply(x * MM, y * MM) for x, y in (start, end)]
        gap, at = min([nearest(*ends, box) for box in self.boxes])
        return gap * scale_of(self.matrix) / MM, tuple(value / MM for value in self.matrix.apply(*at))


@dataclass(frozen=True, slots=True)
class Area:
    """Closed outlines, as points."""

    lines: tuple[tuple[tuple[float, float], ...], ...]
    even_odd: bool

    def holds(self, x, y):
        winding = crossings = 0
        for line in self.lines:
            for (x1, y1), (x2, y2) in zip(line[-1:] + line[:-1], line, strict=True):
                if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                    crossings += 1
                    winding += 1 if y2 > y1 else -1
        return crossings % 2 == 1 if self.even_odd else winding != 0


@dataclass(frozen=True, slots=True)
class Ink:
    """A fill, or with a width a stroke, in one colour."""

    area: Area
    box: tuple[float, float, float, float]
    colour: tuple[float, float, float]
    alpha: float
    width: float
    clips: tuple[Area, ...]
    edges: tuple[tuple[tuple[float, float], tuple[float, float]], ...]
    """Its long straight edges."""

    def covers(self, x, y):
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        if not (self.area.holds(x, y) if not self.width else self._strikes(x, y)):
            return False
        return all(clip.holds(x, y) for clip in self.clips)

    def _strikes(self, x, y):
        pairs = (pair for line in self.area.lines for pair in pairwise(line))
        return any(nearest(*pair, (x, y, x, y))[0] <= self.width / 2 for pair in pairs)


@dataclass
class Drawing:
    """The letters and inks of a face, in the order in which they are drawn."""

    extents: object
    """Returns the box of a glyph of a font in ems, or None for a blank."""
    parts: dict
    pictures_apart: bool = False
    """Whether smaller drawings are left out: the figures in a text."""
    letters: list = field(default_factory=list)
    inks: list = field(default_factory=list)

    def add(self, inks, matrix=IDENTITY, clips=(), alpha=1.0, inside=False, is_icon=False):
        for ink in inks if not (inside and self.pictures_apart) else ():
            match ink:
                case Group():
                    whole = matrix @ ink.matrix
                    held = (*clips, area_of(ink.clip.path, matrix, ink.clip.even_odd)) if ink.clip else clips
                    is_smaller = abs(scale_of(whole) / scale_of(matrix) - 1) > 0.01
                    self.add(ink.ink, whole, held, alpha * ink.opacity, inside or is_smaller, is_icon)
                case Use():
                    part, whole = self.parts.get(ink.part), matrix @ ink.matrix
                    if isinstance(part, Part):
                        box = whole.bounding_box(part.box)
                        icon = is_icon or max(box.width, box.height) / MM < LARGE
                        self.add(part.ink, whole, clips, alpha * ink.opacity, inside=True, is_icon=icon)
                case Shape():
                    self._add_shape(ink, matrix, clips, alpha, is_icon)
                case GlyphRun():
                    self._add_letters(ink, matrix, clips)

    def _add_shape(self, shape, matrix, clips, alpha, is_icon):
        area, edges = (
            area_of(shape.path, matrix, shape.even_odd),
            () if is_icon else tuple(long_edges(shape.path, matrix)),
        )
        if not area.lines:
            return
        xs, ys = ([point[axis] for line in area.lines for point in line] for axis in (0, 1))
        if shape.fill is not None:
            box = min(xs), min(ys), max(xs), max(ys)
            self.inks.append(Ink(area, box, colour_of(shape.fill), alpha * shape.opacity, 0.0, clips, edges))
        if shape.stroke is not None:
            stroke, width = shape.stroke, shape.stroke.width * scale_of(matrix) / MM
            half = width / 2
            box = min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
            # The dashes of a mosaic's rows are stones, and no frame.
            edges = () if stroke.dash else edges
            self.inks.append(Ink(area, box, colour_of(stroke.paint), alpha * stroke.opacity, width, clips, edges))

    def _add_letters(self, run, matrix, clips):
        boxes = []
        for glyph, offset in zip(run.glyphs, run.offsets, strict=True):
            if extent := self.extents(run.font, glyph):
                left, top, right, bottom = (value * run.size for value in extent)
                boxes.append((run.x + offset + left, run.y + top, run.x + offset + right, run.y + bottom))
        if boxes and run.text.strip():
            lefts, tops, rights, bottoms = zip(*boxes, strict=True)
            whole = Rect(min(lefts), min(tops), max(rights) - min(lefts), max(bottoms) - min(tops))
            rect = matrix.bounding_box(whole)
            box = rect.x / MM, rect.y / MM, rect.right / MM, rect.bottom / MM
            self.letters.append(
                Letters(run.text.strip(), run.size * scale_of(matrix), tuple(boxes), matrix, clips, box)
            )

    def colour_at(self, x, y):
        """The colour of a place without its letters."""
        colour, left = [0.0, 0.0, 0.0], 1.0
        for ink in reversed(self.inks):
            if ink.covers(x, y):
                colour = [value + left * ink.alpha * own for value, own in zip(colour, ink.colour, strict=True)]
                left *= 1 - ink.alpha
                if left < 0.02:
                    break
        return [value + left * 255 for value in colour]

    def is_seen(self, ink, start, end, at):
        """Whether an edge of some ink is seen at a point of it."""
        length = math.dist(start, end)
        beside = (ink.width / 2 + BESIDE) / length
        dx, dy = (start[1] - end[1]) * beside, (end[0] - start[0]) * beside
        places = [(at[0] + dx, at[1] + dy), (at[0] - dx, at[1] - dy), *([at] if ink.width else [])]
        channels = zip(*(self.colour_at(x, y) for x, y in places), strict=True)
        return max(max(values) - min(values) for values in channels) >= CONTRAST


def scale_of(matrix):
    return math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))


def colour_of(paint):
    """Red, green and blue; of a gradient the middle of its stops."""
    stops = [paint] if isinstance(paint, str) else [stop[1] for stop in paint.stops]
    channels = [[int(stop[at : at + 2], 16) for stop in stops] for at in (1, 3, 5)]
    return tuple(sum(values) / len(values) for values in channels)


def points_of(path, matrix):
    """The outlines of a path: pairs of a point and whether a straight line leads to it."""
    for part in subpaths(path):
        line = [(part[0], False)]
        for segment in part[1:]:
            if len(segment) == 2:
                line.append((segment, True))
                continue
            first, controls = line[-1][0], [segment[at : at + 2] for at in (0, 2, 4)]
            steps = (step / CURVE for step in range(1, CURVE + 1))
            line += [(tuple(bezier(t, *values) for values in zip(first, *controls, strict=True)), False) for t in steps]
        yield [(tuple(value / MM for value in matrix.apply(*point)), straight) for point, straight in line]


def bezier(t, start, one, two, end):
    s = 1 - t
    return s * s * s * start + 3 * s * s * t * one + 3 * s * t * t * two + t * t * t * end


def area_of(path, matrix, even_odd=False):
    closed = "Z" in path
    lines = ([point for point, _ in line] for line in points_of(path, matrix))
    return Area(tuple(tuple([*line, line[0]] if closed else line) for line in lines), even_odd)


def long_edges(path, matrix):
    for line in points_of(path, matrix):
        ends = [*pairwise(line), *([(line[-1], (line[0][0], True))] if "Z" in path else [])]
        for (start, _), (end, straight) in ends:
            slant = min(abs(start[0] - end[0]), abs(start[1] - end[1]))
            if straight and slant < 0.01 and math.dist(start, end) >= LONG:
                yield start, end


def nearest(start, end, box):
    """The distance of a straight line from a box, and the point of the line that is nearest to it."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    left, top, right, bottom = box
    low, high = 0.0, 1.0
    for step, room in ((-dx, x - left), (dx, right - x), (-dy, y - top), (dy, bottom - y)):
        if step == 0 and room < 0:
            high = -1.0
        elif step:
            low, high = (max(low, room / step), high) if step < 0 else (low, min(high, room / step))
    if low <= high:
        middle = (low + high) / 2
        return 0.0, (x + middle * dx, y + middle * dy)
    length = dx * dx + dy * dy or 1e-12
    places = [(x, y), end]
    for cx in (left, right):
        for cy in (top, bottom):
            share = ((cx - x) * dx + (cy - y) * dy) / length
            if 0 < share < 1:
                places.append((x + share * dx, y + share * dy))
    return min(
        [(math.hypot(max(left - px, 0, px - right), max(top - py, 0, py - bottom)), (px, py)) for px, py in places]
    )


@cache
def drawings(name, only=()):
    """Every face of a game, or of some components, in both languages: its job, its drawing, and the edges that it is cut along."""
    options = BuildOptions(papers=(find_paper("a4"),), languages=("en", "ja"), only=only, svg=True)
    game = load(DATA / name)
    typeset = typeset_game(game, GameFolder(DATA / name, name), options, InputDigests.of(DATA / name))
    assert not typeset.faces.faults
    extents = glyph_extents(typeset.renderer.labels.fonts)
    found = {}
    for job in typeset.jobs:
        face = typeset.faces.faces[job.key]
        if face.key in found:
            continue
        inks, parts = face.ink.unpack()
        is_text = job.component.kind == "booklets"
        drawing = Drawing(extents, {part.key: part for part in parts}, pictures_apart=is_text)
        drawing.add(inks)
        found[face.key] = job, drawing, cuts_of(face)
    return [*found.values()]


def glyph_extents(fonts):
    @cache
    def extents(font, glyph):
        typeface = fonts.typeface(font)
        box, em = typeface.font.get_glyph_extents(glyph), typeface.units_per_em
        if not box or not box.width:
            return None
        left, top = box.x_bearing / em, -box.y_bearing / em
        return left, top, left + box.width / em, top - box.height / em

    return extents


def cuts_of(face):
    """The edges that a face is cut along."""
    width, height = face.trim.width / MM, face.trim.height / MM
    corners = [(0, 0), (width, 0), (width, height), (0, height), (0, 0)]
    lines = [[point for point, _ in line] for line in points_of(face.cut, IDENTITY)] if face.cut else [corners]
    return [pair for line in lines for pair in pairwise(line)], (width, height)


def is_near(box, start, end, by):
    left, top, right, bottom = box
    return (
        min(start[0], end[0]) - by <= right
        and max(start[0], end[0]) + by >= left
        and min(start[1], end[1]) - by <= bottom
        and max(start[1], end[1]) + by >= top
    )


def on_the_piece(job, drawing, trim):
    """Its letters that are not on the waste, and no id."""
    label = job.piece.label
    ids = {label, f"{job.piece.per.cells.get('label', '')}{label}" if job.piece.per else label}
    for letters in drawing.letters:
        if letters.text in ids:
            continue
        left, top, right, bottom = letters.box
        if right > 0 and bottom > 0 and left < trim[0] and top < trim[1]:
            yield letters


def frames_of(drawing, trim, reach):
    """The edges of frames and panels, each with the box of all that is within `reach` of it."""
    for ink in drawing.inks:
        for start, end in ink.edges:
            if any(0 < x < trim[0] and 0 < y < trim[1] for x, y in (start, end)):  # others are of a ground
                (left, right), (top, bottom) = (sorted(pair) for pair in zip(start, end, strict=True))
                far = reach + ink.width / 2
                yield left - far, top - far, right + far, bottom + far, ink, start, end


def nearest_frame(letters, drawing, frames, least):
    """The distance of letters from the nearest frame line that is seen nearer than `least`; None for none."""
    left, top, right, bottom = letters.box
    about = [
        each[4:] for each in frames if each[0] <= right and each[2] >= left and each[1] <= bottom and each[3] >= top
    ]
    found = ((letters.distance(start, end), ink, start, end) for ink, start, end in about)
    gaps = [(max(0.0, gap - ink.width / 2), at, ink, start, end) for (gap, at), ink, start, end in found]
    for gap, at, ink, start, end in sorted(gaps, key=lambda each: each[0]):
        if gap >= least - ROUNDING:
            return None
        if all(clip.holds(*at) for clip in letters.clips) and drawing.is_seen(ink, start, end, at):
            return gap
    return None


@pytest.fixture(scope="module", autouse=True)
def folder(shared_cache):
    with pytest.MonkeyPatch.context() as place:
        place.setenv("XDG_CACHE_HOME", str(shared_cache))
        yield


def meant(name, part, what, usual):
    return MEANT.get(name, {}).get(part, {}).get(what, usual)


@pytest.mark.parametrize("name", GAMES)
def test_no_letters_are_smaller_than_six_points(name):
    small = {
        (job.component.id, job.language, letters.text, round(letters.size, 2))
        for job, drawing, (_, trim) in drawings(name)
        for letters in on_the_piece(job, drawing, trim)
        if letters.size < meant(name, job.component.id, "size", SMALLEST) - ROUNDING
    }

    assert small == set()


@pytest.mark.parametrize("name", GAMES)
def test_words_keep_clear_of_the_trim(name):
    near = set()
    for job, drawing, (cuts, trim) in drawings(name):
        if job.paper:  # it fills the paper, and is not cut
            continue
        for letters in on_the_piece(job, drawing, trim):
            gaps = [letters.distance(*cut)[0] for cut in cuts if is_near(letters.box, *cut, NEAR)]
            if gaps and min(gaps) < NEAR - ROUNDING:
                near.add((job.component.id, job.piece.id, job.language, letters.text, round(min(gaps), 2)))

    assert near == set()


@pytest.mark.parametrize("name", GAMES)
def test_words_keep_clear_of_frames(name):
    near = set()
    for job, drawing, (_, trim) in drawings(name):
        least = meant(name, job.component.id, "line", NEAR)
        frames = [*frames_of(drawing, trim, least)]
        for letters in on_the_piece(job, drawing, trim):
            gap = nearest_frame(letters, drawing, frames, least)
            if gap is not None:
                near.add((job.component.id, job.piece.id, job.language, letters.text, round(gap, 2)))

    assert near == set()


def strokes_cut_lengthwise(drawing, cuts):
    """The lines that a cut leaves a part of along their length, where that part is seen on the piece: width and ends."""
    piece = Area((tuple(start for start, _ in cuts),), even_odd=False)
    for ink in drawing.inks:
        for start, end in ink.edges if 0 < ink.width <= THICK else ():
            for cut in cuts:
                at = beside(start, end, cut)
                if at and distance(at, cut) < ink.width / 2 - ROUNDING and is_left(drawing, ink, at, cut, piece):
                    yield round(ink.width, 2), *(round(value, 1) for value in (*start, *end))


def beside(start, end, cut):
    """The middle of what a straight line has beside a parallel cut; None where they are not side by side."""
    across = abs(start[0] - end[0]) > abs(start[1] - end[1])
    axis = 0 if across else 1
    if abs(cut[0][1 - axis] - cut[1][1 - axis]) > ROUNDING:
        return None
    low, high = (choose(*pair) for choose, pair in _shared_stretch(start, end, cut, axis))
    middle = (low + high) / 2
    return ((middle, start[1]) if across else (start[0], middle)) if high - low > 1 else None


def _shared_stretch(start, end, cut, axis):
    lows = [min(pair[0][axis], pair[1][axis]) for pair in ((start, end), cut)]
    highs = [max(pair[0][axis], pair[1][axis]) for pair in ((start, end), cut)]
    return (max, lows), (min, highs)


def distance(at, cut):
    return nearest(*cut, (*at, *at))[0]


def is_left(drawing, ink, at, cut, piece):
    """Whether the part of a line that stays on the piece differs from what lies beside it there."""
    is_level = abs(cut[0][1] - cut[1][1]) < ROUNDING
    on_cut = (at[0], cut[0][1]) if is_level else (cut[0][0], at[1])
    for side in (-1, 1):
        left, inner = ((on_cut, SLIVER), (at, ink.width / 2 + BESIDE))
        places = [(x, y + side * by) if is_level else (x + side * by, y) for (x, y), by in (left, inner)]
        if all(piece.holds(*place) for place in places):
            stroke, ground = (drawing.colour_at(*place) for place in places)
            return max(abs(one - other) for one, other in zip(stroke, ground, strict=True)) >= CONTRAST
    return False


@pytest.mark.parametrize("name", GAMES)
def test_no_line_is_cut_lengthwise(name):
    cut = {
        (job.component.id, job.side, *stroke)
        for job, drawing, (cuts, _) in drawings(name)
        if job.component.shape == "rect"  # others have no straight cuts, or an outline inside their trim
        for stroke in strokes_cut_lengthwise(drawing, cuts)
    }

    assert cut == set()


TOKENS = tuple(part.id for part in load(DATA / "hadrians-wall").components if part.kind == "tokens")


def test_icons_of_tokens_stand_clear_of_the_line_around_them():
    """The line is the first that is drawn, inside the cut; all that follows is the icon."""
    near = set()
    for job, drawing, _ in drawings("hadrians-wall", TOKENS):
        lines = [number for number, ink in enumerate(drawing.inks) if ink.width]
        if not lines:
            continue
        around, icon = drawing.inks[lines[0]], drawing.inks[lines[0] + 1 :]
        edges = [pair for line in around.area.lines for pair in pairwise(line)]
        for ink in icon:
            for x, y in (point for line in ink.area.lines for point in line):
                gap = min(distance((x, y), edge) for edge in edges) - (ink.width + around.width) / 2
                if gap < CLEAR or not around.area.holds(x, y):
                    near.add((job.piece.id, round(gap, 2)))

    assert near == set()


def test_what_is_meant_is_there():
    """Every exception names a component and has a reason; a needless one is taken away."""
    for name, parts in MEANT.items():
        known = {part.id for part in load(DATA / name).components}
        for part, meant_ in parts.items():
            assert part in known
            assert meant_["why"]
            assert meant_.keys() <= {"size", "line", "why"}
