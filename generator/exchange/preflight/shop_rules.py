"""The rules of print that follow from what a shop asks for."""

from __future__ import annotations

from generator.base.errors import UsageError
from generator.exchange.preflight.print_rules import PROCESS_COLOURS, PrintRules
from generator.exchange.shops.shop import Shop
from generator.exchange.shops.shop_reader import find_shop

_MEGABYTE = 1_000_000


def rules_for(name: str) -> PrintRules:
    """Return the rules of a shop by its name.

    Raises UsageError for a name that is not known, and for a shop that takes no PDFs.
    """
    shop = find_shop(name)
    if shop.takes != "pdf":
        raise UsageError(f"{shop.title} takes pictures and no PDFs; vallum export --to {shop.id} makes them")
    return rules_of(shop)


def rules_of(shop: Shop) -> PrintRules:
    """Return the rules of a shop that takes PDFs."""
    general = PrintRules()
    limits, is_press = shop.limits, shop.colours == "cmyk"
    return PrintRules(
        shop=shop.title,
        least_dpi=shop.dpi or general.least_dpi,
        good_dpi=shop.dpi or general.good_dpi,
        edge=shop.safe,
        bleed=shop.bleed or None,
        sizes=tuple(product.trim for product in shop.products.values()),
        papers=limits.pages,
        smallest=limits.smallest,
        largest=limits.largest,
        most_ink=shop.ink or (general.most_ink if is_press else None),
        is_press=is_press,
        colours=PROCESS_COLOURS if is_press else None,
        takes_profiles=shop.standard == "pdfx-4",
        takes_transparency=shop.transparency,
        takes_fonts=not shop.outlines,
        takes_marks=shop.marks,
        order=shop.order if is_press and shop.file != "face" else (),
        is_one_size=is_press,
        least_pages=max(1, limits.least_pages),
        most_pages=limits.most_pages or None,
        most_bytes=int(limits.megabytes * _MEGABYTE) or None,
        versions=limits.versions,
        pdfx=shop.standard,
        condition=shop.condition,
    )
