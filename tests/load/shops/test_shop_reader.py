import tomllib

import pytest

from generator.base.errors import Faults, UsageError
from generator.base.units import MM
from generator.load.files.folder import Folder
from generator.load.game_locations import data_root
from generator.load.shops.shop_reader import find_shop, read_shop, shop_names

SHOP = """\
title = "Trial"
takes = "pdf"
bleed = "3mm"
ink = 240
[products.poker]
trim = ["63.5mm", "88.9mm"]
[sources.page]
at = "https://example.org"
read = "2026-11-23"
of = ["bleed", "ink", "products"]
"""


@pytest.fixture
def read(tmp_path, put_files):
    """Reads a shop from its text."""

    def read(text):
        return read_shop(Folder(put_files(tmp_path, {"trial.toml": text}), "data"), "trial")

    return read


@pytest.mark.parametrize("name", shop_names())
def test_our_shops_can_be_read(name):
    shop = find_shop(name)

    assert shop.id == name
    assert tomllib.loads((data_root() / "shops" / f"{name}.toml").read_text("utf-8"))["sources"]


def test_shops_say_what_they_want():
    mbprint = find_shop("mbprint")

    assert (mbprint.order, mbprint.outlines, mbprint.transparency) == (("front", "back"), True, False)
    assert mbprint.rich_black == (30, 30, 0, 100)
    assert find_shop("drivethrucards").products["poker"].bleed == 9
    assert find_shop("netprint").limits.smallest.width == pytest.approx(74 * MM)


def test_advice_is_told_from_what_the_shop_asks(read):
    text = SHOP.replace('of = ["bleed", "ink", "products"]', 'of = ["bleed", "products"]')
    text += '[sources.ours]\nat = "our choice"\nread = "2026-11-23"\nadvice = true\nof = ["ink"]\n'

    assert (read(SHOP).advised, read(text).advised) == (frozenset(), {"ink"})


def test_products_take_what_the_shop_says(read):
    text = SHOP.replace("ink = 240", 'safe = "5mm"\nink = 240').replace('"ink", ', '"ink", "safe", ')
    product = read(text).products["poker"]
    other = read(text.replace("[sources", 'bleed = "2mm"\nsafe = "1mm"\n[sources', 1)).products["poker"]

    assert (product.bleed, product.safe) == pytest.approx((3 * MM, 5 * MM))
    assert (other.bleed, other.safe) == pytest.approx((2 * MM, 1 * MM))
    assert product.title == "poker"


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ('"bleed", ', "", "[bleed]: bleed has no source; name it in a table [sources.<id>]"),
        ('"products"', '"products", "dpi"', "[sources]: the source of 'dpi' has no figure"),
        ("2026-11-23", "today", "[sources.page.read]: 'today' is no day"),
        ('bleed = "3mm"', 'bleed = "3cm"', "[bleed]: '3cm' is out of range"),
        ("ink = 240", "ink = 240\nrich_black = [60, 60, 60, 100]", "[rich_black]: is 280 % of ink; the shop takes 240"),
        ("ink = 240", "ink = 240\nrich_black = [60, 60]", "[rich_black]: must be a list of 4 whole numbers from 0 to"),
        ("ink = 240", 'ink = 240\norder = ["verso"]', "[order]: no order called 'verso'"),
        ("ink = 240", "ink = 240\nglue = 1", "[glue]: unknown key 'glue'"),
        ("products.poker", '"products"."Poker!"', "cannot be the name of a product"),
        ('"63.5mm", "88.9mm"', '"63.5mm"', "[products.poker.trim]: must be two lengths"),
        ('takes = "pdf"', 'takes = "doc"', "[takes]: no takes called 'doc'"),
        ("[products", '[limits]\nversions = ["x"]\n[products', "[limits.versions]: 'x' is no version of PDF"),
        ("[products", "[limits]\nmegabytes = -1\n[products", "[limits.megabytes]: -1 is out of range"),
    ],
)
def test_faulty_shops_are_told(read, old, new, shown):
    with pytest.raises(Faults) as caught:
        read(SHOP.replace(old, new, 1))

    assert shown in str(caught.value)


def test_unknown_shops_name_the_known():
    with pytest.raises(UsageError, match="no shop called 'mbprnt'; did you mean 'mbprint'"):
        find_shop("mbprnt")
    with pytest.raises(UsageError, match="it is one of 'drivethrucards', "):
        find_shop("xyz")


@pytest.mark.parametrize(("typed", "meant"), [("MPC", "mpc"), ("dtc", "drivethrucards"), ("DTC", "drivethrucards")])
def test_capitals_and_short_names_will_do(typed, meant):
    assert find_shop(typed).id == meant
