"""Changes of tables are taken back and made again, the last one first."""

RAID = "cards/raid.csv"


def test_each_change_is_taken_back_once(editor):
    file = "cards/raid.csv"
    before = editor.read(file)
    for name in ("Wolf", "Fox"):
        assert editor.type(file, 0, name__en=name).status == 303
    after = editor.read(file)

    assert [editor.turn("undo").status for _ in "ab"] == [303, 303]
    assert editor.read(file) == before
    assert [editor.turn("redo").status for _ in "ab"] == [303, 303]
    assert editor.read(file) == after


def test_number_of_pieces_in_the_settings_follows_a_row_and_comes_back_with_it(editor):
    before = editor.read(RAID), editor.read("game.toml")
    assert editor.rows(RAID, 0, "copy").status == 303

    # The first row is printed twice.
    assert editor.read("game.toml") == before[1].replace(b"raid = 9", b"raid = 11")
    assert "raid = 9" not in editor.page(RAID).text
    editor.turn("undo")
    assert (editor.read(RAID), editor.read("game.toml")) == before
    editor.turn("redo")
    assert b"raid = 11" in editor.read("game.toml")


def test_number_of_pieces_follows_once_a_new_row_is_filled_in(editor):
    before = editor.read("game.toml")
    editor.rows(RAID, 0, "insert")
    assert editor.read("game.toml") == before

    cells = {"label": "R9", "copies": "1", "name__en": "Fox", "name__ja": "狐", "suit": "swords", "strength": "1"}
    assert editor.type(RAID, 1, **cells, text__en="It waits.", text__ja="待つ。", provenance="house").status == 303
    assert editor.read("game.toml") == before.replace(b"raid = 9", b"raid = 10")


def test_number_that_was_not_reached_before_stays_the_goal(editor):
    settings = editor.folder / "game.toml"
    settings.write_bytes(goal := settings.read_bytes().replace(b"raid = 9", b"raid = 30"))
    editor.rows(RAID, 0, "copy")
    assert editor.read("game.toml") == goal
