"""Words about exports and the check for print, in the language of the reader."""

from __future__ import annotations

from functools import lru_cache

from generator.base.messages import FALLBACK, Messages
from generator.load.game_locations import templates_root


@lru_cache(maxsize=8)
def export_words(language: str, folder: str = "exports") -> Messages:
    """Return the words of reports, or of another folder of templates, in a language; English where one is missing."""
    files = [templates_root() / folder / f"{name}.toml" for name in dict.fromkeys((FALLBACK, language))]
    return Messages.read((file.name, file.read_bytes()) for file in files if file.is_file())
