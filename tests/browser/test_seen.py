"""What a box of the sheet is told by: its name to whoever hears the page, its glyph to whoever sees no colours."""

import base64
import io
import json
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from generator.load.game_loader import load

pytestmark = pytest.mark.browser
GAME = load(Path(__file__).parents[2] / "data/hadrians-wall")
SHEETS = {box.id: sheet.id for sheet in GAME.sheets.values() for track in sheet.tracks for box in track.boxes}
VISIONS = ["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"]
PLACE = """JSON.stringify((() => {{ const spot = document.createElement('span'); spot.className = 'key at-{0}';
    document.querySelector('#keys-{1}').append(spot); spot.scrollIntoView({{block: 'center', inline: 'center'}});
    const box = spot.getBoundingClientRect(); spot.remove();
    return [box.x + scrollX, box.y + scrollY, box.width, box.height] }})())"""
"""Where a box stands on the page."""
LAYERS = "document.querySelectorAll('.ink').forEach(each => each.style.visibility = '{}')"


@pytest.fixture
def shown(entered, served, begun):
    """A game on the screen, half played, and what the session says of it."""
    entered.look("en.light.normal")
    entered.wide(1440)
    entered.go(f"{served.base}/play/full-half")
    return json.loads(served.typed("solo", "show", "full-half", "--json").stdout)["seen"]


def test_every_box_is_heard_by_a_name_of_its_own(entered, shown):
    tree = entered.call("Accessibility.getFullAXTree")["nodes"]
    heard = [node for node in tree if not node.get("ignored") and node["role"]["value"] in {"image", "button", "link"}]
    found = "[...document.querySelectorAll('.frame .boxes a')].map(each => each.textContent)"
    boxes = json.loads(entered.run(f"JSON.stringify({found})"))

    links = {node["name"]["value"] for node in heard if node["role"]["value"] == "link"}
    assert len(boxes) == len(shown["marks"]) > 400
    assert all(node["name"]["value"] for node in heard)
    assert len(boxes) == len(set(boxes) & links)


@pytest.mark.usefixtures("begun")
def test_what_happens_beside_paper_is_heard_and_not_seen(entered, served):
    entered.look("en.light.normal")
    entered.wide(360)
    entered.go(f"{served.base}/play/paper-half")
    told = entered.run("document.querySelector('.report li').textContent")
    tree = entered.call("Accessibility.getFullAXTree")["nodes"]

    assert told in [node["name"]["value"] for node in tree if not node.get("ignored") and "name" in node]
    assert entered.run("document.querySelector('.report').offsetHeight") == 1


def grey(tab, place):
    """A box in shades of grey, as large as one that is looked at."""
    x, y, width, height = place
    clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
    data = tab.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)["data"]
    return Image.open(io.BytesIO(base64.b64decode(data))).convert("L").resize((32, 32))


def glyph(tab, place):
    """What is drawn over the printed box, as lightness."""
    tab.run(LAYERS.format("hidden"))
    bare = grey(tab, place)
    tab.run(LAYERS.format(""))
    return ImageChops.difference(grey(tab, place), bare)


@pytest.mark.parametrize("vision", VISIONS)
def test_states_differ_without_colour(entered, served, shown, vision):
    done = json.loads(served.typed("solo", "export", "full-half", "--json").stdout)["actions"]
    filled, *_, last = [line.split()[1] for line in done if line.startswith("mark ")]
    legal = next(line.split()[1] for line in shown["legal"] if line.startswith("mark "))
    entered.run("document.querySelectorAll('.head, .panel').forEach(each => each.style.display = 'none')")
    entered.call("Emulation.setEmulatedVisionDeficiency", type=vision)
    places = [json.loads(entered.run(PLACE.format(box, SHEETS[box]))) for box in (filled, last, legal)]
    glyphs = [glyph(entered, place) for place in places]
    entered.call("Emulation.setEmulatedVisionDeficiency", type="none")

    assert all(each.getextrema()[1] > 120 for each in glyphs)
    for one, other in combinations(glyphs, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 6
