"""Open files that somebody else may have replaced: only regular ones, and never waiting for one."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_regular(path: str | Path, *, follow: bool = True) -> BinaryIO:
    """Open a file to read its bytes, without a buffer; without `follow` a link is refused.

    Raises OSError for what is no regular file: reading a named pipe would wait for its writer for ever.
    """
    flags = os.O_RDONLY
    # Opening a named pipe would block without O_NONBLOCK; Windows has only O_BINARY, without which it changes \n.
    for flag in ("O_NONBLOCK", "O_BINARY", "O_CLOEXEC", *(() if follow else ("O_NOFOLLOW",))):
        flags |= getattr(os, flag, 0)
    handle = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return os.fdopen(handle, "rb", buffering=0)


def create_new(path: Path) -> BinaryIO:
    """Create a file and open it for writing; an existing file, link or pipe of that name is deleted first.

    Raises OSError.
    """
    try:
        return path.open("xb")
    except FileExistsError:
        # Opened with "x" again: if somebody puts a link there in between, this fails.
        path.unlink()
        return path.open("xb")
