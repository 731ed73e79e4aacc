"""`vallum games`: lists the shipped games with their components."""

from __future__ import annotations

import argparse

from generator.cli.parser import COMMANDS, Subcommands, add_command
from generator.cli.terminal_output import print_json, print_line


def add(commands: Subcommands) -> None:
    """Add the command."""
    add_command(commands, "games", COMMANDS["games"], _run)


def _run(options: argparse.Namespace) -> int:
    from generator.load.game_loader import load_shipped

    games = load_shipped()
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
        print_line(f"{game.id}: {title} ({game.designer}, {game.year})" + ("  — the sample" if game.sample else ""))
        for part in game.components:
            where = f" (in {part.file})" if part.file != part.id else ""
            print_line(f"  {part.count:4}  {part.id:14}  {part.title[game.languages[0]]}{where}")
    return 0
