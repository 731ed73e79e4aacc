import ast
import sys
from pathlib import Path

import pytest

from generator.base.shown_faults.fault_translation import fault_translation
from generator.base.system import system_language
from generator.cli import terminal
from generator.cli.main import main
from generator.load.game_locations import templates_root


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


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ("build", "picket", "--only", "watch", "--paper", "a4"),
            ["ファイル ", "output/picket/watch-a4-en.pdf ", "ファイル1個、"],
        ),
        (("check", "picket", "--only", "watch", "--all"), ["文字 ", *["watch/"] * 4, "picket: 誤りなし。文字"]),
        (("pack", "picket"), ["picket.zip: ファイル"]),
        (
            ("new", "my-game"),
            ["my-gameは小さなゲームになりました。", "  vallum check my-game", "  vallum build my-game"],
        ),
        (("calibrate",), ["output/calibration-a4-en.pdf", "100 %で両面に印刷し"]),
        (("serve", "--passes"), ["ページを使えるブラウザーはありません。"]),
    ],
)
def test_tables_and_summaries_are_in_the_language_of_the_computer(vallum, monkeypatch, arguments, lines):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")

    said = vallum(*arguments)

    shown = said.out.splitlines()
    assert [line[: len(start)] for line, start in zip(shown, lines, strict=True)] == lines


def test_language_is_that_of_windows_where_the_environment_names_none(vallum, monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(system_language, "system_language", lambda: "ja")

    assert "'build'ではありませんか" in vallum("biuld").err


def test_games_have_their_titles_in_the_language_of_the_computer(vallum, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")

    assert "奴隷カード (cardsの中)" in vallum("games").out
    assert vallum("games", "--json").json["games"][0]["id"] == "aquileia"


def test_columns_of_a_new_deck_are_told_in_japanese(vallum, desk, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    (desk / "cards.csv").write_text("title,text,n\nFox,It runs,2\nOwl,It sees,1\n", "utf-8")

    assert vallum("new", "deck", "--table", "cards.csv").out.startswith(
        "deck: 2行\n  title: 名前\n  text: 文章\n  n: 数\n"
    )


def heads_in_source():
    """The words above the columns of the tables that commands print, as they stand in the code."""
    for file in sorted((Path(terminal.__file__).parent / "commands").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("print_table"):
                yield from (each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant))


def test_every_head_of_a_table_has_a_line():
    catalogue = fault_translation(templates_root() / "faults", "ja")

    assert {head for head in heads_in_source() if head} - {"id"} <= catalogue.heads.keys()


@pytest.mark.parametrize("language", ["jp", "de", "../ja", "en+ja"])
def test_language_that_messages_are_not_in_leaves_that_of_the_computer(vallum, monkeypatch, language):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")

    assert "build" in vallum("biuld", "--lang", language).err
    assert terminal.fault_language_in_use() == "ja"
