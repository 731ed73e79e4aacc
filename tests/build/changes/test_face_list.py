"""The face list beside the PDFs: the same bytes for the same game, and a part built later changes its part only."""

import json

from generator.build.changes.face_list import read_face_list


def listed(tmp_path, out, name="faces-en.json"):
    return json.loads((tmp_path / out / "picket" / name).read_text("utf-8"))


def test_list_tells_game_language_theme_and_each_piece(built, tmp_path):
    built("old", languages=("ja",), theme="ink-saver")

    faces = listed(tmp_path, "old", "faces-ja-ink-saver.json")
    assert {name: faces[name] for name in ("game", "language", "theme", "sides", "whole")} == {
        "game": "picket",
        "language": "ja",
        "theme": "ink-saver",
        "sides": "both",
        "whole": False,
    }
    assert faces["pieces"]["raid/scouts"]["title"] == "斥候"
    assert faces["pieces"]["raid/scouts"]["copies"] == 2
    assert {len(side) for side in faces["pieces"]["raid/scouts"]["faces"][""]} == {32}


def test_same_game_gives_the_same_list(built, tmp_path, monkeypatch):
    built("first")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    built("second", jobs=2, backs="fold", marks="none")

    assert (tmp_path / "first/picket/faces-en.json").read_bytes() == (
        tmp_path / "second/picket/faces-en.json"
    ).read_bytes()


def test_build_of_a_part_keeps_the_rest(built, tmp_path):
    built("out", only=())
    before = (tmp_path / "out/picket/faces-en.json").read_bytes()
    built("out", only=("watch",))
    assert (tmp_path / "out/picket/faces-en.json").read_bytes() == before

    built("out", only=(), papers=("letter",))
    assert set(listed(tmp_path, "out")["pieces"]["score/nights"]["faces"]) == {"a4", "letter"}
    assert listed(tmp_path, "out")["whole"] is True


def test_single_pieces_and_changes_leave_the_list(built, tmp_path):
    built("out")
    before = (tmp_path / "out/picket/faces-en.json").read_bytes()
    built("out", only=("raid:climber",))
    built("out", since=tmp_path / "out")

    assert (tmp_path / "out/picket/faces-en.json").read_bytes() == before


def test_lost_list_is_written_again(built, tmp_path):
    built("out")
    file = tmp_path / "out/picket/faces-en.json"
    before = file.read_bytes()
    file.unlink()
    built("out")

    assert file.read_bytes() == before


def test_list_can_be_read_back(built, tmp_path):
    built("out", only=())
    file = tmp_path / "out/picket/faces-en.json"

    assert read_face_list(file).to_json() == file.read_bytes()
