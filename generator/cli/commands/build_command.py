"""`vallum build`: writes the PDFs of games."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.base.errors import Fault, Faults
from generator.cli import terminal_output as output
from generator.cli.argument_types import cutting_length, overlap_length, resolution, small_count
from generator.cli.parser import COMMANDS, Subcommands, add_command, add_jobs, add_out, add_selection

if TYPE_CHECKING:
    from generator.build.outputs.manifest import OutputFile


def add(commands: Subcommands) -> None:
    """Add the command."""
    parser = add_command(commands, "build", COMMANDS["build"], _run)
    add_selection(parser)
    option = parser.add_argument
    papers = "a4, letter, a3, tabloid, legal, or full: one page for a large board; repeatable; default: a4 and letter"
    option("--paper", action="append", metavar="PAPER", help=papers)
    backs = "print backs on the other side of the paper, beside the fronts to fold over, or not; default: duplex"
    option("--backs", choices=("duplex", "fold", "none"), default="duplex", help=backs)
    option("--flip", choices=("long", "short"), help="edge the printer flips over; default: long, for booklets short")
    option("--split", action="store_true", help="fronts and backs in two files, to turn the paper over by hand")
    option("--marks", choices=("corners", "lines", "none"), default="corners", help="crop marks; default: corners")
    option("--bleed", type=cutting_length, metavar="LENGTH", help="art beyond the trim; default: the component's")
    option("--gap", type=cutting_length, default=0.0, metavar="LENGTH", help="gutter between pieces; default: 0mm")
    skip = "leave the first N places empty, for a half-used sheet of labels"
    option("--skip", type=small_count, default=0, metavar="N", help=skip)
    overlap = "overlap of the tiles of a large board; default: 8mm"
    option("--overlap", type=overlap_length, default="8mm", metavar="LENGTH", help=overlap)
    option("--printer", metavar="NAME", help="correct the back sides for this calibrated printer")
    option("--proof", action="store_true", help="outlines and ids only, for a cheap test print")
    option("--plan", action="store_true", help="write a print plan also with --only (a whole game always has one)")
    option("--svg", action="store_true", help="also write every face as plain SVG")
    option("--png", type=resolution, metavar="DPI", help="also write every face as PNG, such as --png 300")
    eyes = "also write every sheet as colour-blind eyes see it, as PNG: %(choices)s; repeatable"
    option("--simulate", action="append", choices=("deutan", "protan", "tritan", "grey"), metavar="EYES", help=eyes)
    add_out(parser)
    add_jobs(parser)
    option("--strict", action="store_true", help="any warning fails the build")
    option("--timings", action="store_true", help="print the time of each stage on stderr")


def _run(options: argparse.Namespace) -> int:
    from generator.base.timing import Stopwatch
    from generator.build.options import check_output_folder, game_folders, options_by_game, read_options
    from generator.build.pipeline import build

    watch = Stopwatch({})
    folders = game_folders(options.games)
    check_output_folder(folders, options.out)
    results = []
    faults: list[Fault] = []
    with output.ProgressBar() as progress:
        for folder, build_options in options_by_game(read_options(options), folders):
            try:
                results.append(build(folder, build_options, progress.step))
            except Faults as error:
                faults += error.faults
    faults += [each for result in results for each in result.faults]
    if options.timings:
        output.print_note(json.dumps({result.game: result.timings for result in results}))
    warnings = [warning for result in results for warning in result.warnings]
    ok = not faults and not (options.strict and warnings)
    files = [file for result in results for file in result.files]
    if options.json:
        document = {
            "files": [file.document() for file in files],
            "warnings": warnings,
            "faults": [str(each) for each in faults],
            "seconds": round(watch.elapsed, 3),
        }
        output.print_json(document, ok=ok)
    else:
        _print_files(files, watch.elapsed)
        output.print_warnings(warnings)
        output.print_faults([str(each) for each in faults])
    return 0 if ok else Faults.exit_code


def _print_files(files: Sequence[OutputFile], seconds: float) -> None:
    printed = [file for file in files if file.sheets]
    if printed:
        output.print_table(
            ("file", "pages", "pieces", "sheets of paper", "ink %"),
            [(file.path, file.pages, file.pieces, file.paper_sheets, f"{file.ink:.1f}") for file in printed],
        )
    pictures = [str(file.path.parent) for file in files if not file.sheets]
    for folder in dict.fromkeys(pictures):
        output.print_line(f"{folder}: {pictures.count(folder)} pictures")
    if files:
        output.print_line(f"{len(files)} {'file' if len(files) == 1 else 'files'} in {seconds:.1f} s")
