"""A file to double-click that starts `vallum serve`: for the desktop of Linux, macOS or Windows."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from generator.base.errors import OutputError
from generator.base.system.output_file import write_file

FOLDER = "Vallum"
"""Folder in the user's home in which the pages work: their output lies below it."""
_IN_DOUBLE_QUOTES = str.maketrans({char: f"\\{char}" for char in '"`$\\'})
"""Characters that are escaped within the quotes of a desktop entry (Desktop Entry Specification, "The Exec key")."""


def write_shortcut(python: str, home: Path, environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Write the files that start the pages by `python`, and return them: on the desktop, on Linux also in the menu.

    Raises OutputError where they cannot be written.
    """
    folder = home / FOLDER
    files = _files(python, folder, home, environment)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            write_file(file, text.encode())
            # A starter that is no program is opened in an editor.
            file.chmod(0o755)
    except OSError as error:
        raise OutputError(f"{error.filename or folder} cannot be written: {(error.strerror or '').lower()}") from None
    return [*files]


def _files(python: str, folder: Path, home: Path, environment: Mapping[str, str]) -> dict[Path, str]:
    """Return the files of this system, with their text."""
    desktop = home / "Desktop"
    if sys.platform == "win32":
        return {desktop / "Vallum.bat": _batch_file(python, folder)}
    if sys.platform == "darwin":
        return {desktop / "Vallum.command": _shell_script(python, folder)}
    # The menu works everywhere; desktops of Linux may show no files.
    data = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    places = [data / "applications", *([desktop] if desktop.is_dir() else [])]
    return {place / "vallum.desktop": _desktop_entry(python, folder) for place in places}


def _batch_file(python: str, folder: Path) -> str:
    """Return a batch file; the window stays open after an error, so that it can be read."""
    # Its console reads the file in the old encoding of Windows until it is told.
    lines = (
        "@echo off",
        "chcp 65001 >nul",
        f'cd /d "{folder}"',
        f'"{python}" -m generator serve',
        "if errorlevel 1 pause",
    )
    return "".join(f"{line.replace('%', '%%')}\r\n" for line in lines)


def _shell_script(python: str, folder: Path) -> str:
    """Return a shell script, which macOS runs in a window of Terminal."""
    return f"#!/bin/sh\ncd {shlex.quote(str(folder))} && exec {shlex.quote(python)} -m generator serve\n"


def _desktop_entry(python: str, folder: Path) -> str:
    """Return a desktop entry; its terminal shows the link, and closing it ends the pages."""
    program = python.translate(_IN_DOUBLE_QUOTES).replace("\\", "\\\\").replace("%", "%%")
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        "Name=Vallum",
        "Comment=Print board games, and play solo",
        "Comment[ja]=ボードゲームを印刷し、一人でも遊ぶ",
        f'Exec="{program}" -m generator serve',
        f"Path={str(folder).replace(chr(92), chr(92) * 2)}",
        "Terminal=true",
        "Categories=Game;BoardGame;",
    )
    return "".join(f"{line}\n" for line in lines)
