import errno
import os
import stat
from types import SimpleNamespace

import pytest

from generator.base.errors import OutputError
from generator.base.system import output_file
from generator.base.system.output_file import settle_folders, write_chunks, write_file, write_files


def failing(code):
    def fail(*_):
        raise OSError(code, os.strerror(code))

    return fail


@pytest.mark.parametrize(("length", "reason"), [(20, "no such file or directory"), (300, "the name is too long")])
def test_windows_means_that_a_path_is_too_long(tmp_path, monkeypatch, length, reason):
    """It says that there is no such file."""
    monkeypatch.setattr(output_file, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(output_file.os, "replace", failing(errno.ENOENT))
    folder = tmp_path.joinpath(*["x" * 20] * (length // 20))

    with pytest.raises(OutputError, match=reason):
        write_file(folder / "raid.pdf", b"new")


def test_makes_folders_on_the_way(tmp_path):
    write_file(tmp_path / "output" / "picket" / "raid.pdf", b"new")

    assert (tmp_path / "output" / "picket" / "raid.pdf").read_bytes() == b"new"


def test_replaces_what_was_there(tmp_path):
    file = tmp_path / "raid.pdf"
    file.write_bytes(b"a longer old file")

    write_file(file, b"new")

    assert file.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [file]


def test_file_of_the_same_content_is_left_alone(tmp_path):
    file = tmp_path / "raid.pdf"
    write_file(file, b"old")
    os.utime(file, (1, 1))

    write_file(file, b"old")

    assert file.stat().st_mtime == 1


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_failure_leaves_old_file_alone(tmp_path, monkeypatch, call):
    file = tmp_path / "raid.pdf"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, call, failing(errno.ENOSPC))

    with pytest.raises(OutputError, match=r"raid\.pdf: the disk is full; free some space"):
        write_file(file, b"new")

    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_interruption_leaves_nothing_beside(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)

    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "raid.pdf", b"new")

    assert list(tmp_path.iterdir()) == []


def test_file_is_synced_before_its_name_and_folder_after(tmp_path, monkeypatch):
    steps = []
    sync, move = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (steps.append("sync"), sync(handle)))
    monkeypatch.setattr(os, "replace", lambda *paths: (steps.append("name"), move(*paths)))

    write_file(tmp_path / "raid.pdf", b"new")

    assert steps == ["sync", "name", "sync"]


def test_folder_of_that_name_is_in_the_way(tmp_path):
    (tmp_path / "raid.pdf").mkdir()

    with pytest.raises(OutputError, match="a folder of that name is in the way"):
        write_file(tmp_path / "raid.pdf", b"new")


@pytest.mark.parametrize("below", ["", "deeper/"])
def test_file_stands_where_a_folder_is_needed(tmp_path, below):
    (tmp_path / "output").write_text("mine")

    with pytest.raises(OutputError, match="a file stands where a folder is needed"):
        write_file(tmp_path / f"output/{below}raid.pdf", b"new")

    assert (tmp_path / "output").read_text() == "mine"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.EACCES, "permission denied"),
        (errno.EROFS, "cannot be written to"),
        (errno.EIO, r"cannot be written \(input/output error\)"),
    ],
)
def test_says_why_in_plain_words(tmp_path, monkeypatch, code, words):
    monkeypatch.setattr(os, "fsync", failing(code))

    with pytest.raises(OutputError, match=words):
        write_file(tmp_path / "raid.pdf", b"new")


def test_name_too_long_is_an_output_error(tmp_path):
    with pytest.raises(OutputError, match="the name is too long"):
        write_file(tmp_path / ("x" * 300), b"new")


def test_equal_pieces_leave_the_file_alone(tmp_path):
    file = tmp_path / "raid.pdf"
    file.write_bytes(b"same bytes")
    os.utime(file, ns=(1, 1))

    write_chunks(file, iter([b"same ", b"bytes"]))

    assert file.stat().st_mtime_ns == 1
    assert list(tmp_path.iterdir()) == [file]


def test_error_between_two_pieces_leaves_the_old_file(tmp_path):
    file = tmp_path / "raid.pdf"
    file.write_bytes(b"old")

    def pieces():
        yield b"half"
        raise LookupError

    with pytest.raises(LookupError):
        write_chunks(file, pieces())

    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_many_files_are_written_like_one(tmp_path, monkeypatch):
    monkeypatch.setattr("generator.base.system.output_file.MOST_OPEN", 2)
    (tmp_path / "old").write_bytes(b"same")
    os.utime(tmp_path / "old", (1, 1))
    wanted = {"old": b"same", "new": b"1", "below/a": b"2", "below/b": b"3", "new2": b"4"}

    write_files((tmp_path / name, data) for name, data in wanted.items())

    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in files} == wanted
    assert (tmp_path / "old").stat().st_mtime == 1


def test_many_files_are_synced_before_their_names(tmp_path, monkeypatch):
    steps = []
    sync, move = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (steps.append("sync"), sync(handle)))
    monkeypatch.setattr(os, "replace", lambda *paths: (steps.append("name"), move(*paths)))

    write_files([(tmp_path / "a", b"1"), (tmp_path / "b", b"2")])

    assert steps == ["sync", "sync", "name", "name"]


def test_folders_of_many_files_are_synced_once(tmp_path, monkeypatch):
    steps = []
    sync = os.fsync
    monkeypatch.setattr(
        os, "fsync", lambda handle: (steps.append(stat.S_ISDIR(os.fstat(handle).st_mode)), sync(handle))
    )

    write_file(tmp_path / "a", b"1", settle=False)
    write_file(tmp_path / "b", b"1", settle=False)
    settle_folders([tmp_path])

    assert steps == [False, False, True]
    with pytest.raises(OutputError):
        settle_folders([tmp_path / "none"])


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_failure_amid_many_files_leaves_old_ones_alone(tmp_path, monkeypatch, call):
    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, call, failing(errno.ENOSPC))

    with pytest.raises(OutputError, match="the disk is full; free some space"):
        write_files([(tmp_path / "a", b"1"), (tmp_path / "b", b"2")])

    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


def test_picture_that_cannot_be_drawn_leaves_no_parts(tmp_path):
    def drawn():
        yield tmp_path / "a", b"1"
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011  ours
        write_files(drawn())

    assert list(tmp_path.iterdir()) == []


def test_many_files_where_a_file_is_in_the_way(tmp_path):
    (tmp_path / "output").write_text("mine")

    with pytest.raises(OutputError, match="a file stands where a folder is needed"):
        write_files([(tmp_path / "output/raid.png", b"new")])
