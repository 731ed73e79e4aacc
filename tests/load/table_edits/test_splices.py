"""Files of every form that the reader accepts, changed in one place: every other byte stays."""

import codecs
import csv
import io
import re
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import decode
from generator.load.table_edits.splices import added_row, cell_splice, copied_row, free_id, removed_row
from generator.load.table_edits.table_text import read_table_text
from generator.load.tables.raw_table import TableForm
from generator.load.tables.table_reader import read_csv

PLAIN = st.text("abcXYZ 019.-'剣カé", max_size=6)
VALUES = st.one_of(PLAIN, st.text('ab",;|\t\n#剣 ', max_size=8)).map(lambda text: text.strip(" \t\n"))


class Made(NamedTuple):
    """A file in the pieces that it is written in, so that a test knows where each cell stands."""

    pieces: list
    """Texts, and for each cell of a row `(row, column)` before its text."""
    separator: str
    is_told: bool
    is_marked: bool
    rows: list

    @property
    def data(self):
        text = "".join(piece if isinstance(piece, str) else piece[2] for piece in self.pieces)
        return (codecs.BOM_UTF8 if self.is_marked else b"") + text.encode()

    def around(self, row, column):
        """The bytes before and behind a cell."""
        number = next(n for n, piece in enumerate(self.pieces) if piece[:2] == (row, column))
        before, behind = (
            "".join(piece if isinstance(piece, str) else piece[2] for piece in part)
            for part in (self.pieces[:number], self.pieces[number + 1 :])
        )
        return (codecs.BOM_UTF8 if self.is_marked else b"") + before.encode(), behind.encode()


@st.composite
def written(draw, value, separator):
    """A value as somebody may have written it."""
    needs = any(mark in value for mark in (separator, "\n")) or value.startswith('"')
    if needs or draw(st.booleans()):
        end = draw(st.sampled_from(["\n", "\r\n"]))
        return '"' + value.replace('"', '""').replace("\n", end) + '"'
    blanks = st.text(" \t".replace(separator, ""), max_size=2)
    before = "" if value.startswith('"') else draw(blanks)
    return before + value + draw(blanks)


@st.composite
def files(draw):
    separator = draw(st.sampled_from(",;\t|"))
    ends = st.sampled_from(draw(st.sampled_from([["\n"], ["\r\n"], ["\n", "\r\n"]])))
    width = draw(st.integers(2, 4))
    padding = separator * draw(st.integers(0, 2))
    is_told = draw(st.booleans())
    pieces, rows = [], []
    if is_told:
        pieces += [draw(st.sampled_from(["sep={}", '"sep={}"'])).format(separator) + draw(ends)]
    noise = st.lists(st.sampled_from(["", separator, "# a note", f'"# b{separator}c"', "   "]), max_size=2)
    pieces += [line + draw(ends) for line in draw(noise)]
    names = ["id", "name.en", "name.ja", "strength"][:width]
    pieces += [separator.join(draw(written(name, separator)) for name in names) + padding + draw(ends)]
    for row in range(draw(st.integers(1, 4))):
        pieces += [line + draw(ends) for line in draw(noise)]
        values = [f"r{row}", *[draw(VALUES) for _ in range(width - 1)]]
        rows.append(values)
        for column, value in enumerate(values):
            pieces += [*([separator] if column else []), (row, column, draw(written(value, separator)))]
        pieces += [padding + draw(ends)]
    if draw(st.booleans()):  # no line end at the end
        pieces[-1] = pieces[-1].rstrip("\r\n")
    return Made(pieces, separator, is_told, draw(st.booleans()), rows)


def read(data, separator):
    table = read_csv("a.csv", decode(data, "a.csv"), FaultReport(), TableForm(separator))
    return [list(row.cells.values()) for row in table.rows]


