"""Pictures for The Game Crafter: the product of each component, and its size in pixels."""

import math

import pytest
from PIL import Image

from generator.exchange.shops.shop_reader import find_shop
from generator.load.game_locations import data_root

SHOP = find_shop("tgc")


def size(path):
    with Image.open(path) as picture:
        return picture.size


def test_components_become_the_products_of_their_size_and_shape(export):
    done = export("glory-to-rome", "tgc", only=["leader", "chips:chip_rubble"], language="en")

    assert sorted(done.files) == [
        "chips-large-circle-chit/01-chip_rubble-front.png",
        "chips-large-circle-chit/back.png",
        "leader-euro-poker-deck/01-leader-front.png",
        "leader-euro-poker-deck/back.png",
        "report.txt",
    ]
    assert size(done.folder / "leader-euro-poker-deck" / "01-leader-front.png") == (825, 1125)
    assert size(done.folder / "chips-large-circle-chit" / "01-chip_rubble-front.png") == (375, 375)
    assert "chips: is scaled from 25 × 25 mm to 25.4 × 25.4 mm, LargeCircleChit: 101.6 %" in map(str, done.warnings)


def test_bleed_of_round_pieces_is_as_wide_on_all_sides(export):
    done = export("glory-to-rome", "tgc", only=["chips:chip_rubble"], language="en")

    with Image.open(done.folder / "chips-large-circle-chit" / "back.png") as picture:
        edge = [(187 + 186 * math.cos(turn), 187 + 186 * math.sin(turn)) for turn in range(60)]
        assert (255, 255, 255) not in {picture.getpixel((round(x), round(y))) for x, y in edge}


def test_product_that_is_named_is_taken(export):
    done = export("glory-to-rome", "tgc", only=["leader"], product="poker-deck", language="en")

    assert "leader-poker-deck/01-leader-front.png" in done.files
    assert any("is scaled from 63 × 88 mm to 63.5 × 88.9 mm, PokerDeck: 100.8 %" in str(each) for each in done.warnings)


def test_what_the_shop_does_not_make_is_left_out_unless_it_is_named(export):
    left = export("picket", "tgc")
    named = export("picket", "tgc", only=["raid", "rules"])

    (warning,) = [str(each) for each in left.warnings if "left out" in str(each)]
    assert "rules" in warning
    assert [str(fault) for fault in named.faults] == [
        "rules: is nothing that The Game Crafter makes; leave it out with --only"
    ]


@pytest.mark.parametrize("product", SHOP.products.values(), ids=lambda product: product.id)
def test_pictures_of_products_have_bleed_on_every_side(product):
    pairs = zip(product.pixels, (product.trim.width, product.trim.height), strict=True)
    margins = [(pixels - trim * 300 / 72) / 2 for pixels, trim in pairs]

    assert all(36 <= margin <= 70 for margin in margins)
    assert all(pixels % 75 == 0 for pixels in product.pixels)


def test_game_of_which_the_shop_makes_nothing_is_sent_to_pictures(export):
    done = export(data_root() / "starters" / "dice-and-board", "tgc")

    assert [str(fault) for fault in done.faults] == [
        "The Game Crafter: makes nothing of the sizes and kinds of this game; take every face with --to pictures"
    ]
