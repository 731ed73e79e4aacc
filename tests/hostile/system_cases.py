"""Hostile command lines, folders, environments, caches and outputs, and builds that are interrupted."""

import os
import shutil
import socket
from contextlib import chdir
from pathlib import Path
from tempfile import gettempdir

from tests.hostile.hostile_game import BUILD, Case

LINES = {
    "nothing": ((), 2),
    "unknown command": (("nosuch",), 2),
    "unknown option": ((*BUILD, "--nosuch"), 2),
    "option without its value": (("build", "game", "--paper"), 2),
    "option twice": ((*BUILD, "--theme", "mono", "--theme", "nosuch"), 3),
    "paper of nothing": (("build", "game", "--paper", ""), 2),
    "paper of a path": (("build", "game", "--paper", "../../etc/passwd"), 2),
    "paper of huge numbers": (("build", "game", "--paper", "1e9x1e9mm"), 2),
    "long paper": (("build", "game", "--paper", "9" * 100_000 + "x1mm"), 2),
    "negative gap": ((*BUILD, "--gap", "-3mm"), 2),
    "gap that is no number": ((*BUILD, "--gap", "nanmm"), 2),
    "negative copies": ((*BUILD, "--copies", "-5"), 2),
    "many copies": ((*BUILD, "--copies", "99999999999999999999"), 2),
    "copies of all": ((*BUILD, "--copies", "999"), 0),
    "no processes": ((*BUILD, "--jobs", "0"), 2),
    "many processes": ((*BUILD, "--jobs", "999"), 0),
    "unknown part": ((*BUILD, "--only", "nosuch"), 2),
    "many parts": ((*BUILD, "--only", "raid:" + "*" * 5000), 0),
    "part of a pattern": ((*BUILD, "--only", "raid:[a-"), 2),
    "unknown language": ((*BUILD, "--lang", "../x"), 2),
    "many languages": ((*BUILD, "--lang", "+".join(["en"] * 5000)), 0),
    "theme above": ((*BUILD, "--theme", "../../x"), 3),
    "unknown game": (("build", "nosuch"), 2),
    "game of controls": (("build", "\x1b[31mred"), 2),
    "long game": (("build", "a" * 100_000), 2),
    "game of a file": (("build", "/etc/passwd"), 2),
    "game of a device": (("build", "/dev/zero"), 2),
    "root as a game": (("check", "/"), 2),
    "png of nothing": ((*BUILD, "--png", "0"), 2),
    "png too fine": ((*BUILD, "--png", "999999"), 2),
    "skip without end": ((*BUILD, "--skip", "999999999"), 2),
    "older print of nothing": ((*BUILD, "--changed-since", "nosuch"), 2),
    "older print of a device": ((*BUILD, "--changed-since", "/dev/zero"), 3),
    "older print of noise": ((*BUILD, "--changed-since", "game/game.toml"), 3),
    "diff of nothing": (("diff", "a", "b"), 2),
    "new of a long name": (("new", "a" * 300), 2),
    "new of a device": (("new", "con"), 2),
    "new on a file": (("new", "game/game.toml/x"), 5),
    "pack of nothing": (("pack", "nosuch"), 2),
    "import of noise": (("import", "game/game.toml"), 2),
    "calibration of no numbers": (("calibrate", "--printer", "x", "--read", "a", "b", "c", "d"), 2),
    "calibration of huge numbers": (("calibrate", "--printer", "x", "--read", "1e300", "0", "0", "nan"), 2),
    "sheet of noise": (("sheet", "read", "game/game.toml"), 3),
    "many arguments": (("build", *["game"] * 5000, "--paper", "a4"), 0),
}


