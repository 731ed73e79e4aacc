"""The system calls of sessions where a system lacks one."""

import os

import pytest

from generator.session.disk import DISK


@pytest.fixture
def finished(tmp_path):
    file = tmp_path / ".new"
    file.write_bytes(b"events")
    return file


@pytest.fixture(params=["links", "none on the disk", "none in the system"])
def links(request, monkeypatch):
    if request.param == "none on the disk":
        monkeypatch.setattr(os, "link", _refuse)
    elif request.param == "none in the system":
        monkeypatch.delattr(os, "link")


def _refuse(*_):
    raise PermissionError(1, "Operation not permitted")


def test_regular_files_alone_are_opened(finished, tmp_path):
    descriptor = DISK.open(finished, writing=True)
    DISK.close(descriptor)
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(IsADirectoryError):
        DISK.open(tmp_path / "pipe", writing=True)


@pytest.mark.usefixtures("links")
def test_finished_file_gets_its_name(finished, tmp_path):
    DISK.publish(finished, tmp_path / "game")

    assert (tmp_path / "game").read_bytes() == b"events"


@pytest.mark.usefixtures("links")
def test_file_that_is_there_is_not_replaced(finished, tmp_path):
    (tmp_path / "game").write_bytes(b"older")
    with pytest.raises(FileExistsError):
        DISK.publish(finished, tmp_path / "game")

    assert (tmp_path / "game").read_bytes() == b"older"
