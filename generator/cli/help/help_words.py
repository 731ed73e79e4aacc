"""The texts of the help in a language, from `templates/help/<language>.toml`; English stands in the code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from generator.base.messages import Messages
from generator.load.game_locations import templates_root


@lru_cache(maxsize=2)
def translations(language: str) -> Mapping[str, str]:
    """Return the texts of a language by their English ones; none for a language without a file.

    >>> translations("ja")["options"]
    '指定'
    >>> translations("../ja")
    {}
    """
    file = templates_root() / "help" / f"{language}.toml"
    is_there = language.isalpha() and file.is_file()
    return Messages.read([(file.name, file.read_bytes())]).by_key if is_there else {}