def pipe(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def socket_file(path):
    path.unlink(missing_ok=True)
    with chdir(path.parent), socket.socket(socket.AF_UNIX) as made:  # a whole path may be too long for a socket
        made.bind(path.name)


def link(path, target):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def folder(path):
    path.unlink(missing_ok=True)
    path.mkdir()


def nested(desk, count):
    with chdir(desk.game):
        for _ in range(count):
            Path("a").mkdir()
            os.chdir("a")


def many(desk, count):
    (desk.game / "art").mkdir()
    for number in range(count):
        (desk.game / "art" / f"{number}.png").touch()


def sparse(path, size):
    with path.open("wb") as file:
        file.truncate(size)


STANDS = {
    "pipe": pipe,
    "socket": socket_file,
    "folder": folder,
    "link to itself": lambda path: link(path, path),
    "link to a file": lambda path: link(path, "/etc/passwd"),
    "link to a device": lambda path: link(path, "/dev/zero"),
    "dangling link": lambda path: link(path, "nowhere"),
    "20 GB of nothing": lambda path: sparse(path, 20 << 30),
}
FOLDERS = {
    "nested deeply": (lambda desk: nested(desk, 1500), 0),
    "many files": (lambda desk: many(desk, 30_000), 0),
    "a film of 20 GB": (lambda desk: sparse(desk.game / "film.mp4", 20 << 30), 0),
    "a name that is no text": (lambda desk: (desk.game / os.fsdecode(b"\xff\xfe.png")).touch(), 0),
    "a name of lines": (lambda desk: (desk.game / "a\nb\x1b[31m.png").touch(), 0),
    "a link to the root": (lambda desk: link(desk.game / "art", "/"), 0),
    "a link to itself": (lambda desk: link(desk.game / "art", "../game"), 0),
    "templates that are a link": (
        lambda desk: (shutil.move(desk.game / "templates", desk.folder / "t"), link(desk.game / "templates", "../t")),
        3,
    ),
    "names of two cases": (lambda desk: desk.put("cards/Raid.csv", "id\n"), 3),
    "hidden files": (lambda desk: (desk.put(".git/config", "x"), desk.put(".raid.csv.swp", "x")), 0),
    "cards in a pipe": (lambda desk: pipe(desk.game / "cards" / "other.csv"), 0),
}
VARIABLES = {
    "a home that is a file": ({"HOME": "game/game.toml", "XDG_CACHE_HOME": None}, 0),
    "a home that is a device": ({"HOME": "/dev/null", "XDG_CACHE_HOME": None}, 0),
    "a home that is not there": ({"HOME": "/nowhere/x", "XDG_CACHE_HOME": None}, 0),
    "no home": ({"HOME": None, "XDG_CACHE_HOME": None}, 0),
    "a home of nothing": ({"HOME": "", "XDG_CACHE_HOME": ""}, 0),
    "a home of the root": ({"HOME": "/", "XDG_CACHE_HOME": None}, 0),
    "a cache that is a device": ({"XDG_CACHE_HOME": "/dev/null"}, 0),
    "a cache in proc": ({"XDG_CACHE_HOME": "/proc/self"}, 0),
    "a cache with a long name": ({"XDG_CACHE_HOME": f"{gettempdir()}/{'a' * 5000}"}, 0),
    "a relative cache": ({"XDG_CACHE_HOME": "cache"}, 0),
    "a plain locale": ({"LANG": "C", "LC_ALL": "POSIX", "PYTHONUTF8": "0"}, 0),
    "an unknown locale": ({"LANG": "xx_XX.nosuch", "LC_ALL": "xx"}, 0),
    "ASCII output": ({"PYTHONIOENCODING": "ascii"}, 0),
    "no columns": ({"COLUMNS": "0"}, 0),
    "negative columns": ({"COLUMNS": "-5", "LINES": "x"}, 0),
    "many columns": ({"COLUMNS": "9" * 30}, 0),
    "an unknown terminal": ({"TERM": "\x1b[31m"}, 0),
    "a date of noise": ({"SOURCE_DATE_EPOCH": "x"}, 2),
    "a date of huge numbers": ({"SOURCE_DATE_EPOCH": "9" * 40}, 2),
    "a negative date": ({"SOURCE_DATE_EPOCH": "-99999999999"}, 0),
    "no temporary folder": ({"TMPDIR": "/nowhere"}, 0),
    "a time zone of noise": ({"TZ": "../../etc/passwd"}, 0),
}
SHELL = {
    "folder that was removed": ("mkdir gone; cd gone; rmdir ../gone; $VALLUM build ../game", 5),
    "new in a folder that was removed": ("mkdir gone; cd gone; rmdir ../gone; $VALLUM new x", 5),
    "no input": ("$VALLUM build game --paper a4 <&-", 0),
    "no output": ("$VALLUM build game --paper a4 >&-", 0),
    "no errors": ("$VALLUM build game --paper a4 2>&-", 0),
    "no streams": ("$VALLUM build game --paper a4 <&- >&- 2>&-", 0),
    "full output": ("$VALLUM build game --paper a4 >/dev/full", 5),
    "reader that goes": ("set -o pipefail; $VALLUM games | head -c 1", 0),
    "few open files": ("ulimit -n 12; $VALLUM build game --paper a4 --jobs 2", 5),
    "small files": ("ulimit -f 4; $VALLUM build game --paper a4", 5),
    "little memory": ("ulimit -v 120000; $VALLUM build game --paper a4 --jobs 2", 5),
    "no new processes": ("ulimit -u 1; $VALLUM build game --paper a4 --jobs 2", 0),
    "little stack": ("ulimit -s 256; $VALLUM build game --paper a4", 0),
    "interrupted": (
        "$VALLUM build game --paper a4 & p=$!; sleep 0.6; kill -INT $p; wait $p; $VALLUM build game --paper a4",
        0,
    ),
    **{
        f"killed after {n / 10} s": (
            f"$VALLUM build game --paper a4 --jobs 2 & p=$!; sleep {n / 10}; kill -KILL $p; wait $p 2>/dev/null; $VALLUM build game --paper a4 && ! ls -A output/game | grep part",
            0,
        )
        for n in range(1, 11)
    },
    "two at a time": (
        "$VALLUM build game --paper a4 & $VALLUM build game --paper a4 & wait; $VALLUM build game --paper a4",
        0,
    ),
    "removed while it is read": (
        "$VALLUM build game --paper a4 --jobs 2 & p=$!; sleep 0.3; rm -rf game; wait $p; [ $? -lt 6 ]",
        0,
    ),
    "inside the game": (
        "cd game; $VALLUM build . --paper a4 && $VALLUM build . --paper a4 && test -f output/game/raid-a4-en.pdf",
        0,
    ),
}


def exchanged(desk, pattern="*"):
    files = desk.cached(pattern)
    data = [path.read_bytes() for path in files]
    for path, content in zip(files, data[1:] + data[:1], strict=True):
        path.write_bytes(content)


def each_cached(change):
    def spoil(desk):
        for path in desk.cached():
            change(path)

    return spoil


def flipped(path):
    data = bytearray(path.read_bytes())
    if data:
        data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def cache_is(change):
    def spoil(desk):
        shutil.rmtree(desk.folder / "cache")
        change(desk.folder / "cache")

    return spoil


CACHES = {
    "exchanged files": exchanged,
    "exchanged fonts": lambda desk: exchanged(desk, "*.ttf"),
    "pipes": each_cached(pipe),
    "folders": each_cached(folder),
    "empty files": each_cached(lambda path: path.write_bytes(b"")),
    "changed bytes": each_cached(flipped),
    "cut files": each_cached(lambda path: path.write_bytes(path.read_bytes()[:-1])),
    "links to themselves": each_cached(lambda path: link(path, path)),
    "links to a device": each_cached(lambda path: link(path, "/dev/zero")),
    "pickles of others": each_cached(lambda path: path.write_bytes(b"cos\nsystem\n(S'touch hurt'\ntR.")),
    "a pipe": cache_is(pipe),
    "a file": cache_is(lambda path: path.write_text("x")),
    "nothing": cache_is(lambda path: None),
    "a link to nowhere": cache_is(lambda path: link(path, "nowhere")),
}


def pdf(desk):
    return desk.output / "game" / "raid-a4-en.pdf"


OUTPUTS = {
    "a file": (lambda desk: (shutil.rmtree(desk.output), desk.output.write_text("x")), BUILD, 5),
    "a link": (lambda desk: (shutil.rmtree(desk.output), link(desk.output, "/tmp")), BUILD, 5),
    "a link inside": (lambda desk: (shutil.rmtree(desk.output / "game"), link(desk.output / "game", "/tmp")), BUILD, 5),
    "a pipe": (lambda desk: (shutil.rmtree(desk.output), pipe(desk.output)), BUILD, 5),
    "a folder called like a PDF": (lambda desk: folder(pdf(desk)), BUILD, 5),
    "a pipe called like a PDF": (lambda desk: pipe(pdf(desk)), BUILD, 0),
    "a link called like a PDF": (lambda desk: link(pdf(desk), "/etc/passwd"), BUILD, 0),
    "a PDF of 20 GB": (lambda desk: sparse(pdf(desk), 20 << 30), BUILD, 0),
    "a damaged PDF": (lambda desk: flipped(pdf(desk)), (*BUILD, "--verify"), 0),
    "a face list of noise": (lambda desk: (desk.output / "game" / "faces-en.json").write_bytes(b"{" * 9999), BUILD, 0),
    "a face list that is a pipe": (lambda desk: pipe(desk.output / "game" / "faces-en.json"), BUILD, 0),
    "an older print of noise": (
        lambda desk: pdf(desk).write_bytes(b"%PDF-1.7" * 999),
        (*BUILD, "--changed-since", "output/game/raid-a4-en.pdf"),
        3,
    ),
    "the device of nothing": (lambda _: None, (*BUILD, "--out", "/dev/null"), 5),
    "a folder of the system": (lambda _: None, (*BUILD, "--out", "/proc"), 5),
    "a long name": (lambda _: None, (*BUILD, "--out", "a" * 300), 5),
    "the game itself": (lambda _: None, (*BUILD, "--out", "game"), 5),
}


def cases():
    """Yield the cases."""
    for name, (line, code) in LINES.items():
        yield Case(f"command line: {name}", code, run=line)
    for file in ("game.toml", "cards/raid.csv", "templates/raid.svg.j2", "rules/rules.en.md"):
        for name, change in STANDS.items():
            yield Case(f"{file} is a {name}", 3, lambda desk, file=file, change=change: change(desk.game / file))
    for name, (spoil, code) in FOLDERS.items():
        yield Case(f"folder: {name}", code, spoil)
    for name, (variables, code) in VARIABLES.items():
        yield Case(f"environment: {name}", code, environment=variables)
    for name, (command, code) in SHELL.items():
        yield Case(f"process: {name}", code, shell=command)
    for name, spoil in CACHES.items():
        yield Case(f"cache: {name}", 0, lambda desk, spoil=spoil: (shutil.rmtree(desk.output), spoil(desk)), built=True)
    for name, (spoil, line, code) in OUTPUTS.items():
        yield Case(f"output: {name}", code, spoil, line, built=True)
