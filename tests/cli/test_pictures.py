"""`--svg` and `--png`: a file a face, with its bleed, written only when it changes."""

import io
import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from generator.base.units import MM

RAID = "--only", "raid", "--paper", "a4"
FACES = [
    f"raid-{piece}-{side}"
    for piece in ("climber", "ladder_crew", "scouts", "storming_party", "torch_bearers", "war_chief")
    for side in ("back", "front")
]


def stems(folder):
    return sorted(path.stem for path in folder.iterdir())


def test_every_face_is_an_svg(vallum, desk):
    assert vallum("build", "picket", *RAID, "--svg").code == 0

    folder = desk / "output/picket/svg/en"
    assert stems(folder) == FACES
    root = ET.parse(folder / "raid-scouts-front.svg").getroot()
    assert (root.get("width"), root.get("height")) == ("69mm", "94mm")


def test_svg_needs_no_fonts(vallum, desk):
    vallum("build", "picket", *RAID, "--svg", "--lang", "ja")

    picture = (desk / "output/picket/svg/ja/raid-scouts-front.svg").read_text("utf-8")

    assert "font-family" not in picture
    assert "斥候" in picture  # its words are labels


@pytest.mark.parametrize("dpi", [72, 150])
def test_every_face_is_a_png_of_the_resolution(vallum, desk, dpi):
    assert vallum("build", "picket", *RAID, "--png", dpi).code == 0

    folder = desk / f"output/picket/png/{dpi}/en"
    assert stems(folder) == FACES
    with Image.open(folder / "raid-scouts-front.png") as picture:
        assert picture.size == (round(69 * MM / 72 * dpi), round(94 * MM / 72 * dpi))
        assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)


def test_both_kinds_are_made_beside_the_pdf(vallum, desk):
    said = vallum("build", "picket", *RAID, "--svg", "--png", "72")

    assert said.out.splitlines()[-3:-1] == ["output/picket/svg/en: 12 pictures", "output/picket/png/72/en: 12 pictures"]
    assert (desk / "output/picket/raid-a4-en.pdf").is_file()


def test_json_lists_pictures_with_the_files(vallum, desk):
    files = vallum("build", "picket", *RAID, "--svg", "--json").json["files"]

    assert [entry["file"] for entry in files if entry["sheets"]] == ["output/picket/raid-a4-en.pdf"]
    assert all((desk / entry["file"]).is_file() for entry in files)
    assert len(files) == 13


def test_face_as_large_as_the_paper_is_drawn_for_each_paper(vallum, desk):
    assert vallum("build", "picket", "--only", "score", "--svg").code == 0

    assert stems(desk / "output/picket/svg/en") == ["score-nights-front-a4", "score-nights-front-letter"]


@pytest.mark.parametrize(
    ("option", "folder"), [(("--theme", "ink-saver"), "en-ink-saver"), (("--proof",), "en-proof"), ((), "en")]
)
def test_looks_stand_side_by_side(vallum, desk, option, folder):
    vallum("build", "picket", *RAID, "--svg", *option)

    assert [path.name for path in (desk / "output/picket/svg").iterdir()] == [folder]


def test_only_what_changed_is_drawn_again(vallum, desk, my_game, as_left):
    vallum("build", "my-game", *RAID, "--svg", "--png", "72")
    before = as_left(desk / "output")
    rows = my_game / "cards/raid.csv"
    rows.write_text(rows.read_text("utf-8").replace("Smoke before dawn.", "Smoke at dawn."), "utf-8")

    assert vallum("build", "my-game", *RAID, "--svg", "--png", "72").code == 0

    after = as_left(desk / "output")
    assert sorted(name.rpartition("/")[2] for name in after if after[name] != before[name]) == [
        "faces-en.json",
        "raid-a4-en.pdf",
        "raid-torch_bearers-front.png",
        "raid-torch_bearers-front.svg",
    ]


def test_nothing_is_drawn_twice(vallum, desk, as_left):
    vallum("build", "picket", *RAID, "--svg", "--png", "72")
    before = as_left(desk / "output")

    again = vallum("build", "picket", *RAID, "--svg", "--png", "72", "--strict", "--json")

    assert as_left(desk / "output") == before
    assert not any(file["fresh"] for file in again.json["files"])


def test_lost_picture_is_drawn_again(vallum, desk):
    vallum("build", "picket", *RAID, "--svg")
    lost = desk / "output/picket/svg/en/raid-scouts-back.svg"
    lost.unlink()

    assert vallum("build", "picket", *RAID, "--svg").code == 0

    assert lost.is_file()


def test_faulty_part_gets_no_pictures(vallum, desk, my_game):
    rows = my_game / "cards/raid.csv"
    rows.write_text(rows.read_text("utf-8").replace("Smoke before dawn.", "\N{GRINNING FACE}"), "utf-8")

    assert vallum("build", "my-game", "--paper", "a4", "--svg", "--only", "raid,watch,score").code == 3

    assert stems(desk / "output/my-game/svg/en") == ["score-nights-front-a4", "watch-watch-back", "watch-watch-front"]


def test_picture_agrees_with_the_printed_card(vallum, desk):
    vallum("build", "picket", "--only", "watch", "--paper", "a4", "--png", "72")

    front, back = (
        Image.open(io.BytesIO((desk / f"output/picket/png/72/en/watch-watch-{side}.png").read_bytes()))
        for side in ("front", "back")
    )

    assert front.getpixel((3, 34))[0] > 200  # torchlight
    assert max(back.getpixel((3, 34))) < 80  # night


def test_picture_beyond_reason_is_refused(vallum, my_game):
    manifest = my_game / "game.toml"
    manifest.write_text(
        manifest.read_text("utf-8").replace('trim = ["20mm", "20mm"]', 'trim = ["900mm", "900mm"]'), "utf-8"
    )

    said = vallum("build", "my-game", "--only", "watch", "--paper", "a4", "--png", "600")

    assert said.code == 2
    assert "--png 600 is too fine for a face of 904 × 904 mm" in said.err
