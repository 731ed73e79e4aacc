"""Build the same games again and again in one process.

Kept are the digests of unchanged files, cached faces, open fonts, decoded pictures and compiled templates. Each build
asks for the stamps of all files anew, so that its files and faults are those of a fresh process.
"""

from __future__ import annotations

import gc
from pathlib import Path

from cachetools import LRUCache

from generator.base.errors import Faults
from generator.base.hashing import file_stamp
from generator.base.user_folders import user_cache
from generator.build.input_digests import InputDigests
from generator.build.manifest import BuildResult, Progress, no_progress
from generator.build.options import BuildOptions
from generator.build.pipeline import PreviousBuild, build
from generator.build.warm.held_entries import HeldEntries
from generator.load.game_locations import GameFolder
from generator.write.pdf import face_digest, font_metrics

MOST_GAMES = 6
"""Most games, each in one theme, that are kept."""

_Key = tuple[Path, str, str, bool, Path | None]
"""Key that two builds must share for one to continue from the other: the folder, and how faces look."""


class WarmBuilder:
    """Builds games as `pipeline.build` does, and faster each time after the first."""

    def __init__(self) -> None:
        """Begin without any game in memory."""
        self._entries = HeldEntries()
        self._games = LRUCache[_Key, PreviousBuild](MOST_GAMES)
        self._unsaved: _Key | None = None
        self.inputs: InputDigests | None = None
        """State of the files that the last build has read; None if it ended in an error."""
        self._fonts: dict[str, tuple[int, int]] = {}
        """Stamps of the open font files, which lie outside of games."""

    def build(self, game_folder: GameFolder, options: BuildOptions, progress: Progress = no_progress) -> BuildResult:
        """Build one game. Raises as `pipeline.build`.

        Cache entries are written by `save`, or by the next build: showing the result need not wait for them.
        """
        self.save()
        folder = game_folder.folder.resolve()
        self._unsaved = key = folder, game_folder.shown, options.look, options.keeps_ink, user_cache()
        # Set only once the build has ended, so that an error leaves no state.
        previous, self.inputs = self._kept(key), None
        try:
            with self._entries.hold():
                result = build(game_folder, options, progress, previous)
        except Faults:
            self.inputs = previous.inputs
            raise
        self.inputs = previous.inputs
        if previous.renderer:
            self._fonts |= previous.renderer.labels.font_stamps
        return result

    def save(self) -> None:
        """Write the cache entries of the last build, or forget that build if a file has changed since it began."""
        key, self._unsaved = self._unsaved, None
        if key and not self._entries.write_if_unchanged(key[0], self.inputs):
            self._games.pop(key, None)

    def tidy(self) -> None:
        """Free memory that earlier builds no longer need: each build exempts its live objects from collection."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _kept(self, key: _Key) -> PreviousBuild:
        """Return the previous build of a game; a new, empty one if a font has changed."""
        if any(file_stamp(path) != stamp for path, stamp in self._fonts.items()):
            self._forget_fonts()
        return self._games.setdefault(key, PreviousBuild())

    def _forget_fonts(self) -> None:
        """Forget all open fonts and all data read from them, so that they are opened anew."""
        from generator.write.svg import drawing

        self._games.clear()
        self._fonts.clear()
        # These caches hold what was read from font files by their paths.
        for cached_function in (
            font_metrics.widths,
            font_metrics.metrics,
            face_digest.outlines_of_file,
            drawing.svg_font,
        ):
            cached_function.cache_clear()