@given(files(), st.data())
def test_one_cell_is_changed_and_no_other_byte(made, data):
    row = data.draw(st.integers(0, len(made.rows) - 1))
    column = data.draw(st.integers(1, len(made.rows[0]) - 1))
    value = data.draw(VALUES)
    table = read_table_text(made.data, "a.csv", made.separator)
    splice = cell_splice(table, row, column, value)
    changed = splice.apply(table)
    before, behind = made.around(row, column)

    assert read(made.data, made.separator) == made.rows == [[*table.values(n)] for n in range(len(made.rows))]
    made.rows[row][column] = value
    assert read(changed, made.separator) == made.rows
    assert changed.startswith(before)
    assert changed.endswith(behind)
    assert len(changed) >= len(before) + len(behind)
    assert splice.inverse.apply(read_table_text(changed, "a.csv", made.separator)) == made.data


@given(files(), st.data())
def test_rows_are_copied_added_and_taken_out(made, data):
    row = data.draw(st.integers(0, len(made.rows) - 1))
    table = read_table_text(made.data, "a.csv", made.separator)
    more = copied_row(table, row, "new").apply(table)
    added = added_row(table, "new").apply(table)

    copy = ["new", *made.rows[row][1:]]
    assert read(more, made.separator) == [*made.rows[: row + 1], copy, *made.rows[row + 1 :]]
    assert read(added, made.separator) == [*made.rows, ["new", *[""] * (len(copy) - 1)]]
    assert added.startswith(made.data.removesuffix(b"\n").removesuffix(b"\r")[:-1])
    if len(made.rows) > 1:
        less = removed_row(table, row)
        assert read(less.apply(table), made.separator) == [*made.rows[:row], *made.rows[row + 1 :]]
        assert less.inverse.apply(read_table_text(less.apply(table), "a.csv", made.separator)) == made.data
    copied = read_table_text(more, "a.csv", made.separator)
    assert copied_row(table, row, "new").inverse.apply(copied) == made.data


@given(files())
def test_cells_are_those_of_the_csv_module(made):
    table = read_table_text(made.data, "a.csv", made.separator)
    text = made.data.decode().removeprefix("\ufeff")
    lines = csv.reader(
        io.StringIO(text.partition("\n")[2] if made.is_told else text, newline=""), delimiter=made.separator
    )
    whole = [[cell.replace("\r\n", "\n").strip(" \t\n") for cell in cells] for cells in lines]
    expected = [cells for cells in whole if any(cells) and not cells[0].startswith("#")]

    found = [[*table.values(row)] for row in range(len(table.rows))]
    assert found == [cells[: len(table.names)] for cells in expected[1:]]


def changed(text, row, column, value, separator=""):
    table = read_table_text(text.encode(), "a.csv", separator)
    return cell_splice(table, row, column, value).apply(table).decode()


@pytest.mark.parametrize(
    ("old", "value", "new"),
    [
        ("id,x\na,1\n", "2", "id,x\na,2\n"),
        ("id,x\na,1", "2", "id,x\na,2"),
        ("id,x\na,1\n", "1, 2", 'id,x\na,"1, 2"\n'),
        ('id,x\na,"1"\n', "2", 'id,x\na,"2"\n'),
        ('id,x\na,"1"\n', "", 'id,x\na,""\n'),
        ("id,x\na,1\n", 'say "no"', 'id,x\na,say "no"\n'),
        ("id,x\na,1\n", '"no"', 'id,x\na,"""no"""\n'),
        ("id ,  x \na  ,  1 \n", "22", "id ,  x \na  ,  22 \n"),
        ("id ,  x \na  ,  1 \n", "2,3", 'id ,  x \na  ,"2,3"\n'),
        ('"id","x"\r\n"a",\r\n', "one\r\ntwo", '"id","x"\r\n"a","one\r\ntwo"\r\n'),
        ('id,x\r\na,"1\n2"\r\n', "1\n2\n3", 'id,x\r\na,"1\n2\n3"\r\n'),
        ('id,x\r\na,1\r\nb,"1\n2"\r\n', "1\n2", 'id,x\r\na,"1\n2"\r\nb,"1\n2"\r\n'),
        ("id,x,y\na,1\n", "2", "id,x,y\na,2\n"),
        ("id,y,x\na\n", "2", "id,y,x\na,2\n"),
        ("id,x\na,1,\n", "2", "id,x\na,2,\n"),
        ("id,x\na, 1 \n", "1", "id,x\na, 1 \n"),
    ],
)
def test_a_cell_is_written_in_the_manner_of_the_file(old, value, new):
    assert changed(old, 0, 1, value) == new


