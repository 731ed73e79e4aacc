"""Wait for changes of the files that builds read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import generator
from generator.base.user_folders import user_config
from generator.load.game_locations import data_root, templates_root

STEP_MS, DEBOUNCE_MS = 10, 60
"""Milliseconds without a further change after which changes are reported, and the longest delay."""

POLL_MS = 1000
"""Milliseconds between two checks whether a folder was removed, made or exchanged, which its watch does not tell."""

PROGRAM = Path(generator.__file__).parent


def file_changes(games: Sequence[Path]) -> Iterator[frozenset[Path]]:
    """Yield the changed files each time some change, until interrupted.

    None are yielded once at the start, and for a folder that was exchanged: files may have changed unseen.
    """
    shared = [templates_root(), data_root(), PROGRAM, *filter(None, [user_config()])]
    # The program's own files count too: a developer changes them.
    folders = [*dict.fromkeys((*(game.resolve() for game in games), *shared))]
    is_polling: bool | None = None
    while True:
        before = _identities(folders)
        try:
            yield from _until_exchanged(folders, before, is_polling)
        except (OSError, RuntimeError):  # inotify has a limit of watches for each user; polling has none
            is_polling = True
        else:
            yield frozenset()


def _until_exchanged(
    folders: Sequence[Path], before: Sequence[tuple[int, int]], is_polling: bool | None
) -> Iterator[frozenset[Path]]:
    """Yield changes until one of the folders is no longer the one that was watched."""
    from watchfiles import watch

    existing = [folder for folder, identity in zip(folders, before, strict=True) if identity != _NONE]
    options = {"step": STEP_MS, "debounce": DEBOUNCE_MS, "rust_timeout": POLL_MS, "force_polling": is_polling}
    is_first = True
    for changes in watch(*existing, yield_on_timeout=True, **options):  # type: ignore[arg-type]
        if changes or is_first:  # before the first, files could change unseen
            yield _lasting(changes)
        is_first = False
        if _identities(folders) != before:
            return


def _lasting(changes: Collection[tuple[int, str]]) -> frozenset[Path]:
    """Return the changed files without those that came and went, such as an editor makes while it saves."""
    from watchfiles import Change

    came = {path for change, path in changes if change == Change.added}
    return frozenset(
        path for path in map(Path, {path for _, path in changes}) if str(path) not in came or path.exists()
    )


_NONE = (0, 0)


def _identities(folders: Sequence[Path]) -> list[tuple[int, int]]:
    """Return device and inode of each folder, `_NONE` for one that is not there."""
    identities = []
    for folder in folders:
        identity = _NONE
        with suppress(OSError):
            about = folder.stat()
            identity = about.st_dev, about.st_ino
        identities.append(identity)
    return identities
