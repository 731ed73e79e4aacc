"""Finds the product of a shop for each component, and reports the components that fit none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from generator.base.errors import UsageError, suggestion
from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.base.units import MM, to_mm
from generator.exports.export_options import DPI
from generator.exports.product_needs import NEAR, is_lying
from generator.load.card_format_reader import known_formats
from generator.model.card_format import CardSize, scale_factor
from generator.model.shop import Shop, ShopProduct

if TYPE_CHECKING:
    from generator.exports.export_options import ExportOptions
    from generator.exports.export_request import ExportRequest
    from generator.exports.findings import Report
    from generator.model.game import Component

CARDS = "cards"
_SAME = 0.05
"""Points that equal sizes differ by at most: less than a hair."""
_NARROW = 0.25 * MM
"""Least missing bleed that is reported: more than the cutter's drift could show."""


@dataclass(frozen=True, slots=True)
class ProductFit:
    """A component and the product that it becomes."""

    part: Component
    """Component at its own size, before it is scaled to the product."""
    trim: Size
    product: ShopProduct

    @property
    def size(self) -> CardSize:
        """Return the size of the product, upright, with its title."""
        return CardSize(self.product.title, self.product.trim.upright)

    @property
    def margin(self) -> float:
        """Return the bleed that the pictures of the product show, in points."""
        if self.product.pixels is None:
            return self.product.bleed
        width, height = (pixels * 72 / DPI for pixels in self.product.pixels)
        return max(width - self.product.trim.width, height - self.product.trim.height) / 2

    @property
    def is_scaled(self) -> bool:
        """Return whether the component must be scaled to the size of the product."""
        return self.trim.difference(self.product.trim) > _SAME

    @property
    def is_turned(self) -> bool:
        """Return whether the faces lie and the product stands, or the other way round."""
        return is_lying(self.trim) != is_lying(self.product.trim)


def check_product(options: ExportOptions, shop: Shop) -> None:
    """Raise UsageError for a product that the shop does not have, and for a resolution that is too low."""
    if options.product and options.product not in shop.products:
        product_ids = tuple(shop.products)
        near = suggestion(options.product, product_ids) or f"; it has {', '.join(product_ids)}"
        raise UsageError(f"{shop.title} has no product {options.product!r}{near}")
    if options.dpi < shop.dpi:
        raise UsageError(f"--dpi {options.dpi} is too coarse for {shop.title}; at least {shop.dpi} are asked for")


def fit_products(request: ExportRequest, shop: Shop, report: Report) -> list[ProductFit]:
    """Return the components that the shop makes, with their products; report the others.

    Cards that no product fits are faults, and so is any component that `--only` names.
    """
    product_id = request.options.product
    products = [shop.products[product_id]] if product_id else list(shop.products.values())
    named = {name.partition(":")[0] for name in request.options.build.only}
    fits, left_out = [], []
    for part in request.components:
        product = _nearest(part, products)
        if product and part.trim:
            fits.append(ProductFit(part, part.trim, product))
        # `--only` also takes the name of a file that several components share.
        elif part.kind == CARDS or part.id in named or part.file in named:
            report.fault(part.id, _misfit(part, products, shop))
        else:
            left_out.append(part.id)
    if left_out:
        report.warn(shop.title, f"makes nothing of the size and kind of {', '.join(left_out)}; they are left out")
    if not fits and not report.faults:
        report.fault(
            shop.title, "makes nothing of the sizes and kinds of this game; take every face with --to pictures"
        )
    _report_changes(fits, report)
    return fits


def order_names(fits: Sequence[ProductFit], *, split: bool) -> dict[str, str]:
    """Return the name of each component's order, by the component's id.

    Components of one size and stock share an order, which is named after its product; with `split`, each component is
    an order of its own.
    """
    if split:
        return {fit.part.id: f"{fit.part.id}-{fit.product.id}" for fit in fits}
    stocks: dict[str, set[str]] = {}
    for fit in fits:
        # Cards of one size on different stocks cannot share an order.
        stocks.setdefault(fit.product.id, set()).add(fit.part.material)
    return {
        fit.part.id: f"{fit.product.id}-{fit.part.material}" if len(stocks[fit.product.id]) > 1 else fit.product.id
        for fit in fits
    }


def check_counts(fits: Sequence[ProductFit], request: ExportRequest, shop: Shop, report: Report) -> None:
    """Report orders with more pieces than the shop makes at once."""
    selection = request.options.build.select_pieces(request.game)
    names, counts = order_names(fits, split=request.options.split), Counter[str]()
    for fit in fits:
        counts[names[fit.part.id]] += selection.count(fit.part)
    products = {names[fit.part.id]: fit.product for fit in fits}
    for name, count in counts.items():
        product = products[name]
        most = product.most or max(shop.limits.counts, default=0)
        if most and count > most:
            message = f"{count} pieces are more than the {most} of one order; export some with --only, then the others"
            report.fault(product.title if name == product.id else name, message)


def _typed_size(size: Size) -> str:
    """Return a size as users type it: by its name, such as `bridge`, or as `63.5x88.9mm`."""
    names = (name for name, named_size in known_formats().sizes.items() if size.difference(named_size.size) <= _SAME)
    width, height = to_mm(size.upright.width), to_mm(size.upright.height)
    return next(names, f"{width:.5g}x{height:.5g}mm")


def _nearest(part: Component, products: Iterable[ShopProduct]) -> ShopProduct | None:
    """Return the product that differs least from a component in size, if it is near; None if none is."""
    trim = part.trim
    if trim is None or part.sheets:
        return None
    alike = [product for product in products if (product.kind, product.shape) == (part.kind, part.shape)]
    near = [product for product in alike if trim.difference(product.trim) <= NEAR]
    # Rounded, so that errors of floats do not decide between products of one size: the first is taken.
    return min(near, key=lambda product: round(trim.difference(product.trim), 2), default=None)


def _misfit(part: Component, products: Sequence[ShopProduct], shop: Shop) -> str:
    """Return the message about a component that no product fits, with the nearest one."""
    trim = part.trim
    alike = [product for product in products if product.kind == part.kind]
    if trim is None or not alike:
        return f"is nothing that {shop.title} makes; leave it out with --only"
    closest = min(alike, key=lambda product: trim.difference(product.trim))
    message = f"is {trim.in_mm}; the nearest that {shop.title} cuts is {closest.title}, {closest.trim.in_mm}"
    if part.kind != CARDS:
        return f"{message}: change its trim, or leave it out with --only"
    return f"{message}: scale the cards with --size {_typed_size(closest.trim)}, or leave it out with --only"


def _report_changes(fits: Iterable[ProductFit], report: Report) -> None:
    """Warn of components that are scaled, and of bleed that is too narrow."""
    for fit in fits:
        if fit.is_scaled:
            product_trim = fit.product.trim.transpose() if fit.is_turned else fit.product.trim
            percent = 100 * scale_factor(fit.trim, product_trim)
            report.warn(
                fit.part.id,
                f"is scaled from {fit.trim.in_mm} to {product_trim.in_mm}, {fit.product.title}: {percent:.1f} %",
            )
        if fit.part.bleed < fit.margin - _NARROW:
            actual, required = (f"{to_mm(bleed):.2g} mm" for bleed in (fit.part.bleed, fit.margin))
            report.warn(
                fit.part.id, f"has a bleed of {actual} where {required} are asked for; its edge is repeated outside"
            )
