"""The target `mpc`: pictures for MakePlayingCards and PrinterStudio, with the order file of their buyers' desktop tool.

Each product is an order of its own, in a folder: `order.xml`, and the pictures in `cards/`. The tool
(github.com/chilli-axe/mpc-autofill, desktop-tool/src/order.py) takes a picture by the path that is its id, or by its
name from `cards/` beside the order file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from generator.base.records import dataclass
from generator.exchange.exports.exported_game import number_width
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
from generator.write.png import encode_png

if TYPE_CHECKING:
    from generator.exchange.exports.export_folder import ExportFolder
    from generator.exchange.exports.export_options import ExportOptions
    from generator.exchange.exports.export_request import ExportRequest
    from generator.exchange.shops.shop import Shop

SHOP = "mpc"
CARDS = "cards"
"""Folder beside an order file in which the tool looks for pictures by their names."""
BLANK = f"{CARDS}/blank-back.png"


@dataclass(frozen=True, slots=True)
class OrderedCard:
    """A card of an order, with its copies."""

    front: str
    """Path of its picture from the order file."""
    back: str
    title: str
    copies: int


def products() -> Iterable[str]:
    """Return the names of the shop's products."""
    return find_shop(SHOP).products


def check_options(options: ExportOptions) -> None:
    """Raise UsageError for a product that the shop does not have, and for a resolution that it does not take."""
    check_product(options, find_shop(SHOP))


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write `<product>/order.xml` and `<product>/cards/<number>-<component>-<piece>-front.png`."""
    shop, report = find_shop(SHOP), Report()
    order = shop_order(request, shop, report)
    if order is None:
        return report
    pictures: dict[str, list[NamedPicture]] = {}
    for id_, decks in order.by_product().items():
        cards = []
        for deck, own, named in _named(decks):
            pictures[deck.deck.id] = [NamedPicture(f"{id_}/{each.name}", each.face, each.side) for each in named]
            cards += own
        _write_order(request, folder, shop, decks, cards, report)
    write_pictures(order, pictures, request, folder)
    report.lines.append(request.words("mpc.tool"))
    return report


def order_file(cards: Sequence[OrderedCard], shop: Shop) -> bytes:
    """Return an order as the desktop tool reads it; slots count from 0.

    Each back is named with its slots, though `cardback` would fill those that are left: the tool finds a picture by the
    name of its file only there.
    """
    quantity = sum(card.copies for card in cards)
    order = Element("order")
    bracket = str(_bracket(shop, quantity))
    _add(order, "details", quantity=str(quantity), bracket=bracket, stock=shop.stock, foil="false")
    common = Counter(card.back for card in cards for _ in range(card.copies)).most_common(1)[0][0]
    fronts, backs = SubElement(order, "fronts"), SubElement(order, "backs")
    slots: dict[str, list[int]] = {}
    start = 0
    for card in cards:
        own = range(start, start + card.copies)
        start += card.copies
        _add_card(fronts, card.front, own, card.title)
        slots.setdefault(card.back, []).extend(own)
    for back, own_slots in slots.items():
        _add_card(backs, back, own_slots, "")
    SubElement(order, "cardback").text = common
    indent(order)
    return bytes(tostring(order, encoding="utf-8", xml_declaration=True)) + b"\n"


def _bracket(shop: Shop, quantity: int) -> int:
    """Return the number of cards that an order of so many is made as: the next larger one that the shop makes."""
    return next((count for count in shop.limits.counts if count >= quantity), quantity)


def _add_card(parent: Element, path: str, slots: Sequence[int], title: str) -> None:
    name = path.rpartition("/")[2]
    _add(parent, "card", id=path, slots=",".join(map(str, slots)), name=name, query=title or name)


def _add(parent: Element, tag: str, **texts: str) -> None:
    element = SubElement(parent, tag)
    for name, text in texts.items():
        SubElement(element, name).text = text


def _named(decks: Sequence[OrderedDeck]) -> Iterator[tuple[OrderedDeck, list[OrderedCard], list[NamedPicture]]]:
    """Yield each deck of an order with its cards and pictures; the numbers in their names go on from deck to deck."""
    digits = number_width(sum(len(each.deck.pieces) for each in decks))
    start = 1
    for each in decks:
        deck = each.deck
        names = list(deck.file_names(start, digits, f"{deck.id}-"))
        backs = back_names(deck, names, f"{start:0{digits}}-{deck.id}-back")
        cards, pictures = [], {}
        for name, piece in names:
            front = f"{CARDS}/{name}-front.png"
            back = f"{CARDS}/{backs[piece.back.key]}.png" if piece.back else BLANK
            cards.append(OrderedCard(front, back, piece.title, piece.copies))
            pictures[front] = NamedPicture(front, piece.front, "front")
            if piece.back:
                pictures[back] = NamedPicture(back, piece.back, "back")
        yield each, cards, list(pictures.values())
        start += len(names)


def _write_order(
    request: ExportRequest,
    folder: ExportFolder,
    shop: Shop,
    decks: Sequence[OrderedDeck],
    cards: Sequence[OrderedCard],
    report: Report,
) -> None:
    """Write the order file of one product, a white back if a card has none, and a line of the report."""
    product = decks[0].product
    folder.write(f"{product.id}/order.xml", order_file(cards, shop))
    width, height = pixel_size(product, request.options.dpi)
    if any(card.back == BLANK for card in cards):
        white = encode_png(width, height, b"\xff" * (3 * width * height), dpi=request.options.dpi)
        folder.write(f"{product.id}/{BLANK}", white)
        report.warn(product.title, "some cards have no back; theirs will be white")
    count = sum(card.copies for card in cards)
    about = {"product": product.title, "count": count, "bracket": _bracket(shop, count)}
    report.lines.append(request.words("mpc.order", width=width, height=height, **about))
