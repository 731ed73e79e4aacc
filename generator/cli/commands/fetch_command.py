"""`vallum fetch`: bring published tables into a game's folder."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from generator.base.terminal_text import listed
from generator.cli.parser import COMMANDS, Subcommands, add_command
from generator.cli.terminal import print_json, print_summary

if TYPE_CHECKING:
    from generator.imports.fetch.fetched_tables import FetchedTable

_MOST_IDS = 5


def add_fetch(commands: Subcommands) -> None:
    """Add the command `vallum fetch`, with its options, to the parser."""
    parser = add_command(commands, "fetch", COMMANDS["fetch"], _fetch)
    parser.add_argument("game", metavar="GAME", help="the folder of a game whose tables have a source in game.toml")
    parser.add_argument(
        "--check", action="store_true", help="only tell what would change; exit code 1 if anything does"
    )
    parser.add_argument("--replace", action="store_true", help="overwrite tables that were changed in the folder too")


def _fetch(options: argparse.Namespace) -> int:
    """Fetch the tables of a game and write those that differ; with `--check` return 1 if any differs."""
    from generator.build.options import game_folders
    from generator.imports.fetch.fetched_tables import fetch_tables, write_tables

    (game,) = game_folders([options.game])
    # A check overwrites nothing, so it may look at changed tables too.
    tables = fetch_tables(game.folder, game.shown, replace=options.replace or options.check)
    if not options.check:
        write_tables(game.folder, tables)
    code = int(options.check and not all(table.is_same for table in tables))
    if options.json:
        print_json({"tables": [_document(table) for table in tables]}, ok=code == 0)
        return code
    for table in tables:
        print_summary(f"{table.file}: {_summary(table)}")
    return code


def _summary(table: FetchedTable) -> str:
    """Return the number of rows of a table, and the ids of the rows that differ from the folder's."""
    differing = ((table.changed, "changed"), (table.new, "new"), (table.gone, "gone"))
    parts = [f"{len(ids)} {word}: {listed(ids, _MOST_IDS)}" for ids, word in differing if ids]
    same = "unchanged" if table.is_same else "the same rows, written in another way"
    return f"{table.rows} rows; {'; '.join(parts) or same}"


def _document(table: FetchedTable) -> dict[str, object]:
    """Return a table for `--json`, with the ids of rows that differ from the folder's."""
    return {
        "file": table.file,
        "source": table.address,
        "rows": table.rows,
        "changed": table.changed,
        "new": table.new,
        "gone": table.gone,
        "same": table.is_same,
    }
