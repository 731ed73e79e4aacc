"""The folders of the user's own files: cache, settings and data, on Linux, macOS and Windows."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def user_cache() -> Path | None:
    """Return the folder of cached work; None for a user without a home folder."""
    return _home("XDG_CACHE_HOME", ".cache", "LOCALAPPDATA", "Caches")


def user_config() -> Path | None:
    """Return the folder of printer profiles and own papers; None for a user without a home folder."""
    return _home("XDG_CONFIG_HOME", ".config", "APPDATA", "Application Support")


def user_data() -> Path | None:
    """Return the folder of saved sessions; None for a user without a home folder."""
    return _home("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA", "Application Support")


def _home(variable: str, dot: str, windows: str, mac: str) -> Path | None:
    """Return the folder that an XDG variable names, else the system's own place for it; None without a home.

    `dot`, `windows` and `mac` are that place on Linux, the variable of Windows and the folder in `Library`.
    """
    # The XDG base directory specification has relative paths ignored.
    named = Path(os.environ.get(variable) or (os.environ.get(windows) if sys.platform == "win32" else None) or "")
    if named.is_absolute():
        return named / "vallum"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if home == home.parent:  # HOME is empty or the root of the disk
        return None
    return home / ("Library/" + mac if sys.platform == "darwin" else dot) / "vallum"
