"""The names of what boxes cost and give, in one language: items, steps on tracks, and other icons of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.model.game import Game
from generator.model.sheet import Area, Track
from generator.model.text import Text

_MARKUP = re.compile(r"\*\*|\^\^|(?<!\\)\*|\\(?=[*^{}\\])")
_ICON = re.compile(r"\{(\w+)\}")
OWN_NAME = "solo.icon."
"""Prefix of an icon's key in a game's strings."""


def plain_text(text: Text | None, language: str, names: Mapping[str, str]) -> str:
    """Return a text without its markup and with names for its icons."""
    if text is None:
        return ""
    # Two icons in a row become two words.
    spaced = text[language].replace("}{", "} {")
    return _MARKUP.sub("", _ICON.sub(lambda icon: names.get(icon[1], icon[1]), spaced))


def icon_names(game: Game, language: str) -> dict[str, str]:
    """Return the names of icons in a language, by icon: items by their rows, steps by the track or area they fill.

    Names among the game's strings come first.
    """
    sheets = game.sheets.values()
    names: dict[str, str] = {}
    for row in [row for sheet in sheets if sheet.items for row in game.rows(sheet.items)]:
        name = row.cells.get("name")
        names[row.id] = plain_text(name, language, {}) if isinstance(name, Text) else row.id
    for area in [area for sheet in sheets for area in sheet.areas]:
        for track in area.tracks:
            names |= {icon: plain_text(_filled(area, track, icon), language, {}) for icon in track.filled_by}
    own_names = {key: text for key, text in game.strings.items() if key.startswith(OWN_NAME)}
    return names | {key.removeprefix(OWN_NAME): plain_text(text, language, {}) for key, text in own_names.items()}


def _filled(area: Area, track: Track, icon: str) -> Text:
    """Return the title of the track that an icon fills, or of its area if it fills one of several."""
    several = sum(icon in other_track.filled_by for other_track in area.tracks) > 1
    return area.title if several else track.title
