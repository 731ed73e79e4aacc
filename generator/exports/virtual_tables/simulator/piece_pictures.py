"""Composes the pictures of cards, tokens, dice and standees from faces that are cut to their trims."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from generator.base.geometry import Rect
from generator.exports.virtual_tables.die_picture import die_picture
from generator.exports.virtual_tables.piece_sides import cropped, trim_box
from generator.model.nets import Net, Panel
from generator.typeset.paths.path_geometry import flattened, path_box, subpaths
from generator.write.png import PagePixels, image_png, plain_page

if TYPE_CHECKING:
    from generator.exports.virtual_tables.simulator.card_sheets import CardSheet
    from generator.exports.virtual_tables.simulator.table_pictures import Compose
    from generator.model.face import Face

BLANK = (96, 96, 96)
"""The colour shown to others for a card in a hand whose back would tell which card it is."""

DIE_PLACES = {2: (0, 1, 0), 4: (1, 1, 0), 5: (2, 1, 0), 1: (0, 2, 180), 3: (1, 2, 0), 6: (2, 2, 180)}
"""Column and row of each face in the three by three places of a die's picture, and how it is turned there: as the tool
Prototypical draws it (`drawer/dice.py`)."""

_SMOOTH = 4
"""Points of an outline for each pixel of its picture, across and down."""
_NEAR = 0.3
"""Points by which an outline may differ from a rectangle or circle."""
_STEPS = 24
"""Straight lines that a curve of an outline is drawn as."""


def sheet_of(sheet: CardSheet) -> Compose:
    """Return a function that puts one side of a sheet's cards into one picture."""
    return partial(_sheet, sheet)


def _sheet(sheet: CardSheet, faces: Iterator[PagePixels]) -> bytes:
    """Return the picture of a sheet as PNG; `faces` are its cards in order."""
    # Places without a card keep the colour of a blank picture, also the last one of a secret sheet.
    picture = plain_page(*sheet.size, BLANK)
    # One face is held at a time: sheets are drawn in half the memory.
    for place, face in enumerate(faces):
        picture.paste(face, *sheet.corner(place))
    return picture.png()


def blank_of(size: tuple[int, int]) -> Compose:
    """Return a function that makes a blank picture of a size in pixels."""
    return lambda _faces: plain_page(*size, BLANK).png()


def whole(faces: Iterator[PagePixels]) -> bytes:
    """Return the picture of a single face as PNG, uncut."""
    return next(faces).png()


def outline_box(face: Face) -> Rect:
    """Return the rectangle around the outline of a piece, in points from the corner of its trim."""
    box = path_box(face.cut) if face.cut else None
    return box or trim_box(face)


def outline_shape(face: Face) -> str:
    """Return `rect`, `round`, or `other` for an outline that only its picture can show."""
    if not face.cut:
        return "rect"
    box = outline_box(face)
    points = [point for part in subpaths(face.cut) for point in flattened(part, _STEPS)]
    if all(_is_corner(box, *point) for point in points):
        return "rect"
    middle, radius = (box.x + box.width / 2, box.y + box.height / 2), box.width / 2
    is_curved = len(points) > _STEPS  # the corners of a hexagon lie on a circle, too
    return "round" if is_curved and all(abs(math.dist(point, middle) - radius) < _NEAR for point in points) else "other"


def _is_corner(box: Rect, x: float, y: float) -> bool:
    """Return whether a point lies at a corner of a box."""
    return min(abs(x - box.x), abs(x - box.right)) < _NEAR and min(abs(y - box.y), abs(y - box.bottom)) < _NEAR


def cut_to_box(face: Face, dpi: float) -> Compose:
    """Return a function that cuts a picture to the rectangle around the outline of its piece."""
    return partial(_cut_to_box, outline_box(face), dpi) if face.cut else whole


def _cut_to_box(box: Rect, dpi: float, faces: Iterator[PagePixels]) -> bytes:
    """Return a picture cut to a box, as PNG."""
    return image_png(cropped(next(faces).image(), box, dpi))


def cut_to_outline(face: Face, dpi: float) -> Compose:
    """Return a function that makes a picture transparent outside of the outline of its piece."""
    return partial(_cut_to_outline, face.cut, outline_box(face), dpi)


def _cut_to_outline(outline: str, box: Rect, dpi: float, faces: Iterator[PagePixels]) -> bytes:
    """Return a picture cut to a box and transparent outside of an outline, as PNG."""
    from PIL.Image import Resampling, new
    from PIL.ImageDraw import Draw

    image = next(faces).image()
    # Pillow draws polygons without smooth edges; a larger mask that is made smaller has them.
    scale = _SMOOTH * dpi / 72
    mask = new("L", (image.width * _SMOOTH, image.height * _SMOOTH))
    for part in subpaths(outline):
        Draw(mask).polygon([(x * scale, y * scale) for x, y in flattened(part, _STEPS)], fill=255)
    image.putalpha(mask.resize(image.size, Resampling.BOX))
    return image_png(cropped(image, box, dpi))


def die_faces(net: Net) -> Compose:
    """Return a function that puts the six faces of a net, drawn at `die_dpi`, into the picture of a die."""
    return lambda faces: image_png(die_picture(net, next(faces).image(), DIE_PLACES))


def panel_of(net: Net, name: str, dpi: float) -> Compose:
    """Return a function that cuts the panel `name` out of a net, upright."""
    return partial(_only_panel, net[name], dpi)


def _only_panel(panel: Panel, dpi: float, faces: Iterator[PagePixels]) -> bytes:
    """Return a panel cut out of the picture of a net, as PNG."""
    return image_png(cropped(next(faces).image(), panel.rect, dpi, panel.turn))
