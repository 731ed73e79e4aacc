"""Other eyes: known colours become known colours, and every sheet gets a view."""

import json
from contextlib import redirect_stdout
from io import StringIO

import pytest
from PIL import Image

from generator.build.outputs.simulated_views import simulate_colour, simulate_image
from generator.cli.main import main

EYES = ("deutan", "protan", "tritan", "grey")
PICTURE = "picket", "--only", "raid", "--paper", "a4", "--jobs", "1"


@pytest.fixture
def desk(tmp_path, monkeypatch, shared_cache):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(shared_cache))
    return tmp_path


def built(*words):
    with redirect_stdout(StringIO()) as said:
        assert main(["build", *PICTURE, "--json", *words]) == 0
    return json.loads(said.getvalue())["files"]


# Reckoned by hand: a column of the published matrix is what a full red, green or blue becomes in linear light.
@pytest.mark.parametrize(
    ("eyes", "given", "expected"),
    [
        ("deutan", (255, 0, 0), (163, 144, 0)),
        ("deutan", (0, 255, 0), (239, 214, 58)),
        ("protan", (255, 0, 0), (109, 95, 0)),
        ("protan", (0, 255, 0), (255, 229, 0)),
        ("protan", (0, 0, 255), (0, 89, 255)),
        ("tritan", (0, 0, 255), (0, 107, 150)),
        ("grey", (255, 0, 0), (127, 127, 127)),
        ("grey", (0, 255, 0), (220, 220, 220)),
        ("grey", (0, 0, 255), (76, 76, 76)),
    ],
)
def test_known_colours_become_known_colours(eyes, given, expected):
    red, green, blue = simulate_colour(eyes, *(level / 255 for level in given))

    assert [round(255 * share) for share in (red, green, blue)] == pytest.approx(expected, abs=1)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("level", [0, 1, 100, 255])
def test_greys_stay_what_they_are(eyes, level):
    assert simulate_colour(eyes, *[level / 255] * 3) == pytest.approx([level / 255] * 3, abs=0.002)


@pytest.mark.parametrize("eyes", EYES)
def test_whole_picture_agrees_with_its_colours(eyes):
    levels = [(red, green, blue) for red in range(0, 256, 15) for green in range(0, 256, 51) for blue in (3, 128, 250)]
    picture = Image.new("RGB", (len(levels), 1))
    picture.putdata(levels)

    shown = simulate_image(eyes, picture).tobytes()

    exact = [255 * share for each in levels for share in simulate_colour(eyes, *(level / 255 for level in each))]
    assert list(shown) == pytest.approx(exact, abs=10)
    assert sum(abs(a - b) for a, b in zip(shown, exact, strict=True)) / len(exact) < 1


def test_every_page_gets_a_view_for_each_pair_of_eyes(desk):
    files = built("--simulate", "grey", "--simulate", "tritan")
    views = {file["file"] for file in files if file["file"].endswith(".png")}

    assert views == {
        f"output/picket/simulated/{eyes}/raid-a4-en-{n}.png" for eyes in ("grey", "tritan") for n in (1, 2)
    }


def test_grey_view_has_no_colour_left(desk):
    built("--simulate", "grey")
    with Image.open(desk / "output/picket/simulated/grey/raid-a4-en-1.png") as view:
        red, green, blue = view.split()

    assert view.size == (827, 1169)
    assert red.tobytes() == green.tobytes() == blue.tobytes()
    assert len(set(red.tobytes())) > 50


def test_view_is_drawn_once_and_again_where_it_is_lost(desk):
    built("--simulate", "grey")
    again = built("--simulate", "grey")
    (desk / "output/picket/simulated/grey/raid-a4-en-2.png").unlink()
    lost = built("--simulate", "grey")

    assert not any(file["fresh"] for file in again)
    assert [file["file"][-5] for file in lost if file["fresh"]] == ["2"]
