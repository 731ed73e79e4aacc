import importlib
import importlib.resources
import inspect
import os
import pkgutil
import sys
import traceback
from pathlib import Path

import pytest

from tests.base.code_archive.conftest import NAME, SOURCES

ALL = ("beam", "plank", "inner.nail")


def test_second_process_lacks_nothing(yard):
    yard.write(*ALL)

    yard.load(*ALL)

    assert yard.missing.modules == {}
    assert {name for name in yard.archive.modules if name.startswith(NAME)} == {
        *(NAME, f"{NAME}.beam", f"{NAME}.plank", f"{NAME}.inner", f"{NAME}.inner.nail")
    }


def test_module_is_as_without_an_archive(yard):
    plain, package = yard.load("beam"), sys.modules[NAME]
    expected = [
        (module.__file__, module.__cached__, module.__spec__.origin, module.__package__, module.__doc__)
        for module in (plain, package)
    ]
    paths = list(package.__path__)
    yard.write()

    found, package = yard.load("beam"), sys.modules[NAME]

    assert [
        (module.__file__, module.__cached__, module.__spec__.origin, module.__package__, module.__doc__)
        for module in (found, package)
    ] == expected
    assert list(package.__path__) == paths
    assert package.__spec__.submodule_search_locations == paths
    assert found.LENGTH == 3


def test_sources_and_files_are_found(yard):
    yard.write()
    beam = yard.load("beam")

    assert inspect.getsource(beam) == SOURCES["beam.py"]
    assert "return 1 / 0" in inspect.getsource(beam.saw)
    assert importlib.resources.files(NAME).joinpath("table.txt").read_text() == "oak"
    assert pkgutil.get_data(NAME, "table.txt") == b"oak"
    assert {module.name for module in pkgutil.iter_modules(sys.modules[NAME].__path__)} == {"beam", "plank", "inner"}


def test_traceback_shows_the_line(yard):
    yard.write()
    beam = yard.load("beam")

    with pytest.raises(ZeroDivisionError) as caught:
        beam.saw()

    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.line) == (str(yard.folder / "beam.py"), "return 1 / 0")


@pytest.mark.parametrize("is_same_size", [True, False])
def test_changed_source_wins(yard, is_same_size):
    yard.write(*ALL)
    stamp = (yard.folder / "plank.py").stat()
    (yard.folder / "plank.py").write_text("LENGTH = 6\n" if is_same_size else "LENGTH = 700\n")
    os.utime(yard.folder / "plank.py", ns=(stamp.st_atime_ns, stamp.st_mtime_ns + 1_000_000_000 * is_same_size))

    assert (6 if is_same_size else 700) == yard.load("beam", "plank").LENGTH
    assert [*yard.missing.modules] == [f"{NAME}.plank"]


def test_source_that_is_gone_is_not_imported(yard):
    yard.write(*ALL)
    (yard.folder / "plank.py").unlink()
    importlib.invalidate_caches()

    with pytest.raises(ModuleNotFoundError):
        yard.load("plank")


def test_package_that_has_come_since_goes_before_a_module(yard):
    yard.write(*ALL)
    (yard.folder / "plank").mkdir()
    (yard.folder / "plank/__init__.py").write_text("LENGTH = 8\n")
    folder = yard.folder.stat()
    os.utime(yard.folder, ns=(folder.st_atime_ns, folder.st_mtime_ns + 1_000_000_000))
    importlib.invalidate_caches()

    assert yard.load("plank").LENGTH == 8


def test_package_in_a_folder_that_comes_before_goes_first(yard, tmp_path, monkeypatch):
    yard.write(*ALL)
    (tmp_path / "before" / NAME).mkdir(parents=True)
    (tmp_path / "before" / NAME / "__init__.py").write_text("")
    (tmp_path / "before" / NAME / "plank.py").write_text("LENGTH = 9\n")
    monkeypatch.syspath_prepend(tmp_path / "before")

    assert yard.load("plank").LENGTH == 9


@pytest.mark.parametrize("length", [16, 20, 60])
def test_half_of_its_bytecode_stops_no_module(yard, length):
    bytecode = Path(yard.load("plank").__cached__)
    bytecode.write_bytes(bytecode.read_bytes()[:length])
    yard.open()

    assert yard.load("plank").LENGTH == 5


def test_code_needs_no_bytecode_on_the_disk(yard, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yard.write(*ALL)
    monkeypatch.setattr("generator.base.code_archive.archive_finder.SourceFileLoader.source_to_code", refuse)

    assert yard.load(*ALL).LENGTH == 1


def refuse(*_):
    raise AssertionError("compiled")
