"""The command line in a folder of its own: within this process, where that is quick, or as a process."""

import io
import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jsonschema
import pikepdf
import pypdfium2
import pytest

from generator.base.units import MM
from generator.cli.main import main
from tests.made_files import sign

REPOSITORY = Path(__file__).parents[2]
PICKET = REPOSITORY / "data" / "picket"


@dataclass(frozen=True)
class Said:
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        """The one document on stdout; anything beside it is an error."""
        return json.loads(self.out)

    @property
    def files(self):
        return [entry["file"] for entry in self.json["files"]]


def run(*arguments):
    """One command in this process; a bug of ours (exit 70) fails the test at once, with its words."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main([str(each) for each in arguments])
        except SystemExit as ending:  # argparse after --help
            code = int(ending.code or 0)
    assert code != 70, err.getvalue()
    check_json([str(each) for each in arguments], out.getvalue())
    return Said(code, out.getvalue(), err.getvalue())


SHAPES = json.loads((REPOSITORY / "docs" / "json-output.schema.json").read_text("utf-8"))["$defs"]
"""The shapes of what commands print with `--json`, by command; `docs/terminal.md` leads to them."""


def shape_of(arguments):
    """The name of the shape of a command line; empty for a misspelt command."""
    return next((name for n in (3, 2, 1) if (name := " ".join(arguments[:n])) in SHAPES), "")


def check_json(arguments, printed):
    """Hold what `--json` prints to the shape that is promised for its command: a session prints a document a line."""
    name = shape_of(arguments)
    documents = printed.splitlines() if name and "--json" in arguments and printed.startswith("{") else []
    for document in map(json.loads, documents):
        is_refusal = document.keys() == {"schema", "ok", "faults"}
        validator("refusal" if is_refusal else name).validate(document)


@cache
def validator(name):
    """What holds documents to a shape. The shapes themselves are checked once, by `test_json_output.py`, and not each time."""
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SHAPES})


@pytest.fixture(scope="session")
def command():
    """The command line itself, wherever the test has gone: command("build", "picket") gives code, stdout and stderr."""
    return run


@pytest.fixture(scope="session")
def kept(shared_cache):
    """One cache for all tests: fonts are pinned and faces drawn once."""
    return shared_cache


@pytest.fixture
def desk(tmp_path, monkeypatch, kept):
    """An empty folder to work in, a home of its own, and nothing of the caller's environment that matters."""
    folder = tmp_path / "desk"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.delenv("VALLUM_DEBUG", raising=False)
    return folder


@pytest.fixture
def vallum(desk, command):
    """The same, run on the desk."""
    return command


@pytest.fixture
def my_game(vallum, desk):
    """A game of one's own on the desk, as `vallum new` makes it."""
    assert vallum("new", "my-game").code == 0
    sign(desk / "my-game")
    return desk / "my-game"


@pytest.fixture
def read_back(vallum, desk):
    """Fill marks into the form of a game in a folder, and read the form."""

    def read(game, marks, *options):
        (desk / "marks.json").write_text(json.dumps(marks), "utf-8")
        (file,) = vallum("sheet", "fill", "marks.json", "--game", game, "--out", "filled", "--json").json["files"]
        return vallum("sheet", "read", file, "--game", game, *options)

    return read


@pytest.fixture
def environment(desk):
    """What a process of its own needs, and nothing else of this one's environment."""
    keep = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PATH", "PYTHONPYCACHEPREFIX", "SYSTEMROOT")
    found = {name: os.environ[name] for name in keep if name in os.environ}
    return found | {"PYTHONPATH": str(REPOSITORY)}


@pytest.fixture
def vallum_process(desk, environment):
    """Run `vallum` as a process: for streams, signals and environments."""

    def start(*arguments, without=(), environ=None, **how):
        given = {name: value for name, value in (environment | (environ or {})).items() if name not in without}
        command = [sys.executable, "-m", "generator", *map(str, arguments)]
        if how.pop("wait", True):
            how = {"capture_output": True} | how if "stdout" not in how else how
            return subprocess.run(command, env=given, cwd=desk, timeout=60, check=False, **how)
        return subprocess.Popen(command, env=given, cwd=desk, **how)

    return start


@pytest.fixture
def vallum_terminal(vallum_process):
    """Run `vallum` on a terminal of its own, and return what it shows, stdout and stderr."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

    def show(*arguments, environ=None):
        ours, theirs = pty.openpty()
        settings = {"TERM": "xterm", "COLUMNS": "80"} | (environ or {})
        process = vallum_process(*arguments, environ=settings, wait=False, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # Linux ends the output of a terminal with an error
            while part := os.read(ours, 1 << 16):
                shown += part
        os.close(ours)
        process.wait(timeout=60)
        return shown.decode().replace("\r\n", "\n")

    return show


@pytest.fixture(scope="session")
def as_left():
    """Bytes and times of every file below a folder, to compare."""

    def look(folder):
        return {
            path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    return look


PIECE = re.compile(rb"/Piece<</ID\((.*?)\)/Side\((\w+)\)/Trim\[(.*?)\](?:/Cut\(\w+\))?>>BDC")


class Pages:
    """A printed file, read by a library that is not ours; millimetres from the lower left."""

    def __init__(self, file):
        with pikepdf.open(file) as pdf:
            self.sizes = [tuple(round(float(side) / MM) for side in page.mediabox[2:]) for page in pdf.pages]
            self.contents = [page.Contents.read_bytes() for page in pdf.pages]
            reach = [(page.trimbox, page.obj.get("/BleedBox", page.mediabox)) for page in pdf.pages]
            self.boxes = [[[float(edge) / MM for edge in box] for box in boxes] for boxes in reach]
            self.viewer = {name: str(value) for name, value in pdf.Root.ViewerPreferences.items()}
        with pypdfium2.PdfDocument(file) as pdf:
            self.texts = [page.get_textpage().get_text_range() for page in pdf]

    def __len__(self):
        return len(self.contents)

    @property
    def pieces(self):
        """Piece id and trim of every placed face, page by page."""
        return [
            [(piece.decode(), [float(edge) / MM for edge in trim.split()]) for piece, _, trim in PIECE.findall(content)]
            for content in self.contents
        ]

    @property
    def counts(self):
        return [len(placed) for placed in self.pieces]


@pytest.fixture
def pages():
    return Pages
