"""After every edit, a builder that goes on running, the resident and a fresh process make the same."""

import io
import json
import os
import shutil
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

import pytest

from generator.base.file_memory import forget_files
from generator.cli.main import main
from generator.cli.resident.resident_client import run_by_resident
from generator.cli.resident.resident_control import start_resident, stop_resident

TEXTS = ("game.toml", "cards.csv", "templates/front.svg.j2", "templates/line.svg.j2", "templates/fonts.toml")


class Edits:
    """Edits of a small game, by chance."""

    def __init__(self, small, chance):
        self.small, self.folder, self.chance = small, small.folder, chance
        self.states = []
        """Earlier states of the folder: name to content and time."""
        self.good = self.state()

    def make(self):
        """Change something; return what, for the report of a failure."""
        self.states.append(self.state())
        kinds = [self.reword, self.reword, self.swap_letters, self.draw_otherwise, self.paint, self.exchange_font]
        kinds += [self.cut_short, self.remove, self.rename, self.rewrite_quickly, self.go_back, self.go_back, self.mend]
        edit = self.chance.choice(kinds)
        edit()
        return edit.__name__

    def state(self):
        files = [path for path in sorted(self.folder.rglob("*")) if path.is_file()]
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files}

    def restore(self, state):
        """Write an earlier state with the times that its files had."""
        for path in self.state().keys() - state.keys():
            path.unlink()
        for path, (data, changed) in state.items():
            if not path.exists() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                os.utime(path, ns=(changed, changed))

    def text(self, name):
        path = self.folder / name
        return path.read_text("utf-8") if path.exists() else ""

    def reword(self):
        rows = self.text("cards.csv").splitlines() or ["id,provenance,name.en"]
        rows.append(f"n{self.chance.randrange(99)},house,Word {self.chance.randrange(99)}")
        self.chance.shuffle(tail := rows[1:])
        self.small.write("cards.csv", "\n".join([rows[0], *tail[:4]]) + "\n")

    def swap_letters(self):
        """A change of equal size, with the old time."""
        path = self.folder / "cards.csv"
        if path.exists():
            changed = path.stat().st_mtime_ns
            self.small.write("cards.csv", path.read_text("utf-8").swapcase())
            os.utime(path, ns=(changed, changed))

    def draw_otherwise(self):
        colour = self.chance.choice(("#123456", "#654321", "#00ff00"))
        self.small.write("templates/line.svg.j2", f'<path d="M5 20 H35" stroke="{colour}" fill="none"/>\n')

    def paint(self):
        self.small.write("templates/art/ant.png", self.small.picture(self.chance.randrange(256)))

    def exchange_font(self):
        self.small.write("fonts/own.ttf", self.small.font(self.chance.choice(("Regular", "Bold", "Italic"))))

    def cut_short(self):
        """A file that is only half written."""
        name = self.chance.choice([*TEXTS, "fonts/own.ttf", "templates/art/bee.png"])
        if (self.folder / name).exists():
            data = (self.folder / name).read_bytes()
            self.small.write(name, data[: self.chance.randrange(len(data) + 1)])

    def remove(self):
        (self.folder / self.chance.choice([*TEXTS[1:], "templates/icons/dot.svg"])).unlink(missing_ok=True)

    def rename(self):
        one, other = self.chance.sample(("ant", "bee", "cow", "elk"), 2)
        path = self.folder / f"templates/art/{one}.png"
        if path.exists():
            path.replace(path.with_stem(other))

    def rewrite_quickly(self):
        """Several saves at once, as editors do it: into another file, which is then renamed."""
        for number in range(3):
            self.small.write("cards.csv.tmp", f"id,provenance,name.en\nant,house,Number {number}\n")
            (self.folder / "cards.csv.tmp").replace(self.folder / "cards.csv")

    def go_back(self):
        self.restore(self.chance.choice(self.states))

    def mend(self):
        self.restore(self.good)


def outcome(build, game, place):
    """What a build in a working folder prints and returns, with its files."""
    place.mkdir(exist_ok=True)
    with chdir(place):
        code, said = build(["build", str(game), "--paper", "a4", "--jobs", "1", "--json", "--out", "out"])
        document = json.loads(said)
        files = {entry["file"]: Path(entry.pop("file")).read_bytes() for entry in document.get("files", ())}
    kept = [(name, value) for name, value in document.items() if name not in ("seconds", "files")]
    pages = [{name: value for name, value in entry.items() if name != "fresh"} for entry in document.get("files", ())]
    return code, kept, pages, files


def printed(run, arguments):
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        code = run(arguments)
    return code, out.getvalue()


def by_resident(arguments):
    """What the resident says; on a busy machine it may not answer in time, and is asked again."""
    # One that has ended never answers.
    answers = (ask_resident(arguments) for _ in range(100))
    return next(answer for answer in answers if answer[0] != NO_ANSWER)


NO_ANSWER = 99


def ask_resident(arguments):
    """The client in a process of its own, whose open files the resident gets."""
    with tempfile.TemporaryFile() as out:
        pid = os.fork()
        if not pid:
            os.dup2(out.fileno(), 1)
            code = run_by_resident(arguments)
            os._exit(NO_ANSWER if code is None else code)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        out.seek(0)
        return code, out.read().decode()


@pytest.fixture
def resident(monkeypatch):
    runtime = tempfile.mkdtemp(prefix="v-")  # an address has room for a hundred characters
    monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
    start_resident(main)
    yield
    stop_resident()
    shutil.rmtree(runtime)


@pytest.mark.usefixtures("resident")
def test_all_make_the_same(small, warm, monkeypatch, tmp_path, long, in_child):
    seed = Random().randrange(10**6)
    edits, scratch = Edits(small, Random(seed)), tmp_path / "fresh"

    def fresh():
        forget_files()
        monkeypatch.setenv("XDG_CACHE_HOME", str(scratch / "cache"))
        return outcome(lambda arguments: printed(main, arguments), small.folder, scratch / "work")

    def again(arguments):
        return printed(lambda given: main(given, warm), arguments)

    for number in range(1_000 if long else 25):
        what = edits.make()
        (scratch / "work").mkdir(parents=True)
        fresh_one = in_child(fresh)
        about = f"edit {number} ({what}) of seed {seed}"
        assert outcome(again, small.folder, tmp_path / "warm") == fresh_one, about
        assert outcome(by_resident, small.folder, tmp_path / "resident") == fresh_one, about
        shutil.rmtree(scratch)
        if number % 3:  # else the entries are written by the next build
            warm.save()
