"""Reads the short rules of a game's sheets, `explain.toml`, and checks them against the sheets."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.model.game import Game
from generator.model.solo.short_rules import ShortRule, ShortRules

NAME = "explain.toml"


def read_short_rules(game: Game, *, prefix: str = "") -> ShortRules:
    """Read the short rules of a game, none without the file; `prefix` stands before its name in faults.

    Raises Faults with everything that is wrong with the file.
    """
    files = Folder(game.folder, prefix)
    if not files.has(NAME):
        return ShortRules({}, {}, {}, {})
    with FaultReport() as report:
        top = TomlTable(read_toml(files, NAME), report)
        areas = [area.id for sheet in game.sheets.values() for area in sheet.areas]
        spots = top.table("spots")
        rules = ShortRules(
            areas=_rules(top, "areas", game, "area", areas),
            icons=_rules(top, "icons", game),
            spots={
                (sheet, spot): rule
                for sheet in _known(spots, "sheet", game.layouts)
                for spot, rule in _rules(spots, sheet, game, "spot", game.layouts[sheet].spots).items()
            },
            terms=_rules(top, "terms", game),
        )
        top.close()
    return rules


def _known(table: TomlTable, noun: str, ids: Collection[str]) -> list[str]:
    """Return the keys of a table that are in `ids`; all other keys are faults, which call them by `noun`."""
    for key in [key for key in table.data if key not in ids]:
        table.unknown(key, noun, key, ids)
    return [key for key in table.data if key in ids]


def _rules(
    parent: TomlTable, key: str, game: Game, noun: str = "", ids_allowed: Collection[str] | None = None
) -> dict[str, ShortRule]:
    """Return the short rules below a key by their ids; with `ids_allowed`, other ids are faults."""
    table = parent.table(key)
    ids = list(table.data) if ids_allowed is None else _known(table, noun, ids_allowed)
    return {id_: table.section(id_, partial(_rule, game)) for id_ in ids}


def _rule(game: Game, entry: TomlTable) -> ShortRule:
    """Read a short rule: its text, the id of the heading of the rules that says more, and a title or None."""
    title = entry.phrase("title", game.languages) if entry.has("title") else None
    return ShortRule(entry.phrase("text", game.languages), entry.text("rule", ""), title)
