"""The target `mpc`: pictures for MakePlayingCards and PrinterStudio, with the order file of their buyers' desktop tool.

Each product is an order of its own, in a folder: the pictures in `cards/`, and `order.xml`. The tool
(github.com/chilli-axe/mpc-autofill, desktop-tool/src/order.py) takes a picture by the path that is its id, or by its
name from `cards/` beside the order file. It knows one product, with whose page it begins (constants.py); the others are
ordered by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from generator.base.records import dataclass
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
from generator.write.png import encode_png

if TYPE_CHECKING:
    from generator.exports.export_folder import ExportFolder
    from generator.exports.export_options import ExportOptions
    from generator.exports.export_request import ExportRequest
    from generator.model.shop import Shop, ShopProduct

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


@dataclass(frozen=True, slots=True)
class CardOrder:
    """An order of one product."""

    name: str
    """Name of its folder."""
    product: ShopProduct
    cards: tuple[OrderedCard, ...]

    @property
    def count(self) -> int:
        """Return the number of cards with all copies."""
        return sum(card.copies for card in self.cards)


def products() -> Iterable[str]:
    """Return the names of the shop's products."""
    return find_shop(SHOP).products


def check_options(options: ExportOptions) -> None:
    """Raise UsageError for a product that the shop does not have, and for a resolution that it does not take."""
    check_product(options, find_shop(SHOP))


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write `<order>/cards/<number>-<component>-<piece>-front.png`, and `<order>/order.xml` where the tool takes it."""
    shop, report = find_shop(SHOP), Report()
    ordered = shop_order(request, shop, report)
    if ordered is None:
        return report
    pictures: dict[str, list[NamedPicture]] = {}
    orders = []
    for name, decks in ordered.by_name().items():
        named = list(named_decks(decks))
        pictures |= {deck.ordered.deck.id: _pictures(name, deck) for deck in named}
        orders.append(CardOrder(name, decks[0].product, tuple(card for deck in named for card in _cards(deck))))
    for order in orders:
        _write_blank_back(request, folder, order, report)
        if order.product.id == shop.tool:
            folder.write(f"{order.name}/order.xml", order_file(order.cards, shop))
        report.lines += _order_lines(request, order, shop)
    write_pictures(ordered, pictures, request, folder)
    if any(order.product.id == shop.tool for order in orders):
        report.lines.append(request.words("mpc.tool"))
    return report


def order_file(cards: Sequence[OrderedCard], shop: Shop) -> bytes:
    """Return an order as the desktop tool reads it, in XML; slots count from 0.

    Each back is named with its slots, though `cardback` would fill the remaining ones: the tool finds a picture by the
    name of its file only there.
    """
    quantity = sum(card.copies for card in cards)
    order = Element("order")
    bracket = str(_bracket(shop, quantity))
    _add(order, "details", quantity=str(quantity), bracket=bracket, stock=shop.stock, foil="false")
    # The back of most cards is the card back of the order.
    common = Counter(card.back for card in cards for _ in range(card.copies)).most_common(1)[0][0]
    fronts, backs = SubElement(order, "fronts"), SubElement(order, "backs")
    slots: dict[str, list[int]] = {}
    start = 0
    for card in cards:
        card_slots = range(start, start + card.copies)
        start += card.copies
        _add_card(fronts, card.front, card_slots, card.title)
        slots.setdefault(card.back, []).extend(card_slots)
    for back, back_slots in slots.items():
        _add_card(backs, back, back_slots, "")
    SubElement(order, "cardback").text = common
    indent(order)
    return bytes(tostring(order, encoding="utf-8", xml_declaration=True)) + b"\n"


def _bracket(shop: Shop, quantity: int) -> int:
    """Return the number of cards that an order of `quantity` is made as: the next larger one that the shop makes."""
    return next((count for count in shop.limits.counts if count >= quantity), quantity)


def _add_card(parent: Element, path: str, slots: Sequence[int], title: str) -> None:
    """Add a picture file with its slots (places in the order) to the XML of fronts or backs."""
    name = path.rpartition("/")[2]
    _add(parent, "card", id=path, slots=",".join(map(str, slots)), name=name, query=title or name)


def _add(parent: Element, tag: str, **texts: str) -> None:
    """Add an XML element with child elements that hold texts, by name."""
    element = SubElement(parent, tag)
    for name, text in texts.items():
        SubElement(element, name).text = text


def _cards(named: NamedDeck) -> Iterator[OrderedCard]:
    """Yield the cards of a deck with paths of their pictures."""
    for name, piece in named.pieces:
        back = f"{CARDS}/{named.backs[piece.back.key]}.png" if piece.back else BLANK
        yield OrderedCard(f"{CARDS}/{name}-front.png", back, piece.title, piece.copies)


def _pictures(order: str, named: NamedDeck) -> list[NamedPicture]:
    """Return the pictures of a deck; a back that cards share is one of them."""
    pictures = {}
    for card, (_, piece) in zip(_cards(named), named.pieces, strict=True):
        # A piece without a back has one side; its blank back is written apart.
        for path, (side, face) in zip((card.front, card.back), piece.sides, strict=False):
            pictures[path] = NamedPicture(f"{order}/{path}", face, side)
    return list(pictures.values())


def _write_blank_back(request: ExportRequest, folder: ExportFolder, order: CardOrder, report: Report) -> None:
    """Write a white back if any card has none, and warn of it."""
    if all(card.back != BLANK for card in order.cards):
        return
    width, height = pixel_size(order.product, request.options.dpi)
    white = encode_png(width, height, b"\xff" * (3 * width * height), dpi=request.options.dpi)
    folder.write(f"{order.name}/{BLANK}", white)
    report.warn(order.product.title, "some cards have no back; theirs will be white")


def _order_lines(request: ExportRequest, order: CardOrder, shop: Shop) -> Iterator[str]:
    """Yield lines of the report on one order; the second one is for products that are ordered by hand."""
    words, product = request.words, order.product
    width, height = pixel_size(product, request.options.dpi)
    about = {"product": product.title, "count": order.count, "bracket": _bracket(shop, order.count)}
    yield words("mpc.order", width=width, height=height, **about)
    if product.id != shop.tool:
        tool = shop.products[shop.tool].trim.in_mm
        yield words("mpc.by_hand", order=order.name, size=product.trim.in_mm, tool=tool, **about)
