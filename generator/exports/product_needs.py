"""Checks for the products of all shops: cards of nearly their size, and art that is fine enough."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from generator.base.units import MM

if TYPE_CHECKING:
    from generator.base.geometry import Size
    from generator.exports.exported_game import ExportedDeck
    from generator.exports.findings import Report
    from generator.model.face import PictureUse
    from generator.model.shop import Shop

NEAR = 1 * MM
"""Largest difference in size between a card and the product that it is scaled to."""


def is_lying(size: Size) -> bool:
    """Return whether something is wider than high."""
    return size.width > size.height


def check_art(deck: ExportedDeck, shop: Shop, report: Report) -> None:
    """Report art of a deck that is coarser than the shop asks for."""
    # 0 stands for a shop that asks for no resolution.
    for piece in deck.pieces if shop.dpi else ():
        for side, face in piece.sides:
            _check_pictures(f"{deck.id}/{piece.piece.id} {side}", face.pictures, shop, report)


def _check_pictures(place: str, pictures: Iterable[PictureUse], shop: Shop, report: Report) -> None:
    """Report pictures on one face that are coarser than the shop asks for."""
    for picture in pictures:
        dpi, file = picture.dpi, picture.file
        # Up to 1 dpi less is an error of rounding.
        if 0 < dpi < shop.dpi - 1:
            report.fault(place, f"{file} has {dpi:.0f} dpi at its printed size; {shop.title} asks for {shop.dpi}")
