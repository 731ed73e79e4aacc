"""Blank pages of Hadrian's Wall, and photos of them."""

import numpy as np
import pytest

from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.model.sheet import Book
from generator.scoresheets.form_filling import SheetMarks, build_blank_forms
from generator.scoresheets.photos.blank_page import blank_pages
from tests.scoresheets.photos.photographer import LEVELS, PENS, fill_in, photograph, random_marks

GAME = "hadrians-wall"


@pytest.fixture(scope="session")
def game():
    return load(find_game(GAME), prefix=GAME)


@pytest.fixture(scope="session")
def book(game):
    return Book.of(game.sheets.values())


@pytest.fixture(scope="session")
def pages(game, book):
    marks = SheetMarks(GameFolder(find_game(GAME), GAME), game, game.sheets, "en", book.start())
    return [page for form in build_blank_forms(marks, "a4").values() for page in blank_pages(form)]


@pytest.fixture(scope="session")
def pad():
    """The book, the sheet and the page of a pad, which is a quarter of a sheet of paper."""
    game = load(find_game("glory-to-rome"), prefix="glory-to-rome")
    start = Book.of(game.sheets.values()).start()
    marks = SheetMarks(GameFolder(find_game("glory-to-rome"), "glory-to-rome"), game, game.sheets, "en", start)
    (page,) = [page for form in build_blank_forms(marks, "a4").values() for page in blank_pages(form)]
    return Book.of(game.sheets.values()), next(iter(game.sheets.values())), page


@pytest.fixture
def taken(game, pages):
    """Take a photo of the left or right sheet: the photo, what was marked, and the kinds of the boxes."""

    def take(level, seed, *, with_digits=False, megapixels=4.0):
        rng = np.random.default_rng([seed, *level.encode()])
        number = seed % 2
        sheet, page = [*game.sheets.values()][number], pages[number]
        state, kinds = random_marks(sheet, page, rng, with_digits=with_digits)
        filled = fill_in(page, state, kinds, rng, rng.choice([*PENS]))
        return photograph(filled, LEVELS[level], rng, megapixels=megapixels), state, kinds

    return take
