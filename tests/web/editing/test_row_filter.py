"""Rows of a table are sorted and left out on the page alone."""

import re

import pytest

from generator.load.table_edits.table_text import read_table_text
from generator.web.editing.row_filter import RowFilter

TEXT = read_table_text("id,n,name\na,10,Ｆｏｘ\nb,,owl\nc,9,fox two\nd,x,Fox\n".encode(), "a.csv")


@pytest.mark.parametrize(
    ("words", "sort", "rows"),
    [
        ("", "", [0, 1, 2, 3]),
        ("fox", "", [0, 2, 3]),
        ("two FOX", "", [2]),
        ("", "n", [2, 0, 3, 1]),
        ("", "-n", [3, 0, 2, 1]),
        ("fox", "-id", [3, 2, 0]),
        ("", "nothing", [0, 1, 2, 3]),
    ],
)
def test_rows_are_left_out_and_sorted(words, sort, rows):
    assert RowFilter(words, sort).numbers(TEXT) == rows


def test_page_shows_them_with_their_lines_and_leaves_the_file(editor):
    before = editor.read("cards/raid.csv")
    page = editor.visitor.get("/gallery/mine/tables?file=cards/raid.csv&q=swords&sort=-strength")

    assert re.findall(r'<tr id="r(\d+)"', page.text) == ["1", "0"]
    assert 'aria-sort="descending"' in page.text
    assert "2 of 6 rows" in page.text
    assert editor.read("cards/raid.csv") == before
