"""`vallum import`: start a game from a project of another program."""

from __future__ import annotations

import argparse
from pathlib import Path

from generator.cli.commands.new_command import print_next_steps
from generator.cli.parser import COMMANDS, Subcommands, add_command
from generator.cli.terminal import print_json, print_line, print_summary, translated


def add_import(commands: Subcommands) -> None:
    """Add the command `vallum import`, with its options, to the parser."""
    parser = add_command(commands, "import", COMMANDS["import"], _import)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder to make")
    parser.add_argument(
        "project",
        metavar="PROJECT",
        type=Path,
        help=".cmp of CardMaker, .rb or .yml of Squib, .nde of nanDECK, .json of rpg-cards, .json or folder of Cider",
    )


def _import(options: argparse.Namespace) -> int:
    """Make a game from another program's project and print the losses; return 1 if nothing of a kind came over."""
    from generator.build.schemas.schema_files import write_schemas
    from generator.imports.projects.game_files import game_files
    from generator.imports.projects.project_reader import read_project
    from generator.load.new_game import write_game

    project = read_project(options.project)
    write_game(options.folder, game_files(project, options.project.name))
    write_schemas(options.folder)
    cards = {deck.id: sum(int(row["copies"]) for row in deck.rows) for deck in project.decks}
    if options.json:
        counts = {
            "boxes": project.boxes._asdict(),
            "tables": project.tables._asdict(),
            "pictures": project.pictures_named._asdict(),
        }
        print_json({"folder": str(options.folder), "cards": cards, "counts": counts, "lost": list(project.lost)})
        # A kind of which nothing came over is an import that failed in part, also for scripts.
        return int(bool(project.lost_kinds))
    for deck in project.decks:
        size = f"{deck.width:.1f} × {deck.height:.1f} mm"
        print_summary(f"{deck.id}: {cards[deck.id]} cards of {size}, {len(deck.boxes)} boxes")
    if project.lost:
        print_summary("Not taken over:")
    for line in project.lost:
        print_line(f"  {translated(line)}")
    boxes, tables, pictures = project.boxes, project.tables, project.pictures_named
    print_summary(
        f"Taken over: {boxes.imported} of {boxes.whole} boxes, {tables.imported} of {tables.whole} tables, "
        f"{pictures.imported} of {pictures.whole} pictures"
    )
    if project.lost_kinds:
        print_summary(f"None of its {' and none of its '.join(project.lost_kinds)} came over; the lines above say why")
    print_next_steps(options.folder, "is a game now; its tables and first templates are yours to change. Next:")
    return int(bool(project.lost_kinds))
