"""`vallum warm`: start, stop and look at the process that keeps games in memory for the next build."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from generator.cli import terminal
from generator.cli.parser import Subcommands, add_command, add_group

if TYPE_CHECKING:
    from generator.cli.resident.resident_control import ResidentStatus


def add_warm(commands: Subcommands) -> None:
    """Add `vallum warm` with its commands `start`, `stop` and `status` to the parser."""
    group = add_group(commands, "warm")
    about = "Keep a process of your own running that does the work of vallum build; it ends after 30 minutes idle."
    add_command(group, "start", about, _start)
    add_command(group, "stop", "End that process.", _stop)
    add_command(group, "status", "Say whether it runs; exit code 1 if not.", _status)


def _start(options: argparse.Namespace) -> int:
    """Start the warm process, unless one runs."""
    from generator.cli.resident.resident_control import resident_status, start_resident

    # To tell a started process from one that ran already.
    before = resident_status()
    status = start_resident(lambda arguments, builder: int(options.run_command(arguments, builder)))
    is_new = before is None or before.process != status.process
    if options.json:
        terminal.print_json({"process": status.process, "started": is_new})
    else:
        terminal.print_summary(f"warm process {status.process} {'started' if is_new else 'runs already'}")
    return 0


def _stop(options: argparse.Namespace) -> int:
    """End the warm process, if one runs."""
    from generator.cli.resident.resident_control import stop_resident

    process = stop_resident()
    if options.json:
        terminal.print_json({"process": process})
    else:
        terminal.print_summary(f"warm process {process} ended" if process else "no warm process runs")
    return 0


def _about(status: ResidentStatus) -> dict[str, object]:
    """Return the state of the warm process for `--json`."""
    return {
        "process": status.process,
        "builds": status.builds,
        "current": status.is_ours,
        "idle_seconds": round(status.idle),
    }


def _status(options: argparse.Namespace) -> int:
    """Print the state of the warm process; return 1 if none runs."""
    from generator.cli.resident.resident_control import resident_status

    status = resident_status()
    if options.json:
        about = _about(status) if status else {}
        terminal.print_json({"runs": status is not None, **about})
    elif status is None:
        terminal.print_summary("no warm process runs; start one with: vallum warm start")
    else:
        builds = (
            "is building"
            if status.builds is None
            else f"has done {status.builds} build{'' if status.builds == 1 else 's'}"
        )
        other = "" if status.is_ours else "; it is of another version of Vallum or of Python; start replaces it"
        end = f"; it ends after {status.idle / 60:.0f} minutes without a build"
        terminal.print_summary(f"warm process {status.process} {builds}{other or end}")
    return 0 if status else 1
