"""Pages whose commands make their pictures, followed from top to bottom; tests/site/test_recipes.py follows the cookbook."""

from pathlib import Path

import pypdfium2
import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(page.name for page in DOCS.glob("*.md") if "<!-- picture: " in page.read_text("utf-8"))
SLOW = "starters.md"
"""Builds six games, which tests/cli/test_starters.py does too; the site's build follows it each time."""


@pytest.mark.parametrize("page", PAGES)
def test_page_makes_its_pictures(page, follow, long):
    if page == SLOW and not long:
        pytest.skip("builds six games: --long")
    folder, pictures = follow(f"docs/{page}")

    for picture in pictures:
        with pypdfium2.PdfDocument(folder / picture.file) as document:
            assert picture.page <= len(document), picture.file


def test_first_game_has_its_cards_and_backs(follow):
    folder, _ = follow("docs/first-game.md")

    with pypdfium2.PdfDocument(folder / "output/foxes/deck-a4-en.pdf") as document:
        front, back = (page.get_textpage().get_text_bounded() for page in document)
    assert front.count("Fox\r\n") + front.count("Fox ") >= 4
    assert front.count("Heron of the Long Grass") == 2
    assert "Hare" not in back
