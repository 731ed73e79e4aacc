"""Lay out the figures of a rulebook: where their faces, marks and numbers stand on a page.

Lengths are millimetres, except in FigureSize.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NoReturn

from generator.base.errors import Fault, Faults, fault, suggestion
from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass, replace
from generator.base.units import MM, to_mm
from generator.build.faces.face_jobs import FaceJob, about_component, about_piece, face_job, shown_size
from generator.model.figure import Callout, Figure, FigureFace, FigureSize, Point
from generator.model.game import Component, Game, Piece, Row, Value
from generator.model.prose import FigureBlock, PlacedBlock
from generator.model.sheet_layout import Cells
from generator.render.stacked_layout import stack_sheet

PREFIX = "piece:"
"""Start of the reference to a face in the drawing of a page."""
RADIUS = 2.1
"""Radius of the circle around a number."""
ROOM = 7.0
"""Distance from the drawing's edge to the outer edge of the circles beside it."""
_PITCH = 5.0
"""Distance of the numbers on one side."""
_CLEAR = RADIUS + 0.9
"""Least distance of a number's centre from the point it explains."""
_SLACK = 0.05
_ABOVE = 0.6
"""Share of a box above the icons that it gives."""
_SIDES = ("front", "back")
_BOXES = re.compile(r"([a-z][a-z0-9_]*)(?:\[(\d+):(\d+)\])?\Z")


@dataclass(frozen=True, slots=True)
class _LaidFace:
    """A face of a figure with its place in the figure."""

    face: FigureFace
    job: FaceJob
    visible: Rect
    """Visible part of the face."""
    matrix: Matrix
    """Matrix from the face to the figure."""
    box: Rect
    """Bounding box in the figure."""


@dataclass(frozen=True, slots=True)
class _Number:
    """A number with its point in the figure."""

    callout: Callout
    point: Point
    side: str
    """`left`, `right`, `top` or `bottom`; empty for a number with a place of its own."""


@dataclass(frozen=True, slots=True)
class LaidFigure:
    """A figure at its natural size."""

    figure: Figure
    faces: tuple[_LaidFace, ...]
    numbers: tuple[_Number, ...]
    box: Rect
    size: FigureSize

    def on(self, side: str) -> list[_Number]:
        """Return the numbers that stand on one side of a figure, sorted along that side."""
        axis = 1 if side in {"left", "right"} else 0
        return sorted((number for number in self.numbers if number.side == side), key=lambda number: number.point[axis])


