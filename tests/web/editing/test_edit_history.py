"""Undo goes on after the server was started anew, and a history that cannot be read does no harm."""

import pytest

from generator.load.table_edits.splices import Splice
from generator.web.app.app import create_app
from generator.web.app.services import Services
from generator.web.editing import edit_history
from generator.web.editing.edit_history import EditHistories
from generator.web.editing.table_change import CellChange, TableChange

RAID = "cards/raid.csv"


def change(number, size=1):
    cell = CellChange("name", "前", "x" * size, "fox")
    return TableChange("a.csv", "cells", "fox", "fox", (cell,), Splice(number, "", "\n"), "d0", "d1")


def test_changes_are_read_as_they_were_saved(tmp_path):
    histories = EditHistories(tmp_path)
    history = histories.of(tmp_path / "game")
    history.done.extend([change(1), change(2)])
    history.undone.append(change(3))
    histories.save(tmp_path / "game")

    assert EditHistories(tmp_path).of(tmp_path / "game") == history
    assert EditHistories(tmp_path).of(tmp_path / "other") == ([], [])


def test_oldest_changes_give_way(tmp_path, monkeypatch):
    monkeypatch.setattr(edit_history, "MOST_BYTES", 2000)
    histories = EditHistories(tmp_path)
    histories.of(tmp_path).done.extend(change(number, 100) for number in range(50))
    histories.save(tmp_path)

    (file,) = tmp_path.glob("*.json")
    left = EditHistories(tmp_path).of(tmp_path).done
    assert file.stat().st_size <= 2000
    assert left
    assert left[-1].splice.at == 49


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'{"format": 1}', b'{"format": 2}', b"\xff", b"[" * 9999])
def test_a_file_that_cannot_be_read_is_no_history(tmp_path, data):
    histories = EditHistories(tmp_path)
    histories.of(tmp_path).done.append(change(1))
    histories.save(tmp_path)
    (file,) = tmp_path.glob("*.json")
    file.write_bytes(data)

    assert EditHistories(tmp_path).of(tmp_path) == ([], [])


def test_undo_goes_on_after_a_restart(editor, game, visit, auth, tmp_path):
    before = editor.read(RAID)
    editor.type(RAID, 0, name__en="Fox")
    after = editor.read(RAID)
    services = Services([str(game)], tmp_path / "out", tmp_path / "sessions")
    editor.visitor = visit(create_app(services, auth, frozenset({"127.0.0.1:8475"})), auth)
    editor.turn("undo")
    assert editor.read(RAID) == before
    editor.turn("redo")
    services.close()

    assert editor.read(RAID) == after
