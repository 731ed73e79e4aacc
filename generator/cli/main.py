"""The command line: reads what is asked, calls the press, prints what came of it. Only this module prints.

Results go to stdout and everything else to stderr. Exit codes: 0 done, 1 checked and found faults, 2 wrong command
line, 3 bad input data, 4 not a legal move, 5 output or session cannot be written, 6 session in use, 70 a bug of ours,
130 interrupted.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeAlias

from generator import __version__
from generator.base.errors import BIDI, Fault, Faults, GeneratorError, OutputError, UsageError, printable, suggestion
from generator.base.units import parse_length, to_mm

if TYPE_CHECKING:
    from generator.build.outputs.manifest import FitRow, OutputFile
    from generator.model.paper import Printer
    from generator.play.console import Console

EXITS = """exit codes: 0 done, 1 checked and found faults, 2 wrong command line, 3 bad input data, 4 not a legal move,
5 output or session cannot be written, 6 session in use, 70 a bug in this program, 130 interrupted"""
_LONGEST_READ = 1 << 16
"""Characters of a line of a pipe that are read at once; the rest of a longer one is thrown away."""
SHOWN = 20
"""Faults told of one command; the rest are counted."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _ready_streams()
    given = sys.argv[1:] if arguments is None else arguments
    try:
        try:
            code = _outcome(given)
        except GeneratorError as error:
            _complain(error, as_json="--json" in given)
            code = error.exit_code
        with _listening():
            sys.stdout.flush()
    except OutputError as error:  # stdout itself
        _complain(error, as_json=False)
        return error.exit_code
    except BrokenPipeError:
        _hush()
        return 0
    except KeyboardInterrupt:
        return 130
    return code


def _outcome(given: Sequence[str]) -> int:
    """The exit code of a command, a bug's included; GeneratorErrors are the caller's to tell."""
    try:
        options = _options(given)
        return int(options.run(options))
    except (GeneratorError, BrokenPipeError):
        raise
    except Exception as error:
        if os.environ.get("VALLUM_DEBUG"):
            raise
        print(f"vallum: a bug in this program: {type(error).__name__}: {printable(str(error))}", file=sys.stderr)
        print("set VALLUM_DEBUG=1 to see where, and please report it", file=sys.stderr)
        return 70


def _ready_streams() -> None:
    """Whatever the locale says: names of games and pieces may be Japanese. A closed stream swallows what it is told."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  open to the end
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _complain(error: GeneratorError, *, as_json: bool) -> None:
    lines = [str(each) for each in error.faults] if isinstance(error, Faults) else [printable(str(error))]
    if as_json:
        _print_json({"faults": lines}, ok=False)
    else:
        _tell(lines)


def _tell(lines: Sequence[str], before: str = "") -> None:
    """Faults or warnings on stderr, each mistake once."""
    if not lines:
        return
    from generator.base.fault_groups import group_faults

    mistakes = group_faults(lines)
    for line in mistakes[:SHOWN]:
        print(f"{before}{line}", file=sys.stderr)
    if len(mistakes) > SHOWN:
        print(f"… and {len(mistakes) - SHOWN} more", file=sys.stderr)


# --- the words of the command line ---------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like every other fault, and takes no option by half its name."""

    def __init__(self, **add_solo_commands: Any) -> None:
        super().__init__(allow_abbrev=False, **add_solo_commands)

    def error(self, message: str) -> NoReturn:
        """Raise UsageError instead of printing the usage."""
        raise UsageError(f"{self.prog}: {message}" + ("" if ";" in message else f"; see {self.prog} --help"))


def _options(given: Sequence[str]) -> argparse.Namespace:
    """The command line, parsed; UsageError where it makes no sense."""
    options, unknown = _parser(given).parse_known_args(given)
    if unknown:
        known = list(options.verb._option_string_actions)
        raise UsageError(f"{options.verb.prog}: {unknown[0]!r} is not known here{suggestion(unknown[0], known)}")
    return options


def _parser(given: Sequence[str]) -> argparse.ArgumentParser:
    """The parser with the words of the verb that is given; those of the others would only cost time."""
    parser = _Parser(
        prog="vallum",
        description="A folder of data and templates becomes cut-ready PDFs of a board game.",
        epilog=EXITS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"vallum {__version__}")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    all_words = {
        "games": _games_words,
        "build": _build_words,
        "check": _check_words,
        "gallery": _gallery_words,
        "new": _new_words,
        "calibrate": _calibrate_words,
        "sheet": _sheet_words,
        "solo": _solo_words,
        "serve": _serve_words,
    }
    named = next((word for word in given if not word.startswith("-")), "")
    for add_solo_commands in [all_words[named]] if named in all_words else all_words.values():
        add_solo_commands(verbs)
    return parser


