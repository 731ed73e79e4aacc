"""The host name of this computer that only the user's browser knows, such as `vallum-k3vq7xw2ma.localhost`.

A browser sends a host's cookies to all of its ports, so a program of another user that waits on another port of
127.0.0.1 would be sent our cookie. No program can guess this name. Chromium and Firefox take every name below
`localhost` for this computer (RFC 6761, 6.3); a browser that does not stays at 127.0.0.1.
"""

from __future__ import annotations

import base64
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

FILE = "local-name"
"""File with the name, readable by its user alone; the name is kept, so that bookmarks stay valid."""
_NAME = re.compile(r"vallum-[a-z2-7]{16}\.localhost", re.ASCII)


def load_local_name(config: Path | None) -> str:
    """Read this computer's secret host name from the folder of settings, or make one and keep it there.

    Without a folder that can be written, the name is valid for this run only.
    """
    # 80 random bits: no program can try all names.
    fresh = f"vallum-{base64.b32encode(secrets.token_bytes(10)).decode().lower()}.localhost"
    if config is None:
        return fresh
    file = config / FILE
    with suppress(OSError, ValueError):
        config.mkdir(parents=True, exist_ok=True)
        with (
            suppress(FileExistsError),
            os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new,
            # If two servers start at once, the second reads the name of the first.
        ):
            new.write(fresh)
        stored = file.read_text("ascii")
        if _NAME.fullmatch(stored):
            return stored
    return fresh
