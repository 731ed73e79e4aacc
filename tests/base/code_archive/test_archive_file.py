import os
from random import Random

import pytest

from generator.base.code_archive.archive_file import ArchiveFile
from generator.base.code_archive.stored_patterns import stored_patterns
from tests.base.code_archive.damage import damaged


@pytest.fixture
def archive(yard):
    """The file of an archive with some modules."""
    yard.write("beam", "plank", "inner.nail")
    return yard.archive.path


def modules(yard):
    opened = ArchiveFile(yard.cache)
    opened.close()
    return opened.modules


def test_file_is_the_users_alone(archive):
    assert archive.stat().st_mode & 0o777 == 0o600
    assert [*archive.parent.iterdir()] == [archive]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_file_that_others_can_write_is_not_used(yard, archive, mode):
    archive.chmod(mode)

    assert modules(yard) == {}


def test_file_of_another_user_is_not_used(yard, archive, monkeypatch):
    user = os.getuid()
    path, archive_of_other = ArchiveFile(yard.cache).path, os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: archive_of_other)
    other = ArchiveFile(yard.cache)
    assert other.path != path
    archive.rename(other.path)

    assert modules(yard) == {}
    assert other.path.stat().st_uid == user


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_is_no_file_is_not_used(yard, archive, kind):
    kept = archive.with_name("moved")
    archive.rename(kept)
    {"link": lambda: archive.symlink_to(kept), "pipe": lambda: os.mkfifo(archive), "folder": archive.mkdir}[kind]()

    assert modules(yard) == {}


@pytest.mark.parametrize("part", ["generator.__version__", "sys.version", "sys.prefix", "sys.pycache_prefix"])
def test_file_of_another_version_is_not_used(yard, archive, part, monkeypatch):
    monkeypatch.setattr(f"generator.base.code_archive.archive_file.{part}", "another")
    other = ArchiveFile(yard.cache).path
    archive.rename(other)

    assert other != archive
    assert modules(yard) == {}


def test_damaged_file_gives_the_same_code_or_none(yard, archive):
    whole = ArchiveFile(yard.cache)
    codes = {name: whole.read(entry[-1]) for name, entry in whole.modules.items()}
    patterns, data = stored_patterns(whole), archive.read_bytes()
    whole.close()
    for number in range(300):
        archive.write_bytes(damaged(data, Random(number)))
        hurt = ArchiveFile(yard.cache)

        assert all(hurt.read(entry[-1]) in {codes[name], None} for name, entry in hurt.modules.items()), number
        assert stored_patterns(hurt) in (patterns, {}), number
        hurt.close()


def test_damaged_module_is_imported_from_its_source(yard, archive):
    opened = ArchiveFile(yard.cache)
    place, length, _ = opened.modules["lumber_yard.plank"][-1]
    at = opened._start + place + length // 2
    data = bytearray(archive.read_bytes())
    data[at] ^= 1
    archive.write_bytes(data)
    opened.close()
    yard.open()

    assert yard.load("beam", "plank").LENGTH == 5
    assert [*yard.missing.modules] == ["lumber_yard.plank"]
