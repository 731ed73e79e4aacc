"""Columns are added, renamed, moved and removed with the files that name them, byte for byte, and taken back as one."""

import random

import pytest

from generator.load.game_loader import load
from generator.load.toml_edits.toml_keys import renamed_key

RAID = "cards/raid.csv"


@pytest.fixture
def state(game):
    def state():
        return {path.relative_to(game).as_posix(): path.read_bytes() for path in game.rglob("*") if path.is_file()}

    return state


@pytest.fixture
def change(editor):
    """Ask for a change of a column of a table as the form of the page does."""

    def change(do, column, heading="", file=RAID):
        fields = editor.form(editor.page(file, 0))
        sent = {"file": file, "digest": fields["digest"], "do": do, "column": column, "heading": heading}
        return editor.visitor.post("/gallery/mine/tables/columns", sent)

    return change


def changed(before, after):
    assert before.keys() == after.keys()
    return {name for name in before if before[name] != after[name]}


def test_a_heading_is_renamed_through_table_settings_and_templates(change, state, editor):
    before = state()
    assert change("rename", "strength", "might").status == 303
    after = state()

    assert after[RAID] == before[RAID].replace(b",strength,", b",might,")
    assert "game.toml" in changed(before, after)
    assert after["game.toml"].replace(b"might", b"strength") == before["game.toml"]
    used = {name for name, data in before.items() if name.endswith(".j2") and b"card.strength" in data}
    assert {name for name in changed(before, after) if name.endswith(".j2")} == used != set()
    for name in used:
        assert after[name] == before[name].replace(b"card.strength", b"card.might")

    editor.turn("undo")
    assert state() == before
    editor.turn("redo")
    assert state() == after


def test_a_heading_with_blanks_is_named_in_the_settings_alone(change, state, game):
    before = state()
    assert change("rename", "strength", "Card strength").status == 303
    after = state()

    assert changed(before, after) == {RAID, "game.toml"}
    assert b'from = "Card strength"' in after["game.toml"]
    assert change("rename", "Card strength", "Force").status == 303
    assert changed(before, state()) == {RAID, "game.toml"}
    assert b'from = "Force"' in state()["game.toml"]


@pytest.mark.parametrize("heading", ["note", "備考", "Art note!"])
def test_a_column_is_added_and_can_be_filled(change, state, editor, game, heading):
    before = state()
    assert change("add", "suit", heading).status == 303
    assert editor.type(RAID, 0, **{heading: "x"}).status == 303
    assert changed(before, state()) == {RAID, "game.toml"}

    editor.turn("undo")
    editor.turn("undo")
    assert state() == before


def test_a_column_is_moved_there_and_back(change, state, editor):
    before = state()
    assert change("left", "strength").status == 303
    first = state()[RAID].splitlines()[0]
    assert first.index(b"strength") < first.index(b"suit")
    assert change("right", "strength").status == 303
    assert state() == before


def test_a_column_that_templates_print_is_not_removed(change, state):
    before = state()
    answer = change("remove", "strength")

    assert answer.status == 422
    assert "strength" in answer.text.partition('id="notice"')[2].partition("</section>")[0]
    assert state() == before


def test_a_column_that_nothing_prints_goes_with_its_setting(change, state, editor):
    change("add", "text.ja", "note")
    before = state()
    assert change("remove", "note").status == 303
    assert changed(before, state()) == {RAID, "game.toml"}
    editor.turn("undo")
    assert state() == before


@pytest.mark.parametrize(
    ("do", "column", "heading", "what"),
    [
        ("add", "suit", "Strength", "already"),
        ("add", "suit", "", "needs a heading"),
        ("rename", "suit", "#x", "comment"),
        ("left", "id", "", "at the end"),
        ("right", "provenance", "", "at the end"),
        ("rename", "name.en", "title.en", ""),
        ("remove", "id", "", ""),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(change, state, do, column, heading, what):
    before = state()
    answer = change(do, column, heading)

    assert answer.status == 422
    assert what in answer.text.partition('id="notice"')[2].partition("</section>")[0]
    assert state() == before


def test_undo_leaves_files_that_were_changed_since(change, state, editor, game):
    change("rename", "strength", "might")
    (game / "game.toml").write_bytes((game / "game.toml").read_bytes() + b"\n# mine\n")
    before = state()

    assert "notice=lost" in editor.turn("undo").headers["location"]
    assert state() == before


def test_a_page_of_another_state_of_the_file_changes_nothing(editor, state):
    sent = {"file": RAID, "digest": "0" * 32, "do": "remove", "column": "suit"}
    before = state()

    assert editor.visitor.post("/gallery/mine/tables/columns", sent).status == 409
    assert editor.visitor.post("/gallery/mine/tables/columns", sent | {"do": "x"}).status == 400
    assert state() == before


def test_changes_by_chance_are_taken_back_to_the_byte(change, state, editor, game):
    chance, before = random.Random(31), state()
    saved = 0
    for number in range(12):
        columns = state()[RAID].decode().partition("\n")[0].split(",")
        do = chance.choice(["add", "rename", "left", "right", "remove"])
        if change(do, chance.choice(columns), f"new_{number}").status == 303:
            saved += 1
            load(game)
    assert saved > 3
    for _ in range(saved):
        assert editor.turn("undo").status == 303
    assert state() == before


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("[a.x]\nb = 1\n[a.y]\nx = 2\n", ("a", "x"), "[a.n]\nb = 1\n[a.y]\nx = 2\n"),
        ("a.x.b = 1 # x\na.x.c = 2\n", ("a", "x"), "a.n.b = 1 # x\na.n.c = 2\n"),
        ("a = { 'x' = 1, y = 'x' }\n", ("a", "x"), "a = { n = 1, y = 'x' }\n"),
        ("[a]\ny = 1\n", ("a", "x"), "[a]\ny = 1\n"),
    ],
)
def test_a_key_is_renamed_in_its_place(text, path, expected):
    assert renamed_key(text, path, "n") == expected
