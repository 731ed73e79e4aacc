"""Opens files of a game in the editor that the user has named; nothing of a request becomes part of a command line."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request

from generator.base.errors import OutputError, UsageError
from generator.load.files.fault_report import quote

_PLACES = re.compile(r"\{(file|line)\}")
_BATCH = frozenset('&%^!"')
"""Characters that `cmd.exe` interprets: on Windows, many editors are started by batch files."""


class EditorCommand(NamedTuple):
    """Words of a command line with `{file}` and `{line}` as placeholders; without `{file}`, the file comes last."""

    words: tuple[str, ...]

    def argv(self, path: Path, line: int) -> list[str]:
        """Return the program and its arguments; the file is always a single argument.

        >>> EditorCommand(("code", "--goto", "{file}:{line}")).argv(Path("/g/a b.csv"), 3)
        ['code', '--goto', '/g/a b.csv:3']
        """
        values = {"file": str(path), "line": str(line)}
        filled = [_PLACES.sub(lambda match: values[match[1]], word) for word in self.words]
        return filled if any("{file}" in word for word in self.words) else [*filled, str(path)]

    def open(self, path: Path, line: int) -> None:
        """Start the editor on a line of a file without waiting for its end.

        Raises OutputError if it cannot be started.
        """
        if os.name == "nt" and not _BATCH.isdisjoint(str(path)):
            raise OutputError(f"{path.name}: a name with any of {' '.join(sorted(_BATCH))}; open it by hand")
        # The terminal belongs to the server: an editor must not write into it.
        silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        try:
            process = subprocess.Popen(self.argv(path, line), start_new_session=True, **silent)  # type: ignore[call-overload]  # noqa: S603  a list, no shell
        except OSError as error:
            raise OutputError(f"{self.words[0]}: cannot be started: {(error.strerror or '').lower()}") from error
        # Somebody must wait for the process, or it stays as a zombie until the server ends.
        threading.Thread(target=process.wait, daemon=True).start()


EditorFor = Callable[[str, Request], EditorCommand | None]
"""Returns the editor in which a request may open files of a game; None for other computers and shipped games."""


def editor_command(text: str, environment: Mapping[str, str] = os.environ) -> EditorCommand:
    """Return the command that `--editor` names, or `$VISUAL` if that names none; raises UsageError for neither."""
    command = text or environment.get("VISUAL", "")
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError:
        raise UsageError(f"--editor {quote(command)}: a quote is not closed") from None
    if not words:
        raise UsageError(
            "--editor names no program, and $VISUAL is empty; name one: --editor 'code --goto {file}:{line}'"
        )
    if shutil.which(words[0]) is None:
        raise UsageError(f"--editor: no program {quote(words[0])}; give its path")
    return EditorCommand(tuple(words))
