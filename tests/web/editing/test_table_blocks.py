"""Blocks of cells: pasted, filled, emptied and replaced, each saved and taken back as one change."""

import json
import time

import pytest

from generator.base.errors import Faults
from generator.load.table_edits.named_tables import NamedTable
from generator.load.table_edits.table_text import read_table_text
from generator.web.editing.table_blocks import CellBlock, replaced_words, with_block, with_values
from generator.web.editing.table_change import OpenTable

TABLES, RAID = "/gallery/mine/tables", "cards/raid.csv"


def opened(data):
    named = NamedTable("a.csv", ("a",), "", "")
    return OpenTable(named, "a.csv", data, read_table_text(data, "a.csv"))


def paste(editor, row, column, block, **more):
    form = editor.form(editor.page(RAID, row))
    rows = more.pop("rows", [row])
    fields = {"file": RAID, "digest": form["digest"], "row": row, "column": column}
    fields |= {"rows": json.dumps(rows), "block": json.dumps(block)} | more
    return editor.visitor.post(f"{TABLES}/block", fields)


def test_a_block_fills_as_many_cells_and_is_taken_back_as_one(editor):
    before = editor.read(RAID)
    answer = paste(editor, 0, 3, [["Alpha", "アルファ"], ["Beta, two", "ベータ"]])

    assert answer.status == 303
    after = editor.read(RAID)
    assert after == before.replace(b"Scouts,", b"Alpha,").replace("斥候".encode(), "アルファ".encode()).replace(
        b"War chief,", b'"Beta, two",'
    ).replace("頭領,".encode(), "ベータ,".encode(), 1)
    editor.turn("undo")
    assert editor.read(RAID) == before
    editor.turn("redo")
    assert editor.read(RAID) == after


def test_a_block_is_taken_back_from_rows_that_moved_since(editor):
    before = editor.read(RAID)
    paste(editor, 0, 3, [["Alpha"], ["Beta"]])
    (editor.folder / RAID).write_bytes(editor.read(RAID).replace(b"\nscouts", b"\n# a note\nscouts"))
    editor.turn("undo")

    assert editor.read(RAID) == before.replace(b"\nscouts", b"\n# a note\nscouts")


def test_a_block_with_faults_is_asked_about_and_sent_once_more(editor):
    before = editor.read(RAID)
    answer = paste(editor, 0, 5, [["swrods", "1"], ["swords", "2"]])

    assert answer.status == 422
    assert editor.read(RAID) == before
    assert "no suit called &#39;swrods&#39;" in answer.text.partition('id="notice"')[2]
    assert 'name="anyway"' in answer.text
    assert paste(editor, 0, 5, [["swrods", "1"], ["swords", "2"]], anyway="yes").status == 303
    assert b",swrods,1," in editor.read(RAID)


@pytest.mark.parametrize("block", ["", "{", "[]", "[[1]]", "[" * 3000, '[["a"], 3]', '{"a": 1}'])
def test_anything_but_a_block_is_refused(editor, block):
    form = editor.form(editor.page(RAID, 0))
    fields = {"file": RAID, "digest": form["digest"], "row": 0, "column": 3, "rows": "[0]", "block": block}

    assert editor.visitor.post(f"{TABLES}/block", fields).status == 400


def test_a_block_for_an_older_file_changes_nothing(editor):
    fields = editor.form(editor.page(RAID, 0))
    theirs = editor.read(RAID).replace(b"Climber", b"Climbers")
    (editor.folder / RAID).write_bytes(theirs)
    fields = {"file": RAID, "digest": fields["digest"], "row": 0, "column": 3, "rows": "[0]", "block": '[["A"]]'}

    assert editor.visitor.post(f"{TABLES}/block", fields).status == 409
    assert editor.read(RAID) == theirs


def test_rows_that_lack_are_added_with_ids():
    table = opened(b"# note\nid,name,n\nnew,a,1\nb\n# end")
    changed, cells = with_block(table, CellBlock((1,), 1, (("x", "2"), ("", ""), ('y"', "3"))))

    assert changed.data == b'# note\nid,name,n\nnew,a,1\nb,x,2\nnew_2,y",3\n# end'
    assert cells == ()