class Figures:
    """The figures of one game's rules."""

    def __init__(self, game: Game, base: str) -> None:
        """Take `base`, a digest that all faces of the game depend on, as a part of their keys.

        Figures show components as the game's folder has them, whatever an order prints, since all places are on those.
        """
        self._game, self._base = replace(game, components=game.own_components), base
        self._laid: dict[str, LaidFigure] = {}
        self._about: dict[str, str] = {}
        self._jobs: dict[tuple[str, str], FaceJob] = {}
        """Jobs by the name of a face and language: figures share faces, and each key is a digest of a whole row."""
        self._boxes: dict[str, Mapping[str, Rect]] = {}

    @cached_property
    def digest(self) -> str:
        """Text of everything in the game that the layout of figures depends on; part of cache keys."""
        sizes = [(part.id, part.trim, [piece.id for piece in part.pieces]) for part in self._game.components]
        return repr((self._game.figures, sizes, self._game.layouts if self._game.figures else ()))

    def size(self, block: FigureBlock, where: str) -> FigureSize | None:
        """Return the size of a figure in a text; None for a drawing that is no figure of faces.

        Raises Faults for a figure that cannot be laid out.
        """
        laid = self._laid.get(block.name)
        if laid is None:
            figure = self._game.figures.get(block.name) or self._single(block, where)
            if figure is None:
                return None
            laid = self._laid[block.name] = _Layout(self, figure).laid()
        return laid.size

    def _single(self, block: FigureBlock, where: str) -> Figure | None:
        """Return a figure made of one face that a text names directly; None if the name is no face."""
        parts = [part.id for part in self._game.components]
        if block.name.partition("/")[0] not in parts or block.name != block.name.removesuffix(".svg"):
            return None
        return Figure(block.name, where, block.line, (FigureFace(block.name, block.line),))

    def cells(self, block: PlacedBlock, language: str) -> dict[str, Value]:
        """Return the template values of a figure that `size` was called for."""
        self.size(FigureBlock(block.text, "", None, 1), "")
        return dict(_Drawn(self._laid[block.text], block, language, self).cells())

    def job(self, face: FigureFace, where: str, language: str = "") -> FaceJob:
        """Return the job that draws a face for a figure. Raises Faults for an unknown face.

        An empty language is the first of the game.
        """
        key = face.show, language or self._game.languages[0]
        if key not in self._jobs:
            part, piece, side = self._find(face, where)
            about = self._about.get(part.id)
            if about is None:
                about = self._about[part.id] = about_component(self._base, part)
            self._jobs[key] = face_job(part, piece, (about, about_piece(piece)), side, key[1], shown_size(part))
        return self._jobs[key]

    def _find(self, face: FigureFace, where: str) -> tuple[Component, Piece, str]:
        """Return the component, piece and side that a figure names, `cards/c01/back`.

        Raises Faults for unknown ones.
        """
        name, *path = face.show.split("/")
        parts = {part.id: part for part in self._game.components if part.pieces}
        if name not in parts:
            raise fault(where, f"no component {name!r} to show{suggestion(name, list(parts))}", line=face.line)
        part = parts[name]
        pieces = {piece.id: piece for piece in part.pieces}
        side = path.pop() if path and path[-1] in _SIDES and path[-1] not in pieces else "front"
        if side == "back" and part.back is None:
            raise fault(where, f"{name!r} has no back to show; leave out '/back'", line=face.line)
        if not path and len(pieces) == 1:
            path = [*pieces]
        if len(path) != 1:
            examples = [f"{name}/{id_}" for id_ in pieces]
            or_back = f" or '{examples[0]}/back'" if part.back else ""
            message = f"{face.show!r} names no face; write it like {examples[0]!r}{or_back}"
            raise fault(where, message, line=face.line)
        if path[0] not in pieces:
            message = f"no piece {path[0]!r} in {name!r}{suggestion(path[0], list(pieces))}"
            raise fault(where, message, line=face.line)
        return part, pieces[path[0]], side

    def boxes(self, job: FaceJob) -> Mapping[str, Rect]:
        """Return the rectangles of a scoresheet's boxes and values on its face, in mm, by id; none for other faces."""
        sheet = self._game.sheets.get(job.piece.id) if job.component.sheets else None
        if sheet is None:
            return {}
        if sheet.id not in self._boxes:
            size = Size(to_mm(job.trim.width), to_mm(job.trim.height))
            layout = self._game.layouts.get(sheet.id) or stack_sheet(sheet, size)
            cell = Size(size.width / layout.columns, size.height / layout.rows)
            places = {**layout.values, **layout.boxes}
            self._boxes[sheet.id] = {id_: _rect(place, cell) for id_, place in places.items()}
        return self._boxes[sheet.id]

    def free_part(self, job: FaceJob, id_: str, rect: Rect) -> Rect:
        """Return the part of a scoresheet's box where marks are drawn: above the icons that the box gives."""
        sheet = self._game.sheets[job.piece.id]
        gives = any(box.id == id_ and not box.title and (box.gains or box.one_of) for box in sheet.boxes)
        return Rect(rect.x, rect.y, rect.width, rect.height * _ABOVE) if gives else rect

    def marked(self, job: FaceJob, name: str) -> tuple[str, ...]:
        """Return the ids of the boxes of a scoresheet that a name stands for; none for an unknown name.

        A name is a box `wall_01`, a track `wall`, or some of its boxes, `wall[1:3]`.
        """
        match = _BOXES.match(name)
        sheet = self._game.sheets.get(job.piece.id) if job.component.sheets else None
        if sheet is None or not match:
            return ()
        tracks = {track.id: [box.id for box in track.boxes] for track in sheet.tracks}
        if match[1] in tracks:
            first, last = (int(match[2]), int(match[3])) if match[2] else (1, len(tracks[match[1]]))
            return tuple(tracks[match[1]][max(first, 1) - 1 : last])
        return (name,) if name in self.boxes(job) else ()


def _rect(place: Cells, cell: Size) -> Rect:
    """Return a rectangle of layout cells in millimetres; `cell` is the size of one cell."""
    x, y, width, height = place
    return Rect(x * cell.width, y * cell.height, width * cell.width, height * cell.height)


