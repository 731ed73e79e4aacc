"""Cards at another size, boxes for sleeved cards, and dice as stickers."""

import pikepdf
import pytest

from generator.base.units import MM

RAID = "build", "picket", "--only", "raid:war_chief", "--paper", "a4", "--json"


@pytest.mark.parametrize(
    ("size", "name", "width", "height"),
    [
        ("50x70mm", "50x70mm", 50, 70),
        ("70x50mm", "50x70mm", 50, 70),
        ("tarot", "tarot", 70, 120),
        ("95%", "95percent", 59.85, 83.6),
    ],
)
def test_cards_are_cut_at_the_size_asked_for(vallum, desk, size, name, width, height):
    (file,) = vallum(*RAID, "--size", size).json["files"]

    assert file["file"].endswith(f"raid-war_chief-a4-en-size-{name}.pdf")
    with pikepdf.open(file["file"]) as pdf:
        left, low, right, high = (float(side) for side in pdf.pages[0].TrimBox)
    assert sorted(((right - left) / MM, (high - low) / MM)) == pytest.approx([width, height], abs=0.01)


def test_card_that_cannot_be_read_is_not_printed(vallum, desk):
    said = vallum("build", "picket", "--only", "raid", "--paper", "a4", "--size", "20x28mm")

    assert (said.code, list(desk.glob("output/**/*.pdf"))) == (1, [])
    assert "size pt  smallest pt" in said.out
    assert "texts would be too small to read at 20.0 × 28.0 mm; they need" in said.err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--size", "minni"), "no card size called 'minni'; did you mean 'mini'?"),
        (("--size", "50mm"), "--size '50mm' is not understood; write it like mini, 50x75mm or 95%"),
        (("--size", "50x75"), "--size '50x75' is not understood; write it like mini, 50x75mm or 95%"),
        (("--size", "5x5mm"), "--size '5x5mm' is out of range; between 20x20mm and 300x300mm is possible"),
        (("--size", "x%"), "--size 'x%' is not understood; write it like mini, 50x75mm or 95%"),
        (("--size", "nan%"), "--size 'nan%' is out of range; between 25% and 400% is possible"),
        (("--size", "9%"), "--size '9%' is out of range; between 25% and 400% is possible"),
        (("--sleeved", "standart"), "no sleeves called 'standart'; did you mean 'standard'?"),
    ],
)
def test_sizes_that_are_none(vallum, desk, options, says):
    said = vallum("build", "picket", *options)

    assert (said.code, said.err) == (2, f"{says}\n")


def test_box_fits_the_sleeved_deck(vallum, desk):
    box = "build", "hadrians-wall", "--only", "fate_box", "--paper", "a4", "--json", "--lang", "en"
    files = [vallum(*box, *options).json["files"] for options in ((), ("--sleeved", "fit"))]
    (plain,), (sleeved,) = ([file["file"] for file in some] for some in files)

    assert sleeved.endswith("fate_box-a4-en-sleeved-fit.pdf")
    with pikepdf.open(plain) as one, pikepdf.open(sleeved) as other:
        widths = [float(pdf.pages[0].TrimBox[2] - pdf.pages[0].TrimBox[0]) / MM for pdf in (one, other)]
    assert widths[1] > widths[0] + 10  # four sides: twice 3 mm wider, and twice 48 cards × 0.2 mm deeper


def test_box_for_sleeves_that_are_too_small(vallum, desk):
    said = vallum("build", "hadrians-wall", "--only", "fate_box", "--sleeved", "us")

    assert said.code == 2
    assert said.err == (
        "fate_box holds fate, cards of 63 × 88 mm, for which us sleeves are too small; use --sleeved fit\n"
    )


def test_sleeves_too_small_for_a_box_that_is_not_ordered_are_left_out(vallum, desk):
    said = vallum("build", "hadrians-wall", "--only", "sheets", "--sleeved", "euro")

    assert said.code == 2
    assert "would change nothing of sheets: leave it out" in said.err
    assert "fate_box" not in said.err


def test_dice_are_stickers_if_asked_for(vallum, desk):
    dice = "build", "arena", "--only", "dice", "--paper", "a4", "--lang", "en", "--ink", "--json"
    files = [vallum(*dice, *options).json["files"][0] for options in ((), ("--dice", "stickers"))]

    assert [file["pieces"] for file in files] == [7, 7]
    assert files[1]["ink"] < files[0]["ink"]
    assert files[1]["file"].endswith("dice-a4-en-dice-stickers.pdf")
