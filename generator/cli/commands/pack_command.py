"""`vallum pack`, and commands that read packs: a game as one file, to give to others."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.parser import COMMANDS, Subcommands, add_command
from generator.cli.terminal import ProgressBar, print_json, print_summary

if TYPE_CHECKING:
    from generator.load.game_locations import GameFolder

_MOST_LISTED = 12


def add_pack(commands: Subcommands) -> None:
    """Add the command `vallum pack`, with its options, to the parser."""
    parser = add_command(commands, "pack", COMMANDS["pack"], _pack)
    parser.add_argument("game", metavar="GAME", help="the folder of a game, or the name of a shipped one")
    about = "folder of the pack; default: the one you work in"
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help=about)


def _pack(options: argparse.Namespace) -> int:
    """Write a game as one file, and print the files that were left out with the reason."""
    from generator.imports.packs.pack_writer import write_pack
    from generator.load.game_locations import find_game

    with ProgressBar(quiet=options.json) as progress:
        progress.step(f"{options.game}: packing", 0, 0)
        pack = write_pack(find_game(options.game), options.game, options.out)
    if options.json:
        left_out = [{"name": name, "why": reason} for name, reason in pack.left_out]
        print_json({"file": pack.path.as_posix(), "files": list(pack.files), "bytes": pack.size, "left_out": left_out})
        return 0
    print_summary(f"{pack.path}: {len(pack.files)} files, {pack.size / 1_000_000:.1f} MB")
    for name, reason in pack.left_out[:_MOST_LISTED]:
        print_summary(f"left out: {name} ({reason})")
    if len(pack.left_out) > _MOST_LISTED:
        print_summary(f"left out: {len(pack.left_out) - _MOST_LISTED} more")
    return 0


def with_packs(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Return a command that also takes packs (games as one .zip file) among its games.

    With a pack the command runs in a process with limits, as packs come from strangers.
    """

    def run_also_packs(options: argparse.Namespace) -> int:
        """Run the command; in a process with limits if one of its games is a pack."""
        from generator.load.game_locations import names_pack

        # Own games need no limits; a pack comes from somebody else.
        if not any(map(names_pack, options.games)):
            return run(options)
        from generator.cli.exit_codes import exit_code
        from generator.imports.packs.pack_process import run_on_packs

        def run_on(games: list[str | GameFolder]) -> int:
            """Run the command on games whose packs were unpacked."""
            options.games = games
            return run(options)

        return run_on_packs(options.games, run_on, lambda work: exit_code(work, as_json=options.json))

    return run_also_packs
