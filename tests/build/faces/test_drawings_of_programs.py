"""Cards drawn in Inkscape, Figma, Affinity and Illustrator, each as its program saves a drawing."""

import io
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

import generator
from generator.base.errors import Faults

GAME = Path(__file__).parents[2] / "render" / "drawings" / "game"
PROGRAMS = ["inkscape", "figma", "affinity", "illustrator"]
NAMES = {"name", "text1", "The Sleepy Hedgehog"}
"""The ids of the texts with the name, or their words."""
MM = 300 / 25.4


@pytest.fixture(scope="module", autouse=True)
def cache(shared_cache):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared_cache))
        yield


@pytest.fixture(scope="module")
def game():
    return generator.load(GAME)


@pytest.fixture
def copied(tmp_path):
    shutil.copytree(GAME, tmp_path / "game")
    return tmp_path / "game"


def edit(folder, name, old, new):
    path = folder / "templates" / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def colours(face, *places):
    """The colours at some places, in millimetres from the corner of the trim."""
    picture = Image.open(io.BytesIO(face.png(300))).convert("RGB")
    points = [(round((x + 3) * MM), round((y + 3) * MM)) for x, y in places]
    return [f"#{bytes(picture.getpixel(point)).hex()}" for point in points]


def test_all_of_them_are_cards_without_a_fault(game):
    result = game.check()

    assert (result.faults, result.warnings) == ((), ())
    names = [each.fit for each in result.fits if "hedgehog" in each.piece and each.fit.element in NAMES]
    assert len(names) == len(PROGRAMS)
    assert all(fit.floor < fit.used < fit.asked and fit.lines == 1 for fit in names)


@pytest.mark.parametrize(
    ("program", "picture", "night"),
    [
        ("inkscape", (10.0, 20.0), (53.6, 20.0)),
        ("figma", (10.0, 20.0), (49.6, 21.0)),
        ("affinity", (10.0, 20.0), (53.0, 20.0)),
        ("illustrator", (10.0, 20.0), (52.4, 22.0)),
    ],
)
def test_pictures_and_switches_take_their_columns(game, program, picture, night):
    fox, hedgehog = game.face(f"{program}:fox"), game.face(f"{program}:hedgehog")

    assert colours(fox, picture) == ["#f2c14e"]
    assert colours(hedgehog, picture, night) == ["#9fc490", "#9fc490"]
    assert colours(fox, night)[0] in {"#1c2541", "#22333b"}


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_ground_reaches_into_the_bleed(game, program):
    corner, edge = colours(game.face(f"{program}:fox"), (-2.8, 44.0), (0.5, 44.0))

    assert corner == edge != "#ffffff"


def test_a_changed_drawing_is_read_again(copied):
    before = generator.load(copied).face("figma:fox").svg()
    edit(copied, "figma.svg", 'height="1039" fill="#264653"', 'height="1039" fill="#645326"')

    assert "#645326" not in before
    assert "#645326" in generator.load(copied).face("figma:fox").svg()


def test_faults_point_at_the_line_of_the_drawing(copied):
    edit(copied, "inkscape.svg", "{{ card.name }}", "{{ card.naem }}")
    edit(copied, "figma.svg", '<text id="name"', '<text id="naem"')
    edit(copied, "affinity.svg", 'viewBox="0 0 815 1110"', 'viewBox="0 0 815 815"')
    edit(copied, "illustrator.svg", '<rect class="st0" width="195.59"', '<rect class="st0" width="a lot"')

    said = [str(fault).partition("templates/")[2] for fault in generator.load(copied).check().faults]
    assert [re.sub(r" \[.*?\]", "", each) for each in dict.fromkeys(said)] == [
        "inkscape.svg:120: 'naem' is unknown; did you mean 'name'?",
        "inkscape.svg:120: 'naem' is unknown; did you mean 'name'?",
        "figma.svg:12: label 'naem' is no column; did you mean 'name'?",
        "affinity.svg:3: the page is 815 × 815; draw it as large as the card, 63 × 88 mm, or with its bleed 69 × 94 mm",
        "illustrator.svg:16: width: 'a lot' is not a number",
    ]


def test_a_drawing_that_is_no_xml_is_a_fault(copied):
    edit(copied, "figma.svg", '<g id="Card"', '<g id="Card')

    with pytest.raises(Faults, match=r"templates/figma.svg:\d+: not well-formed"):
        generator.load(copied).face("figma:fox")


def test_headings_of_the_sheet_are_labels(copied):
    edit(copied, "figma.svg", '<text id="name"', '<text id="Card Title"')
    cards, game = copied / "cards.csv", copied / "game.toml"
    cards.write_text(cards.read_text("utf-8").replace("name", "Card Title", 1), "utf-8")
    game.write_text(game.read_text("utf-8").replace("name.type", 'name.from = "Card Title", name.type'), "utf-8")

    assert "The Sleepy Hedgehog" in generator.load(copied).face("figma:hedgehog").svg()


def test_braces_that_are_not_closed_are_a_warning(copied):
    edit(copied, "inkscape.svg", "{{ card.name }}", "{{ card.name }")

    warnings = generator.load(copied).check().warnings
    assert any("'{{ card.name }' is printed as it is; a value stands between {{ and }}" in each for each in warnings)


def test_a_picture_that_is_not_there_is_a_frame_and_a_warning(copied):
    (copied / "art" / "fox.svg").rename(copied / "art" / "fix.svg")
    result = generator.load(copied).check()

    assert result.faults == ()
    assert any("there is no picture 'fox" in warning and "frame" in warning for warning in result.warnings)
