"""The pictures of an order at a shop: the size in pixels that each product asks for, fronts and backs side by side.

Texts that stand too near to the cut are found by pdfium on the finished faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.base.geometry import Rect, Size
from generator.base.records import dataclass, replace
from generator.base.units import to_mm
from generator.build.adapted_game import resize, with_bleeds, with_drawn_bleed
from generator.exports.export_options import DPI
from generator.exports.exported_game import ExportedGame, export_game, number_width
from generator.exports.face_pictures import FacePictures, PictureFile, PictureStyle
from generator.exports.product_needs import check_art
from generator.exports.shops.product_fit import ProductFit, check_counts, fit_products, order_names
from generator.model.face import Face
from generator.write.pdf.document import face_pdf

if TYPE_CHECKING:
    from generator.exports.export_folder import ExportFolder
    from generator.exports.export_request import ExportRequest
    from generator.exports.exported_game import ExportedDeck, ExportedGame, ExportedPiece
    from generator.exports.findings import Report
    from generator.model.face import Face
    from generator.model.shop import Shop, ShopProduct

TURNS = {"front": 90, "back": -90}
"""How a lying face is turned for a product that stands: a piece that is turned over sideways then reads upright."""
LONGEST = 24
"""Characters of a text that a warning quotes."""
_TOLERANCE = 0.15
"""Points that a text may lie too near to the cut: boxes are rounded."""


@dataclass(frozen=True, slots=True)
class OrderedDeck:
    """A deck with the product that it becomes."""

    fit: ProductFit
    deck: ExportedDeck

    @property
    def product(self) -> ShopProduct:
        """Return the product that the deck becomes."""
        return self.fit.product


@dataclass(frozen=True, slots=True)
class ShopOrder:
    """An order at a shop: the typeset game, and its decks with their products."""

    exported: ExportedGame
    decks: tuple[OrderedDeck, ...]
    split: bool
    """Whether each component is an order of its own."""

    def by_name(self) -> dict[str, list[OrderedDeck]]:
        """Return the decks that are ordered together, by the name of their order."""
        names = order_names([ordered.fit for ordered in self.decks], split=self.split)
        orders: dict[str, list[OrderedDeck]] = {}
        for ordered in self.decks:
            orders.setdefault(names[ordered.deck.id], []).append(ordered)
        return orders


@dataclass(frozen=True, slots=True)
class NamedPicture:
    """One picture of an order."""

    name: str
    """Path of its file below the folder of the export."""
    face: Face
    side: str
    """`front` or `back`."""


def shop_order(request: ExportRequest, shop: Shop, report: Report) -> ShopOrder | None:
    """Return the game as an order, its faces at the sizes and with the bleed that the shop asks for.

    None if anything does not fit: the report has the faults. Raises Faults for faults of the game's own data.
    """
    fits = fit_products(request, shop, report)
    check_counts(fits, request, shop, report)
    if report.faults:
        return None
    build = request.options.build
    # Only components that fit are typeset: faults of the others would stop the order.
    only = build.only or tuple(fit.part.id for fit in fits)
    game = with_drawn_bleed(resize(request.game, {fit.part.id: fit.size for fit in fits}))
    # Edges of pictures are repeated along their sides; other shapes have none there.
    game = with_bleeds(game, {fit.part.id: fit.margin for fit in fits if fit.product.shape != "rect"})
    exported = export_game(game, request.game_folder, replace(build, only=only), request.progress)
    decks = {deck.id: deck for deck in exported.decks}
    ordered = tuple(OrderedDeck(fit, decks[fit.part.id]) for fit in fits if fit.part.id in decks)
    for ordered_deck in ordered:
        check_art(ordered_deck.deck, shop, report)
    if report.faults:
        return None
    order = ShopOrder(exported, ordered, request.options.split)
    _report_near_texts(order, report)
    return order


def write_pictures(
    order: ShopOrder, names: Mapping[str, Sequence[NamedPicture]], request: ExportRequest, folder: ExportFolder
) -> None:
    """Write the pictures of each deck; `names` has them by the deck's id.

    Raises UsageError for pictures that are too large, OutputError.
    """
    for number, ordered in enumerate(order.decks):
        request.progress(f"{request.game.id}: {ordered.deck.title}", number, len(order.decks))
        pictures = names[ordered.deck.id]
        is_turned = ordered.fit.is_turned
        files = [
            PictureFile(folder.new_path(picture.name), picture.face, turn=TURNS[picture.side] if is_turned else 0)
            for picture in pictures
        ]
        style = _style(ordered.product, request.options.dpi, is_turned=is_turned)
        for _ in FacePictures(order.exported, style).write(files, request.options.build.jobs):
            pass


@dataclass(frozen=True, slots=True)
class NamedDeck:
    """A deck of an order with the names of its files."""

    ordered: OrderedDeck
    pieces: Sequence[tuple[str, ExportedPiece]]
    """Each piece with the stem of its file."""
    backs: Mapping[str, str]
    """Stems of the files of its backs, by the keys of their faces."""


def named_decks(decks: Sequence[OrderedDeck]) -> Iterator[NamedDeck]:
    """Yield the decks of an order with names of files; the numbers in them go on from deck to deck."""
    # Pictures are uploaded in the order of their names, so that the decks of an order count on.
    digits = number_width(sum(len(ordered.deck.pieces) for ordered in decks))
    start = 1
    for ordered in decks:
        deck = ordered.deck
        names = list(deck.file_names(start, digits, f"{deck.id}-"))
        yield NamedDeck(ordered, names, back_names(deck, names, f"{start:0{digits}}-{deck.id}-back"))
        start += len(names)


def back_names(deck: ExportedDeck, names: Iterable[tuple[str, ExportedPiece]], common: str) -> dict[str, str]:
    """Return the name of each back by the key of its face: the name of its piece, or `common` if all share one."""
    backs = {piece.back.key for piece in deck.pieces if piece.back}
    # Reversed, so that a back which several pieces share is named after the first of them.
    named = ((piece.back.key, f"{name}-back") for name, piece in reversed([*names]) if piece.back)
    return dict.fromkeys(backs, common) if len(backs) == 1 else dict(named)


def pixel_size(product: ShopProduct, dpi: int) -> tuple[int, int]:
    """Return width and height of a product's pictures in pixels, with the bleed.

    The shops state them for DPI, and they are scaled to `dpi`.
    """
    if product.pixels:
        return round(product.pixels[0] * dpi / DPI), round(product.pixels[1] * dpi / DPI)
    page = product.trim.expand(product.bleed)
    return round(page.width * dpi / 72), round(page.height * dpi / 72)


def _style(product: ShopProduct, dpi: int, *, is_turned: bool) -> PictureStyle:
    """Return the style in which pictures of a product are drawn; `is_turned` swaps width and height."""
    width, height = pixel_size(product, dpi)
    canvas = (height, width) if is_turned else (width, height)
    return PictureStyle(dpi, canvas=canvas, repeats_edges=product.shape == "rect")


def _report_near_texts(order: ShopOrder, report: Report) -> None:
    """Warn, for each different face, of the text nearest to the cut if it is nearer than the shop asks for."""
    for ordered in order.decks:
        places: dict[str, tuple[str, Face]] = {}
        for piece in ordered.deck.pieces:
            for side, face in piece.sides:
                # Equal faces, such as a common back, are looked at once.
                places.setdefault(face.key, (f"{ordered.deck.id}/{piece.piece.id} {side}", face))
        nearest_texts = near_texts(order.exported, [face for _, face in places.values()], ordered.product.safe)
        for (place, _), near in zip(places.values(), nearest_texts, strict=True):
            if near:
                distance, safe = (f"{to_mm(length):.1f} mm" for length in (near.distance, ordered.product.safe))
                report.warn(place, f"{near.text!r} is {distance} from the cut; the shop asks for {safe}")


@dataclass(frozen=True, slots=True)
class NearText:
    """A text near the cut."""

    text: str
    distance: float
    """Points inside of the cut; negative for a text that is cut."""


def near_texts(exported: ExportedGame, faces: Sequence[Face], safe: float) -> Iterator[NearText | None]:
    """Yield, for each face, the text nearest to the edge of its trim; None if none is nearer than `safe` (points)."""
    import pypdfium2

    pdfium: Any = pypdfium2  # its C half has no types
    pdf = b"".join(face_pdf(faces, exported.forms, exported.fonts, bleed=False))
    with pdfium.PdfDocument(pdf) as document:
        for face, page in zip(faces, document, strict=True):
            texts = [
                NearText(text, distance)
                for text, rect in _texts(page, face.trim)
                if (distance := _inside(rect, face.trim)) < safe - _TOLERANCE
            ]
            yield min(texts, key=lambda near: near.distance, default=None)
            page.close()


def _texts(page: Any, trim: Size) -> Iterator[tuple[str, Rect]]:
    """Yield the visible texts of a page with the boxes around them, from the top left."""
    texts = page.get_textpage()
    for number in range(texts.count_rects()):
        left, bottom, right, top = texts.get_rect(number)
        is_seen = right > 0 and left < trim.width and top > 0 and bottom < trim.height
        text = " ".join(texts.get_text_bounded(left, bottom, right, top).split())[:LONGEST]
        if is_seen and text:
            # PDF counts from the lower left corner.
            yield text, Rect(left, trim.height - top, right - left, top - bottom)
    texts.close()


def _inside(rect: Rect, trim: Size) -> float:
    """Return the least distance from a rectangle to the edges of a trim, in points; negative outside."""
    return min(rect.x, rect.y, trim.width - rect.right, trim.height - rect.bottom)