def test_cells_of_short_rows_and_quotes_stay_in_the_manner_of_the_file():
    table = opened(b'"id";"name";"n"\r\n"a";"x";"1"\r\n"b"\r\n')
    changed, _ = with_block(table, CellBlock((0, 1), 1, (("q;r", ""), ("y\nz", "2"))))

    assert changed.data == b'"id";"name";"n"\r\n"a";"q;r";""\r\n"b";"y\r\nz";"2"\r\n'


@pytest.mark.parametrize(
    ("block", "what"),
    [
        ([["1", "2", "3"]], "does not fit into the 2"),
        ([["a\0", "b"]], "control character"),
        ([["x" * 200_001]], "longer than"),
    ],
)
def test_what_cannot_be_pasted_is_told(block, what):
    table = opened(b"id,a,b\nx,1,2\n")

    with pytest.raises(Faults, match=what):
        with_block(table, CellBlock((0,), 1, tuple(map(tuple, block))))


def test_an_emptied_row_is_refused():
    table = opened(b"id,a\nx,1\ny,2\n")

    with pytest.raises(Faults, match="delete the row instead"):
        with_block(table, CellBlock((0,), 0, (("", ""),)))


def test_words_are_replaced_in_one_column_or_all():
    text = opened(b"id,a,b\nx,Fox fox,fox\ny,.*,\\1\n").text

    assert replaced_words(text, "fox", r"\1") == {(0, 1): r"\1 \1", (0, 2): r"\1"}
    assert replaced_words(text, "fox", "owl", "a", has_case=True) == {(0, 1): "Fox owl"}
    assert replaced_words(text, ".*", "-") == {(1, 1): "-"}


def test_words_are_replaced_from_the_page(editor):
    form = editor.form(editor.page(RAID, 0))
    fields = {"file": RAID, "digest": form["digest"], "row": 0, "find": "shadows", "with": "shapes", "column": ""}

    assert editor.visitor.post(f"{TABLES}/replace", fields).status == 303
    assert b"Two shapes by the ditch." in editor.read(RAID)
    assert editor.visitor.post(f"{TABLES}/replace", fields | {"find": ""}).status == 400


def test_twenty_thousand_rows_are_written_at_once():
    table = opened(b"id,a,b\n" + b"".join(b"r%d,1,2\n" % row for row in range(2000)))
    start = time.process_time()
    changed, cells = with_values(table, {(row, 1): 'a "b", c' for row in range(2000)})

    # Cell by cell, each with a table read anew, 2,000 rows took a minute.
    assert time.process_time() - start < 2
    assert changed.data.count(b'"a ""b"", c"') == len(cells) == 2000


@pytest.mark.parametrize(("do", "order"), [("up", "bac"), ("down", "acb"), ("insert", "ab+c")])
def test_rows_are_moved_and_inserted(editor, do, order):
    path = editor.folder / "tables/suits.csv"
    lines = path.read_bytes().splitlines(keepends=True)
    rows = dict(zip("abc", lines[1:4], strict=True))
    editor.rows("tables/suits.csv", 1, do)
    now = path.read_bytes().splitlines(keepends=True)

    new = now[3] if do == "insert" else b""
    assert now[1 : len(order) + 1] == [rows.get(row, new) for row in order]
    assert not new or new.startswith(b"new")
    editor.turn("undo")
    assert path.read_bytes().splitlines(keepends=True) == lines


@pytest.mark.parametrize(
    ("values", "faults"),
    [
        ({(0, 0): "# a"}, ["a.csv:2 [id]: a row that begins with # is a comment; begin with another sign"]),
        ({(0, 1): "a\x00b", (1, 1): "c\x07"}, ["a.csv:2 [name]: ", "a.csv:3 [name]: "]),
        ({(1, 1): "a" * 100_001}, ["a.csv:3 [name]: longer than "]),
    ],
)
def test_every_value_that_no_cell_can_hold_is_named(values, faults):
    with pytest.raises(Faults) as caught:
        with_values(opened(b"id,name\na,One\nb,Two\n"), values)

    assert len(caught.value.faults) == len(faults)
    assert all(str(fault).startswith(start) for fault, start in zip(caught.value.faults, faults, strict=True))
