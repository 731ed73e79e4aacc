"""A picture of a table that is set up, seen from above."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.exchange.exports.exported_game import ExportedGame
from generator.exchange.exports.virtual_tables.laid_table import LaidObject, LaidTable
from generator.exchange.exports.virtual_tables.piece_sides import BACK, FRONT, draw_side, piece_sides
from generator.exchange.exports.virtual_tables.upright_table import box_around
from generator.model.nets import FACES

if TYPE_CHECKING:
    from PIL.Image import Image

GROUND = "#2f5d50"
MARGIN = 20.0
"""Millimetres around what is laid."""
LONGEST = 6000
"""Pixels of the longer side of the picture at most."""


def setup_picture(table: LaidTable, exported: ExportedGame, dpi: float) -> Image:
    """Draw what lies on a table, of piles and bags what is uppermost; texts are left out."""
    from PIL.Image import new

    decks = {deck.id: deck for deck in exported.decks}
    laid = [it for it in table.objects if not decks[it.copies[0].component].component.prose]
    box = box_around(laid).expand(MARGIN)
    scale = min(dpi / 25.4, LONGEST / max(box.width, box.height))
    picture = new("RGB", (max(1, round(box.width * scale)), max(1, round(box.height * scale))), GROUND)
    drawn: dict[tuple[str, bool], Image] = {}
    for it in laid:
        image = _turned(it, exported, scale * 25.4, drawn)
        left, top = round((it.x - box.x) * scale - image.width / 2), round((it.y - box.y) * scale - image.height / 2)
        picture.paste(image, (left, top), image)
    return picture


def _turned(laid: LaidObject, exported: ExportedGame, dpi: float, drawn: dict[tuple[str, bool], Image]) -> Image:
    first = laid.copies[0]
    key = f"{first.component}/{first.piece}", laid.face_up and laid.form != "hand"
    if key not in drawn:
        deck = next(deck for deck in exported.decks if deck.id == first.component)
        piece = next(each for each in deck.pieces if each.piece.id == first.piece)
        sides = piece_sides(deck.component, piece)
        front = sides.get(FRONT) or sides[FACES[0]]
        drawn[key] = draw_side(front if key[1] else sides.get(BACK, front), exported, dpi).convert("RGBA")
    return drawn[key].rotate(-laid.turn, expand=True)
