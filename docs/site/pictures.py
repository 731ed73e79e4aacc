"""Make the pictures of pages anew: `python docs/site/pictures.py docs/first-game.md`; of all pages if none is named."""

import os
import shutil
import sys
from pathlib import Path

from page_runner import ROOT, keep_settings_apart, made_pictures, work_folder
from page_steps import Picture, steps, with_pictures
from site_pages import page_of, sources

PICTURES = ROOT / "output/pictures/pages"
"""Where pictures of pages lie in the repository."""
_WORK = ROOT / "build/pictures"


def picture_name(source: str, number: int) -> str:
    """Return the name of the file of a page's picture.

    >>> picture_name("docs/first-game.md", 1), picture_name("docs/recipes/dice/README.md", 2)
    ('first-game-1.png', 'recipes-dice-2.png')
    """
    stem = page_of(source).removesuffix("/index.md").removesuffix(".md").replace("/", "-")
    return f"{stem}-{number}.png"


def make_pictures(source: str) -> None:
    """Make the pictures of a page, and let the page show them."""
    page = ROOT / source
    text = page.read_text("utf-8")
    found = list(steps(text))
    if not any(isinstance(step, Picture) for step in found):
        return
    files: list[Path] = []
    for image in made_pictures(found, work_folder(source, _WORK / "work")):
        files.append(PICTURES / picture_name(source, len(files) + 1))
        image.save(files[-1], optimize=True)
    page.write_text(with_pictures(text, (os.path.relpath(file, page.parent) for file in files)), "utf-8")


def main() -> int:
    """Make the pictures of the pages that are named."""
    keep_settings_apart(_WORK / "settings")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for source in sys.argv[1:] or sources():
        make_pictures(source)
    shutil.rmtree(_WORK)
    return 0


if __name__ == "__main__":
    sys.exit(main())
