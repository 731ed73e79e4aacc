"""What the products of all shops need: cards of nearly their size, and art that is fine enough."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from generator.base.units import MM

if TYPE_CHECKING:
    from generator.exchange.exports.exported_game import ExportedDeck
    from generator.exchange.exports.findings import Report
    from generator.exchange.shops.shop import Shop
    from generator.model.face import PictureUse

NEAR = 1 * MM
"""How much a card may differ from a product that it is scaled to."""


def check_art(deck: ExportedDeck, shop: Shop, report: Report) -> None:
    """Report art that is too coarse."""
    for each in deck.pieces if shop.dpi else ():
        for side, face in each.sides:
            _check_pictures(f"{deck.id}/{each.piece.id} {side}", face.pictures, shop, report)


def _check_pictures(place: str, pictures: Iterable[PictureUse], shop: Shop, report: Report) -> None:
    for picture in pictures:
        dpi, file = picture.dpi, picture.file
        if 0 < dpi < shop.dpi - 1:
            report.fault(place, f"{file} has {dpi:.0f} dpi at its printed size; {shop.title} asks for {shop.dpi}")
