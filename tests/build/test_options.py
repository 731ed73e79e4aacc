from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import OutputError
from generator.build.options import (
    FIRST_LANGUAGE,
    BuildOptions,
    GameFolder,
    check_output_folder,
    game_folders,
    options_by_game,
)
from generator.load.game_loader import load


def test_no_names_mean_every_game_but_the_sample():
    shown = [place.shown for place in game_folders([])]

    assert {"glory-to-rome", "hadrians-wall"} <= set(shown)
    assert "picket" not in shown


def test_game_named_twice_is_one_place():
    (picket,) = game_folders(["picket", "picket"])

    assert picket.folder.name == "picket"


@pytest.mark.parametrize(
    ("asked", "printed"),
    [((FIRST_LANGUAGE,), ("ja",)), ((), ("ja", "en")), (("en",), ("en",)), (("en", "ja"), ("en", "ja"))],
)
def test_game_is_printed_in_its_first_language_unless_others_are_asked_for(asked, printed):
    (place,) = game_folders(["picket"])
    game = replace(load(place.folder), languages=("ja", "en"))

    assert BuildOptions(languages=asked).languages_of(game) == printed


def test_parts_are_divided_among_games():
    games = game_folders(["picket", "hadrians-wall", "glory-to-rome"])

    orders = options_by_game(BuildOptions(only=("fate", "raid")), games)

    assert [(place.shown, options.only) for place, options in orders] == [
        ("picket", ("raid",)),
        ("hadrians-wall", ("fate",)),
    ]


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"jobs": 8}, True),
        ({"strict": True}, True),
        ({"svg": True, "png": 300}, True),
        ({"only": ("raid",)}, True),
        ({"languages": ("ja",)}, True),
        ({"combined_languages": (("en", "ja"),)}, True),
        ({"out": Path("elsewhere")}, True),
        ({"gap": 6.0}, False),
        ({"flip": "short"}, False),
        ({"skip": 1}, False),
        ({"date": "2026-01-01"}, False),
    ],
    ids=str,
)
def test_sheets_depend_on_how_they_are_printed(change, same):
    assert (replace(BuildOptions(), **change).sheet_settings == BuildOptions().sheet_settings) is same


@pytest.mark.parametrize(
    ("out", "apart"),
    [
        (".", False),
        ("mine/x", False),
        ("mine", False),
        ("mine/art/output", False),
        ("output", True),
        ("mine/output", True),
        ("mine/output/letter", True),
    ],
)
def test_output_keeps_apart_from_the_game(tmp_path, out, apart):
    place = GameFolder(tmp_path / "mine", "mine")

    if apart:
        check_output_folder([place], tmp_path / out)
    else:
        with pytest.raises(OutputError, match="lies in the folder of the game itself"):
            check_output_folder([place], tmp_path / out)


@pytest.mark.parametrize("link", ["output", "output/mine", "output/mine/png"])
def test_output_is_not_written_through_a_link(tmp_path, monkeypatch, link):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / link).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / link).symlink_to(tmp_path / "elsewhere")

    with pytest.raises(OutputError, match=f"{link}: is a link; name the folder it leads to with --out"):
        check_output_folder([GameFolder(tmp_path / "mine", "mine")], Path("output"))


def test_output_may_go_through_links_that_are_named_from_the_root(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")

    check_output_folder([GameFolder(tmp_path / "mine", "mine")], tmp_path / "link" / "output")


def test_name_too_long_for_a_folder_is_left_to_the_writing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    check_output_folder([GameFolder(tmp_path / "mine", "mine")], Path("a" * 300))
