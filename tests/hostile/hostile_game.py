"""A small sound game, cases that spoil it or its surroundings, and how a case is run and measured."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
FRAME = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" width="69mm" height="94mm" viewBox="-3 -3 69 94">'
RECT = '<rect pnp:layer="bleed" x="-3" y="-3" width="69" height="94" fill="#eeddbb"/>'
NAME = '<text pnp:rect="5 5 53 70" pnp:fit="shrink 5pt" font-family="text" font-size="10pt">{{ card.name }}</text>'
GAME = {
    "game.toml": """\
format = 1
title = { en = "Trial" }
about = { en = "A game to be spoilt." }
designer = "A. Smith"
year = 2026
version = "1"
date = "2026-11-21"
languages = ["en"]

[expect]
raid = 2
rules = 1

[components.raid]
kind = "cards"
title = { en = "Raids" }
trim = ["63mm", "88mm"]
bleed = "3mm"
rows = "cards/raid.csv"
front = "raid.svg.j2"

[components.raid.columns]
name = { type = "words" }
strength = { type = "number", min = 0 }

[components.rules]
kind = "booklets"
title = { en = "Rules" }
text = "rules"
trim = ["148mm", "210mm"]
""",
    "cards/raid.csv": "id,name.en,strength,provenance\none,First,1,house\ntwo,Second,2,house\n",
    "templates/raid.svg.j2": FRAME + RECT + NAME + "</svg>",
    "rules/rules.en.md": "# Rules\n\nTurn a card.\n",
}
BUILD = ("build", "game", "--paper", "a4", "--jobs", "2")
CHECK = ("check", "game", "--jobs", "2")
SECONDS = 20
"""Seconds of computing of a case. Its time on a clock depends on what else the computer does."""
PATIENCE = 90
"""Seconds on a clock after which a case is killed."""
BYTES = 1_000_000_000
LINES = 21
"""Faults that are printed, and the line that counts the others."""


MEASURED = """
import os, sys
process = os.fork()
if not process:
    os.execvp(sys.argv[2], sys.argv[2:])
_, status, used = os.wait4(process, 0)
with open(sys.argv[1], "w") as file:
    file.write(f"{os.waitstatus_to_exitcode(status)} {used.ru_utime + used.ru_stime} {used.ru_maxrss}")
"""
"""Starts a command and notes its exit code, its seconds of computing and its largest memory in kilobytes.

A process of its own, as Linux counts the memory of the process that starts another one as that one's.
"""


@dataclass(frozen=True)
class Case:
    """One hostile input: what is spoilt, what is run, and the exit code that is right."""

    name: str
    code: int
    spoil: Callable[["Desk"], None] = lambda _: None
    run: tuple[str, ...] = BUILD
    environment: dict[str, str | None] = field(default_factory=dict)
    """Changed variables; None for those that are taken away."""
    shell: str = ""
    """A shell command in the place of `run`, in which $VALLUM stands for the program."""
    built: bool = False
    """Whether the game was built before it is spoilt."""


class Desk:
    """The folder of one case: the game, its cache, home and output."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.game = folder, folder / "game"
        self.cache, self.output = folder / "cache" / "vallum", folder / "output"
        self.random = random.Random(name)
        for path, text in GAME.items():
            self.put(path, text)

    def put(self, name: str, content: str | bytes) -> None:
        """Write a file of the game."""
        path = self.game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))

    def swap(self, name: str, old: str, new: str) -> None:
        """Replace a passage of a file of the game."""
        text = (self.game / name).read_text("utf-8")
        assert old in text, (name, old)
        self.put(name, text.replace(old, new, 1))

    def draw(self, body: str, before: str = "") -> None:
        """Let the card have only this drawn on it."""
        self.put("templates/raid.svg.j2", before + FRAME + body + "</svg>")

    def flip(self, data: bytes, count: int = 1, start: int = 0, end: int | None = None) -> bytes:
        """Change some bytes of a file, always the same for the same case."""
        spoilt = bytearray(data)
        for _ in range(count):
            spoilt[self.random.randrange(start, end or len(spoilt))] = self.random.choice([0, 1, 0x7F, 0x80, 0xFF])
        return bytes(spoilt)

    def cached(self, pattern: str = "*") -> list[Path]:
        """The files of the cache."""
        return sorted(path for path in self.cache.rglob(pattern) if path.is_file())


@dataclass(frozen=True)
class Outcome:
    """What came of a case."""

    code: int
    said: str
    seconds: float
    memory: int

    @property
    def faults(self) -> list[str]:
        """What is wrong with how it ended, apart from the code."""
        lines = self.said.splitlines()
        found = {
            "a traceback": "Traceback (most recent" in self.said,
            "a bug": "bug in this program" in self.said,
            "more lines than are printed": len(lines) > LINES,
            "nothing said": self.code not in {0, 130} and not self.said.strip(),
            "a control character": any(ord(char) < 32 and char != "\n" for char in self.said),
            "more than 20 s of computing": self.seconds > SECONDS,
            "more than 1 GB": self.memory > BYTES,
        }
        return [what for what, is_so in found.items() if is_so]


def run_case(case: Case, cache: Path) -> Outcome:
    """Run a case in a folder of its own, with a copy of a cache that has the fonts."""
    with tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True) as name:
        desk = Desk(Path(name), case.name)
        subprocess.run(["cp", "-r", cache, desk.folder / "cache"], check=True)
        if case.built:
            assert _started(desk, Case("before", 0)).code == 0
        case.spoil(desk)
        outcome = _started(desk, case)
        subprocess.run(["rm", "-rf", *desk.folder.iterdir()], check=False)  # deeper than Python removes folders
        return outcome


def _started(desk: Desk, case: Case) -> Outcome:
    (desk.folder / "home").mkdir(exist_ok=True)
    keep = ("PATH", "PYTHONPYCACHEPREFIX", "SYSTEMROOT", "VIRTUAL_ENV")
    own = {"XDG_CACHE_HOME": str(desk.folder / "cache"), "HOME": str(desk.folder / "home"), "LANG": "C.UTF-8"}
    environment = {name: os.environ[name] for name in keep if name in os.environ} | own
    environment |= {"PYTHONPATH": str(REPOSITORY), "VALLUM": f"{sys.executable} -m generator"} | case.environment
    given = {name: value for name, value in environment.items() if value is not None}
    words = ["bash", "-c", case.shell] if case.shell else [sys.executable, "-m", "generator", *case.run]
    words = [sys.executable, "-I", "-S", "-c", MEASURED, str(desk.folder / "used"), *words]
    with (desk.folder / "said").open("wb") as said:
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": said}
        process = subprocess.Popen(words, cwd=desk.folder, env=given, start_new_session=True, **streams)
        clock = threading.Timer(PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
        clock.start()
        process.wait()
        clock.cancel()
    text = (desk.folder / "said").read_text("utf-8", "replace")
    if not (desk.folder / "used").is_file():
        return Outcome(-signal.SIGKILL, text, PATIENCE, 0)
    code, seconds, kilobytes = (desk.folder / "used").read_text().split()
    return Outcome(int(code), text, float(seconds), int(kilobytes) * 1024)
