"""Changes of tables are taken back and made again, the last one first."""


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
