"""Pages for a print shop: one face each, with its bleed and without marks, in the shop's order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass
from generator.model.face import Drawing, Face
from generator.model.press_sheet import PlacedFace, PressSheet

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
    pieces = [(deck, each) for deck in decks for each in deck.pieces]
    is_backed = any(each.back for _, each in pieces)
    for deck, each in pieces:
        for copy in range(1, each.copies + 1):
            yield from _sides(f"{deck.id}/{each.piece.id}#{copy}", each, shop, is_backed=is_backed)


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
    face = page.face
    size = face.trim.expand(bleed)
    trim = Rect(bleed, bleed, face.trim.width, face.trim.height)
    whole = Rect(0, 0, size.width, size.height)
    placed = PlacedFace(page.name, face, Matrix.translation(bleed, bleed), trim, whole)
    return PressSheet(size, "verso" if page.side == "back" else "recto", number, (placed,))
