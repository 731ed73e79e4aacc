import json

import pytest

from generator.cli.main import main
from tests.exchange.imports.conftest import picture


def run(capsys, *given):
    code = main([str(each) for each in given])
    told = capsys.readouterr()
    return code, (told.out + told.err).strip()


@pytest.mark.parametrize(
    ("file", "what"),
    [
        (
            "deck.xml",
            "'deck.xml' is no project that can be taken over; those are .cmp, .yml, .yaml, .rb, .nde, .txt files",
        ),
        ("deck.cmp", "no file "),
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

    assert code == 0
    assert not (tmp_path / "my-game/art").exists()
    assert told.count("picture '") == 4
