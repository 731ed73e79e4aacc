"""Numbers of pieces that `[expect]` in game.toml has, which follow a change of a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from generator.base.errors import Faults
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from generator.load.kept_parts import GAME_FILE
from generator.load.toml_edits.toml_changes import MISSING, changed_toml

EXPECT = "expect"


def with_counts(text: str, place: GameFolder, changed: Mapping[str, bytes], ids: Collection[str]) -> str:
    """Return the text of game.toml with the numbers of pieces that some components have once files are changed.

    The text stays as it is where the game has other faults too, or a number stands where none can be written.
    """
    try:
        open_text = text
        for id_ in ids:
            open_text = changed_toml(open_text, (EXPECT, id_), MISSING)
        game = load(place.folder, prefix=place.shown, changed={**changed, GAME_FILE: open_text.encode()})
        for component in game.components:
            if component.id in ids:
                text = changed_toml(text, (EXPECT, component.id), component.count)
    except (Faults, ValueError):
        return text
    return text
