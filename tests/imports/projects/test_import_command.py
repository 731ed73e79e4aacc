import json

import pytest

from generator.cli.main import main
from tests.imports.conftest import picture


def run(capsys, *given):
    code = main([str(each) for each in given])
    told = capsys.readouterr()
    return code, (told.out + told.err).strip()


@pytest.mark.parametrize(
    ("file", "what"),
    [
        (
            "deck.xml",
            "'deck.xml' is no project that can be taken over; those are .cmp, .yml, .yaml, .rb, .nde, .txt, .json files, "
            "and folders of Cider",
        ),
        ("deck.cmp", "no file "),
        ("deck.csv", "'deck.csv' is a table alone; make a deck of it with vallum new my-game --table deck.csv"),
        ("", " is no project that can be taken over"),
    ],
)
def test_what_is_no_project_is_refused(tmp_path, capsys, file, what):
    code, told = run(capsys, "import", tmp_path / "my-game", tmp_path / file)

    assert code == 2
    assert what in told
    assert not (tmp_path / "my-game").exists()


def test_folder_that_is_there_is_left_alone(tmp_path, capsys):
    (tmp_path / "deck.nde").write_text("LINK = cards.csv\n")
    (tmp_path / "my-game").mkdir()
    (tmp_path / "my-game/mine.txt").write_text("mine")

    assert run(capsys, "import", tmp_path / "my-game", tmp_path / "deck.nde")[0] == 2
    assert [path.name for path in (tmp_path / "my-game").iterdir()] == ["mine.txt"]


def test_json_names_what_is_lost(tmp_path, capsys):
    (tmp_path / "deck.nde").write_text("LINK = cards.csv\nZOOM = 3\n")
    (tmp_path / "cards.csv").write_text("Name\nOne\n")
    code, told = run(capsys, "import", tmp_path / "my-game", tmp_path / "deck.nde", "--json")

    assert code == 0
    assert json.loads(told)["cards"] == {"cards": 1}
    assert json.loads(told)["lost"][0] == "commands that are not taken over: ZOOM (1)"


def test_pictures_leave_the_folder_in_no_way(tmp_path, capsys):
    (tmp_path / "secret.png").write_bytes(picture())
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "link.png").symlink_to(tmp_path / "secret.png")
    (theirs / "huge.bmp").write_bytes(b"BM" + b"\xff" * 60)
    (theirs / "cards.csv").write_text("Name,Art\na,../secret.png\nb,link.png\nc,huge.bmp\nd,/etc/passwd\n")
    (theirs / "deck.nde").write_text("LINK = cards.csv\nIMAGE = 1-4, [Art], 0, 0, 10%, 10%\n")
    code, told = run(capsys, "import", tmp_path / "my-game", theirs / "deck.nde")

    assert code == 1, "nothing of the pictures came over"
    assert {file.suffix for file in (tmp_path / "my-game/art").iterdir()} == {".svg"}, "dashed frames"
    assert told.count("picture '") == 4


def test_counts_are_told_at_the_end(tmp_path, capsys):
    (tmp_path / "deck.nde").write_text(
        "LINK = cards.csv\nIMAGE = 1-4, [Art], 0, 0, 10%, 10%\nTEXT = 1-4, [Name], 0, 0, a, b\n"
    )
    (tmp_path / "cards.csv").write_text("Name,Art\nOne,one.png\n")
    (tmp_path / "one.png").write_bytes(picture())
    code, told = run(capsys, "import", tmp_path / "my-game", tmp_path / "deck.nde")

    assert code == 0
    assert "Taken over: 1 of 2 boxes, 1 of 1 tables, 1 of 1 pictures" in told


@pytest.mark.parametrize("missing", ["cards.csv", "one.png"])
def test_kind_of_which_nothing_came_over_is_a_failure(tmp_path, capsys, missing):
    (tmp_path / "deck.nde").write_text("LINK = cards.csv\nIMAGE = 1-4, one.png, 0, 0, 10%, 10%\n")
    (tmp_path / "cards.csv").write_text("Name\nOne\n")
    (tmp_path / "one.png").write_bytes(picture())
    (tmp_path / missing).unlink()
    code, told = run(capsys, "import", tmp_path / "my-game", tmp_path / "deck.nde")

    assert code == 1
    assert f"None of its {'tables' if missing == 'cards.csv' else 'pictures'} came over" in told
    assert (tmp_path / "my-game/game.toml").exists()


def test_losses_are_told_in_japanese(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    (tmp_path / "deck.nde").write_text("LINK = cards.csv\nTEXT = 1, [Name], 0, 0, 50%, 50%\nDICE = 1, 2\n")
    (tmp_path / "cards.csv").write_text("Name\nOne\n")
    code, told = run(capsys, "import", tmp_path / "my-game", tmp_path / "deck.nde")

    assert (code, "  取り込まないコマンド：DICE (1)" in told, "表1個中1個" in told) == (0, True, True)
