"""Photos of another game's sheet."""

import numpy as np
import pytest

from generator.base.errors import Faults
from generator.load.game_locations import GameFolder, find_game
from generator.scoresheets.photos.photographed_sheets import read_photographed_sheets
from tests.scoresheets.photos.photographer import EASY, fill_in, photograph, random_marks

GAME = "hadrians-wall"


def test_sheet_of_another_game_names_it(pad, game, tmp_path):
    _, sheet, page = pad
    rng = np.random.default_rng(7)
    photo = tmp_path / "IMG_7.jpg"
    photo.write_bytes(photograph(fill_in(page, *random_marks(sheet, page, rng), rng, "black"), EASY, rng))

    with pytest.raises(Faults, match=r"IMG_7\.jpg: shows a sheet of 'glory-to-rome', not of 'hadrians-wall'; choose"):
        read_photographed_sheets([photo], GameFolder(find_game(GAME), GAME), game, ("a4",))
