"""The documentation site is built by scripts in docs/site, which are not part of the package."""

import importlib
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

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
    """Do what a page says; return the folder in which it was done, and the names of pictures that look otherwise now."""
    for kind, folder in (("CACHE", kept), ("CONFIG", tmp_path / "config"), ("DATA", tmp_path / "data")):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(folder))
    runner, page_steps, pictures = (script(name) for name in ("page_runner", "page_steps", "pictures"))

    def followed(page):
        steps = page_steps.steps((SCRIPTS.parents[1] / page).read_text("utf-8"))
        folder = runner.work_folder(page, tmp_path / "work")
        made = {pictures.picture_name(page, n): it for n, it in enumerate(runner.made_pictures(steps, folder), 1)}
        return folder, [name for name, image in made.items() if not looks_like(image, pictures.PICTURES / name)]

    return followed


def looks_like(image, file):
    """Whether a picture is that of a file, but for the rounding of another version of what draws it."""
    with Image.open(file) as stored:
        if stored.size != image.size:
            return False
        difference = ImageChops.difference(stored.convert("RGB"), image.convert("RGB"))
    return max(ImageStat.Stat(difference).mean) < 1.5