Verbs: TypeAlias = "argparse._SubParsersAction[_Parser]"
"""What argparse collects commands in; it has no public name."""


def _verb(verbs: Verbs, name: str, help_: str, run: object) -> argparse.ArgumentParser:
    parser = verbs.add_parser(name, help=help_, description=help_, epilog=EXITS)
    parser.add_argument("--json", action="store_true", help="print one JSON document on stdout and nothing else")
    parser.set_defaults(run=run, verb=parser)
    return parser


def _games_words(verbs: Verbs) -> None:
    _verb(verbs, "games", "List the games with their components and counts.", _games)


def _build_words(verbs: Verbs) -> None:
    verb = _verb(verbs, "build", "Make the PDFs of some games, or of every shipped one.", _build)
    _choice_words(verb)
    add = verb.add_argument
    papers = "a4, letter, a3, tabloid, legal, or full: one page for a large board; repeatable (a4 letter)"
    add("--paper", action="append", metavar="PAPER", help=papers)
    add("--backs", choices=("duplex", "fold", "none"), default="duplex", help="how backs come about (duplex)")
    add("--flip", choices=("long", "short"), help="the edge the printer flips over (long; short for booklets)")
    add("--split", action="store_true", help="fronts and backs as two files, to turn the paper by hand")
    add("--marks", choices=("corners", "lines", "none"), default="corners", help="cutting marks (corners)")
    add("--bleed", type=_length, metavar="LENGTH", help="art beyond the cut, such as 3mm (the component's own)")
    add("--gap", type=_length, default=0.0, metavar="LENGTH", help="space between pieces, such as 6mm (0mm)")
    add("--skip", type=_count, default=0, metavar="N", help="leave the first N places empty: a half-used sheet")
    add("--overlap", type=_overlap, default="8mm", metavar="LENGTH", help="of the tiles of a large board (8mm)")
    add("--printer", metavar="NAME", help="a printer whose back side was calibrated")
    add("--proof", action="store_true", help="outlines and ids only, for a cheap test print")
    add("--plan", action="store_true", help="a print plan of some parts too (a whole game always has one)")
    add("--svg", action="store_true", help="also write every face as plain SVG")
    add("--png", type=_dpi, metavar="DPI", help="also write every face as PNG, such as --png 300")
    eyes = "also write every sheet as colour-blind eyes see it, as PNG: %(choices)s; repeatable"
    add("--simulate", action="append", choices=("deutan", "protan", "tritan", "grey"), metavar="EYES", help=eyes)
    add("--out", type=Path, default=Path("output"), metavar="DIR", help="where the files go (output)")
    add("--jobs", type=_jobs, default=os.cpu_count() or 1, metavar="N", help="processes to use (all)")
    add("--strict", action="store_true", help="any warning fails the build")
    add("--timings", action="store_true", help="print the time of each stage on stderr")


def _check_words(verbs: Verbs) -> None:
    verb = _verb(verbs, "check", "Validate data and templates and report how every text fits; write no PDF.", _check)
    _choice_words(verb)
    verb.add_argument("--all", action="store_true", help="list every text, not only those that shrank")
    verb.add_argument("--jobs", type=_jobs, default=os.cpu_count() or 1, metavar="N", help="processes to use (all)")
    verb.add_argument("--strict", action="store_true", help="warnings count as faults")


def _gallery_words(verbs: Verbs) -> None:
    verb = _verb(verbs, "gallery", "Draw contact sheets of every face of a game as PNG.", _gallery)
    _choice_words(verb)
    verb.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help="where they go (output)")


def _choice_words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("games", nargs="*", metavar="GAME", help="a shipped game, or the path of a folder of your own")
    verb.add_argument(
        "--lang",
        action="append",
        metavar="LANG",
        help="language of the pieces; repeatable; en+ja: both on reference sheets (en; check: all)",
    )
    verb.add_argument("--only", metavar="PARTS", help="only these components, such as orders,sites")
    verb.add_argument(
        "--theme",
        default="colour",
        metavar="THEME",
        help="colour, ink-saver (pieces at most 35 %% of the ink) or mono (colour)",
    )


