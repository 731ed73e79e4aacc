"""`vallum build --watch`: build again whenever a file is saved, and say in one line what was written."""

from __future__ import annotations

import argparse
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from generator.base.errors import Faults, GeneratorError
from generator.base.terminal_text import listed
from generator.build.input_digests import InputDigests, program_has_changed
from generator.build.manifest import BuildResult
from generator.build.options import BuildOptions, game_folders, options_by_game
from generator.build.reach.reach_check import share_orders
from generator.build.warm.warm_builder import WarmBuilder
from generator.build.warm.watched_files import PROGRAM, file_changes
from generator.cli import parser as cli
from generator.cli import terminal
from generator.load.game_locations import GameFolder

MOST_NAMES = 3
"""Most file names in a line; the others are counted."""


def watch_games(options: argparse.Namespace, builder: WarmBuilder) -> int:
    """Build games whenever a file is saved, until Ctrl-C, or until the program itself has changed.

    Faults of a game do not end the watch. Returns the exit code 0.
    """
    folders = game_folders(options.games)
    watch = GameWatch(options, builder)
    # The first build was printed already.
    watch.remember(folders)
    names = ", ".join(game_folder.shown for game_folder in folders)
    note = f"watching {names}; Ctrl-C ends"
    for changed in file_changes([game_folder.folder for game_folder in folders]):
        # Modules that are loaded stay as they were: a build would mix the old and the new program.
        if any(path.is_relative_to(PROGRAM) for path in changed) and program_has_changed():
            terminal.print_note("Vallum itself has changed; start it again to go on")
            break
        watch.rebuild(changed)
        terminal.flush()
        if note:  # from now on nothing is missed
            terminal.print_note(note)
            note = ""
        builder.save()
        builder.tidy()
    return 0


class GameWatch:
    """Builder of some games that prints a line about each build with changes."""

    def __init__(self, options: argparse.Namespace, builder: WarmBuilder) -> None:
        """Take the parsed options of the build, and the builder that keeps games in memory."""
        self._options, self._builder = options, builder
        self._last: dict[str, object] = {}
        """Input digests and faults of each game's last build, by the game as it was named."""
        self._warnings: dict[str, tuple[str, ...]] = {}
        self._error = ""
        """Message of the error that stopped the last build; empty if it went well."""

    def remember(self, folders: Sequence[GameFolder]) -> None:
        """Remember the present state of games' files, so that only later changes are printed."""
        for game_folder in folders:
            self._last[game_folder.shown] = InputDigests.of(game_folder.folder).everything, ""

    def rebuild(self, changed: Collection[Path]) -> None:
        """Build every watched game; print a line for each whose files or faults have changed."""
        try:
            for order in share_orders(
                options_by_game(cli.build_options(self._options), game_folders(self._options.games))
            ):
                self._rebuild(*order, changed)
            self._error = ""
        except GeneratorError as error:  # the folder of a game is gone, or the disk is full
            if str(error) != self._error:
                terminal.print_error(error, as_json=False)
            self._error = str(error)
            self._last.clear()  # so that a line says when they can be built again

    def _rebuild(self, game_folder: GameFolder, options: BuildOptions, changed: Collection[Path]) -> None:
        """Build one game, and print a line if its files or faults have changed."""
        start, result = time.perf_counter(), BuildResult(game_folder.shown)
        try:
            result = self._builder.build(game_folder, options)
            faults = [str(fault) for fault in result.faults]
        except Faults as error:
            faults = [str(fault) for fault in error.faults]
        written = [file.path.name for file in result.files if file.fresh]
        state = self._builder.inputs and self._builder.inputs.everything, "\n".join(faults)
        # Editors save files unchanged too, and touch others.
        if state == self._last.get(game_folder.shown) and not written:
            return
        self._last[game_folder.shown] = state
        changed_names = listed([*_shown(changed, game_folder)], MOST_NAMES) or "files"
        to_print = f"{listed(written, MOST_NAMES)} written" if written else "nothing written"
        count = f"{len(faults)} fault{'' if len(faults) == 1 else 's'}, " if faults else ""
        seconds = time.perf_counter() - start
        terminal.print_summary(f"{game_folder.shown}: {changed_names} changed: {count}{to_print} in {seconds:.2f} s")
        terminal.flush()  # before what goes to stderr
        self._print_warnings(game_folder.shown, result.warnings)
        terminal.print_faults(faults)

    def _print_warnings(self, game: str, warnings: tuple[str, ...]) -> None:
        """Print the warnings that the last build did not have."""
        last_warnings = self._warnings.get(game, ())
        terminal.print_warnings([warning for warning in warnings if warning not in last_warnings])
        self._warnings[game] = warnings


def _shown(changed: Collection[Path], game_folder: GameFolder) -> Iterator[str]:
    """Yield names of changed files: files of the game relative to its folder, other ones with their parent folder."""
    folder = game_folder.folder.resolve()
    for path in sorted(changed):
        yield str(path.relative_to(folder)) if path.is_relative_to(folder) else f"{path.parent.name}/{path.name}"
