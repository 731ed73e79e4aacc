"""Orders at MakePlayingCards: their pictures, and the file that its buyers' desktop tool reads."""

import re
import shutil
import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from generator.base.errors import UsageError
from generator.build.options import BuildOptions
from generator.build.piece_selection import split_copies
from generator.exports.export_options import ExportOptions
from generator.exports.shops.card_order import OrderedCard, check_options, order_file
from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.load.shops.shop_reader import find_shop
from tests.exports.conftest import made_deck
from tests.made_files import edit

SHOP = find_shop("mpc")


def slots(order, side):
    return {card.findtext("id"): card.findtext("slots") for card in order.findall(f"{side}/card")}


def test_order_file_names_slots_and_backs():
    cards = [OrderedCard("cards/a.png", "cards/b.png", "A & B", 2), OrderedCard("cards/c.png", "cards/d.png", "C", 1)]
    order = ET.fromstring(order_file(cards, SHOP))

    assert [(each.tag, each.text) for each in order.find("details")] == [
        ("quantity", "3"),
        ("bracket", "18"),
        ("stock", "(S30) Standard Smooth"),
        ("foil", "false"),
    ]
    assert slots(order, "fronts") == {"cards/a.png": "0,1", "cards/c.png": "2"}
    assert slots(order, "backs") == {"cards/b.png": "0,1", "cards/d.png": "2"}
    assert order.findtext("fronts/card/query") == "A & B"
    assert order.findtext("cardback") == "cards/b.png"


def test_order_has_every_copy_of_every_card(export):
    done = export("picket", "mpc", only=["raid"], language="en")
    order = ET.fromstring((done.folder / "small-poker" / "order.xml").read_bytes())
    game = load(find_game("picket"), prefix="picket")
    copies = sum(piece.copies for piece in game.component("raid").pieces)
    paths = [card.findtext("id") for card in order.iterfind(".//card")]

    for side in ("fronts", "backs"):
        filled = [int(slot) for some in slots(order, side).values() for slot in some.split(",")]
        assert sorted(filled) == list(range(copies))
    assert order.findtext("details/quantity") == str(copies)
    assert {f"small-poker/{path}" for path in paths} == {name for name in done.files if name.endswith(".png")}


def test_pictures_have_the_size_of_the_product_and_its_bleed(export):
    done = export("picket", "mpc", only=["raid:scouts"], dpi=600)
    whole = export("picket", "pictures", only=["raid:scouts"], dpi=600, bleed=0.0)

    with Image.open(done.folder / "small-poker" / "cards" / "01-raid-scouts-x2-front.png") as picture:
        assert picture.size == (1632, 2220)
        assert round(picture.info["dpi"][0]) == 600
        with Image.open(whole.folder / "raid" / "01-scouts-x2-front.png") as trim:
            left, top = (picture.width - trim.width) // 2, (picture.height - trim.height) // 2
            inner = picture.crop((left, top, left + trim.width, top + trim.height))
            unequal = sum(abs(a - b) for a, b in zip(inner.tobytes(), trim.tobytes(), strict=True))
    assert unequal / len(inner.tobytes()) < 4  # the trim lies half a pixel aside


def test_card_of_another_size_and_too_many_cards_are_told_together(export, tmp_path):
    wide = export("concordia", "mpc", only=["market", "great_prefect"])
    many = export("picket", "mpc", only=["raid"], copies=split_copies(["110"]))

    assert [str(fault) for fault in wide.faults] == [
        f"{name}: is {size}; the nearest that MakePlayingCards cuts is Bridge, 57.15 × 88.9 mm: "
        "scale the cards with --size bridge, or leave it out with --only"
        for name, size in (("market", "59 × 92 mm"), ("great_prefect", "92 × 59 mm"))
    ]
    assert [str(fault) for fault in many.faults] == [
        "63 x 88 mm: 660 pieces are more than the 612 of one order; export some with --only, then the others"
    ]
    assert [*tmp_path.rglob("*.png")] == []


