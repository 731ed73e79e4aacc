"""Open a page in the user's browser, where there is a desktop to show it on."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import suppress


def has_desktop(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Return whether this process can show a window to its user, who may sit at another computer."""
    # Over SSH the window would open on the other computer, or nowhere.
    if any(name in environment for name in ("SSH_CONNECTION", "SSH_TTY", "CI")):
        return False
    is_shown = any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return platform in ("win32", "darwin") or is_shown


def open_browser(link: str) -> None:
    """Open a link in the default browser if there is a desktop; returns at once, since it does so in a thread."""
    if has_desktop():
        # Some browsers return only when they are closed; a daemon thread ends with the program.
        threading.Thread(target=_open, args=(link,), daemon=True).start()


def _open(link: str) -> None:
    """Open a link; a browser that cannot be started is no error, as the link is in the terminal too."""
    with suppress(webbrowser.Error, OSError):  # the link is in the terminal too
        webbrowser.open(link)
