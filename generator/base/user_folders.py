"""The folders of the user's own files: cache, settings and data, on Linux, macOS and Windows."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def user_cache() -> Path | None:
    """Where this user's finished work is kept; None where there is no home to keep it in."""
    return _home("XDG_CACHE_HOME", ".cache", "LOCALAPPDATA", "Caches")


def user_config() -> Path | None:
    """Where this user's printer profiles are kept."""
    return _home("XDG_CONFIG_HOME", ".config", "APPDATA", "Application Support")


def user_data() -> Path | None:
    """Where this user's saved sessions are kept."""
    return _home("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA", "Application Support")


def _home(variable: str, dot: str, windows: str, mac: str) -> Path | None:
    """The XDG folder where one is named (a relative one is ignored, as the XDG says), else the system's own."""
    named = Path(os.environ.get(variable) or (os.environ.get(windows) if sys.platform == "win32" else None) or "")
    if named.is_absolute():
        return named / "vallum"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if home == home.parent:  # HOME is empty, and the root of the disk is nobody's home
        return None
    return home / ("Library/" + mac if sys.platform == "darwin" else dot) / "vallum"
