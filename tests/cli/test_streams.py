"""Streams, signals and environments of a process: nobody listens, nobody is home, somebody presses Ctrl-C."""

import io
import itertools
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from types import ModuleType

import pytest

from generator.cli.terminal import ProgressBar, discard_stdout

RAID = "build", "picket", "--only", "raid", "--paper", "a4"
PLACE = {"PATH", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"}


def closed_reader():
    """The writing end of a pipe from which nobody will read."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def listed(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("arguments", [("games",), ("games", "--json"), ("check", "picket", "--all"), RAID])
def test_reader_who_went_away_is_no_error(vallum_process, arguments):
    gone = closed_reader()
    done = vallum_process(*arguments, stdout=gone, stderr=subprocess.PIPE)
    os.close(gone)

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [("games",), ("check", "picket", "--all"), (*RAID, "--json")])
def test_full_disk_behind_stdout_is_an_output_fault(vallum_process, arguments):
    with open("/dev/full", "wb") as full:  # noqa: PTH123  not a file
        done = vallum_process(*arguments, stdout=full, stderr=subprocess.PIPE)

    assert (done.returncode, done.stderr) == (5, b"standard output cannot be written: no space left on device\n")


@pytest.mark.parametrize(("arguments", "code"), [(RAID, 0), (("build", "pickett"), 2), (("games", "--json"), 0)])
def test_closed_streams_are_borne(desk, environment, arguments, code):
    command = " ".join([sys.executable, "-m", "generator", *arguments])

    for closing in (">&-", "2>&-", ">&- 2>&-", "<&-"):
        done = subprocess.run(
            ["/bin/sh", "-c", f"exec {command} {closing}"], env=environment, cwd=desk, capture_output=True, check=False
        )

        assert done.returncode == code, closing
        assert b"Traceback" not in done.stdout + done.stderr


def test_closed_stderr_does_not_spoil_the_document(desk, environment):
    command = f"exec {sys.executable} -m generator build pickett --json 2>&-"

    done = subprocess.run(["/bin/sh", "-c", command], env=environment, cwd=desk, capture_output=True, check=False)

    assert json.loads(done.stdout)["ok"] is False


@pytest.mark.parametrize(
    "environ",
    [
        {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii:strict"},
        {"TERM": "dumb"},
        {},
    ],
    ids=str,
)
def test_locale_does_not_matter(vallum_process, environ):
    done = vallum_process("games", environ=environ)

    assert (done.returncode, done.stderr) == (0, b"")
    assert "見張り" in done.stdout.decode("utf-8")


def test_help_can_be_printed_anywhere(vallum_process):
    done = vallum_process("calibrate", "--help", environ={"PYTHONIOENCODING": "ascii:strict", "COLUMNS": "20"})

    assert (done.returncode, done.stderr) == (0, b"")
    assert "B↓" in done.stdout.decode("utf-8")


def test_nobody_home_only_costs_the_cache(vallum_process, desk):
    done = vallum_process(*RAID, without=PLACE - {"PATH"}, environ={"HOME": "/nonexistent/home"})

    assert (done.returncode, done.stderr) == (0, b"")
    assert listed(desk) == ["output/picket/faces-en.json", "output/picket/raid-a4-en.pdf"]


def test_nobody_home_keeps_no_printer(vallum_process):
    arguments = "calibrate", "--printer", "home", "--read", "0", "0", "0", "0"

    done = vallum_process(*arguments, without=PLACE - {"PATH"}, environ={"HOME": "/dev/null"})

    assert done.returncode == 5
    assert done.stderr.count(b"\n") == 1
    assert b"printers.json: a file stands where a folder is needed" in done.stderr


def test_module_and_hash_seed_change_nothing(vallum_process, desk, as_left, tmp_path):
    for out, seed in (("one", "1"), ("two", "2")):
        environ = {"PYTHONHASHSEED": seed, "XDG_CACHE_HOME": str(tmp_path / out), "TZ": f"UTC+{seed}"}
        assert vallum_process(*RAID, "--out", out, environ=environ).returncode == 0

    assert [data for data, _ in as_left(desk / "one").values()] == [data for data, _ in as_left(desk / "two").values()]


def test_bug_of_ours_is_told_without_a_traceback(vallum_process, desk, environment):
    (desk / "sitecustomize.py").write_text("import generator.load.game_loader as it\nit.load_shipped = lambda: 1 / 0\n")
    environ = {"PYTHONPATH": os.pathsep.join([str(desk), environment["PYTHONPATH"]])}

    done = vallum_process("games", environ=environ)
    debugged = vallum_process("games", environ=environ | {"VALLUM_DEBUG": "1"})

    assert (done.returncode, done.stdout) == (70, b"")
    first, where, system, error, *calls = done.stderr.decode().splitlines()
    assert first == "vallum: a bug in this program: ZeroDivisionError: division by zero"
    assert where == "please report it (Issues on the page of the project) with what you typed and these lines:"
    assert system.startswith("Vallum ")
    assert ", Python " in system
    assert error == "ZeroDivisionError: division by zero"
    assert calls[-1].startswith("  generator/cli/commands/game_commands.py:")
    assert calls[-1].endswith(" in _games")
    assert str(desk) not in done.stderr.decode()
    assert b"Traceback" in debugged.stderr


def test_no_progress_bar_where_nobody_watches(vallum_process):
    done = vallum_process(*RAID)

    assert done.stderr == b""


@pytest.fixture
def interruptible():
    """Ctrl-C counts for processes that are started now, also where the tests themselves run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def terminal(environment, desk, interruptible):
    """Run a command on a terminal of its own and type something; gives its exit code and what the terminal got."""
    return partial(in_terminal, environment, desk)


def in_terminal(environment, desk, command, keys=b"", term="xterm"):
    process, end = pty.fork()
    if not process:
        os.chdir(desk)
        os.execve(sys.executable, [sys.executable, "-m", "generator", *command], environment | {"TERM": term})
    seen = b""
    with suppress(OSError):  # the other end is closed
        for _ in range(500):
            if select.select([end], [], [], 0.1)[0]:
                seen += os.read(end, 4096)
            elif b"> " in seen:  # keys that come while the question is on its way are lost: they are typed again
                os.write(end, keys)
        os.kill(process, signal.SIGKILL)
    os.close(end)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), seen.decode()


