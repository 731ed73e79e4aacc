"""A builder that goes on running makes what a fresh process makes."""

import os
import shutil
import time

import pytest

from generator.base.file_memory import active_memory
from generator.build import adapted_game
from generator.build.faces.face_batch import FaceBatch
from generator.build.pipeline import build


def test_unchanged_game_is_not_built_again(small, warm, tmp_path):
    first = small.outcome(warm.build)
    warm.save()
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")}

    assert small.outcome(warm.build) == first == small.fresh_outcome()
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")} == before


def test_change_of_equal_size_with_the_old_time_is_seen(small, warm):
    small.outcome(warm.build)
    rows = small.folder / "cards.csv"
    about = rows.stat()
    small.write("cards.csv", rows.read_text().replace("An ant", "An elk"))
    os.utime(rows, ns=(about.st_atime_ns, about.st_mtime_ns))

    assert small.outcome(warm.build) == small.fresh_outcome()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("templates/line.svg.j2", "<circle cx='5' cy='9' r='3'/>"),
        ("templates/art/ant.png", 200),
        ("fonts/own.ttf", "Bold"),
        ("cards.csv", "id,provenance,name.en\nant,house,An"),
        ("game.toml", "format = "),
    ],
)
def test_changed_file_is_used_and_its_old_state_too(small, warm, name, data):
    first = small.outcome(warm.build)
    old = (small.folder / name).read_bytes()
    small.write(name, small.picture(data) if isinstance(data, int) else small.font(data) if data == "Bold" else data)

    assert small.outcome(warm.build) == small.fresh_outcome()

    small.write(name, old)
    assert small.outcome(warm.build) == first


def test_warnings_name_the_line_to_which_a_row_has_moved(small, warm):
    small.outcome(warm.build)
    head, *rows = (small.folder / "cards.csv").read_text().splitlines()
    small.write("cards.csv", "\n".join([head, *reversed(rows)]) + "\n")

    assert small.outcome(warm.build) == small.fresh_outcome()


def test_cache_removed_meanwhile_costs_time_only(small, warm, tmp_path):
    small.outcome(warm.build)
    warm.save()
    shutil.rmtree(tmp_path / "cache")
    small.write("cards.csv", (small.folder / "cards.csv").read_text().replace("bee", "fly"))
    (small.folder / "templates/art/bee.png").rename(small.folder / "templates/art/fly.png")

    assert small.outcome(warm.build) == small.fresh_outcome()


def test_font_removed_from_the_cache_is_made_anew(small, warm, tmp_path):
    small.outcome(warm.build)
    warm.save()
    for cached in (tmp_path / "cache/vallum/fonts").iterdir():
        cached.unlink()
    small.write("cards.csv", (small.folder / "cards.csv").read_text().replace("An ant", "The ant"))

    assert small.outcome(warm.build) == small.fresh_outcome()


def test_template_saved_during_a_build_is_not_taken_for_the_old_one(small, warm, monkeypatch):
    old, load = (small.folder / "templates/line.svg.j2").read_text(), adapted_game.load

    def save_and_load(*arguments, **named):
        small.write("templates/line.svg.j2", "<circle r='3'/>")  # after the digests were taken
        return load(*arguments, **named)

    with monkeypatch.context() as patch:
        patch.setattr(adapted_game, "load", save_and_load)
        small.outcome(warm.build)
    warm.save()
    assert small.outcome(warm.build) == small.fresh_outcome()

    small.write("templates/line.svg.j2", old)
    assert small.outcome(warm.build) == small.fresh_outcome()


@pytest.mark.parametrize("restored", ["after the build", "during the build"])
def test_drawings_of_a_file_saved_during_a_build_are_not_taken_for_those_of_its_old_state(
    small, in_child, tmp_path, monkeypatch, restored
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    old, load = (small.folder / "templates/line.svg.j2").read_bytes(), adapted_game.load
    finish = FaceBatch.finish

    def save_and_load(*arguments, **named):
        small.write("templates/line.svg.j2", "<circle r='3'/>")  # after the digests were taken
        return load(*arguments, **named)

    def finish_and_restore(*arguments, **named):
        drawn = finish(*arguments, **named)
        if restored == "during the build":
            small.write("templates/line.svg.j2", old)
        return drawn

    with monkeypatch.context() as patch:
        patch.setattr(adapted_game, "load", save_and_load)
        patch.setattr(FaceBatch, "finish", finish_and_restore)
        small.outcome(build)
    small.write("templates/line.svg.j2", old)

    assert in_child(lambda: small.outcome(build)) == small.fresh_outcome()


def test_settled_files_are_read_once(small, warm, monkeypatch):
    small.outcome(warm.build)
    read = []
    monkeypatch.setattr(time, "time_ns", lambda: 2**62)  # all files are old
    digest = active_memory().digest
    path = str(small.folder / "cards.csv")

    for _ in range(3):
        digest(path, lambda name: read.append(name) or "digest")

    assert read == [path]


def test_young_files_are_read_each_time(small, warm):
    read = []
    small.write("cards.csv", "id\n")

    for _ in range(3):
        active_memory().digest(str(small.folder / "cards.csv"), lambda name: read.append(name) or "digest")

    assert len(read) == 3
