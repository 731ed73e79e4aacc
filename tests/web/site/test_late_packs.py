"""Libraries that are unpacked when they are first imported."""

import io
import sys
import zipfile
from importlib import import_module
from importlib.util import find_spec

import pytest

from generator.web.site.late_packs import LatePacks


@pytest.fixture
def fetched(tmp_path, monkeypatch):
    """The packs that were fetched; one pack has two packages."""
    names = []

    def fetch(name):
        names.append(name)
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr("late_library/__init__.py", "answer = 42")
            archive.writestr("late_fonts/a.ttf", b"")
        return data.getvalue()

    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    LatePacks({"late_library": "both.zip", "late_fonts": "both.zip"}, fetch, tmp_path).install()
    yield names
    sys.modules.pop("late_library", None)


def test_pack_is_fetched_once_and_only_when_one_of_its_packages_is_wanted(fetched):
    assert find_spec("no_such_library") is None
    assert fetched == []
    assert import_module("late_library").answer == 42
    assert find_spec("late_fonts").submodule_search_locations
    assert fetched == ["both.zip"]
