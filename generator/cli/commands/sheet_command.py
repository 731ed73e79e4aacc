"""`vallum sheet read` and `vallum sheet fill`: check filled scoresheets, and write marks into fresh ones."""

from __future__ import annotations

import argparse
from pathlib import Path

from generator.cli.parser import Subcommands, add_command, add_group, add_out
from generator.cli.terminal_output import print_files, print_json, print_line, print_table


def add(commands: Subcommands) -> None:
    """Add the commands."""
    group = add_group(commands, "sheet")
    about = "Read a filled sheet, add it up, and say where it breaks the rules."
    read = add_command(group, "read", about, _read)
    read.add_argument("file", type=Path, help="the PDF that was filled in and saved")
    fill = add_command(group, "fill", "Write marks into a fresh sheet: DIR/GAME/…-filled-MARKS-….pdf.", _fill)
    fill.add_argument("file", type=Path, metavar="MARKS.json", help="boxes and marks, as sheet read --json prints them")
    fill.add_argument("--flat", action="store_true", help="as ink, not as a form")
    fill.add_argument("--paper", default="a4", metavar="PAPER", help="such as letter or a3; default: a4")
    add_out(fill)
    for command in (read, fill):
        command.add_argument("--game", metavar="GAME", help="the game, or the folder of a game of your own")
        command.add_argument("--lang", metavar="LANG", help="language of report or form; default: the sheet's")


def _read(options: argparse.Namespace) -> int:
    from generator.scoresheets.filled_sheet import check_language, read_sheet
    from generator.scoresheets.sheet_report import SheetReport

    check_language(options.lang, options.game)
    filled = read_sheet(options.file, options.game)
    report = SheetReport(filled, options.lang)
    if options.json:
        print_json(report.document(), ok=not filled.flaws)
        return int(bool(filled.flaws))
    print_line(report.sheets())
    print_table(("", ""), report.marks())
    print_table(("", ""), [(title, -points if minus else points) for title, points, minus in report.scores()])
    if rank := report.rank():
        print_line(rank)
    for text in report.flaws():
        print_line(f"{', '.join(text.flaw.boxes) or '='}: {text.where}: {text.what}; {text.rule}")
    return int(bool(filled.flaws))


def _fill(options: argparse.Namespace) -> int:
    from generator.scoresheets.form_filling import read_marks, write_filled_sheets

    marks = read_marks(options.file, options.game, options.lang)
    files = write_filled_sheets(marks, options.paper, options.out, flat=options.flat)
    print_files(files, as_json=options.json)
    return 0
