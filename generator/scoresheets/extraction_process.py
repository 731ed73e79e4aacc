"""Read an untrusted PDF in a process of its own, with limits of memory and time.

The parent sends the bytes and gets one line of JSON back. A process that dies, hangs or takes too much memory is one
more reason why a file cannot be read.
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
"""CPU time; the parent waits twice as long."""
LARGEST = 32 << 20
"""Bytes of the largest file that is read."""
_LARGEST_ANSWER = 64 << 20


def extract_in_subprocess(data: bytes, attached: str, *, seconds: float = 2 * SECONDS) -> ExtractedForm:
    """Return the form that both libraries read in a file, within the limits.

    Raises UnreadableFormError with the reason: `damaged`, `encrypted`, `large`, `slow`, `differ` …
    """
    source = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    # -P: a pikepdf.py in the current folder must not be imported.
    command = [sys.executable, "-P", "-m", "generator.scoresheets.extraction_process", attached]
    try:
        process = subprocess.run(  # noqa: S603  ourselves
            command,
            input=data,
            capture_output=True,
            timeout=seconds,
            check=False,
            env=os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        )
    except subprocess.TimeoutExpired:
        raise UnreadableFormError("slow") from None
    if process.returncode or not 0 < len(process.stdout) < _LARGEST_ANSWER:
        raise UnreadableFormError("died")
    answer = json.loads(process.stdout)
    if "reason" in answer:
        raise UnreadableFormError(answer["reason"])
    fields = {name: (kind, held, shown) for name, (kind, held, shown) in answer["fields"].items()}
    return ExtractedForm(answer["stamp"], answer["is_form"], answer["is_xfa"], fields)


def extract_here(data: bytes, attached: str) -> ExtractedForm:
    """Return the form that both libraries read in a file, without limits.

    Raises UnreadableFormError with the reason.
    """
    forms = [_extract(data, name, attached) for name in LIBRARIES]
    if forms[0] != forms[1]:
        raise UnreadableFormError("differ")
    return forms[0]


def _extract(data: bytes, name: str, attached: str) -> ExtractedForm:
    try:
        return extract_form(data, name, attached)
    except UnreadableFormError:
        raise
    except MemoryError:
        raise UnreadableFormError("large") from None
    except Exception:  # whatever a library makes of a file that is not as it should be
        raise UnreadableFormError("damaged") from None


def _set_limits() -> None:
    try:
        import resource
    except ImportError:
        return
    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if hard < 0 else min(most, hard), hard))


def _answer(data: bytes, attached: str) -> dict[str, object]:
    try:
        forms = extract_here(data, attached)
    except UnreadableFormError as error:
        return {"reason": str(error)}
    return {name: getattr(forms, name) for name in ExtractedForm.__match_args__}


if __name__ == "__main__":
    _set_limits()
    sys.stdout.write(json.dumps(_answer(sys.stdin.buffer.read(), sys.argv[1])))
