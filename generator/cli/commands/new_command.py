"""`vallum new`: start a game from a finished one, from a sheet, or from the pictures of a deck."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import Faults, UsageError
from generator.base.records import replace
from generator.base.terminal_text import shell_word
from generator.cli.parser import COMMANDS, Subcommands, add_command
from generator.cli.terminal import print_json, print_line, print_note, print_summary

if TYPE_CHECKING:
    from generator.imports.decks.table_deck import TableFile


def add_new(commands: Subcommands) -> None:
    """Add the command `vallum new`, with its options, to the parser."""
    parser = add_command(commands, "new", COMMANDS["new"], _new)
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", help="the folder to make")
    begin = parser.add_argument_group("what to begin with").add_mutually_exclusive_group()
    begin.add_argument("--from", dest="starter", metavar="STARTER", help="what to begin with; default: the sample")
    begin.add_argument(
        "--table", metavar="SHEET", help="a deck from a .xlsx, .ods or .csv file, a link to one, or - for CSV on stdin"
    )
    begin.add_argument(
        "--pictures", type=Path, metavar="FOLDER", help="finished cards from a folder: fox.png, fox_back.png, back.png"
    )
    begin.add_argument("--pdf", type=Path, metavar="FILE", help="finished cards from a PDF with a card on each page")
    begin.add_argument("--list", action="store_true", help="list the starters and make nothing")
    cards = parser.add_argument_group("finished cards")
    cards.add_argument(
        "--backs",
        metavar="WHICH",
        help="backs of --pdf: pages (every second one), order (the second half), first or last (one for all), none; "
        "default: auto (pages or order, where pages that are the same show it)",
    )
    cards.add_argument("--size", help="of --pictures and --pdf, like poker or 63x88mm; default: as the pictures are")


def _new(options: argparse.Namespace) -> int:
    """Make a game from a starter, a table, pictures or a PDF; return the exit code."""
    if options.list:
        return _list_starters(as_json=options.json)
    if options.folder is None:
        raise UsageError("vallum new: name the folder to make, like my-game; vallum new --list names the starters")
    _check_reach(options)
    if options.table is not None:
        return _deck_of_table(options)
    if options.pictures is not None or options.pdf is not None:
        return _finished_deck(options)
    return _starter(options)


def _check_reach(options: argparse.Namespace) -> None:
    """Raise UsageError for `--size` or `--backs` without the option that they belong to."""
    if options.size is not None and options.pictures is None and options.pdf is None:
        raise UsageError("vallum new: --size goes with --pictures or --pdf; a game says it in game.toml, trim = …")
    if options.backs is not None and options.pdf is None:
        raise UsageError("vallum new: --backs goes with --pdf; --pictures has backs by their names, like fox_back.png")


def _starter(options: argparse.Namespace) -> int:
    """Make a game from a starter or, without one, from the sample."""
    from generator.build.schemas.schema_files import write_schemas
    from generator.load.game_locations import find_starter, sample
    from generator.load.new_game import create_game

    create_game(options.folder, find_starter(options.starter) if options.starter is not None else sample())
    write_schemas(options.folder)
    if options.json:
        print_json({"folder": str(options.folder)})
    else:
        print_next_steps(options.folder, "is a small game now; change game.toml and the tables beside it, then:")
    return 0


def _deck_of_table(options: argparse.Namespace) -> int:
    """Make a deck of cards from a table; return the exit code. Raises UsageError, Faults."""
    from generator.imports.decks.table_deck import deck_of_table
    from generator.load.new_game import folder_title

    # Read before anything is made: a bad table leaves no folder behind.
    table = _table_file(options.table)
    deck = deck_of_table(table, folder_title(options.folder.absolute().name))
    return _write_deck(options, deck.files, deck.remarks, (table.name, table.origin))


def _finished_deck(options: argparse.Namespace) -> int:
    """Make a deck from finished pictures or from the pages of a PDF; return the exit code."""
    from generator.build.card_formats import sizes_of_pictures
    from generator.imports.decks.finished_deck import DeckSource, finished_deck
    from generator.load.new_game import folder_title

    path, is_pdf = options.pdf or options.pictures, bool(options.pdf)
    source, title = DeckSource(path, str(path), is_pdf, options.backs or "auto"), options.folder.absolute().name
    deck = finished_deck(source, sizes_of_pictures(options.size or ""), folder_title(title))
    return _write_deck(options, deck.files, deck.remarks)


def _table_file(table: str) -> TableFile:
    """Return the table of an option: a file's, an address's, or the CSV data of stdin for `-`."""
    from generator.imports.decks.table_deck import file_of_address, file_of_bytes, file_of_path

    if table == "-":
        return file_of_bytes(sys.stdin.buffer.read())
    if table.startswith(("https://", "http://")):
        return file_of_address(table)
    return file_of_path(Path(table))


def _write_deck(
    options: argparse.Namespace, files: Mapping[str, bytes], remarks: tuple[str, ...], table: tuple[str, str] = ("", "")
) -> int:
    """Write a game, print remarks about it, and build it. Raises Faults and writes nothing for a game with faults.

    `table` is the name of a file in the game, and where it came from, which faults in it name.
    """
    from tempfile import TemporaryDirectory

    from generator.build.options import BuildOptions
    from generator.build.pipeline import check
    from generator.build.schemas.schema_files import write_schemas
    from generator.load.game_locations import GameFolder
    from generator.load.new_game import write_game

    # Tried in another folder first, so that a game with faults leaves none behind.
    with TemporaryDirectory() as folder:
        trial = Path(folder) / options.folder.absolute().name
        write_game(trial, files)
        # Drawn as well as loaded: a sign that no font has is only seen then.
        faults = check(GameFolder(trial, str(options.folder)), BuildOptions(out=Path(folder) / "output")).faults
    if faults:
        print_note(f"{options.folder} is not made: mend these, and give the same command again")
        raise Faults(replace(fault, where=_brought(fault.where, str(options.folder), table)) for fault in faults)
    write_game(options.folder, files)
    write_schemas(options.folder)
    if options.json:
        print_json({"folder": str(options.folder), "notes": list(remarks)})
        return 0
    for line in remarks:
        print_summary(line)
    print_next_steps(
        options.folder,
        "is a game now; its template and game.toml are yours to change; then check and print it again with:",
    )
    # Through the command line, so that the build has the defaults of its options.
    return int(options.run_command(["build", str(options.folder)]))


def _brought(where: str, folder: str, table: tuple[str, str]) -> str:
    """Return the place of a fault; a table that was copied into the game is called as on the command line."""
    inside = f"{folder}/{table[0]}"
    return table[1] + where.removeprefix(inside) if table[0] and where.startswith(inside) else where


def print_next_steps(target: Path, sentence: str) -> None:
    """Print the name of a new game's folder with a sentence, and the commands that check and build it."""
    from generator.load.game_locations import shipped_games

    folder = str(target)
    if folder in shipped_games():  # the bare name would mean the shipped game
        folder = f"./{folder}"
    print_summary(f"{folder} {sentence}")
    print_line(f"  vallum check {shell_word(folder)}")
    print_line(f"  vallum build {shell_word(folder)}")


def _list_starters(*, as_json: bool) -> int:
    """Print the starters of new games: id, title, and description in each language."""
    from generator.load.game_loader import load
    from generator.load.game_locations import starters

    games = {name: load(folder, prefix=name) for name, folder in starters().items()}
    if as_json:
        listed = [{"id": name, "title": dict(it.title.by), "about": dict(it.about.by)} for name, it in games.items()]
        print_json({"starters": listed})
        return 0
    for name, game in games.items():
        print_line(f"{name}: {'  '.join(words for _, words in game.title.by)}")
        for _, words in game.about.by:
            print_line(f"  {words}")
    return 0