class _Layout:
    """One figure being laid out."""

    def __init__(self, figures: Figures, figure: Figure) -> None:
        """Take the figures of the game, for faces and boxes, and the figure to lay out."""
        self._figures, self._figure = figures, figure

    def laid(self) -> LaidFigure:
        """Return the figure with places for its faces and numbers.

        Raises Faults for names or places that do not exist.
        """
        figure, faces = self._figure, [*self._faces()]
        box = faces[0].box
        for laid_face in faces[1:]:
            box = box.union(laid_face.box)
        numbers = [number for laid_face in faces for number in self._numbers(laid_face, box)]
        numbers += [self._number(callout, self._place(callout, box), box) for callout in figure.callouts]
        sides_used = {number.side for number in numbers}
        beside, above = (ROOM * len(sides_used & sides) for sides in ({"left", "right"}, {"top", "bottom"}))
        most = max((sum(number.side == side for number in numbers) for side in ("left", "right")), default=0)
        requested = None if figure.width is None else figure.width * MM
        drawing, room = (box.width * MM, box.height * MM), (beside * MM, above * MM)
        size = FigureSize(*drawing, *room, requested, most * _PITCH * MM, len(numbers))
        return LaidFigure(figure, tuple(faces), tuple(numbers), box, size)

    def _faces(self) -> Iterator[_LaidFace]:
        """Yield the faces with their places: where the figure says, else one beside the other."""
        right = 0.0
        for number, face in enumerate(self._figure.faces):
            job = self._figures.job(face, self._figure.where)
            visible = self._seen(face, job)
            turned = Matrix.rotation(face.turn) @ Matrix.scaling(face.scale)
            bounds = turned.bounding_box(visible)
            x, y = face.at or (right + (self._figure.gap if number else 0.0), 0.0)
            box = Rect(x, y, bounds.width, bounds.height)
            matrix = Matrix.translation(x - bounds.x, y - bounds.y) @ turned
            self._check_boxes(face, job)
            right = box.right
            yield _LaidFace(face, job, visible, matrix, box)

    def _seen(self, face: FigureFace, job: FaceJob) -> Rect:
        # In millimetres, as the file of figures has them.
        """Return the part of a face that is visible, its crop or the whole, in mm.

        Raises Faults for a crop off the face.
        """
        whole = Rect(0, 0, to_mm(job.trim.width), to_mm(job.trim.height))
        # A crop may stick out by rounding of its millimetres.
        visible = Rect(*face.crop) if face.crop else whole
        if not whole.contains(visible, slack=_SLACK) or min(visible.width, visible.height) <= 0:
            self._fault(face.line, f"crop {_shown(face.crop or ())} is not on {_sized(face.show, whole)}")
        return visible

    def _check_boxes(self, face: FigureFace, job: FaceJob) -> None:
        """Check that the face has all boxes that the figure marks or writes into. Raises Faults."""
        boxes = self._figures.boxes(job)
        for name in (*face.marks, *(id_ for id_, _ in face.values)):
            if not self._figures.marked(job, name):
                self._fault(face.line, f"no box {name!r} on {face.show!r}{suggestion(name, list(boxes))}")

    def _numbers(self, laid: _LaidFace, box: Rect) -> Iterator[_Number]:
        """Yield the numbers of a face with the points that they explain; `box` is the box of the whole figure."""
        for callout in laid.face.callouts:
            place = self._on_face(callout, laid)
            number = self._number(callout, laid.matrix.apply(*place.centre), box)
            # A turned box has no edge that faces the number: the line ends in its middle.
            to = laid.matrix.apply(*_edge(place, number.side)) if not laid.face.turn else number.point
            yield _Number(callout, to, number.side)

    def _on_face(self, callout: Callout, laid: _LaidFace) -> Rect:
        """Return the place that a number points to: a box, or a point without size."""
        point = callout.point
        if isinstance(point, str):
            boxes = self._figures.boxes(laid.job)
            if point not in boxes:
                self._fault(callout.line, f"no box {point!r} on {laid.face.show!r}{suggestion(point, list(boxes))}")
            place = boxes[point]
            point = place.centre
        else:
            place = Rect(*point, 0, 0)
        if not laid.visible.contains(Rect(*point, 0, 0), slack=_SLACK):
            message = f"number {callout.number} points to {_shown(point)}, which is not on"
            self._fault(callout.line, f"{message} {_sized(laid.face.show, laid.visible)}")
        return place

    def _place(self, callout: Callout, box: Rect) -> Point:
        """Return the point of a number that belongs to no face. Raises Faults for a box's name or a point outside."""
        if isinstance(callout.point, str):
            self._fault(callout.line, f"{callout.point!r} is a box of no face; write the number into the face")
        point = callout.point
        if not box.contains(Rect(*point, 0, 0), slack=_SLACK):
            self._fault(callout.line, f"number {callout.number} points to {_shown(point)}, outside the figure")
        return point

    def _number(self, callout: Callout, point: Point, box: Rect) -> _Number:
        """Return a number with its side of the figure, by default the nearer one.

        Raises Faults for a place of its own that is outside the figure or covers the point.
        """
        if callout.at:
            if math.dist(callout.at, point) < RADIUS or not box.contains(Rect(*callout.at, 0, 0), slack=_SLACK):
                message = "stands outside the figure or on what it points to"
                self._fault(callout.line, f"number {callout.number} at {_shown(callout.at)} {message}; move it")
            return _Number(callout, point, "")
        return _Number(callout, point, callout.side or ("left" if point[0] < box.centre[0] else "right"))

    def _fault(self, line: int, message: str) -> NoReturn:
        """Raise Faults for a line of the file that describes the figure."""
        raise Faults([Fault(self._figure.where, message, line)])


