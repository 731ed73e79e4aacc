"""Pictures for The Game Crafter: the product of each component, and its size in pixels."""

import math
import shutil

import pytest
from PIL import Image

from generator.load.game_locations import data_root
from generator.load.shops.shop_reader import find_shop
from tests.exports.conftest import made_deck

SHOP = find_shop("tgc")


def size(path):
    with Image.open(path) as picture:
        return picture.size


def test_components_become_the_products_of_their_size_and_shape(export):
    done = export("glory-to-rome", "tgc", only=["leader", "chips:chip_rubble"], language="en")

    assert sorted(done.files) == [
        "euro-poker-deck/01-leader-leader-front.png",
        "euro-poker-deck/back.png",
        "large-circle-chit/01-chips-chip_rubble-front.png",
        "large-circle-chit/back.png",
        "report.txt",
    ]
    assert size(done.folder / "euro-poker-deck" / "01-leader-leader-front.png") == (825, 1125)
    assert size(done.folder / "large-circle-chit" / "01-chips-chip_rubble-front.png") == (375, 375)
    assert "chips: is scaled from 25 × 25 mm to 25.4 × 25.4 mm, LargeCircleChit: 101.6 %" in map(str, done.warnings)


def test_bleed_of_round_pieces_is_as_wide_on_all_sides(export):
    done = export("glory-to-rome", "tgc", only=["chips:chip_rubble"], language="en")

    with Image.open(done.folder / "large-circle-chit" / "back.png") as picture:
        edge = [(187 + 186 * math.cos(turn), 187 + 186 * math.sin(turn)) for turn in range(60)]
        assert (255, 255, 255) not in {picture.getpixel((round(x), round(y))) for x, y in edge}


def test_product_that_is_named_is_taken(export):
    done = export("glory-to-rome", "tgc", only=["leader"], product="poker-deck", language="en")

    assert "poker-deck/01-leader-leader-front.png" in done.files
    assert any("is scaled from 63 × 88 mm to 63.5 × 88.9 mm, PokerDeck: 100.8 %" in str(each) for each in done.warnings)


def test_cards_of_one_size_and_stock_are_one_deck(export, made_game):
    back = '"other.svg.j2"'
    game = made_game(
        one=made_deck(63, 88, (2,)), two=made_deck(88, 63, (1, 3), back=back), thick=made_deck(63, 88, material='"tag"')
    )
    shutil.copy(game / "templates" / "band.svg.j2", game / "templates" / "other.svg.j2")
    done = export(game, "tgc", language="en")
    split = export(game, "tgc", language="en", split=True)

    assert sorted(done.files) == [
        "euro-poker-deck-card/01-one-back.png",
        "euro-poker-deck-card/01-one-one1-x2-front.png",
        "euro-poker-deck-card/02-two-back.png",
        "euro-poker-deck-card/02-two-two1-front.png",
        "euro-poker-deck-card/03-two-two2-x3-front.png",
        "euro-poker-deck-tag/01-thick-thick1-front.png",
        "euro-poker-deck-tag/back.png",
        "report.txt",
    ]
    assert {name.rpartition("/")[0] for name in split.files} == {
        *("", "one-euro-poker-deck", "two-euro-poker-deck", "thick-euro-poker-deck")
    }
    assert "--split" in done.lines[-1]
    assert done.lines[0].startswith("euro-poker-deck-card: One, Two, 6 in all, as EuroPokerDeck; ")
    backs = [line.strip() for line in done.lines if "is the back of" in line and "--split" not in line]
    assert "euro-poker-deck-card/02-two-back.png is the back of 02, 03." in backs
    assert not any("euro-poker-deck-tag" in line for line in backs)


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
