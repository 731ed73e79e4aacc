"""A small package on the disk, and the archive of a cache."""

import importlib
import sys
from importlib.machinery import PathFinder

import pytest

from generator.base.code_archive.archive_file import ArchiveFile
from generator.base.code_archive.archive_finder import ArchiveFinder
from generator.base.code_archive.archive_writer import complete_archive
from generator.base.code_archive.missing_code import MissingCode

SOURCES = {
    "__init__.py": '"""Lumber."""\nfrom lumber_yard import beam\n',
    "beam.py": "import re\nLENGTH = 3\nWORDS = re.compile('(?P<first>a+)b|[c-z]{2,}', re.I)\n\ndef saw():\n    return 1 / 0\n",
    "plank.py": "LENGTH = 5\n",
    "inner/__init__.py": "",
    "inner/nail.py": "LENGTH = 1\n",
    "table.txt": "oak",
}
NAME = "lumber_yard"


class Yard:
    """The package `lumber_yard` in a folder of `sys.path`, with a cache beside it."""

    def __init__(self, place):
        self.folder, self.cache, self.archive, self.missing = place / "site" / NAME, place / "cache", None, None
        for name, source in SOURCES.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(source, "utf-8")

    def open(self):
        """Import from the archive from now on, as a new process would."""
        self.close()
        self.archive, self.missing = ArchiveFile(self.cache), MissingCode()
        sys.meta_path.insert(sys.meta_path.index(PathFinder), ArchiveFinder(self.archive, self.missing))
        importlib.invalidate_caches()

    def load(self, *names):
        """Import modules of the package and return the last one."""
        return [importlib.import_module(f"{NAME}.{name}") for name in names or ("beam",)][-1]

    def write(self, *names):
        """Write the archive of a process that imports these modules, and go on as another one."""
        self.open()
        self.load(*names)
        complete_archive(self.archive, self.missing)
        self.open()

    def close(self):
        for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
            del sys.modules[name]
        sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, ArchiveFinder)]
        if self.archive:
            self.archive.close()


@pytest.fixture
def yard(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path / "site")
    yard = Yard(tmp_path)
    yield yard
    yard.close()
