"""Sheets of Hadrian's Wall as they were printed from other data, of which photos are taken."""

import shutil

import numpy as np

from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.model.sheet import Book
from generator.scoresheets.form_filling import SheetMarks, build_blank_forms
from generator.scoresheets.photos.blank_page import blank_pages
from tests.scoresheets.photos.photographer import EASY, fill_in, photograph, random_marks

GAME = "hadrians-wall"
EDITIONS = {
    "a row that begins a box later": [("renown = { at = [12, 75.85]", "renown = { at = [16, 75.85]")],
    "a row half a box aside": [("renown = { at = [12, 75.85]", "renown = { at = [14, 75.85]")],
    "narrower boxes": [("size = [3.85, 4.1]", "size = [3.6, 4.1]")],
    "two rows exchanged": [
        ("renown = { at = [12, 75.85]", "renown = { at = [12, 81.600]"),
        ("piety = { at = [12, 81.6]", "piety = { at = [12, 75.85]"),
    ],
}
"""What each has changed in the layout of the left sheet."""


def photo_of(edition, folder, conditions=EASY):
    """Return a photo of the left sheet of an edition, whose game is written into a folder."""
    data = shutil.copytree(find_game(GAME), folder / GAME)
    layout = data / "sheets" / "left.layout.toml"
    text = layout.read_text("utf-8")
    for before, after in EDITIONS[edition]:
        assert before in text
        text = text.replace(before, after)
    layout.write_text(text, "utf-8")
    game = load(data, prefix=GAME)
    start = Book.of(game.sheets.values()).start()
    forms = build_blank_forms(SheetMarks(GameFolder(data, GAME), game, game.sheets, "en", start), "a4")
    page = next(blank_pages(next(iter(forms.values()))))
    rng = np.random.default_rng(5)
    state, kinds = random_marks(game.sheets["left"], page, rng)
    return photograph(fill_in(page, state, kinds, rng, "black"), conditions, rng)
