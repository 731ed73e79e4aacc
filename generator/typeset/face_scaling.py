"""Scale a finished face to another size: the picture keeps its proportions, and its bleed fills what is left."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import replace
from generator.model.card_format import scale_factor
from generator.model.face import Clip, Drawing, Face, Group, Part, TextFit, Use

LEAST, LEAST_JAPANESE = 5.0, 6.0
"""Smallest sizes, in points, at which text can be read: Latin letters, and Japanese with its many strokes."""

_TOLERANCE = 0.01


def scale_face(face: Face, trim: Size, language: str, key: str) -> Face:
    """Return a face at another size; the floor of its texts is the least size that can be read.

    The picture stands in the middle. If the proportions differ, the bleed beside it is stretched over what is left.
    """
    scale = scale_factor(face.trim, trim)
    bleed = scale * face.bleed
    ink, parts = face.ink.unpack()
    whole = Part(f"{key}-unscaled", Rect(0, 0, face.trim.width, face.trim.height).expand(face.bleed), ink)
    placed = tuple(_placed(whole, face, trim, scale))
    least = LEAST_JAPANESE if language == "ja" else LEAST
    return replace(
        face,
        key=key,
        trim=trim,
        bleed=bleed,
        ink=Drawing.of(placed, (whole, *parts)),
        fits=tuple(_scaled_fit(fit, scale, least) for fit in face.fits),
        pictures=tuple(replace(use, dpi=use.dpi / scale, enough=use.enough / scale) for use in face.pictures),
    )


def _placed(whole: Part, face: Face, trim: Size, scale: float) -> Iterator[Group]:
    """Yield the picture, and the strips at two sides that it leaves free."""
    width, height = scale * face.trim.width, scale * face.trim.height
    x, y, bleed = (trim.width - width) / 2, (trim.height - height) / 2, scale * face.bleed
    stands, lies = y > _TOLERANCE, x > _TOLERANCE
    beside, above = 0.0 if lies else bleed, 0.0 if stands else bleed
    area = Rect(x - beside, y - above, width + 2 * beside, height + 2 * above)
    if face.bleed and stands:
        stretch = (y + bleed) / face.bleed
        strip = Rect(-bleed, -bleed, trim.width + 2 * bleed, y + bleed)
        yield _part(whole, Matrix(scale, 0, 0, stretch, x, y), strip)
        end = y + height
        below = Rect(-bleed, end, trim.width + 2 * bleed, y + bleed)
        yield _part(whole, Matrix(scale, 0, 0, stretch, x, end - stretch * face.trim.height), below)
    if face.bleed and lies:
        stretch = (x + bleed) / face.bleed
        strip = Rect(-bleed, -bleed, x + bleed, trim.height + 2 * bleed)
        yield _part(whole, Matrix(stretch, 0, 0, scale, x, y), strip)
        end = x + width
        right = Rect(end, -bleed, x + bleed, trim.height + 2 * bleed)
        yield _part(whole, Matrix(stretch, 0, 0, scale, end - stretch * face.trim.width, y), right)
    yield _part(whole, Matrix(scale, 0, 0, scale, x, y), area)


def _part(whole: Part, matrix: Matrix, area: Rect) -> Group:
    path = f"M {area.x} {area.y} L {area.right} {area.y} L {area.right} {area.bottom} L {area.x} {area.bottom} Z"
    return Group((Use(whole.key, matrix),), clip=Clip(path))


def _scaled_fit(fit: TextFit, scale: float, least: float) -> TextFit:
    """Return how a text fits when it is scaled; one that was drawn smaller than the least has no floor."""
    floor = least if fit.used >= least else 0.0
    return replace(fit, asked=scale * fit.asked, used=scale * fit.used, floor=floor)
