"""`vallum check`: finds every fault of games without writing a file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.cli.parser import COMMANDS, Subcommands, add_command, add_jobs, add_selection
from generator.cli.terminal_output import print_faults, print_json, print_line, print_table, print_warnings

if TYPE_CHECKING:
    from generator.build.outputs.manifest import FitRow


def add(commands: Subcommands) -> None:
    """Add the command."""
    parser = add_command(commands, "check", COMMANDS["check"], _run)
    add_selection(parser)
    parser.add_argument("--all", action="store_true", help="list every text, not only those that shrank")
    add_jobs(parser)
    parser.add_argument("--strict", action="store_true", help="warnings count as faults")


def _run(options: argparse.Namespace) -> int:
    from generator.build.options import game_folders, options_by_game, read_options
    from generator.build.pipeline import check

    chosen = options_by_game(read_options(options), game_folders(options.games))
    reports = [check(folder, build_options) for folder, build_options in chosen]
    faults = [each for report in reports for each in report.faults]
    warnings = [warning for report in reports for warning in report.warnings]
    code = 3 if any(each.unreadable for each in faults) else int(bool(faults or (options.strict and warnings)))
    if options.json:
        document = {
            "texts": [row.document() for report in reports for row in report.fits],
            "warnings": warnings,
            "faults": [str(each) for each in faults],
        }
        print_json(document, ok=code == 0)
        return code
    fits = [row for report in reports for row in report.fits if options.all or row.tight]
    if fits:
        rows = [row.cells() for row in fits] if options.all else _grouped(fits)
        print_table(("text", "lang", "asked", "used", "lines", "overflow mm"), rows)
    for report in reports:
        print_line(report.summary())
    print_warnings(warnings)
    print_faults([str(each) for each in faults])
    return code


def _grouped(fits: Sequence[FitRow]) -> list[tuple[str, ...]]:
    """One row for all the texts of a component that have the same element and the same fit."""
    groups: dict[tuple[str, ...], list[FitRow]] = {}
    for row in fits:
        groups.setdefault((row.piece.partition("/")[0], *row.cells()[1:], row.fit.element), []).append(row)
    rows = []
    for first, *others in groups.values():
        name, *numbers = first.cells()
        rows.append((name + (f" (and {len(others)} more alike)" if others else ""), *numbers))
    return rows
