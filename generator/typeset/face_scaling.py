"""Scale a finished face to another size: the picture keeps its proportions, and its bleed fills what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.base.geometry import IDENTITY, Matrix, Rect, Size
from generator.base.records import dataclass, replace
from generator.model.card_format import scale_factor
from generator.model.face import Clip, Drawing, Face, Group, Ink, Part, Raster, TextFit, Use
from generator.typeset.paths.path_geometry import extent, transform_path

LEAST, LEAST_JAPANESE = 5.0, 6.0
"""Smallest sizes, in points, at which text can be read: Latin letters, and Japanese with its many strokes."""

_TOLERANCE = 0.01


def scale_face(
    face: Face, trim: Size, language: str, key: str, bleed: float | None = None, shape: str = "rect"
) -> Face:
    """Return a face at another size, with another bleed, or with both; a face without bleed gets none.

    The picture stands in the middle. If the proportions differ, the bleed beside it is stretched over what is left. A
    wider bleed is the old one, stretched; of a `round` or `hex` face, it is that of a larger copy below the face, as
    wide on all sides. The floor of texts is the least size that can be read.
    """
    scale = scale_factor(face.trim, trim)
    bleed = scale * face.bleed if bleed is None or not face.bleed else bleed
    ink, parts = face.ink.unpack()
    whole = Part(f"{key}-unscaled", face.box, ink)
    across = _strips(face.trim.width, trim.width, face.bleed, bleed, scale)
    down = _strips(face.trim.height, trim.height, face.bleed, bleed, scale)
    outside = replace(whole, key=f"{key}-bleed", ink=_outside(face, ink, parts))
    *edges, middle = (_area(column, row) for column, row in _in_drawing_order(across, down))
    # A round or free outline has no straight sides along which strips could be stretched.
    if edges and shape != "rect":
        page = Rect(0, 0, trim.width, trim.height).expand(bleed)
        edges, middle = [(_enlarged(face, page), page)], (middle[0], page)
    placed = (*(_part(outside, *edge) for edge in edges), _part(whole, *middle))
    least = LEAST_JAPANESE if language == "ja" else LEAST
    matrix = Matrix(scale, 0, 0, scale, across[-1].offset, down[-1].offset)
    return replace(
        face,
        key=key,
        trim=trim,
        bleed=bleed,
        cut=_moved(face.cut, matrix),
        folds=tuple(_moved(fold, matrix) for fold in face.folds),
        scores=tuple(_moved(score, matrix) for score in face.scores),
        ink=Drawing.of(placed, (whole, *([outside] if edges else []), *parts)),
        fits=tuple(_scaled_fit(fit, scale, least) for fit in face.fits) if scale != 1 else face.fits,
        pictures=tuple(replace(use, dpi=use.dpi / scale, enough=use.enough / scale) for use in face.pictures),
    )


def _moved(path: str, matrix: Matrix) -> str:
    """Return a path under a matrix; an empty path stays empty."""
    return transform_path(path, matrix) if path and matrix != IDENTITY else path


@dataclass(frozen=True, slots=True)
class _Strip:
    """A part of one axis of the new face, and how the drawn face is mapped to it: `factor * x + offset`."""

    start: float
    end: float
    factor: float
    offset: float


def _strips(drawn: float, length: float, drawn_bleed: float, bleed: float, scale: float) -> tuple[_Strip, ...]:
    """Return the parts of one axis of the new face: stretched bleed at both ends, then the picture.

    Where the scaled bleed is wide enough, or there is none, it is one part.
    """
    start = (length - scale * drawn) / 2
    end = start + scale * drawn
    # Without a drawn bleed there is nothing to stretch.
    if not drawn_bleed:
        return (_Strip(start, end, scale, start),)
    if start + bleed <= scale * drawn_bleed + _TOLERANCE:  # its own bleed is enough
        return (_Strip(-bleed, length + bleed, scale, start),)
    stretch = (start + bleed) / drawn_bleed
    before = _Strip(-bleed, start, stretch, start)
    behind = _Strip(end, length + bleed, stretch, end - stretch * drawn)
    return before, behind, _Strip(start, end, scale, start)


def _in_drawing_order(across: Sequence[_Strip], down: Sequence[_Strip]) -> Iterator[tuple[_Strip, _Strip]]:
    """Yield the areas of a face: its corners, then its sides, then its middle."""
    areas = [(column, row) for row in down for column in across]
    middle = {across[-1], down[-1]}
    return iter(sorted(areas, key=lambda area: sum(strip in middle for strip in area)))


def _area(column: _Strip, row: _Strip) -> tuple[Matrix, Rect]:
    """Return the matrix from the drawn face to one area of the new face, and that area."""
    area = Rect(column.start, row.start, column.end - column.start, row.end - row.start)
    return Matrix(column.factor, 0, 0, row.factor, column.offset, row.offset), area


def _enlarged(face: Face, page: Rect) -> Matrix:
    """Return the matrix that enlarges a drawn face until its bleed reaches the edges of a page."""
    drawn = face.trim.expand(face.bleed)
    factor = max(page.width / drawn.width, page.height / drawn.height)
    x, y = page.centre
    return Matrix(factor, 0, 0, factor, x - factor * face.trim.width / 2, y - factor * face.trim.height / 2)


def _outside(face: Face, ink: Iterable[Ink], parts: Iterable[Part | Raster]) -> tuple[Ink, ...]:
    """Return the ink of a face that reaches into its bleed.

    Text does not reach there, and shall not be in the file again where nobody sees it.
    """
    trim, parts_by_key = Rect(0, 0, face.trim.width, face.trim.height), {part.key: part for part in parts}
    reaches = ((item, extent([item], IDENTITY, parts_by_key, strokes=True)) for item in ink)
    return tuple(item for item, reach in reaches if reach and not trim.contains(reach))


def _part(whole: Part, matrix: Matrix, area: Rect) -> Group:
    """Return a whole drawn face under a matrix, cut off at an area of the new face."""
    path = f"M {area.x} {area.y} L {area.right} {area.y} L {area.right} {area.bottom} L {area.x} {area.bottom} Z"
    return Group((Use(whole.key, matrix),), clip=Clip(path))


def _scaled_fit(fit: TextFit, scale: float, least: float) -> TextFit:
    """Return the record of a text's sizes under a scale; a text drawn below the least size has no floor."""
    floor = least if fit.used >= least else 0.0
    return replace(fit, asked=scale * fit.asked, used=scale * fit.used, floor=floor)
