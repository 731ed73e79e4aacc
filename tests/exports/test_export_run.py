"""Several games, languages and targets at once, and what becomes of findings."""

import shutil

import pytest
from PIL import Image

from generator.base.errors import Faults, UsageError
from generator.base.records import replace
from generator.build.card_formats import find_card_size
from generator.build.options import BuildOptions, game_folders
from generator.build.papers import find_paper
from generator.exports import face_files
from generator.exports.export_options import ExportOptions
from generator.exports.export_run import export_games
from generator.exports.findings import Report
from generator.exports.targets import find_target
from generator.load.game_locations import data_root, sample


@pytest.fixture
def options(tmp_path):
    return ExportOptions(BuildOptions((find_paper("a4"),), ("en", "ja"), only=("raid", "jokers"), out=tmp_path), dpi=72)


def test_every_game_is_exported_in_every_language(options, tmp_path):
    games = game_folders(["picket", str(data_root() / "starters" / "poker")])
    outcomes = [*export_games(games, [find_target("pictures")], options)]

    assert [[(each.game, each.language) for each in some] for some in outcomes] == [
        [("picket", "en"), ("picket", "ja")],
        [("poker", "en"), ("poker", "ja")],
    ]
    report = tmp_path / "picket" / "pictures-ja-only-raid-72dpi" / "report.txt"  # each game has its own components
    assert "画像" in report.read_text()


def test_faults_leave_no_folder_and_warnings_stand_in_the_report(export, monkeypatch, tmp_path):
    def write(request, folder):
        folder.write("a.png", b"")
        report = Report()
        report.warn("raid", "a warning")
        if request.options.dpi == 100:
            report.fault("raid/a front", "one; another would do")
            report.fault("raid/b front", "two; another would do")
        return report

    monkeypatch.setattr(face_files, "write", write)
    done = export("picket", "pictures", dpi=100)

    assert [str(each) for each in done.faults] == [
        "raid/a front: one; another would do",
        "raid/b front: two; another would do",
    ]
    assert (done.files, [*tmp_path.iterdir()]) == ((), [])
    assert "- raid: a warning" in (export("picket", "pictures").folder / "report.txt").read_text()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Pictures, by their files\n\nart/fox.png, art/owl.png: A. Smith, CC BY 4.0\n"),
        ("ja", "絵とその作者\n\nart/fox.png、art/owl.png：A. Smith, CC BY 4.0\n"),
    ],
)
@pytest.mark.parametrize("target", ["pictures", "playingcards"])
def test_makers_of_pictures_go_with_every_export(export, tmp_path, target, language, text):
    game = shutil.copytree(sample(), tmp_path / "mine")
    plain = export(game, target, only=["raid"], language=language)
    assert "CREDITS.txt" not in plain.files
    lines = '"art/fox.png" = "A. Smith, CC BY 4.0"\n"art/owl.png" = "A. Smith, CC BY 4.0"\n"art/none.png" = ""\n'
    (game / "credits.toml").write_text(f"[pictures]\n{lines}", "utf-8")
    done = export(game, target, only=["raid"], language=language)

    assert (done.folder / "CREDITS.txt").read_text("utf-8") == text
    assert {*done.files} - {*plain.files} == {"CREDITS.txt"}


def test_unknown_language_is_told_before_anything_is_made(export, tmp_path):
    with pytest.raises(UsageError, match="no language 'xx'"):
        export("picket", "pictures", language="xx")
    assert [*tmp_path.iterdir()] == []


def test_faults_of_the_game_are_its_outcome(options, tmp_path):
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "game.toml").write_text("x = ")

    (outcome,) = export_games(game_folders([str(broken)]), [find_target("pictures")], options)

    assert isinstance(outcome, Faults)


def test_cards_are_scaled_for_a_shop_that_makes_another_size(options, tmp_path):
    asked = replace(
        options, build=replace(options.build, only=("market",), size=find_card_size("bridge"), languages=("en",))
    )
    ((done,),) = export_games(game_folders(["concordia"]), [find_target("pictures")], replace(asked, bleed=0.0))

    with Image.open(next(done.folder.rglob("*.png"))) as picture:
        assert picture.size == (round(57.15 / 25.4 * 72), round(88.9 / 25.4 * 72))
