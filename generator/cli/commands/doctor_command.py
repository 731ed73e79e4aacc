"""`vallum doctor` and `completion`: check this computer, as one block for a report, and serve its shells."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import OutputError
from generator.base.terminal_text import wrapped_behind
from generator.cli.parser import COMMANDS, Subcommands, add_command, add_out
from generator.cli.terminal import print_files, print_json, print_line, print_raw, translated

if TYPE_CHECKING:
    from generator.cli.health import HealthCheck


def add_doctor(commands: Subcommands) -> None:
    """Add the command `vallum doctor`, with its options, to the parser."""
    parser = add_command(commands, "doctor", COMMANDS["doctor"], _doctor)
    add_out(parser)
    fix = "make missing folders, take back rights to write, and put a damaged list of printers aside"
    parser.add_argument("--fix", action="store_true", help=fix)
    shortcut = "make a file to double-click that starts vallum serve, on the desktop and in the menu"
    parser.add_argument("--shortcut", action="store_true", help=shortcut)


def _doctor(options: argparse.Namespace) -> int:
    """Print the result of every check; return 1 if one found a fault."""
    from generator.cli.bug_report import system_line
    from generator.cli.health import FAULT, examine, examine_again

    if options.shortcut:
        return _shortcut(options)
    health_checks = list((examine_again if options.fix else examine)(options.out))
    # Notes are advice: only a fault makes the exit code 1.
    has_faults = any(health_check.state == FAULT for health_check in health_checks)
    if options.json:
        names = ("name", "state", "about", "remedy")
        rows = [{name: getattr(health_check, name) for name in names} for health_check in health_checks]
        print_json({"system": system_line(), "checks": rows}, ok=not has_faults)
        return int(has_faults)
    print_line(system_line())
    for health_check in health_checks:
        _print_check(health_check, is_fixed=options.fix)
    return int(has_faults)


def _print_check(health_check: HealthCheck, *, is_fixed: bool) -> None:
    """Print a check in one line or more, with its remedy below it."""
    for line in wrapped_behind(f"{health_check.state:<5} {health_check.name:<9} ", translated(health_check.about)):
        print_line(line)
    if health_check.remedy:
        print_line(f"{'':<15} → {translated(health_check.remedy)}")
    if health_check.mend and not is_fixed:
        print_line(f"{'':<15} → vallum doctor --fix")


def _shortcut(options: argparse.Namespace) -> int:
    """Write the files that start the pages by a double click, and print their names."""
    from generator.cli.shortcut import write_shortcut

    try:
        home = Path.home()
    except RuntimeError:
        raise OutputError("there is no home folder; set HOME to a folder of your own") from None
    print_files(write_shortcut(sys.executable, home), as_json=options.json)
    return 0


def add_completion(commands: Subcommands) -> None:
    """Add the command `vallum completion` to the parser."""
    parser = add_command(commands, "completion", COMMANDS["completion"], _completion)
    shells = "the shell that you type in: %(choices)s"
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "powershell"), metavar="SHELL", help=shells)


def _completion(options: argparse.Namespace) -> int:
    """Print the script of a shell, whose last line says where to put the line that loads it."""
    from generator.cli.completion.shell_completion import completion_script

    script = completion_script(options.shell)
    if options.json:
        print_json({"shell": options.shell, "script": script})
    else:
        print_raw(script.rstrip())
    return 0
