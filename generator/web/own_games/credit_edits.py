"""The makers of a game's pictures as fields of a form, and their saving into credits.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from generator.base.errors import Fault
from generator.base.system.file_exchange import is_locked
from generator.load.files.folder import Folder
from generator.load.kept_parts import CREDITS_FILE, PICTURES
from generator.load.toml_edits.picture_credits import with_credits
from generator.web.editing.cell_pictures import picture_names
from generator.web.editing.setting_edits import SettingEdits
from generator.web.editing.table_change import OpenText
from generator.web.editing.table_edits import FaultyValueError

MOST_CREDITS = 60
"""Most pictures of one form: their words are sent all together."""
LONGEST_CREDIT = 500
"""Most characters of the words on a picture."""


class CreditForm(NamedTuple):
    """The pictures of a game, each with the words on its maker."""

    digest: str
    makers: Mapping[str, str]
    """Words by the picture's file; empty words where nobody has written them."""
    more: int
    """Number of pictures that the form has no room for."""


def credit_form(files: Folder) -> CreditForm | None:
    """Return the form of a game in a folder; None for a game without pictures, and for a file that cannot be read.

    Pictures in the folder `art` are among them, also those that the credits do not name yet.
    """
    now = _open(files)
    entries: Any = {}
    with suppress(ValueError):
        entries = tomllib.loads(now.text).get(PICTURES, {}) if now else None
    if not isinstance(entries, dict) or not all(isinstance(words, str) for words in entries.values()):
        return None
    makers = entries | {name: "" for name in picture_names(files) if name not in entries}
    # Those that are asked for come first where there are too many.
    names = sorted(makers, key=lambda name: bool(makers[name].strip())) if len(makers) > MOST_CREDITS else [*makers]
    fields = {name: makers[name] for name in names[:MOST_CREDITS]}
    return CreditForm(now.digest, fields, len(makers) - len(fields)) if now and makers else None


class CreditEdits:
    """Changes credits.toml of served games. One thread at a time is to use it."""

    def __init__(self, setting_edits: SettingEdits) -> None:
        self._edits = setting_edits

    def save_credits(self, game: str, files: Folder, digest: str, makers: Mapping[str, str]) -> bool:
        """Write the makers of pictures, by their files, which undo takes back as one change.

        False if the file was changed since a page read it, with `digest` as its checksum. Raises FaultyValueError for a
        file that has no place for them, OutputError.
        """
        now = _open(files)
        if now is None or now.digest != digest:
            return False
        try:
            changed = now.with_text(with_credits(now.text, makers))
        except ValueError:
            words = "cannot be changed here, by the way it is written; change it in an editor"
            raise FaultyValueError((Fault(now.where, words),), may_be_saved=False) from None
        is_open = now.is_absent or not is_locked(files.root / CREDITS_FILE)
        return is_open and self._edits.save_text(game, now, changed, [*makers])


def _open(files: Folder) -> OpenText | None:
    """Return credits.toml as it is now, empty where there is none; None for one that cannot be read."""
    is_absent = files.lacks(CREDITS_FILE)
    data = b"" if is_absent else files.read_or_none(CREDITS_FILE)
    now = OpenText(CREDITS_FILE, files.place(CREDITS_FILE), data or b"", is_absent)
    try:
        return None if data is None or now.text is None else now
    except ValueError:
        return None
