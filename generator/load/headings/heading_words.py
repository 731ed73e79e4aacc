"""Headings of sheets: tidied, so that spellings of one heading are equal, and what the common ones mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from generator.load.game_locations import templates_root

_BETWEEN = re.compile(r"[\s_\-\u2010-\u2015]+")
_AROUND = re.compile(r"\A[\W_]+|_*\([^()]*\)\Z|[\W_]+\Z")
"""What designers put around a heading: emoji, a question mark, a unit in brackets."""


def tidy_heading(heading: str) -> str:
    r"""Return a heading in small letters, without invisible signs, and with `_` for any kind of space.

    >>> tidy_heading("Card\u00a0 Name\u200b:"), tidy_heading("Ｑty")
    ('card_name', 'qty')
    """
    # The first lines of a table are tried as headings, all cells of them; most are plain words.
    visible = heading if heading.isascii() else _visible(heading)
    return _BETWEEN.sub("_", visible).strip("_:. ").casefold()


def _visible(heading: str) -> str:
    """Return a heading in plain letters, without invisible characters."""
    # NFKC turns full-width letters into plain ones; category Cf is invisible, such as a zero-width space.
    plain = unicodedata.normalize("NFKC", heading)
    return "".join(char for char in plain if unicodedata.category(char) != "Cf")


@lru_cache(maxsize=1)
def common_headings() -> Mapping[str, tuple[str, ...]]:
    """Return the tidied headings for each meaning, such as `copies`, from `templates/tables/headings.toml`."""
    import tomllib

    with (templates_root() / "tables" / "headings.toml").open("rb") as file:
        return {meaning: tuple(words) for meaning, words in tomllib.load(file).items()}


def means(heading: str, meaning: str) -> bool:
    """Whether a heading is one of the common words for `meaning`, such as `copies`.

    An emoji before it or a unit in brackets behind it does not matter.

    >>> means("Qty ", "copies"), means("Quality", "copies"), means("\N{CROSSED SWORDS} Attack (base)", "attack")
    (True, False, True)
    """
    return place_of(heading, meaning) is not None


def place_of(heading: str, meaning: str) -> int | None:
    """Return the place of a heading among the common words for `meaning`, the likeliest first; None if it is none."""
    tidied, words = tidy_heading(heading), common_headings()[meaning]
    # As it is first: `#` is a heading, and all of it would be cut away.
    spellings = (tidied, _AROUND.sub("", _AROUND.sub("", tidied)))
    return next((words.index(spelling) for spelling in spellings if spelling in words), None)


def has_word_for(heading: str, meaning: str) -> bool:
    """Return whether one of the words of a heading is a common word for `meaning`.

    >>> has_word_for("Copies in deck", "copies_in"), has_word_for("Copied", "copies_in")
    (True, False)
    """
    return not set(tidy_heading(heading).split("_")).isdisjoint(common_headings()[meaning])


def as_toml(text: str) -> str:
    """Return a heading in the quotes of a TOML text, cut after 60 characters."""
    import json  # a JSON string is a basic string of TOML too

    return json.dumps(text[:60], ensure_ascii=False)