def test_a_row_that_is_too_short_is_filled_up():
    assert changed("id,x,y\na\nb,1,2\n", 0, 2, "3") == "id,x,y\na,,3\nb,1,2\n"


def test_a_cell_too_many_is_seen_and_can_be_emptied():
    table = read_table_text(b"id,x\na,1,2\n", "a.csv")

    assert table.values(0) == ("a", "1", "2")
    assert cell_splice(table, 0, 2, "").apply(table) == b"id,x\na,1,\n"


@pytest.mark.parametrize(
    ("column", "value", "why"),
    [
        (0, "#a", "a row that begins with # is a comment; begin with another sign"),
        (1, "a\x1b", "control character U+001B; delete it"),
        (1, "x" * 10_001, "longer than 10,000 characters"),
        (0, " ", "the row would be an empty line; delete the row instead"),
    ],
)
def test_what_would_not_be_read_back_is_refused(column, value, why):
    with pytest.raises(ValueError, match=f"^{re.escape(why)}"):
        changed("id,x\na,\n", 0, column, value)


def test_the_only_row_stays():
    with pytest.raises(ValueError, match="the only row of a table stays"):
        removed_row(read_table_text(b"id\na\n", "a.csv"), 0)


def test_rows_without_ids_are_not_copied():
    table = read_table_text(b"name,x\na,1\n", "a.csv")

    for change in (lambda: copied_row(table, 0, "b"), lambda: added_row(table, "b"), lambda: free_id(table, "b")):
        with pytest.raises(ValueError, match="no column 'id'"):
            change()


def test_an_id_that_is_free():
    table = read_table_text(b"id\nwolf\nwolf_2\n" + b"a" * 41 + b"\n", "a.csv")

    assert [free_id(table, id_) for id_ in ("wolf", "wolf_2", "fox")] == ["wolf_3", "wolf_3", "fox"]
    assert free_id(table, "a" * 41) == "a" * 35 + "_2"


def test_rows_are_found_by_their_id_alone():
    table = read_table_text(b"# note\n\nid,x\na,1\nb,2\nb,3\n", "a.csv")

    assert (table.find("a"), table.find("b"), table.find("c"), table.find("")) == (0, None, None, None)
    assert [row.line for row in table.rows] == [4, 5, 6]


@pytest.mark.parametrize(
    ("data", "changed"),
    [
        (b'"id","name"\n"wolf",\n', b'"id","name"\n"wolf","x"\n'),
        (b'"id","name"\n"wolf",fox\n', b'"id","name"\n"wolf",x\n'),
        (b'"id",name\n"wolf",\n', b'"id",name\n"wolf",x\n'),
        (b"id,name\nwolf,\n", b"id,name\nwolf,x\n"),
    ],
)
def test_empty_cell_is_filled_as_the_header_is_written(data, changed):
    table = read_table_text(data, "a.csv")

    assert cell_splice(table, 0, 1, "x").apply(table) == changed


def test_letter_that_the_encoding_lacks_makes_a_file_utf8():
    table = read_table_text("id,name\na,斥候のカード\n".encode("cp932"), "cards.csv")

    assert table.to_bytes("id,name\na,斥候\n") == "id,name\na,斥候\n".encode("cp932")
    assert table.to_bytes("id,name\na,é\n") == "\ufeffid,name\na,é\n".encode()


def test_lines_of_old_macs_are_read_and_not_edited():
    with pytest.raises(Faults, match="its lines end as on old Macs, so it is not edited here"):
        read_table_text(b"id,name\ra,b\r", "a.csv")
