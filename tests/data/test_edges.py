"""Cards that lie side by side without a gap have one hue along their edges, so that a cut that is a little off does not show."""

from collections import defaultdict
from itertools import combinations
from math import dist
from pathlib import Path

import pypdfium2
import pytest
from PIL import ImageStat

from generator.base.cache import Cache
from generator.base.units import MM
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.write.pdf.document import face_pdf

DATA = Path(__file__).parents[2] / "data"
BAND = 0.6 * MM
"""Half the width of the strip that is compared: what a cut may be off."""
NEAR = 60
"""How far two hues may be apart, of 441: stone and its joints."""


def hues(renderer, job):
    """The mean colour along each edge of a face, and the colour of its ground."""
    face, forms, _ = renderer.draw(job)
    page = pypdfium2.PdfDocument(b"".join(face_pdf([face], {form.key: form for form in forms}, renderer.labels.fonts)))[
        0
    ]
    picture = page.render(scale=2).to_pil().convert("RGB")
    near, far = (2 * (face.bleed - BAND), 2 * (face.bleed + BAND))
    width, height = picture.size
    strips = [
        (near, near, far, height - near),
        (width - far, near, width - near, height - near),
        (near, near, width - near, far),
        (near, height - far, width - near, height - near),
    ]
    return [ImageStat.Stat(picture.crop(tuple(map(round, strip)))).mean for strip in strips], face.edge


def farthest(name, part, tmp_path):
    """The greatest distance of two hues at the edges of a deck's cards of one ground."""
    renderer = FaceRenderer(load(DATA / name), name, "colour", Cache(tmp_path), "test")
    groups = defaultdict(lambda: ([], []))
    for piece in part.pieces:
        sides = {}
        for side in ("front", "back"):
            theme = "light" if side == "back" and part.light_back else ""
            sides[side] = hues(renderer, FaceJob(part, piece, side, "en", part.trim, "key", theme=theme))
        fronts, backs = groups[sides["front"][1], sides["back"][1]]
        fronts += sides["front"][0]
        backs += sides["back"][0]
    pairs = (pair for both in groups.values() for edges in both for pair in combinations(edges, 2))
    return max(dist(*pair) for pair in pairs)


@pytest.mark.parametrize("name", ["aquileia", "glory-to-rome"])
def test_cards_that_share_cuts_have_one_hue_along_their_edges(name, tmp_path):
    decks = [part for part in load(DATA / name).components if part.shared_cuts]

    assert decks
    assert {part.id: distance for part in decks if (distance := farthest(name, part, tmp_path)) > NEAR} == {}


def test_cards_whose_pictures_reach_the_cut_share_none(tmp_path):
    orders = load(DATA / "glory-to-rome").component("orders")

    assert not orders.shared_cuts
    assert farthest("glory-to-rome", orders, tmp_path) > 2 * NEAR
