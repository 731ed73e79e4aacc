"""`vallum export`: games for print shops, cutting machines and virtual tables."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import Fault, Faults, UsageError
from generator.base.terminal_text import format_table, pad, wrap_line
from generator.cli import parser as cli
from generator.cli import terminal
from generator.cli.commands.pack_command import with_packs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.exports.export_run import Export
    from generator.exports.findings import Finding


_MOST_LINES = 6
"""Most lines of a report on the terminal; the whole report is written as a file."""


def add_export(commands: cli.Subcommands) -> None:
    """Add the command `vallum export`, with its options, to the parser."""
    parser = cli.add_command(commands, "export", cli.COMMANDS["export"], with_packs(_export))
    _add_target(parser.add_argument_group("where it goes"))
    pieces = cli.add_selection(parser)
    cli.add_copies(pieces)
    cli.add_ids(pieces)
    _add_pictures(parser.add_argument_group("pictures and sheets"))
    work = parser.add_argument_group(cli.WORK)
    cli.add_out(work)
    cli.add_jobs(work)


def _add_target(group: cli.Options) -> None:
    """Add the options for the shop, machine or table, and those that only a few of them have."""
    option = group.add_argument
    option("--to", action="append", metavar="TARGET", help="where it shall go, such as mpc,tts; see --list; repeatable")
    option("--list", action="store_true", help="list the targets")
    option("--product", metavar="NAME", help="product of the shop; default: the one that fits each deck")
    option("--url-prefix", metavar="URL", help="address below which you put the pictures, https://…")
    option("--under", type=Path, metavar="PDF", help="page of Design Space, printed to a PDF, to lay the cards over")


def _add_pictures(group: cli.Options) -> None:
    """Add the options for pictures and sheets."""
    option = group.add_argument
    option("--paper", action="append", metavar="PAPER", help="paper of sheets; default: a4")
    dpi = cli.whole_number(72, 1200, "a number of dots per inch")
    option("--dpi", type=dpi, metavar="N", help="resolution of pictures; default: 300")
    option("--picture", choices=("png", "jpeg"), help="format of picture files; default: png")
    bleed = "art beyond the trim in picture files; 0mm: cut to the trim; default: the component's"
    option("--bleed", type=cli.length_from(0), metavar="LENGTH", help=bleed)
    corners = "round: picture files are transparent outside of the piece; default: square"
    option("--corners", choices=("square", "round"), help=corners)
    skip = "places that stay empty on every sheet, numbered from 1 at the upper left, such as 1,5 or 1-3; repeatable"
    option("--skip", action="append", metavar="PLACES", help=skip)
    split = "a file or an order for each component where a shop sells all cards of one size together"
    option("--split", action="store_true", default=None, help=split)


def _export(options: argparse.Namespace) -> int:
    """Export games to the targets of `--to`; return the exit code. Raises UsageError, OutputError."""
    from generator.build.options import check_output_folder, game_folders
    from generator.exports.export_option_reader import EXPORT_WORDS, read_export_options
    from generator.exports.export_run import export_games
    from generator.exports.targets import find_target

    if options.list:
        return _list(options)
    if not options.to:
        raise UsageError("nothing says where to export to; add --to TARGET, vallum export --list names them")
    # The report is written for the reader of the terminal, in the language of its messages.
    options.reader = terminal.fault_language_in_use()
    # One --to may list several targets; a target that is named twice is made once.
    names = (name.strip() for names in options.to for name in names.split(","))
    targets = list(dict.fromkeys(find_target(name) for name in names))
    words = {word: value for word, value in vars(options).items() if word in EXPORT_WORDS}
    export_options = read_export_options(words, targets)
    folders = game_folders(options.games)
    # Before any work: a folder that cannot be written would lose it.
    check_output_folder(folders, options.out)
    exports: list[Export] = []
    faults: list[Fault] = []
    with terminal.ProgressBar(quiet=options.json) as progress:
        for outcome in export_games(folders, targets, export_options, progress.step):
            if isinstance(outcome, Faults):
                faults += outcome.faults
            else:
                exports += outcome
    return _print(exports, faults, as_json=options.json)


def _list(options: argparse.Namespace) -> int:
    """Print the targets in their groups, with a sentence about each."""
    from generator.exports.export_words import export_words
    from generator.exports.targets import GROUPS, TARGETS

    words = export_words(terminal.fault_language_in_use())
    about = {name: (words(f"targets.{name}.title"), words(f"targets.{name}.about")) for name in TARGETS}
    if options.json:
        rows = [
            {"name": name, "group": TARGETS[name].group, "title": title, "about": text}
            for name, (title, text) in about.items()
        ]
        terminal.print_json({"targets": rows})
        return 0
    widest = max(map(len, TARGETS))
    for group in GROUPS:
        terminal.print_line(words(f"groups.{group}"))
        group_rows = [(pad(name, widest), ": ".join(about[name])) for name in TARGETS if TARGETS[name].group == group]
        for line in format_table(group_rows):
            terminal.print_line(line)
    return 0


def _print(exports: Sequence[Export], faults: Sequence[Fault], *, as_json: bool) -> int:
    """Print exports, with their warnings and faults, and faults of the data; return the exit code."""
    finding_lines = [str(fault) for export in exports for fault in export.faults]
    data = [str(fault) for fault in faults]
    ok = not finding_lines and not data
    if as_json:
        terminal.print_json(
            {"exports": [export.document() for export in exports], "faults": [*data, *finding_lines]}, ok=ok
        )
    else:
        for export in exports:
            _print_export(export)
        several = len({export.game for export in exports}) > 1
        terminal.print_warnings([_told(export, warning, several) for export in exports for warning in export.warnings])
        terminal.print_faults(
            [*data, *(_told(export, fault, several) for export in exports for fault in export.faults)]
        )
    # Bad data ends with the code of Faults, a finding of a target with 1.
    return 0 if ok else Faults.exit_code if data else 1


def _told(export: Export, finding: Finding, several: bool) -> str:
    """Return the line for a finding of an export: its game if there are several, its target, and its text."""
    game = [export.game] if several else []
    target = [] if finding.place == export.target else [export.target]
    return ": ".join([*game, *target, str(finding)])


def _print_export(export: Export) -> None:
    """Print the folder of an export, its number of files, and the beginning of its report."""
    from generator.exports.export_words import export_words
    from generator.exports.findings import REPORT

    words = export_words(terminal.fault_language_in_use())
    if not export.files:
        terminal.print_line(f"{export.folder}: {words('report.none')}")
        return
    count = words("report.file") if len(export.files) == 1 else words("report.files", count=len(export.files))
    terminal.print_line(f"{export.folder}: {count}")
    for line in export.lines[:_MOST_LINES]:
        for part in wrap_line(f"  {line}"):
            terminal.print_line(part)
    if len(export.lines) > _MOST_LINES:
        terminal.print_line(f"  … {words('report.more', file=export.folder / REPORT)}")
