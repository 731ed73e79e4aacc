"""Builds with the archive of code in the user's cache: their files do not depend on it, whatever became of it."""

import os
import shutil
from random import Random

import pytest

from tests.base.code_archive.damage import damaged
from tests.cli.conftest import PICKET

BUILD = ("build", "picket", "--paper", "a4", "--lang", "en", "--only", "raid", "--jobs", "2")


class Builder:
    """Builds a game with a cache of its own, each time in a new process."""

    def __init__(self, start, desk):
        self._start, self.cache, self._out = start, desk / "cache", desk / "output"
        self.environment = {"XDG_CACHE_HOME": str(self.cache)}

    @property
    def archives(self):
        return [*(self.cache / "vallum/code").glob("*")]

    def files(self):
        """What a build writes, by name."""
        shutil.rmtree(self._out, ignore_errors=True)
        done = self._start(*BUILD, environ=self.environment, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        return {path.name: path.read_bytes() for path in self._out.rglob("*.pdf")}


@pytest.fixture
def builder(vallum_process, desk):
    shutil.copytree(PICKET, desk / "picket")
    return Builder(vallum_process, desk)


def test_damaged_archive_changes_no_file(builder, long):
    expected = builder.files()
    (archive,) = builder.archives
    data = archive.read_bytes()
    for number in range(300 if long else 4):
        archive.write_bytes(damaged(data, Random(number)))
        assert builder.files() == expected, number
    assert builder.archives == [archive]


def test_damaged_cache_changes_no_file(builder, long):
    """Faces, texts, templates and papers in it; fonts are known by digests beside them."""
    expected = builder.files()
    for number in range(300 if long else 3):
        chance = Random(number)
        entries = [path for path in sorted(builder.cache.rglob("*")) if path.is_file() and path.stat().st_size]
        for path in chance.sample(entries, 3):
            path.write_bytes(damaged(path.read_bytes(), chance))
        assert builder.files() == expected, number


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_cache_that_cannot_be_written_changes_no_file(builder):
    builder.cache.mkdir()
    (builder.cache / "vallum").write_text("no folder")

    first = builder.files()

    assert first
    assert builder.files() == first
    assert (builder.cache / "vallum").read_text() == "no folder"


def test_second_build_writes_no_archive(builder):
    builder.files()
    (archive,) = builder.archives
    written = archive.stat()
    builder.files()

    assert archive.stat().st_mtime_ns == written.st_mtime_ns
