"""Finds out which program a project in JSON comes from, and has it read."""

from __future__ import annotations

import json
from typing import Any

from generator.base.errors import fault
from generator.imports.foreign.project import ForeignProject
from generator.imports.projects.cider_reader import read_cider
from generator.imports.projects.rpgcards_reader import read_rpg_cards
from generator.load.files.folder import Folder

_MOST_CARDS = 5_000


def read_json_project(folder: Folder, name: str) -> ForeignProject:
    """Read a project in JSON, a database of Cider or cards of rpg-cards. Raises Faults for other JSON."""
    try:
        data: Any = json.loads(folder.text(name))
    # Lists in lists without end are a RecursionError in Python's reader.
    except (ValueError, RecursionError) as error:
        raise fault(folder.place(name), f"no JSON: {error}", unreadable=True) from None
    if isinstance(data, dict) and data.get("formatName") == "dexie":
        return read_cider(folder, name, data)
    if isinstance(data, list) and data and all(isinstance(card, dict) and "title" in card for card in data):
        return read_rpg_cards(folder, name, data[:_MOST_CARDS])
    raise fault(folder.place(name), "neither a database of Cider nor cards of rpg-cards", unreadable=True)
