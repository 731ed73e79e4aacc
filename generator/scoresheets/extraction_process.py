"""A process of its own for reading a file from anywhere: it may take so much memory and so much time, and no more.

The parent hands it the bytes and gets one line of JSON back; nothing else of it reaches the outside. A worker that
dies, hangs or eats memory is a reason like any other for which a file cannot be read.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from generator.scoresheets.form_extraction import LIBRARIES, ExtractedForm, UnreadableFormError, extract_form

MEMORY = 1 << 30
"""Bytes of address space."""
SECONDS = 10
"""Of computing; twice as many may pass."""
LARGEST = 32 << 20
"""Bytes of a file to be read."""
_MOST_SAID = 64 << 20


def extract_in_subprocess(data: bytes, attached: str, *, seconds: float = 2 * SECONDS) -> ExtractedForm:
    """What both libraries read in a file, by a worker within its limits.

    Raises UnreadableError with the reason: `damaged`, `encrypted`, `large`, `slow`, `differ` …
    """
    source = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-P", "-m", "generator.scoresheets.extraction_process", attached]
    try:
        done = subprocess.run(  # noqa: S603  ourselves
            command,
            input=data,
            capture_output=True,
            timeout=seconds,
            check=False,
            env=os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        )
    except subprocess.TimeoutExpired:
        raise UnreadableFormError("slow") from None
    if done.returncode or not 0 < len(done.stdout) < _MOST_SAID:
        raise UnreadableFormError("died")
    said = json.loads(done.stdout)
    if "reason" in said:
        raise UnreadableFormError(said["reason"])
    fields = {name: (kind, held, shown) for name, (kind, held, shown) in said["fields"].items()}
    return ExtractedForm(said["stamp"], said["is_form"], said["is_xfa"], fields)


def extract_here(data: bytes, attached: str) -> ExtractedForm:
    """What both libraries read in a file, in this very process; UnreadableError with the reason."""
    found = [_guarded(data, name, attached) for name in LIBRARIES]
    if found[0] != found[1]:
        raise UnreadableFormError("differ")
    return found[0]


def _guarded(data: bytes, name: str, attached: str) -> ExtractedForm:
    try:
        return extract_form(data, name, attached)
    except UnreadableFormError:
        raise
    except MemoryError:
        raise UnreadableFormError("large") from None
    except Exception:  # whatever a library makes of a file that is not as it should be
        raise UnreadableFormError("damaged") from None


def _limited() -> None:
    """Take no more than is allowed; where the system knows no limits, the parent's clock must do."""
    try:
        import resource
    except ImportError:
        return
    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if hard < 0 else min(most, hard), hard))


def _answer(data: bytes, attached: str) -> dict[str, object]:
    try:
        found = extract_here(data, attached)
    except UnreadableFormError as error:
        return {"reason": str(error)}
    return {name: getattr(found, name) for name in ExtractedForm.__match_args__}


if __name__ == "__main__":
    _limited()
    sys.stdout.write(json.dumps(_answer(sys.stdin.buffer.read(), sys.argv[1])))
