"""The rules of print that follow from what a shop asks for."""

from __future__ import annotations

from typing import Any

from generator.base.errors import UsageError
from generator.base.records import replace
from generator.load.card_format_reader import known_formats
from generator.load.shops.shop_reader import find_shop
from generator.model.shop import Shop
from generator.preflight.checks.pdfx_checks import PDFX_CHECKS
from generator.preflight.print_rules import PROCESS_COLOURS, PrintRules

_MEGABYTE = 1_000_000
_UNASKED: dict[str, Any] = {
    **dict.fromkeys(("standard", "colours", "condition"), ""),
    **dict.fromkeys(("bleed", "safe", "ink", "dpi"), 0),
    **dict.fromkeys(("transparency", "marks"), True),
    "order": (),
    "outlines": False,
}
"""Values of a shop's limits that ask for nothing."""


def rules_for(name: str) -> PrintRules:
    """Return the rules of a shop by its name.

    Raises UsageError for an unknown name, and for a shop that takes no PDFs.
    """
    shop = find_shop(name)
    if shop.takes != "pdf":
        raise UsageError(f"{shop.title} takes pictures and no PDFs; vallum export --to {shop.id} makes them")
    return rules_of(shop)


def rules_of(shop: Shop) -> PrintRules:
    """Return the rules of a shop that takes PDFs, or of a standard alone.

    Limits that this program only advises are left out.
    """
    is_standard = shop.id == shop.standard
    # Advised limits say how files are exported, and are no fault of a file that was made otherwise.
    shop = replace(shop, **{key: _UNASKED[key] for key in shop.advised if key in _UNASKED})
    general = PrintRules()
    # A shop that asks for CMYK prints a file as it is; others convert all colours.
    limits, is_press = shop.limits, is_standard or shop.colours == "cmyk"
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
        asks_ink=bool(shop.ink),
        is_press=is_press,
        colours=PROCESS_COLOURS if is_press else None,
        takes_spots=is_standard,
        takes_profiles=shop.standard == "pdfx-4",
        takes_transparency=shop.transparency,
        takes_fonts=not shop.outlines,
        takes_marks=shop.marks,
        # Where each face is a file of its own, its pages have no sides that could take turns.
        order=shop.order if is_press and shop.file != "face" else (),
        takes_sheets=is_standard or not is_press,
        card_sizes=tuple(size.size for size in known_formats().sizes.values()),
        target=shop.target or shop.id,
        is_one_size=is_press,
        least_pages=max(1, limits.least_pages),
        most_pages=limits.most_pages or None,
        most_bytes=int(limits.megabytes * _MEGABYTE) or None,
        versions=limits.versions,
        pdfx=shop.standard,
        checks=PDFX_CHECKS if is_standard else None,
        condition=shop.condition,
    )
