"""Digests of everything that a build depends on."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import generator
from generator.base.cache import Cache
from generator.base.file_memory import FileMemory, active_memory
from generator.base.hashing import GameState, digest, file_digests, folder_stamp, game_stamp
from generator.base.records import dataclass
from generator.base.user_folders import user_cache
from generator.load.game_locations import data_root, templates_root

_ROWS = (".csv", ".tsv", ".json", ".xlsx", ".xlsm", ".ods", ".md")


@dataclass(frozen=True, slots=True)
class InputDigests:
    """Digests of a game's folder, the shared templates and the program."""

    everything: str
    drawing: str
    """Like `everything`, without rows, texts, figures and game.toml of the game: all a face depends on but its row."""
    state: GameState = GameState("", "")
    """State of the game's files."""

    # Stamps are enough for our own files; only a developer edits them, and every save changes the stamp.
    @classmethod
    def of(cls, folder: Path) -> InputDigests:
        """Return the digests for the game in a folder."""
        times = game_stamp(folder)
        ours = folder_stamp(templates_root())  # read, its 600 files would take half the time of an unchanged build
        program = program_digest()
        # Sizes of papers, labels and cards decide where faces lie.
        names = ("papers.toml", "label_sheets.toml", "cards.toml")
        formats = repr([(data_root() / name).read_bytes() for name in names])
        game = _game_digests(folder)
        drawn = {name: content for name, content in game.items() if not _is_data(name)}
        drawing, state = digest(program, ours, repr(drawn)), GameState(digest(repr(game)), times)
        everything = digest(program, ours, formats, repr(game))
        while voided := Cache(user_cache()).get(_void_name(drawing)):
            drawing, everything = digest(drawing, voided), digest(everything, voided)
        return cls(everything, drawing, state)

    def void(self) -> None:
        """Replace these digests by others in later calls of `of`, as cached faces may come from old and new files."""
        Cache(user_cache()).put(_void_name(self.drawing), self.state.times, at_once=True)

    def build_key(self, options: object) -> str:
        """Return a digest of a whole build: these inputs with these options."""
        return digest(self.everything, repr(options))


def _void_name(drawing: str) -> str:
    """Return the name of the cache entry that tells which digests were voided."""
    return f"made/{digest('voided', drawing)}"


def _game_digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a game, by path; a file unchanged since an earlier build is not read again."""
    # A process that builds again and again remembers the digests itself.
    if active_memory():
        return file_digests(folder)
    root, cache = os.path.abspath(folder), Cache(user_cache())  # noqa: PTH100  as the digests are kept
    name = f"made/{digest('digests of files', root)}"
    stored = cache.get(name)
    memory = FileMemory(stored if isinstance(stored, dict) else None)
    digests = file_digests(folder, memory)
    # Files that are gone are dropped from the entry.
    there = {path: stamped for path, stamped in memory.digests(root).items() if path[len(root) + 1 :] in digests}
    if there != stored:
        cache.put(name, there)
    return digests


@cache
def program_digest() -> str:
    """Return a digest of the running program, computed once: later changes on the disk do not run yet."""
    return program_on_disk()


def program_has_changed() -> bool:
    """Whether the program on the disk is no longer the one that runs."""
    return program_on_disk() != program_digest()


def program_on_disk() -> str:
    """Return a digest of the program as it is on the disk now."""
    return folder_stamp(Path(generator.__file__).parent, ".py")


def _is_data(name: str) -> bool:
    """Whether a file of a game holds rows, texts, figures or game.toml, which the digest `drawing` leaves out."""
    return name.endswith(_ROWS) or name in {"game.toml", "rules/figures.toml"} or name.startswith("strings.")
