"""Refuse options that nothing in an order can obey, and say which components do not obey the unchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from types import MappingProxyType

from generator.base.errors import Faults, UsageError
from generator.base.records import replace
from generator.build.adapted_game import check_players_of_all
from generator.build.options import BuildOptions
from generator.build.reach.file_part import FilePart, parts_of_order
from generator.build.reach.option_rules import asked_rules
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from generator.model.game import Game

_NAMED = 6
"""Most components that a message names."""


def reach_notes(
    options: BuildOptions, parts: Sequence[FilePart], idle: Mapping[str, Set[str]] = MappingProxyType({})
) -> list[str]:
    """Return a line for each option that some of the components do not obey.

    `idle` has, by the field of an option, the components whose sheets were laid out with it and are the same without.
    Raises UsageError for an option that changes none, unless another game of the same order may obey it.
    """
    notes: dict[str, str] = {}
    if not parts:  # nothing to print, which is said elsewhere
        return []
    for rule in asked_rules(options):
        able = {part.part.id for part in parts if rule.is_obeyed(part, options)}
        same = idle.get(rule.name, set())
        # A component of several files is unchanged only if it is so in each.
        unchanged = list(dict.fromkeys(part.part.id for part in parts if part.part.id not in able - same))
        unable, about = [name for name in unchanged if name not in able], f"{rule.typed(options)} is for {rule.domain}"
        if len(unchanged) == len({part.part.id for part in parts}) and not options.is_shared:
            if able:
                raise UsageError(f"{rule.typed(options)} would change no sheet of {_listed(unchanged)}: leave it out")
            raise UsageError(f"{about}; it would change nothing of {_listed(unchanged)}: leave it out")
        if unable:
            notes[rule.flag] = f"{about}; it changes nothing of {_listed(unchanged)}"
        elif unchanged:
            notes[rule.flag] = f"{rule.typed(options)} changes no sheet of {_listed(unchanged)}"
    return [*notes.values()]


def size_notes(game: Game, options: BuildOptions) -> list[str]:
    """Return a line for components that are exported at their own size, though another is asked for.

    Raises UsageError for a size that nothing in the order can have, and for pieces that the game does not have.
    """
    selection = options.select_pieces(game)
    # Other options of a print say nothing of an export.
    sized = BuildOptions(papers=options.papers, size=options.size, is_shared=options.is_shared)
    return reach_notes(sized, [*parts_of_order(game, sized, selection)])


def share_orders(orders: Sequence[tuple[GameFolder, BuildOptions]]) -> list[tuple[GameFolder, BuildOptions]]:
    """Return the orders marked as shared, if there are several: an option may then be for another game of them.

    Raises UsageError for an option that no game can obey, and for players that a game is not for. A game that cannot be
    read is left to its build.
    """
    if len(orders) < 2 or not asked_rules(orders[0][1]):
        return [*orders]
    parts: list[FilePart] = []
    games: list[Game] = []
    for game_folder, options in orders:
        with suppress(Faults):
            game = load(game_folder.folder, prefix=game_folder.shown)
            games.append(game)
            parts += parts_of_order(game, options, options.select_pieces(game))
    if orders[0][1].players:
        check_players_of_all(games, orders[0][1].players)
    reach_notes(orders[0][1], parts)
    return [(game_folder, replace(options, is_shared=True)) for game_folder, options in orders]


def _listed(names: Sequence[str]) -> str:
    """Return the first names of a list for a message, and how many more there are."""
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
