"""The stamp in a fillable form: which game and sheets it was made from, and which box each of its fields is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256

from generator.base.records import dataclass
from generator.model.sheet import Sheet

FORMAT = 1
"""The version of the stamp's own format."""

_WORDS = {"title", "note", "text", "provenance", "blocks"}
"""Fields of a sheet that are words or places, and not rules."""
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
    """The game, its sheets, and the box of each form field."""

    game: str
    language: str
    sheets: Mapping[str, str]
    """Versions of the sheets, by id."""
    rules: str
    """The `rules_digest` of the sheets."""
    fields: Mapping[str, tuple[str, int]]
    """Box of each form field, and the state that a check mark in the field means; 0 for fields that hold the state."""
    values: Mapping[str, str]
    """The value that each calculated field shows, by the field's name."""

    def to_json(self) -> bytes:
        """Return the stamp as the bytes of the file that is attached to the form."""
        values = {name: getattr(self, name) for name in self.__match_args__}
        # Without blanks: the stamp is a part of every form.
        return json.dumps({"format": FORMAT, **values}, ensure_ascii=False, separators=(",", ":")).encode()


def rules_digest(sheets: Iterable[Sheet]) -> str:
    """Return a digest of the sheets' rules: unchanged by a corrected word, changed by another number."""
    # 24 hexadecimal digits are 96 bits: short enough for a form, and no two sets of sheets will share them.
    return sha256(_spell(tuple(sheets)).encode()).hexdigest()[:24]


def _spell(value: object) -> str:
    """Return a record of a sheet's rules as text, from which a digest is made: class and fields, without words."""
    if isinstance(value, tuple):
        return f"({','.join(map(_spell, value))})"
    names = getattr(value, "__match_args__", None)
    if names is None:
        return repr(value)
    # Names of fields stand in the digest, so that two numbers which change places change it.
    fields = [f"{name}={_spell(getattr(value, name))}" for name in names if name not in _WORDS]
    name = type(value).__name__
    return f"{_DIGEST_NAMES.get(name, name)}({','.join(fields)})"
