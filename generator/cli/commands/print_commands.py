"""`vallum build`, `gallery` and `calibrate`: write PDFs, contact sheets and the test sheet of a printer."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import Fault, Faults, UsageError
from generator.base.units import to_mm
from generator.cli import parser as cli
from generator.cli import terminal
from generator.cli.commands.pack_command import with_packs

if TYPE_CHECKING:
    from generator.build.changes.comparison import PrintChanges
    from generator.build.manifest import BuildResult, OutputFile, Progress
    from generator.build.several_games import Order
    from generator.build.warm.warm_builder import WarmBuilder
    from generator.load.game_locations import GameFolder
    from generator.model.paper import Printer


def add_build(commands: cli.Subcommands) -> None:
    """Add the command `vallum build`, with its options, to the parser."""
    parser = cli.add_command(commands, "build", cli.COMMANDS["build"], with_packs(_build))
    _add_pieces(cli.add_selection(parser))
    _add_paper(parser.add_argument_group("paper and printer"))
    _add_cutting(parser.add_argument_group("cutting and backs"))
    _add_other_files(parser.add_argument_group("more files"))
    _add_work(parser.add_argument_group(cli.WORK))


def _add_pieces(group: cli.Options) -> None:
    """Add the options that choose pieces and their sizes."""
    cli.add_copies(group)
    players = "leave out what N players do not need, such as the sets of others"
    group.add_argument("--players", type=cli.whole_number(1, 99), metavar="N", help=players)
    scale = "scale of the boards, such as 83%%: fewer sheets; pieces may not fit their spaces; default: 100%%"
    group.add_argument("--scale", metavar="PERCENT", help=scale)
    sleeved = "make boxes for sleeved cards: standard, euro, mini-euro and others, or fit for what fits each deck"
    group.add_argument("--sleeved", metavar="SLEEVES", help=sleeved)
    dice = "dice to fold, or stickers for blank dice; default: the game's"
    group.add_argument("--dice", choices=("net", "stickers"), help=dice)
    tokens = "cut tokens as squares around their motifs, or along their outlines; default: square"
    group.add_argument("--tokens", choices=("square", "outline"), default="square", help=tokens)
    group.add_argument("--proof", action="store_true", help="outlines and ids only, for a cheap test print")
    cli.add_ids(group)
    since = "print only what has changed since an earlier print: its PDF, its folder, or its faces-LANG.json"
    group.add_argument("--changed-since", type=Path, metavar="OLD", help=since)


def _add_paper(group: cli.Options) -> None:
    """Add the options for papers and printers."""
    option = group.add_argument
    papers = (
        "a4, letter, a3, tabloid, legal, a5, b4 and b5 (of Japan), hagaki; a size like 210x297mm; a label sheet like "
        "avery-5371; one of your papers.toml; or full: one page for a large board; several: a4,a3; repeatable; "
        "default: a4 and letter"
    )
    option("--paper", action="append", metavar="PAPER", help=papers)
    margin = "strip at the edges of the paper that the printer does not reach; default: the paper's"
    option("--margin", type=cli.length_from(0), metavar="LENGTH", help=margin)
    option("--printer", metavar="NAME", help="correct the back sides for this calibrated printer")
    skip = "leave the first N places empty, for a half-used sheet of labels"
    option("--skip", type=cli.whole_number(0, 999), default=0, metavar="N", help=skip)
    overlap = "overlap of the tiles of a large board; default: 8mm"
    option("--overlap", type=cli.length_from(4), default="8mm", metavar="LENGTH", help=overlap)
    art = "finest resolution of pictures in print, or none for all that they have; default: 450"
    option("--art-dpi", type=_art_dpi, default=450, metavar="DPI", help=art)


def _add_cutting(group: cli.Options) -> None:
    """Add the options for backs, crop marks and the places of pieces."""
    option = group.add_argument
    backs = "print backs on the other side of the paper, beside the fronts to fold over, or not; default: duplex"
    option("--backs", choices=("duplex", "fold", "none"), default="duplex", help=backs)
    theme = "theme of the backs of cards; default: light for backs that are alike, as the fronts with another --theme"
    option("--backs-theme", metavar="THEME", default="", help=theme)
    option("--flip", choices=("long", "short"), help="edge the printer flips over; default: long, for booklets short")
    option("--split", action="store_true", help="fronts and backs in two files, to turn the paper over by hand")
    about = "crop marks, and the marks of scoresheets for photos; default: corners"
    option("--marks", choices=("corners", "lines", "none"), default="corners", help=about)
    option("--bleed", type=cli.length_from(0), metavar="LENGTH", help="art beyond the trim; default: the component's")
    gap = "gutter between pieces; 0mm: neighbours share a cut; default: the widest that costs no sheet of paper"
    option("--gap", type=cli.length_from(0), metavar="LENGTH", help=gap)
    order = (
        "rows: one piece after the other; stack: sheets to cut in one stack, in the order of the deck; default: rows"
    )
    option("--order", choices=("rows", "stack"), default="rows", help=order)


def _add_other_files(group: cli.Options) -> None:
    """Add the options for files beside the PDFs."""
    option = group.add_argument
    option("--plan", action="store_true", help="write a print plan also with --only (a whole game always has one)")
    words = "also write the game in words, rules and every piece, as one page of HTML"
    option("--html", action="store_true", help=words)
    option("--text", action="store_true", help="also write the game in words as plain text")
    option("--svg", action="store_true", help="also write every face as plain SVG")
    dpi = cli.whole_number(36, 600, "a number of dots per inch")
    option("--png", type=dpi, metavar="DPI", help="also write every face as PNG, such as --png 300")
    eyes = "also write every sheet as colour-blind eyes see it, as PNG: %(choices)s; repeatable"
    option("--simulate", action="append", choices=("deutan", "protan", "tritan", "grey"), metavar="EYES", help=eyes)
    option("--ink", action="store_true", help="also measure how much ink each file takes")


def _add_work(group: cli.Options) -> None:
    """Add the options for how a build works and where its files go."""
    option = group.add_argument
    cli.add_out(group)
    cli.add_jobs(group)
    option("--strict", action="store_true", help="any warning fails the build")
    verify = "look also into files that seem unchanged, and write again what was damaged"
    option("--verify", action="store_true", help=verify)
    shard = "make one of N parts, divided by game and language, for vallum join; each part needs an --out of its own"
    option("--shard", type=cli.shard, metavar="K/N", help=shard)
    option("--timings", action="store_true", help="print the time of each stage on stderr")
    option("--watch", action="store_true", help="build again whenever a file of a game is saved, until Ctrl-C")


def _art_dpi(text: str) -> int:
    """Parse an argument: dots per inch, or 0 for `none`."""
    return 0 if text == "none" else cli.whole_number(100, 2400, "none or a number of dots per inch")(text)


def _build(options: argparse.Namespace) -> int:
    """Build games once, or again and again with `--watch`; return the exit code."""
    if not options.watch:
        code = _build_once(options)
        # A resident runs this code too, with its builder: it must start no other.
        is_own = options.builder is None and all(isinstance(game, str) for game in options.games)
        if is_own and not options.json and sys.stderr.isatty():
            _help_next_build(options)
        return code
    from generator.build.warm.warm_builder import WarmBuilder
    from generator.cli.commands.watch_command import watch_games

    if any(not isinstance(game, str) for game in options.games):
        raise UsageError("--watch waits for changes in a folder; unpack the pack")
    if options.shard:
        raise UsageError("--watch builds again and again for one reader; leave out --shard")
    if options.json:
        raise UsageError("--watch prints a line for each build; leave out --json")
    options.builder = WarmBuilder()
    try:
        _build_once(options)
    except Faults as error:
        terminal.print_error(error, as_json=False)
    terminal.flush()
    return watch_games(options, options.builder)


def _help_next_build(options: argparse.Namespace) -> None:
    """Start a warm process at the second build of a folder within minutes, and say so once."""
    from generator.build.options import game_folders
    from generator.cli.resident.repeated_builds import (
        UNASKED_NOTE,
        is_first_note,
        is_repeated,
        may_start,
        start_unasked,
    )

    folders = [game.folder for game in game_folders(options.games)]
    if may_start(os.environ) and is_repeated(folders):
        from generator.cli.resident.resident_control import start_resident

        notes: list[str] = []
        if is_first_note():
            notes += [UNASKED_NOTE]
        terminal.print_notes(notes)
        terminal.flush()
        start_unasked(lambda idle: start_resident(options.run_command, idle))


def _build_once(options: argparse.Namespace) -> int:
    """Build the games and print files, warnings and faults; return the exit code."""
    from generator.base.timing import Stopwatch
    from generator.build.options import check_output_folder, game_folders, options_by_game

    watch = Stopwatch({})
    folders = game_folders(options.games)
    # Before any work: a folder that cannot be written would lose it.
    check_output_folder(folders, options.out)
    if options.changed_since:
        _check_comparison(options, folders)
    with terminal.ProgressBar(quiet=options.json) as progress:
        whole = _shared(options_by_game(cli.build_options(options), folders))
        outcomes = [*_outcomes(_of_shard(whole, options), options.builder, progress.step)]
    results = [outcome for outcome in outcomes if not isinstance(outcome, Faults)]
    faults = [fault for outcome in outcomes for fault in outcome.faults]
    # On stderr, as a part of no result.
    if options.timings:
        import json

        terminal.print_note(json.dumps({result.game: result.timings for result in results}))
    warnings = [warning for result in results for warning in result.warnings]
    notes = [note if len(results) == 1 else f"{result.game}: {note}" for result in results for note in result.notes]
    ok = not faults and not (options.strict and warnings)
    if ok and options.shard:
        from generator.build.shards.shard_record import write_record

        write_record(options.out, options.shard, whole, results)
    files = [file for result in results for file in result.files]
    small = [row for result in results for row in result.small]
    if options.json:
        document: dict[str, object] = {
            "texts": [row.document() for row in small],
            "files": [file.document() for file in files],
            "warnings": warnings,
            "notes": notes,
            "faults": [str(fault) for fault in faults],
            "seconds": round(watch.elapsed, 3),
        }
        if options.changed_since:
            document["changes"] = next((result.changes.document() for result in results if result.changes), None)
        terminal.print_json(document, ok=ok)
    else:
        for result in results:
            if result.changes:
                same = f"nothing to print: all pieces look as in {result.changes.since}"
                _print_changes(result.changes, same)
        if small:
            terminal.print_table(("text", "lang", "size pt", "smallest pt"), [row.size_cells() for row in small])
        _print_files(files, watch.elapsed, ink=options.ink)
        terminal.print_notes(notes)
        terminal.print_warnings(warnings)
        terminal.print_faults([str(fault) for fault in faults])
    return 0 if ok else _fault_code(results, faults)


def _of_shard(orders: list[Order], options: argparse.Namespace) -> list[Order]:
    """Return the orders of the part that `--shard` names; all orders without `--shard`.

    The record of an earlier build of this part is removed.
    """
    if not options.shard:
        return orders
    from generator.build.shards.shard_record import remove_record
    from generator.build.shards.shares import orders_of_shard

    if options.changed_since:
        raise UsageError("--changed-since compares one game as a whole; leave out --shard")
    remove_record(options.out, options.shard)
    if not (mine := orders_of_shard(orders, options.shard)):
        terminal.print_note("nothing to print in this shard: there are fewer games and languages than shards")
    return mine


def _shared(orders: list[Order]) -> list[Order]:
    """Return the orders of several games, in which options without effect on a game are noted instead of refused."""
    if len(orders) < 2:
        return orders
    from generator.build.reach.reach_check import share_orders

    return share_orders(orders)


def _outcomes(
    orders: Sequence[Order], builder: WarmBuilder | None, progress: Progress
) -> Iterator[BuildResult | Faults]:
    """Yield the result of each order; a `builder` does the work in this process, with the games that it keeps."""
    from generator.build.several_games import build_games, one_by_one

    if builder:  # it keeps in this process what it has read
        return one_by_one(partial(builder.build, progress=progress), orders)
    return build_games(orders, progress)


def _fault_code(results: Sequence[BuildResult], faults: Sequence[Fault]) -> int:
    """Return 1, as a check does, if all faults are of cards scaled too small; else the exit code of Faults."""
    scaled = [fault for result in results if result.small for fault in result.faults]
    return 1 if faults and faults == scaled else Faults.exit_code


def _check_comparison(options: argparse.Namespace, folders: Sequence[GameFolder]) -> None:
    """Check the games and `--only` of a comparison with an earlier print. Raises UsageError."""
    if len(folders) != 1:
        raise UsageError("--changed-since compares one game; name it: vallum build GAME --changed-since OLD")
    if any(":" in name for name in options.only or ()):
        raise UsageError("--changed-since chooses the pieces itself; name whole components with --only")


def _print_changes(changes: PrintChanges, nothing: str) -> None:
    """Print tables of the pieces to print and to throw away, or the line `nothing` if there are none."""
    for note in changes.notes:
        terminal.print_note(note)
    for title, pieces in (("print", changes.printed), ("throw away", changes.discarded)):
        if pieces:
            rows = [
                (piece_change.piece, piece_change.title, piece_change.copies, piece_change.reason)
                for piece_change in pieces
            ]
            terminal.print_table((title, "title", "copies", "why"), rows)
    for old, new in changes.renamed:
        terminal.print_summary(f"{new}: looks as {old} did; keep it")
    if not changes.printed and not changes.discarded:
        terminal.print_summary(nothing)


def _print_files(files: Sequence[OutputFile], seconds: float, *, ink: bool) -> None:
    """Print a table of the PDFs, and the number of pictures in each folder."""
    printed = [file for file in files if file.sheets]
    if printed:
        titles = ("file", "pages", "pieces", "sheets of paper", *(("ink %", "C+M+Y+K %") if ink else ()))
        rows = [
            (file.path, file.pages, file.pieces, file.paper_sheets, *(_ink_cells(file) if ink else ()))
            for file in printed
        ]
        terminal.print_table(titles, rows)
    for file in files:
        if file.path.suffix in {".html", ".txt"}:
            terminal.print_summary(f"{file.path}: the game in words")
    pictures = [str(file.path.parent) for file in files if file.path.suffix in {".svg", ".png"}]
    for folder in dict.fromkeys(pictures):
        terminal.print_summary(f"{folder}: {pictures.count(folder)} pictures")
    if files:
        terminal.print_summary(f"{len(files)} file{'' if len(files) == 1 else 's'} in {seconds:.1f} s")


def _ink_cells(file: OutputFile) -> tuple[str, str]:
    """Return the ink coverage of a file, and its four inks, as texts in per cent."""
    return f"{file.ink:.1f}", "+".join(f"{ink:.0f}" for ink in file.inks)


def add_diff(commands: cli.Subcommands) -> None:
    """Add the command `vallum diff`, with its options, to the parser."""
    parser = cli.add_command(commands, "diff", cli.COMMANDS["diff"], _diff)
    prints = "a print of the game: a PDF, the folder of a build, or its faces-LANG.json"
    parser.add_argument("old", type=Path, metavar="OLD", help=prints)
    parser.add_argument("new", type=Path, metavar="NEW", help="a later one")
    language = "language of the report, and of the prints in folders; default: en"
    parser.add_argument("--lang", default="en", metavar="LANG", help=language)
    cli.add_out(parser)


def _diff(options: argparse.Namespace) -> int:
    """Compare two prints and write the report of their differences."""
    from generator.build.changes.difference_report import write_difference_report

    report = write_difference_report(options.old, options.new, options.lang, options.out)
    if options.json:
        files = [file.as_posix() for file in report.files]
        terminal.print_json({"files": files, "changes": report.differences.changes.document()})
        return 0
    _print_changes(report.differences.changes, "nothing differs")
    terminal.print_files(report.files, as_json=False)
    return 0


def add_gallery(commands: cli.Subcommands) -> None:
    """Add the command `vallum gallery`, with its options, to the parser."""
    parser = cli.add_command(commands, "gallery", cli.COMMANDS["gallery"], with_packs(_gallery))
    cli.add_selection(parser)
    cli.add_out(parser)
    cli.add_jobs(parser)


def _gallery(options: argparse.Namespace) -> int:
    """Write contact sheets of the games and print their names."""
    from generator.build.options import game_folders, options_by_game
    from generator.build.outputs.contact_sheets import write_contact_sheets
    from generator.build.several_games import at_once, raise_faults

    chosen = options_by_game(cli.build_options(options), game_folders(options.games))
    sheets = raise_faults(at_once(write_contact_sheets, chosen))
    terminal.print_files([file for files in sheets for file in files], as_json=options.json)
    return 0


def add_calibrate(commands: cli.Subcommands) -> None:
    """Add the command `vallum calibrate`, with its options, to the parser."""
    parser = cli.add_command(commands, "calibrate", cli.COMMANDS["calibrate"], _calibrate)
    parser.add_argument("--printer", metavar="NAME", help="the name under which to save the offsets")
    parser.add_argument("--paper", default="a4", metavar="PAPER", help="paper of the test sheet; default: a4")
    edges = "the edge that the printer flips over; default: long"
    parser.add_argument("--flip", choices=("long", "short"), default="long", help=edges)
    parser.add_argument("--lang", default="en", metavar="LANG", help="language of the test sheet; default: en")
    numbers = "the four numbers read off the sheet, in millimetres"
    parser.add_argument("--read", nargs=4, type=float, metavar=("A→", "A↓", "B→", "B↓"), help=numbers)
    cli.add_out(parser)


def _calibrate(options: argparse.Namespace) -> int:
    """Write the test sheet, or keep the profile of a printer if its readings are given."""
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
        terminal.print_json({"file": file.as_posix()})
    else:
        terminal.print_line(str(file))
        command = "vallum calibrate --printer NAME --read 0 0 0 0"
        terminal.print_summary(f"print it on both sides at 100 % and follow it, then: {command}")
    return 0


def _print_printer(printer: Printer, *, as_json: bool) -> None:
    """Print the profile of a printer in millimetres, degrees and per cent."""
    if as_json:
        terminal.print_json({name: getattr(printer, name) for name in ("name", "dx", "dy", "angle", "scale")})
        return
    name = printer.name
    terminal.print_summary(
        f"kept {name}: it prints backs {to_mm(printer.dx):+.2f} mm across, {to_mm(printer.dy):+.2f} mm down, turned by "
        f"{printer.angle:+.2f}°, {100 * (printer.scale - 1):+.2f} % larger; add --printer {name} to take that back"
    )


def _ask_for_readings() -> list[float] | None:
    """Return four numbers that the user types; None if nothing is typed, for the test sheet."""
    terminal.print_summary(
        "The four numbers read off the sheet, in mm (A right, A down, B right, B down); Enter for the sheet:"
    )
    try:
        typed = input("> ").replace(",", " ").split()
    except EOFError:
        return None
    if not typed:
        return None
    # A word that is no number ends in the same message as a wrong count.
    with suppress(ValueError):
        if len(typed) == 4:
            return [float(word) for word in typed]
    raise UsageError(f"{' '.join(typed)!r} is not four numbers; type them like: 0.5 -1 0.5 -1")
