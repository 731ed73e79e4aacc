"""Cells changed on the page and in a text editor by turns: no change is lost, and nothing else is changed."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from generator.base.system.file_exchange import replace_content
from generator.load.game_locations import sample

RAID = "cards/raid.csv"
NAMES = ["name.en", "name.ja", "text.en", "text.ja"]
WORDS = ["Wolf", "Fox, red", 'the "old" one', "剣士", "two\nlines", '"', "a;b", "Ünder", "x" * 300]


def in_editor(folder, id_, suffix):
    """Append to the last cell of a row, as somebody does who knows nothing of the page."""
    file = folder / RAID
    lines = file.read_bytes().split(b"\r\n")
    at = next(n for n, line in enumerate(lines) if line.startswith(id_.encode() + b","))
    end = next(n for n in range(at, len(lines)) if lines[n].endswith((b",house", b"=house")))
    lines[end] = lines[end] + f" {suffix}=house".encode()
    file.write_bytes(b"\r\n".join(lines))


def test_no_edit_is_lost(editor, long, services):
    chance = random.Random(17)
    file = editor.folder / RAID
    text = "\ufeff# by hand, with care\n" + file.read_text("utf-8").replace("1,2,", "1, 2 ,").rstrip("\n")
    file.write_bytes(text.replace("\n", "\r\n").encode())
    edits, ids = services.table_edits, [line.split(",")[0] for line in text.split("\n")[2:]]
    table = next(each for each in edits.tables("mine") if each.file == RAID)
    expected = {id_: edits.open("mine", table).cells(row) for row, id_ in enumerate(ids)}
    marks = ["name", "suit", "strength", "text", "label", "copies"]
    for turn in range(500 if long else 25):
        row, name, word = chance.randrange(len(ids)), chance.choice(NAMES), f"{chance.choice(WORDS)}{turn}"
        id_ = ids[row]
        if chance.random() < 0.2:  # while the form is open
            fields = editor.form(editor.page(RAID, row))
            file.write_bytes(file.read_bytes().replace(b"care", b"great care", 1))
            answer = editor.send(fields | {f"cell.{name}": word})
            assert answer.status == 409
            answer = editor.send(editor.form(answer))
        else:
            before = file.read_bytes()
            answer = editor.type(RAID, row, **{name.replace(".", "__"): word})
            after = file.read_bytes()
            assert differs_in_one_cell(before, after, word)
        assert answer.status == 303
        expected[id_][name] = word
        mark = marks[turn % len(marks)]
        if mark not in expected[id_]["provenance"]:
            in_editor(editor.folder, id_, mark)
            expected[id_]["provenance"] += f" {mark}=house"
        now = edits.open("mine", table)
        assert {id_: now.cells(row) for row, id_ in enumerate(ids)} == expected
    assert file.read_bytes().startswith("\ufeff# by hand, with ".encode())
    assert b" 2 ," in file.read_bytes()
    assert not file.read_bytes().endswith(b"\n")


def differs_in_one_cell(before, after, word):
    """Whether what differs lies between two separators of one row, and is no longer than the new value written out."""
    most = min(len(before), len(after))
    start = next((at for at in range(most) if before[at] != after[at]), most)
    end = next((at for at in range(most - start) if before[-1 - at] != after[-1 - at]), most - start)
    return len(after) - end - start <= 2 * len(word.encode()) + 2 + word.count("\n")


def test_what_an_editor_saves_in_the_last_moment_stays(tmp_path, monkeypatch):
    file = tmp_path / "a.csv"
    file.write_bytes(b"id\na\n")

    def late(one, other):
        monkeypatch.undo()
        file.write_bytes(b"id\ntheirs\n")
        from generator.base.system.folder_exchange import swap_names

        return swap_names(one, other)

    monkeypatch.setattr("generator.base.system.file_exchange.swap_names", late)
    if sys.platform not in {"linux", "darwin"}:
        pytest.skip("names cannot be exchanged in one step")
    assert replace_content(file, "a.csv", b"id\na\n", b"id\nmine\n") is False
    assert [each.name for each in tmp_path.iterdir()] == ["a.csv"]
    assert file.read_bytes() == b"id\ntheirs\n"


SAVER = """
import sys, pathlib
from generator.base.system.file_exchange import replace_content
file = pathlib.Path(sys.argv[1])
now = file.read_bytes()
for turn in range(10**6):
    new = b"id,x\\na," + str(turn).encode() * 5000 + b"\\n"
    assert replace_content(file, "a.csv", now, new)
    now = new
    print(turn, flush=True)
"""


def test_a_killed_server_leaves_the_old_file_or_the_new_one(tmp_path, long):
    file = tmp_path / "a.csv"
    file.write_bytes(b"id,x\na,1\n")
    for _ in range(50 if long else 2):
        command = [sys.executable, "-c", SAVER, str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as saver:
            saver.stdout.readline()
            time.sleep(random.random() / 20)
            os.kill(saver.pid, signal.SIGKILL)
            shown = saver.stdout.read().split()
        number = file.read_bytes().removeprefix(b"id,x\na,").removesuffix(b"\n")
        turn = number[: len(number) // 5000]
        assert number == turn * 5000
        assert int(turn) >= int(shown[-1] if shown else 0)
    assert replace_content(file, "a.csv", file.read_bytes(), b"id,x\na,2\n")
    assert [each.name for each in tmp_path.iterdir()] == ["a.csv"]


def test_a_full_disk_keeps_the_file_and_what_was_typed(editor, monkeypatch):
    before = editor.read(RAID)

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("generator.base.system.file_exchange.os.fsync", full)
    answer = editor.type(RAID, 0, name__en="Wolf")

    assert answer.status == 503
    assert editor.form(answer)["cell.name.en"] == "Wolf"
    assert "mine/cards/raid.csv: cannot be saved: no space left on device" in answer.text
    assert editor.read(RAID) == before
    assert not [each.name for each in (editor.folder / "cards").iterdir() if each.name.startswith(".")]


def test_the_sample_is_only_shown(editor):
    page = editor.visitor.get(f"/gallery/{sample().name}/tables")

    assert "This game came with Vallum" in page.text
