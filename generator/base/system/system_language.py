"""The language of Windows and macOS, which need no variables of the environment for it."""

from __future__ import annotations

import sys
from pathlib import Path


def system_language() -> str:
    """Return the language that a person has chosen for menus, such as `ja`; empty where the system does not tell."""
    if sys.platform == "win32":
        return _windows_language()
    return _macos_language() if sys.platform == "darwin" else ""


def _windows_language() -> str:
    """Return the language of the menus of Windows."""
    import ctypes
    from locale import windows_locale

    if not hasattr(ctypes, "WinDLL"):
        return ""
    return windows_locale.get(ctypes.WinDLL("kernel32").GetUserDefaultUILanguage(), "").partition("_")[0]


def _macos_language() -> str:
    """Return the first of the languages that a person has put in order in the settings of macOS."""
    import plistlib

    try:
        with Path("~/Library/Preferences/.GlobalPreferences.plist").expanduser().open("rb") as file:
            languages = plistlib.load(file).get("AppleLanguages")
    except (OSError, RuntimeError, ValueError, plistlib.InvalidFileException):
        return ""
    # Like `ja-JP`.
    return str(languages[0]).partition("-")[0] if isinstance(languages, list) and languages else ""
