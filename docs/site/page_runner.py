"""Does what a page says, in a folder of its own, and draws the pictures that it shows."""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path

import pypdfium2
from page_steps import Action, Command, Edit, Picture, Step, WrittenFile
from PIL import Image

from generator.base.units import MM
from generator.cli.main import main

ROOT = Path(__file__).parents[2]
RECIPES = "docs/recipes/"
_DPI = 150
_WIDEST = 640
"""Pixels of a picture in a page: sharp on screens that have two of them for each pixel of the page."""


def work_folder(source: str, target: Path) -> Path:
    """Make the folder in which a page's commands run: empty, or with the game of a recipe."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    if source.startswith(RECIPES):
        game = Path(source).parent
        shutil.copytree(ROOT / game, target / game.name, ignore=shutil.ignore_patterns("output"))
    return target


def made_pictures(steps: Iterable[Step], folder: Path) -> Iterator[Image.Image]:
    """Do what a page says, in a folder, and return its pictures, each as it is when the page shows it."""
    found = list(steps)
    followed = any(isinstance(step, Picture) and not step.after for step in found)
    for step in found:
        if isinstance(step, Picture):
            yield draw(step, folder)
        elif followed:
            run_step(step, folder)


def run_step(step: Action, folder: Path) -> None:
    """Run a command of a page in a folder, or write or change a file there as the page says."""
    if isinstance(step, WrittenFile):
        target = folder / step.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(step.text, "utf-8")
    elif isinstance(step, Edit):
        text = (folder / step.name).read_text("utf-8")
        if text.count(step.old) != 1:
            raise ValueError(f"{step.name} has not once {step.old!r}")
        (folder / step.name).write_text(text.replace(step.old, step.new), "utf-8")
    else:
        _run_command(step, folder)


def _run_command(command: Command, folder: Path) -> None:
    with chdir(folder), redirect_stdout(StringIO()):
        code = main(list(command.arguments))
    if code:
        raise ValueError(f"vallum {' '.join(command.arguments)} ended with {code}")


def keep_settings_apart(folder: Path) -> None:
    """Let commands keep settings and sessions in a folder of the site, not in those of whoever builds it."""
    for kind in ("CONFIG", "DATA"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())


def draw(picture: Picture, folder: Path) -> Image.Image:
    """Return a page of a PDF, a part of it, or a picture file, as a small picture."""
    for command in picture.after:
        _run_command(command, folder)
    (file,) = folder.glob(picture.file)
    if file.suffix == ".pdf":
        with pypdfium2.PdfDocument(file) as document:
            image = document[picture.page - 1].render(scale=_DPI / 72).to_pil()
    else:
        image = Image.open(file).convert("RGB")
    if picture.crop:
        left, top, width, height = (length * MM * _DPI / 72 for length in picture.crop)
        image = image.crop((round(left), round(top), round(left + width), round(top + height)))
    image.thumbnail((_WIDEST, 2 * _WIDEST), Image.Resampling.LANCZOS)
    return image.quantize(128)
