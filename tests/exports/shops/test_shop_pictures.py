"""Pictures of lying cards, which shops print on cards that stand."""

import pytest
from PIL import Image, ImageOps

from tests.exports.conftest import made_deck

RED, BLUE = (255, 0, 0), (0, 0, 255)


def edges_of(picture, colour):
    """The edges of a picture along which all is of one colour."""
    width, height = picture.size
    middles = {
        "top": (width // 2, 2),
        "bottom": (width // 2, height - 3),
        "left": (2, height // 2),
        "right": (width - 3, height // 2),
    }
    return [edge for edge, place in middles.items() if picture.getpixel(place) == colour]


def printed(export, game, target):
    """The front of a card, and its back as it lies behind the front: seen through the card."""
    done = export(game, target, language="en")
    pictures = done.folder.rglob("*.png")
    front, back = (Image.open(path).convert("RGB") for path in sorted(pictures, key=lambda path: "back" in path.name))
    assert front.size == back.size
    return front, ImageOps.mirror(back)


@pytest.mark.parametrize("target", ["mpc", "tgc"])
@pytest.mark.parametrize(("width", "height"), [(88, 63), (63, 88)])
def test_upper_edges_of_front_and_back_are_the_same_edge_of_the_card(export, made_game, target, width, height):
    front, behind = printed(export, made_game(deck=made_deck(width, height)), target)

    assert front.height > front.width
    assert len(edges_of(front, RED)) == 1
    assert edges_of(behind, BLUE) == edges_of(front, RED)
