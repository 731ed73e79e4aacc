"""The command line: parses the arguments, runs one command and returns its exit code.

Results go to stdout and everything else to stderr. The exit codes stand in `parser.EXIT_CODES`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from generator import __version__
from generator.base.system.part_files import remove_own_folders
from generator.cli import terminal
from generator.cli.commands import (
    export_command,
    fetch_command,
    game_commands,
    import_command,
    new_command,
    pack_command,
    play_commands,
    preflight_command,
    print_commands,
    warm_commands,
)
from generator.cli.exit_codes import exit_code
from generator.cli.parser import COMMANDS, EXIT_CODES, Parser, add_subcommands, parse

if TYPE_CHECKING:
    from generator.build.warm.warm_builder import WarmBuilder

_ADDERS = {
    "games": game_commands.add_games,
    "build": print_commands.add_build,
    "diff": print_commands.add_diff,
    "check": game_commands.add_check,
    "gallery": print_commands.add_gallery,
    "schema": game_commands.add_schema,
    "new": new_command.add_new,
    "import": import_command.add_import,
    "fetch": fetch_command.add_fetch,
    "pack": pack_command.add_pack,
    "export": export_command.add_export,
    "preflight": preflight_command.add_preflight,
    "calibrate": print_commands.add_calibrate,
    "sheet": play_commands.add_sheet,
    "solo": play_commands.add_solo,
    "serve": play_commands.add_serve,
    "warm": warm_commands.add_warm,
}


def main(arguments: Sequence[str] | None = None, builder: WarmBuilder | None = None) -> int:
    """Run one command and return its exit code; `builder` builds the games where this process goes on running."""
    terminal.prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    terminal.set_fault_language(given)
    return exit_code(lambda: _run(given, builder), as_json="--json" in given)


def run_and_exit() -> NoReturn:
    """Run the command of this process and end it.

    Temporary folders are removed, the files are closed and all output is flushed, so nothing is left that a slow exit
    would do but free the memory piece by piece: a tenth of the time of a build with nothing to do.
    """
    code = main()
    remove_own_folders()
    with suppress(OSError, ValueError):  # nobody reads it any more, or it is closed
        sys.stderr.flush()
    os._exit(code)


def _run(given: list[str], builder: WarmBuilder | None) -> int:
    options = parse(command_parser(given), given)
    options.builder, options.run_command = builder, main
    return int(options.run(options))


def command_parser(given: Sequence[str]) -> Parser:
    """Return the parser with the arguments of the command that is given; those of all would slow each of them down."""
    parser = Parser(
        prog="vallum",
        description="A folder of data and templates becomes cut-ready PDFs of a board game.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"vallum {__version__}")
    commands = add_subcommands(parser)
    name = next((word for word in given if not word.startswith("-")), "")
    if name in COMMANDS:
        _ADDERS[name](commands)
    else:
        for each, about in COMMANDS.items():
            commands.add_parser(each, help=about)
    return parser
