"""Lines typed into the shells themselves, in a terminal of their own, and the Tab key pressed."""

import os
import pty
import re
import select
import shutil
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent
STARTS = {
    "zsh": (
        ".zshrc",
        "autoload -Uz compinit; compinit -u; unsetopt auto_menu",
        'show() { print -r -- "<$BUFFER>"; BUFFER=; }; zle -N show; bindkey "^X" show',
    ),
    "bash": (".bashrc", "", """bind -x '"\\C-x": echo "<$READLINE_LINE>"; READLINE_LINE='"""),
    "fish": (
        "fish/config.fish",
        "set fish_greeting",
        """bind \\cx 'echo "<"(commandline)">"; commandline ""'""",
    ),
}
"""File that each shell reads at its start, lines for it, and one by which Ctrl-X prints the line that is typed."""
LOADING = {name: f'eval "$(vallum completion {name})"' for name in ("zsh", "bash")} | {
    "fish": "vallum completion fish | source"
}
TYPED = {
    "vallum bui": "vallum build ",
    "vallum build gl": "vallum build glory-to-rome ",
    "vallum build --bac": "vallum build --backs",
    "vallum build --backs du": "vallum build --backs duplex ",
    "vallum build picket --only raid,sc": "vallum build picket --only raid,score ",
    "vallum build picket --only=wa": "vallum build picket --only=watch ",
    "vallum preflight c": "vallum preflight cards.pdf ",
    "vallum build my": r"vallum build my\ game/",
    "vallum build ~/h": "vallum build ~/home-game/",
    "vallum build 城": "vallum build 城壁/",
    "vallum solo campaign fo": "vallum solo campaign fort ",
}


class Typist:
    """A shell in a terminal, and what it has printed."""

    def __init__(self, shell, environ, folder):
        self.printed = ""
        pid, self._terminal = pty.fork()
        if not pid:
            os.chdir(folder)
            os.execvpe(shell, [shell, "-i"], environ)
        self.pid = pid

    def type(self, keys):
        os.write(self._terminal, keys.encode())

    def wait_for(self, pattern):
        """The first group of a pattern that is printed, and what was printed before is forgotten."""
        end = time.monotonic() + 60
        while not (match := re.search(pattern, self.printed)):
            assert time.monotonic() < end, self.printed
            if select.select([self._terminal], [], [], 1)[0]:
                self.printed += os.read(self._terminal, 65536).decode("utf-8", "replace")
        self.printed = self.printed[match.end() :]
        return match[1]

    def close(self):
        os.close(self._terminal)
        os.waitpid(self.pid, 0)


@contextmanager
def typist_at(shell, environment, home):
    """A shell that completes lines of vallum, in its home with a folder, a PDF and a game."""
    file, *lines = STARTS[shell]
    (home / file).parent.mkdir(parents=True, exist_ok=True)
    (home / file).write_text("\n".join([*lines[:1], LOADING[shell], *lines[1:], "echo REA\\DY"]), "utf-8")
    for name in ("my game", "home-game", "城壁"):
        (home / name).mkdir()
    (home / "cards.pdf").touch()
    more = {"HOME": str(home), "ZDOTDIR": str(home), "XDG_CONFIG_HOME": str(home), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    environ = environment | more | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    typist = Typist(shell, environ, home)
    try:
        typist.wait_for("(READY)")
        yield typist
    finally:
        typist.close()


@pytest.mark.referee
@pytest.mark.skipif(not (BIN / "vallum").exists(), reason="the command is not installed here")
@pytest.mark.parametrize("shell", STARTS)
def test_tab_completes_what_is_typed(shell, environment, tmp_path):
    if not shutil.which(shell):
        pytest.skip(f"no {shell} is installed here")
    with typist_at(shell, environment, tmp_path) as typist:
        completed = {}
        for line in TYPED:
            typist.type(f"{line}\t\x18")
            completed[line] = typist.wait_for(r"<(vallum [^>]*)>")

    assert completed == TYPED
