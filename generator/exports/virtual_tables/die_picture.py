"""The six faces of a die in the three by three places of one picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.exports.virtual_tables.piece_sides import cropped
from generator.model.nets import FACES, Net

if TYPE_CHECKING:
    from PIL.Image import Image

DIE_SIDE = 512
"""Pixels of a face of a die."""


def die_dpi(net: Net) -> float:
    """Return the resolution at which each face of a die, folded from a net, has DIE_SIDE pixels."""
    return DIE_SIDE * 72 / net[FACES[0]].rect.width


def die_picture(net: Net, drawn: Image, places: Mapping[int, tuple[int, int, int]]) -> Image:
    """Return the picture of a die with its six faces, cut out of a net that was drawn at `die_dpi`.

    `places` are column and row of each face, and its turn there in degrees anticlockwise; the rest has the colour of
    face 1.
    """
    from PIL.Image import new

    dpi = die_dpi(net)
    panels = [net[name] for name in FACES]
    # A crop is rounded at both edges, so that it may be a pixel too large or too small.
    sides = [cropped(drawn, panel.rect, dpi, panel.turn).resize((DIE_SIDE, DIE_SIDE)) for panel in panels]
    picture = new("RGB", (3 * DIE_SIDE, 3 * DIE_SIDE), sides[0].getpixel((DIE_SIDE // 2, 2)))
    for number, side in enumerate(sides, 1):
        column, row, turn = places[number]
        picture.paste(side.rotate(turn), (column * DIE_SIDE, row * DIE_SIDE))
    return picture
