"""Pages whose pictures are made, most by following them from top to bottom; test_recipes.py follows the cookbook."""

from pathlib import Path

import pypdfium2
import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(page.name for page in DOCS.glob("*.md") if "<!-- picture: " in page.read_text("utf-8"))
SLOW = {"starters.md", "virtual-tables.md"}
"""They build six games, which tests/cli/test_starters.py does too, and lay a whole game on a table."""


@pytest.mark.parametrize("page", PAGES)
def test_page_makes_its_pictures(page, follow, long):
    if page in SLOW and not long:
        pytest.skip("builds whole games: --long")
    _, changed = follow(f"docs/{page}")

    assert changed == [], "python docs/site/pictures.py makes them anew"


def test_first_game_has_its_cards_and_backs(follow):
    folder, _ = follow("docs/first-game.md")

    with pypdfium2.PdfDocument(folder / "output/foxes/deck-a4-en.pdf") as document:
        front, back = (page.get_textpage().get_text_bounded() for page in document)
    assert front.count("Fox\r\n") + front.count("Fox ") >= 4
    assert front.count("Heron of the Long Grass") == 2
    assert "Hare" not in back
