"""`vallum solo`: solo play in the terminal; its commands stand in `generator.play.commands.solo_commands`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.cli.parser import Subcommands, add_command, add_group
from generator.cli.terminal_input import ask
from generator.cli.terminal_output import print_json, print_line, print_note

if TYPE_CHECKING:
    from generator.play.commands.console import Console


def add(commands: Subcommands) -> None:
    """Add the commands."""
    from generator.play.commands.solo_commands import add_solo_commands

    add_solo_commands(add_group(commands, "solo"), add_command, _console)


def _console(as_json: bool) -> Console:
    from generator.play.commands.console import Console

    return Console(print_line, ask, print_json, print_note, as_json)