@pytest.mark.parametrize("counts", [(400, 300), (612, 1), (1, 612)])
def test_limit_holds_for_all_decks_of_an_order_together(export, made_game, counts):
    one, two = counts
    game = made_game(one=made_deck(63, 88, (one,)), two=made_deck(88, 63, (two,)))
    done = export(game, "mpc", language="en")

    assert [str(fault) for fault in done.faults] == [
        f"63 x 88 mm: {one + two} pieces are more than the 612 of one order; export some with --only, then the others"
    ]


def test_orders_of_single_components_have_the_limit_each(export, made_game):
    game = made_game(one=made_deck(63, 88, (400,)), two=made_deck(63, 88, (300,)), many=made_deck(63, 88, (613,)))

    assert export(game, "mpc", language="en", split=True, only=["one", "two"]).faults == ()
    assert [str(fault) for fault in export(game, "mpc", language="en", split=True).faults] == [
        "many-small-poker: 613 pieces are more than the 612 of one order; export some with --only, then the others"
    ]


def test_desktop_tool_has_an_order_only_of_its_own_product(export, made_game):
    game = made_game(small=made_deck(63, 88), bridge=made_deck(57.15, 88.9), poker=made_deck(63.5, 88.9))
    done = export(game, "mpc", language="en")

    assert [name for name in done.files if name.endswith("order.xml")] == ["small-poker/order.xml"]
    report = (done.folder / "report.txt").read_text()
    assert report.count("makeplayingcards.com") == 2
    assert (
        "There is no order.xml in bridge, as the desktop tool of mpc-autofill orders cards of 63 × 88 mm alone"
        in report
    )
    assert "choose Bridge cards, 57.15 × 88.9 mm, and the number of cards" in report
    assert report.count("order.xml is for the desktop tool") == 1


def test_without_an_order_the_tool_is_not_advised(export, made_game):
    done = export(made_game(deck=made_deck(69.85, 120.65)), "mpc", language="en")

    assert not [name for name in done.files if name.endswith("order.xml")]
    assert not [line for line in done.lines if line.startswith("order.xml is for")]


def test_coarse_art_is_a_fault(export, tmp_path):
    game = tmp_path / "coarse"
    shutil.copytree(find_game("picket"), game)
    Image.linear_gradient("L").resize((100, 100)).save(game / "templates" / "art.png")
    template = game / "templates" / "raid.svg.j2"
    image = '<image href="art.png" x="10" y="10" width="25.4" height="25.4"/>{% endcall %}'
    edit(template, "{% endcall %}", image)
    done = export(game, "mpc", only=["raid:scouts"])

    (fault,) = map(str, done.faults)
    assert fault.endswith("art.png has 100 dpi at its printed size; MakePlayingCards asks for 300")


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"product": "poeker"}, "MakePlayingCards has no product 'poeker'; did you mean 'poker'?"),
        ({"dpi": 150}, "--dpi 150 is too coarse for MakePlayingCards; at least 300 are asked for"),
    ],
)
def test_wrong_options_are_refused(options, shown):
    with pytest.raises(UsageError) as caught:
        check_options(ExportOptions(BuildOptions((), ()), **options))

    assert str(caught.value) == shown


def test_text_near_the_cut_is_told(export, tmp_path):
    game = tmp_path / "near"
    shutil.copytree(find_game("picket"), game)
    template = game / "templates" / "raid.svg.j2"
    text = '<text x="1" y="40" font-family="text" font-size="8pt">Edge of it</text>{% endcall %}'
    edit(template, "{% endcall %}", text)
    done = export(game, "mpc", only=["raid:scouts"])

    (near,) = [str(each) for each in done.warnings if "'Edge of it'" in str(each)]
    assert re.fullmatch(
        r"raid/scouts front: 'Edge of it' is (0\.9|1\.\d) mm from the cut; the shop asks for 3.0 mm", near
    )


@pytest.mark.parametrize(("back", "told"), [('"band.svg.j2"', 0), (None, 1)])
def test_blank_backs_are_told(export, made_game, back, told):
    done = export(made_game(deck=made_deck(63, 88, back=back)), "mpc", language="en")

    assert [str(each) for each in done.warnings if "no back" in str(each)] == told * [
        "63 x 88 mm: some cards have no back; theirs will be white"
    ]
