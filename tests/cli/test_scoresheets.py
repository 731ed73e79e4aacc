"""A scoresheet in a user's own folder is printed, with a layout and without."""

import pytest

GAME = """\
format = 1
title = { en = "Hunt" }
about = { en = "A try." }
designer = "Nobody"
year = 2026
version = "1.0"
date = "2026-11-21"
languages = ["en"]
[components.pad]
kind = "sheets"
title = { en = "Score pad" }
trim = ["95mm", "135mm"]
bleed = "0mm"
copies = 4
sheets = ["score"]
"""
SCORE = """\
title = { en = "A day's hunt" }
version = "1"
years = 4
effects = ["soldier", "renown"]
[areas.hunter]
title = { en = "Hunter" }
kind = "text"
most = 40
boxes = [{ id = "name", title = { en = "Name" } }]
[areas.game]
title = { en = "Game" }
note = { en = "Mark what you bring home: {renown}." }
[[areas.game.tracks]]
id = "hares"
title = { en = "Hares" }
boxes = [{ start = 1 }, {}, {}]
[[areas.game.tracks]]
id = "deer"
title = { en = "Deer" }
kind = "mark2"
filled_by = ["soldier"]
boxes = [{}, { gains = ["renown"] }]
[areas.days]
title = { en = "Days" }
kind = "year"
boxes = 3
[values.total]
title = { en = "Total" }
is = "hares + 3 * deer"
[[scores]]
value = "total"
"""
LAYOUT = """\
grid = [19, 27]
[areas]
game = [0, 8, 19, 9]
[tracks]
hunter = { at = [8, 3], size = [10, 2] }
hares = { at = [8, 10], size = [2, 2] }
deer = { at = [8, 13], size = [2, 2] }
days = { at = [8, 18], size = [2, 2] }
[values]
total = [14, 24, 4, 2]
"""


@pytest.fixture
def hunt(tmp_path, put_files):
    """A game's folder with a sheet, and its layout where one is given."""

    def made(layout=""):
        layouts = {"sheets/score.layout.toml": layout} if layout else {}
        return put_files(tmp_path / "hunt", {"game.toml": GAME, "sheets/score.toml": SCORE, **layouts})

    return made


@pytest.mark.parametrize("layout", ["", LAYOUT])
@pytest.mark.parametrize("theme", ["colour", "mono"])
def test_pad_of_a_users_game_is_printed(command, hunt, tmp_path, layout, theme):
    said = command("build", hunt(layout), "--paper", "a4", "--theme", theme, "--out", tmp_path / "out", "--json")

    assert said.code == 0, said.out
    pad = next(file for file in said.json["files"] if "/pad-a4-en" in file["file"])
    assert (pad["pieces"], pad["sheets"]) == (4, 1)


def test_sheet_too_small_for_its_boxes_is_a_fault(command, hunt):
    folder = hunt()
    (folder / "game.toml").write_text(GAME.replace('["95mm", "135mm"]', '["60mm", "60mm"]'), "utf-8")

    said = command("check", folder)

    assert said.code == 1
    assert "the boxes of sheet 'score' do not fit at 5.5 mm" in said.err
