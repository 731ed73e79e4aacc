import os

import pytest

from generator.base.system.regular_file import create_new, open_regular

posix = pytest.mark.skipif(os.name != "posix", reason="has no named pipes")


def test_file_is_read(tmp_path):
    (tmp_path / "a").write_bytes(b"bytes\r\n")

    with open_regular(tmp_path / "a") as file:
        assert file.read() == b"bytes\r\n"


@posix
def test_pipe_and_folder_are_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(OSError, match="not a regular file"):
            open_regular(path)


@posix
def test_link_is_followed_only_where_it_may_be(tmp_path):
    (tmp_path / "a").write_bytes(b"bytes")
    (tmp_path / "link").symlink_to(tmp_path / "a")

    with open_regular(tmp_path / "link") as file:
        assert file.read() == b"bytes"
    with pytest.raises(OSError, match="symbolic links"):
        open_regular(tmp_path / "link", follow=False)


@posix
def test_new_file_is_not_written_through_a_link_or_pipe(tmp_path):
    (tmp_path / "other").write_bytes(b"of somebody else")
    (tmp_path / "link").symlink_to(tmp_path / "other")
    os.mkfifo(tmp_path / "pipe")

    for name in ("link", "pipe"):
        with create_new(tmp_path / name) as file:
            file.write(b"ours")

    assert (tmp_path / "other").read_bytes() == b"of somebody else"
    assert (tmp_path / "link").read_bytes() == (tmp_path / "pipe").read_bytes() == b"ours"