def _edge(rect: Rect, side: str) -> Point:
    """Return the middle of a rectangle's edge, where a line ends so that the content of a box stays visible."""
    x, y = rect.centre
    return {"left": (rect.x, y), "right": (rect.right, y), "top": (x, rect.y), "bottom": (x, rect.bottom)}.get(
        side, (x, y)
    )


def _shown(lengths: Sequence[float]) -> str:
    """Return lengths as a message shows them: `[10, 12.5]`."""
    return f"[{', '.join(f'{length:g}' for length in lengths)}]"


def _sized(show: str, rect: Rect) -> str:
    """Return the name of a face with its size, and its corner if it is a crop, for messages."""
    corner = f" from {_shown((rect.x, rect.y))}" if rect.x or rect.y else ""
    return f"{show!r}, which is {rect.width:.4g} × {rect.height:.4g} mm{corner}"


class _Drawn:
    """A figure on its place on a page."""

    def __init__(self, laid: LaidFigure, block: PlacedBlock, language: str, figures: Figures) -> None:
        """Scale the figure to the width of its block less the room for numbers beside it."""
        self._laid, self._language, self._figures = laid, language, figures
        size, rect = laid.size, Rect(block.x, block.y, block.width, block.height)
        scale = (rect.width - to_mm(size.beside)) / laid.box.width
        wide, high = laid.box.width * scale, laid.box.height * scale
        room_left = ROOM if laid.on("left") else 0.0
        top = ROOM if laid.on("top") else 0.0
        # A figure lower than its block stands in its middle.
        spare = rect.height - high - to_mm(size.above)
        self._drawing = Rect(rect.x + room_left, rect.y + top + spare / 2, wide, high)
        self._rect = rect
        self._scale = scale

    def cells(self) -> Iterator[tuple[str, Value]]:
        """Yield the values that the template draws the figure from: its faces and its numbers."""
        yield "faces", tuple(self._faces())
        yield "numbers", tuple(self._numbers())

    def _faces(self) -> Iterator[Row]:
        """Yield a row for each face: its reference, the matrix to the page, its visible part and its marks."""
        to_page = Matrix.translation(self._drawing.x, self._drawing.y) @ Matrix.scaling(self._scale)
        to_page = to_page @ Matrix.translation(-self._laid.box.x, -self._laid.box.y)
        for index, laid in enumerate(self._laid.faces, 1):
            matrix = to_page @ laid.matrix
            job = self._figures.job(laid.face, self._laid.figure.where, self._language)
            cells: dict[str, Value] = {
                "href": f"{PREFIX}{job.component.id}/{job.piece.id}/{job.side}/{job.key}",
                "matrix": " ".join(
                    f"{value:.6g}" for value in (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
                ),
                "full_width": round(to_mm(job.trim.width), 4),
                "full_height": round(to_mm(job.trim.height), 4),
                "scale": self._scale * laid.face.scale,
                "cropped": laid.face.crop is not None,
                "marks": tuple(self._marks(laid)),
                **_rect_cells(laid.visible),
            }
            yield Row(f"f{index:02}", cells, "")

    def _marks(self, laid: _LaidFace) -> Iterator[Row]:
        """Yield a row for each marked or filled box of a face, in millimetres of the face."""
        boxes = self._figures.boxes(laid.job)
        written = {id_: "" for name in laid.face.marks for id_ in self._figures.marked(laid.job, name)}
        written |= dict(laid.face.values)
        for index, (id_, text) in enumerate(written.items(), 1):
            free = self._figures.free_part(laid.job, id_, boxes[id_])
            yield Row(f"m{index:03}", {"text": text, **_rect_cells(free)}, "")

    def _numbers(self) -> Iterator[Row]:
        """Yield a row for each number: those at the sides, then those with a place of their own."""
        for side in ("left", "right", "top", "bottom"):
            yield from self._on_side(side)
        for number in self._laid.numbers:
            if not number.side and number.callout.at:
                yield self._number(number, _apart(self._on_page(number.callout.at), self._on_page(number.point)))

    def _on_side(self, side: str) -> Iterator[Row]:
        """Yield the numbers on one side of the figure, moved apart so that their circles do not touch."""
        numbers, drawing, rect = self._laid.on(side), self._drawing, self._rect
        points = [self._on_page(number.point) for number in numbers]
        along = 1 if side in {"left", "right"} else 0
        low, high = (rect.y, rect.bottom) if along else (rect.x, rect.right)
        across = {
            "left": drawing.x - ROOM + RADIUS,
            "right": drawing.right + ROOM - RADIUS,
            "top": drawing.y - ROOM + RADIUS,
            "bottom": drawing.bottom + ROOM - RADIUS,
        }[side]
        places = spread([point[along] for point in points], _PITCH, low + RADIUS, high - RADIUS)
        for number, place in zip(numbers, places, strict=True):
            yield self._number(number, (across, place) if along else (place, across))

    def _on_page(self, point: Point) -> Point:
        """Return a point of the figure in millimetres of the page."""
        box, drawing = self._laid.box, self._drawing
        return drawing.x + (point[0] - box.x) * self._scale, drawing.y + (point[1] - box.y) * self._scale

    def _number(self, number: _Number, centre: Point) -> Row:
        """Return the row of a number: its circle's centre, and the line from the circle's edge to its point."""
        to = self._on_page(number.point)
        far = math.dist(centre, to) or 1.0
        start = [
            from_coordinate + (to_coordinate - from_coordinate) * min(1.0, RADIUS / far)
            for from_coordinate, to_coordinate in zip(centre, to, strict=True)
        ]
        cells: dict[str, Value] = {"number": number.callout.number, "radius": RADIUS}
        for name, (x, y) in {"": centre, "from_": (start[0], start[1]), "to_": to}.items():
            cells |= {f"{name}x": round(x, 2), f"{name}y": round(y, 2)}
        return Row(f"n{number.callout.number:02}", cells, "")


def _apart(centre: Point, point: Point) -> Point:
    """Return the centre of a number's circle, moved away from its point if it would cover the point."""
    far = math.dist(centre, point)
    if far >= _CLEAR:
        return centre
    scale = _CLEAR / far
    return point[0] + (centre[0] - point[0]) * scale, point[1] + (centre[1] - point[1]) * scale


def _rect_cells(rect: Rect) -> dict[str, Value]:
    """Return a rectangle as the cells `x`, `y`, `width` and `height`."""
    return {name: round(getattr(rect, name), 4) for name in ("x", "y", "width", "height")}


def spread(places: Sequence[float], pitch: float, low: float, high: float) -> list[float]:
    """Move ascending places apart to a pitch, each as little as possible, and between two limits if they have room.

    >>> spread([10.0, 11.0, 30.0], 5.0, 0.0, 40.0)
    [8.0, 13.0, 30.0]
    """
    groups: list[list[float]] = []  # of places that touch: their wanted places less what stands before them
    for index, place in enumerate(places):
        groups.append([place - index * pitch])
        # Pool adjacent violators: groups that would overlap are merged, and stand around the mean of their wishes.
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    most = max(low, high - (len(places) - 1) * pitch)
    starts = [min(max(_mean(group), low), most) for group in groups for _ in group]
    return [start + index * pitch for index, start in enumerate(starts)]


def _mean(values: Sequence[float]) -> float:
    """Return the mean of some numbers."""
    return sum(values) / len(values)
