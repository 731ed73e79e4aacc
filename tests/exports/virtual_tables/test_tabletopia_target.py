"""Pictures for Tabletopia: front and back apart, and all of a kind alike in pixels."""

import csv

import pytest
from PIL import Image, ImageChops

from generator.exports.virtual_tables.tabletopia_target import LONGEST

PIECES = ["market", "city_tokens", "sea_colonists", "houses"]


def opened(path):
    with Image.open(path) as picture:
        return picture.copy()


@pytest.fixture
def pictures(export_once):
    """The list of an export, and its pictures by name."""

    def read(name, **options):
        done = export_once(name, "tabletopia", dpi=60, **options)
        with (done.folder / "pieces.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        return done, rows, {row["File"]: opened(done.folder / row["File"]) for row in rows}

    return read


def test_list_names_every_picture_and_copy(pictures):
    done, rows, found = pictures("arena")

    assert {*found} == {name for name in done.files if name.endswith(".png")}
    cards = [row for row in rows if row["Component"] in {"Characters", "Buildings"} and row["Side"] == "front"]
    assert sum(int(row["Copies"]) for row in cards) == 26 + 29
    assert {(row["Width in mm"], row["Height in mm"]) for row in cards} == {("59", "92")}
    assert len([row for row in rows if row["Component"] == "Dice"]) == 3 * 6


def test_all_of_a_kind_have_the_same_pixels_on_both_sides(pictures):
    _, rows, found = pictures("concordia", only=PIECES)

    sizes = {}
    for row in rows:
        sizes.setdefault(row["Component"], set()).add(found[row["File"]].size)
    assert {component: len(each) for component, each in sizes.items()} == dict.fromkeys(sizes, 1)
    backs = {row["File"] for row in rows if row["File"].startswith("market/back")}
    assert len(backs) == 5  # one for each stack


def test_outlines_are_transparent_and_faces_are_those_of_the_game(export, pictures):
    _, _, found = pictures("concordia", only=PIECES)
    whole = export("concordia", "pictures", dpi=60, bleed=0.0, only=["market"]).folder

    hexagon = found["sea_colonists/1-sea_red.png"]
    assert hexagon.mode == "RGBA"
    assert hexagon.getpixel((0, 0))[3] == 0 < hexagon.getpixel((hexagon.width // 2, hexagon.height // 2))[3]
    card = found["market/01-architect_i.png"]
    with Image.open(whole / "market/01-architect_i-front.png") as face:
        assert ImageChops.difference(card.convert("RGB"), face.convert("RGB")).getbbox() is None


def test_large_boards_are_made_to_fit(pictures):
    _, _, found = pictures("concordia", only=["maps"])

    assert max(max(picture.size) for picture in found.values()) <= LONGEST


def test_table_is_shown_set_up(export):
    folder = export("picket", "tabletopia", dpi=60).folder

    with Image.open(folder / "setup.jpg") as picture:
        colours = picture.convert("RGB").getcolors(1 << 24)
    assert len(colours) > 100
