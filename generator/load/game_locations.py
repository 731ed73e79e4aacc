"""Finds the folders of games and shared templates, in an installed package or in a checkout."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from generator.base.errors import UsageError, suggestion
from generator.base.records import dataclass
from generator.load.files.fault_report import quote

PACK_ENDING = ".zip"

_PACKAGE = Path(__file__).parents[1]
_TABLES = r"(?m)^\["
_SAMPLE = r"(?m)^sample[ \t]*=[ \t]*true[ \t]*(#.*)?$"


@dataclass(frozen=True, slots=True)
class GameFolder:
    """A game's folder, and its name as the user typed it."""

    folder: Path
    shown: str


def data_root() -> Path:
    """Return the folder of the shipped games and of `papers.toml`."""
    return _root("data")


def templates_root() -> Path:
    """Return the folder of the shared templates, icons and themes."""
    return _root("templates")


def themes(folder: GameFolder) -> list[str]:
    """Return the ids of the themes that a game can be drawn in, `colour` first."""
    below = (folder.folder / "templates", templates_root() / folder.folder.resolve().name, templates_root())
    names = {file.stem for place in below for file in (place / "themes").glob("*.toml")}
    # The default theme first.
    return sorted(names, key=lambda name: (name != "colour", name))


def shipped_games() -> list[str]:
    """Return the ids of the shipped games, sorted, without the sample."""
    return sorted(folder.name for folder in _folders() if not is_sample(folder))


def sample() -> Path:
    """Return the folder of the sample, which new games are copied from. Raises UsageError if there is none."""
    folder = next(filter(is_sample, _folders()), None)
    if folder is None:
        raise UsageError("there is no sample game to copy; install the program again")
    return folder


def starters() -> dict[str, Path]:
    """Return the folders that a new game can be copied from, by name: first the sample, then `data/starters`."""
    first = sample()
    return {first.name: first} | {file.parent.name: file.parent for file in sorted(_starter_files())}


def find_starter(name: str) -> Path:
    """Return the folder of a starter. Raises UsageError, with the nearest name or all of them, if there is none."""
    folders = starters()
    if name in folders:
        return folders[name]
    raise UsageError(f"no starter called {quote(name)}{suggestion(name, folders)}")


def is_sample(folder: Path) -> bool:
    """Whether a game is marked `sample = true`: commands that are given no game leave such a game out."""
    try:  # a pattern instead of the TOML parser: this runs for every game at every start
        text = (folder / "game.toml").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    # Only keys before the first table belong to the game itself.
    return bool(re.search(_SAMPLE, re.split(_TABLES, text, maxsplit=1)[0]))


def is_shipped(folder: Path) -> bool:
    """Whether a game came with the program."""
    return folder.resolve().parent == data_root()


def game_name(folder: Path) -> str:
    """Return the id of the game in a folder: the folder's name, in composed letters, as macOS splits off accents."""
    return unicodedata.normalize("NFC", folder.resolve().name)


def names_pack(name: str) -> bool:
    """Whether a word on the command line names a pack, a game in a ZIP file, and no folder."""
    return name.casefold().endswith(PACK_ENDING) and not Path(name).is_dir()


def find_game(name_or_path: str) -> Path:
    """Return the folder of a shipped game by its id, or of any game by its path.

    Raises UsageError, with the nearest id, if there is no such game.
    """
    folders = {folder.name: folder for folder in _folders()}
    if name_or_path in folders:
        return folders[name_or_path]
    path = Path(name_or_path)
    folder = path.parent if path.name == "game.toml" else path
    try:
        if (folder / "game.toml").is_file():
            return folder
        if folder.is_dir():
            raise UsageError(f"{quote(name_or_path)} is not a game; its folder has no game.toml")
        if names_pack(name_or_path) and path.is_file():
            raise UsageError(f"{quote(name_or_path)} is a pack; build, check and gallery read it, or unpack it")
    except (OSError, ValueError):  # a name that no file can have: too long, or with a NUL
        pass
    if any(mark in name_or_path for mark in "/\\."):
        raise UsageError(f"no folder {quote(name_or_path)}; start a game of your own with: vallum new FOLDER")
    raise UsageError(f"no game called {quote(name_or_path)}{suggestion(name_or_path, folders)}")


def _starter_files() -> Iterator[Path]:
    """Yield the `game.toml` of every starter; `data/*/game.toml`, the shipped games, does not match them."""
    return data_root().glob("starters/*/game.toml")


def _folders() -> list[Path]:
    """Return the folders of the shipped games and of the sample, sorted."""
    return sorted(file.parent for file in data_root().glob("*/game.toml"))


def _root(name: str) -> Path:
    """Return the folder `data` or `templates` of the program: inside an installed package, beside a checkout's."""
    # An installed package has its data inside, a checkout beside it.
    inside = _PACKAGE / name
    return (inside if inside.is_dir() else _PACKAGE.parent / name).resolve()
