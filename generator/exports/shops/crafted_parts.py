"""The target `tgc`: pictures for The Game Crafter, a folder for each order, named after its product."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from generator.exports.findings import Report
from generator.exports.shops.product_fit import check_product
from generator.exports.shops.shop_pictures import (
    NamedDeck,
    NamedPicture,
    named_decks,
    pixel_size,
    shop_order,
    write_pictures,
)
from generator.load.shops.shop_reader import find_shop

if TYPE_CHECKING:
    from generator.exports.export_folder import ExportFolder
    from generator.exports.export_options import ExportOptions
    from generator.exports.export_request import ExportRequest

SHOP = "tgc"


def products() -> Iterable[str]:
    """Return the names of the shop's products."""
    return find_shop(SHOP).products


def check_options(options: ExportOptions) -> None:
    """Raise UsageError for a product that the shop does not have, and for a resolution that it does not take."""
    check_product(options, find_shop(SHOP))


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write `<order>/<number>-<component>-<piece>-x<copies>-front.png`, and a back for each, or one for all."""
    shop, report = find_shop(SHOP), Report()
    order = shop_order(request, shop, report)
    if order is None:
        return report
    pictures: dict[str, list[NamedPicture]] = {}
    for name, decks in order.by_name().items():
        backs = {piece.back.key for ordered in decks for piece in ordered.deck.pieces if piece.back}
        order_decks = [*named_decks(decks)]
        for named in order_decks:
            pictures[named.ordered.deck.id] = [*_pictures(name, named, common=len(backs) == 1)]
        width, height = pixel_size(decks[0].product, request.options.dpi)
        titles, count = ", ".join(ordered.deck.title for ordered in decks), sum(ordered.deck.count for ordered in decks)
        about = {"product": decks[0].product.title, "count": count, "width": width, "height": height}
        report.lines.append(request.words("tgc.deck", deck=titles, folder=name, **about))
        if len(backs) > 1 and decks[0].product.sides > 1:
            report.lines += [
                request.words("tgc.back", file=f"{name}/{back}.png", numbers=numbers)
                for named in order_decks
                for back, numbers in _numbers_of_backs(named)
            ]
    write_pictures(order, pictures, request, folder)
    report.lines.append(request.words("tgc.upload"))
    return report


def _numbers_of_backs(named: NamedDeck) -> Iterator[tuple[str, str]]:
    """Yield the file stem of each back, with the numbers of the pictures that it belongs to."""
    for key in dict.fromkeys(piece.back.key for _, piece in named.pieces if piece.back):
        numbers = [name.partition("-")[0] for name, piece in named.pieces if piece.back and piece.back.key == key]
        yield named.backs[key], _as_range(numbers)


def _as_range(numbers: Sequence[str]) -> str:
    """Return rising numbers in words: more than two without a gap as a range.

    >>> _as_range(["01", "02", "03"]), _as_range(["01", "03"])
    ('01–03', '01, 03')
    """
    is_range = len(numbers) > 2 and int(numbers[-1]) - int(numbers[0]) == len(numbers) - 1
    return f"{numbers[0]}–{numbers[-1]}" if is_range else ", ".join(numbers)


def _pictures(order: str, named: NamedDeck, *, common: bool) -> Iterator[NamedPicture]:
    """Yield the pictures of a deck.

    With `common`, the whole order has one back, named `back`. Products with one side have no backs.
    """
    has_backs = named.ordered.product.sides > 1
    written = set()
    for name, piece in named.pieces:
        yield NamedPicture(f"{order}/{name}-front.png", piece.front, "front")
        if piece.back and has_backs and piece.back.key not in written:
            written.add(piece.back.key)
            back = "back" if common else named.backs[piece.back.key]
            yield NamedPicture(f"{order}/{back}.png", piece.back, "back")