def _new_words(verbs: Verbs) -> None:
    verb = _verb(verbs, "new", "Start a game of your own from a small sample.", _new)
    verb.add_argument("folder", type=Path, help="the folder to make")


def _calibrate_words(verbs: Verbs) -> None:
    verb = _verb(verbs, "calibrate", "Print the test sheet of a printer, and keep what was read off it.", _calibrate)
    verb.add_argument("--printer", metavar="NAME", help="the name under which to keep the profile")
    verb.add_argument("--paper", default="a4", metavar="PAPER", help="paper of the test sheet (a4)")
    verb.add_argument("--flip", choices=("long", "short"), default="long", help="the edge it flips over (long)")
    verb.add_argument("--lang", default="en", metavar="LANG", help="language of the test sheet (en)")
    verb.add_argument(
        "--read",
        nargs=4,
        type=float,
        metavar=("A→", "A↓", "B→", "B↓"),
        help="the four numbers read off the sheet, in millimetres",
    )
    verb.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help="where the sheet goes (output)")


def _sheet_words(verbs: Verbs) -> None:
    about = "Read a filled scoresheet back and check it, or fill one in."
    parser = verbs.add_parser("sheet", help=about, description=about, epilog=EXITS)
    inner = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    read = _verb(inner, "read", "Read a filled sheet, add it up, and say what no legal game contains.", _sheet_read)
    read.add_argument("file", type=Path, help="the PDF that was filled in and saved")
    fill = _verb(inner, "fill", "Write marks into a fresh sheet: DIR/GAME/…-filled-MARKS-….pdf.", _sheet_fill)
    fill.add_argument("file", type=Path, metavar="MARKS.json", help="boxes and marks, as sheet read --json prints them")
    fill.add_argument("--flat", action="store_true", help="as ink, not as a form")
    fill.add_argument("--paper", default="a4", metavar="PAPER", help="such as letter or a3 (a4)")
    fill.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help="where the files go (output)")
    for verb in (read, fill):
        verb.add_argument("--game", metavar="GAME", help="the game, or the folder of a game of your own")
        verb.add_argument("--lang", metavar="LANG", help="language of the words (that of the sheet)")


def _solo_words(verbs: Verbs) -> None:
    from generator.play.solo_commands import add_solo_commands

    about = "Play solo with a companion that deals, keeps the session and knows the rules."
    parser = verbs.add_parser("solo", help=about, description=about, epilog=EXITS)
    add_solo_commands(parser.add_subparsers(title="commands", metavar="COMMAND", required=True), _verb, _desk)


def _serve_words(verbs: Verbs) -> None:
    verb = _verb(verbs, "serve", "Play, look and print on pages in a browser on this computer.", _serve)
    verb.add_argument("games", nargs="*", metavar="GAME", help="folders of games of your own, shown before the others")
    verb.add_argument(
        "--port", type=_port, default=8475, metavar="N", help="the port to use; 0 for any free one (8475)"
    )
    verb.add_argument("--lan", action="store_true", help="also for phones on the same network, with a code to scan")
    verb.add_argument("--forget", action="store_true", help="let no browser in that was let in before")
    verb.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help="where the PDFs go (output)")
    verb.add_argument("--sessions", type=Path, metavar="DIR", help="where games are kept (your data folder)")


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text[:9]) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 0 to 65535")
    return int(text)


def _length(text: str) -> float:
    try:
        points = parse_length(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not 0 <= points <= 72:
        raise argparse.ArgumentTypeError(f"{text!r} is out of range; between 0mm and 25mm is possible")
    return points


def _overlap(text: str) -> float:
    points = _length(text)
    if to_mm(points) < 4:
        raise argparse.ArgumentTypeError(f"{text!r} is out of range; between 4mm and 25mm is possible")
    return points


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) > 999:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 999")
    return int(text)


def _jobs(text: str) -> int:
    if not _count(text):
        raise argparse.ArgumentTypeError("0 processes do nothing; ask for 1 or more")
    return int(text)


def _dpi(text: str) -> int:
    value = int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0
    if not 36 <= value <= 600:
        raise argparse.ArgumentTypeError(f"{text!r} is out of range; between 36 and 600 dots an inch are possible")
    return value


# --- the commands --------------------------------------------------------------------------------------------------


