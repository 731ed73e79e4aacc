"""A sheet in anybody's folder is printed, becomes a form, adds itself up, and is read back: no Python, and no layout."""

import pikepdf
import pypdfium2
import pytest

GAME = """\
format = 1
title = { en = "Vestals" }
about = { en = "A try." }
designer = "Nobody"
year = 2026
version = "1.0"
date = "2026-11-21"
languages = ["en"]
[components.pad]
kind = "sheets"
title = { en = "Score pad" }
trim = ["120mm", "110mm"]
bleed = "0mm"
copies = 2
sheets = ["score"]
"""
SCORE = """\
title = { en = "Vestals" }
version = "3"
[columns]
p1 = { en = "Ann" }
p2 = { en = "Bob" }
[areas.points]
title = { en = "Points" }
kind = "number"
most = 99
[[areas.points.tracks]]
id = "vestals"
title = { en = "Vestals" }
[[areas.points.tracks]]
id = "fires"
title = { en = "Fires" }
[areas.days]
title = { en = "Days" }
boxes = 7
[values.total]
title = { en = "Total" }
is = "3 * vestals + fires // 2 + steps(vestals - rivals(vestals), {1: 5})"
[[scores]]
value = "total"
"""
MARKS = {"vestals_p1": 4, "vestals_p2": 3, "fires_p1": 7, "days_01": 1, "days_02": 1}


@pytest.fixture
def vestals(desk, put_files):
    """A user's game with one sheet."""
    return put_files(desk / "vestals", {"game.toml": GAME, "sheets/score.toml": SCORE})


def test_own_sheet_is_printed_and_becomes_a_form(vallum, desk, vestals):
    assert vallum("build", "vestals", "--paper", "a4", "--only", "pad").code == 0

    with pikepdf.open(desk / "output/vestals/pad-fillable-a4-en.pdf") as pdf:
        names = [str(field.T) for field in pdf.Root.AcroForm.Fields]
        order = [str(field.objgen) for field in pdf.Root.AcroForm.CO]
    assert names[:4] == ["vestals_p1", "vestals_p2", "fires_p1", "fires_p2"]
    assert names[4:] == [f"days_0{n}" for n in range(1, 8)] + ["total_p1", "total_p2"]
    assert len(order) == 2
    assert (desk / "output/vestals/pad-a4-en.pdf").is_file()


def test_own_sheet_is_read_back_and_added_up(read_back, vestals):
    said = read_back("vestals", MARKS, "--json")

    assert said.code == 0
    assert {id_: held for id_, held in said.json["marks"].items() if held} == MARKS
    assert (said.json["values"]["total_p1"], said.json["values"]["total_p2"]) == (12 + 3 + 5, 9)


def test_gap_in_an_own_track_is_told(read_back, vestals):
    said = read_back("vestals", {"days_02": 1})

    assert said.code == 1
    assert "days_02" in said.out


def test_sample_has_a_sheet_to_copy(vallum, read_back, desk):
    assert vallum("new", "my-game").code == 0

    said = read_back("my-game", {f"night_{n}": 4 for n in range(1, 6)})

    assert said.code == 0, said.out
    assert "20" in said.out
    assert "the wall holds" in said.out


def test_sample_prints_everything_without_its_layout(vallum, desk):
    vallum("new", "my-game")
    (desk / "my-game/sheets/nights.layout.toml").unlink()
    manifest = desk / "my-game/game.toml"

    said = vallum("check", "my-game")
    assert "score.svg.j2:6" in said.err
    assert (
        "sheet 'nights' has no layout and so no spot called 'rules'; write 'sheets/nights.layout.toml', or" in said.err
    )
    assert "or leave 'front' out of game.toml for the plain drawing" in said.err
    assert "figures.toml:30: number 6 points to" in said.err  # in the part of the sheet that is shown

    manifest.write_text(manifest.read_text("utf-8").replace('front = "score.svg.j2"', ""), "utf-8")
    assert vallum("build", "my-game", "--paper", "a4", "--lang", "en", "--only", "score").code == 0
    with pikepdf.open(desk / "output/my-game/score-fillable-a4-en.pdf") as pdf:
        names = {str(field.T) for field in pdf.Root.AcroForm.Fields}
    with pypdfium2.PdfDocument(desk / "output/my-game/score-a4-en.pdf") as pdf:
        words = pdf[0].get_textpage().get_text_range()
    assert {"night_1", "night_5", "total", "rank_1", "rank_3"} <= names
    assert all(word in words for word in ("Night 1", "Night 5", "the wall holds"))


def test_sample_finds_places_without_its_layout(vallum, read_back, desk):
    vallum("new", "my-game")
    (desk / "my-game/sheets/nights.layout.toml").unlink()
    manifest = desk / "my-game/game.toml"
    manifest.write_text(manifest.read_text("utf-8").replace('front = "score.svg.j2"', ""), "utf-8")

    assert read_back("my-game", {"night_1": 7}, "--json").json["values"]["total"] == 7
