import pytest

from generator.cli import terminal
from generator.cli.main import main


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        (["check", "--lang", "ja"], {}, "ja"),
        (["check", "--lang=ja"], {"LANG": "en_GB.UTF-8"}, "ja"),
        (["check", "--lang", "en", "--lang", "ja"], {"LANG": "ja_JP.UTF-8"}, "en"),
        (["check", "--lang", "en+ja"], {}, "en+ja"),
        (["check", "--lang"], {}, ""),
        (["check"], {"LANG": "ja_JP.UTF-8"}, "ja"),
        (["check"], {"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "C"),
        (["check"], {"LC_MESSAGES": "ja", "LC_ALL": ""}, "ja"),
        (["check"], {}, ""),
    ],
)
def test_language_is_that_of_the_pieces_or_of_the_computer(arguments, environment, expected):
    assert terminal.fault_language(arguments, environment) == expected


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "trial"
    folder.mkdir()
    (folder / "game.toml").write_text("format = 'one'\n", encoding="utf-8")
    return folder


def test_faults_are_in_the_language_of_the_pieces(game, capsys):
    assert main(["check", str(game), "--lang", "ja"]) == 1

    faults = capsys.readouterr().err.splitlines()
    assert f"{game}/game.toml:1 [format]: 整数を書いてください（今は'one'）。" in faults


@pytest.mark.parametrize("more", [["--json", "--lang", "ja"], ["--lang", "en"], ["--lang", "../ja"]])
def test_faults_are_in_english_otherwise(game, capsys, more):
    assert main(["check", str(game), *more]) == 1

    assert "must be a whole number, not 'one'" in "".join(capsys.readouterr())
