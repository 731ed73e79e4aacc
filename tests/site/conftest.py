"""The documentation site is built by scripts in docs/site, which are not part of the package."""

import importlib
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "docs/site"


@pytest.fixture(scope="session")
def script():
    """Import a script of docs/site by its name."""

    def imported(name):
        sys.path.insert(0, str(SCRIPTS))
        try:
            return importlib.import_module(name)
        finally:
            sys.path.remove(str(SCRIPTS))

    return imported


@pytest.fixture(scope="session")
def kept(shared_cache):
    """One cache for all pages: fonts are pinned once."""
    return shared_cache


@pytest.fixture
def follow(script, tmp_path, kept, monkeypatch):
    """Do what a page says; return the folder in which it was done, and the pictures that the page shows."""
    for kind, folder in (("CACHE", kept), ("CONFIG", tmp_path / "config"), ("DATA", tmp_path / "data")):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(folder))
    runner, page_steps = script("page_runner"), script("page_steps")

    def followed(page):
        steps = list(page_steps.steps((SCRIPTS.parents[1] / page).read_text("utf-8")))
        folder = runner.work_folder(page, tmp_path / "work")
        pictures = [step for step in steps if isinstance(step, page_steps.Picture)]
        for step in steps:
            if step not in pictures:
                runner.run_step(step, folder)
        return folder, pictures

    return followed