def _games(options: argparse.Namespace) -> int:
    from generator.build.catalogue import catalogue

    games = catalogue()
    if options.json:
        _print_json(
            {
                "games": [
                    {
                        "id": game.id,
                        "title": dict(game.title.by),
                        "languages": game.languages,
                        "components": {part.id: part.count for part in game.components},
                    }
                    for game in games
                ]
            }
        )
        return 0
    for game in games:
        title = "  ".join(add_solo_commands for _, add_solo_commands in game.title.by)
        _say(f"{game.id}: {title} ({game.designer}, {game.year})" + ("  — the sample" if game.sample else ""))
        for part in game.components:
            where = f" (in {part.file})" if part.file != part.id else ""
            _say(f"  {part.count:4}  {part.id:14}  {part.title[game.languages[0]]}{where}")
    return 0


def _build(options: argparse.Namespace) -> int:
    from generator.base.timing import Stopwatch
    from generator.build.options import check_output_folder, game_folders, options_by_game, read_options
    from generator.build.pipeline import build

    watch = Stopwatch({})
    asked = game_folders(options.games)
    check_output_folder(asked, options.out)
    orders = options_by_game(read_options(options), asked)
    results = []
    faults: list[Faults] = []
    with _Progress() as progress:
        for place, wanted in orders:
            try:
                results.append(build(place, wanted, progress.step))
            except Faults as error:
                faults.append(error)
    found = [each for error in faults for each in error.faults]
    found += [each for result in results for each in result.faults]
    if options.timings:
        print(json.dumps({result.game: result.timings for result in results}), file=sys.stderr)
    warnings = [warning for result in results for warning in result.warnings]
    ok = not found and not (options.strict and warnings)
    made = [made for result in results for made in result.files]
    _report_build(options, made, warnings, found, watch.elapsed, ok=ok)
    return 0 if ok else Faults.exit_code


def _report_build(
    options: argparse.Namespace,
    files: Sequence[OutputFile],
    warnings: Sequence[str],
    faults: Sequence[Fault],
    seconds: float,
    *,
    ok: bool,
) -> None:
    if options.json:
        _print_json(
            {
                "files": [made.document() for made in files],
                "warnings": warnings,
                "faults": [str(each) for each in faults],
                "seconds": round(seconds, 3),
            },
            ok=ok,
        )
        return
    printed = [made for made in files if made.sheets]
    if printed:
        _table(
            ("file", "pages", "pieces", "sheets of paper", "ink %"),
            [(str(made.path), made.pages, made.pieces, made.paper_sheets, f"{made.ink:.1f}") for made in printed],
        )
    pictures = [str(made.path.parent) for made in files if not made.sheets]
    for folder in dict.fromkeys(pictures):
        _say(f"{folder}: {pictures.count(folder)} pictures")
    if files:
        _say(f"{len(files)} {'file' if len(files) == 1 else 'files'} in {seconds:.1f} s")
    _tell([printable(warning) for warning in warnings], "warning: ")
    _tell([str(each) for each in faults])


def _check(options: argparse.Namespace) -> int:
    from generator.build.options import game_folders, options_by_game, read_options
    from generator.build.pipeline import check

    reports = [
        check(place, wanted) for place, wanted in options_by_game(read_options(options), game_folders(options.games))
    ]
    faults = [each for report in reports for each in report.faults]
    warnings = [warning for report in reports for warning in report.warnings]
    code = 3 if any(each.unreadable for each in faults) else int(bool(faults or (options.strict and warnings)))
    if options.json:
        _print_json(
            {
                "texts": [row.document() for report in reports for row in report.fits],
                "warnings": warnings,
                "faults": [str(each) for each in faults],
            },
            ok=code == 0,
        )
        return code
    fits = [row for report in reports for row in report.fits if options.all or row.tight]
    if fits:
        _table(("text", "lang", "asked", "used", "lines", "overflow mm"), _fit_rows(fits, every=options.all))
    for report in reports:
        _say(report.summary())
    _tell([printable(warning) for warning in warnings], "warning: ")
    _tell([str(each) for each in faults])
    return code


def _fit_rows(fits: Sequence[FitRow], *, every: bool) -> list[tuple[str, ...]]:
    """A row a text; those that fit alike on many faces of a component are one, unless every one is asked for."""
    if every:
        return [row.cells() for row in fits]
    alike: dict[tuple[str, ...], list[FitRow]] = {}
    for row in fits:
        alike.setdefault((row.piece.partition("/")[0], *row.cells()[1:], row.fit.element), []).append(row)
    rows = []
    for first, *others in alike.values():
        name, *numbers = first.cells()
        rows.append((name + (f" (and {len(others)} more alike)" if others else ""), *numbers))
    return rows


