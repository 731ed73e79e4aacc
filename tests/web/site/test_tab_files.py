"""The files of a reader who plays in a browser tab."""

import io
import zipfile

import pytest

from generator.base.errors import Faults
from generator.imports.packs.pack_reader import unpack
from generator.load.game_locations import sample, shipped_games
from generator.web.site import tab_files
from generator.web.site.tab_files import TabFiles


@pytest.fixture
def files(tmp_path):
    return TabFiles(tmp_path / "home", unpack)


def packed(name, **texts):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(f"{name}/game.toml", (sample() / "game.toml").read_text("utf-8"))
        for file, text in texts.items():
            archive.writestr(f"{name}/{file}.txt", text)
    return data.getvalue()


def test_game_takes_the_place_of_its_earlier_version(files):
    files.add_pack("mine.zip", packed("mine", old="1"))

    assert files.add_pack("mine.zip", packed("mine", new="2")) == "mine"
    assert sorted(path.name for path in (files.games / "mine").iterdir()) == ["game.toml", "new.txt"]
    assert sorted(path.name for path in files.home.iterdir()) == ["games", "sessions"]


def test_shipped_game_stays_beside_one_of_its_name(files):
    name = shipped_games()[0]

    assert files.add_pack("a.zip", packed(name)) == f"{name}-copy"


def test_game_that_is_there_stays_where_a_pack_replaces_none(files):
    files.add_pack("mine.zip", packed("mine", changed="by the reader"))

    assert files.add_pack("mine.zip", packed("mine", new="2"), replaces=False) == "mine"
    assert (files.games / "mine/changed.txt").read_text() == "by the reader"
    assert sorted(path.name for path in files.home.iterdir()) == ["games", "sessions"]


def test_folder_comes_in_without_hidden_files(files):
    game = {path.name: path.read_bytes() for path in sample().iterdir() if path.is_file()}
    folder = {f"mine/{name}": data for name, data in game.items()} | {"mine/.git/HEAD": b"main", "mine/.DS_Store": b""}

    assert files.add_folder("mine", folder) == "mine"
    assert {path.name for path in (files.games / "mine").iterdir()} == game.keys()


def test_folder_without_a_game_is_refused(files):
    with pytest.raises(Faults, match=r"photos: has no game\.toml"):
        files.add_folder("photos", {"photos/a.jpg": b"", "photos/b.jpg": b""})


def test_refused_pack_leaves_nothing(files):
    with pytest.raises(Faults, match=r"evil\.zip"):
        files.add_pack("evil.zip", packed("../../evil"))

    assert [path for path in files.home.rglob("*") if path.is_file()] == []


def test_everything_is_taken_home(files):
    files.add_pack("mine.zip", packed("mine"))
    (files.sessions / "evening.session").write_text("events")
    files.keep_cookie("vallum-page=ja.dark; Max-Age=9; HttpOnly")
    names = zipfile.ZipFile(io.BytesIO(files.archive())).namelist()

    assert names == ["cookies.json", "games/mine/game.toml", "sessions/evening.session"]


@pytest.mark.parametrize("text", ["", "{", "[1]"])
def test_damaged_settings_are_none(files, text):
    (files.home / "cookies.json").write_text(text)

    assert files.cookies() == {}
    files.keep_cookie("vallum-page=en; Max-Age=9")
    assert files.cookies() == {"vallum-page": "en"}


class WorkerEnd(BaseException):
    """What ends the worker of a tab."""


def test_game_that_ends_the_worker_is_not_there_at_the_next_start(files, monkeypatch):
    def end(_):
        raise WorkerEnd

    monkeypatch.setattr(tab_files, "load", end)
    with pytest.raises(WorkerEnd):
        files.add_pack("mine.zip", packed("mine"))
    assert files.own_games() == []


def test_game_that_needs_more_memory_is_refused(files, monkeypatch):
    def run_out(_):
        raise MemoryError

    monkeypatch.setattr(tab_files, "load", run_out)
    with pytest.raises(Faults, match=r"mine\.zip: needs more memory than a browser tab has"):
        files.add_pack("mine.zip", packed("mine"))
    assert files.own_games() == []
