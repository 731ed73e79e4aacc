"""The command line: parses the arguments, runs one command and returns its exit code.

Results go to stdout and everything else to stderr. The exit codes stand in `parser.EXIT_CODES`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from itertools import takewhile
from typing import TYPE_CHECKING

from generator import __version__
from generator.base.system.part_files import remove_own_folders
from generator.cli import terminal
from generator.cli.exit_codes import exit_code
from generator.cli.parser import COMMANDS, EXIT_CODES, Parser, add_subcommands, parse

if TYPE_CHECKING:
    from generator.build.warm.warm_builder import WarmBuilder

_MODULES = {
    "games": "game_commands",
    "build": "print_commands",
    "join": "join_command",
    "diff": "print_commands",
    "check": "game_commands",
    "gallery": "print_commands",
    "schema": "game_commands",
    "new": "new_command",
    "import": "import_command",
    "fetch": "fetch_command",
    "pack": "pack_command",
    "export": "export_command",
    "preflight": "preflight_command",
    "calibrate": "print_commands",
    "sheet": "sheet_commands",
    "solo": "play_commands",
    "serve": "play_commands",
    "site": "site_command",
    "warm": "warm_commands",
    "completion": "doctor_command",
    "doctor": "doctor_command",
}
"""Module in `generator.cli.commands` of each command, in which `add_build` adds `build`; only one is loaded."""


def main(arguments: Sequence[str] | None = None, builder: WarmBuilder | None = None) -> int:
    """Run one command line and return its exit code.

    `builder` keeps games in memory; only a process that goes on running has one.
    """
    terminal.prepare_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    # Before the arguments are parsed, as a fault of parsing is translated too.
    terminal.set_fault_language(words)
    return exit_code(lambda: _run(words, builder), as_json="--json" in words)


def run() -> int:
    """Run the command line of this process, close its files and return its exit code.

    Temporary folders are removed and all output is flushed.
    """
    code = main()
    remove_own_folders()
    with suppress(OSError, ValueError):  # nobody reads it any more, or it is closed
        sys.stderr.flush()
    return code


def _run(words: list[str], builder: WarmBuilder | None) -> int:
    """Parse the words of a command line and run the command; return its exit code."""
    if words[:1] in ([], ["help"]):  # `vallum help build` is `vallum build --help`
        named = list(takewhile(lambda word: not word.startswith("-"), words[1:]))
        if "--man" in words:
            return _print_manual(named)
        words = [*named, "--help"]
    parser = command_parser(words)
    if parser.is_group(words):  # `vallum solo` is `vallum solo --help`
        words = [*words, "--help"]
    options = parse(parser, words)
    options.builder, options.run_command = builder, main
    return int(options.run(options))


def _print_manual(names: Sequence[str]) -> int:
    """Print the help of a command as a manual page. Raises UsageError for an unknown command."""
    from generator.cli.help.help_layout import reader_words
    from generator.cli.help.manual_page import manual_page

    parser = command_parser(names)
    for name in names:
        parser = parser.subcommand(name)
    terminal.print_raw(manual_page(parser, reader_words(terminal.fault_language_in_use())).rstrip())
    return 0


def command_parser(words: Sequence[str]) -> Parser:
    """Return a parser for the command in `words`: to add the arguments of every command takes time."""
    parser = Parser(
        prog="vallum",
        description="A folder of data and templates becomes cut-ready PDFs of a board game.",
        epilog=EXIT_CODES,
    )
    parser.add_argument("--version", action="version", version=f"vallum {__version__}")
    commands = add_subcommands(parser)
    name = next((word for word in words if not word.startswith("-")), "")
    if name in COMMANDS:
        getattr(import_module(f"generator.cli.commands.{_MODULES[name]}"), f"add_{name}")(commands)
    else:
        for command_name, about in COMMANDS.items():
            # Names and help are enough for `vallum --help` and for messages.
            commands.add_parser(command_name, help=about)
    return parser