def _gallery(options: argparse.Namespace) -> int:
    from generator.build.options import game_folders, options_by_game, read_options
    from generator.build.outputs.contact_sheets import write_contact_sheets

    files = [
        file
        for place, wanted in options_by_game(read_options(options), game_folders(options.games))
        for file in write_contact_sheets(place, wanted)
    ]
    if options.json:
        _print_json({"files": [file.as_posix() for file in files]})
    else:
        for file in files:
            _say(str(file))
    return 0


def _new(options: argparse.Namespace) -> int:
    from generator.build.catalogue import start
    from generator.load.game_locations import shipped_games

    start(options.folder)
    if options.json:
        _print_json({"folder": str(options.folder)})
    else:
        folder = str(options.folder)
        folder = f"./{folder}" if folder in shipped_games() else folder  # by its bare name the shipped game is meant
        _say(f"{folder} is a small game now; change game.toml and the tables beside it, then:")
        _say(f"  vallum check {folder}")
        _say(f"  vallum build {folder}")
    return 0


def _calibrate(options: argparse.Namespace) -> int:
    from generator.build.calibration import calibrate, write_test_sheet

    if options.read is None and options.printer and sys.stdin.isatty() and not options.json:
        options.read = _asked_readings()
    if options.read is not None:
        if options.printer is None:
            raise UsageError("--read needs a name to keep the numbers under; add --printer NAME")
        _report_printer(options, calibrate(options.printer, options.read, options.paper, options.flip))
        return 0
    file = write_test_sheet(options.paper, options.lang, options.flip, options.out)
    if options.json:
        _print_json({"file": file.as_posix()})
    else:
        _say(str(file))
        _say("print it on both sides at 100 %, follow the sheet, then: vallum calibrate --printer NAME --read 0 0 0 0")
    return 0


def _report_printer(options: argparse.Namespace, printer: Printer) -> None:
    if options.json:
        _print_json({name: getattr(printer, name) for name in ("name", "dx", "dy", "angle", "scale")})
        return
    name = printer.name
    _say(
        f"kept {name}: it prints backs {to_mm(printer.dx):+.2f} mm across, {to_mm(printer.dy):+.2f} mm down, turned by "
        f"{printer.angle:+.2f}°, {100 * (printer.scale - 1):+.2f} % larger; add --printer {name} to take that back"
    )


def _asked_readings() -> list[float] | None:
    """The four numbers, typed by the player; nothing typed means that the sheet is wanted."""
    _say("The four numbers read off the sheet, in millimetres (A right, A down, B right, B down); Enter for the sheet:")
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


def _sheet_read(options: argparse.Namespace) -> int:
    from generator.scoresheets.filled_sheet import check_language, read_sheet
    from generator.scoresheets.sheet_report import SheetReport

    check_language(options.lang, options.game)
    filled = read_sheet(options.file, options.game)
    teller = SheetReport(filled, options.lang)
    if options.json:
        _print_json(teller.document(), ok=not filled.flaws)
        return int(bool(filled.flaws))
    _say(teller.sheets())
    _table(("", ""), [*teller.marks()])
    scores = [(title, -points if minus else points) for title, points, minus in teller.scores()]
    _table(("", ""), scores)
    if rank := teller.rank():
        _say(rank)
    for told in teller.flaws():
        _say(f"{', '.join(told.flaw.boxes) or '='}: {told.where}: {told.what}; {told.rule}")
    return int(bool(filled.flaws))


def _sheet_fill(options: argparse.Namespace) -> int:
    from generator.scoresheets.form_filling import read_marks, write_filled_sheets

    files = write_filled_sheets(
        read_marks(options.file, options.game, options.lang), options.paper, options.out, flat=options.flat
    )
    if options.json:
        _print_json({"files": [file.as_posix() for file in files]})
    else:
        for file in files:
            _say(str(file))
    return 0


def _serve(options: argparse.Namespace) -> int:
    from generator.session.session_folder import sessions_folder
    from generator.web.server.server import serve

    told = False

    def say(links: Sequence[str]) -> None:
        nonlocal told
        if options.json and not told:
            _print_json({"links": list(links)})
        elif not options.json and told:
            _say_next_link(links[0])
        elif not options.json:
            _say_first_links(links, forgotten=options.forget)
        told = True
        sys.stdout.flush()

    sessions = options.sessions or sessions_folder()
    serve(options.games, options.out, sessions, options.port, say, lan=options.lan, forgetting=options.forget)
    return 0


