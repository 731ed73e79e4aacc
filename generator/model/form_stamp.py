"""What a filled sheet says of itself, so that whoever reads it back knows which game's boxes its fields are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256

from generator.base.records import dataclass
from generator.model.sheet import Sheet

FORMAT = 1
"""Of the stamp itself."""

_WORDS = {"title", "note", "text", "provenance"}
"""What of a sheet may change without a change of its rules."""
_DIGEST_NAMES = {
    "ChosenOptions": "Chosen",
    "CircledBoxes": "Circled",
    "Constant": "Whole",
    "Difference": "Less",
    "DifferentNumbers": "Different",
    "DistinctChoices": "Different",
    "FilledBoxes": "Filled",
    "FullGroups": "Full",
    "LimitTable": "Below",
    "MarkSource": "Source",
    "MarkedBoxes": "Marked",
    "Maximum": "Best",
    "Minimum": "Least",
    "NamedValue": "Named",
    "NumberSum": "Written",
    "Quotient": "Share",
    "ScoreRow": "Score",
    "StepTable": "Steps",
    "UpperBound": "Bound",
    "YearLimit": "Limit",
}
"""Names that digests have for classes renamed since: printed forms and saved games hold digests of format 1.

The names of fields are part of the digest as well, so a field of `model.sheet` or `model.formula` keeps its name.
"""


@dataclass(frozen=True, slots=True)
class FormStamp:
    """The game, its sheets, and the box behind each field."""

    game: str
    language: str
    sheets: Mapping[str, str]
    """Versions by id."""
    rules: str
    """Digest of all that the sheets say but their words."""
    fields: Mapping[str, tuple[str, int]]
    """The box of each field, and the state that it stands for; 0 where the field holds the state itself."""
    values: Mapping[str, str]
    """The value that each calculated field shows."""

    def written(self) -> bytes:
        """As JSON, the same bytes for the same stamp."""
        about = {name: getattr(self, name) for name in self.__match_args__}
        return json.dumps({"format": FORMAT, **about}, ensure_ascii=False, separators=(",", ":")).encode()


def rules_digest(sheets: Iterable[Sheet]) -> str:
    """A digest of the sheets' rules: the same after a word was corrected, another after a number was."""
    return sha256(_spelt(tuple(sheets)).encode()).hexdigest()[:24]


def _spelt(noun: object) -> str:
    if isinstance(noun, tuple):
        return f"({','.join(map(_spelt, noun))})"
    names = getattr(noun, "__match_args__", None)
    if names is None:
        return repr(noun)
    said = [f"{name}={_spelt(getattr(noun, name))}" for name in names if name not in _WORDS]
    name = type(noun).__name__
    return f"{_DIGEST_NAMES.get(name, name)}({','.join(said)})"
