"""`vallum sheet read` of photos that cannot be read: one sentence, exit code 3, and nothing written."""

import numpy as np
import pytest

from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.scoresheets.form_filling import SheetMarks, build_blank_forms
from generator.scoresheets.photos.blank_page import blank_pages
from tests.scoresheets.photos.bad_photos import BAD
from tests.scoresheets.photos.other_editions import EDITIONS, photo_of
from tests.scoresheets.photos.photographer import EASY, fill_in, photograph, random_marks

pytestmark = pytest.mark.usefixtures("photos_read_here")


@pytest.fixture(scope="module")
def good():
    """A photo of the left sheet."""
    game = load(find_game("hadrians-wall"), prefix="x")
    marks = SheetMarks(GameFolder(game.folder, "x"), game, game.sheets, "en", {})
    page = next(blank_pages(next(iter(build_blank_forms(marks, "a4").values()))))
    rng = np.random.default_rng(11)
    return photograph(fill_in(page, *random_marks(game.sheets["left"], page, rng), rng, "black"), EASY, rng)


@pytest.mark.parametrize("name", BAD)
def test_photo_that_cannot_be_read_is_told_in_one_sentence(vallum, desk, good, name):
    change, sentence = BAD[name]
    (desk / "left.jpg").write_bytes(change(good))
    before = {path: path.stat().st_mtime_ns for path in desk.rglob("*")}

    said = vallum("sheet", "read", "left.jpg", "--game", "hadrians-wall", "--paper", "a4", "--lang", "en")

    assert (said.code, said.out) == (3, "")
    lines = [line for line in said.err.splitlines() if line.strip()]
    assert sentence in " ".join(lines)
    assert lines[0].count("left.jpg: ") == 1
    assert {path: path.stat().st_mtime_ns for path in desk.rglob("*")} == before


@pytest.mark.parametrize("edition", EDITIONS)
def test_sheet_of_another_edition_is_told_in_one_sentence(vallum, desk, tmp_path, edition):
    (desk / "left.jpg").write_bytes(photo_of(edition, tmp_path / "edition"))
    before = {path: path.stat().st_mtime_ns for path in desk.rglob("*")}

    said = vallum("sheet", "read", "left.jpg", "--game", "hadrians-wall", "--paper", "a4", "--lang", "en")

    assert (said.code, said.out) == (3, "")
    assert "left.jpg: shows a sheet whose print differs from that of this game; read it with the edition" in said.err
    assert {path: path.stat().st_mtime_ns for path in desk.rglob("*")} == before
