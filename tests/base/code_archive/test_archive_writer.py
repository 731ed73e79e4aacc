import os
import re
from pathlib import Path

import pytest

from generator.base.code_archive import archive_writer
from generator.base.code_archive.archive_file import ArchiveFile
from generator.base.code_archive.archive_writer import complete_archive


def names(yard):
    opened = ArchiveFile(yard.cache)
    opened.close()
    return {name.removeprefix("lumber_yard.") for name in opened.modules if name.startswith("lumber_yard.")}


def test_modules_of_several_processes_come_together(yard):
    yard.write("plank")
    yard.write("inner.nail")

    assert names(yard) == {"beam", "plank", "inner", "inner.nail"}


def test_changed_and_removed_sources_are_left_out(yard):
    yard.write("plank", "inner.nail")
    (yard.folder / "plank.py").write_text("LENGTH = 700\n")
    (yard.folder / "inner/nail.py").unlink()
    yard.write("beam", "plank")

    assert "inner.nail" not in names(yard)
    assert yard.load("plank").LENGTH == 700
    assert yard.missing.modules == {}


def test_file_that_is_replaced_is_open_no_more(yard, monkeypatch):
    yard.write("plank")
    archive, replaced = yard.archive, []
    yard.load("plank", "inner.nail")
    replace = Path.replace

    def refuse_open(path, target):
        replaced.append(archive.read(next(iter(archive.modules.values()))[-1]))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse_open)
    complete_archive(archive, yard.missing)

    assert replaced == [None]


def test_nothing_missing_writes_nothing(yard):
    yard.write("plank")
    before = yard.archive.path.stat()
    yard.write("plank")

    assert yard.archive.path.stat() == before


def test_cache_that_cannot_be_written_compiles_nothing(yard, monkeypatch):
    yard.cache.mkdir()
    (yard.cache / "code").write_text("no folder")
    monkeypatch.setattr(archive_writer, "_pieces", lambda *_: pytest.fail("made for nothing"))

    yard.write("plank")

    assert yard.load("plank").LENGTH == 5


def test_user_without_a_cache_has_no_archive(yard):
    yard.open()
    archive = ArchiveFile(None)
    yard.load("plank")

    complete_archive(archive, yard.missing)

    assert archive.path is None
    assert archive.modules == {}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no workers")
def test_workers_report_what_they_needed(yard):
    yard.open()
    worker = os.fork()
    if not worker:
        try:
            yard.load("plank")
        finally:
            os._exit(0)
    os.waitpid(worker, 0)
    complete_archive(yard.archive, yard.missing)

    assert names(yard) == {"beam", "plank"}


def test_patterns_alone_are_written_if_they_are_many(yard):
    yard.write("plank")
    before = yard.archive.path.stat()
    for number in range(archive_writer.FEW):
        yard.missing.add_pattern((False, f"a{number}", 0), re.compile(f"a{number}"))
    complete_archive(yard.archive, yard.missing)
    assert yard.archive.path.stat() == before

    yard.missing.add_pattern((False, "b", 0), re.compile("b"))
    complete_archive(yard.archive, yard.missing)
    assert yard.archive.path.stat() != before
