"""`vallum doctor` and `completion`: check this computer, as one block for a report, and serve its shells."""

from __future__ import annotations

import argparse

from generator.cli.parser import COMMANDS, Subcommands, add_command, add_out
from generator.cli.terminal import print_json, print_line, print_raw


def add_doctor(commands: Subcommands) -> None:
    """Add the command `vallum doctor`, with its options, to the parser."""
    add_out(add_command(commands, "doctor", COMMANDS["doctor"], _doctor))


def _doctor(options: argparse.Namespace) -> int:
    """Print the result of every check; return 1 if one found a fault."""
    from generator.cli.health import FAULT, examine, system_line

    findings = list(examine(options.out))
    # Notes are advice: only a fault makes the exit code 1.
    has_faults = any(finding.state == FAULT for finding in findings)
    if options.json:
        names = ("name", "state", "about", "remedy")
        checks = [{name: getattr(finding, name) for name in names} for finding in findings]
        print_json({"system": system_line(), "checks": checks}, ok=not has_faults)
        return int(has_faults)
    print_line(system_line())
    for finding in findings:
        print_line(f"{finding.state:<5} {finding.name:<9} {finding.about}")
        if finding.remedy:
            print_line(f"{'':<15} → {finding.remedy}")
    return int(has_faults)


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
