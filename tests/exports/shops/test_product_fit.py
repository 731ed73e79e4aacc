"""The product that fits a component, and lying pieces on products that stand."""

import pytest

from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import MM
from generator.build.manifest import no_progress
from generator.build.options import BuildOptions
from generator.exports.export_options import ExportOptions
from generator.exports.export_request import ExportRequest
from generator.exports.findings import Report
from generator.exports.shops.product_fit import ProductFit, _nearest, _report_changes, _typed_size, check_counts
from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.load.shops.shop_reader import find_shop

TGC = find_shop("tgc").products


@pytest.fixture(scope="module")
def card():
    return load(find_game("picket"), prefix="picket").component("raid")


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


@pytest.fixture
def ordered():
    """Check the counts of two decks of a game that are the same product, of which so many are made at most."""
    game = load(find_game("picket"), prefix="picket")

    def check(most, **options):
        product = replace(TGC["euro-poker-deck"], most=most)
        fits = [ProductFit(game.component(id_), product.trim, product) for id_ in ("raid", "watch")]
        build, report = BuildOptions((), ("en",)), Report()
        request = ExportRequest("tgc", None, game, "en", ExportOptions(build, **options), no_progress)
        check_counts(fits, request, find_shop("tgc"), report)
        return [str(fault) for fault in report.faults], [build.select_pieces(game).count(fit.part) for fit in fits]

    return check


def test_decks_of_one_order_have_its_limit_together(ordered):
    _, counts = ordered(1)

    assert ordered(sum(counts))[0] == []
    assert ordered(sum(counts) - 1)[0] == [
        f"{TGC['euro-poker-deck'].title}: {sum(counts)} pieces are more than the {sum(counts) - 1} of one order; "
        "export some with --only, then the others"
    ]


def test_decks_of_orders_of_their_own_have_the_limit_each(ordered):
    _, counts = ordered(1)
    faults, _ = ordered(max(counts), split=True)

    assert faults == []
    assert len(ordered(max(counts) - 1, split=True)[0]) == sum(count == max(counts) for count in counts)


@pytest.mark.parametrize(("missing", "told"), [(0.3, True), (0.2, False), (0, False), (-1, False)])
def test_bleed_that_is_missing_is_told(card, missing, told):
    product, report = TGC["euro-poker-deck"], Report()
    fit = ProductFit(card, product.trim, product)
    _report_changes([replace(fit, part=replace(card, bleed=fit.margin - missing * MM))], report)

    assert [str(warning).partition(" mm ")[2] for warning in report.warnings] == (
        [f"where {fit.margin / MM:.2g} mm are asked for; its edge is repeated outside"] if told else []
    )


@pytest.mark.parametrize(
    ("width", "height", "typed"),
    [(63, 88, "standard"), (88, 63, "standard"), (41, 99, "41x99mm"), (99.5, 41.25, "41.25x99.5mm")],
)
def test_size_is_called_by_its_name_where_it_has_one(width, height, typed):
    assert _typed_size(Size(width * MM, height * MM)) == typed
