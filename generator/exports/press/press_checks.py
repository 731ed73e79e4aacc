"""Checks a game against a print shop before anything is written, and reports all misfits at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from generator.base.geometry import Size
from generator.base.units import MM, to_mm
from generator.exports.product_needs import NEAR, check_art
from generator.model.card_format import CardSize

if TYPE_CHECKING:
    from generator.exports.exported_game import ExportedDeck
    from generator.exports.findings import Report
    from generator.model.game import Component
    from generator.model.shop import Shop

_SAME = 0.01
"""Points that equal sizes differ by at most."""


def printed_components(components: Iterable[Component], shop: Shop, report: Report) -> list[Component]:
    """Return the components that a shop makes; the others are warnings, and a fault if there is nothing else."""
    printed = []
    for part in components:
        if part.trim is None:
            report.warn(part.id, "is left out, as it fills the paper of a home printer; vallum build prints it")
        elif shop.kinds and part.kind not in shop.kinds:
            report.warn(part.id, f"is left out, as {shop.title} makes {' and '.join(shop.kinds)}")
        else:
            printed.append(part)
    if not printed:
        report.fault(shop.id, "nothing that is left can be printed there; choose components with --only")
    return printed


def product_sizes(components: Sequence[Component], shop: Shop, report: Report) -> dict[str, CardSize]:
    """Return the sizes of the shop's products for components that need another size than their own.

    A component that no product is near is a fault; a shop that names no products cuts any size.
    """
    sizes = {}
    for part in components if shop.products else ():
        if part.trim is None:
            continue
        size = _nearest(part.trim, shop)
        if size is None:
            cut_sizes = ", ".join(f"{product.title} {product.trim.in_mm}" for product in shop.products.values())
            message = (
                f"is {part.trim.in_mm}, which {shop.title} does not cut; it cuts {cut_sizes}; choose others with --only"
            )
            report.fault(part.id, message)
        elif part.trim.difference(size.size) >= _SAME:
            sizes[part.id] = size
            report.warn(part.id, f"is scaled from {part.trim.in_mm} to {size.size.in_mm}, the size of {size.name}")
    return sizes


def check_decks(decks: Sequence[ExportedDeck], shop: Shop, report: Report) -> None:
    """Report art that is too coarse, and bleed that is too narrow."""
    for deck in decks:
        narrow = min(face.bleed for piece in deck.pieces for _, face in piece.sides)
        if narrow < shop.bleed - 0.1 * MM:
            actual, required = (f"{to_mm(bleed):.3g} mm" for bleed in (narrow, shop.bleed))
            report.warn(deck.id, f"has a bleed of {actual} where {required} are asked for; the rest stays white")
        check_art(deck, shop, report)


def _nearest(trim: Size, shop: Shop) -> CardSize | None:
    """Return the product that differs least, upright, if it is near; None if none is."""
    nearest = min(shop.products.values(), key=lambda product: trim.difference(product.trim))
    return CardSize(nearest.title, nearest.trim.upright) if trim.difference(nearest.trim) <= NEAR else None
