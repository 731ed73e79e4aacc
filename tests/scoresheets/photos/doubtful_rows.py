"""A photo of a sheet with one row: marks in its first boxes, and dots in the next that may be marks."""

from functools import cache

import numpy as np
from PIL import ImageDraw

from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.model.sheet import Book
from generator.scoresheets.form_filling import SheetMarks, build_blank_forms
from generator.scoresheets.photos.blank_page import blank_pages
from tests.scoresheets.photos.photographer import EASY, photograph

GAME = "hadrians-wall"


@cache
def photo_of_doubtful_row(row):
    """Return a photo of the left sheet: in a row four boxes are marked, and the next three in doubt."""
    game = load(find_game(GAME), prefix=GAME)
    start = Book.of(game.sheets.values()).start()
    forms = build_blank_forms(SheetMarks(GameFolder(game.folder, GAME), game, game.sheets, "en", start), "a4")
    page = next(blank_pages(next(iter(forms.values()))))
    image = page.image.copy()
    draw = ImageDraw.Draw(image)
    for number in range(1, 8):
        x1, y1, x2, y2 = page.boxes[f"{row}_{number:02}"]
        mark = (x1 + 8, y1 + 12, x2 - 8, y2 - 25) if number < 5 else (x1 + 14, y1 + 12, x1 + 17, y1 + 16)
        draw.line(mark, fill=(20, 20, 25), width=3 if number < 5 else 2)
    return photograph(image, EASY, np.random.default_rng(1))
