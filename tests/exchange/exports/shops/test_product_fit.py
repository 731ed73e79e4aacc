"""The product that fits a component, and lying pieces on products that stand."""

import pytest

from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import MM
from generator.exchange.exports.shops.product_fit import ProductFit, _nearest
from generator.exchange.shops.shop_reader import find_shop
from generator.load.game_loader import load
from generator.load.game_locations import find_game

TGC = find_shop("tgc").products


@pytest.fixture(scope="module")
def card():
    return load(find_game("picket"), shown="picket").component("raid")


def sized(part, width, height, **changes):
    return replace(part, trim=Size(width * MM, height * MM), **changes)


@pytest.mark.parametrize(
    ("width", "height", "changes", "product"),
    [
        (63, 88, {}, "euro-poker-deck"),
        (63.5, 88.9, {}, "poker-deck"),
        (88, 63, {}, "euro-poker-deck"),
        (63.4, 88.6, {}, "poker-deck"),
        (65, 90, {}, None),
        (25, 25, {"kind": "tokens", "shape": "round"}, "large-circle-chit"),
        (25, 25, {"kind": "tokens"}, "large-square-chit"),
        (25, 25, {}, None),
    ],
)
def test_nearest_product_has_the_kind_and_shape(card, width, height, changes, product):
    found = _nearest(sized(card, width, height, **changes), TGC.values())

    assert (found.id if found else None) == product


def test_lying_piece_is_turned_for_a_product_that_stands():
    lying = ProductFit(None, Size(88 * MM, 63 * MM), TGC["euro-poker-deck"])

    assert (lying.is_turned, lying.is_scaled) == (True, False)
    assert lying.margin == pytest.approx((1125 * 72 / 300 - 88 * MM) / 2)
