"""Pages for a print shop: one face each, with its bleed and without marks, in the shop's order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.base.geometry import Rect, Size
from generator.base.records import dataclass, replace
from generator.exports.product_needs import is_lying
from generator.impose.layout.mirror import Mirror, quarter_turned
from generator.model.face import Drawing, Face
from generator.model.press_sheet import PlacedFace, PressSheet
from generator.write.pdf.document import face_sheet

if TYPE_CHECKING:
    from generator.exports.exported_game import ExportedDeck, ExportedPiece
    from generator.model.shop import Shop


@dataclass(frozen=True, slots=True)
class PressPage:
    """A page to write."""

    name: str
    """`<component>/<piece>#<copy>`."""
    side: str
    """`front` or `back`."""
    face: Face
    is_turned: bool = False
    """Whether a lying face is turned, for a page that stands."""


def deck_pages(decks: Sequence[ExportedDeck], shop: Shop) -> Iterator[PressPage]:
    """Yield the pages of decks that share a file: every copy of each piece, its sides in the shop's order.

    Where any piece has a back, one without gets a blank page for it, so that pages stay pairs. Where any piece stands,
    lying ones are turned, so that all pages have one size.
    """
    fronts = [piece.front for deck in decks for piece in deck.pieces]
    is_backed = any(piece.back for deck in decks for piece in deck.pieces)
    stands = any(not is_lying(front.trim) for front in fronts)
    for deck in decks:
        for name, piece in deck.named_copies():
            yield from (
                replace(page, is_turned=stands and is_lying(page.face.trim))
                for page in _sides(name, piece, shop, is_backed=is_backed)
            )


def _sides(name: str, piece: ExportedPiece, shop: Shop, *, is_backed: bool) -> Iterator[PressPage]:
    """Yield the pages of one copy of a piece; `name` is the copy's.

    With `is_backed`, as other pieces of the file have backs, a piece without one gets a blank back.
    """
    faces = dict(piece.sides)
    if is_backed and "back" not in faces:
        faces["back"] = blank_face(piece.front.trim, piece.front.bleed)
    yield from (PressPage(name, side, faces[side]) for side in shop.order if side in faces)


def blank_face(trim: Size, bleed: float) -> Face:
    """Return a face with nothing on it; trim and bleed are in points."""
    return Face(f"blank {trim.width:.4f} {trim.height:.4f} {bleed:.4f}", trim, bleed, Drawing.of(()))


def press_sheets(pages: Sequence[PressPage], bleed: float) -> tuple[PressSheet, ...]:
    """Return pages as sheets, each as large as its trim with some bleed, in points."""
    return tuple(_sheet(number, page, bleed) for number, page in enumerate(pages, 1))


def _sheet(number: int, page: PressPage, bleed: float) -> PressSheet:
    """Return one page as a sheet, with its face turned where the page asks for it."""
    side = "verso" if page.side == "back" else "recto"
    if not page.is_turned:
        return face_sheet(number, page.face, page.face.trim.expand(bleed), piece=page.name, side=side)
    size = page.face.trim.transpose().expand(bleed)
    trim = Rect(bleed, bleed, page.face.trim.height, page.face.trim.width)
    behind = Mirror(size, vertical=True)  # a piece that is turned over sideways reads upright
    matrix = quarter_turned(trim) if side == "recto" else behind.back_matrix(trim, turned=True)
    placed = PlacedFace(page.name, page.face, matrix, trim, Rect(0, 0, size.width, size.height))
    return PressSheet(size, side, number, (placed,))
