"""Fetches the parts of a site: by npm and pip as they are set up on this computer, or from where they are published."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from generator.base.errors import HandledError, OutputError
from generator.web.site.site_parts import Part

Download: TypeAlias = Callable[[str], bytes]
"""Function that returns the file at an address; raises OutputError."""
SECONDS = 300
"""Longest time for one part: the largest has 6 MB, and a mirror may have to fetch it first."""


class _ClientError(HandledError):
    """A client that is not installed, or that does not get a part."""


def fetch_part(part: Part, download: Download) -> bytes:
    """Fetch a part by its command, or else `download` it from its address. Raises OutputError if neither gets it."""
    try:
        return _fetched_by_client(part)
    except _ClientError as error:
        before = error
    try:
        return download(part["address"])
    except OutputError as error:
        raise OutputError(
            f"{part['file']}: not fetched; {before}; {error}; pass a folder that has it as --parts"
        ) from None


def _fetched_by_client(part: Part) -> bytes:
    with TemporaryDirectory() as folder:
        try:
            # The command stands in our own list; what it fetches is not run, and used only with the wanted digest.
            subprocess.run(_command(part), cwd=folder, check=True, capture_output=True, timeout=SECONDS)  # noqa: S603
            return Path(folder, part["file"]).read_bytes()
        except subprocess.CalledProcessError as error:
            lines = error.stderr.decode("utf-8", "replace").split("\n")
            reason = next((line for line in lines if "error" in line.lower()), f"ended with {error.returncode}")
        except subprocess.TimeoutExpired:
            reason = f"took longer than {SECONDS} s"
        except OSError as error:
            reason = str(error.strerror or error).lower()
    raise _ClientError(f"{part['command'][0]} failed: {reason.strip()}")


def _command(part: Part) -> list[str]:
    """Return the command of a part, with the pip of this Python before any other."""
    name, *options = part["command"]
    if name == "pip" and find_spec("pip"):
        return [sys.executable, "-m", "pip", *options]
    # On Windows npm is a file that only its whole path starts.
    program = shutil.which(name)
    if not program:
        raise _ClientError(f"{name} is not installed")
    return [program, *options]
