"""`vallum calibrate`: prints the test sheet of a printer, and saves the offsets read off it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from generator.base.errors import UsageError
from generator.base.units import to_mm
from generator.cli.parser import COMMANDS, Subcommands, add_command, add_out
from generator.cli.terminal_output import print_json, print_line

if TYPE_CHECKING:
    from generator.model.paper import Printer


def add(commands: Subcommands) -> None:
    """Add the command."""
    parser = add_command(commands, "calibrate", COMMANDS["calibrate"], _run)
    parser.add_argument("--printer", metavar="NAME", help="the name under which to save the offsets")
    parser.add_argument("--paper", default="a4", metavar="PAPER", help="paper of the test sheet; default: a4")
    edges = "the edge that the printer flips over; default: long"
    parser.add_argument("--flip", choices=("long", "short"), default="long", help=edges)
    parser.add_argument("--lang", default="en", metavar="LANG", help="language of the test sheet; default: en")
    numbers = "the four numbers read off the sheet, in millimetres"
    parser.add_argument("--read", nargs=4, type=float, metavar=("A→", "A↓", "B→", "B↓"), help=numbers)
    add_out(parser)


def _run(options: argparse.Namespace) -> int:
    from generator.build.calibration import calibrate, write_test_sheet

    if options.read is None and options.printer and sys.stdin.isatty() and not options.json:
        options.read = _ask_for_readings()
    if options.read is not None:
        if options.printer is None:
            raise UsageError("--read needs a name to keep the numbers under; add --printer NAME")
        _print_printer(calibrate(options.printer, options.read, options.paper, options.flip), as_json=options.json)
        return 0
    file = write_test_sheet(options.paper, options.lang, options.flip, options.out)
    if options.json:
        print_json({"file": file.as_posix()})
    else:
        print_line(str(file))
        print_line(
            "print it on both sides at 100 % and follow it, then: vallum calibrate --printer NAME --read 0 0 0 0"
        )
    return 0


def _print_printer(printer: Printer, *, as_json: bool) -> None:
    if as_json:
        print_json({name: getattr(printer, name) for name in ("name", "dx", "dy", "angle", "scale")})
        return
    name = printer.name
    print_line(
        f"kept {name}: it prints backs {to_mm(printer.dx):+.2f} mm across, {to_mm(printer.dy):+.2f} mm down, turned by "
        f"{printer.angle:+.2f}°, {100 * (printer.scale - 1):+.2f} % larger; add --printer {name} to take that back"
    )


def _ask_for_readings() -> list[float] | None:
    """The four numbers, typed by the user; None, for the test sheet, if nothing is typed."""
    print_line("The four numbers read off the sheet, in mm (A right, A down, B right, B down); Enter for the sheet:")
    try:
        typed = input("> ").replace(",", " ").split()
    except EOFError:
        return None
    if not typed:
        return None
    try:
        numbers = [float(word) for word in typed]
    except ValueError:
        numbers = []
    if len(numbers) != 4:
        raise UsageError(f"{' '.join(typed)!r} is not four numbers; type them like: 0.5 -1 0.5 -1")
    return numbers
