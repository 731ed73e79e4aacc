"""Pages for a print shop: one face each, with its bleed and without marks, in the shop's order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.model.face import Drawing, Face
from generator.model.press_sheet import PressSheet
from generator.write.pdf.document import face_sheet

if TYPE_CHECKING:
    from generator.exchange.exports.exported_game import ExportedDeck, ExportedPiece
    from generator.exchange.shops.shop import Shop


@dataclass(frozen=True, slots=True)
class PressPage:
    """A page to be."""

    name: str
    """`<component>/<piece>#<copy>`."""
    side: str
    """`front` or `back`."""
    face: Face


def deck_pages(decks: Sequence[ExportedDeck], shop: Shop) -> Iterator[PressPage]:
    """Yield the pages of some decks that share a file: every copy of each piece, its sides in the shop's order.

    Where any piece has a back, one without gets a blank page for it, so that pages stay pairs.
    """
    is_backed = any(each.back for deck in decks for each in deck.pieces)
    for deck in decks:
        for name, each in deck.named_copies():
            yield from _sides(name, each, shop, is_backed=is_backed)


def _sides(name: str, each: ExportedPiece, shop: Shop, *, is_backed: bool) -> Iterator[PressPage]:
    faces = dict(each.sides)
    if is_backed and "back" not in faces:
        faces["back"] = blank_face(each.front.trim, each.front.bleed)
    yield from (PressPage(name, side, faces[side]) for side in shop.order if side in faces)


def blank_face(trim: Size, bleed: float) -> Face:
    """Return a face with nothing on it."""
    return Face(f"blank {trim.width:.4f} {trim.height:.4f} {bleed:.4f}", trim, bleed, Drawing.of(()))


def press_sheets(pages: Sequence[PressPage], bleed: float) -> tuple[PressSheet, ...]:
    """Return the pages as sheets, each as large as its trim with some bleed, in points."""
    return tuple(_sheet(number, page, bleed) for number, page in enumerate(pages, 1))


def _sheet(number: int, page: PressPage, bleed: float) -> PressSheet:
    side = "verso" if page.side == "back" else "recto"
    return face_sheet(number, page.face, page.face.trim.expand(bleed), piece=page.name, side=side)