def _say_first_links(links: Sequence[str], *, forgotten: bool) -> None:
    """The one for this computer, what to know of it, and last the one for a phone: its code is to stay in sight."""
    here, *there = links
    addresses = [link.partition("/enter")[0] for link in links]
    if forgotten:
        _say("forgotten: every browser needs a link now")
    _say(f"on this computer, open: {here}")
    _say(f"a link lets one browser in, which then needs only the address: {', on a phone '.join(addresses)}")
    _say("Ctrl-C stops Vallum")
    for link in there:
        _say_link_with_code("on a phone", link)


def _say_next_link(link: str) -> None:
    from generator.web.server.server import is_local

    if is_local(link):
        _say(f"another browser on this computer: {link}")
    else:
        _say_link_with_code("another phone", link)


def _say_link_with_code(whose: str, link: str) -> None:
    from generator.web.server.server import code

    _say(f"{whose}, scan this code or open: {link}")
    _write(code(link, painted=_can_paint(sys.stdout)))


def _desk() -> Console:
    from generator.play.console import Console

    return Console(_say, _asked, _print_json, _note)


def _note(line: str) -> None:
    """How far something has come, on stderr."""
    print(printable(line), file=sys.stderr)


def _asked(prompt: str, known: Callable[[], Sequence[str]]) -> str | None:
    """A line that is typed, or the next one of a pipe, which is shown as if it had been typed; None at the end."""
    with _listening():
        sys.stdout.flush()  # whoever types through a pipe waits for what was said
    if sys.stdin is None:
        return None
    if sys.stdin.isatty():
        return _typed(prompt, known)
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    line = sys.stdin.readline(_LONGEST_READ)
    while line and not line.endswith("\n") and (rest := sys.stdin.readline(_LONGEST_READ)):
        line = line[:-1] + rest[-1:] if rest.endswith("\n") else line
    if line and prompt:
        _say(prompt + line.rstrip())
    return line or None


def _typed(prompt: str, known: Callable[[], Sequence[str]]) -> str | None:
    """A line from the keyboard, with completion where the system has it."""
    with suppress(ImportError):
        import readline

        readline.set_completer_delims("")
        readline.set_completer(lambda text, at: [*(word for word in known() if word.startswith(text)), None][at])
        readline.parse_and_bind("tab: complete")
    try:
        return input(prompt)
    except EOFError:
        _say("")
        return None


# --- output --------------------------------------------------------------------------------------------------------


def _say(line: str) -> None:
    """One line of the result, on stdout."""
    _write(printable(line))


def _print_json(document: dict[str, object], *, ok: bool = True) -> None:
    _write(json.dumps({"schema": 1, "ok": ok, **document}, ensure_ascii=False).translate(_JSON_SAFE))


_JSON_SAFE = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), *map(ord, BIDI))}
"""What JSON lets stand and a terminal would obey."""


def _write(line: str) -> None:
    with _listening():
        print(line)


@contextmanager
def _listening() -> Iterator[None]:
    """A full disk behind stdout is an OutputError; a reader who went away stays a BrokenPipeError."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        _hush()
        raise OutputError(f"standard output cannot be written: {(error.strerror or str(error)).lower()}") from None


def _hush() -> None:
    """Nobody listens any more: what is still to be said goes nowhere, and Python does not complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    cells = [tuple(printable(str(cell)) for cell in row) for row in rows]
    numeric = [all(_is_number(row[column]) for row in cells) for column in range(len(head))]
    widths = [max(len(row[column]) for row in [tuple(head), *cells]) for column in range(len(head))]
    for row in [tuple(head), *cells]:
        line = "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        )
        _say(line.rstrip())


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).removeprefix("-").isdecimal()


def _can_paint(stream: TextIO) -> bool:
    """Whether a stream is a terminal that knows colours and moves."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class _Progress:
    """A bar on stderr while a build runs, drawn only on a terminal."""

    def __init__(self) -> None:
        self.drawn = _can_paint(sys.stderr)

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._draw("")

    def step(self, what: str, done: int, total: int) -> None:
        """Say that `done` of `total` steps are behind us."""
        full = round(24 * done / max(1, total))
        self._draw(f"[{'#' * full}{'.' * (24 - full)}] {printable(what)}")

    def _draw(self, line: str) -> None:
        if self.drawn:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
