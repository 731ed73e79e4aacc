"""`vallum games`, `new` and `check`: list, start and validate games."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import UsageError
from generator.cli.commands.pack_command import with_packs
from generator.cli.parser import COMMANDS, Subcommands, add_command, add_jobs, add_selection, build_options
from generator.cli.terminal import (
    ProgressBar,
    fault_language_in_use,
    print_faults,
    print_json,
    print_line,
    print_notes,
    print_summary,
    print_table,
    print_warnings,
    translated,
)

if TYPE_CHECKING:
    from generator.build.manifest import FitRow


def add_games(commands: Subcommands) -> None:
    """Add the command `vallum games` to the parser."""
    parser = add_command(commands, "games", COMMANDS["games"], _games)
    about = "a shipped game, or a folder of your own; default: all shipped games"
    parser.add_argument("games", nargs="*", metavar="GAME", help=about)


def _games(options: argparse.Namespace) -> int:
    """Print games with their components and numbers of pieces: those that are named, or all shipped ones."""
    from generator.build.options import game_folders
    from generator.load.game_loader import load, load_shipped

    folders = game_folders(options.games) if options.games else ()
    games = [load(folder.folder, prefix=folder.shown) for folder in folders] or load_shipped()
    if options.json:
        listed = [
            {
                "id": game.id,
                "title": dict(game.title.by),
                "languages": game.languages,
                "components": {part.id: part.count for part in game.components},
            }
            for game in games
        ]
        print_json({"games": listed})
        return 0
    for game in games:
        title = "  ".join(words for _, words in game.title.by)
        credits = f" ({', '.join(game.makers)})" if game.makers else ""
        print_line(f"{game.id}: {title}{credits}" + (f"  — {translated('the sample')}" if game.sample else ""))
        language = next(filter(game.languages.__contains__, (fault_language_in_use(), *game.languages)))
        for part in game.components:
            where = f" ({translated(f'in {part.file}')})" if part.file != part.id else ""
            print_line(f"  {part.count:4}  {part.id:14}  {part.title[language]}{where}")
    return 0


def add_schema(commands: Subcommands) -> None:
    """Add the command `vallum schema`, with its options, to the parser."""
    parser = add_command(commands, "schema", COMMANDS["schema"], _schema)
    parser.add_argument(
        "folder", type=Path, nargs="?", default=Path(), metavar="FOLDER", help="a game's folder; default: this one"
    )


def _schema(options: argparse.Namespace) -> int:
    """Write the JSON Schemas into a game's folder. Raises UsageError for a folder without a game."""
    from generator.build.schemas.schema_files import write_schemas

    # Anywhere else the schemas would lie beside files that they do not describe.
    if not (options.folder / "game.toml").is_file():
        raise UsageError(f"{str(options.folder)!r} has no game.toml; name the folder of a game of yours")
    files = [file.as_posix() for file in write_schemas(options.folder)]
    if options.json:
        print_json({"files": files})
        return 0
    for file in files:
        print_line(file)
    print_summary("An editor uses them where a file begins with a line such as #:schema ./schemas/game.schema.json")
    return 0


def add_check(commands: Subcommands) -> None:
    """Add the command `vallum check`, with its options, to the parser."""
    parser = add_command(commands, "check", COMMANDS["check"], with_packs(_check))
    add_selection(parser, languages="all")
    parser.add_argument("--all", action="store_true", help="list every text, not only those that shrank")
    parser.add_argument(
        "--figures", action="store_true", help="count the cards by their columns, with chances to draw one"
    )
    add_jobs(parser)
    parser.add_argument("--strict", action="store_true", help="warnings count as faults")


def _check(options: argparse.Namespace) -> int:
    """Check games and print texts, pictures, warnings and faults; return the exit code."""
    from generator.build.options import game_folders, options_by_game
    from generator.build.pipeline import check
    from generator.build.several_games import at_once, raise_faults
    from generator.build.text_pages.deck_figures import HEAD

    chosen = options_by_game(build_options(options), game_folders(options.games))
    with ProgressBar(quiet=options.json) as progress:
        reports = [*raise_faults(at_once(partial(check, progress=progress.step), chosen))]
    faults = [fault for report in reports for fault in report.faults]
    warnings = [warning for report in reports for warning in report.warnings]
    notes = [note for report in reports for note in report.notes]
    # 3 as for any bad input: a file that cannot be read hides what else is wrong.
    code = 3 if any(fault.unreadable for fault in faults) else int(bool(faults or (options.strict and warnings)))
    if options.json:
        document = {
            "texts": [row.document() for report in reports for row in report.fits],
            "pictures": [row.document() for report in reports for row in report.pictures],
            "warnings": warnings,
            "notes": notes,
            "faults": [str(fault) for fault in faults],
        }
        figures = [entry for report in reports for entry in report.figures]
        print_json(
            document | ({"figures": [entry.document() for entry in figures]} if options.figures else {}), ok=code == 0
        )
        return code
    # A text that got its full size needs no attention.
    fits = [row for report in reports for row in report.fits if options.all or row.fit.is_tight]
    if fits:
        rows = [row.cells() for row in fits] if options.all else _grouped(fits)
        print_table(("text", "lang", "asked", "used", "lines", "overflow mm"), rows)
    for report in reports:
        if options.figures and report.figures:
            print_table(HEAD, [entry.cells() for entry in report.figures])
        for picture in report.pictures:
            print_summary(picture.line)
        print_summary(report.summary())
    print_notes(notes)
    print_warnings(warnings)
    print_faults([str(fault) for fault in faults])
    return code


def _grouped(fits: Sequence[FitRow]) -> list[tuple[str, ...]]:
    """Return one row for all texts of a component that have the same element and the same fit."""
    groups: dict[tuple[str, ...], list[FitRow]] = {}
    for row in fits:
        groups.setdefault((row.piece.partition("/")[0], *row.cells()[1:], row.fit.element), []).append(row)
    rows = []
    for first, *further_rows in groups.values():
        name, *numbers = first.cells()
        rows.append((name + (f" (and {len(further_rows)} more alike)" if further_rows else ""), *numbers))
    return rows
