import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.tables.raw_table import BLANK, cell_text
from generator.load.tables.table_reader import read_table

TWICE = "; rename one, or call the second '{} (2)' in from or ignore"


def cells(table):
    return [(row.line, dict(row.cells)) for row in table.rows]


def test_rows_carry_their_lines(table):
    found = table("a.csv", '# note\nid,text\n\na,"two\nlines"\n,\n#b,off\nc, spaced \n')

    assert found.header == ("id", "text")
    assert found.line == 2
    assert cells(found) == [(4, {"id": "a", "text": "two\nlines"}), (8, {"id": "c", "text": "spaced"})]


def test_tabs_separate_tsv(table):
    assert cells(table("a.tsv", "id\ttext\na\tx, y\n")) == [(2, {"id": "a", "text": "x, y"})]


def test_japanese_indent_is_kept(table):
    assert table("a.csv", "id,t\na,　字\n").rows[0].cells["t"] == "　字"


def test_ragged_rows_are_told_and_left_out(table):
    report = FaultReport()
    found = table("a.csv", "id,x\na\nb,1\nc,1,2\n", report)

    assert [row.cells["id"] for row in found.rows] == ["b"]
    with pytest.raises(Faults) as caught, report:
        pass
    assert str(caught.value) == (
        "a.csv:2: the row has 1 cells, the header has 2\na.csv:4: the row has 3 cells, the header has 2"
    )


@pytest.mark.parametrize(
    ("name", "content", "shown"),
    [
        ("a.csv", 'id,x\na,"one\ntwo\n', "a.csv:2: quote opened on line 2 is never closed"),
        ("a.csv", 'id,x\n"a","one\ntwo"\nb,"', "a.csv:4: quote opened on line 4 is never closed"),
        ("a.csv", 'id,x\na,"b"c\n', "a.csv:2: text after a closing quote; write a quote inside a quoted cell twice"),
        (
            "a.csv",
            "id,x,x,y,y\n",
            f"a.csv:1: column 'x' twice{TWICE.format('x')}\na.csv:1: column 'y' twice{TWICE.format('y')}",
        ),
        ("a.xls", "", "a.xls: '.xls' is not a kind of table; did you mean '.xlsx'?"),
        (
            "rows",
            "",
            "rows: '' is not a kind of table; it is one of '.csv', '.tsv', '.json', '.toml', '.xlsx', '.xlsm', '.ods'",
        ),
    ],
)
def test_broken_file_is_told(table, name, content, shown):
    with pytest.raises(Faults) as caught:
        table(name, content)

    assert str(caught.value) == shown
    assert all(fault.unreadable for fault in caught.value.faults)


def test_formulas_are_plain_text(table):
    assert table("a.csv", 'id,x\na,"=HYPERLINK(""x"")"\n').rows[0].cells["x"] == '=HYPERLINK("x")'


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (2.5, "2.5"),
        (-7, "-7"),
        (True, "yes"),
        (False, "no"),
        (None, ""),
        ("a\r\nb ", "a\nb"),
        (["a", 1, 2.0], "a 1 2"),
        ([], ""),
    ],
)
def test_values_become_cells(value, text):
    assert cell_text(value) == text


@pytest.mark.parametrize(
    "value", [float("nan"), 2**60, [["a"]], ["a b"], [""], {"a": 1}, "\ud800", "\x1b", "x" * 10_001, [1] * 10_001]
)
def test_what_no_cell_can_hold(value):
    with pytest.raises(ValueError, match=r"."):
        cell_text(value)


FIT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn", "Cf", "Zl", "Zp"]) | st.just("\n"))


@given(st.lists(st.tuples(FIT, FIT), min_size=1, max_size=8))
def test_csv_comes_back_as_written(tmp_path_factory, rows):
    folder = tmp_path_factory.getbasetemp() / "round"
    folder.mkdir(exist_ok=True)
    written = io.StringIO()
    csv.writer(written).writerows([("id", "a", "b"), *(("x", *row) for row in rows)])
    (folder / "a.csv").write_bytes(written.getvalue().encode())

    found = read_table(Folder(folder), "a.csv", FaultReport())

    assert [(row.cells["a"], row.cells["b"]) for row in found.rows] == [
        (a.strip(BLANK), b.strip(BLANK)) for a, b in rows
    ]
