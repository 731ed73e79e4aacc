"""`vallum build --watch`: a line for each save, the files of a fresh build, and no end before Ctrl-C."""

import queue
import signal
import subprocess
import threading

import pytest

ORDER = ("build", "my-game", "--only", "raid", "--paper", "a4")


class Watching:
    """A process that watches, and the lines it prints."""

    def __init__(self, process):
        self.process, self.lines = process, queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.until("watching my-game; Ctrl-C ends")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def until(self, words):
        """The next line with these words."""
        while words not in (line := self.lines.get(timeout=60)):
            pass
        return line


@pytest.fixture
def watching(vallum_process, my_game):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    process = vallum_process(*ORDER, "--watch", wait=False, **pipes)
    yield Watching(process)
    process.kill()
    process.wait()
    process.stdout.close()


def test_each_save_is_built_and_ctrl_c_ends(watching, my_game, desk, vallum):
    rows, pdf = my_game / "cards/raid.csv", desk / "output/my-game/raid-a4-en.pdf"
    good = rows.read_text("utf-8")
    first = pdf.read_bytes()

    rows.write_text(good[: len(good) // 2], "utf-8")
    assert "cards/raid.csv changed: 1 fault, nothing written in" in watching.until("changed")
    assert "raid.csv" in watching.until("raid.csv")  # the fault itself

    rows.write_text(good.replace("Scouts", "Riders"), "utf-8")
    line = watching.until("changed")
    assert line.startswith("my-game: cards/raid.csv changed: raid-a4-en.pdf written in ")

    template = my_game / "templates/raid.svg.j2"
    template.rename(my_game / "templates/away.svg.j2")
    assert "1 fault, nothing written" in watching.until("changed")
    (my_game / "templates/away.svg.j2").rename(template)
    rows.write_text(good, "utf-8")
    watching.until("raid-a4-en.pdf written")

    scratch = my_game / "cards/scratch"  # as editors make while they save
    scratch.touch()
    scratch.unlink()
    rows.write_text(good.replace("Scouts", "Riders"), "utf-8")
    assert watching.until("changed").startswith("my-game: cards/raid.csv changed: raid-a4-en.pdf written in ")
    rows.write_text(good, "utf-8")
    watching.until("raid-a4-en.pdf written")

    config = (my_game / "game.toml").read_bytes()
    (my_game / "game.toml").unlink()
    watching.until("'my-game'")
    (my_game / "game.toml").write_bytes(config)
    assert watching.until("changed").startswith("my-game: game.toml changed: ")

    my_game.rename(desk / "gone")
    watching.until("'my-game'")
    (desk / "gone").rename(my_game)
    (my_game / "cards/extra.txt").write_text("nothing that is printed, but a template could read it")
    watching.until("raid-a4-en.pdf written")

    watching.process.send_signal(signal.SIGINT)
    assert watching.process.wait(60) == 130
    assert pdf.read_bytes() == first
    before = vallum(*ORDER, "--out", "fresh")
    assert before.code == 0
    assert (desk / "fresh/my-game/raid-a4-en.pdf").read_bytes() == first


def test_json_is_refused(vallum, my_game):
    done = vallum(*ORDER, "--watch", "--json")

    assert (done.code, done.out) == (
        2,
        '{"schema": 1, "ok": false, "faults": ["--watch prints a line for each build; leave out --json"]}\n',
    )
