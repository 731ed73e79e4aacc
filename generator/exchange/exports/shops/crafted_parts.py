"""The target `tgc`: pictures for The Game Crafter, a folder for each component, named after its product."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from generator.exchange.exports.findings import Report
from generator.exchange.exports.shops.product_fit import check_product
from generator.exchange.exports.shops.shop_pictures import (
    NamedPicture,
    OrderedDeck,
    back_names,
    pixel_size,
    shop_order,
    write_pictures,
)
from generator.exchange.shops.shop_reader import find_shop

if TYPE_CHECKING:
    from generator.exchange.exports.export_folder import ExportFolder
    from generator.exchange.exports.export_options import ExportOptions
    from generator.exchange.exports.export_request import ExportRequest

SHOP = "tgc"


def products() -> Iterable[str]:
    """Return the names of the shop's products."""
    return find_shop(SHOP).products


def check_options(options: ExportOptions) -> None:
    """Raise UsageError for a product that the shop does not have, and for a resolution that it does not take."""
    check_product(options, find_shop(SHOP))


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write `<component>-<product>/<number>-<piece>-x<copies>-front.png`, and its back or one back for all."""
    shop, report = find_shop(SHOP), Report()
    order = shop_order(request, shop, report)
    if order is None:
        return report
    pictures = {each.deck.id: list(_pictures(each)) for each in order.decks}
    write_pictures(order, pictures, request, folder)
    for each in order.decks:
        width, height = pixel_size(each.product, request.options.dpi)
        about = {"product": each.product.title, "count": each.deck.count, "width": width, "height": height}
        report.lines.append(request.words("tgc.deck", deck=each.deck.title, folder=_folder(each), **about))
    report.lines.append(request.words("tgc.upload"))
    return report


def _pictures(each: OrderedDeck) -> Iterator[NamedPicture]:
    """Yield the pictures of a deck. Products with one side have no backs."""
    deck, below = each.deck, _folder(each)
    names = list(deck.file_names())
    backs = back_names(deck, names, "back") if each.product.sides > 1 else {}
    written = set()
    for name, piece in names:
        yield NamedPicture(f"{below}/{name}-front.png", piece.front, "front")
        if piece.back and piece.back.key in backs and piece.back.key not in written:
            written.add(piece.back.key)
            yield NamedPicture(f"{below}/{backs[piece.back.key]}.png", piece.back, "back")


def _folder(each: OrderedDeck) -> str:
    return f"{each.deck.id}-{each.product.id}"
