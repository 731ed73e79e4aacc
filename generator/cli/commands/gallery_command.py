"""`vallum gallery`: draws contact sheets of the faces of games."""

from __future__ import annotations

import argparse

from generator.cli.parser import COMMANDS, Subcommands, add_command, add_out, add_selection
from generator.cli.terminal_output import print_files


def add(commands: Subcommands) -> None:
    """Add the command."""
    parser = add_command(commands, "gallery", COMMANDS["gallery"], _run)
    add_selection(parser)
    add_out(parser)


def _run(options: argparse.Namespace) -> int:
    from generator.build.options import game_folders, options_by_game, read_options
    from generator.build.outputs.contact_sheets import write_contact_sheets

    chosen = options_by_game(read_options(options), game_folders(options.games))
    print_files([file for each in chosen for file in write_contact_sheets(*each)], as_json=options.json)
    return 0