def test_terminal_is_clear_at_the_end(terminal):
    code, seen = terminal(RAID)

    assert code == 0
    assert re.split(r"\r\x1b\[K", seen)[-1].startswith("file ")


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self):
        return True


def drawn(monkeypatch, *steps, **options):
    """What a progress bar draws for steps, each given with the seconds since the start."""
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    times = iter([0.0, *(seconds for seconds, *_ in steps)])
    with ProgressBar(clock=lambda: next(times), **options) as bar:
        for _, *step in steps:
            bar.step(*step)
    return screen.getvalue().split("\r\x1b[K")


def test_quick_build_draws_no_progress(monkeypatch):
    assert "".join(drawn(monkeypatch, (0.1, "deck: faces", 1, 9), (0.6, "deck: faces", 8, 9))) == ""


def test_long_build_draws_one_line_ten_times_a_second(monkeypatch):
    steps = [(at / 100, "deck: faces", at, 200) for at in range(200)]

    lines = [line for line in drawn(monkeypatch, *steps) if line]

    assert len(lines) == 13
    assert lines[3] == "[" + "#" * 12 + "." * 12 + "] 100 of 200  deck: faces  1 s"


def test_step_that_takes_long_is_drawn_by_the_timer(monkeypatch):
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    monkeypatch.setattr("generator.cli.terminal.PATIENCE", 0.01)
    before = signal.getsignal(signal.SIGALRM)
    with ProgressBar(clock=itertools.count().__next__) as bar:
        bar.step("deck: reading", 0, 0)
        while "reading" not in screen.getvalue():
            signal.pause()

    assert "deck: reading  1 s" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")
    assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)[0]) == (before, 0.0)


def test_progress_fits_one_line(monkeypatch):
    _, line, after = drawn(monkeypatch, (9, "deck" * 30, 1, 2))

    assert (len(line), after) == (59, "")


def test_timer_may_interrupt_an_import(monkeypatch):
    monkeypatch.setitem(sys.modules, "shutil", ModuleType("shutil"))  # as it is while its code runs

    assert "deck: faces" in drawn(monkeypatch, (9, "deck: faces", 1, 2))[1]


def test_no_progress_beside_json(monkeypatch):
    assert drawn(monkeypatch, (9, "deck: faces", 1, 2), quiet=True) == [""]


def test_dumb_terminal_gets_plain_lines(terminal):
    code, seen = terminal(RAID, term="dumb")

    assert (code, "\x1b" in seen) == (0, False)


@pytest.mark.parametrize(
    ("keys", "code", "end"),
    [
        (b"0.5 -1 0.5 -1\n", 0, "add --printer home to take that back"),
        (b"\n", 0, "--read 0 0 0 0"),
        (b"\x04", 0, "--read 0 0 0 0"),
        (b"\x03", 130, "^C"),
    ],
    ids=["numbers", "enter", "ctrl-d", "ctrl-c"],
)
def test_question_takes_what_is_typed(terminal, keys, code, end):
    ended, seen = terminal(["calibrate", "--printer", "home"], keys)

    assert ended == code
    assert seen.rstrip().endswith(end)


def test_interruption_leaves_whole_files_only(vallum_process, interruptible, desk):
    languages = "--lang", "en", "--lang", "ja"
    process = vallum_process(
        "build", "glory-to-rome", *languages, wait=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while process.poll() is None and not listed(desk):
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)

    assert (process.returncode, out, err) == (130, b"", b"")
    assert all((desk / name).read_bytes().endswith(b"%%EOF\n") for name in listed(desk))
    assert len(listed(desk)) < 20


def test_broken_output_leaves_no_file_open(monkeypatch):
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        discard_stdout()
        free = os.dup(reading)
        discard_stdout()
        os.close(free)
        again = os.dup(reading)
    os.close(again)
    os.close(reading)

    assert again == free
