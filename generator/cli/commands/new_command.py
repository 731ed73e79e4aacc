"""`vallum new`: starts a game of one's own."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path

from generator.cli.parser import COMMANDS, Subcommands, add_command
from generator.cli.terminal_output import print_json, print_line


def add(commands: Subcommands) -> None:
    """Add the command."""
    parser = add_command(commands, "new", COMMANDS["new"], _run)
    parser.add_argument("folder", type=Path, help="the folder to make")


def _run(options: argparse.Namespace) -> int:
    from generator.load.game_locations import sample, shipped_games
    from generator.load.new_game import create_game

    create_game(options.folder, sample())
    folder = str(options.folder)
    if options.json:
        print_json({"folder": folder})
        return 0
    if folder in shipped_games():  # the bare name would mean the shipped game
        folder = f"./{folder}"
    print_line(f"{folder} is a small game now; change game.toml and the tables beside it, then:")
    print_line(f"  vallum check {_shell_word(folder)}")
    print_line(f"  vallum build {_shell_word(folder)}")
    return 0


def _shell_word(text: str) -> str:
    """Text in the quotes that it needs in a shell: cmd.exe takes double quotes only."""
    if os.name == "nt":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)
